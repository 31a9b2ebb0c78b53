-- Notes of whose listing or taken slots changed. A program keeps the coming week of every listed doctor in memory, and before
-- each answer asks which notes are new. The notes are made by the database itself, so that nobody who changes a visit, a
-- doctor, leave or a hospital's name can forget them; they are deleted one to two hours later, all but the last.
--
-- A note's version tells the order: on SQLite, which has one writer, the order of the commits. On PostgreSQL it is the
-- transaction that made the note: whoever has seen everything before the oldest transaction under way asks from there on.
-- {sqlite}
CREATE TABLE doctor_changes (
    version INTEGER PRIMARY KEY,
    doctor_id TEXT NOT NULL,
    noted_at BIGINT NOT NULL DEFAULT (unixepoch() * 1000)
);

CREATE TRIGGER doctors_noted_insert AFTER INSERT ON doctors
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.id); END;
CREATE TRIGGER doctors_noted_update AFTER UPDATE ON doctors
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.id); END;
CREATE TRIGGER doctors_noted_delete AFTER DELETE ON doctors
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (OLD.id); END;

CREATE TRIGGER leave_noted_insert AFTER INSERT ON doctor_leave
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER leave_noted_update AFTER UPDATE ON doctor_leave
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER leave_noted_delete AFTER DELETE ON doctor_leave
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (OLD.doctor_id); END;

CREATE TRIGGER visits_noted_insert AFTER INSERT ON appointments
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER visits_noted_update AFTER UPDATE OF status, starts_at ON appointments
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER visits_noted_delete AFTER DELETE ON appointments
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (OLD.doctor_id); END;

CREATE TRIGGER hospitals_noted_update AFTER UPDATE OF name ON facilities
BEGIN INSERT INTO doctor_changes (doctor_id) SELECT id FROM doctors WHERE hospital_id = NEW.id; END;

-- {postgres}
CREATE TABLE doctor_changes (
    version BIGINT NOT NULL DEFAULT (CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)),
    doctor_id TEXT COLLATE "C" NOT NULL,
    noted_at BIGINT NOT NULL DEFAULT (CAST(extract(epoch FROM now()) * 1000 AS BIGINT))
);
CREATE INDEX doctor_changes_by_version ON doctor_changes (version);

-- Visits and leave name their doctor alike; a doctor is named by its own id.
CREATE FUNCTION note_doctor_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO doctor_changes (doctor_id) VALUES (OLD.doctor_id);
    ELSE
        INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION note_doctor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO doctor_changes (doctor_id) VALUES (OLD.id);
    ELSE
        INSERT INTO doctor_changes (doctor_id) VALUES (NEW.id);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION note_hospital() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO doctor_changes (doctor_id) SELECT id FROM doctors WHERE hospital_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER doctors_noted AFTER INSERT OR UPDATE OR DELETE ON doctors
FOR EACH ROW EXECUTE FUNCTION note_doctor();
CREATE TRIGGER leave_noted AFTER INSERT OR UPDATE OR DELETE ON doctor_leave
FOR EACH ROW EXECUTE FUNCTION note_doctor_change();
CREATE TRIGGER visits_noted AFTER INSERT OR UPDATE OF status, starts_at OR DELETE ON appointments
FOR EACH ROW EXECUTE FUNCTION note_doctor_change();
CREATE TRIGGER hospitals_noted AFTER UPDATE OF name ON facilities
FOR EACH ROW EXECUTE FUNCTION note_hospital();

-- {both}
-- The first note, nobody's.
INSERT INTO doctor_changes (doctor_id) VALUES ('');

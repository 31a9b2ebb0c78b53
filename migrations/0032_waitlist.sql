-- Who waits for a slot of a full day, and the slots that are held for them. Decision 0058.
--
-- doctors.waited says that somebody waits, or did a moment ago. It stands with the doctor, so that where nobody waits no booking and
-- no list of slots asks one statement more.
ALTER TABLE doctors ADD COLUMN waited BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX doctors_waited ON doctors (id) WHERE waited;

-- The line of a doctor's day is in the order of the ids. Whoever has what they waited for, or leaves, is deleted.
CREATE TABLE waitlist_entries (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    user_id {text} NOT NULL REFERENCES users (id),
    -- Whom of the people they book for; no foreign key, as with appointments.
    person_id {text},
    on_day {text} NOT NULL,
    -- Minutes of the day, the second not included.
    from_minute BIGINT NOT NULL,
    to_minute BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX waitlist_of_user ON waitlist_entries (user_id, doctor_id, on_day);
CREATE INDEX waitlist_of_doctor ON waitlist_entries (doctor_id, on_day, id);

-- A slot that is held for an entry until an instant. One that ran out has passed: the entry is not offered that slot again.
CREATE TABLE waitlist_holds (
    id {text} PRIMARY KEY,
    entry_id {text} NOT NULL REFERENCES waitlist_entries (id) ON DELETE CASCADE,
    doctor_id {text} NOT NULL,
    starts_at BIGINT NOT NULL,
    held_until BIGINT NOT NULL,
    passed BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE UNIQUE INDEX waitlist_held ON waitlist_holds (doctor_id, starts_at) WHERE NOT passed;
CREATE INDEX waitlist_holds_of_entry ON waitlist_holds (entry_id);

-- The week in memory knows of both (0016).
-- {sqlite}
CREATE TRIGGER waits_noted_insert AFTER INSERT ON waitlist_entries
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER waits_noted_update AFTER UPDATE ON waitlist_entries
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER waits_noted_delete AFTER DELETE ON waitlist_entries
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (OLD.doctor_id); END;
CREATE TRIGGER holds_noted_insert AFTER INSERT ON waitlist_holds
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER holds_noted_update AFTER UPDATE ON waitlist_holds
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER holds_noted_delete AFTER DELETE ON waitlist_holds
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (OLD.doctor_id); END;

-- {postgres}
CREATE TRIGGER waits_noted AFTER INSERT OR UPDATE OR DELETE ON waitlist_entries
FOR EACH ROW EXECUTE FUNCTION note_doctor_change();
CREATE TRIGGER holds_noted AFTER INSERT OR UPDATE OR DELETE ON waitlist_holds
FOR EACH ROW EXECUTE FUNCTION note_doctor_change();
-- {both}

-- A doctor's week as sessions at places, extra sessions, leave by the hour, and names in Malayalam. Decision 0059.
--
-- A weekly session has a weekday (Monday 0), an extra one its day. Without a hospital it is at the doctor's own clinic, without a fee
-- for the doctor's fee. A doctor without weekly ones has the simple form: start_minute to end_minute on every day that is not off.
-- With weekly ones these are the first start and the last end, and days_off the days without any.
CREATE TABLE doctor_sessions (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id) ON DELETE CASCADE,
    weekday BIGINT CHECK (weekday >= 0 AND weekday <= 6),
    on_day {text},
    from_minute BIGINT NOT NULL,
    to_minute BIGINT NOT NULL,
    hospital_id {text},
    fee BIGINT,
    CHECK (from_minute < to_minute),
    CHECK ((weekday IS NULL) <> (on_day IS NULL))
);
CREATE INDEX doctor_sessions_doctor ON doctor_sessions (doctor_id, from_minute);
CREATE INDEX doctor_sessions_by_day ON doctor_sessions (on_day) WHERE on_day IS NOT NULL;

-- Leave by the hour: these minutes of each of its days. Without them it is whole days, as an older program takes all of it.
ALTER TABLE doctor_leave ADD COLUMN from_minute BIGINT;
ALTER TABLE doctor_leave ADD COLUMN to_minute BIGINT;

-- Where a visit is, as it was booked; NULL is the doctor's own clinic. The same of those who wait without a slot.
ALTER TABLE appointments ADD COLUMN hospital_id {text};
ALTER TABLE walk_ins ADD COLUMN hospital_id {text};
-- The first minute of the session that a walk-in waits for.
ALTER TABLE walk_ins ADD COLUMN session_from BIGINT;
-- The first minute of the session that the doctor is late for; NULL is the whole day.
ALTER TABLE clinic_days ADD COLUMN late_from BIGINT;

ALTER TABLE doctors ADD COLUMN name_ml {text};
ALTER TABLE doctors ADD COLUMN address_ml {text};
ALTER TABLE facilities ADD COLUMN name_ml {text};
ALTER TABLE facilities ADD COLUMN address_ml {text};

-- The week in memory knows of sessions, and of where a hospital is (0016).
-- {sqlite}
CREATE TRIGGER sessions_noted_insert AFTER INSERT ON doctor_sessions
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER sessions_noted_update AFTER UPDATE ON doctor_sessions
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER sessions_noted_delete AFTER DELETE ON doctor_sessions
BEGIN INSERT INTO doctor_changes (doctor_id) VALUES (OLD.doctor_id); END;
CREATE TRIGGER hospitals_noted_place AFTER UPDATE OF address, city, state, district, pincode, name_ml, address_ml ON facilities
BEGIN INSERT INTO doctor_changes (doctor_id) SELECT id FROM doctors WHERE hospital_id = NEW.id; END;

-- {postgres}
CREATE TRIGGER sessions_noted AFTER INSERT OR UPDATE OR DELETE ON doctor_sessions
FOR EACH ROW EXECUTE FUNCTION note_doctor_change();
CREATE TRIGGER hospitals_noted_place
AFTER UPDATE OF address, city, state, district, pincode, name_ml, address_ml ON facilities
FOR EACH ROW EXECUTE FUNCTION note_hospital();
-- {both}

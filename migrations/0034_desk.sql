-- The desk: assistants of a doctor, and a hospital's desk staff, with logins of their own. Decision 0060.

-- Who sits at a desk, and who employs them: a doctor or a hospital. Whoever was ended keeps the row and, for as long as the audit log
-- is kept, the name: the log names people by it.
CREATE TABLE desk_staff (
    id {text} PRIMARY KEY REFERENCES accounts (id),
    employer_id {text} NOT NULL REFERENCES accounts (id),
    name {text} NOT NULL,
    created_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX desk_staff_by_employer ON desk_staff (employer_id, id);
CREATE INDEX desk_staff_ended ON desk_staff (ended_at) WHERE ended_at IS NOT NULL;

-- In whose place something was done: what others than the doctor did at a doctor's desk. It goes with its row of the log.
CREATE TABLE audit_for (
    id {text} PRIMARY KEY REFERENCES audit (id) ON DELETE CASCADE,
    for_id {text} NOT NULL
);
CREATE INDEX audit_for_whom ON audit_for (for_id, id);

-- When the doctor let the desk of the hospital that confirmed them run the day there. It ends with the confirmation, whichever program
-- takes that away: another hospital has to be let anew.
ALTER TABLE doctors ADD COLUMN desk_allowed_at BIGINT;

-- {sqlite}
CREATE TRIGGER doctors_desk_ended AFTER UPDATE OF hospital_id, hospital_confirmed_at ON doctors
WHEN NEW.desk_allowed_at IS NOT NULL AND (NEW.hospital_confirmed_at IS NULL OR NEW.hospital_id IS NOT OLD.hospital_id)
BEGIN UPDATE doctors SET desk_allowed_at = NULL WHERE id = NEW.id; END;

-- A sixth role. SQLite changes the condition of a column only in the text of its table, in the way that its own page on ALTER TABLE
-- gives for that; the tables above make every connection read the schema again.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''pharmacy'', ''admin''))', '''pharmacy'', ''admin'', ''desk''))')
WHERE type = 'table' AND name = 'accounts';
PRAGMA writable_schema = RESET;
-- {postgres}
CREATE FUNCTION end_desk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.hospital_confirmed_at IS NULL OR NEW.hospital_id IS DISTINCT FROM OLD.hospital_id THEN
        NEW.desk_allowed_at := NULL;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER doctors_desk_ended BEFORE UPDATE OF hospital_id, hospital_confirmed_at ON doctors
FOR EACH ROW WHEN (NEW.desk_allowed_at IS NOT NULL) EXECUTE FUNCTION end_desk();

-- A sixth role. Every row that is there has one of the five of before, so none is looked at.
ALTER TABLE accounts DROP CONSTRAINT accounts_role_check;
ALTER TABLE accounts ADD CONSTRAINT accounts_role_check
    CHECK (role IN ('user', 'doctor', 'hospital', 'pharmacy', 'admin', 'desk')) NOT VALID;
-- {both}

-- Administrators who come and go, hospitals and pharmacies that are suspended, and their new names that wait for approval.
--
-- last_used_at is written for administrators alone: their sessions are gone half an hour after their last use. A removed one
-- keeps the row, which the audit log names, and for a year the address, so that the log says who it was; email_key becomes the
-- id, so that the address is free at once.
ALTER TABLE accounts ADD COLUMN last_used_at BIGINT;
ALTER TABLE accounts ADD COLUMN removed_at BIGINT;
CREATE INDEX accounts_removed ON accounts (removed_at) WHERE removed_at IS NOT NULL;

-- As doctors have it: a suspended one is no longer listed but stays approved.
ALTER TABLE facilities ADD COLUMN approved_at BIGINT;
ALTER TABLE facilities ADD COLUMN suspended_at BIGINT;
UPDATE facilities SET approved_at = listed_at;
CREATE INDEX facilities_ever_approved ON facilities (category, id) WHERE approved_at IS NOT NULL;

-- The name and the licence that one asks for; NULL is what stays. One waits at a time: a newer one takes its place, and has
-- another id, so that nobody approves what they have not seen.
CREATE TABLE facility_changes (
    id {text} PRIMARY KEY,
    facility_id {text} NOT NULL REFERENCES facilities (id) ON DELETE CASCADE,
    name {text},
    license_number {text},
    asked_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX facility_changes_facility ON facility_changes (facility_id);

-- A suspended hospital is not shown beside its doctors: that it is listed, or no longer, is noted as its name is.
-- {sqlite}
CREATE TRIGGER hospitals_noted_listing AFTER UPDATE OF listed_at ON facilities
BEGIN INSERT INTO doctor_changes (doctor_id) SELECT id FROM doctors WHERE hospital_id = NEW.id; END;
-- {postgres}
CREATE TRIGGER hospitals_noted_listing AFTER UPDATE OF listed_at ON facilities
FOR EACH ROW EXECUTE FUNCTION note_hospital();

-- While the version before runs beside this one, it approves by listed_at alone.
CREATE FUNCTION note_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.approved_at := COALESCE(NEW.approved_at, NEW.listed_at);
    RETURN NEW;
END $$;
CREATE TRIGGER facilities_approval_noted BEFORE INSERT OR UPDATE OF listed_at ON facilities
FOR EACH ROW EXECUTE FUNCTION note_approval();
-- {both}

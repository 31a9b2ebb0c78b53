-- What waits for review: names in Malayalam and districts of workers, and requests for blood of blocked addresses. Decision 0071.
--
-- facility_changes has what doctors ask for too, so that it refers to accounts: the id of a doctor, hospital or pharmacy is its
-- account's. The table keeps its name, because programs of the version before use it. NULL is what stays.
-- {sqlite}
CREATE TABLE facility_changes_new (
    id TEXT PRIMARY KEY,
    facility_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT,
    license_number TEXT,
    asked_at BIGINT NOT NULL
);
INSERT INTO facility_changes_new (id, facility_id, name, license_number, asked_at)
    SELECT id, facility_id, name, license_number, asked_at FROM facility_changes;
DROP TABLE facility_changes;
ALTER TABLE facility_changes_new RENAME TO facility_changes;
CREATE UNIQUE INDEX facility_changes_facility ON facility_changes (facility_id);
-- {postgres}
ALTER TABLE facility_changes DROP CONSTRAINT facility_changes_facility_id_fkey;
ALTER TABLE facility_changes ADD CONSTRAINT facility_changes_account
    FOREIGN KEY (facility_id) REFERENCES accounts (id) ON DELETE CASCADE;
-- {both}
ALTER TABLE facility_changes ADD COLUMN name_ml {text};
ALTER TABLE facility_changes ADD COLUMN state {text};
ALTER TABLE facility_changes ADD COLUMN district {text};

-- A block is of the address that was confirmed. Nobody confirms a number, so a blocked one shut out its owner for what somebody
-- else typed. Every block of a number came with one of an address, which stays.
DELETE FROM blood_blocks WHERE contact LIKE 'phone:%';

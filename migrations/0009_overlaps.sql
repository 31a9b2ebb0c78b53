-- Two active bookings of a doctor never overlap, also when the hours were moved by minutes between the two: 10:15 of the
-- old hours and 10:10 of the new ones meet. The database decides, whatever races: on PostgreSQL an exclusion constraint,
-- on SQLite (which has one writer) two triggers, all named appointments_overlap. A visit lasts 900000 milliseconds.
--
-- The unique index appointments_slot stays: by it the taken times of a doctor are found, here and in every list of slots.
--
-- Overlaps that were made before are kept and marked; their doctor sees them. Marked ones may overlap each other, and
-- nothing else. Moving one takes its mark away.
ALTER TABLE appointments ADD COLUMN old_overlap BOOLEAN NOT NULL DEFAULT FALSE;
-- A visit that meets any other meets the one before or after it.
UPDATE appointments SET old_overlap = TRUE WHERE id IN (
    SELECT id FROM (
        SELECT id, starts_at - lag(starts_at) OVER of_doctor AS since, lead(starts_at) OVER of_doctor - starts_at AS until
        FROM appointments WHERE status IN ('Pending', 'Checked')
        WINDOW of_doctor AS (PARTITION BY doctor_id ORDER BY starts_at)
    ) AS visits
    WHERE since < 900000 OR until < 900000
);

-- {postgres}
CREATE EXTENSION IF NOT EXISTS btree_gist;
-- Two rows exclude each other when everything listed holds between them. The last line is never true between two marked
-- rows, and always true between any others.
ALTER TABLE appointments ADD CONSTRAINT appointments_overlap EXCLUDE USING gist (
    doctor_id WITH =,
    int8range(starts_at, starts_at + 900000) WITH &&,
    (CASE WHEN old_overlap THEN '' ELSE id END) WITH <>
) WHERE (status IN ('Pending', 'Checked'));

-- {sqlite}
CREATE TRIGGER appointments_overlap_insert BEFORE INSERT ON appointments
WHEN NEW.status IN ('Pending', 'Checked') AND EXISTS (
    SELECT 1 FROM appointments
    WHERE doctor_id = NEW.doctor_id AND status IN ('Pending', 'Checked') AND id <> NEW.id
      AND starts_at > NEW.starts_at - 900000 AND starts_at < NEW.starts_at + 900000
)
BEGIN
    SELECT RAISE(ABORT, 'appointments_overlap');
END;
-- What stays where it is may change otherwise: an old overlap is approved or not.
CREATE TRIGGER appointments_overlap_update BEFORE UPDATE OF doctor_id, starts_at, status ON appointments
WHEN NEW.status IN ('Pending', 'Checked')
 AND (NEW.doctor_id <> OLD.doctor_id OR NEW.starts_at <> OLD.starts_at OR OLD.status NOT IN ('Pending', 'Checked'))
 AND EXISTS (
    SELECT 1 FROM appointments
    WHERE doctor_id = NEW.doctor_id AND status IN ('Pending', 'Checked') AND id <> NEW.id
      AND starts_at > NEW.starts_at - 900000 AND starts_at < NEW.starts_at + 900000
)
BEGIN
    SELECT RAISE(ABORT, 'appointments_overlap');
END;
-- {both}

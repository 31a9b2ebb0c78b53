-- Mails and messages about one appointment keep their order: "about" says which belong together. A row that is withdrawn while a worker
-- sends it is marked, keeps its place, and is deleted when the attempt ends. Decision 0073.
ALTER TABLE mails ADD COLUMN withdrawn BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE message_queue ADD COLUMN withdrawn BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE message_queue ADD COLUMN about {text};
UPDATE message_queue SET about = (SELECT m.about FROM messages m WHERE m.id = message_queue.id);
CREATE INDEX message_queue_about ON message_queue (about) WHERE about IS NOT NULL;

-- Clinics and hospitals with a new address that is not announced yet to everybody who has booked there. The address is the one before.
CREATE TABLE clinic_moves (
    -- The doctor whose own clinic it is, or the hospital.
    place_id {text} PRIMARY KEY,
    is_hospital BOOLEAN NOT NULL,
    address {text} NOT NULL,
    address_ml {text},
    city {text} NOT NULL,
    district {text} NOT NULL,
    state {text} NOT NULL,
    pincode {text} NOT NULL,
    -- NULL until the job has seen it.
    noticed_at BIGINT,
    -- The last appointment that was told of it; empty before the first.
    announced_to {text} NOT NULL DEFAULT ''
);

-- Who has booked at a hospital.
CREATE INDEX appointments_by_hospital ON appointments (hospital_id, starts_at) WHERE hospital_id IS NOT NULL;

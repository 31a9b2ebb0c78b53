-- How a doctor's requests are answered, and what became of those that nobody answered.
--
-- answered_by is each, known or all (server/src/directory/answering); at_once_a_day belongs to all. A request whose slot begins
-- while it waits is rejected by the program, at unanswered_at. doctors.unanswered counts those of the last 30 days, so that the
-- administrator's list is sorted by an index; it is counted anew whenever one is added, and every hour where it is not 0.
ALTER TABLE doctors ADD COLUMN answered_by {text} NOT NULL DEFAULT 'each';
ALTER TABLE doctors ADD COLUMN at_once_a_day BIGINT NOT NULL DEFAULT 10;
ALTER TABLE doctors ADD COLUMN digests BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE doctors ADD COLUMN unanswered BIGINT NOT NULL DEFAULT 0;
ALTER TABLE appointments ADD COLUMN unanswered_at BIGINT;
CREATE INDEX doctors_by_unanswered ON doctors (unanswered, id) WHERE approved_at IS NOT NULL;
CREATE INDEX doctors_with_unanswered ON doctors (id) WHERE unanswered > 0;
CREATE INDEX appointments_unanswered ON appointments (doctor_id, unanswered_at) WHERE unanswered_at IS NOT NULL;
-- Which requests begin next, of all doctors. The status stands first, or SQLite takes the index of all visits by their status.
CREATE INDEX appointments_waiting ON appointments (status, starts_at, id) WHERE status = 'Pending';

-- The last time of the day, as an instant, whose digest a doctor was sent. One row for each doctor: whoever raises it sends the mail.
CREATE TABLE doctor_digests (
    doctor_id {text} PRIMARY KEY REFERENCES doctors (id) ON DELETE CASCADE,
    due_at BIGINT NOT NULL
);

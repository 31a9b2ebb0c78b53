-- Figures of past visits, and the message about a missed one (decision 0089).

-- When the patient arrived, as marked at the door or by the desk. NULL: it was not marked before the patient was called in, or an older
-- program marked it. The waiting time is the time from it to called_at.
ALTER TABLE appointments ADD COLUMN arrived_at BIGINT;
-- When the program handled a missed visit, so that it writes to the patient once. Older programs leave it empty.
ALTER TABLE appointments ADD COLUMN missed_notice_at BIGINT;
-- Waiting times at a hospital; a doctor's are found by walk_ins_of_day.
CREATE INDEX walk_ins_of_hospital ON walk_ins (hospital_id, day) WHERE hospital_id IS NOT NULL;

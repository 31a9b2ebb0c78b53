-- Figures of past visits, and the message about a missed one (decision 0089).

-- When the patient came: marked at the door or by the desk. NULL: nobody said so before the patient was called in, or a program of before
-- marked it. Until called_at it is the waiting time.
ALTER TABLE appointments ADD COLUMN arrived_at BIGINT;
-- When the program looked at a missed visit to write to its patient, so that it does so once. Programs of before leave it empty.
ALTER TABLE appointments ADD COLUMN missed_notice_at BIGINT;
-- Waiting times at a hospital; a doctor's are found by walk_ins_of_day.
CREATE INDEX walk_ins_of_hospital ON walk_ins (hospital_id, day) WHERE hospital_id IS NOT NULL;

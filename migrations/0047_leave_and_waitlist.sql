-- Waitlist entries of a day on which the doctor is on leave are kept, and leave that is over is deleted. Decision 0058.
--
-- When somebody who waits was told that the doctor is on leave at the hours that they wait for: they are told once.
ALTER TABLE waitlist_entries ADD COLUMN away_told_at BIGINT;

-- For the job that deletes old leave.
CREATE INDEX doctor_leave_ended ON doctor_leave (last_day);

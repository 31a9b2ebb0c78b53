-- Missed visits that are not handled yet: the job looks for those of the last days.
-- {concurrently}
CREATE INDEX CONCURRENTLY appointments_missed ON appointments (starts_at) WHERE attendance = 'absent' AND missed_notice_at IS NULL;

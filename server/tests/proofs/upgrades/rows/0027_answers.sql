UPDATE doctors SET answered_by = 'all', at_once_a_day = 4, digests = FALSE, unanswered = 1 WHERE doctor_id = 'TCMC/101';
UPDATE appointments SET unanswered_at = starts_at WHERE status = 'Rejected';
INSERT INTO doctor_digests (doctor_id, due_at) SELECT id, 1794600000000 FROM doctors WHERE doctor_id = 'TCMC/101';

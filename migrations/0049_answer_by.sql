-- Until when a request waits for its doctor (decision 0053): halfway to the slot, a day at most, never at night. It is stored, because a
-- moved request waits from its move on. Requests from before end when their slots begin, as their doctors were told; so do those that an
-- older program adds meanwhile.
ALTER TABLE appointments ADD COLUMN answer_by BIGINT;
CREATE INDEX appointments_by_end ON appointments (COALESCE(answer_by, starts_at), doctor_id) WHERE status = 'Pending';
CREATE INDEX appointments_of_doctor_by_end ON appointments (doctor_id, COALESCE(answer_by, starts_at), id) WHERE status = 'Pending';

-- Another time that a doctor offers with a rejection (decision 0078): the start of the slot, until the patient has booked it.
ALTER TABLE appointments ADD COLUMN offered_at BIGINT;
-- Whether the slot that a user books was offered to them is asked with every booking.
CREATE INDEX appointments_offered ON appointments (user_id, offered_at) WHERE offered_at IS NOT NULL;

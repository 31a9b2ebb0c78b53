-- Appointments. The partial unique index is the promise of the product: at most one active booking for a doctor's
-- slot, whatever races. Its condition is spelled alike in every query that means "active".
--
-- The fee is the one shown at booking time. sequence counts the changes, for the calendars of those who were told.
CREATE TABLE appointments (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    user_id {text} NOT NULL REFERENCES users (id),
    patient_name {text} NOT NULL,
    contact_number {text} NOT NULL,
    starts_at BIGINT NOT NULL,
    fee BIGINT NOT NULL,
    status {text} NOT NULL CHECK (status IN ('Pending', 'Checked', 'Rejected', 'Cancelled')),
    sequence BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX appointments_slot ON appointments (doctor_id, starts_at) WHERE status IN ('Pending', 'Checked');
CREATE INDEX appointments_user ON appointments (user_id, starts_at, id);
CREATE INDEX appointments_doctor ON appointments (doctor_id, status, starts_at);

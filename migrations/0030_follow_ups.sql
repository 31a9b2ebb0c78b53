-- Follow-ups: a doctor asks a patient to come again, so many days after a visit, with or without a fee.
--
-- due_at is the day that was asked for, as it begins in India. Whoever sets proposed_at writes the mail in the same transaction, so
-- that a proposal is written once, whatever instances race. What was booked of it is found by appointments.follows_id. Decision 0056.
CREATE TABLE follow_ups (
    visit_id {text} PRIMARY KEY REFERENCES appointments (id),
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    user_id {text} NOT NULL REFERENCES users (id),
    days BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    without_fee BOOLEAN NOT NULL,
    marked_at BIGINT NOT NULL,
    proposed_at BIGINT,
    declined_at BIGINT
);
CREATE INDEX follow_ups_due ON follow_ups (due_at, visit_id) WHERE proposed_at IS NULL;
CREATE INDEX follow_ups_of_user ON follow_ups (user_id, due_at);
CREATE INDEX follow_ups_of_doctor ON follow_ups (doctor_id);

-- The visit that this one follows, and whether its fee was waived for that: then fee is 0.
ALTER TABLE appointments ADD COLUMN follows_id {text};
ALTER TABLE appointments ADD COLUMN fee_waived BOOLEAN NOT NULL DEFAULT FALSE;
-- At most one active visit follows another: nobody comes twice without a fee.
CREATE UNIQUE INDEX appointments_following ON appointments (follows_id)
    WHERE follows_id IS NOT NULL AND status IN ('Pending', 'Checked');

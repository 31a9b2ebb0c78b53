-- What people were offered while they waited is remembered when they leave the line, so that whoever joins again is not offered the same
-- slot again (decision 0058); and when a number was last proved by a code (decision 0057).
--
-- A row goes when its user is in line for that day again, joins another line once the slot is over, or is erased. A program of before
-- writes none: whoever leaves by it may be offered a slot twice.
CREATE TABLE waitlist_offered (
    id {text} PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id),
    doctor_id {text} NOT NULL,
    starts_at BIGINT NOT NULL
);
CREATE INDEX waitlist_offered_of ON waitlist_offered (user_id, doctor_id, starts_at);

-- Numbers that were proved before, or by a program of before, have none: they count as proved long ago.
ALTER TABLE accounts ADD COLUMN proved_at BIGINT;

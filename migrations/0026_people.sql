-- People whom a user books for: a child, a parent, a neighbour. Seen by that user alone, removed with the account.
--
-- guardian_at is when the user confirmed to be the guardian of somebody under 18. Decision 0051.
CREATE TABLE people (
    id {text} PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id),
    name {text} NOT NULL,
    phone {text} NOT NULL,
    birth_year BIGINT,
    gender {text} CHECK (gender IN ('Male', 'Female')),
    guardian_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX people_of_user ON people (user_id, id);

-- Whom a visit was booked for. No foreign key: removing a person leaves the visits as they are, and takes no row of theirs
-- from a doctor who is deciding about it.
ALTER TABLE appointments ADD COLUMN person_id {text};

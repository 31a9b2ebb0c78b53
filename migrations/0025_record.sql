-- The record of who did what: from which network, with words that can be erased, and sealed so that nobody changes it unseen.
-- Decision 0044.
ALTER TABLE audit ADD COLUMN network {text};
-- How often it was done: wrong logins of an hour are one row.
ALTER TABLE audit ADD COLUMN times BIGINT NOT NULL DEFAULT 1;
-- Of the row's words, with a salt that is beside them.
ALTER TABLE audit ADD COLUMN digest {text};
-- The batch that holds the row; none yet for the newest ones.
ALTER TABLE audit ADD COLUMN seal BIGINT;
CREATE INDEX audit_by_seal ON audit (seal, id);
CREATE INDEX audit_by_actor ON audit (actor_id, id);

-- What people are called and what they said. Erasing somebody deletes their rows here; what stays in the log are ids.
CREATE TABLE audit_words (
    id {text} PRIMARY KEY REFERENCES audit (id) ON DELETE CASCADE,
    salt {text} NOT NULL,
    subject_name {text} NOT NULL,
    subject_key {text} NOT NULL,
    reason {text}
);
CREATE INDEX audit_words_by_name ON audit_words (subject_key, id);

-- The words of rows from before, and of those that an older program beside this one still writes, are moved there by the
-- program, which alone can make their digests.
CREATE INDEX audit_with_words ON audit (id) WHERE subject_name <> '' OR reason IS NOT NULL;
DROP INDEX audit_by_name;
DROP INDEX audit_unfolded;

-- Each seal is a keyed hash of its rows and of the seal before it. That one is written down here too, with the time of its
-- newest row: so the oldest seals can go, a year after their rows, and the next one still says what was before it.
CREATE TABLE audit_seals (
    number BIGINT PRIMARY KEY,
    sealed_at BIGINT NOT NULL,
    -- The time of its newest row.
    until BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    previous {text} NOT NULL,
    previous_until BIGINT NOT NULL,
    key_id {text} NOT NULL,
    seal {text} NOT NULL
);

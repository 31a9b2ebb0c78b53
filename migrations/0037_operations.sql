-- What the operator's page tells, and who agreed to what. Decision 0063.

-- What jobs of the background did last: when one ran to its end, when it last did something (deleted what was old, made a backup), how
-- much that was, and what was wrong. A row for each job that has something to tell.
CREATE TABLE job_results (
    job {text} PRIMARY KEY,
    ran_at BIGINT NOT NULL,
    acted_at BIGINT,
    amount BIGINT NOT NULL DEFAULT 0,
    problem {text}
);

-- What a mail that was given up said, encrypted by the program's key, for as long as it may be tried again. An older program beside this
-- one keeps nothing.
ALTER TABLE mails ADD COLUMN kept {text};
CREATE INDEX mails_failed ON mails (id) WHERE failed_at IS NOT NULL;

-- Who agreed to what, under which version of the notice, and how that ended. An account or a donor, by the id alone: no foreign key, as the
-- row outlives them for as long as it has to be shown that they agreed.
CREATE TABLE consents (
    id {text} PRIMARY KEY,
    subject_id {text} NOT NULL,
    purpose {text} NOT NULL CHECK (purpose IN ('account', 'donor', 'messages')),
    notice {text} NOT NULL,
    given_at BIGINT NOT NULL,
    ended_at BIGINT,
    ended_by {text} CHECK (ended_by IN ('withdrawn', 'erased'))
);
CREATE INDEX consents_of ON consents (subject_id, id);
CREATE INDEX consents_ended ON consents (ended_at) WHERE ended_at IS NOT NULL;

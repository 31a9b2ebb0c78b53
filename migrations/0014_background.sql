-- Work in the background: which instance is at a job, why a mail did not go, and sessions that are found by their end.
--
-- A lease ends with its job, and by itself when its instance died.
CREATE TABLE job_leases (
    job {text} PRIMARY KEY,
    instance {text} NOT NULL,
    until BIGINT NOT NULL
);

-- What a mail says (links that open an account, too) goes when the mail is sent or given up. Of one that was given up stays
-- for the operator: to whom, about what, when, and why.
ALTER TABLE outbox ADD COLUMN failure {text};
UPDATE outbox SET body_text = '', body_html = '', calendar = NULL, calendar_method = NULL WHERE failed_at IS NOT NULL;

CREATE INDEX sessions_end ON sessions (expires_at);

-- Platform: what the program needs to run, whatever it is used for. Mails that wait, jobs, keys, rate limits, idempotency, search and the
-- audit log. Columns are TEXT (compared by bytes), BIGINT or BOOLEAN; ids are UUIDv7, instants UTC milliseconds.

-- Which instance runs a job. A lease ends with the job, or at `until` if its instance died.
CREATE TABLE job_leases (
    job {text} PRIMARY KEY,
    instance {text} NOT NULL,
    until BIGINT NOT NULL
);

-- What all instances and restarts share, in one row. It belongs to the running installation and is in no backup.
CREATE TABLE installation_state (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    -- The last time of the clock that was trusted (decision 0050).
    clock_trusted_at BIGINT,
    -- NULL: a backup is due now.
    next_backup_at BIGINT
);

-- The last run of each background job that reports one, for the operator's page (decision 0063).
CREATE TABLE job_runs (
    job {text} PRIMARY KEY,
    ran_at BIGINT NOT NULL,
    -- When it last did something, such as deleting old rows, and how much that was.
    acted_at BIGINT,
    amount BIGINT NOT NULL DEFAULT 0,
    problem {text}
);

-- Mails that wait, written in the transaction of what they report. A row holds what the mail says; the mail itself, several times as
-- long, is rendered when it is sent (decision 0036). A worker claims a row by leased_until and deletes it once the mail server has the
-- mail. A mail that failed for good keeps its row without the content.
-- {postgres}
CREATE TABLE mail_queue (
    id {text} PRIMARY KEY,
    recipient {text} NOT NULL,
    content {text},
    due_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    leased_until BIGINT NOT NULL DEFAULT 0,
    failed_at BIGINT,
    failure {text},
    -- The id of what the mail is about: mails about one thing keep their order and can be withdrawn.
    about {text},
    -- The content of a failed mail, encrypted, while it may be tried again.
    kept {text},
    -- Withdrawn while a worker sends it: keeps its place and is deleted when the attempt ends (decision 0073).
    withdrawn BOOLEAN NOT NULL DEFAULT FALSE
);
-- {sqlite}
CREATE TABLE mail_queue (
    id {text} PRIMARY KEY,
    recipient {text} NOT NULL,
    content {text},
    due_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    leased_until BIGINT NOT NULL DEFAULT 0,
    failed_at BIGINT,
    failure {text},
    about {text},
    kept {text},
    withdrawn BOOLEAN NOT NULL DEFAULT FALSE
) WITHOUT ROWID;
-- {both}
CREATE INDEX mail_queue_due ON mail_queue (due_at) WHERE failed_at IS NULL;
-- Mails to one recipient keep their order.
CREATE INDEX mail_queue_recipient ON mail_queue (recipient, id) WHERE failed_at IS NULL;
CREATE INDEX mail_queue_about ON mail_queue (about) WHERE about IS NOT NULL;
CREATE INDEX mail_queue_failed ON mail_queue (id) WHERE failed_at IS NOT NULL;

-- E-mail addresses, in lower case, from which mails came back (decision 0066).
CREATE TABLE bounced_addresses (
    address {text} PRIMARY KEY,
    -- The mail of the last bounce: one mail counts once.
    last_mail_id {text} NOT NULL,
    -- Soft bounces are only counted.
    soft BIGINT NOT NULL,
    -- Since when mails are known not to arrive.
    undeliverable_since BIGINT,
    bounced_at BIGINT NOT NULL,
    -- When the newest mail that its owner has read was made: bounces of earlier mails no longer count.
    last_read_mail_at BIGINT,
    -- An unsigned report of a hard bounce: the owner is asked whether mails arrive, and mails go on.
    reported_at BIGINT
);
CREATE INDEX bounced_addresses_bounced ON bounced_addresses (bounced_at);

-- Ids of the keys that this database was used with; the keys are outside it. An instance with another key does not start (decision 0042).
CREATE TABLE encryption_keys (
    id {text} PRIMARY KEY,
    first_used_at BIGINT NOT NULL
);

-- Writes with an Idempotency-Key and their answers, for a day (decision 0067).
CREATE TABLE idempotency_keys (
    -- Digest of the owner and the key.
    id {text} PRIMARY KEY,
    -- NULL for a visitor. No foreign key: a row is deleted with the account or after a day.
    account_id {text},
    -- Keyed digest of method, address and body: bodies cannot be guessed without the program's key.
    request {text} NOT NULL,
    -- The attempt that holds the key; one that takes over from a dead one has another.
    attempt {text} NOT NULL,
    claimed_at BIGINT NOT NULL,
    -- Set in the transaction of the write itself.
    written BOOLEAN NOT NULL DEFAULT FALSE,
    -- The answer; the body is encrypted.
    status BIGINT,
    content_type {text},
    body {text}
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at);
CREATE INDEX idempotency_keys_of_account ON idempotency_keys (account_id) WHERE account_id IS NOT NULL;

-- Rate limits of all instances. SQLite has one instance, which counts in memory. A class of limits has a fixed number of counters, chosen
-- by a hash of the key (an account, a name, a network), so the table is bounded; `tag` is another part of the hash. Not logged: no counter
-- has to survive a crash of the database.
-- {postgres}
CREATE UNLOGGED TABLE rate_limits (
    class {text} NOT NULL,
    slot BIGINT NOT NULL,
    counted_at BIGINT NOT NULL,
    tag BIGINT NOT NULL,
    count BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (class, slot)
);
CREATE INDEX rate_limits_until ON rate_limits (until);
-- {both}

-- Search by the beginning of a word, without LIKE and alike on both engines: a row for each folded word of a subject's name.
CREATE TABLE search_words (
    kind {text} NOT NULL,
    word {text} NOT NULL,
    subject {text} NOT NULL,
    PRIMARY KEY (kind, word, subject)
);
-- Covers the words of a subject, so that no planner walks through all words of the kind in the primary key.
CREATE INDEX search_words_of_subject ON search_words (subject, kind, word);

-- One row once the demo data was filled in: its logins are published and work on the machine itself only (decision 0070).
CREATE TABLE demo_data (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    filled_at BIGINT NOT NULL
);

-- The audit log: who did what to whom, from which network, as ids only. Rows are sealed in batches and deleted after a year (decision 0044).
CREATE TABLE audit_log (
    id {text} PRIMARY KEY,
    at BIGINT NOT NULL,
    actor_id {text} NOT NULL,
    actor_role {text} NOT NULL,
    action {text} NOT NULL,
    subject_kind {text} NOT NULL,
    subject_id {text} NOT NULL,
    network {text},
    -- How often: failed logins of an hour are one row.
    times BIGINT NOT NULL DEFAULT 1,
    -- Salted digest of the row's details.
    digest {text},
    -- The batch that holds the row; NULL until it is sealed.
    seal BIGINT
);
CREATE INDEX audit_log_subject ON audit_log (subject_id, id);
CREATE INDEX audit_log_action ON audit_log (action, id);
CREATE INDEX audit_log_kind ON audit_log (subject_kind, id);
CREATE INDEX audit_log_role ON audit_log (actor_role, id);
CREATE INDEX audit_log_seal ON audit_log (seal, id);
CREATE INDEX audit_log_actor ON audit_log (actor_id, id);

-- Names and reasons of the log. Erasing a person deletes them here; the ids stay in the log.
CREATE TABLE audit_details (
    id {text} PRIMARY KEY REFERENCES audit_log (id) ON DELETE CASCADE,
    salt {text} NOT NULL,
    subject_name {text} NOT NULL,
    subject_key {text} NOT NULL,
    reason {text}
);
CREATE INDEX audit_details_name ON audit_details (subject_key, id);

-- The doctor for whom somebody at a desk acted (decision 0060).
CREATE TABLE audit_on_behalf (
    id {text} PRIMARY KEY REFERENCES audit_log (id) ON DELETE CASCADE,
    on_behalf_of {text} NOT NULL
);
CREATE INDEX audit_on_behalf_of ON audit_on_behalf (on_behalf_of, id);

-- A seal is a keyed hash of its rows and of the seal before it. That one is repeated here with the time of its newest row, so that the
-- oldest seals can be deleted with their rows and the next one still names its predecessor.
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

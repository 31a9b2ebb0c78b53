-- Notifications to browsers (decision 0092): the installation's key, the devices that want them, and the pushes that wait.

-- The key pair that every subscription is bound to, encrypted by the program's key. In no backup: subscriptions end with their logins.
CREATE TABLE push_keys (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    sealed {text} NOT NULL,
    made_at BIGINT NOT NULL
);

-- A browser that gets notifications while its login lasts: a logout, or any other end of the session, ends it.
CREATE TABLE push_subscriptions (
    id {text} PRIMARY KEY,
    session_digest {text} NOT NULL UNIQUE REFERENCES sessions (token_digest) ON DELETE CASCADE,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- Where the browser's maker takes messages for it: a browser belongs to one account.
    endpoint {text} NOT NULL UNIQUE,
    -- The browser's public key and its secret, with which messages are encrypted.
    p256dh {text} NOT NULL,
    auth {text} NOT NULL,
    created_at BIGINT NOT NULL,
    -- When its push service last took a message.
    last_used_at BIGINT,
    -- Messages that failed since then, and since when.
    failures BIGINT NOT NULL DEFAULT 0,
    failing_since BIGINT
);
CREATE INDEX push_subscriptions_account ON push_subscriptions (account_id);

-- Pushes that wait, written in the transaction of what they report, with the mail and the message to the phone that follow if no device
-- takes them. A worker claims a row by leased_until, and deletes it.
CREATE TABLE push_queue (
    id {text} PRIMARY KEY,
    -- The account.
    recipient {text} NOT NULL,
    -- The id of what the push is about.
    about {text} NOT NULL,
    content {text} NOT NULL,
    due_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    leased_until BIGINT NOT NULL DEFAULT 0,
    withdrawn BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX push_queue_due ON push_queue (due_at);
CREATE INDEX push_queue_recipient ON push_queue (recipient, id);
CREATE INDEX push_queue_about ON push_queue (about);

-- When the patient was told that few are before them, once for each visit. Programs of before leave it empty.
ALTER TABLE appointments ADD COLUMN turn_notice_at BIGINT;

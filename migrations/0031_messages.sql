-- Messages to phones, by SMS or WhatsApp, beside mails. Decision 0057.
--
-- What became of each is in messages, without its number and its words: those wait in message_queue, written in the same
-- transaction, and go when the provider has them. The key says what a message is about, so that one is queued once whatever
-- races; the id goes with every try, so that the provider sees that two tries are one message.
CREATE TABLE messages (
    id {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    key {text} NOT NULL,
    about {text},
    channel {text} NOT NULL CHECK (channel IN ('sms', 'whatsapp')),
    kind {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('queued', 'taken', 'failed', 'delivered')),
    reason {text},
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX messages_key ON messages (key);
CREATE INDEX messages_of ON messages (account_id, id);
CREATE INDEX messages_about ON messages (about) WHERE about IS NOT NULL;
CREATE INDEX messages_figures ON messages (created_at, channel, state);

CREATE TABLE message_queue (
    id {text} PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
    recipient {text} NOT NULL,
    content {text} NOT NULL,
    due_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    leased_until BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX message_queue_due ON message_queue (due_at);
CREATE INDEX message_queue_recipient ON message_queue (recipient, id);

-- The number that an account proved by a code; it counts while it is the account's number. Of one role it is one account's.
ALTER TABLE accounts ADD COLUMN proved_phone {text};
ALTER TABLE accounts ADD COLUMN message_channel {text} CHECK (message_channel IN ('sms', 'whatsapp'));
CREATE UNIQUE INDEX accounts_proved_phone ON accounts (role, proved_phone) WHERE proved_phone IS NOT NULL;

-- Codes on their way to a number: six digits, as a keyed digest. One without an account was asked for by a number that nobody
-- proved; it is never right, and looks like any other.
CREATE TABLE phone_codes (
    token_digest {text} PRIMARY KEY,
    purpose {text} NOT NULL CHECK (purpose IN ('login', 'prove')),
    account_id {text} REFERENCES accounts (id) ON DELETE CASCADE,
    phone {text} NOT NULL,
    code_seal {text} NOT NULL,
    wrong_codes BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX phone_codes_of ON phone_codes (account_id);
CREATE INDEX phone_codes_ended ON phone_codes (expires_at);

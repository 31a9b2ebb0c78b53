-- Identity: accounts of all roles, sessions, passwords, second factors, links and codes that sign in, messages to phones, and consents.
-- Tokens of sessions and links are stored as digest_enabled only.

-- An account has an e-mail address, a mobile number or both. An address signs in one account of a role, whatever its case: email_key is
-- the folded address. A number may be shared by a family; once verified it belongs to one account of a role. A deleted account keeps its
-- row, because other rows refer to it.
CREATE TABLE accounts (
    id {text} PRIMARY KEY,
    role {text} NOT NULL CHECK (role IN ('user', 'doctor', 'hospital', 'pharmacy', 'admin', 'desk')),
    -- NULL: no address. The API answers an empty text.
    email {text},
    -- The folded address. Deleted and removed accounts have their id here, so that the address is free.
    email_key {text},
    email_confirmed_at BIGINT,
    phone {text},
    -- A number that several accounts share signs in the one that has had it longest.
    phone_since BIGINT,
    -- The number that was verified by a code; it counts while it is the account's number (decision 0057).
    verified_phone {text},
    phone_verified_at BIGINT,
    message_channel {text} CHECK (message_channel IN ('sms', 'whatsapp')),
    password_hash {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('pending', 'active', 'blocked', 'deleted')),
    lang {text} NOT NULL CHECK (lang IN ('en', 'ml')),
    created_at BIGINT NOT NULL,
    -- Of administrators, whose sessions end half an hour after their last use, and of patients, for retention.
    last_used_at BIGINT,
    -- When an administrator was removed: the log shows the address for another year.
    removed_at BIGINT,
    -- When the holder was mailed that the unused account will be erased (decision 0075).
    retention_mailed_at BIGINT,
    CHECK ((email IS NULL) = (email_key IS NULL))
);
CREATE UNIQUE INDEX accounts_email ON accounts (role, email_key);
CREATE INDEX accounts_phone ON accounts (role, phone);
CREATE INDEX accounts_phone_first ON accounts (role, phone, phone_since, id) WHERE state = 'active';
CREATE UNIQUE INDEX accounts_verified_phone ON accounts (role, verified_phone) WHERE verified_phone IS NOT NULL;
-- Lists leave out deleted accounts and run by id.
CREATE INDEX accounts_living ON accounts (role, id) WHERE state <> 'deleted';
CREATE INDEX accounts_removed ON accounts (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX accounts_by_last_use ON accounts (COALESCE(last_used_at, created_at))
    WHERE role = 'user' AND state <> 'deleted';

-- What patients say of themselves. Deleting the account empties it.
CREATE TABLE users (
    id {text} PRIMARY KEY REFERENCES accounts (id),
    username {text} NOT NULL,
    name_key {text} NOT NULL,
    gender {text},
    dob {text},
    state {text},
    district {text},
    pincode {text}
);
CREATE INDEX users_by_name ON users (name_key, id);

-- Ending a session deletes its row.
CREATE TABLE sessions (
    token_digest {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- A session also ends a set time after the login, however much it is used.
    signed_in_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    browser {text},
    system {text},
    network {text}
);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_end ON sessions (expires_at);

-- Password reset by a mailed link. Using one deletes all of the account.
CREATE TABLE password_resets (
    token_digest {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX password_resets_account ON password_resets (account_id);

-- A new e-mail address, until its link is used. One per account: a newer link ends an older one. A confirmed row stays until it expires,
-- so that a second click is answered like the first.
CREATE TABLE email_changes (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    email {text} NOT NULL,
    token_digest {text} NOT NULL,
    -- The session that asked; it stays signed in when the others end.
    session_digest {text} NOT NULL,
    expires_at BIGINT NOT NULL,
    confirmed_at BIGINT
);
CREATE UNIQUE INDEX email_changes_link ON email_changes (token_digest);

-- The link in the mail about an approval by which the owner of the address reports that somebody else applied in their name. A new
-- password or address does not end it: the impostor could do that. used_at stays: a second click is answered like the first.
CREATE TABLE impersonation_links (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    token_digest {text} NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE UNIQUE INDEX impersonation_links_token ON impersonation_links (token_digest);
CREATE INDEX impersonation_links_expiry ON impersonation_links (expires_at);

-- The secret of an account's authenticator app, encrypted. A code belongs to a step of 30 seconds; a step counts once, and no earlier
-- one after it (decision 0042).
CREATE TABLE second_factors (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    secret {text} NOT NULL,
    last_step BIGINT NOT NULL,
    enrolled_at BIGINT NOT NULL
);

-- The same, until a first code shows that the app has it.
CREATE TABLE second_factor_enrollments (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    secret {text} NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX second_factor_enrollments_ended ON second_factor_enrollments (expires_at);

-- Each signs in once in place of a code. 120 random bits: the digest needs no salt.
CREATE TABLE recovery_codes (
    code_digest {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_of ON recovery_codes (account_id);

-- Logins with a right password that still need the code.
CREATE TABLE login_challenges (
    token_digest {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    wrong_codes BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX login_challenges_of ON login_challenges (account_id);
CREATE INDEX login_challenges_ended ON login_challenges (expires_at);

-- Links that sign in, mailed after the right code on a new device where the code alone is not enough (decision 0069).
CREATE TABLE login_links (
    token_digest {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX login_links_of ON login_links (account_id);
CREATE INDEX login_links_ended ON login_links (expires_at);

-- Codes of six digits that were sent to a number, as keyed digest_enabled. One without an account was asked for with a number that nobody has
-- verified: it is never right, and answered like any other.
CREATE TABLE phone_codes (
    token_digest {text} PRIMARY KEY,
    purpose {text} NOT NULL CHECK (purpose IN ('login', 'prove')),
    account_id {text} REFERENCES accounts (id) ON DELETE CASCADE,
    phone {text} NOT NULL,
    code_digest {text} NOT NULL,
    wrong_codes BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX phone_codes_of ON phone_codes (account_id);
CREATE INDEX phone_codes_ended ON phone_codes (expires_at);

-- Codes sent on a day in India, to all numbers (empty prefix) and by the first six digits: daily limits and the operator's page read it.
CREATE TABLE phone_code_counts (
    day {text} NOT NULL,
    prefix {text} NOT NULL,
    codes BIGINT NOT NULL,
    -- Of these, asked for on devices that the account does not know.
    unknown_devices BIGINT NOT NULL,
    PRIMARY KEY (day, prefix)
);

-- Messages to phones by SMS or WhatsApp: what became of each, without number and words (decision 0057).
CREATE TABLE phone_messages (
    -- Sent with every attempt, so that the provider recognises a repetition.
    id {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- What it is about, so that it is queued once.
    key {text} NOT NULL,
    about {text},
    channel {text} NOT NULL CHECK (channel IN ('sms', 'whatsapp')),
    kind {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('queued', 'taken', 'failed', 'delivered')),
    reason {text},
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX phone_messages_key ON phone_messages (key);
CREATE INDEX phone_messages_of ON phone_messages (account_id, id);
CREATE INDEX phone_messages_about ON phone_messages (about) WHERE about IS NOT NULL;
CREATE INDEX phone_messages_statistics ON phone_messages (created_at, channel, state);

-- Number and words of the messages that wait; deleted once the provider has them.
CREATE TABLE phone_message_queue (
    id {text} PRIMARY KEY REFERENCES phone_messages (id) ON DELETE CASCADE,
    recipient {text} NOT NULL,
    content {text} NOT NULL,
    due_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    leased_until BIGINT NOT NULL DEFAULT 0,
    about {text},
    withdrawn BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX phone_message_queue_due ON phone_message_queue (due_at);
CREATE INDEX phone_message_queue_recipient ON phone_message_queue (recipient, id);
CREATE INDEX phone_message_queue_about ON phone_message_queue (about) WHERE about IS NOT NULL;

-- Who consented to what, under which version of the notice. No foreign key: a row outlives its account or donor for as long as consent
-- has to be shown (decision 0063).
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

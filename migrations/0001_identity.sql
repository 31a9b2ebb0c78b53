-- Accounts of all five roles and their sessions.
--
-- An e-mail address signs in to one account of a role, whatever its case: email_key is the folded address.
-- A mobile number may be shared (a family), so it is only indexed. What a person tells us beyond their login
-- (names, addresses) belongs to the feature that uses it, not here.
CREATE TABLE accounts (
    id {text} PRIMARY KEY,
    role {text} NOT NULL CHECK (role IN ('user', 'doctor', 'hospital', 'pharmacy', 'admin')),
    email {text} NOT NULL,
    email_key {text} NOT NULL,
    phone {text},
    password_hash {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('pending', 'active', 'blocked', 'deleted')),
    lang {text} NOT NULL CHECK (lang IN ('en', 'ml')),
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX accounts_email ON accounts (role, email_key);
CREATE INDEX accounts_phone ON accounts (role, phone);

-- A token is shown once, at login; only its digest is kept. Ending a session deletes its row.
CREATE TABLE sessions (
    token_digest {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    last_used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account_id);

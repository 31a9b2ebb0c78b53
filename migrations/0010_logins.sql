-- Since when an account has its number, and the addresses that wait to be confirmed.
--
-- A number that several accounts of a role share signs in the one that had it first. A worker has it from the approval on,
-- so that letting one in never takes the number from somebody who signs in with it already.
ALTER TABLE accounts ADD COLUMN phone_since BIGINT;
UPDATE accounts SET phone_since = COALESCE(
    (SELECT d.approved_at FROM doctors d WHERE d.id = accounts.id),
    (SELECT f.listed_at FROM facilities f WHERE f.id = accounts.id),
    created_at
) WHERE phone IS NOT NULL;
CREATE INDEX accounts_phone_first ON accounts (role, phone, phone_since, id) WHERE state = 'active';

-- A new e-mail address counts once the link that was sent to it is used. One waits at a time, so that a newer link ends
-- an older one. session_digest is the session that asked for it: it stays when the others end.
-- A confirmed row stays until it is too old: whoever presses twice is told the same twice.
CREATE TABLE email_changes (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    email {text} NOT NULL,
    token_digest {text} NOT NULL,
    session_digest {text} NOT NULL,
    expires_at BIGINT NOT NULL,
    confirmed_at BIGINT
);
CREATE UNIQUE INDEX email_changes_link ON email_changes (token_digest);

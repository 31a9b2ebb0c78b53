-- Writes that carry an Idempotency-Key, and what they were answered: kept for a day. Decision 0067.
CREATE TABLE idempotency_keys (
    -- The digest of whose key it is and of the key.
    id {text} PRIMARY KEY,
    -- Whose; none of a visitor. No foreign key: it goes with the account, or after a day.
    account_id {text},
    -- The seal of the method, the address and the body: the program's key is needed to try bodies on it.
    request {text} NOT NULL,
    -- Who is at it: another one who takes over has another.
    attempt {text} NOT NULL,
    claimed_at BIGINT NOT NULL,
    -- Set by the unit that does what was asked, in the same commit.
    written BOOLEAN NOT NULL DEFAULT FALSE,
    -- The answer, once it is there; its body is closed by the program's key.
    status BIGINT,
    content_type {text},
    body {text}
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at);
CREATE INDEX idempotency_keys_of_account ON idempotency_keys (account_id) WHERE account_id IS NOT NULL;

-- A second factor beside the password: codes of an app, and codes to recover with. Decision 0042.
--
-- The program's key stands outside the database. Here are only the ids of those that it was used with, so that an instance
-- that has another does not start.
CREATE TABLE keys_used (
    id {text} PRIMARY KEY,
    first_used_at BIGINT NOT NULL
);

-- What an account's app makes its codes from, encrypted. A code is of a step of 30 seconds; each step counts once, and none
-- before it.
CREATE TABLE second_factors (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    secret {text} NOT NULL,
    last_step BIGINT NOT NULL,
    enrolled_at BIGINT NOT NULL
);

-- The same, until a first code shows that the app has it.
CREATE TABLE second_factor_offers (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    secret {text} NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX second_factor_offers_ended ON second_factor_offers (expires_at);

-- Each opens the account once, in the place of a code. 120 random bits each: their digests tell nothing.
CREATE TABLE recovery_codes (
    code_digest {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_of ON recovery_codes (account_id);

-- Somebody who proved the password and owes the code.
CREATE TABLE login_challenges (
    token_digest {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    wrong_codes BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX login_challenges_of ON login_challenges (account_id);
CREATE INDEX login_challenges_ended ON login_challenges (expires_at);

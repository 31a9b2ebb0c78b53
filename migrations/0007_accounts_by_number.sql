-- Accounts by number: a patient registers with a mobile number and a code, with neither address nor password.

-- Whether a code creates an account if no account has proved its number. Older programs send no such codes.
ALTER TABLE phone_codes ADD COLUMN may_register BOOLEAN NOT NULL DEFAULT FALSE;

-- The former number of an account with neither password nor address, after another account proved it: carriers reassign numbers. The account
-- keeps its visits; an administrator who has verified the person returns them to the account that the person has now (decision 0083).
CREATE TABLE former_numbers (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    phone {text} NOT NULL,
    lost_at BIGINT NOT NULL
);
CREATE INDEX former_numbers_phone ON former_numbers (phone);

-- What users tell us beyond their login, and the links that reset a forgotten password.
--
-- A deleted account keeps its row (bookings point at it) with everything personal emptied.
CREATE TABLE users (
    id {text} PRIMARY KEY REFERENCES accounts (id),
    username {text} NOT NULL,
    gender {text},
    dob {text},
    state {text},
    district {text},
    pincode {text}
);

-- Like a session's token, a link's is kept as its digest only. Using one deletes all of its account.
CREATE TABLE password_resets (
    token_digest {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX password_resets_account ON password_resets (account_id);

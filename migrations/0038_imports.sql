-- Doctors, hospitals and pharmacies that came by a table, so that a table can be undone as a whole. Decision 0065.

CREATE TABLE imports (
    id {text} PRIMARY KEY,
    -- No foreign key: an administrator who was removed keeps the row of their account.
    admin_id {text} NOT NULL,
    kind {text} NOT NULL CHECK (kind IN ('doctors', 'facilities')),
    people BIGINT NOT NULL,
    -- Of a password that nobody knows, which all of them get: whoever has another has chosen one, and stays.
    password_hash {text} NOT NULL,
    created_at BIGINT NOT NULL,
    undone_at BIGINT
);

-- Who came by an import. Whoever is taken away again takes the row along.
CREATE TABLE import_rows (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    import_id {text} NOT NULL REFERENCES imports (id)
);
CREATE INDEX import_rows_of ON import_rows (import_id, account_id);

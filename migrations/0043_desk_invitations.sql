-- Invitations to a desk, and the mark of a demo database. Decision 0070.

-- Somebody whom a doctor or a hospital invited to the desk and who has not accepted yet. The account is made with acceptance, under the
-- invitation's id, so that the audit log has one id for both. Several employers may invite one address: none learns of the others.
CREATE TABLE desk_invitations (
    id {text} PRIMARY KEY,
    employer_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name {text} NOT NULL,
    email {text} NOT NULL,
    -- In lower case.
    email_key {text} NOT NULL,
    lang {text} NOT NULL,
    -- Of the link in the mail.
    token_digest {text} NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX desk_invitations_of ON desk_invitations (employer_id, email_key);
CREATE INDEX desk_invitations_expired ON desk_invitations (expires_at);

-- One row once the demo data set was filled into this database: its logins are published, and work only on the machine itself.
CREATE TABLE demo_data (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    filled_at BIGINT NOT NULL
);

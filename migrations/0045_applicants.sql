-- Applicants confirm their address, whoever did not apply says so, and unsigned returns of mails no longer mark an address. Decisions
-- 0072 and 0066.

-- When the owner confirmed the account's address by a mailed link. Accounts of before have none: nothing is claimed about them.
ALTER TABLE accounts ADD COLUMN email_confirmed_at BIGINT;

-- The link in the mail about an approval by which the owner of the address reports that somebody else applied in their name. It is not
-- among the links that a new password or another address ends: whoever applied could end it in that way. used_at stays, so that the
-- link suspends once and is answered alike when it is used again.
CREATE TABLE impersonation_links (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    token_digest {text} NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE UNIQUE INDEX impersonation_links_token ON impersonation_links (token_digest);
CREATE INDEX impersonation_links_expiry ON impersonation_links (expires_at);

-- When a mail was last reported to have come back for good by somebody whose word is not signed: the owner is asked whether mails
-- arrive, and mails go on. Before, two such reports marked the address, and the first of them ended last_mail with ' final'.
ALTER TABLE bounced_addresses ADD COLUMN reported_at BIGINT;
UPDATE bounced_addresses SET reported_at = bounced_at WHERE unreached_at IS NULL AND last_mail LIKE '% final';

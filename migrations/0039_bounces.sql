-- Addresses from which mails came back. Decision 0066.
--
-- An address is a key in lower case, whoever has it: accounts of several roles, donors. unreached_at is since when mails are known not
-- to reach it; without it the returns were soft ones, which are only counted. last_mail is the mail of the last return, so that one
-- mail counts once. reached_at is of when the last mail is that its owner has read: returns of earlier mails count no more.
-- A program of before sends there as ever.
CREATE TABLE bounced_addresses (
    address {text} PRIMARY KEY,
    last_mail {text} NOT NULL,
    soft BIGINT NOT NULL,
    unreached_at BIGINT,
    bounced_at BIGINT NOT NULL,
    reached_at BIGINT
);
CREATE INDEX bounced_addresses_bounced ON bounced_addresses (bounced_at);

-- Mails on their way, written in the same transaction as what they tell of: as what they say, from which the finished mail,
-- several times as long, is made when it is sent. A worker claims a row by setting leased_until, and deletes it once the mail
-- server has the mail. A mail that will never go keeps its row, without what it said, for the operator.
--
-- The table outbox stays for a version: an older program that still runs while this one comes adds to it and sends from it;
-- what it left there is taken over.
-- {postgres}
CREATE TABLE mails (
    id {text} PRIMARY KEY,
    recipient {text} NOT NULL,
    content {text},
    due_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    leased_until BIGINT NOT NULL DEFAULT 0,
    failed_at BIGINT,
    failure {text}
);
-- {sqlite}
CREATE TABLE mails (
    id {text} PRIMARY KEY,
    recipient {text} NOT NULL,
    content {text},
    due_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    leased_until BIGINT NOT NULL DEFAULT 0,
    failed_at BIGINT,
    failure {text}
) WITHOUT ROWID;
-- {both}
CREATE INDEX mails_due ON mails (due_at) WHERE failed_at IS NULL;
-- Mails to one person go one after the other: is there an earlier one?
CREATE INDEX mails_recipient ON mails (recipient, id) WHERE failed_at IS NULL;

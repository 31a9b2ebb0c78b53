-- Mails on their way, written in the same transaction as what they tell of.
--
-- A worker claims a row by setting leased_until, and deletes it once the mail server has the mail: what a mail
-- says is personal and does not linger. A mail that will never go keeps its row, with failed_at, for the operator.
CREATE TABLE outbox (
    id {text} PRIMARY KEY,
    recipient {text} NOT NULL,
    subject {text} NOT NULL,
    body_text {text} NOT NULL,
    body_html {text} NOT NULL,
    calendar {text},
    calendar_method {text} CHECK (calendar_method IN ('PUBLISH', 'REQUEST', 'CANCEL')),
    created_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    leased_until BIGINT NOT NULL DEFAULT 0,
    failed_at BIGINT,
    CHECK ((calendar IS NULL) = (calendar_method IS NULL))
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE failed_at IS NULL;

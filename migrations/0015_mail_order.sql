-- Mails to one person go one after the other: is there an earlier one?
CREATE INDEX outbox_recipient ON outbox (recipient, id) WHERE failed_at IS NULL;

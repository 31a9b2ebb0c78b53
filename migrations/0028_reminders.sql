-- Reminders of approved visits: the evening before, and two hours before.
--
-- A visit keeps how far it was reminded of: 0 not yet, 1 the evening before, 2 two hours before. Whoever sets the number writes
-- the mail in the same transaction, so that each reminder is written once, whatever instances race. A visit that is moved begins anew.
ALTER TABLE appointments ADD COLUMN reminded BIGINT NOT NULL DEFAULT 0;
CREATE INDEX appointments_to_remind ON appointments (reminded, starts_at) WHERE status = 'Checked' AND reminded < 2;

-- What users chose; without a row they get both.
CREATE TABLE reminder_settings (
    user_id {text} PRIMARY KEY REFERENCES users (id),
    evening BOOLEAN NOT NULL,
    soon BOOLEAN NOT NULL
);

-- The id of what a mail reminds of: it is taken back when that is no longer so.
ALTER TABLE mails ADD COLUMN about {text};
CREATE INDEX mails_about ON mails (about) WHERE about IS NOT NULL;

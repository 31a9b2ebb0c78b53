-- Retention (decision 0075): visits lose what names the patient a set period after the visit, and patients' accounts that nobody used for
-- that long are erased after a mail.

-- Whether what names the patient was removed: such a row is not looked at again.
ALTER TABLE appointments ADD COLUMN anonymised BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX appointments_to_anonymise ON appointments (starts_at) WHERE NOT anonymised;
-- Visits that follow one that is anonymised.
CREATE INDEX appointments_by_followed ON appointments (follows_id) WHERE follows_id IS NOT NULL;

-- From now on last_used_at is kept of patients too; of before, sessions know the last weeks.
-- When the holder was told that the account will be erased; it counts if nobody used the account since.
ALTER TABLE accounts ADD COLUMN retention_mailed_at BIGINT;
CREATE INDEX accounts_by_last_use ON accounts (COALESCE(last_used_at, created_at))
    WHERE role = 'user' AND state <> 'deleted';

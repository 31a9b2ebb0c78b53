-- What of the other each of the two was shown: which name and number, first and last, how often.
--
-- A row was written once, at the yes, and said only that something was shown; whether the requester looked, at which
-- number, and still does, nobody could tell, the donor least of all. Now a row is one name and number as one side sees
-- it for one question: the first time (at), the last time, and how many looks. Rows of before do not know name and
-- number, nor do those of a donor who has erased themselves or of a request that was forgotten: there both are NULL.
ALTER TABLE blood_reveals ADD COLUMN name {text};
ALTER TABLE blood_reveals ADD COLUMN phone {text};
ALTER TABLE blood_reveals ADD COLUMN last_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE blood_reveals ADD COLUMN times BIGINT NOT NULL DEFAULT 1;
UPDATE blood_reveals SET last_at = at;
CREATE UNIQUE INDEX blood_reveals_once ON blood_reveals (ask_id, seen_by, name, phone);
CREATE INDEX blood_reveals_donor ON blood_reveals (donor_id, id);

-- When a donor said yes last. It stays when they take it back, which is how one knows that they did.
ALTER TABLE blood_asks ADD COLUMN accepted_at BIGINT;
UPDATE blood_asks SET accepted_at = answered_at WHERE status = 'accepted';
UPDATE blood_asks SET accepted_at = (SELECT max(at) FROM blood_reveals WHERE ask_id = blood_asks.id)
    WHERE status = 'declined';

-- Limits on codes to phones, and logins by a mailed link. Decision 0069.
--
-- How many codes were sent on a day in India: to all numbers (the empty prefix) and to those that begin with the same six digits. The
-- daily limits are checked against it, and the operator's page shows it. Kept for 90 days.
CREATE TABLE phone_code_counts (
    day {text} NOT NULL,
    prefix {text} NOT NULL,
    codes BIGINT NOT NULL,
    -- Those that somebody asked for on a device that the account does not know.
    unknown_devices BIGINT NOT NULL,
    PRIMARY KEY (day, prefix)
);

-- Links that log in, mailed to whoever had the right code on a new device where the code alone is not enough.
CREATE TABLE login_links (
    token_digest {text} PRIMARY KEY,
    account_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX login_links_of ON login_links (account_id);
CREATE INDEX login_links_ended ON login_links (expires_at);

-- Limits on tries hold for all instances together. Only PostgreSQL has several: on SQLite the one instance counts in memory.
--
-- A row for each try that still counts, by a digest of what it was tried under: names and networks stand nowhere. Not logged: a
-- try is nothing that a crash of the database must keep, and so it waits for no disk.
-- {postgres}
CREATE UNLOGGED TABLE tries (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key {text} NOT NULL,
    tried_at BIGINT NOT NULL,
    until BIGINT NOT NULL
);
CREATE INDEX tries_by_key ON tries (key, tried_at);

-- Who proved a password from where, as a digest of both: strangers do not lock them out.
CREATE TABLE trusted (
    who {text} PRIMARY KEY,
    until BIGINT NOT NULL
);
-- {both}

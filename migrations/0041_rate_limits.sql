-- Rate limits that all instances share. Only PostgreSQL has several: on SQLite the one instance counts in memory.
--
-- Each class of limit has a fixed number of counters, and a key (an account, a name, a network) is counted in the one that its hash
-- names: so the table is bounded, whatever is sent. `tag` is another part of the hash. Not logged: no counter has to survive a crash of
-- the database, so counting waits for no disk.
--
-- `tries` and `trusted` are no longer written; a program of before still does, so they are dropped by a later step.
-- {postgres}
CREATE UNLOGGED TABLE rate_limits (
    class {text} NOT NULL,
    slot BIGINT NOT NULL,
    counted_at BIGINT NOT NULL,
    tag BIGINT NOT NULL,
    count BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (class, slot)
);
CREATE INDEX rate_limits_until ON rate_limits (until);
-- {both}

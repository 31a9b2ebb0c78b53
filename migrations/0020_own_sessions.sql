-- Sessions as their owners see them: since when, with what, from which network.
--
-- A session also ends so long after the login, however much it is used. One from before, or one that an earlier version
-- opens beside this one, does not know when it began: it counts from its last use when it is next used.
ALTER TABLE sessions ADD COLUMN signed_in_at BIGINT;
ALTER TABLE sessions ADD COLUMN browser {text};
ALTER TABLE sessions ADD COLUMN system {text};
ALTER TABLE sessions ADD COLUMN network {text};

-- {postgres}
INSERT INTO rate_limits (class, slot, counted_at, tag, count, until) VALUES ('passwords of an account', 7, 1794650400000, 99, 3, 1894650400000);

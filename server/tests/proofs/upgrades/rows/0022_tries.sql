-- {postgres}
INSERT INTO tries (key, tried_at, until) VALUES ('digest-1', 1794650400000, 1894650400000);
-- {postgres}
INSERT INTO trusted (who, until) VALUES ('digest-2', 1894650400000);

-- What approved visits earned, by day and doctor: one row a day for everybody made all approvals of a day wait for each
-- other on PostgreSQL.
--
-- revenue_by_day stays for a version, emptied: an older program that still runs while this one comes adds to it, and
-- whoever reads adds both.
CREATE TABLE revenue (
    day BIGINT NOT NULL,
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    amount BIGINT NOT NULL,
    visits BIGINT NOT NULL,
    PRIMARY KEY (day, doctor_id)
);
-- Nothing may be earned between counting and emptying.
-- {postgres}
LOCK TABLE revenue_by_day IN EXCLUSIVE MODE;
-- {both}
INSERT INTO revenue (day, doctor_id, amount, visits)
    SELECT (starts_at + 19800000) / 86400000, doctor_id, CAST(sum(fee) AS BIGINT), count(*)
    FROM appointments WHERE status = 'Checked' GROUP BY 1, 2;
DELETE FROM revenue_by_day;

-- A subject's few words are found by the subject on every engine, with statistics or without: of this index a planner knows
-- more columns than of the primary key, which would walk through all words of the kind.
DROP INDEX search_words_by_subject;
CREATE INDEX search_words_of_subject ON search_words (subject, kind, word);

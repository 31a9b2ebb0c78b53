INSERT INTO job_results (job, ran_at, acted_at, amount, problem) VALUES
    ('old audit', 1794650400000, 1794650400000, 3, NULL),
    ('backups', 1794650400000, 1794640400000, 120, 'the disk is full');
UPDATE mails SET kept = 'key.00' WHERE id = '01900000-0000-7000-8000-000000000112';
INSERT INTO consents (id, subject_id, purpose, notice, given_at, ended_at, ended_by) VALUES
    ('01900000-0000-7000-8000-000000000971', '01900000-0000-7000-8000-000000000001', 'account', '1', 1794650400000, NULL, NULL),
    ('01900000-0000-7000-8000-000000000972', '01900000-0000-7000-8000-000000000001', 'messages', '1', 1794650400000, 1794650500000, 'withdrawn');

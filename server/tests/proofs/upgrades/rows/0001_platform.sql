-- Platform: rows of every table and column that its migration makes.
INSERT INTO job_leases (job, instance, until) VALUES
    ('waves', 'an instance of before', 1794650460000);
INSERT INTO installation_state (id, clock_trusted_at, next_backup_at) VALUES
    (1, 1794650400000, 1794726800000);
INSERT INTO job_runs (job, ran_at, acted_at, amount, problem) VALUES
    ('old audit', 1794650400000, 1794650400000, 3, NULL),
    ('backups', 1794650400000, 1794640400000, 120, 'the disk is full');
INSERT INTO mail_queue (id, recipient, content, due_at, tries, leased_until, failed_at, failure, about, kept, withdrawn) VALUES
    ('01900000-0000-7000-8000-000000000111', 'asha@example.org', '{"subject":"Your visit","body":{"Letter":[{"lang":"en","title":"Your visit","paragraphs":["On Monday."],"facts":[],"action":null,"footer":"x"},null]}}', 1794650400000, 0, 0, NULL, NULL, NULL, NULL, FALSE),
    ('01900000-0000-7000-8000-000000000112', 'gone@example.invalid', NULL, 1794650400000, 9, 0, 1794650500000, 'no such mailbox', NULL, 'key.00', FALSE),
    ('01900000-0000-7000-8000-000000000113', 'asha@example.org', '{"subject":"Your appointment is tomorrow","body":{"Letter":[{"lang":"en","title":"Your visit","paragraphs":["On Monday."],"facts":[],"action":null,"footer":"x"},null]},"stop":"https://care.example/reminders/stop?token=x","until":1794800000000}', 1794650400000, 0, 0, NULL, NULL, '01900000-0000-7000-8000-000000000101', NULL, FALSE);
INSERT INTO bounced_addresses (address, last_mail_id, soft, undeliverable_since, bounced_at, last_read_mail_at, reported_at) VALUES
    ('nobody@example.org', '01900000-0000-7000-8000-000000000961', 2, 1794650403000, 1794650403000, 1794650402000, 1794650403000);
INSERT INTO encryption_keys (id, first_used_at) VALUES
    ('425ed4e4a36b30ea', 1794600000000);
INSERT INTO idempotency_keys (id, account_id, request, attempt, claimed_at, written, status, content_type, body) VALUES
    ('d9b5f58f0b38198293971865a14074f59eba3e82595becbe86ae51f1d9f1f65e', '01900000-0000-7000-8000-000000000001', 'f00d.0102', '01900000-0000-7000-8000-000000000f01', 1794650400000, TRUE, 200, 'application/json', 'f00d.0304');
INSERT INTO search_words (kind, word, subject) VALUES
    ('doctor', 'one', '01900000-0000-7000-8000-000000000011'),
    ('doctor', 'two', '01900000-0000-7000-8000-000000000012');
INSERT INTO demo_data (id, filled_at) VALUES
    (1, 1794650400000);
INSERT INTO audit_log (id, at, actor_id, actor_role, action, subject_kind, subject_id, network, times, digest, seal) VALUES
    ('01900000-0000-7000-8000-000000000401', 1780000400000, '01900000-0000-7000-8000-000000000041', 'admin', 'approve', 'doctor', '01900000-0000-7000-8000-000000000011', NULL, 1, '2b95a3c93849a6667dbbdad1805f76d3c82a79c618dd77c40f62deee6b688046', NULL),
    ('01900000-0000-7000-8000-000000000402', 1780000400001, '01900000-0000-7000-8000-000000000041', 'admin', 'block', 'user', '01900000-0000-7000-8000-000000000002', NULL, 1, '2a7fa229a1abd88fe0fa4ebcea4b70122d6dfe734ea7b52a04bf0fd2a20b61b2', NULL),
    ('01900000-0000-7000-8000-000000000403', 1794000000000, '01900000-0000-7000-8000-000000000041', 'admin', 'suspend', 'doctor', '01900000-0000-7000-8000-000000000012', NULL, 1, 'b6c54df4259ded75528d64ff7d7cbc16f10ab2368a94f6aebf09286d5af827fa', NULL),
    ('01900000-0000-7000-8000-000000000404', 1794600000000, '01900000-0000-7000-8000-000000000041', 'admin', 'block', 'user', '01900000-0000-7000-8000-000000000001', '192.0.2.0/24', 2, 'digest-3', 1);
INSERT INTO audit_details (id, salt, subject_name, subject_key, reason) VALUES
    ('01900000-0000-7000-8000-000000000404', 'salt-1', 'Asha', 'asha', 'Rude'),
    ('01900000-0000-7000-8000-000000000401', 'salt-0', 'Dr. One', 'one', NULL),
    ('01900000-0000-7000-8000-000000000402', 'salt-0', 'Somebody', 'somebody', 'Wrote
on two lines.'),
    ('01900000-0000-7000-8000-000000000403', 'salt-0', 'Dr. Two', 'two', 'Does not come');
INSERT INTO audit_on_behalf (id, on_behalf_of) VALUES
    ('01900000-0000-7000-8000-000000000404', '01900000-0000-7000-8000-000000000011');
INSERT INTO audit_seals (number, sealed_at, until, entries, previous, previous_until, key_id, seal) VALUES
    (1, 1794600060000, 1794600000000, 1, '', 0, '425ed4e4a36b30ea', 'seal-1');
-- {postgres}
INSERT INTO rate_limits (class, slot, counted_at, tag, count, until) VALUES ('passwords of an account', 7, 1794650400000, 99, 3, 1894650400000);

-- Identity: rows of every table and column that its migration makes.
INSERT INTO accounts (id, role, email, email_key, email_confirmed_at, phone, phone_since, verified_phone, phone_verified_at, message_channel, password_hash, state, lang, created_at, last_used_at, removed_at, retention_mailed_at) VALUES
    ('01900000-0000-7000-8000-000000000001', 'user', 'Asha@Example.org', 'asha@example.org', NULL, '9847012345', 1780000000000, '9847012345', 1794650400000, 'sms', '{password}', 'active', 'ml', 1780000000000, NULL, NULL, 1794650400000),
    ('01900000-0000-7000-8000-000000000002', 'user', '', '01900000-0000-7000-8000-000000000002', NULL, NULL, NULL, NULL, NULL, NULL, '', 'deleted', 'en', 1780000000001, NULL, NULL, NULL),
    ('01900000-0000-7000-8000-000000000011', 'doctor', 'one@clinic.example', 'one@clinic.example', 1794650404000, '9447000001', 1780000100000, NULL, NULL, NULL, '{password}', 'active', 'en', 1780000000002, NULL, NULL, NULL),
    ('01900000-0000-7000-8000-000000000012', 'doctor', 'two@clinic.example', 'two@clinic.example', NULL, '9447000002', 1780000100001, NULL, NULL, NULL, '{password}', 'active', 'ml', 1780000000003, NULL, NULL, NULL),
    ('01900000-0000-7000-8000-000000000013', 'doctor', 'new@clinic.example', 'new@clinic.example', NULL, '9447000003', 1780000000004, NULL, NULL, NULL, '{password}', 'pending', 'en', 1780000000004, NULL, NULL, NULL),
    ('01900000-0000-7000-8000-000000000021', 'hospital', 'desk@hospital.example', 'desk@hospital.example', NULL, '9447000021', 1780000200000, NULL, NULL, NULL, '{password}', 'active', 'en', 1780000000005, NULL, NULL, NULL),
    ('01900000-0000-7000-8000-000000000031', 'pharmacy', 'desk@pharmacy.example', 'desk@pharmacy.example', NULL, '9447000031', 1780000000006, NULL, NULL, NULL, '{password}', 'active', 'en', 1780000000006, NULL, NULL, NULL),
    ('01900000-0000-7000-8000-000000000041', 'admin', 'Admin@Example.org', 'admin@example.org', NULL, NULL, NULL, NULL, NULL, NULL, '{password}', 'active', 'en', 1780000000007, NULL, NULL, NULL),
    ('01900000-0000-7000-8000-000000000042', 'admin', 'left@example.org', '01900000-0000-7000-8000-000000000042', NULL, NULL, NULL, NULL, NULL, NULL, '', 'deleted', 'en', 1780000000008, 1794000000000, 1794600000000, NULL),
    ('01900000-0000-7000-8000-000000000951', 'desk', 'sita@clinic.example', 'sita@clinic.example', NULL, NULL, NULL, NULL, NULL, NULL, '{password}', 'active', 'ml', 1794650400000, 1794650500000, NULL, NULL),
    ('01900000-0000-7000-8000-000000000952', 'desk', '', '01900000-0000-7000-8000-000000000952', NULL, NULL, NULL, NULL, NULL, NULL, '', 'deleted', 'en', 1794650400001, NULL, NULL, NULL);
INSERT INTO users (id, username, name_key, gender, dob, state, district, pincode) VALUES
    ('01900000-0000-7000-8000-000000000001', 'ആശ Nair "of" Kollam\', 'asha nair of kollam', 'Female', '1990-02-28', 'Kerala', 'Kollam', '691001'),
    ('01900000-0000-7000-8000-000000000002', '', '', NULL, NULL, NULL, NULL, NULL);
INSERT INTO sessions (token_digest, account_id, signed_in_at, last_used_at, expires_at, browser, system, network) VALUES
    ('ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb', '01900000-0000-7000-8000-000000000001', 1794650400000, 1794650400000, 1796860800000, NULL, NULL, NULL),
    ('session-2', '01900000-0000-7000-8000-000000000011', 1794600000000, 1794650400000, 1796860800000, 'Firefox', 'Linux', '192.0.2.0/24');
INSERT INTO password_resets (token_digest, account_id, expires_at) VALUES
    ('reset-1', '01900000-0000-7000-8000-000000000001', 1794654000000);
INSERT INTO email_changes (account_id, email, token_digest, session_digest, expires_at, confirmed_at) VALUES
    ('01900000-0000-7000-8000-000000000001', 'asha.new@example.org', 'change-1', 'ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb', 1794736800000, 1794660000000);
INSERT INTO impersonation_links (account_id, token_digest, expires_at, used_at) VALUES
    ('01900000-0000-7000-8000-000000000011', 'impersonation-1', 1797242404000, 1794650405000);
INSERT INTO second_factors (account_id, secret, last_step, enrolled_at) VALUES
    ('01900000-0000-7000-8000-000000000012', '425ed4e4a36b30ea.00ff', 59821680, 1794600000000);
INSERT INTO second_factor_enrollments (account_id, secret, expires_at) VALUES
    ('01900000-0000-7000-8000-000000000011', '425ed4e4a36b30ea.11ff', 1794654000000);
INSERT INTO recovery_codes (code_digest, account_id) VALUES
    ('code-1', '01900000-0000-7000-8000-000000000012');
INSERT INTO login_challenges (token_digest, account_id, wrong_codes, expires_at) VALUES
    ('challenge-1', '01900000-0000-7000-8000-000000000012', 2, 1794650700000);
INSERT INTO login_links (token_digest, account_id, expires_at) VALUES
    ('digest of a login link', '01900000-0000-7000-8000-000000000001', 1794650700000);
INSERT INTO phone_codes (token_digest, purpose, account_id, phone, code_digest, wrong_codes, expires_at) VALUES
    ('digest of a code', 'login', '01900000-0000-7000-8000-000000000001', '9847012345', 'key.00', 0, 1794650700000);
INSERT INTO phone_code_counts (day, prefix, codes, unknown_devices) VALUES
    ('2026-11-14', '', 2, 1),
    ('2026-11-14', '984701', 2, 1);
INSERT INTO phone_messages (id, account_id, key, about, channel, kind, state, reason, created_at, changed_at) VALUES
    ('01900000-0000-7000-8000-000000000951', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000101 0 requested', '01900000-0000-7000-8000-000000000101', 'sms', 'requested', 'failed', 'switched off', 1794650400000, 1794650401000),
    ('01900000-0000-7000-8000-000000000952', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000101 1 approved', '01900000-0000-7000-8000-000000000101', 'sms', 'approved', 'queued', NULL, 1794650402000, 1794650402000);
INSERT INTO phone_message_queue (id, recipient, content, due_at, tries, leased_until, about, withdrawn) VALUES
    ('01900000-0000-7000-8000-000000000952', '9847012345', '{"channel":"sms","kind":"approved","lang":"en","variables":["Dr. Ravi","Nov 16, 2026","10:00 AM"],"until":1794800000000}', 1794650402000, 0, 0, '01900000-0000-7000-8000-000000000101', FALSE);
INSERT INTO consents (id, subject_id, purpose, notice, given_at, ended_at, ended_by) VALUES
    ('01900000-0000-7000-8000-000000000971', '01900000-0000-7000-8000-000000000001', 'account', '1', 1794650400000, NULL, NULL),
    ('01900000-0000-7000-8000-000000000972', '01900000-0000-7000-8000-000000000001', 'messages', '1', 1794650400000, 1794650500000, 'withdrawn');

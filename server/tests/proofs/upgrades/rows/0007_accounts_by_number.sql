-- Accounts by number: one that has its number, one that lost it, and a code that makes another.
INSERT INTO accounts (id, role, email, email_key, phone, phone_since, verified_phone, phone_verified_at, message_channel, password_hash, state, lang, created_at, last_used_at) VALUES
    ('01900000-0000-7000-8000-000000000701', 'user', NULL, NULL, '9847070001', 1794650400000, '9847070001', 1794650400000, 'sms', '', 'active', 'ml', 1794650400000, 1794650400000),
    ('01900000-0000-7000-8000-000000000702', 'user', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', 'active', 'en', 1789000000000, 1789000000000);
INSERT INTO users (id, username, name_key) VALUES
    ('01900000-0000-7000-8000-000000000701', 'Devi', 'devi'),
    ('01900000-0000-7000-8000-000000000702', 'Gopi', 'gopi');
INSERT INTO former_numbers (account_id, phone, lost_at) VALUES
    ('01900000-0000-7000-8000-000000000702', '9847070001', 1794650400000);
INSERT INTO phone_codes (token_digest, purpose, account_id, phone, code_digest, wrong_codes, expires_at, may_register) VALUES
    ('digest of a first code', 'login', NULL, '9847070002', 'key.01', 1, 1794650700000, TRUE);

-- Everybody of this page signs in with the password of the test; {password} is its hash.
INSERT INTO accounts (id, role, email, email_key, phone, password_hash, state, lang, created_at) VALUES
    ('01900000-0000-7000-8000-000000000001', 'user', 'Asha@Example.org', 'asha@example.org', '9847012345', '{password}', 'active', 'ml', 1780000000000),
    ('01900000-0000-7000-8000-000000000002', 'user', '', '01900000-0000-7000-8000-000000000002', NULL, '', 'deleted', 'en', 1780000000001),
    ('01900000-0000-7000-8000-000000000011', 'doctor', 'one@clinic.example', 'one@clinic.example', '9447000001', '{password}', 'active', 'en', 1780000000002),
    ('01900000-0000-7000-8000-000000000012', 'doctor', 'two@clinic.example', 'two@clinic.example', '9447000002', '{password}', 'active', 'ml', 1780000000003),
    ('01900000-0000-7000-8000-000000000013', 'doctor', 'new@clinic.example', 'new@clinic.example', '9447000003', '{password}', 'pending', 'en', 1780000000004),
    ('01900000-0000-7000-8000-000000000021', 'hospital', 'desk@hospital.example', 'desk@hospital.example', '9447000021', '{password}', 'active', 'en', 1780000000005),
    ('01900000-0000-7000-8000-000000000031', 'pharmacy', 'desk@pharmacy.example', 'desk@pharmacy.example', '9447000031', '{password}', 'active', 'en', 1780000000006),
    ('01900000-0000-7000-8000-000000000041', 'admin', 'Admin@Example.org', 'admin@example.org', NULL, '{password}', 'active', 'en', 1780000000007);
-- The digest of 64 times the letter a, which is a token that Asha holds.
INSERT INTO sessions (token_digest, account_id, last_used_at, expires_at) VALUES
    ('ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb', '01900000-0000-7000-8000-000000000001', 1794650400000, 1796860800000);

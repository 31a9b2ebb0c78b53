INSERT INTO users (id, username, gender, dob, state, district, pincode) VALUES
    ('01900000-0000-7000-8000-000000000001', 'ആശ Nair "of" Kollam\', 'Female', '1990-02-28', 'Kerala', 'Kollam', '691001'),
    ('01900000-0000-7000-8000-000000000002', '', NULL, NULL, NULL, NULL, NULL);
INSERT INTO password_resets (token_digest, account_id, expires_at) VALUES
    ('reset-1', '01900000-0000-7000-8000-000000000001', 1794654000000);

INSERT INTO donors (id, name, name_key, blood_group, gender, born, email, email_key, phone, district, state, lang, created_at, consented_at, paused_until, last_given, quiet_until, confirmed_at, confirm_mailed_at, new_email, turn) VALUES
    ('01900000-0000-7000-8000-000000000503', 'Indu', 'indu', 'B+', 'Female', '1999-11-15', 'i@example.org', 'i@example.org', '9847000503', 'Kollam', 'Kerala', 'ml', 1794640000000, 1794640000000, '', '', 0, NULL, 1794640000000, 'i.new@example.org', '2026-03-04');
UPDATE donor_changes SET version = 'version-1';
INSERT INTO blood_links (token_digest, kind, subject, created_at, mailed_to, used_at) VALUES
    ('link-2', 'donor', '01900000-0000-7000-8000-000000000503', 1794640000000, 'i@example.org', 1794650000000);

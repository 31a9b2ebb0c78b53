-- Blood: rows of every table and column that its migration makes.
INSERT INTO donors (id, name, name_key, blood_group, gender, born, email, email_key, new_email, phone, district, state, lang, created_at, consented_at, confirmed_at, confirm_mailed_at, paused_until, last_donation, cooldown_until, turn) VALUES
    ('01900000-0000-7000-8000-000000000501', 'Chandran', 'chandran', 'O-', 'Male', '1985-11-15', 'c@example.org', 'c@example.org', NULL, '9847000501', 'Kollam', 'Kerala', 'ml', 1780000500000, 1780000500000, 1780000500000, NULL, '', '2026-01-10', 0, '2026-01-10'),
    ('01900000-0000-7000-8000-000000000502', 'Devi', 'devi', 'A+', 'Female', '1992-11-15', 'd@example.org', 'd@example.org', NULL, '9847000502', 'Kollam', 'Kerala', 'en', 1780000500001, NULL, 1780000500001, NULL, '2026-12-31', '2025-06-01', 1794650400000, '2025-06-01'),
    ('01900000-0000-7000-8000-000000000503', 'Indu', 'indu', 'B+', 'Female', '1999-11-15', 'i@example.org', 'i@example.org', 'i.new@example.org', '9847000503', 'Kollam', 'Kerala', 'ml', 1794640000000, 1794640000000, NULL, 1794640000000, '', '', 0, '2026-03-04');
INSERT INTO donor_changes (donor_id, version, name, blood_group, gender, born, email, district, state, consent) VALUES
    ('01900000-0000-7000-8000-000000000502', 'version-1', 'Devi', 'A-', 'Female', '1992-11-15', 'd@example.org', 'Kollam', 'Kerala', 1);
INSERT INTO blood_requests (id, patient_name, blood_group, units, hospital, hospital_id, district, state, needed_by, contact_name, phone, email, email_key, reason, lang, status, created_at, confirmed_at, network, held_for, held_until, looked_at, waves, next_wave_at) VALUES
    ('01900000-0000-7000-8000-000000000601', 'Eapen', 'A+', 2, 'City Hospital', '01900000-0000-7000-8000-000000000021', 'Kollam', 'Kerala', '2026-11-20', 'Fathima', '9847000601', 'f@example.org', 'f@example.org', 'An operation', 'en', 'Matched', 1794640000000, 1794640100000, '192.0.2.0/24', 'number', 1794650400000, 1794650000000, 1, 1894650400000);
INSERT INTO donor_invitations (id, request_id, donor_id, wave, blood_group, district, asked_at, status, answered_at, accepted_at) VALUES
    ('01900000-0000-7000-8000-000000000701', '01900000-0000-7000-8000-000000000601', '01900000-0000-7000-8000-000000000501', 1, 'O-', 'Kollam', 1794640200000, 'accepted', 1794640300000, 1794640300000),
    ('01900000-0000-7000-8000-000000000702', '01900000-0000-7000-8000-000000000601', '01900000-0000-7000-8000-000000000502', 1, 'A+', 'Kollam', 1794640200000, 'asked', NULL, NULL);
INSERT INTO contact_disclosures (id, at, request_id, invitation_id, donor_id, seen_by, name, phone, last_at, times) VALUES
    ('01900000-0000-7000-8000-000000000801', 1794640300000, '01900000-0000-7000-8000-000000000601', '01900000-0000-7000-8000-000000000701', '01900000-0000-7000-8000-000000000501', 'requester', NULL, NULL, 1794640300000, 1),
    ('01900000-0000-7000-8000-000000000802', 1794640300000, '01900000-0000-7000-8000-000000000601', '01900000-0000-7000-8000-000000000701', '01900000-0000-7000-8000-000000000501', 'donor', 'Fathima', '9847000601', 1794640500000, 3);
INSERT INTO contact_reports (id, at, request_id, invitation_id, reported_by, reason) VALUES
    ('01900000-0000-7000-8000-000000000901', 1794640400000, '01900000-0000-7000-8000-000000000601', '01900000-0000-7000-8000-000000000701', 'donor', 'Called at night');
INSERT INTO blocked_contacts (contact, at) VALUES
    ('9847000999', 1794640400000),
    ('email:abuse@example.org', 1794650600000);
INSERT INTO blood_links (token_digest, kind, subject, created_at, mailed_to, used_at) VALUES
    ('link-1', 'donor', '01900000-0000-7000-8000-000000000501', 1794640000000, NULL, NULL),
    ('link-2', 'donor', '01900000-0000-7000-8000-000000000503', 1794640000000, 'i@example.org', 1794650000000);

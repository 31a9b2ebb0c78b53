INSERT INTO donors (id, name, name_key, blood_group, gender, born, email, email_key, phone, district, state, lang, created_at, consented_at, paused_until, last_given, quiet_until) VALUES
    ('01900000-0000-7000-8000-000000000501', 'Chandran', 'chandran', 'O-', 'Male', '1985-11-15', 'c@example.org', 'c@example.org', '9847000501', 'Kollam', 'Kerala', 'ml', 1780000500000, 1780000500000, '', '2026-01-10', 0),
    ('01900000-0000-7000-8000-000000000502', 'Devi', 'devi', 'A+', 'Female', '1992-11-15', 'd@example.org', 'd@example.org', '9847000502', 'Kollam', 'Kerala', 'en', 1780000500001, NULL, '2026-12-31', '2025-06-01', 1794650400000);
INSERT INTO donor_changes (donor_id, name, blood_group, gender, born, email, district, state, consent) VALUES
    ('01900000-0000-7000-8000-000000000502', 'Devi', 'A-', 'Female', '1992-11-15', 'd@example.org', 'Kollam', 'Kerala', 1);
INSERT INTO blood_requests (id, patient_name, blood_group, units, hospital, district, state, needed_by, contact_name, phone, email, email_key, reason, lang, status, created_at, confirmed_at, waves, next_wave_at) VALUES
    ('01900000-0000-7000-8000-000000000601', 'Eapen', 'A+', 2, 'City Hospital', 'Kollam', 'Kerala', '2026-11-20', 'Fathima', '9847000601', 'f@example.org', 'f@example.org', 'An operation', 'en', 'Matched', 1794640000000, 1794640100000, 1, 1894650400000);
INSERT INTO blood_asks (id, request_id, donor_id, wave, blood_group, district, asked_at, status, answered_at) VALUES
    ('01900000-0000-7000-8000-000000000701', '01900000-0000-7000-8000-000000000601', '01900000-0000-7000-8000-000000000501', 1, 'O-', 'Kollam', 1794640200000, 'accepted', 1794640300000),
    ('01900000-0000-7000-8000-000000000702', '01900000-0000-7000-8000-000000000601', '01900000-0000-7000-8000-000000000502', 1, 'A+', 'Kollam', 1794640200000, 'asked', NULL);
INSERT INTO blood_reveals (id, at, request_id, ask_id, donor_id, seen_by) VALUES
    ('01900000-0000-7000-8000-000000000801', 1794640300000, '01900000-0000-7000-8000-000000000601', '01900000-0000-7000-8000-000000000701', '01900000-0000-7000-8000-000000000501', 'requester');
INSERT INTO blood_reports (id, at, request_id, ask_id, told_by, reason) VALUES
    ('01900000-0000-7000-8000-000000000901', 1794640400000, '01900000-0000-7000-8000-000000000601', '01900000-0000-7000-8000-000000000701', 'donor', 'Called at night');
INSERT INTO blood_blocks (contact, at) VALUES ('9847000999', 1794640400000);
INSERT INTO blood_links (token_digest, kind, subject, created_at) VALUES
    ('link-1', 'donor', '01900000-0000-7000-8000-000000000501', 1794640000000);

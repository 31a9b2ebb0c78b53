-- Directory: rows of every table and column that its migration makes.
INSERT INTO doctors (id, doctor_id, doctor_id_key, number_stripped, full_name, name_ml, gender, dob, specialization, experience, consultation_fee, consultation_address, address_ml, state, district, pincode, image, start_minute, end_minute, days_off, break_start, break_end, notice_minutes, hospital_id, hospital_confirmed_at, desk_access_at, approved_at, listed_at, suspended_at, approval_mode, auto_approvals_per_day, digest_enabled, unanswered, has_waitlist) VALUES
    ('01900000-0000-7000-8000-000000000011', 'TCMC/101', 'tcmc/101', 'tcmc101', 'Dr. One', NULL, 'Female', '1975-01-01', 'ENT', 21, 300, 'Main Road 1', NULL, 'Kerala', 'Kollam', '691001', '0123456789abcdef0123456789abcdef', 540, 1020, 64, 720, 780, 120, '01900000-0000-7000-8000-000000000021', 1794650400000, 1794650400001, 1780000100000, 1780000100000, NULL, 'all', 4, FALSE, 1, TRUE),
    ('01900000-0000-7000-8000-000000000012', 'TCMC_102', 'tcmc_102', 'tcmc102', 'Dr. Two', NULL, 'Male', '1980-12-31', 'ENT', 9, 250, 'Main Road 2', NULL, 'Kerala', 'Kollam', '691001', NULL, 600, 900, 0, NULL, NULL, 0, NULL, NULL, NULL, 1780000100001, NULL, 1794000000000, 'each', 10, TRUE, 0, FALSE),
    ('01900000-0000-7000-8000-000000000013', 'TCMC 103', 'tcmc 103', 'tcmc 103', 'Dr. New', 'രവി', 'Female', '1995-06-15', 'ENT', 1, 200, 'Main Road 3', 'എം.ജി. റോഡ്', 'Kerala', 'Kollam', '691001', NULL, 540, 1020, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, 'each', 10, TRUE, 0, FALSE);
INSERT INTO doctor_leave (id, doctor_id, first_day, last_day, from_minute, to_minute, note) VALUES
    ('01900000-0000-7000-8000-000000000301', '01900000-0000-7000-8000-000000000011', '2026-12-24', '2026-12-26', NULL, NULL, 'Christmas'),
    ('01900000-0000-7000-8000-000000000933', '01900000-0000-7000-8000-000000000013', '2026-11-23', '2026-11-24', 600, 660, 'A meeting');
INSERT INTO doctor_sessions (id, doctor_id, weekday, on_day, from_minute, to_minute, hospital_id, fee) VALUES
    ('01900000-0000-7000-8000-000000000930', '01900000-0000-7000-8000-000000000013', 0, NULL, 600, 720, '01900000-0000-7000-8000-000000000021', 400),
    ('01900000-0000-7000-8000-000000000931', '01900000-0000-7000-8000-000000000013', 0, NULL, 1020, 1140, NULL, NULL),
    ('01900000-0000-7000-8000-000000000932', '01900000-0000-7000-8000-000000000013', NULL, '2026-11-22', 600, 660, NULL, NULL);
INSERT INTO facilities (id, category, license_number, license_key, number_stripped, name, name_ml, address, address_ml, city, state, district, pincode, image, start_minute, end_minute, days_off, approved_at, listed_at, suspended_at) VALUES
    ('01900000-0000-7000-8000-000000000021', 'Hospital', 'H/21', 'h/21', 'h21', 'City Hospital', 'സിറ്റി ആശുപത്രി', 'Road 21', 'ബീച്ച് റോഡ്', 'Kollam', 'Kerala', 'Kollam', '691001', 'fedcba9876543210fedcba9876543210', 0, 1440, 0, 1780000200000, NULL, 1794600000000),
    ('01900000-0000-7000-8000-000000000031', 'Pharmacy', 'P#31', 'p#31', 'p31', 'Corner Pharmacy', NULL, 'Road 31', NULL, 'Kollam', 'Kerala', 'Kollam', '691001', NULL, NULL, NULL, 64, 1794600000001, 1794600000001, NULL);
INSERT INTO profile_change_requests (id, facility_id, name, name_ml, license_number, state, district, asked_at) VALUES
    ('01900000-0000-7000-8000-000000001201', '01900000-0000-7000-8000-000000000031', 'New Corner Pharmacy', 'പുതിയ ഫാർമസി', 'P#32', 'Kerala', 'Kollam', 1794600000000),
    ('01900000-0000-7000-8000-000000001202', '01900000-0000-7000-8000-000000000011', NULL, 'ആശ നായർ', NULL, NULL, NULL, 1794650600000);
INSERT INTO clinic_moves (place_id, is_hospital, address, address_ml, city, district, state, pincode, detected_at, last_notified_id) VALUES
    ('01900000-0000-7000-8000-0000000000d1', FALSE, '12 Beach Road', 'ബീച്ച് റോഡ് 12', '', 'Kollam', 'Kerala', '691001', 1794650400000, '');
INSERT INTO desk_staff (id, employer_id, name, created_at, ended_at) VALUES
    ('01900000-0000-7000-8000-000000000951', '01900000-0000-7000-8000-000000000011', 'Sita', 1794650400000, NULL),
    ('01900000-0000-7000-8000-000000000952', '01900000-0000-7000-8000-000000000021', 'Hari', 1794650400001, 1794650500000);
INSERT INTO desk_invitations (id, employer_id, name, email, email_key, lang, token_digest, created_at, expires_at) VALUES
    ('01900000-0000-7000-8000-000000000981', '01900000-0000-7000-8000-000000000011', 'Maya', 'Maya@clinic.example', 'maya@clinic.example', 'en', 'digest-of-an-invitation', 1794650400000, 1795255200000);
INSERT INTO imports (id, admin_id, kind, people, password_hash, created_at, undone_at) VALUES
    ('01900000-0000-7000-8000-000000000971', '01900000-0000-7000-8000-000000000041', 'doctors', 2, '{password}', 1794650400000, 1794650500000);
INSERT INTO import_rows (account_id, import_id) VALUES
    ('01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000971');

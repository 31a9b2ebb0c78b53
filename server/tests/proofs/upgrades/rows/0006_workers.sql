INSERT INTO facilities (id, category, license_number, license_key, name, address, city, state, district, pincode, image, start_minute, end_minute, days_off, listed_at) VALUES
    ('01900000-0000-7000-8000-000000000021', 'Hospital', 'H/21', 'h/21', 'City Hospital', 'Road 21', 'Kollam', 'Kerala', 'Kollam', '691001', 'fedcba9876543210fedcba9876543210', 0, 1440, 0, 1780000200000),
    ('01900000-0000-7000-8000-000000000031', 'Pharmacy', 'P#31', 'p#31', 'Corner Pharmacy', 'Road 31', 'Kollam', 'Kerala', 'Kollam', '691001', NULL, NULL, NULL, 64, NULL);
UPDATE doctors SET days_off = 64, break_start = 720, break_end = 780, hospital_id = '01900000-0000-7000-8000-000000000021', hospital_confirmed_at = 1780000300000
    WHERE doctor_id = 'TCMC/101';
INSERT INTO doctor_leave (id, doctor_id, first_day, last_day, note) VALUES
    ('01900000-0000-7000-8000-000000000301', '01900000-0000-7000-8000-000000000011', '2026-12-24', '2026-12-26', 'Christmas');
UPDATE appointments SET reason = 'Come next week, please.' WHERE status = 'Rejected';
INSERT INTO audit (id, at, actor_id, actor_role, action, subject_kind, subject_id, subject_name, reason) VALUES
    ('01900000-0000-7000-8000-000000000401', 1780000400000, '01900000-0000-7000-8000-000000000041', 'admin', 'approve', 'doctor', '01900000-0000-7000-8000-000000000011', 'Dr. One', NULL),
    ('01900000-0000-7000-8000-000000000402', 1780000400001, '01900000-0000-7000-8000-000000000041', 'admin', 'block', 'user', '01900000-0000-7000-8000-000000000002', 'Somebody', 'Wrote
on two lines.');

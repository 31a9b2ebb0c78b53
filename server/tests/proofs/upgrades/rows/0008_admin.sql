-- From here on the program folds names, and counts what it books.
UPDATE users SET name_key = 'asha nair of kollam' WHERE id = '01900000-0000-7000-8000-000000000001';
INSERT INTO appointments (id, doctor_id, user_id, patient_name, contact_number, starts_at, fee, status, sequence, created_at, patient_key) VALUES
    ('01900000-0000-7000-8000-000000000207', '01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000001', 'Gopi', '9847012345', 1793770200000, 300, 'Checked', 1, 1793500000003, 'gopi');
UPDATE booking_counts SET bookings = bookings + 1 WHERE doctor_id = '01900000-0000-7000-8000-000000000011' AND status = 'Checked';
INSERT INTO revenue_by_day (day, amount, visits) VALUES (20761, 300, 1);
UPDATE doctors SET suspended_at = 1794000000000, listed_at = NULL WHERE doctor_id = 'TCMC_102';
INSERT INTO audit (id, at, actor_id, actor_role, action, subject_kind, subject_id, subject_name, reason, subject_key) VALUES
    ('01900000-0000-7000-8000-000000000403', 1794000000000, '01900000-0000-7000-8000-000000000041', 'admin', 'suspend', 'doctor', '01900000-0000-7000-8000-000000000012', 'Dr. Two', 'Does not come', 'dr two');
INSERT INTO contact_messages (id, name, email, phone, message, lang, status, created_at) VALUES
    ('01900000-0000-7000-8000-000000001001', 'Hari', 'h@example.org', '9847001001', 'Two lines,
a "quote", a \backslash, a tab	, നന്ദി 🙏', 'en', 'answered', 1794000000000);
INSERT INTO contact_replies (id, message_id, body, at, admin_id) VALUES
    ('01900000-0000-7000-8000-000000001101', '01900000-0000-7000-8000-000000001001', 'Thank you.', 1794000100000, '01900000-0000-7000-8000-000000000041');

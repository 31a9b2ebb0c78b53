-- Desk bookings: a visit that the desk booked for somebody who called.
INSERT INTO accounts (id, role, email, email_key, password_hash, state, lang, created_at) VALUES
    ('00000000-0000-7000-8000-000000000000', 'user', '', '00000000-0000-7000-8000-000000000000', '', 'deleted', 'en', 0)
    ON CONFLICT DO NOTHING;
INSERT INTO users (id, username, name_key) VALUES ('00000000-0000-7000-8000-000000000000', '', '') ON CONFLICT DO NOTHING;
INSERT INTO appointments (id, doctor_id, user_id, patient_name, patient_key, contact_number, starts_at, fee, status, sequence, created_at, answer_due_at, token) VALUES
    ('01900000-0000-7000-8000-000000000212', '01900000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000000', 'Rema', 'rema', '9847012399', 1794895200000, 300, 'Checked', 0, 1794650400003, 1794895200000, '3');
INSERT INTO desk_bookings (visit_id, lang, channel, disclaimed_at) VALUES
    ('01900000-0000-7000-8000-000000000212', 'ml', 'sms', 1794650500000);
UPDATE appointment_counts SET bookings = bookings + 1
    WHERE doctor_id = '01900000-0000-7000-8000-000000000011' AND status = 'Checked';
INSERT INTO revenue (day, doctor_id, amount, visits) VALUES
    (20774, '01900000-0000-7000-8000-000000000011', 300, 1);

-- Consultations by phone: a session, a visit whose patient was called, and the consent to it.
UPDATE doctors SET desk_may_call = TRUE WHERE id = '01900000-0000-7000-8000-000000000011';
INSERT INTO doctor_sessions (id, doctor_id, weekday, on_day, from_minute, to_minute, hospital_id, fee, mode) VALUES
    ('01900000-0000-7000-8000-000000000934', '01900000-0000-7000-8000-000000000013', 1, NULL, 1140, 1200, NULL, 199, 'phone');
INSERT INTO appointments (id, doctor_id, user_id, patient_name, patient_key, contact_number, starts_at, fee, status, sequence, created_at, answer_due_at) VALUES
    ('01900000-0000-7000-8000-000000000213', '01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000001', 'Anu', 'anu', '9847012398', 1794897000000, 199, 'Checked', 0, 1794650400004, 1794897000000);
INSERT INTO phone_consultations (visit_id, patient_age, patient_location, adult_name, missed_calls, reached_at) VALUES
    ('01900000-0000-7000-8000-000000000213', 12, 'Kollam', 'Meera', 1, 1794897600000);
INSERT INTO phone_calls (visit_id, number, was_reached, called_at, caller_id) VALUES
    ('01900000-0000-7000-8000-000000000213', 1, FALSE, 1794897000000, '01900000-0000-7000-8000-000000000011'),
    ('01900000-0000-7000-8000-000000000213', 2, TRUE, 1794897600000, '01900000-0000-7000-8000-000000000011');
INSERT INTO consents (id, subject_id, purpose, notice, given_at, ended_at, ended_by) VALUES
    ('01900000-0000-7000-8000-000000009013', '01900000-0000-7000-8000-000000000001', 'phone', '1', 1794650400004, NULL, NULL);
UPDATE appointment_counts SET bookings = bookings + 1
    WHERE doctor_id = '01900000-0000-7000-8000-000000000011' AND status = 'Checked';
UPDATE revenue SET amount = amount + 199, visits = visits + 1
    WHERE day = 20774 AND doctor_id = '01900000-0000-7000-8000-000000000011';

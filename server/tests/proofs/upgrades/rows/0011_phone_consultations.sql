-- Consultations by phone: a session, a visit whose patient was called, and the consent to it.
UPDATE doctors SET desk_may_call = TRUE WHERE id = '01900000-0000-7000-8000-000000000011';
INSERT INTO doctor_sessions (id, doctor_id, weekday, on_day, from_minute, to_minute, hospital_id, fee, mode) VALUES
    ('01900000-0000-7000-8000-000000000934', '01900000-0000-7000-8000-000000000013', 1, NULL, 1140, 1200, NULL, 199, 'phone');

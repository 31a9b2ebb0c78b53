INSERT INTO people (id, user_id, name, phone, birth_year, gender, guardian_at, created_at) VALUES
    ('01900000-0000-7000-8000-000000000901', '01900000-0000-7000-8000-000000000001', 'Amma', '9847012346', 1958, 'Female', NULL, 1794650400003),
    ('01900000-0000-7000-8000-000000000902', '01900000-0000-7000-8000-000000000001', 'Unni', '9847012345', 2019, NULL, 1794650400004, 1794650400004);
INSERT INTO appointments (id, doctor_id, user_id, patient_name, contact_number, starts_at, fee, status, sequence, created_at, patient_key, person_id) VALUES
    ('01900000-0000-7000-8000-000000000210', '01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000001', 'Amma', '9847012346', 1793774700000, 200, 'Cancelled', 1, 1793500000006, 'amma', '01900000-0000-7000-8000-000000000901');
UPDATE booking_counts SET bookings = bookings + 1 WHERE doctor_id = '01900000-0000-7000-8000-000000000011' AND status = 'Cancelled';

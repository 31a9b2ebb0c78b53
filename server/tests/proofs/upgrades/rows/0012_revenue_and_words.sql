-- Of this version, and of an older one that still ran beside it.
INSERT INTO appointments (id, doctor_id, user_id, patient_name, contact_number, starts_at, fee, status, sequence, created_at, patient_key) VALUES
    ('01900000-0000-7000-8000-000000000208', '01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000001', 'Gopi', '9847012345', 1793771100000, 300, 'Checked', 1, 1793500000004, 'gopi'),
    ('01900000-0000-7000-8000-000000000209', '01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000001', 'Gopi', '9847012345', 1793772000000, 300, 'Checked', 1, 1793500000005, 'gopi');
UPDATE booking_counts SET bookings = bookings + 2 WHERE doctor_id = '01900000-0000-7000-8000-000000000011' AND status = 'Checked';
UPDATE revenue SET amount = amount + 300, visits = visits + 1 WHERE day = 20761 AND doctor_id = '01900000-0000-7000-8000-000000000011';
INSERT INTO revenue_by_day (day, amount, visits) VALUES (20761, 300, 1)
    ON CONFLICT (day) DO UPDATE SET amount = revenue_by_day.amount + excluded.amount, visits = revenue_by_day.visits + excluded.visits;

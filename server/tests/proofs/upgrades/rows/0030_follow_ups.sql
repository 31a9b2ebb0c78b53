INSERT INTO appointments (id, doctor_id, user_id, patient_name, contact_number, starts_at, fee, status, sequence, created_at, patient_key, follows_id, fee_waived) VALUES
    ('01900000-0000-7000-8000-000000000211', '01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000001', 'Asha', '9847012345', 1794202200000, 0, 'Cancelled', 1, 1793900000000, 'asha', '01900000-0000-7000-8000-000000000210', TRUE);
UPDATE booking_counts SET bookings = bookings + 1 WHERE doctor_id = '01900000-0000-7000-8000-000000000011' AND status = 'Cancelled';
INSERT INTO follow_ups (visit_id, doctor_id, user_id, days, due_at, without_fee, marked_at, proposed_at, declined_at) VALUES
    ('01900000-0000-7000-8000-000000000210', '01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000001', 7, 1794162600000, TRUE, 1793600000000, 1793700000000, 1794000000000);

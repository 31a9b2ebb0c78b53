INSERT INTO doctors (id, doctor_id, doctor_id_key, full_name, gender, dob, specialization, experience, consultation_fee, consultation_address, state, district, pincode, image, start_minute, end_minute, listed_at) VALUES
    ('01900000-0000-7000-8000-000000000011', 'TCMC/101', 'tcmc/101', 'Dr. One', 'Female', '1975-01-01', 'ENT', 20, 300, 'Main Road 1', 'Kerala', 'Kollam', '691001', '0123456789abcdef0123456789abcdef', 540, 1020, 1780000100000),
    ('01900000-0000-7000-8000-000000000012', 'TCMC_102', 'tcmc_102', 'Dr. Two', 'Male', '1980-12-31', 'ENT', 9, 9223372036854775807, 'Main Road 2', 'Kerala', 'Kollam', '691001', NULL, 600, 900, 1780000100001),
    ('01900000-0000-7000-8000-000000000013', 'TCMC 103', 'tcmc 103', 'Dr. New', 'Female', '1995-06-15', 'ENT', 1, 200, 'Main Road 3', 'Kerala', 'Kollam', '691001', NULL, 540, 1020, NULL);
UPDATE doctors SET consultation_fee = 250 WHERE doctor_id = 'TCMC_102';
INSERT INTO search_words (kind, word, subject) VALUES
    ('doctor', 'one', '01900000-0000-7000-8000-000000000011'),
    ('doctor', 'two', '01900000-0000-7000-8000-000000000012');

-- The door's code: a doctor who gives tokens at the door, and a walk-in who took one.
UPDATE doctors SET door_tokens = 20 WHERE id = '01900000-0000-7000-8000-000000000011';
INSERT INTO walk_ins (id, doctor_id, day, hospital_id, session_from, token, name, phone, attendance, called_at, created_at, door_device) VALUES
    ('01900000-0000-7000-8000-000000009001', '01900000-0000-7000-8000-000000000011', 20772, '01900000-0000-7000-8000-000000000021', 600, 'W9', 'Joseph', '9847009001', 'arrived', NULL, 1794650600000, '5f2b8c0e');

UPDATE appointments SET token = '3', attendance = 'done', called_at = 1793597400000 WHERE id = '01900000-0000-7000-8000-000000000204';
INSERT INTO clinic_days (doctor_id, day, late, late_changes, walk_ins) VALUES ('01900000-0000-7000-8000-000000000011', 20772, 20, 1, 1);
INSERT INTO walk_ins (id, doctor_id, day, token, name, phone, attendance, called_at, created_at) VALUES
    ('01900000-0000-7000-8000-000000000301', '01900000-0000-7000-8000-000000000011', 20772, 'W1', 'Hari', '9847012345', 'called', 1794650500000, 1794650400000);
INSERT INTO waiting_screens (doctor_id, token_digest, created_at) VALUES ('01900000-0000-7000-8000-000000000011', 'screen-digest', 1794650400000);

UPDATE facility_changes SET name_ml = 'പുതിയ ഫാർമസി', state = 'Kerala', district = 'Kollam'
    WHERE id = '01900000-0000-7000-8000-000000001201';
INSERT INTO facility_changes (id, facility_id, name_ml, asked_at) VALUES
    ('01900000-0000-7000-8000-000000001202', '01900000-0000-7000-8000-000000000011', 'ആശ നായർ', 1794650600000);
INSERT INTO blood_blocks (contact, at) VALUES ('email:abuse@example.org', 1794650600000);

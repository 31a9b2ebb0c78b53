INSERT INTO accounts (id, role, email, email_key, phone, password_hash, state, lang, created_at, last_used_at, removed_at) VALUES
    ('01900000-0000-7000-8000-000000000042', 'admin', 'left@example.org', '01900000-0000-7000-8000-000000000042', NULL, '', 'deleted', 'en', 1780000000008, 1794000000000, 1794600000000);
UPDATE facilities SET suspended_at = 1794600000000, listed_at = NULL WHERE category = 'Hospital';
UPDATE facilities SET approved_at = 1794600000001, listed_at = 1794600000001 WHERE category = 'Pharmacy';
INSERT INTO facility_changes (id, facility_id, name, license_number, asked_at) VALUES
    ('01900000-0000-7000-8000-000000001201', '01900000-0000-7000-8000-000000000031', 'New Corner Pharmacy', 'P#32', 1794600000000);

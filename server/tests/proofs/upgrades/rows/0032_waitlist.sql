INSERT INTO waitlist_entries (id, doctor_id, user_id, person_id, on_day, from_minute, to_minute, created_at)
    SELECT '01900000-0000-7000-8000-000000000920', id, '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000901', '2026-11-16', 600, 720, 1794650400005
    FROM doctors WHERE doctor_id = 'TCMC/101';
INSERT INTO waitlist_holds (id, entry_id, doctor_id, starts_at, held_until, passed)
    SELECT '01900000-0000-7000-8000-000000000921', '01900000-0000-7000-8000-000000000920', id, 1794803400000, 1794652200000, TRUE
    FROM doctors WHERE doctor_id = 'TCMC/101';
UPDATE doctors SET waited = TRUE WHERE doctor_id = 'TCMC/101';

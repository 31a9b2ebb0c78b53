-- A session that moves, with two visits: one whose patient is proposed another time, and one that found no slot.
INSERT INTO session_moves (id, doctor_id, hospital_id, from_at, to_at, target_at, reason, created_at, withdrawn_at) VALUES
    ('01900000-0000-7000-8000-000000000971', '01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000021', 1794893400000, 1794900600000, 1794979800000, 'Surgery', 1794650600000, 1794650700000);
INSERT INTO move_proposals (visit_id, move_id, doctor_id, from_at, starts_at, held_until, state, answered_at) VALUES
    ('01900000-0000-7000-8000-000000000203', '01900000-0000-7000-8000-000000000971', '01900000-0000-7000-8000-000000000011', 1794893400000, 1794979800000, 1794771000000, 'declined', 1794650650000),
    ('01900000-0000-7000-8000-000000000212', '01900000-0000-7000-8000-000000000971', '01900000-0000-7000-8000-000000000011', 1794895200000, NULL, NULL, 'unplaced', NULL);

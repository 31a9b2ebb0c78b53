UPDATE blood_requests SET held_for = 'number', held_until = 1794650400000, looked_at = 1794650000000,
    hospital_id = '01900000-0000-7000-8000-000000000021', network = '192.0.2.0/24';

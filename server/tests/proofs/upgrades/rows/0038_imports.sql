INSERT INTO imports (id, admin_id, kind, people, password_hash, created_at, undone_at) VALUES
    ('01900000-0000-7000-8000-000000000971', '01900000-0000-7000-8000-000000000041', 'doctors', 2, '{password}', 1794650400000, 1794650500000);
INSERT INTO import_rows (account_id, import_id) VALUES
    ('01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000971');

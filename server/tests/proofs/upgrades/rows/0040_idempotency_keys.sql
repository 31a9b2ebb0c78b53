INSERT INTO idempotency_keys (id, account_id, request, attempt, claimed_at, written, status, content_type, body) VALUES
    ('d9b5f58f0b38198293971865a14074f59eba3e82595becbe86ae51f1d9f1f65e', '01900000-0000-7000-8000-000000000001', 'f00d.0102', '01900000-0000-7000-8000-000000000f01', 1794650400000, TRUE, 200, 'application/json', 'f00d.0304');

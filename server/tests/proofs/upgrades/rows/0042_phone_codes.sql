INSERT INTO phone_code_counts (day, prefix, codes, unknown_devices) VALUES
    ('2026-11-14', '', 2, 1),
    ('2026-11-14', '984701', 2, 1);
INSERT INTO login_links (token_digest, account_id, expires_at) VALUES
    ('digest of a login link', '01900000-0000-7000-8000-000000000001', 1794650700000);

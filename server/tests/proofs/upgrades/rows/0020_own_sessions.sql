INSERT INTO sessions (token_digest, account_id, last_used_at, expires_at, signed_in_at, browser, system, network) VALUES
    ('session-2', '01900000-0000-7000-8000-000000000011', 1794650400000, 1796860800000, 1794600000000, 'Firefox', 'Linux', '192.0.2.0/24');

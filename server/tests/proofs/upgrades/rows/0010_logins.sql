INSERT INTO email_changes (account_id, email, token_digest, session_digest, expires_at, confirmed_at) VALUES
    ('01900000-0000-7000-8000-000000000001', 'asha.new@example.org', 'change-1', 'ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb', 1794736800000, 1794660000000);

UPDATE accounts SET email_confirmed_at = 1794650404000 WHERE id = '01900000-0000-7000-8000-000000000011';
INSERT INTO impersonation_links (account_id, token_digest, expires_at, used_at) VALUES
    ('01900000-0000-7000-8000-000000000011', 'impersonation-1', 1797242404000, 1794650405000);
UPDATE bounced_addresses SET reported_at = 1794650403000 WHERE address = 'nobody@example.org';

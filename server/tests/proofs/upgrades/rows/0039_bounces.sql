INSERT INTO bounced_addresses (address, last_mail, soft, unreached_at, bounced_at, reached_at) VALUES
    ('nobody@example.org', '01900000-0000-7000-8000-000000000961', 2, 1794650403000, 1794650403000, 1794650402000);

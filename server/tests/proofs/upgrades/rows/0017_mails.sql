INSERT INTO mails (id, recipient, content, due_at, tries, leased_until, failed_at, failure) VALUES
    ('01900000-0000-7000-8000-000000000111', 'asha@example.org', '{"subject":"Your visit","body":{"Finished":{"text":"On Monday.","html":"<p>On Monday.</p>","calendar":null}}}', 1794650400000, 0, 0, NULL, NULL),
    ('01900000-0000-7000-8000-000000000112', 'gone@example.invalid', NULL, 1794650400000, 9, 0, 1794650500000, 'no such mailbox');

INSERT INTO outbox (id, recipient, subject, body_text, body_html, calendar, calendar_method, created_at, due_at, tries, leased_until, failed_at) VALUES
    ('01900000-0000-7000-8000-000000000101', 'asha@example.org', 'Your visit', 'On Monday.', '<p>On Monday.</p>', 'BEGIN:VCALENDAR', 'REQUEST', 1794650400000, 1794650400000, 1, 5, NULL),
    ('01900000-0000-7000-8000-000000000102', 'nobody@example.invalid', 'A link', 'Open it.', '<p>Open it.</p>', NULL, NULL, 1794650400000, 1794650400000, 9, 0, 1794650500000);

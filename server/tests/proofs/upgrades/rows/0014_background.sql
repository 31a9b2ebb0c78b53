INSERT INTO job_leases (job, instance, until) VALUES ('waves', 'an instance of before', 1794650460000);
INSERT INTO outbox (id, recipient, subject, body_text, body_html, created_at, due_at, tries, failed_at, failure) VALUES
    ('01900000-0000-7000-8000-000000000103', 'gone@example.invalid', 'A link', '', '', 1794650400000, 1794650400000, 9, 1794650500000, 'no such mailbox');

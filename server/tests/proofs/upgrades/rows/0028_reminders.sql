INSERT INTO reminder_settings (user_id, evening, soon) VALUES ('01900000-0000-7000-8000-000000000001', TRUE, FALSE);
INSERT INTO mails (id, recipient, content, due_at, tries, about) VALUES
    ('01900000-0000-7000-8000-000000000113', 'asha@example.org', '{"subject":"Your appointment is tomorrow","body":{"Finished":{"text":"On Monday.","html":"<p>On Monday.</p>","calendar":null}},"stop":"https://care.example/reminders/stop?token=x","until":1794800000000}', 1794650400000, 0, '01900000-0000-7000-8000-000000000101');

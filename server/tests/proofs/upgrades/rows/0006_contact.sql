-- Contact: rows of every table and column that its migration makes.
INSERT INTO contact_messages (id, name, email, phone, message, lang, status, created_at) VALUES
    ('01900000-0000-7000-8000-000000001001', 'Hari', 'h@example.org', '9847001001', 'Two lines,
a "quote", a \backslash, a tab	, നന്ദി 🙏', 'en', 'answered', 1794000000000);
INSERT INTO contact_replies (id, message_id, body, at, admin_id) VALUES
    ('01900000-0000-7000-8000-000000001101', '01900000-0000-7000-8000-000000001001', 'Thank you.', 1794000100000, '01900000-0000-7000-8000-000000000041');

-- Links in messages, and what patients say of a visit: rows of every table and column that the migration makes.
INSERT INTO message_links (code_digest, message_id) VALUES
    ('digest-of-a-link', '01900000-0000-7000-8000-000000000951');
UPDATE appointments SET visit_reason = 'Cough for two weeks', visit_type = 'first' WHERE id = '01900000-0000-7000-8000-000000000201';

INSERT INTO desk_invitations (id, employer_id, name, email, email_key, lang, token_digest, created_at, expires_at) VALUES
    ('01900000-0000-7000-8000-000000000981', '01900000-0000-7000-8000-000000000011', 'Maya', 'Maya@clinic.example', 'maya@clinic.example', 'en', 'digest-of-an-invitation', 1794650400000, 1795255200000);
INSERT INTO demo_data (id, filled_at) VALUES (1, 1794650400000);

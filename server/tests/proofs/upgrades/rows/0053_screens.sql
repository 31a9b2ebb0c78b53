INSERT INTO screens (id, doctor_id, hospital_id, number, token_digest, created_at) VALUES ('01900000-0000-7000-8000-000000000531', '01900000-0000-7000-8000-000000000011', '01900000-0000-7000-8000-000000000021', 2, 'second-screen-digest', 1794650400000);
INSERT INTO screen_pairings (token_digest, code_digest, expires_at) VALUES ('waiting-screen-digest', 'code-digest', 1794651000000);

-- The id of the tests' key.
INSERT INTO keys_used (id, first_used_at) VALUES ('425ed4e4a36b30ea', 1794600000000);
INSERT INTO second_factors (account_id, secret, last_step, enrolled_at) VALUES
    ('01900000-0000-7000-8000-000000000012', '425ed4e4a36b30ea.00ff', 59821680, 1794600000000);
INSERT INTO second_factor_offers (account_id, secret, expires_at) VALUES
    ('01900000-0000-7000-8000-000000000011', '425ed4e4a36b30ea.11ff', 1794654000000);
INSERT INTO recovery_codes (code_digest, account_id) VALUES ('code-1', '01900000-0000-7000-8000-000000000012');
INSERT INTO login_challenges (token_digest, account_id, wrong_codes, expires_at) VALUES
    ('challenge-1', '01900000-0000-7000-8000-000000000012', 2, 1794650700000);

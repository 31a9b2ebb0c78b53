INSERT INTO audit (id, at, actor_id, actor_role, action, subject_kind, subject_id, subject_name, reason, subject_key, network, times, digest, seal) VALUES
    ('01900000-0000-7000-8000-000000000404', 1794600000000, '01900000-0000-7000-8000-000000000041', 'admin', 'block', 'user', '01900000-0000-7000-8000-000000000001', '', NULL, '', '192.0.2.0/24', 2, 'digest-3', 1);
INSERT INTO audit_words (id, salt, subject_name, subject_key, reason) VALUES
    ('01900000-0000-7000-8000-000000000404', 'salt-1', 'Asha', 'asha', 'Rude');
INSERT INTO audit_seals (number, sealed_at, until, entries, previous, previous_until, key_id, seal) VALUES
    (1, 1794600060000, 1794600000000, 1, '', 0, '425ed4e4a36b30ea', 'seal-1');

UPDATE accounts SET proved_phone = phone, message_channel = 'sms' WHERE id = '01900000-0000-7000-8000-000000000001';
INSERT INTO messages (id, account_id, key, about, channel, kind, state, reason, created_at, changed_at) VALUES
    ('01900000-0000-7000-8000-000000000951', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000101 0 requested', '01900000-0000-7000-8000-000000000101', 'sms', 'requested', 'failed', 'switched off', 1794650400000, 1794650401000),
    ('01900000-0000-7000-8000-000000000952', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000101 1 approved', '01900000-0000-7000-8000-000000000101', 'sms', 'approved', 'queued', NULL, 1794650402000, 1794650402000);
INSERT INTO message_queue (id, recipient, content, due_at, tries) VALUES
    ('01900000-0000-7000-8000-000000000952', '9847012345', '{"channel":"sms","kind":"approved","lang":"en","variables":["Dr. Ravi","Nov 16, 2026","10:00 AM"],"until":1794800000000}', 1794650402000, 0);
INSERT INTO phone_codes (token_digest, purpose, account_id, phone, code_seal, wrong_codes, expires_at) VALUES
    ('digest of a code', 'login', '01900000-0000-7000-8000-000000000001', '9847012345', 'key.00', 0, 1794650700000);

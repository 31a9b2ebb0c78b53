-- The installation's key, a patient's browser whose last notification failed, a push that waits, and a patient who was told that few are
-- before them.
INSERT INTO push_keys (id, sealed, made_at) VALUES (1, '0123456789abcdef.00', 1794650600000);
INSERT INTO push_subscriptions (id, session_digest, account_id, endpoint, p256dh, auth, created_at, last_used_at, failures, failing_since)
    SELECT '01900000-0000-7000-8000-000000000981', token_digest, account_id, 'https://fcm.googleapis.com/fcm/send/a', 'BA', 'AA',
           1794650600000, 1794650700000, 1, 1794650800000 FROM sessions ORDER BY token_digest LIMIT 1;
INSERT INTO push_queue (id, recipient, about, content, due_at, tries, leased_until, withdrawn) VALUES
    ('01900000-0000-7000-8000-000000000982', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000204',
     '{"lang":"en","title":"Your turn is near","body":"You are next.","page":"/user/bookings","made_at":1794650600000,"until":1794654200000,"needed_by":0,"next":{}}',
     1794650600000, 1, 0, TRUE);
UPDATE appointments SET turn_notice_at = 1793596800000 WHERE id = '01900000-0000-7000-8000-000000000204';

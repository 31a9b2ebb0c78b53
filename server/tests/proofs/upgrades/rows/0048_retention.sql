UPDATE accounts SET retention_mailed_at = 1794650400000 WHERE id = '01900000-0000-7000-8000-000000000001';
UPDATE appointments SET anonymised = FALSE WHERE NOT anonymised;

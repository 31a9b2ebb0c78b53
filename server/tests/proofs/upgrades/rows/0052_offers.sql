UPDATE appointments SET offered_at = starts_at + 86400000 WHERE status = 'Rejected';

UPDATE appointments SET answer_by = starts_at WHERE status = 'Pending';

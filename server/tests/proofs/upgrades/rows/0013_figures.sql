-- A visit whose patient came before being called in, and one that was missed.
UPDATE appointments SET arrived_at = 1793596800000 WHERE id = '01900000-0000-7000-8000-000000000204';
UPDATE appointments SET attendance = 'absent', missed_notice_at = 1793844000000 WHERE id = '01900000-0000-7000-8000-000000000207';
UPDATE revenue SET amount = amount - 300 WHERE day = 20761 AND doctor_id = '01900000-0000-7000-8000-000000000011';

-- The migration adds an index alone. A missed visit that it finds.
UPDATE appointments SET attendance = 'absent' WHERE id = '01900000-0000-7000-8000-000000000208';
UPDATE revenue SET amount = amount - 300 WHERE day = 20761 AND doctor_id = '01900000-0000-7000-8000-000000000011';

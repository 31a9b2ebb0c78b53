UPDATE doctors SET notice_minutes = 120 WHERE doctor_id = 'TCMC/101';

-- The notes are made by the database itself, here too.
UPDATE doctors SET experience = 21 WHERE doctor_id = 'TCMC/101';

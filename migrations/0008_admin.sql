-- What the administrator looks people up by, what the dashboard adds up, and the messages of the contact form.
--
-- Folded keys are written by the program (SQL cannot fold): NULL is a row that it has still to fold, which it does at
-- its next start.
ALTER TABLE users ADD COLUMN name_key {text};
CREATE INDEX users_by_name ON users (name_key, id);
CREATE INDEX users_unfolded ON users (id) WHERE name_key IS NULL;
ALTER TABLE appointments ADD COLUMN patient_key {text};
-- A search of all statuses reads each in turn, one of a rare status none of the others.
CREATE INDEX appointments_by_patient ON appointments (status, patient_key, id);
CREATE INDEX appointments_unfolded ON appointments (id) WHERE patient_key IS NULL;
CREATE INDEX appointments_by_number ON appointments (status, contact_number, id);
CREATE INDEX appointments_by_status ON appointments (status, id);

-- A subject's few words are found by the subject alone: an index that begins with the kind looks to a planner without
-- statistics no better than the primary key, which would walk through all words of the kind.
DROP INDEX search_words_subject;
CREATE INDEX search_words_by_subject ON search_words (subject);

-- Lists of accounts leave out the deleted ones and run by id.
CREATE INDEX accounts_living ON accounts (role, id) WHERE state <> 'deleted';

-- A suspended doctor is no longer listed but stays approved; the administrator sees whoever was ever approved.
ALTER TABLE doctors ADD COLUMN approved_at BIGINT;
ALTER TABLE doctors ADD COLUMN suspended_at BIGINT;
UPDATE doctors SET approved_at = listed_at;
CREATE INDEX doctors_approved ON doctors (id) WHERE approved_at IS NOT NULL;
CREATE INDEX doctors_approved_in ON doctors (district, id) WHERE approved_at IS NOT NULL;
CREATE INDEX doctors_approved_for ON doctors (specialization, id) WHERE approved_at IS NOT NULL;
CREATE INDEX facilities_approved ON facilities (category, id) WHERE listed_at IS NOT NULL;

-- Numbers without any punctuation: "TCMC/555" is likely the doctor of "TCMC 555".
ALTER TABLE doctors ADD COLUMN number_bare {text};
ALTER TABLE facilities ADD COLUMN number_bare {text};
UPDATE doctors SET number_bare =
    replace(replace(replace(replace(replace(doctor_id_key, '/', ''), '_', ''), ':', ''), '#', ''), ',', '');
UPDATE facilities SET number_bare =
    replace(replace(replace(replace(replace(license_key, '/', ''), '_', ''), ':', ''), '#', ''), ',', '');
CREATE INDEX doctors_number_bare ON doctors (number_bare);
CREATE INDEX facilities_number_bare ON facilities (number_bare);

-- How many bookings of each status a doctor has, exact at every commit: the total of a million is the sum of some
-- thousands. By doctor, because two bookings that change one row wait for each other.
CREATE TABLE booking_counts (
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    status {text} NOT NULL,
    bookings BIGINT NOT NULL,
    PRIMARY KEY (doctor_id, status)
);
INSERT INTO booking_counts (doctor_id, status, bookings)
    SELECT doctor_id, status, count(*) FROM appointments GROUP BY doctor_id, status;

-- Fees of approved visits by the day of the visit (days since 1970 by India's clock): exact at every commit, so that
-- three years are some 1,100 rows instead of a walk through all visits.
CREATE TABLE revenue_by_day (
    day BIGINT PRIMARY KEY,
    amount BIGINT NOT NULL,
    visits BIGINT NOT NULL
);
INSERT INTO revenue_by_day (day, amount, visits)
    SELECT (starts_at + 19800000) / 86400000, CAST(sum(fee) AS BIGINT), count(*)
    FROM appointments WHERE status = 'Checked' GROUP BY 1;
-- The hours of today.
CREATE INDEX appointments_by_start ON appointments (starts_at, status, fee);

-- The audit log runs by id, which is by time; each of its filters has an index that ends in it.
ALTER TABLE audit ADD COLUMN subject_key {text};
CREATE INDEX audit_by_action ON audit (action, id);
CREATE INDEX audit_by_kind ON audit (subject_kind, id);
CREATE INDEX audit_by_role ON audit (actor_role, id);
CREATE INDEX audit_by_name ON audit (subject_key, id);
CREATE INDEX audit_unfolded ON audit (id) WHERE subject_key IS NULL;

-- What visitors write to us, and what we answered.
CREATE TABLE contact_messages (
    id {text} PRIMARY KEY,
    name {text} NOT NULL,
    email {text} NOT NULL,
    phone {text},
    message {text} NOT NULL,
    lang {text} NOT NULL CHECK (lang IN ('en', 'ml')),
    status {text} NOT NULL CHECK (status IN ('open', 'answered', 'closed')),
    created_at BIGINT NOT NULL
);
CREATE INDEX contact_messages_status ON contact_messages (status, id);
CREATE TABLE contact_replies (
    id {text} PRIMARY KEY,
    message_id {text} NOT NULL REFERENCES contact_messages (id),
    body {text} NOT NULL,
    at BIGINT NOT NULL,
    admin_id {text} NOT NULL REFERENCES accounts (id)
);
CREATE INDEX contact_replies_message ON contact_replies (message_id, id);

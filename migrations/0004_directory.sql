-- Doctors, and the words under which people are found.
--
-- A doctor is listed and bookable while listed_at is set: the administrator's approval sets it. Hours are minutes of
-- the day in India, the fee is whole rupees. Lists run from the newest account on, and ids ascend with time, so each
-- filter's index ends in the id.
CREATE TABLE doctors (
    id {text} PRIMARY KEY REFERENCES accounts (id),
    doctor_id {text} NOT NULL,
    doctor_id_key {text} NOT NULL,
    full_name {text} NOT NULL,
    gender {text} NOT NULL,
    dob {text} NOT NULL,
    specialization {text} NOT NULL,
    experience BIGINT NOT NULL,
    consultation_fee BIGINT NOT NULL,
    consultation_address {text} NOT NULL,
    state {text} NOT NULL,
    district {text} NOT NULL,
    pincode {text} NOT NULL,
    image {text},
    start_minute BIGINT NOT NULL,
    end_minute BIGINT NOT NULL,
    listed_at BIGINT
);
CREATE UNIQUE INDEX doctors_number ON doctors (doctor_id_key);
CREATE INDEX doctors_listed ON doctors (id) WHERE listed_at IS NOT NULL;
CREATE INDEX doctors_by_district ON doctors (district, specialization, id) WHERE listed_at IS NOT NULL;
CREATE INDEX doctors_by_specialization ON doctors (specialization, id) WHERE listed_at IS NOT NULL;

-- Search by prefix without LIKE, alike on both engines: a row per folded word of what a subject is called.
CREATE TABLE search_words (
    kind {text} NOT NULL,
    word {text} NOT NULL,
    subject {text} NOT NULL,
    PRIMARY KEY (kind, word, subject)
);
CREATE INDEX search_words_subject ON search_words (kind, subject);

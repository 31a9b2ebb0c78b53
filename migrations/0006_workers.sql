-- Hospitals and pharmacies, the doctors' weeks and leave, and who decided what.
--
-- A weekday is a bit of days_off (Monday 1, Sunday 64). A doctor names a hospital; the hospital's confirmation makes it
-- public. Like doctors, hospitals and pharmacies are listed while listed_at is set.
ALTER TABLE doctors ADD COLUMN days_off BIGINT NOT NULL DEFAULT 0;
ALTER TABLE doctors ADD COLUMN break_start BIGINT;
ALTER TABLE doctors ADD COLUMN break_end BIGINT;
ALTER TABLE doctors ADD COLUMN hospital_id {text};
ALTER TABLE doctors ADD COLUMN hospital_confirmed_at BIGINT;
CREATE INDEX doctors_unlisted ON doctors (id) WHERE listed_at IS NULL;
CREATE INDEX doctors_by_hospital ON doctors (hospital_id, id) WHERE hospital_id IS NOT NULL;

-- Days, both included, on which a doctor is away.
CREATE TABLE doctor_leave (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    first_day {text} NOT NULL,
    last_day {text} NOT NULL,
    note {text} NOT NULL
);
CREATE INDEX doctor_leave_doctor ON doctor_leave (doctor_id, last_day);

-- Opening hours are minutes of the day in India; a worker who has not told them yet has none.
CREATE TABLE facilities (
    id {text} PRIMARY KEY REFERENCES accounts (id),
    category {text} NOT NULL CHECK (category IN ('Hospital', 'Pharmacy')),
    license_number {text} NOT NULL,
    license_key {text} NOT NULL,
    name {text} NOT NULL,
    address {text} NOT NULL,
    city {text} NOT NULL,
    state {text} NOT NULL,
    district {text} NOT NULL,
    pincode {text} NOT NULL,
    image {text},
    start_minute BIGINT,
    end_minute BIGINT,
    days_off BIGINT NOT NULL DEFAULT 0,
    listed_at BIGINT
);
CREATE UNIQUE INDEX facilities_license ON facilities (license_key);
CREATE INDEX facilities_listed ON facilities (category, district, id) WHERE listed_at IS NOT NULL;
CREATE INDEX facilities_unlisted ON facilities (category, id) WHERE listed_at IS NULL;

-- A doctor's history by visit, whatever became of it.
CREATE INDEX appointments_history ON appointments (doctor_id, starts_at, id);

-- Why a doctor rejected or cancelled, in their own words.
ALTER TABLE appointments ADD COLUMN reason {text};

-- What people with power did, to whom and why. Only ever added to; it names its subject in words, because the subject may go.
CREATE TABLE audit (
    id {text} PRIMARY KEY,
    at BIGINT NOT NULL,
    actor_id {text} NOT NULL,
    actor_role {text} NOT NULL,
    action {text} NOT NULL,
    subject_kind {text} NOT NULL,
    subject_id {text} NOT NULL,
    subject_name {text} NOT NULL,
    reason {text}
);
CREATE INDEX audit_subject ON audit (subject_id, id);

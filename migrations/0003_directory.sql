-- Directory: doctors with their weeks and leave, hospitals and pharmacies, desks, changes that wait for approval, and imports.
-- Hours are minutes of the day in India, fees whole rupees, days YYYY-MM-DD. A weekday is a bit of days_off (Monday 1, Sunday 64).

-- A doctor is listed and bookable while listed_at is set. A suspended one is no longer listed but stays approved. Lists run from the newest
-- account on, and ids ascend with time, so each filter's index ends in the id.
CREATE TABLE doctors (
    id {text} PRIMARY KEY REFERENCES accounts (id),
    -- The registration number as entered, folded, and without punctuation: "TCMC/555" is likely the doctor of "TCMC 555".
    doctor_id {text} NOT NULL,
    doctor_id_key {text} NOT NULL,
    number_stripped {text},
    full_name {text} NOT NULL,
    name_ml {text},
    gender {text} NOT NULL,
    dob {text} NOT NULL,
    specialization {text} NOT NULL,
    experience BIGINT NOT NULL,
    consultation_fee BIGINT NOT NULL,
    consultation_address {text} NOT NULL,
    address_ml {text},
    state {text} NOT NULL,
    district {text} NOT NULL,
    pincode {text} NOT NULL,
    image {text},
    -- The simple week: these hours on every day that is not off. With weekly sessions: the first start and the last end.
    start_minute BIGINT NOT NULL,
    end_minute BIGINT NOT NULL,
    days_off BIGINT NOT NULL DEFAULT 0,
    break_start BIGINT,
    break_end BIGINT,
    -- The least time between an online booking and its slot; 0 is none. The desk and the doctor are not bound by it.
    notice_minutes BIGINT NOT NULL DEFAULT 0,
    -- The hospital that the doctor names; its confirmation makes it public.
    hospital_id {text},
    hospital_confirmed_at BIGINT,
    -- When the doctor let the confirmed hospital's desk run the day. A trigger ends it with the confirmation.
    desk_access_at BIGINT,
    approved_at BIGINT,
    listed_at BIGINT,
    suspended_at BIGINT,
    -- How requests are answered: each, known or all; auto_approvals_per_day limits all (decision 0053).
    approval_mode {text} NOT NULL DEFAULT 'each',
    auto_approvals_per_day BIGINT NOT NULL DEFAULT 10,
    digest_enabled BOOLEAN NOT NULL DEFAULT TRUE,
    -- Requests of the last 30 days that nobody answered, so that the administrator's list is sorted by an index. Computed anew with each
    -- of them, and hourly where it is not 0.
    unanswered BIGINT NOT NULL DEFAULT 0,
    -- Whether anybody waits for a slot: bookings and lists of slots of other doctors need no query about the waitlist (decision 0058).
    has_waitlist BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE UNIQUE INDEX doctors_number ON doctors (doctor_id_key);
CREATE INDEX doctors_number_stripped ON doctors (number_stripped);
CREATE INDEX doctors_listed ON doctors (id) WHERE listed_at IS NOT NULL;
CREATE INDEX doctors_by_district ON doctors (district, specialization, id) WHERE listed_at IS NOT NULL;
CREATE INDEX doctors_by_specialization ON doctors (specialization, id) WHERE listed_at IS NOT NULL;
CREATE INDEX doctors_unlisted ON doctors (id) WHERE listed_at IS NULL;
CREATE INDEX doctors_by_hospital ON doctors (hospital_id, id) WHERE hospital_id IS NOT NULL;
CREATE INDEX doctors_approved ON doctors (id) WHERE approved_at IS NOT NULL;
CREATE INDEX doctors_approved_in ON doctors (district, id) WHERE approved_at IS NOT NULL;
CREATE INDEX doctors_approved_for ON doctors (specialization, id) WHERE approved_at IS NOT NULL;
CREATE INDEX doctors_by_unanswered ON doctors (unanswered, id) WHERE approved_at IS NOT NULL;
CREATE INDEX doctors_with_unanswered ON doctors (id) WHERE unanswered > 0;
CREATE INDEX doctors_with_waitlist ON doctors (id) WHERE has_waitlist;

-- Leave: days, both included; with minutes, these hours of each of the days.
CREATE TABLE doctor_leave (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    first_day {text} NOT NULL,
    last_day {text} NOT NULL,
    from_minute BIGINT,
    to_minute BIGINT,
    note {text} NOT NULL
);
CREATE INDEX doctor_leave_doctor ON doctor_leave (doctor_id, last_day);
CREATE INDEX doctor_leave_ended ON doctor_leave (last_day);

-- Sessions: a weekly one has a weekday (Monday 0), an extra one its day. Without a hospital it is at the doctor's own clinic, without a fee
-- it costs the doctor's fee. A doctor without weekly sessions has the simple week (decision 0059).
CREATE TABLE doctor_sessions (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id) ON DELETE CASCADE,
    weekday BIGINT CHECK (weekday >= 0 AND weekday <= 6),
    on_day {text},
    from_minute BIGINT NOT NULL,
    to_minute BIGINT NOT NULL,
    hospital_id {text},
    fee BIGINT,
    CHECK (from_minute < to_minute),
    CHECK ((weekday IS NULL) <> (on_day IS NULL))
);
CREATE INDEX doctor_sessions_doctor ON doctor_sessions (doctor_id, from_minute);
CREATE INDEX doctor_sessions_by_day ON doctor_sessions (on_day) WHERE on_day IS NOT NULL;

-- Hospitals and pharmacies. Listed, approved and suspended as doctors are; opening hours may not be known yet.
CREATE TABLE facilities (
    id {text} PRIMARY KEY REFERENCES accounts (id),
    category {text} NOT NULL CHECK (category IN ('Hospital', 'Pharmacy')),
    license_number {text} NOT NULL,
    license_key {text} NOT NULL,
    number_stripped {text},
    name {text} NOT NULL,
    name_ml {text},
    address {text} NOT NULL,
    address_ml {text},
    city {text} NOT NULL,
    state {text} NOT NULL,
    district {text} NOT NULL,
    pincode {text} NOT NULL,
    image {text},
    start_minute BIGINT,
    end_minute BIGINT,
    days_off BIGINT NOT NULL DEFAULT 0,
    approved_at BIGINT,
    listed_at BIGINT,
    suspended_at BIGINT
);
CREATE UNIQUE INDEX facilities_license ON facilities (license_key);
CREATE INDEX facilities_number_stripped ON facilities (number_stripped);
CREATE INDEX facilities_listed ON facilities (category, district, id) WHERE listed_at IS NOT NULL;
CREATE INDEX facilities_unlisted ON facilities (category, id) WHERE listed_at IS NULL;
CREATE INDEX facilities_listed_by_id ON facilities (category, id) WHERE listed_at IS NOT NULL;
CREATE INDEX facilities_approved ON facilities (category, id) WHERE approved_at IS NOT NULL;

-- Changes of a doctor's, hospital's or pharmacy's profile that wait for the administrator; NULL is what stays (decisions 0043 and 0071).
-- One per account: a newer one replaces it and has another id, so that nobody approves what they have not seen.
CREATE TABLE profile_change_requests (
    id {text} PRIMARY KEY,
    facility_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name {text},
    name_ml {text},
    license_number {text},
    state {text},
    district {text},
    asked_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX profile_change_requests_account ON profile_change_requests (facility_id);

-- Clinics and hospitals whose new address is not announced yet to everybody who has booked there. The address is the one before.
CREATE TABLE clinic_moves (
    -- The doctor whose own clinic it is, or the hospital.
    place_id {text} PRIMARY KEY,
    is_hospital BOOLEAN NOT NULL,
    address {text} NOT NULL,
    address_ml {text},
    city {text} NOT NULL,
    district {text} NOT NULL,
    state {text} NOT NULL,
    pincode {text} NOT NULL,
    -- NULL until the job has seen it.
    detected_at BIGINT,
    -- The last appointment whose patient was notified; empty before the first.
    last_notified_id {text} NOT NULL DEFAULT ''
);

-- Desk staff and their employer, a doctor or a hospital. Whoever left keeps the row, and the name for as long as the audit log is kept.
CREATE TABLE desk_staff (
    id {text} PRIMARY KEY REFERENCES accounts (id),
    employer_id {text} NOT NULL REFERENCES accounts (id),
    name {text} NOT NULL,
    created_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX desk_staff_by_employer ON desk_staff (employer_id, id);
CREATE INDEX desk_staff_ended ON desk_staff (ended_at) WHERE ended_at IS NOT NULL;

-- Invitations to a desk. Accepting makes the account under the invitation's id, so that the audit log has one id for both. Several employers
-- may invite one address; none learns of the others (decision 0070).
CREATE TABLE desk_invitations (
    id {text} PRIMARY KEY,
    employer_id {text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name {text} NOT NULL,
    email {text} NOT NULL,
    -- In lower case.
    email_key {text} NOT NULL,
    lang {text} NOT NULL,
    -- Of the link in the mail.
    token_digest {text} NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX desk_invitations_of ON desk_invitations (employer_id, email_key);
CREATE INDEX desk_invitations_expired ON desk_invitations (expires_at);

-- Tables of doctors, hospitals and pharmacies that were imported, so that a whole table can be undone (decision 0065).
CREATE TABLE imports (
    id {text} PRIMARY KEY,
    -- No foreign key: an administrator who was removed keeps the row of their account.
    admin_id {text} NOT NULL,
    kind {text} NOT NULL CHECK (kind IN ('doctors', 'facilities')),
    people BIGINT NOT NULL,
    -- Of a password that nobody knows, set for all of them: an account with another one has been taken into use and stays.
    password_hash {text} NOT NULL,
    created_at BIGINT NOT NULL,
    undone_at BIGINT
);

-- Accounts of an import.
CREATE TABLE import_rows (
    account_id {text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    import_id {text} NOT NULL REFERENCES imports (id)
);
CREATE INDEX import_rows_of ON import_rows (import_id, account_id);

-- The change log of doctors: each change of a listing or of taken slots adds a row by trigger, so that no statement can forget it. The
-- availability index in memory asks before each answer which rows are new. Rows are deleted after one to two hours, except the last.
--
-- The version is the order of the commits: on SQLite, which has one writer, the row's number; on PostgreSQL the id of the transaction, so
-- that a reader who has seen everything before the oldest running transaction asks from there on (decision 0032).
-- {sqlite}
CREATE TABLE doctor_change_log (
    version INTEGER PRIMARY KEY,
    doctor_id TEXT NOT NULL,
    changed_at BIGINT NOT NULL DEFAULT (unixepoch() * 1000)
);

CREATE TRIGGER doctors_logged_insert AFTER INSERT ON doctors
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.id); END;
CREATE TRIGGER doctors_logged_update AFTER UPDATE ON doctors
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.id); END;
CREATE TRIGGER doctors_logged_delete AFTER DELETE ON doctors
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (OLD.id); END;

CREATE TRIGGER leave_logged_insert AFTER INSERT ON doctor_leave
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER leave_logged_update AFTER UPDATE ON doctor_leave
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER leave_logged_delete AFTER DELETE ON doctor_leave
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (OLD.doctor_id); END;

CREATE TRIGGER sessions_logged_insert AFTER INSERT ON doctor_sessions
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER sessions_logged_update AFTER UPDATE ON doctor_sessions
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER sessions_logged_delete AFTER DELETE ON doctor_sessions
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (OLD.doctor_id); END;

-- A hospital is shown beside its doctors: its names, its place, and whether it is listed.
CREATE TRIGGER hospitals_logged AFTER UPDATE OF name, name_ml, address, address_ml, city, state, district, pincode, listed_at ON facilities
BEGIN INSERT INTO doctor_change_log (doctor_id) SELECT id FROM doctors WHERE hospital_id = NEW.id; END;

-- The desk's right ends with the confirmation, and with another hospital.
CREATE TRIGGER doctors_desk_ended AFTER UPDATE OF hospital_id, hospital_confirmed_at ON doctors
WHEN NEW.desk_access_at IS NOT NULL AND (NEW.hospital_confirmed_at IS NULL OR NEW.hospital_id IS NOT OLD.hospital_id)
BEGIN UPDATE doctors SET desk_access_at = NULL WHERE id = NEW.id; END;

-- {postgres}
CREATE TABLE doctor_change_log (
    version BIGINT NOT NULL DEFAULT (CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)),
    doctor_id TEXT COLLATE "C" NOT NULL,
    changed_at BIGINT NOT NULL DEFAULT (CAST(extract(epoch FROM now()) * 1000 AS BIGINT))
);
CREATE INDEX doctor_change_log_version ON doctor_change_log (version);

-- Of tables whose rows name their doctor in doctor_id.
CREATE FUNCTION log_change_of_doctor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO doctor_change_log (doctor_id) VALUES (OLD.doctor_id);
    ELSE
        INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION log_doctor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO doctor_change_log (doctor_id) VALUES (OLD.id);
    ELSE
        INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.id);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION log_hospital() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO doctor_change_log (doctor_id) SELECT id FROM doctors WHERE hospital_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER doctors_logged AFTER INSERT OR UPDATE OR DELETE ON doctors
FOR EACH ROW EXECUTE FUNCTION log_doctor();
CREATE TRIGGER leave_logged AFTER INSERT OR UPDATE OR DELETE ON doctor_leave
FOR EACH ROW EXECUTE FUNCTION log_change_of_doctor();
CREATE TRIGGER sessions_logged AFTER INSERT OR UPDATE OR DELETE ON doctor_sessions
FOR EACH ROW EXECUTE FUNCTION log_change_of_doctor();
-- A hospital is shown beside its doctors: its names, its place, and whether it is listed.
CREATE TRIGGER hospitals_logged
AFTER UPDATE OF name, name_ml, address, address_ml, city, state, district, pincode, listed_at ON facilities
FOR EACH ROW EXECUTE FUNCTION log_hospital();

-- The desk's right ends with the confirmation, and with another hospital.
CREATE FUNCTION end_desk_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.hospital_confirmed_at IS NULL OR NEW.hospital_id IS DISTINCT FROM OLD.hospital_id THEN
        NEW.desk_access_at := NULL;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER doctors_desk_ended BEFORE UPDATE OF hospital_id, hospital_confirmed_at ON doctors
FOR EACH ROW WHEN (NEW.desk_access_at IS NOT NULL) EXECUTE FUNCTION end_desk_access();
-- {both}

-- The change log is never empty: the first row is no doctor's.
INSERT INTO doctor_change_log (doctor_id) VALUES ('');

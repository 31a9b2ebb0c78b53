-- Consultations by phone (decision 0087): sessions by phone, the details that their patients give, and the doctor's calls.

-- How patients of a session are seen. All earlier sessions are at a place.
ALTER TABLE doctor_sessions ADD COLUMN mode {text} NOT NULL DEFAULT 'clinic' CHECK (mode IN ('clinic', 'phone'));
-- Whether desk staff may call the patients of these sessions, and see their numbers.
ALTER TABLE doctors ADD COLUMN desk_may_call BOOLEAN NOT NULL DEFAULT FALSE;

-- A visit by phone has a row here, which is never deleted before the visit: the details of the patient, and the outcome of the calls. Which
-- notice the patient consented to is in consents.
CREATE TABLE phone_consultations (
    visit_id {text} PRIMARY KEY REFERENCES appointments (id) ON DELETE CASCADE,
    -- NULL once the patient is erased; the other two are empty then.
    patient_age BIGINT,
    -- Where the patient said they would be: a district or a short line.
    patient_location {text} NOT NULL,
    -- The adult who is there with a minor.
    adult_name {text},
    -- Calls that did not reach the patient since the visit was booked or moved.
    missed_calls BIGINT NOT NULL DEFAULT 0,
    reached_at BIGINT
);

-- Each call that was noted, and by which account. Deleted when the visit is moved or anonymised.
CREATE TABLE phone_calls (
    visit_id {text} NOT NULL REFERENCES phone_consultations (visit_id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    was_reached BOOLEAN NOT NULL,
    called_at BIGINT NOT NULL,
    caller_id {text} NOT NULL,
    PRIMARY KEY (visit_id, number)
);

-- The consent to be consulted by phone is one more purpose.
-- {sqlite}
CREATE TABLE consents_of_more_purposes (
    id {text} PRIMARY KEY,
    subject_id {text} NOT NULL,
    purpose {text} NOT NULL CHECK (purpose IN ('account', 'donor', 'messages', 'phone')),
    notice {text} NOT NULL,
    given_at BIGINT NOT NULL,
    ended_at BIGINT,
    ended_by {text} CHECK (ended_by IN ('withdrawn', 'erased'))
);
INSERT INTO consents_of_more_purposes (id, subject_id, purpose, notice, given_at, ended_at, ended_by)
    SELECT id, subject_id, purpose, notice, given_at, ended_at, ended_by FROM consents;
DROP TABLE consents;
ALTER TABLE consents_of_more_purposes RENAME TO consents;
CREATE INDEX consents_of ON consents (subject_id, id);
CREATE INDEX consents_ended ON consents (ended_at) WHERE ended_at IS NOT NULL;
-- {postgres}
ALTER TABLE consents DROP CONSTRAINT consents_purpose_check;
ALTER TABLE consents ADD CONSTRAINT consents_purpose_check
    CHECK (purpose IN ('account', 'donor', 'messages', 'phone')) NOT VALID;
-- {both}

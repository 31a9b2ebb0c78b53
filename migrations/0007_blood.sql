-- Blood: donors, requests, whom we asked, and who saw whose number.
--
-- Days are YYYY-MM-DD texts and sort as such; an empty day means never. A donor tells an age, from which born is
-- reckoned: the latest day on which they can have been born. Somebody is one donor for one number and name.
CREATE TABLE donors (
    id {text} PRIMARY KEY,
    name {text} NOT NULL,
    name_key {text} NOT NULL,
    blood_group {text} NOT NULL,
    gender {text} NOT NULL,
    born {text} NOT NULL,
    email {text} NOT NULL,
    email_key {text} NOT NULL,
    phone {text} NOT NULL,
    district {text} NOT NULL,
    state {text} NOT NULL,
    lang {text} NOT NULL CHECK (lang IN ('en', 'ml')),
    created_at BIGINT NOT NULL,
    -- Nobody is asked without having agreed to it.
    consented_at BIGINT,
    -- The last day of a pause.
    paused_until {text} NOT NULL,
    last_given {text} NOT NULL,
    -- Whoever was just asked is left alone for a while.
    quiet_until BIGINT NOT NULL
);
CREATE UNIQUE INDEX donors_person ON donors (phone, name_key);
CREATE INDEX donors_email ON donors (email_key);
CREATE INDEX donors_match ON donors (state, district, blood_group, last_given, id) WHERE consented_at IS NOT NULL;
CREATE INDEX donors_by_group ON donors (blood_group, district, id);
CREATE INDEX donors_by_district ON donors (district, id);

-- A second registration of the same person, until they confirm it through the address on file.
CREATE TABLE donor_changes (
    donor_id {text} PRIMARY KEY REFERENCES donors (id) ON DELETE CASCADE,
    name {text} NOT NULL,
    blood_group {text} NOT NULL,
    gender {text} NOT NULL,
    born {text} NOT NULL,
    email {text} NOT NULL,
    district {text} NOT NULL,
    state {text} NOT NULL,
    consent BIGINT NOT NULL
);

CREATE TABLE blood_requests (
    id {text} PRIMARY KEY,
    patient_name {text} NOT NULL,
    blood_group {text} NOT NULL,
    units BIGINT NOT NULL,
    hospital {text} NOT NULL,
    district {text} NOT NULL,
    state {text} NOT NULL,
    needed_by {text} NOT NULL,
    contact_name {text} NOT NULL,
    phone {text} NOT NULL,
    email {text} NOT NULL,
    email_key {text} NOT NULL,
    reason {text},
    lang {text} NOT NULL CHECK (lang IN ('en', 'ml')),
    status {text} NOT NULL CHECK (status IN ('Unconfirmed', 'Open', 'Matched', 'Fulfilled', 'Closed', 'Expired')),
    created_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    waves BIGINT NOT NULL,
    -- Set while more donors may have to be asked.
    next_wave_at BIGINT
);
CREATE INDEX blood_requests_email ON blood_requests (email_key, created_at);
CREATE INDEX blood_requests_phone ON blood_requests (phone, created_at);
CREATE INDEX blood_requests_status ON blood_requests (status, id);
CREATE INDEX blood_requests_due ON blood_requests (next_wave_at) WHERE next_wave_at IS NOT NULL;

-- Whom we asked, and the answer. Group and district stay when the donor erases themselves.
CREATE TABLE blood_asks (
    id {text} PRIMARY KEY,
    request_id {text} NOT NULL REFERENCES blood_requests (id) ON DELETE CASCADE,
    donor_id {text} NOT NULL,
    wave BIGINT NOT NULL,
    blood_group {text} NOT NULL,
    district {text} NOT NULL,
    asked_at BIGINT NOT NULL,
    status {text} NOT NULL CHECK (status IN ('asked', 'accepted', 'declined')),
    answered_at BIGINT
);
CREATE UNIQUE INDEX blood_asks_once ON blood_asks (request_id, donor_id);
CREATE INDEX blood_asks_donor ON blood_asks (donor_id);

-- Each time somebody came to see the other's number. Only ever added to.
CREATE TABLE blood_reveals (
    id {text} PRIMARY KEY,
    at BIGINT NOT NULL,
    request_id {text} NOT NULL,
    ask_id {text} NOT NULL,
    donor_id {text} NOT NULL,
    seen_by {text} NOT NULL CHECK (seen_by IN ('requester', 'donor'))
);
CREATE INDEX blood_reveals_request ON blood_reveals (request_id, id);

-- Wrong or repeated contact, told by one of the two.
CREATE TABLE blood_reports (
    id {text} PRIMARY KEY,
    at BIGINT NOT NULL,
    request_id {text} NOT NULL REFERENCES blood_requests (id) ON DELETE CASCADE,
    ask_id {text} NOT NULL,
    told_by {text} NOT NULL CHECK (told_by IN ('requester', 'donor')),
    reason {text} NOT NULL
);
CREATE INDEX blood_reports_request ON blood_reports (request_id, id);

-- Addresses and numbers that may not ask for blood any more.
CREATE TABLE blood_blocks (
    contact {text} PRIMARY KEY,
    at BIGINT NOT NULL
);

-- The private links in mails, as digests. A subject may hold several: each mail has its own.
CREATE TABLE blood_links (
    token_digest {text} PRIMARY KEY,
    kind {text} NOT NULL CHECK (kind IN ('donor', 'request', 'ask')),
    subject {text} NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX blood_links_subject ON blood_links (subject, created_at);

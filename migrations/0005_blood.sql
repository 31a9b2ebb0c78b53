-- Blood: donors, requests, who was asked, and who saw whose number. Days are YYYY-MM-DD and sort as such; an empty day means never.

-- A donor is one number, name and address: what one address says never touches what another confirmed. Nobody is asked who has not
-- confirmed the address and consented (decisions 0013 and 0037).
CREATE TABLE donors (
    id {text} PRIMARY KEY,
    name {text} NOT NULL,
    name_key {text} NOT NULL,
    blood_group {text} NOT NULL,
    gender {text} NOT NULL,
    -- The latest day on which they can have been born: a donor tells an age.
    born {text} NOT NULL,
    email {text} NOT NULL,
    email_key {text} NOT NULL,
    -- Another address, until a link that was sent to it is used.
    new_email {text},
    phone {text} NOT NULL,
    district {text} NOT NULL,
    state {text} NOT NULL,
    lang {text} NOT NULL CHECK (lang IN ('en', 'ml')),
    created_at BIGINT NOT NULL,
    consented_at BIGINT,
    -- When a link that was sent to the address was used, and when the mail with it went. Unconfirmed donors are deleted.
    confirmed_at BIGINT,
    confirm_mailed_at BIGINT,
    -- The last day of a pause.
    paused_until {text} NOT NULL,
    last_donation {text} NOT NULL,
    -- Not asked again before this instant.
    cooldown_until BIGINT NOT NULL,
    -- The order in which donors are asked: the day of the last donation; drawn for those who never gave.
    turn {text} NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX donors_person ON donors (phone, name_key, email_key);
CREATE INDEX donors_email ON donors (email_key);
CREATE INDEX donors_match ON donors (state, district, blood_group, last_donation, id) WHERE consented_at IS NOT NULL;
CREATE INDEX donors_turn ON donors (state, district, blood_group, turn, id)
    WHERE consented_at IS NOT NULL AND confirmed_at IS NOT NULL;
CREATE INDEX donors_unconfirmed ON donors (confirm_mailed_at) WHERE confirmed_at IS NULL;
CREATE INDEX donors_by_group ON donors (blood_group, district, id);
CREATE INDEX donors_by_district ON donors (district, id);

-- A second registration of the same donor, until it is confirmed by the address on file. A newer one has another version, so that only
-- what was seen is confirmed.
CREATE TABLE donor_changes (
    donor_id {text} PRIMARY KEY REFERENCES donors (id) ON DELETE CASCADE,
    version {text} NOT NULL DEFAULT '',
    name {text} NOT NULL,
    blood_group {text} NOT NULL,
    gender {text} NOT NULL,
    born {text} NOT NULL,
    email {text} NOT NULL,
    district {text} NOT NULL,
    state {text} NOT NULL,
    consent BIGINT NOT NULL
);

-- Requests. One that reaches beyond its district, or is one of many, is held for review by the administrator or the named hospital. It goes
-- on by itself after held_until, because blood is needed at night too (decision 0037).
CREATE TABLE blood_requests (
    id {text} PRIMARY KEY,
    patient_name {text} NOT NULL,
    blood_group {text} NOT NULL,
    units BIGINT NOT NULL,
    hospital {text} NOT NULL,
    -- The hospital of the directory, if it is one.
    hospital_id {text},
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
    -- The network that it was confirmed from, while that is counted.
    network {text},
    held_for {text},
    held_until BIGINT,
    looked_at BIGINT,
    waves BIGINT NOT NULL,
    -- Set while more donors may have to be asked.
    next_wave_at BIGINT
);
CREATE INDEX blood_requests_email ON blood_requests (email_key, created_at);
CREATE INDEX blood_requests_phone ON blood_requests (phone, created_at);
CREATE INDEX blood_requests_status ON blood_requests (status, id);
CREATE INDEX blood_requests_due ON blood_requests (next_wave_at) WHERE next_wave_at IS NOT NULL;
CREATE INDEX blood_requests_held ON blood_requests (held_until) WHERE held_until IS NOT NULL AND looked_at IS NULL;
CREATE INDEX blood_requests_hospital ON blood_requests (hospital_id, id) WHERE hospital_id IS NOT NULL;
CREATE INDEX blood_requests_network ON blood_requests (network, confirmed_at) WHERE network IS NOT NULL;
CREATE INDEX blood_requests_place ON blood_requests (state, district, confirmed_at);

-- Donors who were asked to help with a request, and their answers. Group and district stay when the donor is erased.
CREATE TABLE donor_invitations (
    id {text} PRIMARY KEY,
    request_id {text} NOT NULL REFERENCES blood_requests (id) ON DELETE CASCADE,
    donor_id {text} NOT NULL,
    wave BIGINT NOT NULL,
    blood_group {text} NOT NULL,
    district {text} NOT NULL,
    asked_at BIGINT NOT NULL,
    status {text} NOT NULL CHECK (status IN ('asked', 'accepted', 'declined')),
    answered_at BIGINT,
    -- The last yes; it stays when the donor takes it back.
    accepted_at BIGINT
);
CREATE UNIQUE INDEX donor_invitations_once ON donor_invitations (request_id, donor_id);
CREATE INDEX donor_invitations_donor ON donor_invitations (donor_id);

-- Which name and number one side was shown for one invitation: first, last, how often. Erasing a person sets both to NULL.
CREATE TABLE contact_disclosures (
    id {text} PRIMARY KEY,
    at BIGINT NOT NULL,
    request_id {text} NOT NULL,
    invitation_id {text} NOT NULL,
    donor_id {text} NOT NULL,
    seen_by {text} NOT NULL CHECK (seen_by IN ('requester', 'donor')),
    name {text},
    phone {text},
    last_at BIGINT NOT NULL DEFAULT 0,
    times BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX contact_disclosures_once ON contact_disclosures (invitation_id, seen_by, name, phone);
CREATE INDEX contact_disclosures_request ON contact_disclosures (request_id, id);
CREATE INDEX contact_disclosures_donor ON contact_disclosures (donor_id, id);

-- Wrong or unwanted contact, reported by one of the two sides.
CREATE TABLE contact_reports (
    id {text} PRIMARY KEY,
    at BIGINT NOT NULL,
    request_id {text} NOT NULL REFERENCES blood_requests (id) ON DELETE CASCADE,
    invitation_id {text} NOT NULL,
    reported_by {text} NOT NULL CHECK (reported_by IN ('requester', 'donor')),
    reason {text} NOT NULL
);
CREATE INDEX contact_reports_request ON contact_reports (request_id, id);

-- Confirmed addresses that may not ask for blood ("email:" and the folded address). Numbers are not blocked: nobody confirms them
-- (decision 0071).
CREATE TABLE blocked_contacts (
    contact {text} PRIMARY KEY,
    at BIGINT NOT NULL
);

-- Private links in mails, as digest_enabled; each mail has its own. Earlier links of a subject end when a later one is used.
CREATE TABLE blood_links (
    token_digest {text} PRIMARY KEY,
    kind {text} NOT NULL CHECK (kind IN ('donor', 'request', 'ask')),
    subject {text} NOT NULL,
    created_at BIGINT NOT NULL,
    mailed_to {text},
    used_at BIGINT
);
CREATE INDEX blood_links_subject ON blood_links (subject, created_at);
CREATE INDEX blood_links_created ON blood_links (created_at);

-- Secret of this installation that blurs published counts, so that adding donors does not reveal the true ones. One row.
CREATE TABLE blood_count_salt (salt {text} NOT NULL);
-- {sqlite}
INSERT INTO blood_count_salt (salt) VALUES (hex(randomblob(32)));
-- {postgres}
INSERT INTO blood_count_salt (salt) VALUES (gen_random_uuid()::text || gen_random_uuid()::text);
-- {both}

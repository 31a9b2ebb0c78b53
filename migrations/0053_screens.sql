-- Screens of waiting rooms: a doctor has several, each with its own link (decision 0080). waiting_screens, which held one link for each
-- doctor, stays for instances of the version before until a later version drops it.
CREATE TABLE screens (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id) ON DELETE CASCADE,
    -- The hospital whose sessions it shows; NULL shows all.
    hospital_id {text},
    -- By which people tell the screens of a doctor apart.
    number BIGINT NOT NULL,
    token_digest {text} NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX screens_of_doctor ON screens (doctor_id, number);
CREATE UNIQUE INDEX screens_token ON screens (token_digest);

-- Screens that show a code and wait to be paired. The token becomes the screen's link.
CREATE TABLE screen_pairings (
    token_digest {text} PRIMARY KEY,
    -- Keyed, because six digits are soon tried.
    code_digest {text} NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX screen_pairings_code ON screen_pairings (code_digest);
CREATE INDEX screen_pairings_by_expiry ON screen_pairings (expires_at);

-- Links of before keep working.
INSERT INTO screens (id, doctor_id, number, token_digest, created_at)
    SELECT doctor_id, doctor_id, 1, token_digest, created_at FROM waiting_screens;

-- The clinic's day: tokens, who came, walk-ins, late doctors, and the screen of a waiting room. Decision 0055.
--
-- A visit's token is fixed when it is approved; visits of before have none, and are shown the number of their slot. attendance stands
-- beside the status: without one the visit counts as having happened. called_at is when the patient was last called in.
ALTER TABLE appointments ADD COLUMN token {text};
ALTER TABLE appointments ADD COLUMN attendance {text} CHECK (attendance IN ('arrived', 'called', 'done', 'absent'));
ALTER TABLE appointments ADD COLUMN called_at BIGINT;

-- A doctor's day, counted from 1970 by India's clock: how many minutes late the doctor said to be, how often that was changed, and how
-- many walk-ins were given a token.
CREATE TABLE clinic_days (
    doctor_id {text} NOT NULL REFERENCES doctors (id) ON DELETE CASCADE,
    day BIGINT NOT NULL,
    late BIGINT NOT NULL DEFAULT 0,
    late_changes BIGINT NOT NULL DEFAULT 0,
    walk_ins BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (doctor_id, day)
);
CREATE INDEX clinic_days_by_day ON clinic_days (day);

-- Walk-ins who wait without a slot. One who takes a slot is a row of appointments, of the user nobody.
CREATE TABLE walk_ins (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id) ON DELETE CASCADE,
    day BIGINT NOT NULL,
    token {text} NOT NULL,
    name {text} NOT NULL,
    phone {text} NOT NULL,
    attendance {text} CHECK (attendance IN ('arrived', 'called', 'done', 'absent')),
    called_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX walk_ins_of_day ON walk_ins (doctor_id, day, token);
CREATE INDEX walk_ins_by_day ON walk_ins (day);

-- The secret link of a waiting room's screen, as its digest only. A new one ends the one before it.
CREATE TABLE waiting_screens (
    doctor_id {text} PRIMARY KEY REFERENCES doctors (id) ON DELETE CASCADE,
    token_digest {text} NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX waiting_screens_token ON waiting_screens (token_digest);

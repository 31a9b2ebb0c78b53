-- Appointments: bookings and what follows from them: sums, reminders, follow-ups, the waitlist and the clinic's day.

-- People whom a user books for: a child, a parent, a neighbour. Seen by that user only, deleted with the account (decision 0051).
CREATE TABLE related_persons (
    id {text} PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id),
    name {text} NOT NULL,
    phone {text} NOT NULL,
    -- When the user confirmed to be the guardian of this minor.
    guardian_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX related_persons_of_user ON related_persons (user_id, id);

-- A booked slot of 15 minutes. The partial unique index and appointments_overlap below are the promise of the product: no two active
-- bookings of a doctor meet, whatever races. Queries that mean "active" spell the condition alike. Walk-ins who take a slot are booked by
-- the user "nobody".
CREATE TABLE appointments (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    user_id {text} NOT NULL REFERENCES users (id),
    -- No foreign key: removing the person leaves the booking as it is.
    person_id {text},
    patient_name {text} NOT NULL,
    -- The folded name, by which the administrator searches.
    patient_key {text} NOT NULL DEFAULT '',
    contact_number {text} NOT NULL,
    starts_at BIGINT NOT NULL,
    -- As it was at the time of booking; 0 where it was waived for a follow-up.
    fee BIGINT NOT NULL,
    fee_waived BOOLEAN NOT NULL DEFAULT FALSE,
    -- Where it is; NULL is the doctor's own clinic.
    hospital_id {text},
    status {text} NOT NULL CHECK (status IN ('Pending', 'Checked', 'Rejected', 'Cancelled')),
    -- Why the doctor rejected or cancelled it.
    reason {text},
    -- Counts the changes, for patients' calendars.
    sequence BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Until when a request waits for its doctor: halfway to the slot, a day at most, never at night. NULL: until the slot begins. Stored,
    -- because a moved request waits from its move on (decision 0053).
    answer_due_at BIGINT,
    -- When the program rejected a request that was not answered in time.
    auto_rejected_at BIGINT,
    -- Another slot that the doctor offered with the rejection, until the patient has booked it (decision 0078).
    offered_at BIGINT,
    -- 0 not reminder_stage, 1 the evening before, 2 two hours before. Set in the transaction that writes the mail, so that each is written once.
    reminder_stage BIGINT NOT NULL DEFAULT 0,
    -- The place in the day's queue, given at approval.
    token {text},
    -- NULL counts as having happened.
    attendance {text} CHECK (attendance IN ('arrived', 'called', 'done', 'absent')),
    called_at BIGINT,
    -- The appointment that this one follows up.
    follows_id {text},
    -- Whether what names the patient was removed (decision 0075).
    anonymised BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE UNIQUE INDEX appointments_slot ON appointments (doctor_id, starts_at) WHERE status IN ('Pending', 'Checked');
CREATE INDEX appointments_user ON appointments (user_id, starts_at, id);
CREATE INDEX appointments_doctor ON appointments (doctor_id, status, starts_at);
CREATE INDEX appointments_history ON appointments (doctor_id, starts_at, id);
-- Lists and searches of the administrator, status by status.
CREATE INDEX appointments_by_patient ON appointments (status, patient_key, id);
CREATE INDEX appointments_by_number ON appointments (status, contact_number, id);
CREATE INDEX appointments_by_status ON appointments (status, id);
CREATE INDEX appointments_by_start ON appointments (starts_at, status, fee);
CREATE INDEX appointments_by_hospital ON appointments (hospital_id, starts_at) WHERE hospital_id IS NOT NULL;
-- Jobs: reminders, requests that nobody answered, retention.
CREATE INDEX appointments_to_remind ON appointments (reminder_stage, starts_at) WHERE status = 'Checked' AND reminder_stage < 2;
-- The status stands first, or SQLite takes the index of all appointments by their status.
CREATE INDEX appointments_waiting ON appointments (status, starts_at, id) WHERE status = 'Pending';
CREATE INDEX appointments_by_end ON appointments (COALESCE(answer_due_at, starts_at), doctor_id) WHERE status = 'Pending';
CREATE INDEX appointments_of_doctor_by_end ON appointments (doctor_id, COALESCE(answer_due_at, starts_at), id) WHERE status = 'Pending';
CREATE INDEX appointments_unanswered ON appointments (doctor_id, auto_rejected_at) WHERE auto_rejected_at IS NOT NULL;
CREATE INDEX appointments_to_anonymise ON appointments (starts_at) WHERE NOT anonymised;
-- Asked with every booking: was this slot offered to the user?
CREATE INDEX appointments_offered ON appointments (user_id, offered_at) WHERE offered_at IS NOT NULL;
-- At most one active appointment follows another: nobody comes twice without a fee.
CREATE UNIQUE INDEX appointments_following ON appointments (follows_id)
    WHERE follows_id IS NOT NULL AND status IN ('Pending', 'Checked');
CREATE INDEX appointments_by_followed ON appointments (follows_id) WHERE follows_id IS NOT NULL;

-- Slots of a doctor whose hours were moved by minutes can overlap without beginning alike: 10:15 of the old hours and 10:10 of the new
-- ones. The database refuses that: PostgreSQL by an exclusion constraint, SQLite (which has one writer) by two triggers. A slot lasts
-- 900000 milliseconds (decision 0015).
-- {postgres}
CREATE EXTENSION IF NOT EXISTS btree_gist;
ALTER TABLE appointments ADD CONSTRAINT appointments_overlap EXCLUDE USING gist (
    doctor_id WITH =,
    int8range(starts_at, starts_at + 900000) WITH &&
) WHERE (status IN ('Pending', 'Checked'));
-- {sqlite}
CREATE TRIGGER appointments_overlap_insert BEFORE INSERT ON appointments
WHEN NEW.status IN ('Pending', 'Checked') AND EXISTS (
    SELECT 1 FROM appointments
    WHERE doctor_id = NEW.doctor_id AND status IN ('Pending', 'Checked') AND id <> NEW.id
      AND starts_at > NEW.starts_at - 900000 AND starts_at < NEW.starts_at + 900000
)
BEGIN
    SELECT RAISE(ABORT, 'appointments_overlap');
END;
CREATE TRIGGER appointments_overlap_update BEFORE UPDATE OF doctor_id, starts_at, status ON appointments
WHEN NEW.status IN ('Pending', 'Checked')
 AND (NEW.doctor_id <> OLD.doctor_id OR NEW.starts_at <> OLD.starts_at OR OLD.status NOT IN ('Pending', 'Checked'))
 AND EXISTS (
    SELECT 1 FROM appointments
    WHERE doctor_id = NEW.doctor_id AND status IN ('Pending', 'Checked') AND id <> NEW.id
      AND starts_at > NEW.starts_at - 900000 AND starts_at < NEW.starts_at + 900000
)
BEGIN
    SELECT RAISE(ABORT, 'appointments_overlap');
END;
-- {both}

-- How many appointments of each status a doctor has, exact at every commit: the total of a million is the sum of some thousands. By doctor,
-- because two transactions that change one row wait for each other (decision 0014).
CREATE TABLE appointment_counts (
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    status {text} NOT NULL,
    bookings BIGINT NOT NULL,
    PRIMARY KEY (doctor_id, status)
);

-- Fees of approved appointments by day (days since 1970 in India) and doctor, exact at every commit.
CREATE TABLE revenue (
    day BIGINT NOT NULL,
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    amount BIGINT NOT NULL,
    visits BIGINT NOT NULL,
    PRIMARY KEY (day, doctor_id)
);

-- The last digest of open requests that a doctor was mailed. Raising due_at and writing the mail is one transaction.
CREATE TABLE doctor_digests (
    doctor_id {text} PRIMARY KEY REFERENCES doctors (id) ON DELETE CASCADE,
    due_at BIGINT NOT NULL
);

-- Which reminders a user wants; without a row both.
CREATE TABLE reminder_settings (
    user_id {text} PRIMARY KEY REFERENCES users (id),
    evening BOOLEAN NOT NULL,
    soon BOOLEAN NOT NULL
);

-- Follow-ups: the doctor asks the patient to come again after so many days, with or without a fee. proposed_at is set in the transaction
-- that writes the mail. What was booked of it is found by appointments.follows_id (decision 0056).
CREATE TABLE follow_ups (
    visit_id {text} PRIMARY KEY REFERENCES appointments (id),
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    user_id {text} NOT NULL REFERENCES users (id),
    days BIGINT NOT NULL,
    -- The day that was asked for, as it begins in India.
    due_at BIGINT NOT NULL,
    without_fee BOOLEAN NOT NULL,
    marked_at BIGINT NOT NULL,
    proposed_at BIGINT,
    declined_at BIGINT
);
CREATE INDEX follow_ups_due ON follow_ups (due_at, visit_id) WHERE proposed_at IS NULL;
CREATE INDEX follow_ups_of_user ON follow_ups (user_id, due_at);
CREATE INDEX follow_ups_of_doctor ON follow_ups (doctor_id);

-- The waitlist of a doctor's day, in the order of the ids (decision 0058).
CREATE TABLE waitlist_entries (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id),
    user_id {text} NOT NULL REFERENCES users (id),
    -- No foreign key, as in appointments.
    person_id {text},
    on_day {text} NOT NULL,
    -- Minutes of the day, the second not included.
    from_minute BIGINT NOT NULL,
    to_minute BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When they were mailed that the doctor is on leave then: once.
    leave_notified_at BIGINT
);
CREATE UNIQUE INDEX waitlist_of_user ON waitlist_entries (user_id, doctor_id, on_day);
CREATE INDEX waitlist_of_doctor ON waitlist_entries (doctor_id, on_day, id);

-- A slot that is held for an entry until an instant. Once passed, the entry is not offered that slot again.
CREATE TABLE waitlist_holds (
    id {text} PRIMARY KEY,
    entry_id {text} NOT NULL REFERENCES waitlist_entries (id) ON DELETE CASCADE,
    doctor_id {text} NOT NULL,
    starts_at BIGINT NOT NULL,
    held_until BIGINT NOT NULL,
    passed BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE UNIQUE INDEX waitlist_held ON waitlist_holds (doctor_id, starts_at) WHERE NOT passed;
CREATE INDEX waitlist_holds_of_entry ON waitlist_holds (entry_id);

-- What people were offered before they left the waitlist: who joins again is not offered the same slot. A row is deleted when its user
-- waits for that day again, joins another waitlist once the slot is over, or is erased.
CREATE TABLE waitlist_past_offers (
    id {text} PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id),
    doctor_id {text} NOT NULL,
    starts_at BIGINT NOT NULL
);
CREATE INDEX waitlist_past_offers_of ON waitlist_past_offers (user_id, doctor_id, starts_at);

-- A doctor's day in the clinic (days since 1970 in India): minutes late, how often that changed, and walk-ins with a token (decision 0055).
CREATE TABLE clinic_days (
    doctor_id {text} NOT NULL REFERENCES doctors (id) ON DELETE CASCADE,
    day BIGINT NOT NULL,
    late BIGINT NOT NULL DEFAULT 0,
    -- The first minute of the session that the doctor is late for; NULL is the whole day.
    late_from BIGINT,
    late_changes BIGINT NOT NULL DEFAULT 0,
    walk_ins BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (doctor_id, day)
);
CREATE INDEX clinic_days_by_day ON clinic_days (day);

-- Walk-ins who wait without a slot.
CREATE TABLE walk_ins (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id) ON DELETE CASCADE,
    day BIGINT NOT NULL,
    -- NULL is the doctor's own clinic.
    hospital_id {text},
    -- The first minute of the session that they wait for.
    session_from BIGINT,
    token {text} NOT NULL,
    name {text} NOT NULL,
    phone {text} NOT NULL,
    attendance {text} CHECK (attendance IN ('arrived', 'called', 'done', 'absent')),
    called_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX walk_ins_of_day ON walk_ins (doctor_id, day, token);
CREATE INDEX walk_ins_by_day ON walk_ins (day);

-- Screens of waiting rooms; each has its own link (decision 0080).
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

-- The change log of doctors (0003) has appointments, the waitlist and held slots too.
-- {sqlite}
CREATE TRIGGER appointments_logged_insert AFTER INSERT ON appointments
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER appointments_logged_update AFTER UPDATE OF status, starts_at ON appointments
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER appointments_logged_delete AFTER DELETE ON appointments
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (OLD.doctor_id); END;
CREATE TRIGGER waitlist_logged_insert AFTER INSERT ON waitlist_entries
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER waitlist_logged_update AFTER UPDATE ON waitlist_entries
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER waitlist_logged_delete AFTER DELETE ON waitlist_entries
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (OLD.doctor_id); END;
CREATE TRIGGER holds_logged_insert AFTER INSERT ON waitlist_holds
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER holds_logged_update AFTER UPDATE ON waitlist_holds
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER holds_logged_delete AFTER DELETE ON waitlist_holds
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (OLD.doctor_id); END;
-- {postgres}
CREATE TRIGGER appointments_logged AFTER INSERT OR UPDATE OF status, starts_at OR DELETE ON appointments
FOR EACH ROW EXECUTE FUNCTION log_change_of_doctor();
CREATE TRIGGER waitlist_logged AFTER INSERT OR UPDATE OR DELETE ON waitlist_entries
FOR EACH ROW EXECUTE FUNCTION log_change_of_doctor();
CREATE TRIGGER holds_logged AFTER INSERT OR UPDATE OR DELETE ON waitlist_holds
FOR EACH ROW EXECUTE FUNCTION log_change_of_doctor();
-- {both}

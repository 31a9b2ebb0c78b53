-- Sessions that must move (decision 0088): the doctor or the desk moves a session of a day, and each patient with an approved
-- visit in it is proposed a slot of another session. Rows are deleted when the session is over.
CREATE TABLE session_moves (
    id {text} PRIMARY KEY,
    doctor_id {text} NOT NULL REFERENCES doctors (id) ON DELETE CASCADE,
    -- Where the session is; NULL is the doctor's own clinic.
    hospital_id {text},
    -- When the session begins, and up to when visits belong to it.
    from_at BIGINT NOT NULL,
    to_at BIGINT NOT NULL,
    -- The first slot that visits could get.
    target_at BIGINT NOT NULL,
    -- Why, as patients read it.
    reason {text} NOT NULL,
    created_at BIGINT NOT NULL,
    withdrawn_at BIGINT
);
CREATE INDEX session_moves_of_doctor ON session_moves (doctor_id, to_at);
CREATE INDEX session_moves_by_end ON session_moves (to_at);

-- The slot that is proposed to the patient of a visit: reserved for them while the state is open, until held_until, and as long as the visit
-- is approved and at from_at. So cancelling the visit, or moving it in another way, frees the slot at the same commit.
CREATE TABLE move_proposals (
    visit_id {text} PRIMARY KEY REFERENCES appointments (id) ON DELETE CASCADE,
    move_id {text} NOT NULL REFERENCES session_moves (id) ON DELETE CASCADE,
    -- As in the move: for the change log, and to find a doctor's reserved slots.
    doctor_id {text} NOT NULL,
    -- The time of the visit when it was proposed.
    from_at BIGINT NOT NULL,
    -- NULL: no slot was free, so the desk calls.
    starts_at BIGINT,
    -- Halfway between the proposal and the visit.
    held_until BIGINT,
    state {text} NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'expired', 'unplaced', 'kept', 'withdrawn', 'ended')),
    -- When the patient or the desk answered.
    answered_at BIGINT
);
CREATE INDEX move_proposals_of_move ON move_proposals (move_id);
CREATE INDEX move_proposals_open ON move_proposals (doctor_id) WHERE state = 'open';

-- The change log of doctors (0003) has reserved slots.
-- {sqlite}
CREATE TRIGGER proposals_logged_insert AFTER INSERT ON move_proposals
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER proposals_logged_update AFTER UPDATE ON move_proposals
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (NEW.doctor_id); END;
CREATE TRIGGER proposals_logged_delete AFTER DELETE ON move_proposals
BEGIN INSERT INTO doctor_change_log (doctor_id) VALUES (OLD.doctor_id); END;
-- {postgres}
CREATE TRIGGER proposals_logged AFTER INSERT OR UPDATE OR DELETE ON move_proposals
FOR EACH ROW EXECUTE FUNCTION log_change_of_doctor();
-- {both}

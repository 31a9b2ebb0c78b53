//! Which visit of a session goes where, how long its patient can answer, and what a proposal is now (pure).

use jiff::{SignedDuration, Timestamp};

use super::model::{MoveProposal, ProposalState, ProposalWithVisit};
use crate::appointments::model::{Appointment, Status};
use crate::platform::clock::millis;
use crate::scheduling::Slot;

/// With less time to answer, the desk calls at once.
const MIN_ANSWER_TIME: SignedDuration = SignedDuration::from_mins(15);

/// A slot that is proposed to the patient of a visit, and until when it is reserved, as UTC milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReservedSlot {
    pub slot: Slot,
    pub until: i64,
}

/// Gives each visit a free slot, both in their order. `None` for a visit without one: there are too few, or the visit is too near for an
/// answer.
pub fn assign_slots(visits: &[Slot], free: &[Slot], now: Timestamp) -> Vec<Option<ReservedSlot>> {
    let mut free = free.iter().filter(|slot| answer_until(now, **slot).is_some()).peekable();
    let assign = |visit: &Slot| {
        let slot = **free.peek()?;
        let until = answer_until(now, (*visit).min(slot))?;
        free.next();
        Some(ReservedSlot { slot, until })
    };
    visits.iter().map(assign).collect()
}

/// The deadline: halfway between now and the visit, at its old time or at the new one, whichever is first. Rounded down to a minute, because
/// pages show hours and minutes.
fn answer_until(now: Timestamp, visit: Slot) -> Option<i64> {
    let now = now.as_millisecond();
    let wait = (visit.starts_at().as_millisecond() - now) / 2;
    let until = now + wait;
    (wait >= millis(MIN_ANSWER_TIME)).then_some(until - until.rem_euclid(60_000))
}

impl ProposalWithVisit {
    /// The state of the proposal now, which the stored one may not show yet.
    pub fn state(&self, now: Timestamp) -> ProposalState {
        state_of(&self.proposal, &self.visit.appointment, now)
    }
}

/// An unresolved proposal ends when its visit is cancelled or at another time (`migrations/0012`), and an open one at its deadline.
fn state_of(proposal: &MoveProposal, visit: &Appointment, now: Timestamp) -> ProposalState {
    let is_as_before = visit.status == Status::Checked && visit.slot == proposal.from;
    match proposal.state {
        state if state.is_unresolved() && !is_as_before => ProposalState::Ended,
        ProposalState::Accepted if !visit.status.is_active() => ProposalState::Ended,
        ProposalState::Open if proposal.until.is_none_or(|until| until <= now.as_millisecond()) => {
            ProposalState::Expired
        }
        state => state,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn slot(text: &str) -> Slot {
        Slot::from_millis(at(text).as_millisecond()).unwrap()
    }

    fn reserved(slot_at: &str, until: &str) -> ReservedSlot {
        ReservedSlot { slot: slot(slot_at), until: at(until).as_millisecond() }
    }

    #[test]
    fn visits_get_the_free_slots_in_order_and_the_rest_is_called() {
        let visits = ["2026-11-16T04:30:00Z", "2026-11-16T04:45:00Z", "2026-11-16T05:00:00Z"].map(slot);
        let free = ["2026-11-17T04:30:00Z", "2026-11-17T05:00:00Z"].map(slot);
        assert_eq!(
            assign_slots(&visits, &free, at("2026-11-15T04:30:00Z")),
            [
                Some(reserved("2026-11-17T04:30:00Z", "2026-11-15T16:30:00Z")),
                // Half of 24 hours and 15 minutes, without the seconds.
                Some(reserved("2026-11-17T05:00:00Z", "2026-11-15T16:37:00Z")),
                None,
            ]
        );
    }

    #[test]
    fn a_visit_that_is_too_near_is_called_and_leaves_its_slot_to_the_next() {
        let visits = ["2026-11-16T04:30:00Z", "2026-11-16T05:30:00Z"].map(slot);
        let free = ["2026-11-17T04:30:00Z"].map(slot);
        let assigned = assign_slots(&visits, &free, at("2026-11-16T04:10:00Z"));
        assert_eq!(assigned, [None, Some(reserved("2026-11-17T04:30:00Z", "2026-11-16T04:50:00Z"))]);
        // An earlier slot decides how long there is to answer, and one that is too near is not proposed.
        let free = ["2026-11-15T04:30:00Z", "2026-11-15T06:30:00Z"].map(slot);
        let assigned = assign_slots(&visits[..1], &free, at("2026-11-15T04:10:00Z"));
        assert_eq!(assigned, [Some(reserved("2026-11-15T06:30:00Z", "2026-11-15T05:20:00Z"))]);
    }

    #[test]
    fn a_proposal_ends_at_its_deadline_and_with_its_visit() {
        let visit = Appointment::example("2026-11-16T04:30:00Z", Status::Checked);
        let proposal = |state| MoveProposal {
            visit_id: visit.id.clone(),
            move_id: "m".into(),
            doctor_id: visit.doctor_id.clone(),
            from: visit.slot,
            slot: Some(slot("2026-11-17T04:30:00Z")),
            until: Some(at("2026-11-15T16:30:00Z").as_millisecond()),
            state,
        };
        let (before, after) = (at("2026-11-15T16:29:59Z"), at("2026-11-15T16:30:00Z"));
        let open = proposal(ProposalState::Open);
        assert_eq!(state_of(&open, &visit, before), ProposalState::Open);
        assert_eq!(state_of(&open, &visit, after), ProposalState::Expired);
        let cancelled = Appointment { status: Status::Cancelled, ..visit.clone() };
        let moved = Appointment { slot: slot("2026-11-16T04:45:00Z"), ..visit.clone() };
        for gone in [&cancelled, &moved] {
            for state in ProposalState::ALL {
                let is_over = state.is_unresolved() || (state == ProposalState::Accepted && !gone.status.is_active());
                let expected = if is_over { ProposalState::Ended } else { state };
                assert_eq!(state_of(&proposal(state), gone, before), expected, "{state:?}");
            }
        }
    }
}

//! The model of a doctor's practice: what each call does to it, and when it is refused.

use std::collections::{BTreeMap, BTreeSet};

use super::history::{DAY, Deed, Id, Minute, Outcome, Refusal, Visit};

pub const OPENS: Minute = 10 * 60;
pub const CLOSES: Minute = 12 * 60;
const SLOT: Minute = 15;
/// One patient's active visits with a doctor on a day.
const MOST_A_DAY: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Practice {
    begins_at: Minute,
    is_listed: bool,
    /// Days by the id of the leave.
    leave: BTreeMap<Id, i64>,
    blocked: BTreeSet<Id>,
    /// Patients whose account is deleted.
    deleted: BTreeSet<Id>,
    visits: BTreeMap<Id, Visit>,
    /// The latest proposal of each visit, unless it was withdrawn, or the visit found no slot.
    proposals: BTreeMap<Id, Proposal>,
    /// Visits whose latest proposal was accepted.
    accepted: BTreeSet<Id>,
}

/// Another time that is proposed for a visit, as long as that is approved and at its time.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Proposal {
    /// The session move that proposed it.
    by: Id,
    from: Minute,
    to: Minute,
    /// Not after the patient declined: then nobody has the slot.
    is_reserved: bool,
}

impl Default for Practice {
    fn default() -> Self {
        let (leave, blocked, deleted, visits, proposals, accepted) = Default::default();
        Self { begins_at: OPENS, is_listed: true, leave, blocked, deleted, visits, proposals, accepted }
    }
}

impl Practice {
    /// Whether a call without an effect can have this answer in this state.
    pub fn explains(&self, deed: &Deed, outcome: Outcome) -> bool {
        let Outcome::Refused(refusal) = outcome else { return self.shows(deed) };
        match (deed, refusal) {
            // A move of a session: somebody in it has not resolved an earlier one (of visits without a slot the model knows nothing), nobody
            // is in it, or the target is no slot (the answer does not say which day it would have been).
            (_, Refusal::Other) | (Deed::MoveSession { .. }, Refusal::NotChangeable | Refusal::NotBookable) => true,
            (Deed::Book { user, at, .. }, Refusal::Taken) => {
                let is_own = |visit: &Visit| visit.user == *user && visit.at == *at;
                let is_taken = self.is_met(*at, None) || self.is_reserved(*at, None);
                self.is_open(*at) && is_taken && !self.visits.values().any(is_own)
            }
            (Deed::Book { at, .. }, Refusal::NotBookable) => self.is_listed && !self.is_worked(*at),
            (Deed::Move { booking, to }, Refusal::Taken) => {
                let is_taken = self.is_met(*to, Some(booking)) || self.is_reserved(*to, Some(booking));
                self.visits.contains_key(booking) && self.is_open(*to) && is_taken
            }
            (Deed::Move { booking, to }, Refusal::NotBookable) => {
                self.visits.contains_key(booking) && self.is_listed && !self.is_worked(*to)
            }
            (Deed::Move { booking, .. }, Refusal::NoDoctor) => self.visits.contains_key(booking) && !self.is_listed,
            (Deed::Book { .. } | Deed::List { .. }, Refusal::NoDoctor)
            | (Deed::Suspend { .. }, Refusal::NotChangeable) => !self.is_listed,
            (Deed::Move { booking, .. } | Deed::Cancel { booking }, Refusal::NotChangeable) => {
                !self.visits.contains_key(booking)
            }
            (Deed::Approve { booking } | Deed::Reject { booking }, Refusal::NotChangeable) => {
                self.visits.get(booking).is_none_or(|visit| visit.is_approved)
            }
            (Deed::CancelVisit { booking }, Refusal::NotChangeable) => {
                self.visits.get(booking).is_none_or(|visit| !visit.is_approved)
            }
            (Deed::Restore, Refusal::NotChangeable) => self.is_listed,
            (Deed::AcceptMove { booking, by_doctor }, Refusal::NotChangeable) => {
                self.standing(booking).is_none_or(|proposal| !proposal.is_reserved && !by_doctor)
            }
            (Deed::AcceptMove { booking, .. }, Refusal::Taken) => self.standing(booking).is_some_and(|proposal| {
                let is_taken = self.is_met(proposal.to, Some(booking)) || self.is_reserved(proposal.to, Some(booking));
                is_taken || !self.is_open(proposal.to)
            }),
            (Deed::DeclineMove { booking }, Refusal::NotChangeable) => self.standing(booking).is_none(),
            _ => false,
        }
    }

    fn shows(&self, deed: &Deed) -> bool {
        match deed {
            Deed::See { at, free } => {
                *free == (self.is_open(*at) && !self.is_met(*at, None) && !self.is_reserved(*at, None))
            }
            Deed::Find { visits } => *visits == self.visits,
            _ => false,
        }
    }

    /// The state after the call; `None` if it is not possible in this state.
    pub fn after(&self, deed: &Deed) -> Option<Self> {
        let mut next = self.clone();
        next.act(deed)?;
        Some(next)
    }

    fn act(&mut self, deed: &Deed) -> Option<()> {
        match deed {
            Deed::Book { user, at, booking } => self.book(user, *at, booking.as_ref()?),
            Deed::Move { booking, to } => self.reschedule(booking, *to),
            Deed::Cancel { booking } => self.visits.remove(booking).map(drop),
            Deed::Approve { booking } => {
                let visit = self.visits.get_mut(booking).filter(|visit| !visit.is_approved)?;
                visit.is_approved = true;
                Some(())
            }
            Deed::Reject { booking } => self.visits.remove(booking).filter(|visit| !visit.is_approved).map(drop),
            Deed::CancelVisit { booking } => self.visits.remove(booking).filter(|visit| visit.is_approved).map(drop),
            Deed::BeginAt { minute } => {
                self.begins_at = *minute;
                Some(())
            }
            Deed::AddLeave { leave, day, cancel } => {
                self.leave.insert(leave.clone(), *day);
                self.visits.retain(|_, visit| !cancel || visit.at / DAY != *day);
                Some(())
            }
            Deed::RemoveLeave { leave } => self.leave.remove(leave).map(drop),
            Deed::Suspend { cancel } => {
                self.visits.retain(|_, _| !cancel);
                std::mem::replace(&mut self.is_listed, false).then_some(())
            }
            Deed::Restore => (!std::mem::replace(&mut self.is_listed, true)).then_some(()),
            Deed::Block { user, cancel } => {
                let is_new = self.blocked.insert(user.clone());
                self.visits.retain(|_, visit| !(is_new && *cancel && visit.user == *user));
                Some(())
            }
            Deed::Unblock { user } => {
                self.blocked.remove(user);
                Some(())
            }
            Deed::DeleteAccount { user } => {
                self.visits.retain(|_, visit| visit.user != *user);
                (!self.blocked.contains(user) && self.deleted.insert(user.clone())).then_some(())
            }
            Deed::MoveSession { id, day, visits } => self.move_session(id, *day, visits),
            Deed::WithdrawMove { id } => {
                self.proposals.retain(|_, proposal| proposal.by != *id);
                Some(())
            }
            Deed::AcceptMove { booking, by_doctor } => self.accept(booking, *by_doctor),
            Deed::DeclineMove { booking } => {
                self.standing(booking)?;
                self.proposals.get_mut(booking)?.is_reserved = false;
                Some(())
            }
            Deed::List { .. } | Deed::See { .. } | Deed::Find { .. } => None,
        }
    }

    /// All approved visits of the day are in the answer, and each proposed time is free and nobody else's.
    fn move_session(&mut self, id: &Id, day: i64, visits: &[(Id, Minute, Option<Minute>)]) -> Option<()> {
        let approved = self.visits.values().filter(|visit| visit.is_approved && visit.at / DAY == day).count();
        if !self.is_listed || visits.is_empty() || visits.len() != approved {
            return None;
        }
        for (booking, from, to) in visits {
            let visit = self.visits.get(booking)?;
            if !visit.is_approved || visit.at != *from || self.standing(booking).is_some() {
                return None;
            }
            self.proposals.remove(booking);
            self.accepted.remove(booking);
            let Some(to) = *to else { continue };
            if !self.is_open(to) || self.is_met(to, None) || self.is_reserved(to, None) {
                return None;
            }
            let proposal = Proposal { by: id.clone(), from: *from, to, is_reserved: true };
            self.proposals.insert(booking.clone(), proposal);
        }
        Some(())
    }

    /// Accepted again it changes nothing, as long as the visit is active.
    fn accept(&mut self, booking: &Id, by_doctor: bool) -> Option<()> {
        let user = self.visits.get(booking)?.user.clone();
        if !by_doctor && self.is_shut_out(&user) {
            return None;
        }
        if self.accepted.contains(booking) {
            return Some(());
        }
        let Proposal { to, is_reserved, .. } = self.standing(booking)?.clone();
        let is_free = !self.is_met(to, Some(booking)) && !self.is_reserved(to, Some(booking));
        if !(is_reserved || by_doctor) || !self.is_open(to) || !is_free {
            return None;
        }
        self.visits.get_mut(booking)?.at = to;
        self.proposals.remove(booking);
        self.accepted.insert(booking.clone());
        Some(())
    }

    /// The proposal of a visit that is approved and where it was.
    fn standing(&self, booking: &Id) -> Option<&Proposal> {
        let (proposal, visit) = (self.proposals.get(booking)?, self.visits.get(booking)?);
        (visit.is_approved && visit.at == proposal.from).then_some(proposal)
    }

    /// Whether a time is reserved for another visit than this one.
    fn is_reserved(&self, at: Minute, except: Option<&Id>) -> bool {
        self.proposals.iter().any(|(booking, proposal)| {
            proposal.to == at && proposal.is_reserved && Some(booking) != except && self.standing(booking).is_some()
        })
    }

    fn book(&mut self, user: &Id, at: Minute, booking: &Id) -> Option<()> {
        if self.is_shut_out(user) {
            return None;
        }
        if let Some(visit) = self.visits.get(booking) {
            return (visit.user == *user && visit.at == at).then_some(());
        }
        self.take(booking, Visit { user: user.clone(), at, is_approved: false })
    }

    /// An approved visit that is moved becomes a request; one that stays at its time does not.
    fn reschedule(&mut self, booking: &Id, to: Minute) -> Option<()> {
        let visit = self.visits.remove(booking)?;
        if !self.is_listed || self.is_shut_out(&visit.user) {
            return None;
        }
        if visit.at == to {
            self.visits.insert(booking.clone(), visit);
            return Some(());
        }
        self.take(booking, Visit { at: to, is_approved: false, ..visit })
    }

    fn take(&mut self, booking: &Id, visit: Visit) -> Option<()> {
        let same_day = |other: &&Visit| other.user == visit.user && other.at / DAY == visit.at / DAY;
        let held = self.visits.values().filter(same_day).count();
        let is_taken = self.is_met(visit.at, None) || self.is_reserved(visit.at, Some(booking));
        if !self.is_open(visit.at) || is_taken || held >= MOST_A_DAY {
            return None;
        }
        self.visits.insert(booking.clone(), visit);
        Some(())
    }

    fn is_shut_out(&self, user: &Id) -> bool {
        self.blocked.contains(user) || self.deleted.contains(user)
    }

    fn is_open(&self, at: Minute) -> bool {
        self.is_listed && self.is_worked(at)
    }

    fn is_worked(&self, at: Minute) -> bool {
        let time = at % DAY;
        let is_away = self.leave.values().any(|day| *day == at / DAY);
        !is_away && time >= self.begins_at && time < CLOSES && (time - self.begins_at) % SLOT == 0
    }

    fn is_met(&self, at: Minute, except: Option<&Id>) -> bool {
        let meets = |visit: &Visit| (visit.at - at).abs() < SLOT;
        self.visits.iter().any(|(booking, visit)| Some(booking) != except && meets(visit))
    }
}

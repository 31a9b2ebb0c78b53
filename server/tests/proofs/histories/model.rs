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
}

impl Default for Practice {
    fn default() -> Self {
        let (leave, blocked, deleted, visits) = Default::default();
        Self { begins_at: OPENS, is_listed: true, leave, blocked, deleted, visits }
    }
}

impl Practice {
    /// Whether a call without an effect can have this answer in this state.
    pub fn explains(&self, deed: &Deed, outcome: Outcome) -> bool {
        let Outcome::Refused(refusal) = outcome else { return self.shows(deed) };
        match (deed, refusal) {
            (_, Refusal::Other) => true,
            (Deed::Book { user, at, .. }, Refusal::Taken) => {
                let is_own = |visit: &Visit| visit.user == *user && visit.at == *at;
                self.is_open(*at) && self.is_met(*at, None) && !self.visits.values().any(is_own)
            }
            (Deed::Book { at, .. }, Refusal::NotBookable) => self.is_listed && !self.is_worked(*at),
            (Deed::Move { booking, to }, Refusal::Taken) => {
                self.visits.contains_key(booking) && self.is_open(*to) && self.is_met(*to, Some(booking))
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
            _ => false,
        }
    }

    fn shows(&self, deed: &Deed) -> bool {
        match deed {
            Deed::See { at, free } => *free == (self.is_open(*at) && !self.is_met(*at, None)),
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
            Deed::List { .. } | Deed::See { .. } | Deed::Find { .. } => None,
        }
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
        if !self.is_open(visit.at) || self.is_met(visit.at, None) || held >= MOST_A_DAY {
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

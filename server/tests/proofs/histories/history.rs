//! The calls to the product and its answers, with their times.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The id of a booking, a patient or leave. Cloned often by the search.
pub type Id = Arc<str>;
/// The start of a visit, counted from the midnight before the first day.
pub type Minute = i64;

pub const DAY: Minute = 24 * 60;

/// One call and its answer, in nanoseconds since the start. It took effect at one moment between the two, or not at all.
#[derive(Debug, Clone)]
pub struct Call {
    pub begin: u64,
    pub end: u64,
    /// The doctor of the call; all of them if it is about a patient.
    pub doctor: Option<usize>,
    pub deed: Deed,
    pub outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// The booking that the call made, or returned because the same form had made it; `None` while unknown.
    Book {
        user: Id,
        at: Minute,
        booking: Option<Id>,
    },
    Move {
        booking: Id,
        to: Minute,
    },
    /// By the patient.
    Cancel {
        booking: Id,
    },
    Approve {
        booking: Id,
    },
    Reject {
        booking: Id,
    },
    /// Of an approved visit, by the doctor.
    CancelVisit {
        booking: Id,
    },
    /// The doctor's day begins at this minute of the day.
    BeginAt {
        minute: Minute,
    },
    AddLeave {
        leave: Id,
        day: i64,
        cancel: bool,
    },
    RemoveLeave {
        leave: Id,
    },
    /// The doctor moves the session of a day: each approved visit of it with its time, and the time that is proposed, if one was free.
    MoveSession {
        id: Id,
        day: i64,
        visits: Vec<(Id, Minute, Option<Minute>)>,
    },
    /// Takes a session move back.
    WithdrawMove {
        id: Id,
    },
    /// The visit goes to its proposed time; by the doctor, whoever declined may do so too.
    AcceptMove {
        booking: Id,
        by_doctor: bool,
    },
    DeclineMove {
        booking: Id,
    },
    Suspend {
        cancel: bool,
    },
    Restore,
    Block {
        user: Id,
        cancel: bool,
    },
    Unblock {
        user: Id,
    },
    DeleteAccount {
        user: Id,
    },
    /// The free slots of a day.
    List {
        day: i64,
        free: Vec<Minute>,
    },
    /// A time that a list shows or omits.
    See {
        at: Minute,
        free: bool,
    },
    /// The active visits in the database at the end.
    Find {
        visits: BTreeMap<Id, Visit>,
    },
}

impl Deed {
    /// Whether it changes nothing, whatever its answer.
    pub fn only_looks(&self) -> bool {
        matches!(self, Self::List { .. } | Self::See { .. } | Self::Find { .. })
    }
}

/// A visit that occupies its time.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Visit {
    pub user: Id,
    pub at: Minute,
    pub is_approved: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Done,
    Refused(Refusal),
    /// No answer, or `outcome_unknown`: it may have happened or not.
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Taken,
    /// Outside the hours, off the grid, or leave.
    NotBookable,
    /// No such doctor, or suspended.
    NoDoctor,
    NotChangeable,
    /// Refused for a reason outside the model: logged out, too many bookings, overload. It had no effect.
    Other,
}

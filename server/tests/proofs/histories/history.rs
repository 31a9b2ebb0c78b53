//! What was asked of the product and what it answered, with the times of both.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Of a booking, a patient or leave. Cloned often by the search.
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
    /// The booking that it made, or found because the same form had made it; `None` while that is not known.
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
    /// One of the times that a list shows or leaves out.
    See {
        at: Minute,
        free: bool,
    },
    /// What the database holds when all is over.
    Find {
        visits: BTreeMap<Id, Visit>,
    },
}

impl Deed {
    /// Whether it changes nothing, however it is answered.
    pub fn only_looks(&self) -> bool {
        matches!(self, Self::List { .. } | Self::See { .. } | Self::Find { .. })
    }
}

/// A visit that takes its time.
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
    /// No answer, or one that says so itself: it happened or not.
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
    /// For a reason that the model does not know: signed out, too many bookings, overload. Nothing happened.
    Other,
}

//! What a doctor asked for, and what has become of it.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::booking::model::{OfferedSlot, WithDoctor};
use crate::directory::Place;
use crate::platform::clock::india;

/// A row of `follow_ups`.
#[derive(Debug, Clone)]
pub struct FollowUp {
    /// The visit after which the patient is to come again.
    pub visit_id: String,
    pub days: i64,
    /// When the day that was asked for begins, as UTC milliseconds.
    pub due_at: i64,
    pub without_fee: bool,
    pub proposed_at: Option<i64>,
    pub declined_at: Option<i64>,
    /// An active visit that was booked of it.
    pub booked_id: Option<String>,
}

impl FollowUp {
    /// The day that was asked for, by India's clock.
    pub fn day(&self) -> Date {
        Timestamp::from_millisecond(self.due_at).unwrap_or_default().to_zoned(india()).date()
    }
}

/// A follow-up with the visit that it is of.
#[derive(Debug, Clone)]
pub struct Marked {
    pub follow_up: FollowUp,
    pub visit: WithDoctor,
}

/// A visit that a doctor may mark, or has marked.
#[derive(Debug, Clone)]
pub struct Markable {
    pub visit: WithDoctor,
    pub follow_up: Option<FollowUp>,
}

/// What a patient may choose from now.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub marked: Marked,
    /// What the visit costs in the first of the slots.
    pub fee: i64,
    pub slots: Vec<OfferedSlot>,
    /// Where those of them are that are not at the doctor's own clinic.
    pub hospital: Option<Place>,
}

/// What has become of a follow-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The day cannot be booked yet, or nothing was free.
    Waiting,
    /// The patient was told, and has not answered.
    Proposed,
    /// The patient has booked it.
    Booked,
    Declined,
    /// Nothing came of it in time.
    Over,
}

impl State {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Proposed => "proposed",
            Self::Booked => "booked",
            Self::Declined => "declined",
            Self::Over => "over",
        }
    }
}

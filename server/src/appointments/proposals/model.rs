//! A follow-up that a doctor noted, and its state (pure).

use jiff::civil::Date;
use jiff::{Span, Timestamp};

use crate::platform::clock::{india, midnight};

/// A follow-up can be booked on its day and on so many days after it.
pub const LATER_DAYS: i64 = 14;

/// A row of `follow_ups`.
#[derive(Debug, Clone)]
pub struct FollowUp {
    /// The visit after which the patient is to come again.
    pub visit_id: String,
    pub days: i64,
    /// The start of the day that the doctor noted, as UTC milliseconds.
    pub due_at: i64,
    pub without_fee: bool,
    pub proposed_at: Option<i64>,
    pub declined_at: Option<i64>,
    /// An active visit that was booked of it.
    pub booked_id: Option<String>,
}

impl FollowUp {
    /// The day that the doctor noted, in India's zone.
    pub fn day(&self) -> Date {
        Timestamp::from_millisecond(self.due_at).unwrap_or_default().to_zoned(india()).date()
    }
}

/// The state of a follow-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The day cannot be booked yet, or nothing was free.
    Waiting,
    /// The patient was notified, and has not answered.
    Proposed,
    /// The patient has booked it.
    Booked,
    Declined,
    /// It was not booked in time.
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

/// The last day on which a follow-up can be booked.
fn last_day(wanted: Date) -> Date {
    wanted.saturating_add(Span::new().days(LATER_DAYS))
}

/// When a proposal ends.
pub fn ends_at(wanted: Date) -> Timestamp {
    midnight(last_day(wanted).saturating_add(Span::new().days(1)))
}

/// Whether a follow-up noted for that day may be booked on this one.
pub fn is_offered(day: Date, wanted: Date) -> bool {
    (wanted..=last_day(wanted)).contains(&day)
}

pub fn state_of(follow_up: &FollowUp, today: Date) -> State {
    if follow_up.booked_id.is_some() {
        State::Booked
    } else if follow_up.declined_at.is_some() {
        State::Declined
    } else if last_day(follow_up.day()) < today {
        State::Over
    } else if follow_up.proposed_at.is_some() {
        State::Proposed
    } else {
        State::Waiting
    }
}

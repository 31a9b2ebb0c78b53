//! What the calls of booking share: refusals, and how a booking names its doctor.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::WithDoctor;
use super::rules::{NoneFree, Refusal};
use super::service::Error;
use super::texts;
use super::waitlist::Wait;
use crate::platform::format;
use crate::platform::http::{Code, Problem, Result};
use crate::platform::lang::Text;
use crate::platform::photos::http::photo_path;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NoDoctor | Error::NoAppointment | Error::NoPerson | Error::NoWait => Code::NotFound.into(),
            Error::NotYours => Code::Forbidden.into(),
            Error::NotBookable(refusal) => {
                let problem = match refusal {
                    Refusal::TooFarAhead => Self::field("date", texts::TOO_FAR_AHEAD),
                    Refusal::DayOff => Self::field("date", texts::DAY_OFF),
                    Refusal::Leave { until } => Self::field("date", texts::on_leave(until)),
                    Refusal::Past => Self::field("time", texts::PAST),
                    Refusal::OutsideHours => Self::field("time", texts::OUTSIDE_HOURS),
                    Refusal::OffGrid => Self::field("time", texts::OFF_GRID),
                };
                let WhyNot { reason, until } = refusal.into();
                problem.because(reason.as_str(), until)
            }
            Error::SlotTaken => Self::new(Code::SlotTaken).because(Reason::Taken.as_str(), None),
            Error::Held => Self::saying(Code::SlotTaken, texts::HELD).because(Reason::Held.as_str(), None),
            Error::SomethingIsFree => Self::saying(Code::NoLongerNeeded, texts::SOMETHING_IS_FREE),
            Error::TooManyWaits => Self::saying(Code::LimitReached, texts::TOO_MANY_WAITS),
            Error::LineIsFull => Self::saying(Code::LimitReached, texts::LINE_IS_FULL),
            Error::TooMany => Self::new(Code::TooManyBookings).because(Reason::OwnLimit.as_str(), None),
            Error::TooManyPeople => Self::saying(Code::LimitReached, texts::TOO_MANY_PEOPLE),
            Error::TooManyWalkIns => Self::saying(Code::LimitReached, texts::TOO_MANY_WALK_INS),
            Error::LateTooOften => Self::saying(Code::LimitReached, texts::LATE_TOO_OFTEN),
            Error::TooOften => {
                Self::saying(Code::TooManyBookings, texts::TOO_OFTEN).because(Reason::OwnLimit.as_str(), None)
            }
            Error::MovedTooOften => {
                Self::saying(Code::TooManyBookings, texts::MOVED_TOO_OFTEN).because(Reason::OwnLimit.as_str(), None)
            }
            Error::NotChangeable => Self::saying(Code::NotChangeable, texts::NOT_CHANGEABLE),
            Error::DayOver => Self::field("days", texts::FOLLOW_UP_DAY_OVER),
            Error::NotProposed => Self::saying(Code::NotChangeable, texts::PROPOSAL_ENDED),
            Error::OtherDay => Self::field("date", texts::PROPOSAL_OTHER_DAY),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// Why a day or a time cannot be had. Nothing here says who has it, or why a doctor is away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It is over, or of today nothing is left
    Past,
    /// Bookings go seven days ahead
    TooFarAhead,
    DayOff,
    /// `until` is its last day
    Leave,
    /// The doctor does not work then
    OutsideHours,
    /// Between two slots
    OffGrid,
    /// Of a day: others have all its slots
    Full,
    /// Of a time: somebody else has it
    Taken,
    /// It is held for somebody who waits; of a day: what others do not have
    Held,
    /// The user has or made as many bookings as one may
    OwnLimit,
}

impl Reason {
    fn as_str(self) -> &'static str {
        match self {
            Self::Past => "past",
            Self::TooFarAhead => "too_far_ahead",
            Self::DayOff => "day_off",
            Self::Leave => "leave",
            Self::OutsideHours => "outside_hours",
            Self::OffGrid => "off_grid",
            Self::Full => "full",
            Self::Taken => "taken",
            Self::Held => "held",
            Self::OwnLimit => "own_limit",
        }
    }
}

/// Stands in an answer where there is nothing to have.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WhyNot {
    reason: Reason,
    /// The last day of leave, as in `2024-01-05`
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
}

impl From<Refusal> for WhyNot {
    fn from(refusal: Refusal) -> Self {
        let (reason, until) = match refusal {
            Refusal::Past => (Reason::Past, None),
            Refusal::TooFarAhead => (Reason::TooFarAhead, None),
            Refusal::DayOff => (Reason::DayOff, None),
            Refusal::Leave { until } => (Reason::Leave, Some(until.to_string())),
            Refusal::OutsideHours => (Reason::OutsideHours, None),
            Refusal::OffGrid => (Reason::OffGrid, None),
        };
        Self { reason, until }
    }
}

impl From<NoneFree> for WhyNot {
    fn from(none: NoneFree) -> Self {
        match none {
            NoneFree::Closed(refusal) => refusal.into(),
            NoneFree::Full => Self { reason: Reason::Full, until: None },
            NoneFree::Held => Self { reason: Reason::Held, until: None },
        }
    }
}

/// `Jan 5, 2024` or `2024-01-05`.
pub fn parse_day(text: &str) -> Result<Date, Text> {
    format::parse_date(text).ok_or(texts::DATE_WRONG)
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookedDoctor {
    _id: String,
    full_Name: String,
    Image: Option<String>,
    /// The fee shown when the slot was booked
    consultation_Fee: i64,
    specialization: String,
    consultation_Address: String,
    district: String,
}

impl BookedDoctor {
    pub fn of(row: &WithDoctor) -> Self {
        Self {
            _id: row.appointment.doctor_id.clone(),
            full_Name: row.full_name.clone(),
            Image: row.image.as_deref().map(photo_path),
            consultation_Fee: row.appointment.fee,
            specialization: row.specialization.clone(),
            consultation_Address: row.address.clone(),
            district: row.district.clone(),
        }
    }

    /// The doctor for whom somebody waits, with the fee of today.
    pub fn waited_for(wait: &Wait) -> Self {
        Self {
            _id: wait.doctor_id.clone(),
            full_Name: wait.full_name.clone(),
            Image: wait.image.as_deref().map(photo_path),
            consultation_Fee: wait.fee,
            specialization: wait.specialization.clone(),
            consultation_Address: wait.address.clone(),
            district: wait.district.clone(),
        }
    }
}

//! Refusals of scheduling as problems and as `whyNot`, and the parsing of days and slots.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::rules::Refusal;
use super::service::Error;
use super::slots::NoneFree;
use super::{Slot, texts};
use crate::directory::{DayTime, VisitMode};
use crate::platform::format;
use crate::platform::http::{Code, Field, FieldErrors, Problem, Result, Why};
use crate::platform::lang::Text;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NoDoctor | Error::NoSession => Code::NotFound.into(),
            Error::NotBookable(refusal) => {
                let problem = match refusal {
                    Refusal::TooFarAhead => Self::field("date", texts::TOO_FAR_AHEAD),
                    Refusal::DayOff => Self::field("date", texts::DAY_OFF),
                    Refusal::Leave { until } => Self::field("date", texts::on_leave(until)),
                    Refusal::Past => Self::field("time", texts::PAST),
                    Refusal::TooSoon { notice } => Self::field("time", texts::too_soon(notice)),
                    Refusal::LeaveHours { from, to } => Self::field("time", texts::on_leave_for(from, to)),
                    Refusal::OutsideHours => Self::field("time", texts::OUTSIDE_HOURS),
                    Refusal::BetweenSessions { from, to } => Self::field("time", texts::between_sessions(from, to)),
                    Refusal::OffGrid => Self::field("time", texts::OFF_GRID),
                };
                let WhyNot { reason, until, from, to } = refusal.into();
                problem.because(Why { reason: reason.as_str(), until, from, to })
            }
            Error::OtherMode(VisitMode::Clinic) => Self::field("time", texts::TIME_BY_PHONE),
            Error::OtherMode(VisitMode::Phone) => Self::field("time", texts::TIME_NOT_BY_PHONE),
            Error::Reserved => Self::saying(Code::SlotTaken, texts::RESERVED).because(Reason::Held.into()),
            Error::SeveralSessions => Self::new(Code::SeveralSessions),
            Error::TooManySessions => Self::saying(Code::LimitReached, texts::TOO_MANY_SESSIONS),
            Error::TooManyLeaves => Self::saying(Code::LimitReached, texts::TOO_MANY_LEAVES),
            Error::Fields(problem) => problem,
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
    /// The doctor asks for more notice (`noticeMinutes` of the doctor)
    TooSoon,
    /// Bookings go seven days ahead
    TooFarAhead,
    DayOff,
    /// `until` is its last day; of a few hours, `from` and `to` are when it begins and ends
    Leave,
    /// The doctor does not work then
    OutsideHours,
    /// Between two sessions: `from` is the end of one and `to` the start of the next
    BetweenSessions,
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
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Past => "past",
            Self::TooSoon => "too_soon",
            Self::TooFarAhead => "too_far_ahead",
            Self::DayOff => "day_off",
            Self::Leave => "leave",
            Self::OutsideHours => "outside_hours",
            Self::BetweenSessions => "between_sessions",
            Self::OffGrid => "off_grid",
            Self::Full => "full",
            Self::Taken => "taken",
            Self::Held => "held",
            Self::OwnLimit => "own_limit",
        }
    }
}

impl From<Reason> for Why {
    fn from(reason: Reason) -> Self {
        Self { reason: reason.as_str(), until: None, from: None, to: None }
    }
}

/// Stands in an answer where there is nothing to have.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WhyNot {
    reason: Reason,
    /// The last day of leave, as in `2024-01-05`
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    /// When the hours begin for which that holds, as in `12:30`
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// When they end
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
}

impl From<Reason> for WhyNot {
    fn from(reason: Reason) -> Self {
        Self { reason, until: None, from: None, to: None }
    }
}

impl WhyNot {
    pub fn reason(&self) -> &'static str {
        self.reason.as_str()
    }

    fn for_hours(reason: Reason, from: DayTime, to: DayTime) -> Self {
        Self { from: Some(from.to_string()), to: Some(to.to_string()), ..reason.into() }
    }
}

impl From<Refusal> for WhyNot {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Past => Reason::Past.into(),
            Refusal::TooSoon { .. } => Reason::TooSoon.into(),
            Refusal::TooFarAhead => Reason::TooFarAhead.into(),
            Refusal::DayOff => Reason::DayOff.into(),
            Refusal::Leave { until } => Self { until: Some(until.to_string()), ..Reason::Leave.into() },
            Refusal::LeaveHours { from, to } => Self::for_hours(Reason::Leave, from, to),
            Refusal::OutsideHours => Reason::OutsideHours.into(),
            Refusal::BetweenSessions { from, to } => Self::for_hours(Reason::BetweenSessions, from, to),
            Refusal::OffGrid => Reason::OffGrid.into(),
        }
    }
}

impl From<NoneFree> for WhyNot {
    fn from(none: NoneFree) -> Self {
        match none {
            NoneFree::Closed(refusal) => refusal.into(),
            NoneFree::Full => Reason::Full.into(),
            NoneFree::Held => Reason::Held.into(),
        }
    }
}

/// `Jan 5, 2024` or `2024-01-05`.
pub fn parse_day(text: &str) -> Result<Date, Text> {
    format::parse_date(text).ok_or(texts::DATE_WRONG)
}

pub fn parse_slot(errors: &mut FieldErrors, date: Field, time: Field) -> Option<Slot> {
    let day = errors.check(date, parse_day);
    let time = errors.check(time, DayTime::parse);
    Some(Slot { day: day?, time: time? })
}

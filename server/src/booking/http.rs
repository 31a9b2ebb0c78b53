//! What the calls of booking share: refusals, and how a booking names its doctor.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use jiff::civil::Date;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::model::{Status, WithDoctor};
use super::practice::http::DoctorBooking;
use super::rules::Refusal;
use super::service::Error;
use super::slots::NoneFree;
use super::texts;
use super::waitlist::Wait;
use crate::directory::{DayTime, Doctor, Place};
use crate::platform::format;
use crate::platform::http::{Code, Problem, Result, Why};
use crate::platform::lang::{Lang, Text};
use crate::platform::photos::http::photo_path;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NoDoctor
            | Error::NoAppointment
            | Error::NoPerson
            | Error::NoWait
            | Error::NoSession
            | Error::NoScreen => Code::NotFound.into(),
            Error::NotYours => Code::Forbidden.into(),
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
            Error::SlotTaken => Self::new(Code::SlotTaken).because(Reason::Taken.into()),
            Error::Held => Self::saying(Code::SlotTaken, texts::HELD).because(Reason::Held.into()),
            Error::OfferEnded => Self::saying(Code::LinkEnded, texts::OFFER_ENDED),
            Error::DetailsMissing => Self::saying(Code::NotChangeable, texts::OFFER_DETAILS_MISSING),
            Error::SomethingIsFree => Self::saying(Code::NoLongerNeeded, texts::SOMETHING_IS_FREE),
            Error::TooManyWaits => Self::saying(Code::LimitReached, texts::TOO_MANY_WAITS),
            Error::LineIsFull => Self::saying(Code::LimitReached, texts::LINE_IS_FULL),
            Error::TooMany => Self::new(Code::TooManyBookings).because(Reason::OwnLimit.into()),
            Error::TooManyPeople => Self::saying(Code::LimitReached, texts::TOO_MANY_PEOPLE),
            Error::TooManyWalkIns => Self::saying(Code::LimitReached, texts::TOO_MANY_WALK_INS),
            Error::WrongScreenCode => Self::field("code", texts::SCREEN_CODE_WRONG),
            Error::TooManyScreens => Self::saying(Code::LimitReached, texts::TOO_MANY_SCREENS),
            Error::LateTooOften => Self::saying(Code::LimitReached, texts::LATE_TOO_OFTEN),
            Error::TooOften => Self::saying(Code::TooManyBookings, texts::TOO_OFTEN).because(Reason::OwnLimit.into()),
            Error::MovedTooOften => {
                Self::saying(Code::TooManyBookings, texts::MOVED_TOO_OFTEN).because(Reason::OwnLimit.into())
            }
            Error::NotChangeable => Self::saying(Code::NotChangeable, texts::NOT_CHANGEABLE),
            Error::MarkedSince => Self::saying(Code::NotChangeable, texts::MARKED_SINCE),
            Error::NotAbsentYet(time) => Self::saying(Code::NotChangeable, texts::not_absent_yet(time)),
            Error::ChangedSince(booking) => {
                let problem = match booking.status {
                    Status::Pending => {
                        Self::saying(Code::NotChangeable, texts::moved_to(booking.slot.day, booking.slot.time))
                    }
                    _ => Self::saying(Code::NotChangeable, texts::NOT_CHANGEABLE),
                };
                problem.with_data(json!(DoctorBooking::from(*booking)))
            }
            Error::SeveralSessions => Self::new(Code::SeveralSessions),
            Error::Fields(problem) => problem,
            Error::TooManySessions => Self::saying(Code::LimitReached, texts::TOO_MANY_SESSIONS),
            Error::TooManyLeaves => Self::saying(Code::LimitReached, texts::TOO_MANY_LEAVES),
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
    fn as_str(self) -> &'static str {
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

#[derive(Debug, Serialize, ToSchema)]
pub struct BookedDoctor {
    _id: String,
    full_Name: String,
    /// In Malayalam, if the doctor told it
    nameMl: Option<String>,
    Image: Option<String>,
    /// The fee shown when the slot was booked
    consultation_Fee: i64,
    specialization: String,
    /// Of a booking: where it is. Otherwise of the doctor's own clinic
    consultation_Address: String,
    /// In Malayalam, if it is known
    addressMl: Option<String>,
    /// Where this address is
    district: String,
}

impl BookedDoctor {
    /// The doctor of a booking, with the address of its place: clients of the spec know no other.
    pub fn of_booking(row: &WithDoctor) -> Self {
        let doctor = Self::of(row);
        let Some(place) = &row.appointment.place else { return doctor };
        let is_in_malayalam = place.name_ml.is_some() || place.address_ml.is_some();
        Self {
            consultation_Address: place.street_address(Lang::En),
            addressMl: is_in_malayalam.then(|| place.street_address(Lang::Ml)),
            district: place.district.clone(),
            ..doctor
        }
    }

    /// The doctor with the own clinic.
    pub fn of(row: &WithDoctor) -> Self {
        Self {
            _id: row.appointment.doctor_id.clone(),
            full_Name: row.full_name.clone(),
            nameMl: row.name_ml.clone(),
            Image: row.image.as_deref().map(photo_path),
            consultation_Fee: row.appointment.fee,
            specialization: row.specialization.clone(),
            consultation_Address: row.address.clone(),
            addressMl: row.address_ml.clone(),
            district: row.district.clone(),
        }
    }

    /// The doctor of a slot that is offered, with its place and fee.
    pub fn offered(doctor: &Doctor, place: Option<&Place>, fee: i64) -> Self {
        let is_in_malayalam = place.is_some_and(|place| place.name_ml.is_some() || place.address_ml.is_some());
        Self {
            _id: doctor.id.clone(),
            full_Name: doctor.full_name.clone(),
            nameMl: doctor.name_ml.clone(),
            Image: doctor.image.as_deref().map(photo_path),
            consultation_Fee: fee,
            specialization: doctor.specialization.clone(),
            consultation_Address: place.map_or_else(|| doctor.address.clone(), |place| place.street_address(Lang::En)),
            addressMl: match place {
                Some(place) => is_in_malayalam.then(|| place.street_address(Lang::Ml)),
                None => doctor.address_ml.clone(),
            },
            district: place.map_or(&doctor.district, |place| &place.district).clone(),
        }
    }

    /// The doctor for whom somebody waits, with the fee of today.
    pub fn waited_for(wait: &Wait) -> Self {
        Self {
            _id: wait.doctor_id.clone(),
            full_Name: wait.full_name.clone(),
            nameMl: wait.name_ml.clone(),
            Image: wait.image.as_deref().map(photo_path),
            consultation_Fee: wait.fee,
            specialization: wait.specialization.clone(),
            consultation_Address: wait.address.clone(),
            addressMl: wait.address_ml.clone(),
            district: wait.district.clone(),
        }
    }
}

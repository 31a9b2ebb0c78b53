//! Booking over HTTP: finding a doctor, a patient's own bookings, and the doctor's day.

pub mod finding;
pub mod live;
pub mod own;
pub mod page;
pub mod practice;
pub mod schedule;

use super::rules::Refusal;
use super::service::Error;
use super::texts;
use crate::platform::http::problem::{Code, Problem};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NoDoctor | Error::NoAppointment => Code::NotFound.into(),
            Error::NotYours => Code::Forbidden.into(),
            Error::NotBookable(Refusal::TooFarAhead) => Self::field("date", texts::TOO_FAR_AHEAD),
            Error::NotBookable(Refusal::Away) => Self::field("date", texts::AWAY),
            Error::NotBookable(Refusal::Past) => Self::field("time", texts::PAST),
            Error::NotBookable(Refusal::OutsideHours) => Self::field("time", texts::OUTSIDE_HOURS),
            Error::NotBookable(Refusal::OffGrid) => Self::field("time", texts::OFF_GRID),
            Error::SlotTaken => Code::SlotTaken.into(),
            Error::TooMany => Code::TooManyBookings.into(),
            Error::NotChangeable => Self::saying(Code::NotChangeable, texts::NOT_CHANGEABLE),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

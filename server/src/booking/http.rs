//! What the calls of booking share: refusals, and how a booking names its doctor.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::WithDoctor;
use super::rules::Refusal;
use super::service::Error;
use super::texts;
use crate::platform::format;
use crate::platform::http::{Code, Problem, Result};
use crate::platform::lang::Text;
use crate::platform::photos::http::photo_path;

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
            Error::TooOften => Self::saying(Code::TooManyBookings, texts::TOO_OFTEN),
            Error::MovedTooOften => Self::saying(Code::TooManyBookings, texts::MOVED_TOO_OFTEN),
            Error::NotChangeable => Self::saying(Code::NotChangeable, texts::NOT_CHANGEABLE),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
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
}

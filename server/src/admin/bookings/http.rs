//! All bookings.

use axum::extract::Path;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{BookingFilter, BookingRow, service};
use crate::admin::audit::AuditRow;
use crate::admin::people::Typed;
use crate::admin::texts;
use crate::app::App;
use crate::booking::Status;
use crate::directory::places::http::VisitPlace;
use crate::identity::callers::Admin;
use crate::platform::format;
use crate::platform::format::rfc3339;
use crate::platform::http::{Answer, Code, Field, Page, Paging, Params, Result, filter, given};
use crate::platform::lang::Text;

/// A booking as the administrator sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminBooking {
    _id: String,
    /// Empty once the user has deleted their account
    patient_name: String,
    contact_number: String,
    doctor: BookingDoctor,
    user: BookingUser,
    date: String,
    time: String,
    #[serde(rename = "startsAt")]
    starts_at: String,
    /// Where it is, as it was booked; `null` is the doctor's own clinic
    place: Option<VisitPlace>,
    /// Pending, Checked, Rejected or Cancelled
    status: &'static str,
    fee: i64,
    #[serde(rename = "bookingTime_Date")]
    booking_time_date: String,
    reason: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookingDoctor {
    _id: String,
    #[serde(rename = "full_Name")]
    full_name: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookingUser {
    _id: String,
    username: String,
}

impl From<BookingRow> for AdminBooking {
    fn from(row: BookingRow) -> Self {
        Self {
            date: format::spec_date(row.slot.day),
            time: row.slot.time.to_string(),
            starts_at: row.slot.rfc3339(),
            place: row.place.map(VisitPlace::from),
            status: row.status.as_str(),
            booking_time_date: rfc3339(row.created_at),
            doctor: BookingDoctor { _id: row.doctor_id, full_name: row.doctor_name },
            user: BookingUser { _id: row.user_id, username: row.username },
            _id: row.id,
            patient_name: row.patient_name,
            contact_number: row.contact_number,
            fee: row.fee,
            reason: row.reason,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BookingsQuery {
    /// The beginning of the patient's name, of the contact number or of the id; of each status at most 5,000 are found
    q: Option<Field>,
    /// Pending, Checked, Rejected or Cancelled
    status: Option<Field>,
    /// The day of the visit, such as `2024-01-05`; the earliest visit comes first then
    date: Option<Field>,
    /// Beginnings of words of the doctor's name, or the beginning of their number or id; the latest visit comes first then
    doctor: Option<Field>,
}

fn parse_status(text: &str) -> Result<Status, Text> {
    let known = Status::ALL.into_iter().find(|status| status.as_str().eq_ignore_ascii_case(text.trim()));
    known.ok_or(texts::STATUS_WRONG)
}

/// All bookings, the newest first; of a day or of a doctor by the time of the visit.
#[utoipa::path(get, path = "/admin/api/bookings")]
pub async fn all_bookings(
    _: Admin,
    app: App,
    Params(query): Params<BookingsQuery>,
    paging: Paging,
) -> Result<Page<AdminBooking>> {
    let wanted = BookingFilter {
        status: filter(query.status, parse_status)?,
        typed: Typed::parse(given(query.q).as_deref()),
        day: filter(query.date, |text| format::parse_date(text).ok_or(texts::DAY_WRONG))?,
        doctor: Typed::parse(given(query.doctor).as_deref()),
    };
    let page = service::list(&app, wanted, paging).await?;
    Ok(page.map(AdminBooking::from))
}

/// A booking with what was decided about it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminBookingDetails {
    #[serde(flatten)]
    booking: AdminBooking,
    /// The latest first
    audit: Vec<AuditRow>,
}

/// Everything about a booking.
#[utoipa::path(get, path = "/admin/api/bookings/{id}")]
pub async fn booking_details(_: Admin, app: App, Path(id): Path<String>) -> Result<Answer<AdminBookingDetails>> {
    let (booking, audit) = service::find(&app, &id).await?.ok_or(Code::NotFound)?;
    Ok(Answer::of(AdminBookingDetails { booking: booking.into(), audit }))
}

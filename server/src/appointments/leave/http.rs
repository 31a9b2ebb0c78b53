//! A doctor's leave over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use serde::Deserialize;
use utoipa::ToSchema;

use super::service::{self, LeaveBookings};
use crate::app::App;
use crate::appointments::http::DoctorBooking;
use crate::appointments::texts;
use crate::identity::callers::Doctor;
use crate::platform::http::{Answer, Body, Field, FieldErrors, Params, Result, Rows};
use crate::platform::input::{TEXT_LONG, parse_line};
use crate::platform::lang::Lang;
use crate::scheduling::leave::http::{DaysQuery, LeaveView, parse_leave};

/// The coming bookings that leave on these days, or at these hours of them, would meet.
#[utoipa::path(get, path = "/user/api/doctor/leave/{docId}/bookings")]
pub async fn leave_bookings(caller: Doctor, app: App, Params(query): Params<DaysQuery>) -> Result<Rows<DoctorBooking>> {
    let mut errors = FieldErrors::default();
    let (days, hours) = ((query.from, query.to), (query.startTime, query.endTime));
    let time = parse_leave(&mut errors, days, hours, app.clock.india().date());
    let met = service::list_during(&app, &caller.id, errors.all(|| time)?).await?;
    Ok(Rows::of(met))
}

#[derive(Deserialize, ToSchema)]
pub struct LeaveRequest {
    /// The first day, as in `2024-01-05`
    from: Field,
    /// The last day, included; the first without it
    to: Option<Field>,
    /// Only from this time of each day on, as in `14:00`; both times or neither
    startTime: Option<Field>,
    endTime: Option<Field>,
    /// For the patients who are told
    note: Option<Field>,
    /// What happens to bookings on these days: keep (the default), notify or cancel
    bookings: Option<Field>,
}

/// Add leave. By default the bookings that it meets are kept. A doctor has at most 100 leaves that are not over.
#[utoipa::path(post, path = "/user/api/doctor/leave/{docId}", responses((status = 409)))]
pub async fn add_leave(
    caller: Doctor,
    app: App,
    lang: Lang,
    Body(request): Body<LeaveRequest>,
) -> Result<Answer<LeaveView>> {
    let mut errors = FieldErrors::default();
    let (days, hours) = ((request.from, request.to), (request.startTime, request.endTime));
    let time = parse_leave(&mut errors, days, hours, app.clock.india().date());
    let note = errors.optional(request.note, |text| parse_line(text, TEXT_LONG));
    let met = errors.optional(request.bookings, |text| match text.trim() {
        "keep" => Ok(LeaveBookings::Keep),
        "notify" => Ok(LeaveBookings::Notify),
        "cancel" => Ok(LeaveBookings::Cancel),
        _ => Err(texts::LEAVE_BOOKINGS_WRONG),
    });
    let (time, note, met) =
        errors.all(|| Some((time?, note?.unwrap_or_default(), met?.unwrap_or(LeaveBookings::Keep))))?;
    let leave = service::add_leave(&app, &caller, time, note, met).await?;
    Ok(Answer::saying(texts::LEAVE_SAVED, lang, leave))
}

//! A doctor's leave over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, LeaveTime, Met};
use crate::app::App;
use crate::booking::http::parse_day;
use crate::booking::practice::http::DoctorBooking;
use crate::booking::texts;
use crate::directory::schedule::http::check_both;
use crate::directory::{self, DayTime, Leave};
use crate::identity::callers::Doctor;
use crate::platform::http::{Answer, Body, Code, Done, Field, FieldErrors, Params, Result, Rows};
use crate::platform::input::{TEXT_LONG, parse_line};
use crate::platform::lang::Lang;

#[derive(Debug, Serialize, ToSchema)]
pub struct LeaveView {
    _id: String,
    /// As in `2024-01-05`
    from: String,
    to: String,
    /// Only from this time of each day on; `null` is the whole day
    startTime: Option<String>,
    endTime: Option<String>,
    note: String,
}

impl From<Leave> for LeaveView {
    fn from(leave: Leave) -> Self {
        let (startTime, endTime) = leave.hours.map(|(from, to)| (from.to_string(), to.to_string())).unzip();
        let (from, to) = (leave.first.to_string(), leave.last.to_string());
        Self { _id: leave.id, from, to, startTime, endTime, note: leave.note }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DaysQuery {
    /// As in `2024-01-05`
    from: Field,
    /// The last day, included; the first without it
    to: Option<Field>,
    /// Only from this time of each day on
    startTime: Option<Field>,
    endTime: Option<Field>,
}

/// Days, both included, that are not over and not more than a year, and the hours of each of them.
fn parse_leave(
    errors: &mut FieldErrors,
    (from, to): (Field, Option<Field>),
    (start, end): (Option<Field>, Option<Field>),
    today: Date,
) -> Option<LeaveTime> {
    let (start, end) = (errors.optional(start, DayTime::parse), errors.optional(end, DayTime::parse));
    let hours = check_both(errors, (start.flatten(), end.flatten()), ("endTime", directory::texts::HOURS_INCOMPLETE));
    if hours.is_some_and(|(start, end)| start == end) {
        errors.add("endTime", directory::texts::END_BEFORE_START);
    }
    let (first, last) = (errors.check(from, parse_day), errors.optional(to, parse_day));
    let first = first?;
    let last = last?.unwrap_or(first);
    let latest = first.checked_add(Span::new().years(1)).unwrap_or(first);
    let wrong =
        [(last < first, texts::LEAVE_ORDER), (last < today, texts::LEAVE_PAST), (last > latest, texts::LEAVE_LONG)];
    if let Some((_, text)) = wrong.into_iter().find(|(is_wrong, _)| *is_wrong) {
        errors.add("to", text);
    }
    Some(LeaveTime { first, last, hours })
}

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
        "keep" => Ok(Met::Keep),
        "notify" => Ok(Met::Notify),
        "cancel" => Ok(Met::Cancel),
        _ => Err(texts::MET_WRONG),
    });
    let (time, note, met) = errors.all(|| Some((time?, note?.unwrap_or_default(), met?.unwrap_or(Met::Keep))))?;
    let leave = service::add_leave(&app, &caller, time, note, met).await?;
    Ok(Answer::saying(texts::LEAVE_SAVED, lang, leave))
}

/// Take leave back: its slots are free again.
#[utoipa::path(delete, path = "/user/api/doctor/leave/{docId}/{leaveId}")]
pub async fn remove_leave(
    caller: Doctor,
    app: App,
    lang: Lang,
    Path((_own, leave_id)): Path<(String, String)>,
) -> Result<Done> {
    if !service::remove_leave(&app, &caller, leave_id).await? {
        return Err(Code::NotFound.into());
    }
    Ok(Done::saying(texts::LEAVE_REMOVED, lang))
}

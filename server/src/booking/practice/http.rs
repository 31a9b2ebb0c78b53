//! A doctor's requests, decisions and history.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, ALL, DECIDED, ENDING, ExpectedSlot, LATEST, PENDING, Reply, VisitFilter};
use crate::app::App;
use crate::booking::desk::AtDesk;
use crate::booking::http::{BookedDoctor, parse_day};
use crate::booking::model::{Appointment, Attendance, Slot, Status, WithDoctor};
use crate::booking::texts;
use crate::directory::DayTime;
use crate::directory::places::http::VisitPlace;
use crate::identity::callers::Doctor;
use crate::identity::users::NOBODY;
use crate::platform::format;
use crate::platform::format::rfc3339;
use crate::platform::http::reason::parse_reason;
use crate::platform::http::{
    Answer, Field, FieldErrors, OptionalBody, Page, Paging, Params, ReasonRequest, Result, given,
};
use crate::platform::lang::{Lang, Text};
use crate::platform::list::Order;

/// A booking as its doctor sees it.
#[expect(clippy::struct_excessive_bools, reason = "fields of an answer, not states")]
#[derive(Debug, Serialize, ToSchema)]
pub struct DoctorBooking {
    _id: String,
    /// Empty once the patient has deleted their account
    patient_name: String,
    contact_number: String,
    date: String,
    time: String,
    startsAt: String,
    /// Where it is, as it was booked; `null` is the doctor's own clinic
    place: Option<VisitPlace>,
    /// Pending, Checked, Rejected or Cancelled
    status: &'static str,
    bookingTime_Date: String,
    fee: i64,
    /// The earlier visit after which the doctor asked the patient to come again, if it is for that
    followUpOf: Option<String>,
    /// Whether the doctor waived the fee for that
    withoutFee: bool,
    reason: Option<String>,
    /// Until when it waits to be answered, while it does
    answerBy: Option<String>,
    /// Whether the program rejected it, because it was not answered in time
    unanswered: bool,
    /// What the patient is called in by, once it is approved
    token: Option<String>,
    /// arrived, called, done or absent, if somebody said so
    attendance: Option<&'static str>,
    /// Whether another visit meets this one: both were booked before that became impossible
    overlaps: bool,
    /// Whether the patient walked in, and so has no account
    walkIn: bool,
    /// When the time begins that the doctor offered with the rejection, until the patient has booked it
    offered: Option<String>,
}

impl From<Appointment> for DoctorBooking {
    fn from(appointment: Appointment) -> Self {
        let (followUpOf, withoutFee) =
            appointment.follows.map_or((None, false), |follows| (Some(follows.visit_id), follows.without_fee));
        Self {
            followUpOf,
            withoutFee,
            date: format::spec_date(appointment.slot.day),
            time: appointment.slot.time.to_string(),
            startsAt: appointment.slot.rfc3339(),
            place: appointment.place.map(VisitPlace::from),
            status: appointment.status.as_str(),
            bookingTime_Date: rfc3339(appointment.created_at),
            _id: appointment.id,
            patient_name: appointment.patient_name,
            contact_number: appointment.contact_number,
            fee: appointment.fee,
            reason: appointment.reason,
            answerBy: (appointment.status == Status::Pending).then(|| rfc3339(appointment.answer_by)),
            unanswered: appointment.unanswered_at.is_some(),
            token: appointment.token,
            attendance: appointment.attendance.map(Attendance::as_str),
            overlaps: appointment.overlaps,
            walkIn: appointment.user_id == NOBODY,
            offered: appointment.offered.map(Slot::rfc3339),
        }
    }
}

/// A booking in one of its doctor's lists: a booking names its doctor in every list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedBooking {
    #[serde(flatten)]
    booking: DoctorBooking,
    doctorId: BookedDoctor,
}

impl From<WithDoctor> for ListedBooking {
    fn from(row: WithDoctor) -> Self {
        Self { doctorId: BookedDoctor::of_booking(&row), booking: row.appointment.into() }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DayListQuery {
    /// A part of the patient's name or number
    q: Option<Field>,
    /// Visits of one day, as in `Jan 5, 2024` or `2024-01-05`
    date: Option<Field>,
}

impl DayListQuery {
    fn parse(self) -> Result<VisitFilter> {
        let mut errors = FieldErrors::default();
        let day = errors.filter(self.date, parse_day);
        let search = given(self.q).map(|text| text.to_ascii_lowercase());
        errors.all(|| Some(VisitFilter { day: day?, search }))
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AllAppointments {
    message: String,
    data: BookingList,
    total: i64,
    next: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookingList {
    booking: Vec<ListedBooking>,
}

/// All of a doctor's appointments, whatever became of them, the latest visit first.
#[utoipa::path(get, path = "/user/api/doctor/total/appointments/{docId}")]
pub async fn all_appointments(caller: Doctor, app: App, paging: Paging) -> Result<Json<AllAppointments>> {
    let page =
        service::list(&app, &AtDesk::of_doctor(&caller), (ALL, LATEST), &VisitFilter::default(), paging.part()).await?;
    let Page { message, data, total, next, .. } = page.map(ListedBooking::from);
    Ok(Json(AllAppointments { message, data: BookingList { booking: data }, total, next }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RequestSortQuery {
    /// newest (the default), or ending: what ends soonest first
    sort: Option<Field>,
}

fn parse_request_sort(text: &str) -> Result<Order, Text> {
    match text.trim() {
        "newest" => Ok(Order::NEWEST),
        "ending" => Ok(ENDING),
        _ => Err(texts::REQUEST_SORT_WRONG),
    }
}

/// The requests that wait for the doctor: the newest first, or what ends soonest.
#[utoipa::path(get, path = "/user/api/doctor/appointments/{docId}")]
pub async fn pending(
    caller: AtDesk,
    app: App,
    Params(query): Params<DayListQuery>,
    Params(sorted): Params<RequestSortQuery>,
    paging: Paging,
) -> Result<Page<ListedBooking>> {
    let mut errors = FieldErrors::default();
    let order = errors.filter(sorted.sort, parse_request_sort);
    let order = errors.all(|| order)?.unwrap_or(Order::NEWEST);
    let page = service::list(&app, &caller, (PENDING, order), &query.parse()?, paging.part()).await?;
    Ok(page.map(ListedBooking::from))
}

/// Approved visits still to come, the soonest first.
#[utoipa::path(get, path = "/user/api/doctor/appointment/upcoming/{docId}")]
pub async fn coming(caller: AtDesk, app: App, Params(query): Params<DayListQuery>) -> Result<Page<DoctorBooking>> {
    Ok(service::list_coming(&app, &caller, &query.parse()?).await?.map(DoctorBooking::from))
}

/// What the doctor approved or rejected, the latest visit first.
#[utoipa::path(get, path = "/user/api/doctor/appointment/previous/{docId}")]
pub async fn previous(
    caller: Doctor,
    app: App,
    Params(query): Params<DayListQuery>,
    paging: Paging,
) -> Result<Page<ListedBooking>> {
    let page =
        service::list(&app, &AtDesk::of_doctor(&caller), (DECIDED, LATEST), &query.parse()?, paging.part()).await?;
    Ok(page.map(ListedBooking::from))
}

#[derive(Deserialize, ToSchema)]
pub struct ApproveRequest {
    /// The day of the visit as the caller saw it, as in `Jan 5, 2024` or `2024-01-05`
    date: Option<Field>,
    /// The time of the visit as the caller saw it, as in `09:15`
    time: Option<Field>,
}

#[derive(Deserialize, ToSchema)]
pub struct RejectRequest {
    /// Why, in a sentence
    reason: Option<Field>,
    /// The day of the visit as the caller saw it, as in `Jan 5, 2024` or `2024-01-05`
    date: Option<Field>,
    /// The time of the visit as the caller saw it, as in `09:15`
    time: Option<Field>,
    /// The day of another time that the doctor offers instead, with `offerTime`: free now. If the patient books it, it is approved at once
    offerDate: Option<Field>,
    offerTime: Option<Field>,
}

/// Another time that is offered with a rejection: day and time, or neither. What is wrong is noted.
fn parse_offer(errors: &mut FieldErrors, date: Option<Field>, time: Option<Field>) -> Option<Slot> {
    let (day, time) = (errors.optional(date, parse_day), errors.optional(time, DayTime::parse));
    let (day, time) = (day?, time?);
    if day.is_some() != time.is_some() {
        errors.add("offerTime", texts::OFFER_INCOMPLETE);
    }
    day.zip(time).map(|(day, time)| Slot { day, time })
}

fn parse_seen(errors: &mut FieldErrors, date: Option<Field>, time: Option<Field>) -> Option<ExpectedSlot> {
    let (day, time) = (errors.optional(date, parse_day), errors.optional(time, DayTime::parse));
    Some(ExpectedSlot { day: day?, time: time? })
}

/// Approve a request, once. If it names the `date` or `time` that was seen and the request is at another one by now, the answer is 409
/// with the request as it is in `data`.
#[utoipa::path(patch, path = "/user/api/doctor/appointment/approve/{id}", responses((status = 409)))]
pub async fn approve_visit(
    caller: AtDesk,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ApproveRequest>,
) -> Result<Answer<DoctorBooking>> {
    let mut errors = FieldErrors::default();
    let seen = parse_seen(&mut errors, request.date, request.time);
    let decided = service::decide(&app, &caller, id, Reply::Approve, errors.all(|| seen)?).await?;
    Ok(Answer::saying(texts::VISIT_APPROVED, lang, decided))
}

/// Reject a request, once, with a reason for the patient if there is one to tell, and with another time if the doctor offers one. `date` and
/// `time` are as in an approval.
#[utoipa::path(patch, path = "/user/api/doctor/appointment/reject/{id}", responses((status = 409)))]
pub async fn reject_visit(
    caller: AtDesk,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<RejectRequest>,
) -> Result<Answer<DoctorBooking>> {
    let mut errors = FieldErrors::default();
    let reason = errors.optional(request.reason, parse_reason);
    let seen = parse_seen(&mut errors, request.date, request.time);
    let offered = parse_offer(&mut errors, request.offerDate, request.offerTime);
    let (reason, seen) = errors.all(|| Some((reason?, seen?)))?;
    let decided = service::decide(&app, &caller, id, Reply::Reject { reason, offered }, seen).await?;
    Ok(Answer::saying(texts::VISIT_REJECTED, lang, decided))
}

/// Cancel an approved visit that has not started. The patient gets a mail.
#[utoipa::path(patch, path = "/user/api/doctor/appointment/cancel/{id}", responses((status = 409)))]
pub async fn cancel_visit(
    caller: Doctor,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<DoctorBooking>> {
    let cancelled = service::cancel(&app, &caller, id, request.parse()?).await?;
    Ok(Answer::saying(texts::VISIT_CANCELLED, lang, cancelled))
}

/// A stream of events named `bookings`: the doctor's appointments changed, as far as the caller sees them, and the page asks for them
/// again. It ends with the session; an event named `session` says before that it will, and whether any use prolongs it.
#[utoipa::path(
    get, path = "/user/api/doctor/events/{docId}",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 429))
)]
pub async fn events(caller: AtDesk, app: App) -> Result<Response> {
    caller.follow(&app, "bookings").await
}

//! A doctor's requests, decisions and history.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::Json;
use axum::extract::Path;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, ALL, DECIDED, ENDING, LATEST, PENDING, Reply, VisitFilter};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::http::{BookedDoctor, DoctorBooking, NotifiedBooking};
use crate::appointments::model::{ExpectedSlot, WithDoctor};
use crate::appointments::texts;
use crate::directory::DayTime;
use crate::identity::callers::Doctor;
use crate::platform::http::reason::parse_reason;
use crate::platform::http::{
    Answer, Field, FieldErrors, OptionalBody, Page, Paging, Params, ReasonRequest, Result, given,
};
use crate::platform::lang::{Lang, Text};
use crate::platform::list::Order;
use crate::scheduling::Slot;
use crate::scheduling::http::parse_day;

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
        service::list(&app, &ActingForDoctor::own(&caller), (ALL, LATEST), &VisitFilter::default(), paging.part())
            .await?;
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
    caller: ActingForDoctor,
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
pub async fn coming(
    caller: ActingForDoctor,
    app: App,
    Params(query): Params<DayListQuery>,
) -> Result<Page<DoctorBooking>> {
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
        service::list(&app, &ActingForDoctor::own(&caller), (DECIDED, LATEST), &query.parse()?, paging.part()).await?;
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
    caller: ActingForDoctor,
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
    caller: ActingForDoctor,
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

/// Cancel an approved visit that has not started. The patient is notified, with the reason.
#[utoipa::path(patch, path = "/user/api/doctor/appointment/cancel/{id}", responses((status = 409)))]
pub async fn cancel_visit(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<NotifiedBooking>> {
    let cancelled = service::cancel(&app, &caller, id, request.parse()?).await?;
    let text = if cancelled.is_notified { texts::VISIT_CANCELLED } else { texts::VISIT_CANCELLED_CALL_PATIENT };
    Ok(Answer::saying(text, lang, NotifiedBooking::from(cancelled)))
}

//! The doctor's day: requests, decisions, history and figures.

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::own::BookedDoctor;
use crate::app::App;
use crate::booking::figures::{self, Figures};
use crate::booking::model::{Appointment, Status, WithDoctor};
use crate::booking::practice::{self, ALL, DECIDED, Decision, Narrowed};
use crate::booking::texts;
use crate::identity::callers::Doctor;
use crate::platform::format;
use crate::platform::format::rfc3339;
use crate::platform::http::Answer;
use crate::platform::http::body::OptionalBody;
use crate::platform::http::fields::{Field, FieldErrors, Params, given};
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::Problem;
use crate::platform::http::reason::ReasonRequest;
use crate::platform::lang::Lang;

/// A booking as its doctor sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoctorBooking {
    _id: String,
    /// Empty once the patient has deleted their account
    patient_name: String,
    contact_number: String,
    date: String,
    time: String,
    #[serde(rename = "startsAt")]
    starts_at: String,
    /// Pending, Checked, Rejected or Cancelled
    status: &'static str,
    #[serde(rename = "bookingTime_Date")]
    booking_time_date: String,
    fee: i64,
    reason: Option<String>,
    /// Whether another visit meets this one: both were booked before that became impossible
    overlaps: bool,
}

impl From<Appointment> for DoctorBooking {
    fn from(appointment: Appointment) -> Self {
        Self {
            date: format::spec_date(appointment.slot.day),
            time: appointment.slot.time.to_string(),
            starts_at: appointment.slot.rfc3339(),
            status: appointment.status.as_str(),
            booking_time_date: rfc3339(appointment.created_at),
            _id: appointment.id,
            patient_name: appointment.patient_name,
            contact_number: appointment.contact_number,
            fee: appointment.fee,
            reason: appointment.reason,
            overlaps: appointment.overlaps,
        }
    }
}

/// A booking in one of its doctor's lists: a booking names its doctor in every list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedBooking {
    #[serde(flatten)]
    booking: DoctorBooking,
    #[serde(rename = "doctorId")]
    doctor: BookedDoctor,
}

impl From<WithDoctor> for ListedBooking {
    fn from(row: WithDoctor) -> Self {
        Self { doctor: BookedDoctor::of(&row), booking: row.appointment.into() }
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
    fn parse(self) -> Result<Narrowed, Problem> {
        let mut errors = FieldErrors::default();
        let day = errors.filter(self.date, |text| format::parse_date(text).ok_or(texts::DATE_WRONG));
        let search = given(self.q).map(|text| text.to_ascii_lowercase());
        errors.all(|| Some(Narrowed { day: day?, search }))
    }
}

/// One amount of a chart.
#[derive(Debug, Serialize, ToSchema)]
pub struct Amount {
    /// An hour such as `09:00`, or a day such as `2024-01-05`
    label: String,
    amount: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Revenue {
    today: Vec<Amount>,
    weekly: Vec<Amount>,
    monthly: Vec<Amount>,
}

impl From<figures::Revenue> for Revenue {
    fn from(revenue: figures::Revenue) -> Self {
        let amounts =
            |sums: Vec<(String, i64)>| sums.into_iter().map(|(label, amount)| Amount { label, amount }).collect();
        Self { today: amounts(revenue.today), weekly: amounts(revenue.weekly), monthly: amounts(revenue.monthly) }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MonthView {
    pending: i64,
    checked: i64,
    rejected: i64,
    cancelled: i64,
    total: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Dashboard {
    total: i64,
    pending: i64,
    approved: i64,
    rejected: i64,
    /// Visits of this month
    month: MonthView,
    /// Fees of approved visits, up to now
    revenue: Revenue,
    /// Whether no visit was ever approved in the whole installation
    sample: bool,
}

impl From<Figures> for Dashboard {
    fn from(figures: Figures) -> Self {
        let of = |status| figures.month.iter().find(|(known, _)| *known == status).map_or(0, |(_, count)| *count);
        let month = MonthView {
            pending: of(Status::Pending),
            checked: of(Status::Checked),
            rejected: of(Status::Rejected),
            cancelled: of(Status::Cancelled),
            total: figures.month.iter().map(|(_, count)| count).sum(),
        };
        Self {
            total: figures.total,
            pending: figures.pending,
            approved: figures.approved,
            rejected: figures.rejected,
            month,
            revenue: figures.revenue.into(),
            sample: figures.sample,
        }
    }
}

/// The figures of a doctor's first page.
#[utoipa::path(
    get, path = "/user/api/doctor/dashboard/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path)), responses((status = 200, body = Answer<Dashboard>))
)]
pub async fn dashboard(
    caller: Doctor,
    State(app): State<App>,
    Path(doctor_id): Path<String>,
) -> Result<Answer<Dashboard>, Problem> {
    caller.must_be(&doctor_id)?;
    let figures = figures::of_doctor(&app, &doctor_id).await?;
    Ok(Answer { message: String::new(), data: figures.into() })
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
#[utoipa::path(
    get, path = "/user/api/doctor/total/appointments/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path), Paging), responses((status = 200, body = AllAppointments))
)]
pub async fn all_appointments(
    caller: Doctor,
    State(app): State<App>,
    Path(doctor_id): Path<String>,
    paging: Paging,
) -> Result<Json<AllAppointments>, Problem> {
    caller.must_be(&doctor_id)?;
    let part = paging.part();
    let page = practice::list(&app, &doctor_id, ALL, &Narrowed::default(), part).await?;
    let Page { message, data, total, next, .. } = page.map(ListedBooking::from);
    Ok(Json(AllAppointments { message, data: BookingList { booking: data }, total, next }))
}

/// The requests that wait for the doctor, the newest first.
#[utoipa::path(
    get, path = "/user/api/doctor/appointments/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path), DayListQuery, Paging), responses((status = 200, body = Page<ListedBooking>))
)]
pub async fn pending(
    caller: Doctor,
    State(app): State<App>,
    Path(doctor_id): Path<String>,
    Params(query): Params<DayListQuery>,
    paging: Paging,
) -> Result<Page<ListedBooking>, Problem> {
    caller.must_be(&doctor_id)?;
    let part = paging.part();
    Ok(practice::list_pending(&app, &doctor_id, &query.parse()?, part).await?.map(ListedBooking::from))
}

/// Approved visits still to come, the soonest first.
#[utoipa::path(
    get, path = "/user/api/doctor/appointment/upcoming/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path), DayListQuery), responses((status = 200, body = Page<DoctorBooking>))
)]
pub async fn coming(
    caller: Doctor,
    State(app): State<App>,
    Path(doctor_id): Path<String>,
    Params(query): Params<DayListQuery>,
) -> Result<Page<DoctorBooking>, Problem> {
    caller.must_be(&doctor_id)?;
    Ok(practice::list_coming(&app, &doctor_id, &query.parse()?).await?.map(DoctorBooking::from))
}

/// What the doctor approved or rejected, the latest visit first.
#[utoipa::path(
    get, path = "/user/api/doctor/appointment/previous/{docId}", tag = "practice", security(("token" = [])),
    params(("docId" = String, Path), DayListQuery, Paging), responses((status = 200, body = Page<ListedBooking>))
)]
pub async fn previous(
    caller: Doctor,
    State(app): State<App>,
    Path(doctor_id): Path<String>,
    Params(query): Params<DayListQuery>,
    paging: Paging,
) -> Result<Page<ListedBooking>, Problem> {
    caller.must_be(&doctor_id)?;
    let part = paging.part();
    Ok(practice::list(&app, &doctor_id, DECIDED, &query.parse()?, part).await?.map(ListedBooking::from))
}

/// Approve a request, once.
#[utoipa::path(
    patch, path = "/user/api/doctor/appointment/approve/{id}", tag = "practice", security(("token" = [])),
    params(("id" = String, Path)), responses((status = 200, body = Answer<DoctorBooking>), (status = 409))
)]
pub async fn approve_visit(
    caller: Doctor,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<DoctorBooking>, Problem> {
    let decided = practice::decide(&app, &caller, id, Decision::Approve).await?;
    Ok(Answer { message: texts::VISIT_APPROVED.in_lang(lang).into(), data: decided.into() })
}

/// Reject a request, once, with a reason for the patient if there is one to tell.
#[utoipa::path(
    patch, path = "/user/api/doctor/appointment/reject/{id}", tag = "practice", security(("token" = [])),
    params(("id" = String, Path)), request_body = Option<ReasonRequest>,
    responses((status = 200, body = Answer<DoctorBooking>), (status = 409))
)]
pub async fn reject_visit(
    caller: Doctor,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<DoctorBooking>, Problem> {
    let decision = Decision::Reject { reason: request.parse()? };
    let decided = practice::decide(&app, &caller, id, decision).await?;
    Ok(Answer { message: texts::VISIT_REJECTED.in_lang(lang).into(), data: decided.into() })
}

/// Cancel an approved visit that has not started. The patient gets a mail.
#[utoipa::path(
    patch, path = "/user/api/doctor/appointment/cancel/{id}", tag = "practice", security(("token" = [])),
    params(("id" = String, Path)), request_body = Option<ReasonRequest>,
    responses((status = 200, body = Answer<DoctorBooking>), (status = 409))
)]
pub async fn cancel_visit(
    caller: Doctor,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<DoctorBooking>, Problem> {
    let cancelled = practice::cancel(&app, &caller, id, request.parse()?).await?;
    Ok(Answer { message: texts::VISIT_CANCELLED.in_lang(lang).into(), data: cancelled.into() })
}

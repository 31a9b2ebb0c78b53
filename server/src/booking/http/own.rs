//! A patient's own bookings, and their leaving.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::booking::model::{Appointment, PatientDetails, Slot, WithDoctor};
use crate::booking::{account, service, texts};
use crate::directory::DayTime;
use crate::identity;
use crate::identity::callers::Patient;
use crate::identity::person::{Mobile, PersonName};
use crate::identity::users::User;
use crate::platform::db;
use crate::platform::format;
use crate::platform::format::rfc3339;
use crate::platform::http::address::ClientAddress;
use crate::platform::http::body::Body;
use crate::platform::http::fields::{Field, FieldErrors};
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::http::{Answer, Done};
use crate::platform::lang::Lang;
use crate::platform::photos::http::photo_path;

#[derive(Deserialize, ToSchema)]
pub struct BookRequest {
    /// The patient's name
    name: Field,
    #[serde(rename = "phoneNumber")]
    phone_number: Field,
    date: Field,
    time: Field,
}

impl BookRequest {
    fn parse(self, doctor_id: String) -> Result<service::Request, Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.check(self.name, PersonName::parse);
        let phone = errors.check(self.phone_number, Mobile::parse);
        let slot = parse_slot(&mut errors, self.date, self.time);
        errors.all(|| {
            let patient = PatientDetails { name: name?, phone: phone? };
            Some(service::Request { doctor_id, slot: slot?, patient })
        })
    }
}

fn parse_slot(errors: &mut FieldErrors, date: Field, time: Field) -> Option<Slot> {
    let day = errors.check(date, |text| format::parse_date(text).ok_or(texts::DATE_WRONG));
    let time = errors.check(time, DayTime::parse);
    Some(Slot { day: day?, time: time? })
}

/// A booking as its patient sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingView {
    _id: String,
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
    /// Why the doctor rejected or cancelled it
    reason: Option<String>,
    /// Whether it can still be cancelled or moved
    changeable: bool,
}

impl BookingView {
    fn new(appointment: Appointment, now: Timestamp) -> Self {
        Self {
            changeable: appointment.is_changeable(now),
            date: format::spec_date(appointment.slot.day),
            time: appointment.slot.time.to_string(),
            starts_at: appointment.slot.rfc3339(),
            status: appointment.status.as_str(),
            booking_time_date: rfc3339(appointment.created_at),
            reason: appointment.reason,
            _id: appointment.id,
            patient_name: appointment.patient_name,
            contact_number: appointment.contact_number,
        }
    }
}

/// Book a slot. The same form sent again answers with the booking that it made.
#[utoipa::path(
    post, path = "/user/api/doctor/{id}/appointment/booking/{userId}", tag = "booking", security(("token" = [])),
    params(("id" = String, Path), ("userId" = String, Path)), request_body = BookRequest,
    responses((status = 200, body = Answer<BookingView>), (status = 409))
)]
pub async fn book(
    caller: Patient,
    State(app): State<App>,
    lang: Lang,
    Path((id, user_id)): Path<(String, String)>,
    Body(request): Body<BookRequest>,
) -> Result<Answer<BookingView>, Problem> {
    caller.must_be(&user_id)?;
    let booked = service::book(&app, &caller, request.parse(id)?).await.map_err(|error| match error {
        service::Error::Db(db::Error::Unknown(_)) => Problem::from(error).reading(texts::BOOKED_PERHAPS),
        error => error.into(),
    })?;
    let data = BookingView::new(booked.appointment, app.clock.now());
    Ok(Answer { message: texts::BOOKED.in_lang(lang).into(), data })
}

/// A booking on its card, with the doctor.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingCard {
    #[serde(flatten)]
    booking: BookingView,
    #[serde(rename = "doctorId")]
    doctor: BookedDoctor,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookedDoctor {
    _id: String,
    #[serde(rename = "full_Name")]
    full_name: String,
    #[serde(rename = "Image")]
    image: Option<String>,
    /// The fee shown when the slot was booked
    #[serde(rename = "consultation_Fee")]
    consultation_fee: i64,
    specialization: String,
    #[serde(rename = "consultation_Address")]
    consultation_address: String,
    district: String,
}

impl BookedDoctor {
    pub fn of(row: &WithDoctor) -> Self {
        Self {
            _id: row.appointment.doctor_id.clone(),
            full_name: row.full_name.clone(),
            image: row.image.as_deref().map(photo_path),
            consultation_fee: row.appointment.fee,
            specialization: row.specialization.clone(),
            consultation_address: row.address.clone(),
            district: row.district.clone(),
        }
    }
}

impl BookingCard {
    fn new(row: WithDoctor, now: Timestamp) -> Self {
        Self { doctor: BookedDoctor::of(&row), booking: BookingView::new(row.appointment, now) }
    }
}

/// A user's own bookings, the latest first.
#[utoipa::path(
    get, path = "/user/api/previous/booking/{userId}", tag = "booking", security(("token" = [])),
    params(("userId" = String, Path), Paging), responses((status = 200, body = Page<BookingCard>))
)]
pub async fn own_bookings(
    caller: Patient,
    State(app): State<App>,
    Path(user_id): Path<String>,
    paging: Paging,
) -> Result<Page<BookingCard>, Problem> {
    caller.must_be(&user_id)?;
    let page = service::list_own(&app, &user_id, paging.part()).await?;
    let now = app.clock.now();
    Ok(page.map(|row| BookingCard::new(row, now)))
}

/// Cancel an own booking, until its slot starts.
#[utoipa::path(
    patch, path = "/user/api/appointment/cancel/{id}", tag = "booking", security(("token" = [])),
    params(("id" = String, Path)), responses((status = 200, body = Answer<BookingView>), (status = 409))
)]
pub async fn cancel(
    caller: Patient,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<BookingView>, Problem> {
    let cancelled = service::cancel(&app, &caller, id).await?;
    Ok(Answer { message: texts::CANCELLED.in_lang(lang).into(), data: BookingView::new(cancelled, app.clock.now()) })
}

#[derive(Deserialize, ToSchema)]
pub struct RescheduleRequest {
    date: Field,
    time: Field,
}

/// Move an own booking to another free slot of the same doctor, until its slot starts.
#[utoipa::path(
    patch, path = "/user/api/appointment/reschedule/{id}", tag = "booking", security(("token" = [])),
    params(("id" = String, Path)), request_body = RescheduleRequest,
    responses((status = 200, body = Answer<BookingView>), (status = 409))
)]
pub async fn reschedule(
    caller: Patient,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<RescheduleRequest>,
) -> Result<Answer<BookingView>, Problem> {
    let mut errors = FieldErrors::default();
    let slot = parse_slot(&mut errors, request.date, request.time);
    let slot = errors.all(|| slot)?;
    let moved = service::reschedule(&app, &caller, id, slot).await?;
    Ok(Answer { message: texts::RESCHEDULED.in_lang(lang).into(), data: BookingView::new(moved, app.clock.now()) })
}

/// An own booking as a calendar file.
#[utoipa::path(
    get, path = "/user/api/appointment/{id}/calendar", tag = "booking", security(("token" = [])),
    params(("id" = String, Path)), responses((status = 200, body = String, content_type = "text/calendar"))
)]
pub async fn calendar(
    caller: Patient,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let file = service::own_calendar(&app, &caller.id, &id).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"appointment.ics\""),
    ];
    Ok((headers, file))
}

/// Everything that we hold about a user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnData {
    profile: User,
    /// A new address that is not confirmed yet
    waiting_email: Option<String>,
    bookings: Vec<BookingCard>,
}

/// A user's whole data, to take away.
#[utoipa::path(
    get, path = "/user/api/user/data/{userId}", tag = "booking", security(("token" = [])),
    params(("userId" = String, Path)), responses((status = 200, body = Answer<OwnData>))
)]
pub async fn own_data(
    caller: Patient,
    State(app): State<App>,
    Path(user_id): Path<String>,
) -> Result<Answer<OwnData>, Problem> {
    caller.must_be(&user_id)?;
    let everything = account::everything(&app, &user_id).await?.ok_or(Code::NotFound)?;
    let now = app.clock.now();
    let data = OwnData {
        profile: everything.user,
        waiting_email: everything.waiting_email.map(|email| email.as_str().into()),
        bookings: everything.bookings.into_iter().map(|row| BookingCard::new(row, now)).collect(),
    };
    Ok(Answer { message: String::new(), data })
}

#[derive(Deserialize, ToSchema)]
pub struct DeleteRequest {
    password: Field,
}

/// Delete the own account: frees future slots, ends every session, empties personal data at once.
#[utoipa::path(
    delete, path = "/user/api/user/profile/{userId}", tag = "booking", security(("token" = [])),
    params(("userId" = String, Path)), request_body = DeleteRequest,
    responses((status = 200, body = Done), (status = 429))
)]
pub async fn delete_account(
    caller: Patient,
    State(app): State<App>,
    address: ClientAddress,
    lang: Lang,
    Path(user_id): Path<String>,
    Body(request): Body<DeleteRequest>,
) -> Result<Done, Problem> {
    caller.must_be(&user_id)?;
    let mut errors = FieldErrors::default();
    let password = errors.text(request.password);
    let password = errors.all(|| password)?;
    let deleted = match identity::prove(&app, &caller, password, address).await {
        Ok(proof) => account::delete(&app, &caller, proof).await,
        Err(error) => Err(error),
    };
    deleted.map_err(|error| error.at("password"))?;
    Ok(Done { message: texts::ACCOUNT_DELETED.in_lang(lang).into() })
}

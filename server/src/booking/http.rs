//! Finding doctors with their free slots, and a patient's bookings, over HTTP.

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{Appointment, PatientDetails, Slot, WithDoctor};
use super::rules::{self, Refusal};
use super::service::{self, Error, Found};
use super::{account, texts};
use crate::app::App;
use crate::directory::http::{DoctorView, photo_path};
use crate::directory::{DayTime, Filter};
use crate::identity::person::{Mobile, PersonName};
use crate::identity::users::http::UserView;
use crate::identity::{self, actor::Patient};
use crate::platform::format;
use crate::platform::http::body::Body;
use crate::platform::http::input::{FieldErrors, Input};
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::{Code, Problem, ProblemBody};
use crate::platform::http::{Answer, Done};
use crate::platform::lang::{Lang, Text};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NoDoctor | Error::NoAppointment => Code::NotFound.into(),
            Error::NotYours => Code::Forbidden.into(),
            Error::NotBookable(Refusal::TooFarAhead) => Self::field("date", texts::too_far_ahead),
            Error::NotBookable(Refusal::Past) => Self::field("time", texts::past),
            Error::NotBookable(Refusal::OutsideHours) => Self::field("time", texts::outside_hours),
            Error::NotBookable(Refusal::OffGrid) => Self::field("time", texts::off_grid),
            Error::SlotTaken => Code::SlotTaken.into(),
            Error::TooMany => Code::TooManyBookings.into(),
            Error::NotChangeable => Code::NotChangeable.into(),
            Error::Db(error) => error.into(),
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FindQuery {
    /// A district in any spelling: Kozhikode, Calicut, കോഴിക്കോട്
    district: Option<String>,
    specialization: Option<String>,
    /// Beginnings of words of the name
    q: Option<String>,
}

/// A doctor on the list, with the first slot that a patient could have.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundDoctor {
    #[serde(flatten)]
    doctor: DoctorView,
    #[serde(rename = "nextSlot")]
    next_slot: Option<SlotView>,
}

impl From<Found> for FoundDoctor {
    fn from(found: Found) -> Self {
        Self { doctor: found.doctor.into(), next_slot: found.next_slot.map(SlotView::from) }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SlotView {
    /// As in `Jan 5, 2024`
    date: String,
    /// As in `09:15`
    time: String,
    #[serde(rename = "startsAt")]
    starts_at: String,
}

impl From<Slot> for SlotView {
    fn from(slot: Slot) -> Self {
        Self { date: format::spec_date(slot.day), time: slot.time.to_string(), starts_at: slot.rfc3339() }
    }
}

/// Doctors by district, speciality and name, the newest first.
#[utoipa::path(
    get, path = "/user/api/finddoctors", tag = "booking", params(FindQuery, Paging),
    responses((status = 200, body = Page<FoundDoctor>))
)]
pub async fn find_doctors(
    State(app): State<App>,
    Query(find): Query<FindQuery>,
    Query(paging): Query<Paging>,
) -> Result<Page<FoundDoctor>, Problem> {
    let filter = Filter::parse(find.district.as_deref(), find.specialization.as_deref(), find.q.as_deref());
    let page = service::find_doctors(&app, &filter, paging.cursor(), paging.limit()).await?;
    Ok(page.map(FoundDoctor::from))
}

/// One doctor, as patients see them.
#[utoipa::path(
    get, path = "/user/api/doctor/{id}", tag = "booking", params(("id" = String, Path)),
    responses((status = 200, body = Answer<FoundDoctor>), (status = 404, body = ProblemBody, content_type = "application/problem+json"))
)]
pub async fn find_doctor(State(app): State<App>, Path(id): Path<String>) -> Result<Answer<FoundDoctor>, Problem> {
    let found = service::find_doctor(&app, &id).await?;
    Ok(Answer { message: String::new(), data: found.into() })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DayQuery {
    /// As in `Jan 5, 2024` or `2024-01-05`
    date: Option<String>,
}

impl DayQuery {
    fn parse(&self) -> Result<Date, Problem> {
        let date = self.date.as_deref().and_then(format::parse_date);
        date.ok_or_else(|| Problem::field("date", texts::date_wrong))
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TakenTime {
    time: String,
}

/// The taken times of a day: times only, nobody's name or number.
#[utoipa::path(
    get, path = "/user/api/doctor/{id}/bookings", tag = "booking", params(("id" = String, Path), DayQuery),
    responses((status = 200, body = Answer<Vec<TakenTime>>))
)]
pub async fn taken_times(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<DayQuery>,
) -> Result<Answer<Vec<TakenTime>>, Problem> {
    let taken = service::taken_times(&app, &id, query.parse()?).await?;
    let data = taken.into_iter().map(|slot| TakenTime { time: slot.time.to_string() }).collect();
    Ok(Answer { message: String::new(), data })
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FreeSlot {
    time: String,
    #[serde(rename = "startsAt")]
    starts_at: String,
}

/// The free slots of a day.
#[utoipa::path(
    get, path = "/user/api/doctor/{id}/slots", tag = "booking", params(("id" = String, Path), DayQuery),
    responses((status = 200, body = Answer<Vec<FreeSlot>>))
)]
pub async fn free_slots(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<DayQuery>,
) -> Result<Answer<Vec<FreeSlot>>, Problem> {
    let days = service::free_slots(&app, &id, &[query.parse()?]).await?;
    let slots = days.into_iter().flat_map(|(_, slots)| slots);
    let data = slots.map(|slot| FreeSlot { time: slot.time.to_string(), starts_at: slot.rfc3339() }).collect();
    Ok(Answer { message: String::new(), data })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DaysQuery {
    /// How many days from today on, 1 to 7
    days: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DayView {
    /// As in `Jan 5, 2024`
    date: String,
    /// As in `2024-01-05`
    day: String,
    free: usize,
}

/// How many slots are free on each of the next days.
#[utoipa::path(
    get, path = "/user/api/doctor/{id}/availability", tag = "booking", params(("id" = String, Path), DaysQuery),
    responses((status = 200, body = Answer<Vec<DayView>>))
)]
pub async fn availability(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<DaysQuery>,
) -> Result<Answer<Vec<DayView>>, Problem> {
    let all = rules::bookable_days(&app.clock.india());
    let asked = query.days.and_then(|text| text.trim().parse::<usize>().ok()).unwrap_or(all.len());
    let days = &all[..asked.clamp(1, all.len())];
    let free = service::free_slots(&app, &id, days).await?;
    let view = |(day, slots): (Date, Vec<Slot>)| DayView {
        date: format::spec_date(day),
        day: day.to_string(),
        free: slots.len(),
    };
    Ok(Answer { message: String::new(), data: free.into_iter().map(view).collect() })
}

#[derive(Deserialize, ToSchema)]
pub struct BookRequest {
    /// The patient's name
    #[serde(default)]
    #[schema(required)]
    name: Input,
    #[serde(default, rename = "phoneNumber")]
    #[schema(required)]
    phone_number: Input,
    #[serde(default)]
    #[schema(required)]
    date: Input,
    #[serde(default)]
    #[schema(required)]
    time: Input,
}

impl BookRequest {
    fn parse(self, user_id: String, doctor_id: String) -> Result<service::Request, Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.check("name", self.name, |text| PersonName::parse(&text));
        let phone = errors.check("phoneNumber", self.phone_number, |text| Mobile::parse(&text));
        let slot = parse_slot(&mut errors, self.date, self.time);
        let (Some(name), Some(phone), Some(slot)) = (name, phone, slot) else { return Err(errors.into()) };
        Ok(service::Request { user_id, doctor_id, slot, patient: PatientDetails { name, phone } })
    }
}

fn parse_slot(errors: &mut FieldErrors, date: Input, time: Input) -> Option<Slot> {
    let day_of = |text: String| format::parse_date(&text).ok_or(texts::date_wrong as Text);
    let day = errors.check("date", date, day_of);
    let time = errors.check("time", time, |text| DayTime::parse(&text));
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
    /// Whether it can still be cancelled or moved
    changeable: bool,
}

impl BookingView {
    fn new(appointment: Appointment, now: Timestamp) -> Self {
        let created_at = Timestamp::from_millisecond(appointment.created_at);
        Self {
            changeable: appointment.is_changeable(now),
            date: format::spec_date(appointment.slot.day),
            time: appointment.slot.time.to_string(),
            starts_at: appointment.slot.rfc3339(),
            status: appointment.status.as_str(),
            booking_time_date: created_at.map_or_else(|_| String::new(), |at| at.to_string()),
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
    responses(
        (status = 200, body = Answer<BookingView>),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn book(
    caller: Patient,
    State(app): State<App>,
    lang: Lang,
    Path((id, user_id)): Path<(String, String)>,
    Body(request): Body<BookRequest>,
) -> Result<Answer<BookingView>, Problem> {
    caller.must_be(&user_id)?;
    let booked = service::book(&app, request.parse(user_id, id)?).await?;
    let data = BookingView::new(booked.appointment, app.clock.now());
    Ok(Answer { message: texts::booked(lang).into(), data })
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

impl BookingCard {
    fn new(row: WithDoctor, now: Timestamp) -> Self {
        let doctor = BookedDoctor {
            _id: row.appointment.doctor_id.clone(),
            full_name: row.full_name,
            image: row.image.as_deref().map(photo_path),
            consultation_fee: row.appointment.fee,
            specialization: row.specialization,
            consultation_address: row.address,
            district: row.district,
        };
        Self { booking: BookingView::new(row.appointment, now), doctor }
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
    Query(paging): Query<Paging>,
) -> Result<Page<BookingCard>, Problem> {
    caller.must_be(&user_id)?;
    let page = service::list_own(&app, &user_id, paging.cursor(), paging.limit()).await?;
    let now = app.clock.now();
    Ok(page.map(|row| BookingCard::new(row, now)))
}

/// Cancel an own booking, until its slot starts.
#[utoipa::path(
    patch, path = "/user/api/appointment/cancel/{id}", tag = "booking", security(("token" = [])),
    params(("id" = String, Path)),
    responses(
        (status = 200, body = Answer<BookingView>),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn cancel(
    caller: Patient,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<BookingView>, Problem> {
    let cancelled = service::cancel(&app, caller.id, id).await?;
    Ok(Answer { message: texts::cancelled(lang).into(), data: BookingView::new(cancelled, app.clock.now()) })
}

#[derive(Deserialize, ToSchema)]
pub struct RescheduleRequest {
    #[serde(default)]
    #[schema(required)]
    date: Input,
    #[serde(default)]
    #[schema(required)]
    time: Input,
}

/// Move an own booking to another free slot of the same doctor, until its slot starts.
#[utoipa::path(
    patch, path = "/user/api/appointment/reschedule/{id}", tag = "booking", security(("token" = [])),
    params(("id" = String, Path)), request_body = RescheduleRequest,
    responses(
        (status = 200, body = Answer<BookingView>),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn reschedule(
    caller: Patient,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<RescheduleRequest>,
) -> Result<Answer<BookingView>, Problem> {
    let mut errors = FieldErrors::default();
    let Some(slot) = parse_slot(&mut errors, request.date, request.time) else { return Err(errors.into()) };
    let moved = service::reschedule(&app, caller.id, id, slot).await?;
    Ok(Answer { message: texts::rescheduled(lang).into(), data: BookingView::new(moved, app.clock.now()) })
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
pub struct OwnData {
    profile: UserView,
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
    let (user, bookings) = account::everything(&app, &user_id).await?.ok_or(Code::NotFound)?;
    let now = app.clock.now();
    let bookings = bookings.into_iter().map(|row| BookingCard::new(row, now)).collect();
    Ok(Answer { message: String::new(), data: OwnData { profile: user.into(), bookings } })
}

#[derive(Deserialize, ToSchema)]
pub struct DeleteRequest {
    #[serde(default)]
    #[schema(required)]
    password: Input,
}

/// Delete the own account: frees future slots, ends every session, empties personal data at once.
#[utoipa::path(
    delete, path = "/user/api/user/profile/{userId}", tag = "booking", security(("token" = [])),
    params(("userId" = String, Path)), request_body = DeleteRequest,
    responses((status = 200, body = Done), (status = 422, body = ProblemBody, content_type = "application/problem+json"))
)]
pub async fn delete_account(
    caller: Patient,
    State(app): State<App>,
    lang: Lang,
    Path(user_id): Path<String>,
    Body(request): Body<DeleteRequest>,
) -> Result<Done, Problem> {
    caller.must_be(&user_id)?;
    if !identity::is_password_of(&app, &user_id, request.password.into_text()).await? {
        return Err(Problem::field("password", identity::password_wrong));
    }
    account::delete(&app, user_id).await?;
    Ok(Done { message: texts::account_deleted(lang).into() })
}

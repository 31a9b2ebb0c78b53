//! A patient's own bookings over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Booked, NewBooking};
use crate::app::App;
use crate::appointments::http::{BookedDoctor, PhonePatientView};
use crate::appointments::model::{Appointment, Attendance, PatientDetails, Status, WithDoctor};
use crate::appointments::phone_consultations::{Age, PatientLocation, PhoneConsultation, PhoneDetails};
use crate::appointments::service::Error;
use crate::appointments::service::visit_page_of;
use crate::appointments::texts;
use crate::appointments::{VisitNote, VisitReason, VisitType};
use crate::directory::VisitMode;
use crate::directory::workplaces::http::VisitPlace;
use crate::identity::callers::Patient;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::db;
use crate::platform::format;
use crate::platform::format::rfc3339;
use crate::platform::http::problem::LocalizedMessage;
use crate::platform::http::{Answer, Body, Field, FieldErrors, Page, Paging, Params, Problem, Result, given};
use crate::platform::lang::{Lang, Text};
use crate::scheduling::Slot;
use crate::scheduling::http::parse_slot;

#[derive(Deserialize, ToSchema)]
pub struct BookRequest {
    /// The patient's name
    name: Field,
    phoneNumber: Field,
    date: Field,
    time: Field,
    /// The id of one of the people whom the user books for, if the visit is for one of them
    person: Option<Field>,
    /// Why the patient comes, in a short line; can be left out. Only the patient, the doctor and the desk see it
    visitReason: Option<Field>,
    /// `first` or `review` (the patient has been to this doctor before); can be left out
    visitType: Option<Field>,
    /// `true`: the patient, or the adult of a minor, agrees to be consulted by phone. With the two that follow it is needed for a slot by
    /// phone, and ignored for others
    #[schema(value_type = Option<bool>)]
    phoneConsent: Option<Field>,
    /// In whole years
    patientAge: Option<Field>,
    /// Where the patient will be, as a district or a short line
    patientLocation: Option<Field>,
    /// The adult who will be there; needed by phone for a patient below 18
    adultName: Option<Field>,
}

impl BookRequest {
    fn parse(self, doctor_id: String) -> Result<NewBooking> {
        let mut errors = FieldErrors::default();
        let name = errors.check(self.name, PersonName::parse);
        let phone = errors.check(self.phoneNumber, Mobile::parse);
        let slot = parse_slot(&mut errors, self.date, self.time);
        let person_id = errors.optional(self.person, |text| Ok(text.trim().to_owned()));
        let reason = errors.optional(self.visitReason, VisitReason::parse);
        let visit_type = errors.optional(self.visitType, VisitType::parse);
        let has_consent = errors.flag(self.phoneConsent) == Some(true);
        let age = errors.optional(self.patientAge, Age::parse);
        let location = errors.optional(self.patientLocation, PatientLocation::parse);
        let adult_name = errors.optional(self.adultName, PersonName::parse);
        errors.all(|| {
            let by_phone = PhoneDetails { has_consent, age: age?, location: location?, adult_name: adult_name? };
            let patient = PatientDetails { name: name?, phone: phone? };
            let note = VisitNote { reason: reason?.flatten(), visit_type: visit_type? };
            Some(NewBooking { doctor_id, slot: slot?, patient, person_id: person_id?, follows: None, note, by_phone })
        })
    }
}

/// A visit by phone as its patient sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PhoneVisitView {
    #[serde(flatten)]
    patient: PhonePatientView,
    /// Whether the patient chooses now: to move the visit free of charge, or to cancel it
    choice: bool,
    choiceUntil: Option<String>,
}

impl PhoneVisitView {
    fn new(phone: PhoneConsultation, choice_until: Option<i64>) -> Self {
        Self { patient: phone.into(), choice: choice_until.is_some(), choiceUntil: choice_until.map(rfc3339) }
    }
}

/// A booking as its patient sees it.
#[expect(clippy::struct_excessive_bools, reason = "fields of an answer, not states")]
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingView {
    _id: String,
    patient_name: String,
    contact_number: String,
    /// Whom of the people the user books for it is for; that person may have been removed since
    person: Option<String>,
    /// The visit that it follows, as its doctor asked
    followUpOf: Option<String>,
    /// Whether the doctor waived the fee for that
    withoutFee: bool,
    date: String,
    time: String,
    startsAt: String,
    /// Where it is, as it was booked; `null` is the doctor's own clinic
    place: Option<VisitPlace>,
    mode: VisitMode,
    /// Of a visit by phone
    phone: Option<PhoneVisitView>,
    fee: i64,
    /// Pending, Checked, Rejected or Cancelled
    status: &'static str,
    bookingTime_Date: String,
    /// Why the patient comes, as they said it when booking
    visitReason: Option<String>,
    /// first or review, if the patient said so
    visitType: Option<&'static str>,
    /// Why the doctor rejected or cancelled it
    reason: Option<String>,
    /// Until when it waits for the doctor, while it does
    answerBy: Option<String>,
    /// Whether it was rejected because the doctor did not answer in time
    unanswered: bool,
    /// Whether it is still to come or going on: until its session is over, or somebody said what became of it
    ahead: bool,
    /// Whether it is on this day, by India's clock
    today: bool,
    /// Whether it can still be cancelled or moved
    changeable: bool,
    /// What the patient is called in by, once it is approved
    token: Option<String>,
    /// arrived, called, done or absent, if the doctor said so
    attendance: Option<&'static str>,
    /// When another time begins that the doctor offered with the rejection: booked, it is approved at once. Until then
    offered: Option<String>,
    /// The page that shows the doctor's queue, with a private link behind the `#`: of an approved visit, until the end of its day
    queuePage: Option<String>,
}

impl BookingView {
    pub fn new(appointment: Appointment, app: &App) -> Self {
        let now = app.clock.now();
        let changeable = appointment.is_changeable_by_patient(now);
        let (mode, choice_until) = (appointment.mode(), appointment.choice_until(now));
        let ahead = appointment.is_ahead(now);
        let today = appointment.slot.day == app.clock.india().date();
        let answerBy = (appointment.status == Status::Pending).then(|| rfc3339(appointment.answer_by));
        let queuePage = visit_page_of(app, &appointment);
        let offered = appointment.offered.filter(|slot| slot.starts_at() > app.clock.now()).map(Slot::rfc3339);
        let (followUpOf, withoutFee) =
            appointment.follows.map_or((None, false), |follows| (Some(follows.visit_id), follows.without_fee));
        Self {
            answerBy,
            ahead,
            today,
            changeable,
            queuePage,
            offered,
            token: appointment.token,
            attendance: appointment.attendance.map(Attendance::as_str),
            date: format::spec_date(appointment.slot.day),
            time: appointment.slot.time.to_string(),
            startsAt: appointment.slot.rfc3339(),
            place: appointment.place.map(VisitPlace::from),
            mode,
            phone: appointment.phone.map(|phone| PhoneVisitView::new(phone, choice_until)),
            fee: appointment.fee,
            status: appointment.status.as_str(),
            bookingTime_Date: rfc3339(appointment.created_at),
            visitReason: appointment.note.reason.map(|reason| reason.as_str().into()),
            visitType: appointment.note.visit_type.map(VisitType::as_str),
            reason: appointment.reason,
            unanswered: appointment.unanswered_at.is_some(),
            _id: appointment.id,
            patient_name: appointment.patient_name,
            contact_number: appointment.contact_number,
            person: appointment.person_id,
            followUpOf,
            withoutFee,
        }
    }
}

/// Book a slot. The same form sent again answers with the booking that it made. It is Checked at once where the doctor has set
/// that such requests are approved at once.
#[utoipa::path(post, path = "/user/api/doctor/{id}/appointment/booking/{userId}", responses((status = 409)))]
pub async fn book(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((id, _own)): Path<(String, String)>,
    Body(request): Body<BookRequest>,
) -> Result<Answer<BookingView>> {
    let booked = service::book(&app, &caller, request.parse(id)?).await.map_err(|error| match error {
        Error::Db(db::Error::Unknown(_)) => Problem::from(error).reading(texts::BOOKING_UNCONFIRMED),
        error => error.into(),
    })?;
    Ok(booked_answer(booked, &app, lang))
}

/// The message that a slot is booked, with place and fee if they depend on the session.
pub fn booked_answer(booked: Booked, app: &App, lang: Lang) -> Answer<BookingView> {
    let is_approved = booked.appointment.status == Status::Checked;
    answer(if is_approved { texts::BOOKED_AND_APPROVED } else { texts::BOOKED }, booked, app, lang)
}

fn answer(text: Text, Booked { appointment, place_and_fee, .. }: Booked, app: &App, lang: Lang) -> Answer<BookingView> {
    let said = text.in_lang(lang);
    let message = place_and_fee.map_or_else(
        || said.to_owned(),
        |place_and_fee| format!("{said} {}", LocalizedMessage::from(place_and_fee).in_lang(lang)),
    );
    Answer { message, data: BookingView::new(appointment, app) }
}

/// A booking on its card, with the doctor.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingCard {
    #[serde(flatten)]
    booking: BookingView,
    doctorId: BookedDoctor,
}

impl BookingCard {
    pub fn new(row: WithDoctor, app: &App) -> Self {
        Self { doctorId: BookedDoctor::of_booking(&row), booking: BookingView::new(row.appointment, app) }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OwnQuery {
    /// Only bookings with the doctor of this id
    doctor: Option<Field>,
}

/// A user's own bookings, the latest first: with one doctor, or with all.
#[utoipa::path(get, path = "/user/api/previous/booking/{userId}")]
pub async fn own_bookings(
    caller: Patient,
    app: App,
    Params(query): Params<OwnQuery>,
    paging: Paging,
) -> Result<Page<BookingCard>> {
    let page = service::list_own(&app, &caller.id, given(query.doctor).as_deref(), paging.part()).await?;
    let going_on = service::list_going_on(&app, &page.data).await?;
    Ok(page.map(|row| {
        let is_going_on = going_on.contains(&row.appointment.id);
        let mut card = BookingCard::new(row, &app);
        card.booking.ahead |= is_going_on;
        card
    }))
}

/// Cancel an own booking, until its slot starts.
#[utoipa::path(patch, path = "/user/api/appointment/cancel/{id}", responses((status = 409)))]
pub async fn cancel(caller: Patient, app: App, lang: Lang, Path(id): Path<String>) -> Result<Answer<BookingView>> {
    let cancelled = service::cancel(&app, &caller, id).await?;
    Ok(Answer::saying(texts::CANCELLED, lang, BookingView::new(cancelled, &app)))
}

#[derive(Deserialize, ToSchema)]
pub struct RescheduleRequest {
    date: Field,
    time: Field,
}

/// Move an own booking to another free slot of the same doctor, until its slot starts.
#[utoipa::path(patch, path = "/user/api/appointment/reschedule/{id}", responses((status = 409)))]
pub async fn reschedule(
    caller: Patient,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<RescheduleRequest>,
) -> Result<Answer<BookingView>> {
    let mut errors = FieldErrors::default();
    let slot = parse_slot(&mut errors, request.date, request.time);
    let slot = errors.all(|| slot)?;
    let moved = service::reschedule(&app, &caller, id, slot).await?;
    let is_approved = moved.appointment.status == Status::Checked;
    let text = if is_approved { texts::RESCHEDULED_AND_APPROVED } else { texts::RESCHEDULED };
    Ok(answer(text, moved, &app, lang))
}

/// An own booking as a calendar file.
#[utoipa::path(
    get, path = "/user/api/appointment/{id}/calendar", responses((status = 200, body = String, content_type = "text/calendar"))
)]
pub async fn calendar(caller: Patient, app: App, Path(id): Path<String>) -> Result<Response> {
    let file = service::own_calendar(&app, &caller, &id).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"appointment.ics\""),
    ];
    Ok((headers, file).into_response())
}

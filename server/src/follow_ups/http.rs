//! HTTP handlers of follow-ups: notes of doctors, and answers of patients.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{Markable, Marked, Proposal};
use super::rules::MAX_DAYS;
use super::service;
use super::service::Error;
use crate::app::App;
use crate::appointments::booking::http::{BookingCard, BookingView, booked_answer};
use crate::appointments::http::BookedDoctor;
use crate::appointments::http::DoctorBooking;
use crate::appointments::proposals::{FollowUp, state_of};
use crate::directory::workplaces::http::VisitPlace;
use crate::directory::{DayTime, Workplace};
use crate::follow_ups::texts;
use crate::identity::callers::{Doctor, Patient};
use crate::platform::format::spec_date;
use crate::platform::http::{Answer, Body, Code, Done, Field, FieldErrors, Page, Paging, Problem, Result, Rows};
use crate::platform::input::parse_number;
use crate::platform::lang::{Lang, Text};
use crate::scheduling::OfferedSlot;
use crate::scheduling::http::parse_slot;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::DayOver => Self::field("days", texts::FOLLOW_UP_DAY_OVER),
            Error::LinkEnded => Self::saying(Code::LinkEnded, texts::MESSAGE_LINK_ENDED),
            Error::Appointment(error) => error.into(),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// That a patient was asked to come again.
#[derive(Debug, Serialize, ToSchema)]
pub struct FollowUpView {
    /// So many days after the visit
    days: i64,
    /// That day, as in `2024-01-05`
    day: String,
    withoutFee: bool,
    /// waiting (the day cannot be booked yet, or nothing is free), proposed, booked, declined, or over (nothing came of it in
    /// time)
    state: &'static str,
    /// Whether the doctor can still change it or take it back: until it is proposed
    changeable: bool,
}

impl FollowUpView {
    fn new(follow_up: &FollowUp, today: Date) -> Self {
        Self {
            days: follow_up.days,
            day: follow_up.day().to_string(),
            withoutFee: follow_up.without_fee,
            state: state_of(follow_up, today).as_str(),
            changeable: follow_up.proposed_at.is_none(),
        }
    }
}

/// A visit, and whether its patient is to come again.
#[derive(Debug, Serialize, ToSchema)]
pub struct MarkableVisit {
    #[serde(flatten)]
    booking: DoctorBooking,
    followUp: Option<FollowUpView>,
}

impl MarkableVisit {
    fn new(Markable { visit, follow_up }: Markable, today: Date) -> Self {
        Self {
            followUp: follow_up.map(|follow_up| FollowUpView::new(&follow_up, today)),
            booking: visit.appointment.into(),
        }
    }

    fn of(Marked { visit, follow_up }: Marked, today: Date) -> Self {
        Self::new(Markable { visit, follow_up: Some(follow_up) }, today)
    }
}

/// The approved visits of the last 30 days that have begun, the latest first: each can be marked with "again in so many days", but for those
/// of walk-ins, who have no account to write to.
#[utoipa::path(get, path = "/user/api/doctor/followups/{docId}")]
pub async fn follow_ups(caller: Doctor, app: App, paging: Paging) -> Result<Page<MarkableVisit>> {
    let page = service::list_markable(&app, &caller.id, paging.part()).await?;
    let today = app.clock.india().date();
    Ok(page.map(|row| MarkableVisit::new(row, today)))
}

#[derive(Deserialize, ToSchema)]
pub struct FollowUpRequest {
    /// 1 to 365 days after the visit
    days: Field,
    /// Whether the next visit costs nothing
    #[schema(value_type = Option<bool>)]
    withoutFee: Option<Field>,
}

fn parse_days(text: &str) -> Result<i64, Text> {
    parse_number(text.trim(), MAX_DAYS).filter(|days| *days > 0).ok_or(texts::FOLLOW_UP_DAYS_WRONG)
}

/// Ask the patient of a visit to come again, or change that until it is proposed. When the day can be booked, the patient gets a
/// mail with three free slots.
#[utoipa::path(put, path = "/user/api/doctor/followup/{id}", responses((status = 409)))]
pub async fn mark_follow_up(
    caller: Doctor,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<FollowUpRequest>,
) -> Result<Answer<MarkableVisit>> {
    let mut errors = FieldErrors::default();
    let days = errors.check(request.days, parse_days);
    let without_fee = errors.flag(request.withoutFee).unwrap_or(false);
    let days = errors.all(|| days)?;
    let marked = service::mark(&app, &caller, id, days, without_fee).await?;
    let view = MarkableVisit::of(marked, app.clock.india().date());
    Ok(Answer::saying(texts::FOLLOW_UP_SAVED, lang, view))
}

/// Take it back that a patient is to come again, until it is proposed.
#[utoipa::path(delete, path = "/user/api/doctor/followup/{id}", responses((status = 409)))]
pub async fn unmark_follow_up(caller: Doctor, app: App, lang: Lang, Path(id): Path<String>) -> Result<Done> {
    service::unmark(&app, &caller, id).await?;
    Ok(Done::saying(texts::FOLLOW_UP_REMOVED, lang))
}

/// A doctor asked the user to come again, and these slots are free.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProposalView {
    /// The id of the visit before
    _id: String,
    doctorId: BookedDoctor,
    patient_name: String,
    /// When the visit before was, as in `Jan 5, 2024`
    date: String,
    /// The day that was asked for, as in `2024-01-05`
    day: String,
    withoutFee: bool,
    /// What the next visit costs in the first of the slots; each has its own
    fee: i64,
    /// Up to three, of the first day from the wanted one on that has some, and of those after it
    slots: Vec<ProposedSlot>,
}

/// A slot that is free now.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProposedSlot {
    /// As in `Jan 5, 2024`
    date: String,
    /// As in `09:15`
    #[schema(value_type = String)]
    time: DayTime,
    startsAt: String,
    /// Where it is; `null` is the doctor's own clinic
    place: Option<VisitPlace>,
    fee: i64,
}

impl ProposedSlot {
    /// `hospital`: where the doctor works besides the doctor's own clinic.
    pub fn new(OfferedSlot { slot, hospital_id, fee, .. }: OfferedSlot, hospital: Option<&Workplace>) -> Self {
        let place = hospital.filter(|place| hospital_id.as_ref() == Some(&place.id)).cloned();
        let (date, startsAt) = (spec_date(slot.day), slot.rfc3339());
        Self { date, time: slot.time, startsAt, place: place.map(VisitPlace::from), fee }
    }
}

impl From<Proposal> for ProposalView {
    fn from(Proposal { marked: Marked { follow_up, visit }, fee, slots, hospital }: Proposal) -> Self {
        Self {
            doctorId: BookedDoctor::of(&visit),
            date: spec_date(visit.appointment.slot.day),
            day: follow_up.day().to_string(),
            withoutFee: follow_up.without_fee,
            fee,
            slots: slots.into_iter().map(|slot| ProposedSlot::new(slot, hospital.as_ref())).collect(),
            patient_name: visit.appointment.patient_name,
            _id: follow_up.visit_id,
        }
    }
}

/// What doctors asked the user to come again for, with three slots each that are free now.
#[utoipa::path(get, path = "/user/api/user/followups/{userId}")]
pub async fn proposals(caller: Patient, app: App) -> Result<Rows<ProposalView>> {
    Ok(Rows::of(service::list_proposals(&app, &caller.id).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct TakeRequest {
    pub date: Field,
    pub time: Field,
}

/// Book a slot of a proposal, for whom the visit before was. It is a booking like any other; without a fee, where the doctor said
/// so.
#[utoipa::path(post, path = "/user/api/user/followups/{userId}/{id}", responses((status = 409)))]
pub async fn take_proposal(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
    Body(request): Body<TakeRequest>,
) -> Result<Answer<BookingView>> {
    let mut errors = FieldErrors::default();
    let slot = parse_slot(&mut errors, request.date, request.time);
    let slot = errors.all(|| slot)?;
    let booked = service::take(&app, &caller, &id, slot).await?;
    Ok(booked_answer(booked, &app, lang))
}

/// Say no to a proposal.
#[utoipa::path(delete, path = "/user/api/user/followups/{userId}/{id}", responses((status = 409)))]
pub async fn decline_proposal(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
) -> Result<Done> {
    service::decline(&app, &caller, id).await?;
    Ok(Done::saying(texts::PROPOSAL_DECLINED, lang))
}

/// A follow-up in the user's own data.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnFollowUp {
    /// The visit after which the user was to come again
    visit: BookingCard,
    followUp: FollowUpView,
}

impl OwnFollowUp {
    pub fn new(Marked { follow_up, visit }: Marked, app: &App) -> Self {
        let today = app.clock.india().date();
        Self { followUp: FollowUpView::new(&follow_up, today), visit: BookingCard::new(visit, app) }
    }
}

//! HTTP handlers of doctors and their free slots, for the public.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use std::borrow::Cow;

use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use jiff::civil::Date;
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::find_query::FindQuery;
use super::service::{self, DaySession, FreeDay, Instead};
use crate::app::App;
use crate::directory::doctors::http::{DoctorView, HospitalView};
use crate::directory::schedule::weekday_name;
use crate::directory::workplaces::http::VisitPlace;
use crate::directory::{DayTime, Doctor, Offer, VisitMode};
use crate::platform::format;
use crate::platform::http::describe::{Returns, Schemas, returns};
use crate::platform::http::{Answer, Field, FieldErrors, Page, Paging, Params, Result, Rows, json};
use crate::scheduling::availability_index::Found;
use crate::scheduling::http::{WhyNot, parse_day};
use crate::scheduling::rules;
use crate::scheduling::texts;
use crate::scheduling::{OfferedSlot, Slot};

/// A doctor on the list, with the first slot that a patient could have.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FoundDoctor)]
struct FoundView<'a> {
    #[serde(flatten)]
    doctor: DoctorView<'a>,
    /// English names of the days on which the doctor does not work
    days_off: Vec<&'static str>,
    #[schema(value_type = Option<String>)]
    break_start: Option<DayTime>,
    #[schema(value_type = Option<String>)]
    break_end: Option<DayTime>,
    /// How many minutes before a visit patients must have booked it; left out where there is no such limit
    #[serde(skip_serializing_if = "Option::is_none")]
    notice_minutes: Option<i64>,
    /// Where the doctor works, once the hospital has confirmed it
    hospital: Option<HospitalView>,
    /// The week, from Monday on; empty where every day that is not off is from `startTime` to `endTime` at the own clinic
    sessions: Vec<PublicSession>,
    /// The hospitals of these sessions, and of extra ones on days to come
    places: Vec<VisitPlace>,
    /// The lowest fee of sessions by phone, of the week and of days to come; `null` where there are none
    phone_fee: Option<i64>,
    // Last, because these alone change by themselves.
    next_slot: Option<SlotView>,
    /// Up to three free times on the day of `nextSlot` and at its place, its own first
    #[schema(value_type = Vec<String>)]
    next_times: Vec<DayTime>,
}

/// A weekly session that patients can book.
#[derive(Debug, Serialize, ToSchema)]
struct PublicSession {
    /// As in `Monday`
    weekday: &'static str,
    #[schema(value_type = String)]
    from: DayTime,
    #[schema(value_type = String)]
    to: DayTime,
    /// The id of a hospital; `null` is the doctor's own clinic
    place: Option<String>,
    fee: i64,
    mode: VisitMode,
}

/// The weekly sessions that patients can book.
fn sessions_of(doctor: &Doctor) -> Vec<PublicSession> {
    let offered = doctor.schedule.weekly().into_iter().filter(|(_, planned)| planned.is_offered);
    offered
        .map(|(weekday, planned)| {
            let Offer { place, fee, mode } = doctor.offer_of(planned.session());
            let (weekday, place) = (weekday_name(weekday), place.map(|place| place.id.clone()));
            PublicSession { weekday, from: planned.from, to: planned.to, place, fee, mode }
        })
        .collect()
}

/// Serialized as a [`FoundView`]. The part that does not depend on the time is serialized once for each doctor and cached.
pub struct FoundDoctor(Found);

impl From<Found> for FoundDoctor {
    fn from(found: Found) -> Self {
        Self(found)
    }
}

impl Serialize for FoundDoctor {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let Found { doctor, next_slot, next_times } = &self.0;
        let next_slot = next_slot.map(|slot| SlotView::from(OfferedSlot::of(slot, doctor)));
        let next_slot = serde_json::to_string(&next_slot).map_err(S::Error::custom)?;
        let next_times = serde_json::to_string(next_times).map_err(S::Error::custom)?;
        let whole = format!(r#"{}{next_slot},"nextTimes":{next_times}}}"#, doctor.written(up_to_next_slot));
        RawValue::from_string(whole).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// A [`FoundView`] as JSON, without its end.
fn up_to_next_slot(doctor: &Doctor) -> String {
    let (break_start, break_end) = doctor.schedule.rest.unzip();
    let shown = doctor.hospital.as_ref().filter(|hospital| hospital.is_shown());
    let view = FoundView {
        doctor: DoctorView::from(doctor),
        days_off: doctor.schedule.days_off.names(),
        break_start,
        break_end,
        notice_minutes: Some(doctor.schedule.notice.minutes()).filter(|minutes| *minutes > 0),
        hospital: shown.map(HospitalView::from),
        sessions: sessions_of(doctor),
        places: doctor.hospital_of_sessions().cloned().map(VisitPlace::from).into_iter().collect(),
        phone_fee: doctor.lowest_fee(VisitMode::Phone, Date::MIN),
        next_slot: None,
        next_times: Vec::new(),
    };
    let json = serde_json::to_string(&view).unwrap_or_default();
    json.trim_end_matches(r#"null,"nextTimes":[]}"#).to_owned()
}

impl PartialSchema for FoundDoctor {
    fn schema() -> RefOr<Schema> {
        FoundView::schema()
    }
}

impl ToSchema for FoundDoctor {
    fn name() -> Cow<'static, str> {
        FoundView::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        FoundView::schemas(schemas);
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SlotView {
    /// As in `Jan 5, 2024`
    date: String,
    /// As in `09:15`
    #[schema(value_type = String)]
    time: DayTime,
    startsAt: String,
    /// The id of the hospital where it is; `null` is the doctor's own clinic
    place: Option<String>,
    fee: i64,
    mode: VisitMode,
}

impl From<OfferedSlot> for SlotView {
    fn from(OfferedSlot { slot, hospital_id, fee, mode }: OfferedSlot) -> Self {
        let (date, startsAt) = (format::spec_date(slot.day), slot.rfc3339());
        Self { date, time: slot.time, startsAt, place: hospital_id, fee, mode }
    }
}

/// Doctors by district, speciality, name, gender and fee, and by when they have a free slot; the newest first, or the one with
/// the first free slot. Each comes with the first free slot within the day and times asked for. Where `district` is a part of several
/// names, doctors of districts that begin with it come first. Without `limit` the first 1,000.
#[utoipa::path(get, path = "/user/api/finddoctors")]
pub async fn find_doctors(app: App, Params(find): Params<FindQuery>, paging: Paging) -> Result<Page<FoundDoctor>> {
    let page = service::find_doctors(&app, &find.parse()?, paging.part()).await?;
    Ok(page.map(FoundDoctor::from))
}

/// One doctor, as patients see them.
#[utoipa::path(get, path = "/user/api/doctor/{id}")]
pub async fn find_doctor(app: App, Path(id): Path<String>) -> Result<Answer<FoundDoctor>> {
    let found = service::find_doctor(&app, &id).await?;
    Ok(Answer::of(found))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DayQuery {
    /// As in `Jan 5, 2024` or `2024-01-05`
    date: Field,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SlotsQuery {
    /// As in `Jan 5, 2024` or `2024-01-05`
    date: Field,
    /// `phone` or `clinic`: only slots of such sessions
    mode: Option<Field>,
}

impl SlotsQuery {
    fn parse(self) -> Result<(Date, Option<VisitMode>)> {
        let mut errors = FieldErrors::default();
        let day = errors.check(self.date, parse_day);
        let mode = errors.filter(self.mode, VisitMode::parse);
        errors.all(|| day.zip(mode))
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ClosedTime {
    #[schema(value_type = String)]
    time: DayTime,
}

/// The times of a doctor's day that cannot be booked: taken, in the break, on a day off or leave, past, sooner than the doctor's notice
/// allows, further ahead than bookings go, or by phone; and full quarters of an hour within the hours that are no start of a slot. Times
/// only, without names and numbers.
#[utoipa::path(get, path = "/user/api/doctor/{id}/bookings")]
pub async fn closed_times(
    app: App,
    Path(id): Path<String>,
    Params(query): Params<DayQuery>,
) -> Result<Rows<ClosedTime>> {
    let closed = service::closed_times(&app, &id, query.date.read(parse_day)?).await?;
    let data: Vec<_> = closed.into_iter().map(|slot| ClosedTime { time: slot.time }).collect();
    Ok(Rows::of(data))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FreeSlot {
    #[schema(value_type = String)]
    time: DayTime,
    startsAt: String,
}

impl From<Slot> for FreeSlot {
    fn from(slot: Slot) -> Self {
        Self { time: slot.time, startsAt: slot.rfc3339() }
    }
}

/// A session of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct DaySessionView {
    #[schema(value_type = String)]
    from: DayTime,
    #[schema(value_type = String)]
    to: DayTime,
    /// `null` is the doctor's own clinic
    place: Option<VisitPlace>,
    fee: i64,
    mode: VisitMode,
    /// How many slots of it are free
    free: usize,
}

impl From<DaySession> for DaySessionView {
    fn from(DaySession { from, to, place, fee, mode, free }: DaySession) -> Self {
        Self { from, to, place: place.map(VisitPlace::from), fee, mode, free }
    }
}

/// The free slots of a day; where there is none, why.
#[derive(Debug, Serialize, ToSchema)]
pub struct FreeSlots {
    message: String,
    data: Vec<FreeSlot>,
    /// The day's sessions, in order; left out where the doctor has none but the usual hours
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sessions: Vec<DaySessionView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    whyNot: Option<WhyNot>,
}

/// The free slots of a day in a list of days.
#[derive(Debug, Serialize, ToSchema)]
pub struct FreeDayView {
    /// As in `2024-01-05`
    day: String,
    /// How many slots are free
    free: usize,
    slots: Vec<FreeSlot>,
    /// The day's sessions, in order; left out where the doctor has none but the usual hours
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sessions: Vec<DaySessionView>,
    /// Where nothing is free
    #[serde(skip_serializing_if = "Option::is_none")]
    whyNot: Option<WhyNot>,
}

impl From<FreeDay> for FreeDayView {
    fn from(FreeDay { day, slots, why_none, sessions }: FreeDay) -> Self {
        Self {
            day: day.to_string(),
            free: slots.len(),
            slots: slots.into_iter().map(FreeSlot::from).collect(),
            sessions: sessions.into_iter().map(DaySessionView::from).collect(),
            whyNot: why_none.map(WhyNot::from),
        }
    }
}

impl From<FreeDay> for FreeSlots {
    fn from(FreeDay { slots, why_none, sessions, .. }: FreeDay) -> Self {
        Self {
            message: String::new(),
            data: slots.into_iter().map(FreeSlot::from).collect(),
            sessions: sessions.into_iter().map(DaySessionView::from).collect(),
            whyNot: why_none.map(WhyNot::from),
        }
    }
}

impl IntoResponse for FreeSlots {
    fn into_response(self) -> Response {
        json(&self)
    }
}

impl Returns for FreeSlots {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        returns::<Self>(operation, schemas);
    }
}

/// The free slots of a day; where there is none, `whyNot` says why.
#[utoipa::path(get, path = "/user/api/doctor/{id}/slots")]
pub async fn free_slots(app: App, Path(id): Path<String>, Params(query): Params<SlotsQuery>) -> Result<FreeSlots> {
    let (day, mode) = query.parse()?;
    Ok(service::free_slots(&app, &id, day, mode).await?.into())
}

/// What there is instead of a day with a doctor.
#[derive(Serialize, ToSchema)]
pub struct Alternatives {
    /// The doctor's first free slot from that day on; before it, if there is none
    nextSlot: Option<SlotView>,
    /// Up to three others of the same speciality in the same district who are free on that day, the earliest first
    others: Vec<FoundDoctor>,
    /// Whether one can join the waiting list of the day: it has slots at a place, and others have them. No list has slots by phone
    hasWaitlist: bool,
}

impl From<Instead> for Alternatives {
    fn from(Instead { next_slot, others, has_waitlist }: Instead) -> Self {
        Self {
            nextSlot: next_slot.map(SlotView::from),
            others: others.into_iter().map(FoundDoctor::from).collect(),
            hasWaitlist: has_waitlist,
        }
    }
}

/// What there is instead of a day with a doctor: their next free slot, and others who are free on that day.
#[utoipa::path(get, path = "/user/api/doctor/{id}/alternatives")]
pub async fn alternatives(
    app: App,
    Path(id): Path<String>,
    Params(query): Params<SlotsQuery>,
) -> Result<Answer<Alternatives>> {
    let (day, mode) = query.parse()?;
    Ok(Answer::of(service::instead(&app, &id, day, mode).await?))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DaysQuery {
    /// How many days from today on, 1 to 7
    days: Option<Field>,
    /// `phone` or `clinic`: only slots of such sessions
    mode: Option<Field>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DayView {
    /// As in `Jan 5, 2024`
    date: String,
    /// As in `2024-01-05`
    day: String,
    free: usize,
    /// Where nothing is free
    #[serde(skip_serializing_if = "Option::is_none")]
    whyNot: Option<WhyNot>,
}

impl From<FreeDay> for DayView {
    fn from(FreeDay { day, slots, why_none, .. }: FreeDay) -> Self {
        Self {
            date: format::spec_date(day),
            day: day.to_string(),
            free: slots.len(),
            whyNot: why_none.map(WhyNot::from),
        }
    }
}

/// How many slots are free on each of the next days; where there is none, `whyNot` says why.
#[utoipa::path(get, path = "/user/api/doctor/{id}/availability")]
pub async fn availability(app: App, Path(id): Path<String>, Params(query): Params<DaysQuery>) -> Result<Rows<DayView>> {
    let all = rules::open_days(&app.clock.india());
    let mut errors = FieldErrors::default();
    let first = |text: &str| {
        let days = text.trim().parse().ok().filter(|days| *days > 0);
        days.and_then(|days| all.get(..days)).ok_or(texts::DAYS_WRONG)
    };
    let days = errors.filter(query.days, first);
    let mode = errors.filter(query.mode, VisitMode::parse);
    let (days, mode) = errors.all(|| Some((days?.unwrap_or(&all), mode?)))?;
    let free = service::free_days(&app, &id, days, mode).await?;
    Ok(Rows::of(free))
}

/// What consultations by phone cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneConsultationFees {
    /// The lowest fee of all sessions by phone; `null` if no doctor offers any
    lowest_fee: Option<i64>,
}

/// What consultations by phone cost, of all doctors.
#[utoipa::path(get, path = "/user/api/consultations/phone")]
pub async fn phone_consultation_fees(app: App) -> Result<Answer<PhoneConsultationFees>> {
    Ok(Answer::of(PhoneConsultationFees { lowest_fee: service::lowest_phone_fee(&app).await? }))
}

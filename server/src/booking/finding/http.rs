//! Doctors and their free slots, for everybody.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Found};
use crate::app::App;
use crate::booking::http::parse_day;
use crate::booking::model::Slot;
use crate::booking::service::Error;
use crate::booking::{rules, texts};
use crate::directory::DoctorFilter;
use crate::directory::doctors::http::{DoctorView, HospitalView};
use crate::platform::format;
use crate::platform::http::{Answer, Field, FieldErrors, Page, Paging, Params, Result, Rows, given};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FindQuery {
    /// A district in any spelling (Kozhikode, Calicut, കോഴിക്കോട്), or the beginning of its name
    district: Option<Field>,
    specialization: Option<Field>,
    /// Beginnings of words of the name; all must fit
    q: Option<Field>,
    /// `Male`, `Female` or `Others`
    gender: Option<Field>,
    /// Whole rupees: only doctors whose fee is at most this
    maxFee: Option<Field>,
    /// As in `Jan 5, 2024` or `2024-01-05`: only doctors with a free slot on that day
    day: Option<Field>,
    /// As in `17:00` or `5:00 PM`: only doctors with a free slot that begins then or later
    from: Option<Field>,
    /// As `from`: and before this
    to: Option<Field>,
    /// `newest` (as without it), or `earliest`: whoever has the first free slot first
    sort: Option<Field>,
}

/// A doctor on the list, with the first slot that a patient could have.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundDoctor {
    #[serde(flatten)]
    doctor: DoctorView,
    next_slot: Option<SlotView>,
    /// English names of the days on which the doctor does not work
    days_off: Vec<&'static str>,
    break_start: Option<String>,
    break_end: Option<String>,
    /// Where the doctor works, once the hospital has confirmed it
    hospital: Option<HospitalView>,
}

impl From<Found> for FoundDoctor {
    fn from(found: Found) -> Self {
        let (schedule, hospital) = (&found.doctor.schedule, found.doctor.hospital.clone());
        let (break_start, break_end) = schedule.rest.map(|(from, to)| (from.to_string(), to.to_string())).unzip();
        Self {
            next_slot: found.next_slot.map(SlotView::from),
            days_off: schedule.days_off.names(),
            break_start,
            break_end,
            hospital: hospital.filter(|hospital| hospital.confirmed).map(HospitalView::from),
            doctor: found.doctor.into(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SlotView {
    /// As in `Jan 5, 2024`
    date: String,
    /// As in `09:15`
    time: String,
    startsAt: String,
}

impl From<Slot> for SlotView {
    fn from(slot: Slot) -> Self {
        Self { date: format::spec_date(slot.day), time: slot.time.to_string(), startsAt: slot.rfc3339() }
    }
}

/// How many doctors come without `limit`: each with a first free slot, they are more than rows of a table.
const USUAL: i64 = 100;

/// Doctors by district, speciality and name, the newest first; without `limit` the first 100.
#[utoipa::path(get, path = "/user/api/finddoctors")]
pub async fn find_doctors(app: App, Params(find): Params<FindQuery>, paging: Paging) -> Result<Page<FoundDoctor>> {
    let filter = DoctorFilter::parse(given(find.district), given(find.specialization), given(find.q));
    let page = service::find_doctors(&app, &filter, paging.part_or(USUAL)).await?;
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

#[derive(Debug, Serialize, ToSchema)]
pub struct ClosedTime {
    time: String,
}

/// The times of a doctor's day that cannot be booked: taken, in the break, on a day off or leave, past, or further ahead than
/// bookings go. Times only, nobody's name or number.
#[utoipa::path(get, path = "/user/api/doctor/{id}/bookings")]
pub async fn closed_times(
    app: App,
    Path(id): Path<String>,
    Params(query): Params<DayQuery>,
) -> Result<Rows<ClosedTime>> {
    let closed = service::closed_times(&app, &id, query.date.read(parse_day)?).await?;
    let data: Vec<_> = closed.into_iter().map(|slot| ClosedTime { time: slot.time.to_string() }).collect();
    Ok(Rows::of(data))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FreeSlot {
    time: String,
    startsAt: String,
}

/// The free slots of a day.
#[utoipa::path(get, path = "/user/api/doctor/{id}/slots")]
pub async fn free_slots(app: App, Path(id): Path<String>, Params(query): Params<DayQuery>) -> Result<Rows<FreeSlot>> {
    let days = service::free_slots(&app, &id, &[query.date.read(parse_day)?]).await?;
    let slots = days.into_iter().flat_map(|(_, slots)| slots);
    let data: Vec<_> = slots.map(|slot| FreeSlot { time: slot.time.to_string(), startsAt: slot.rfc3339() }).collect();
    Ok(Rows::of(data))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DaysQuery {
    /// How many days from today on, 1 to 7
    days: Option<Field>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DayView {
    /// As in `Jan 5, 2024`
    date: String,
    /// As in `2024-01-05`
    day: String,
    free: usize,
}

impl From<(Date, Vec<Slot>)> for DayView {
    fn from((day, slots): (Date, Vec<Slot>)) -> Self {
        Self { date: format::spec_date(day), day: day.to_string(), free: slots.len() }
    }
}

/// How many slots are free on each of the next days.
#[utoipa::path(get, path = "/user/api/doctor/{id}/availability")]
pub async fn availability(app: App, Path(id): Path<String>, Params(query): Params<DaysQuery>) -> Result<Rows<DayView>> {
    let all = rules::bookable_days(&app.clock.india());
    let mut errors = FieldErrors::default();
    let first = |text: &str| {
        let days = text.trim().parse().ok().filter(|days| *days > 0);
        days.and_then(|days| all.get(..days)).ok_or(texts::DAYS_WRONG)
    };
    let days = errors.filter(query.days, first);
    let days = errors.all(|| Some(days?.unwrap_or(&all)))?;
    let free = service::free_slots(&app, &id, days).await?;
    Ok(Rows::of(free))
}

/// The same for all the days that can be booked.
pub async fn week(app: &App, id: &str) -> Result<Rows<DayView>, Error> {
    let days = rules::bookable_days(&app.clock.india());
    Ok(Rows::of(service::free_slots(app, id, &days).await?))
}

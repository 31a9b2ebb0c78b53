//! Which slots a doctor has left, and which doctors have some.

use std::collections::HashMap;

use jiff::civil::Date;

use crate::app::App;
use crate::booking::model::Slot;
use crate::booking::rules::{self, Taken};
use crate::booking::service::{Error, day_bounds};
use crate::booking::store;
use crate::directory::{self, Doctor, DoctorFilter};
use crate::platform::db;
use crate::platform::list::{Page, Part};

/// The times of a doctor's day that cannot be booked, for whatever reason.
pub async fn closed_times(app: &App, doctor_id: &str, day: Date) -> Result<Vec<Slot>, Error> {
    let now = app.clock.india();
    let (doctor, taken) = with_taken(app, doctor_id, day, day).await?;
    Ok(rules::closed_slots(&doctor.schedule, day, &taken, &now).collect())
}

/// The free slots of each of these days.
pub async fn free_slots(app: &App, doctor_id: &str, days: &[Date]) -> Result<Vec<(Date, Vec<Slot>)>, Error> {
    let now = app.clock.india();
    let (Some(first), Some(last)) = (days.first(), days.last()) else { return Ok(Vec::new()) };
    let (doctor, taken) = with_taken(app, doctor_id, *first, *last).await?;
    Ok(days.iter().map(|day| (*day, rules::free_slots(&doctor.schedule, *day, &taken, &now).collect())).collect())
}

/// A listed doctor and what is taken of these days. A visit that begins shortly before or after them may reach into them.
async fn with_taken(app: &App, doctor_id: &str, first: Date, last: Date) -> Result<(Doctor, Taken), Error> {
    let (from, to) = (day_bounds(first).0 - Slot::MILLIS, day_bounds(last).1 + Slot::MILLIS);
    app.db
        .read(async |tx| {
            let doctor = directory::find_listed(tx, doctor_id).await?.ok_or(Error::NoDoctor)?;
            let taken = store::list_taken(tx, doctor_id, from, to).await?;
            Ok((doctor, taken.into_iter().collect()))
        })
        .await
}

/// A listed doctor and the first slot that a patient could have.
pub struct Found {
    pub doctor: Doctor,
    pub next_slot: Option<Slot>,
}

pub async fn find_doctors(app: &App, filter: &DoctorFilter, part: Part<'_>) -> db::Result<Page<Found>> {
    let today = app.clock.india().date();
    let page = app.db.read(async |tx| directory::list_listed(tx, filter, today, part).await).await?;
    with_next_slots(app, page).await
}

pub async fn find_doctor(app: &App, id: &str) -> Result<Found, Error> {
    let doctor = app.db.read(async |tx| directory::find_listed(tx, id).await).await?.ok_or(Error::NoDoctor)?;
    with_next_slots(app, Page::whole(vec![doctor])).await?.data.pop().ok_or(Error::NoDoctor)
}

/// One query for all the doctors of a page.
async fn with_next_slots(app: &App, page: Page<Doctor>) -> db::Result<Page<Found>> {
    let now = app.clock.india();
    let days = rules::bookable_days(&now);
    let end = days.last().map_or(0, |day| day_bounds(*day).1 + Slot::MILLIS);
    let ids: Vec<&str> = page.data.iter().map(|doctor| doctor.id.as_str()).collect();
    let start = now.timestamp().as_millisecond() - Slot::MILLIS;
    let rows = app.db.read(async |tx| store::list_taken_of(tx, &ids, start, end).await).await?;
    let mut taken: HashMap<String, Vec<i64>> = HashMap::new();
    for (doctor_id, start) in rows {
        taken.entry(doctor_id).or_default().push(start);
    }
    Ok(page.map(|doctor| {
        let taken: Taken = taken.remove(&doctor.id).into_iter().flatten().collect();
        let next_slot = days.iter().find_map(|day| rules::free_slots(&doctor.schedule, *day, &taken, &now).next());
        Found { doctor, next_slot }
    }))
}

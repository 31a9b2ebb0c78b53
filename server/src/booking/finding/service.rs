//! Which slots a doctor has left, and which doctors have some.

use jiff::civil::Date;

use crate::app::App;
use crate::booking::model::Slot;
use crate::booking::rules::{self, OpenDay, WHOLE_DAY};
use crate::booking::service::Error;
use crate::booking::week::{Found, Wanted};
use crate::platform::db;
use crate::platform::list::{Page, Part};

/// The times of a doctor's day that cannot be booked, for whatever reason.
pub async fn closed_times(app: &App, doctor_id: &str, day: Date) -> Result<Vec<Slot>, Error> {
    let now = app.clock.india();
    let closed = app.week.ask(app, |doctors| {
        let practice = doctors.find(doctor_id)?;
        Some(rules::closed_slots(&practice.doctor.schedule, day, &practice.taken, &now).collect())
    });
    closed.await?.ok_or(Error::NoDoctor)
}

/// The free slots of each of these days.
pub async fn free_slots(app: &App, doctor_id: &str, days: &[OpenDay]) -> Result<Vec<(Date, Vec<Slot>)>, Error> {
    let free = app.week.ask(app, |doctors| {
        let practice = doctors.find(doctor_id)?;
        let free = |open: &OpenDay| {
            rules::free_slots(&practice.doctor.schedule, *open, &practice.taken, WHOLE_DAY).collect::<Vec<_>>()
        };
        Some(days.iter().map(|open| (open.day, free(open))).collect())
    });
    free.await?.ok_or(Error::NoDoctor)
}

pub async fn find_doctors(app: &App, wanted: &Wanted, part: Part<'_>) -> db::Result<Page<Found>> {
    let days = rules::open_days(&app.clock.india());
    app.week.ask(app, |doctors| doctors.page(wanted, &days, part)).await
}

pub async fn find_doctor(app: &App, id: &str) -> Result<Found, Error> {
    let days = rules::open_days(&app.clock.india());
    app.week.ask(app, |doctors| doctors.with_next_slot(id, &days)).await?.ok_or(Error::NoDoctor)
}

//! What a change of hours or leave means for the coming bookings.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::app::App;
use crate::booking::mails::{Change, News};
use crate::booking::model::{Appointment, Slot};
use crate::booking::rules;
use crate::booking::service::{Error, cancel_all, day_bounds, list_contacts, record, spread, tell};
use crate::booking::store::{self, ACTIVE, LONGEST, OfDoctor};
use crate::directory::{self, Leave, Profile, Schedule};
use crate::identity::callers::{Doctor, Hold};
use crate::identity::profiles::alter;
use crate::platform::db::{self, Tx};
use crate::platform::ids::new_id;

/// Coming bookings at times when the doctor is not there.
pub async fn count_outside(tx: &mut Tx<'_>, doctor_id: &str, schedule: &Schedule, now: Timestamp) -> db::Result<usize> {
    let taken = store::list_taken(tx, doctor_id, now.as_millisecond() + 1, i64::MAX).await?;
    let outside = |start: &i64| Slot::from_millis(*start).is_some_and(|slot| !rules::is_worked(schedule, slot));
    Ok(taken.iter().filter(|start| outside(start)).count())
}

/// Changes break and days off, and returns the whole schedule and how many coming bookings it leaves outside.
pub async fn save_week(
    app: &App,
    caller: &Doctor,
    change: impl FnOnce(&mut Schedule) + Send + 'static,
) -> Result<(Schedule, usize), Error> {
    let now = app.clock.now();
    let saved = caller.write(app, Hold::Alone, async move |tx, me| {
        let saved = alter(tx, &me.id, |profile: &mut Profile| {
            change(&mut profile.doctor.schedule);
            Ok::<_, Error>(())
        });
        let schedule = saved.await?.ok_or(Error::NoDoctor)?.doctor.schedule;
        let outside = count_outside(tx, &me.id, &schedule, now).await?;
        Ok((schedule, outside))
    });
    saved.await
}

/// Coming bookings that leave on these days would meet, the soonest first.
pub async fn list_during(app: &App, doctor_id: &str, first: Date, last: Date) -> db::Result<Vec<Appointment>> {
    let now = app.clock.now();
    app.db.read(async |tx| during(tx, doctor_id, (first, last), now).await).await
}

async fn during(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    (first, last): (Date, Date),
    now: Timestamp,
) -> db::Result<Vec<Appointment>> {
    let from = day_bounds(first).0.max(now.as_millisecond() + 1);
    let wanted = OfDoctor { doctor_id, status: ACTIVE, from, to: day_bounds(last).1, search: None, hospital: None };
    store::list_coming_of_doctor(tx, &wanted, LONGEST).await
}

/// What happens to the bookings that leave meets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Met {
    #[default]
    Keep,
    /// A mail asks each patient to choose another time.
    Notify,
    Cancel,
}

/// Adds leave. Whoever books at this moment waits for it, and is then told that the doctor is away.
pub async fn add_leave(
    app: &App,
    caller: &Doctor,
    (first, last): (Date, Date),
    note: String,
    met: Met,
) -> Result<Leave, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let leave = caller
        .write(app, Hold::Alone, async move |tx, me| {
            let doctor = directory::find(tx, &me.id).await?.ok_or(Error::NoDoctor)?;
            let leave = Leave { id: new_id(now), first, last, note };
            directory::insert_leave(tx, &me.id, &leave).await?;
            if met == Met::Keep {
                return Ok(leave);
            }
            let mut appointments = during(tx, &me.id, (first, last), now).await?;
            for appointment in &mut appointments {
                appointment.reason = Some(leave.note.clone()).filter(|note| !note.is_empty());
            }
            if met == Met::Cancel {
                for cancelled in cancel_all(tx, appointments, Change::CancelledByDoctor, now, &organizer).await? {
                    record(tx, &me, "cancel", &cancelled, now).await?;
                }
            } else {
                let contacts = list_contacts(tx, &appointments).await?;
                let (change, organizer) = (Change::DoctorAway, organizer.as_str());
                let news = appointments.iter().map(|appointment| News {
                    change,
                    appointment,
                    doctor: &doctor,
                    organizer,
                    now,
                });
                tell(tx, &news.collect::<Vec<_>>(), &contacts).await?;
            }
            Ok::<_, Error>(leave)
        })
        .await?;
    spread(app, &caller.id);
    Ok(leave)
}

/// Whether there was such leave; its slots are free from now on.
pub async fn remove_leave(app: &App, caller: &Doctor, id: String) -> Result<bool, Error> {
    let removed =
        caller.write(app, Hold::Alone, async move |tx, me| Ok(directory::delete_leave(tx, &me.id, &id).await?));
    removed.await
}

//! What leave means for the coming bookings.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::app::App;
use crate::booking::mails::{Change, News};
use crate::booking::model::{Appointment, Slot};
use crate::booking::service::{Error, cancel_all, day_bounds, list_contacts, record, spread, tell};
use crate::booking::store::{self, ACTIVE, LONGEST, OfDoctor};
use crate::directory::desk::Sight;
use crate::directory::schedule::meets;
use crate::directory::{self, DayTime, Leave};
use crate::identity::callers::{Doctor, Hold};
use crate::platform::db::{self, Tx};
use crate::platform::ids::new_id;

/// A doctor has so many leaves at most that are not over.
const MAX_COMING_LEAVES: usize = 100;

/// Days, both included, and the hours of each of them if it is not the whole.
#[derive(Debug, Clone, Copy)]
pub struct LeaveTime {
    pub first: Date,
    pub last: Date,
    pub hours: Option<(DayTime, DayTime)>,
}

impl LeaveTime {
    fn meets(&self, slot: Slot) -> bool {
        self.hours.is_none_or(|hours| meets(hours, slot.time, Slot::MINUTES))
    }
}

/// Coming bookings that leave then would meet, the soonest first.
pub async fn list_during(app: &App, doctor_id: &str, leave: LeaveTime) -> db::Result<Vec<Appointment>> {
    let now = app.clock.now();
    app.db.read(async |tx| during(tx, doctor_id, leave, now).await).await
}

async fn during(tx: &mut Tx<'_>, doctor_id: &str, leave: LeaveTime, now: Timestamp) -> db::Result<Vec<Appointment>> {
    let from = day_bounds(leave.first).0.max(now.as_millisecond() + 1);
    let wanted = OfDoctor {
        doctor_id,
        status: ACTIVE,
        from,
        to: day_bounds(leave.last).1,
        search: None,
        sight: &Sight::Everything,
    };
    let mut met = store::list_coming_of_doctor(tx, &wanted, LONGEST).await?;
    met.retain(|visit| leave.meets(visit.slot));
    Ok(met)
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
pub async fn add_leave(app: &App, caller: &Doctor, time: LeaveTime, note: String, met: Met) -> Result<Leave, Error> {
    let (now, today, organizer) = (app.clock.now(), app.clock.india().date(), app.mailer.address());
    let leave = caller
        .write(app, Hold::Alone, async move |tx, me| {
            let doctor = directory::find(tx, &me.id).await?.ok_or(Error::NoDoctor)?;
            if doctor.schedule.leave.iter().filter(|leave| leave.last >= today).count() >= MAX_COMING_LEAVES {
                return Err(Error::TooManyLeaves);
            }
            let LeaveTime { first, last, hours } = time;
            let leave = Leave { id: new_id(now), first, last, hours, note };
            directory::insert_leave(tx, &me.id, &leave).await?;
            if met == Met::Keep {
                return Ok(leave);
            }
            let mut appointments = during(tx, &me.id, time, now).await?;
            for appointment in &mut appointments {
                appointment.reason = Some(leave.note.clone()).filter(|note| !note.is_empty());
            }
            if met == Met::Cancel {
                for cancelled in cancel_all(tx, appointments, Change::CancelledByDoctor, now, &organizer).await? {
                    record(tx, &me, "cancel", &cancelled, now).await?;
                }
            } else {
                // A patient who cancels does not hold the doctor, and may just have done so.
                let ids: Vec<String> = appointments.iter().map(|appointment| appointment.id.clone()).collect();
                let active = store::hold_active(tx, &ids).await?;
                appointments.retain(|appointment| active.contains(&appointment.id));
                let contacts = list_contacts(tx, &appointments).await?;
                let (change, organizer) = (Change::DoctorAway(&leave.id), organizer.as_str());
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

//! What happens to appointments when a doctor takes leave.

use jiff::Timestamp;

use crate::app::App;
use crate::appointments::cancellation::cancel_all;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{Actor, ChangedBy, enqueue_notifications};
use crate::appointments::mails::AppointmentEvent;
use crate::appointments::model::Appointment;
use crate::appointments::service::{Error, list_contacts, publish_doctor_changed};
use crate::appointments::store::{self, ACTIVE, OfDoctor};
use crate::directory::{self, Leave};
use crate::identity::callers::{AccountLock, Doctor};
use crate::platform::clock::day_bounds;
use crate::platform::db::{self, Tx};
use crate::scheduling;
use crate::scheduling::leave::{self, LeaveTime};

/// Upcoming active appointments that this leave would meet, the soonest first.
pub async fn list_during(app: &App, doctor_id: &str, leave: LeaveTime) -> db::Result<Vec<Appointment>> {
    let now = app.clock.now();
    app.db.read(async |tx| during(tx, doctor_id, leave, now).await).await
}

async fn during(tx: &mut Tx<'_>, doctor_id: &str, leave: LeaveTime, now: Timestamp) -> db::Result<Vec<Appointment>> {
    let from = day_bounds(leave.first).0.max(now.as_millisecond() + 1);
    let wanted = OfDoctor::between(doctor_id, ACTIVE, (from, day_bounds(leave.last).1));
    let mut met = store::list_coming_of_doctor(tx, &wanted).await?;
    met.retain(|visit| leave.meets(visit.slot));
    Ok(met)
}

/// What happens to the appointments during the leave.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LeaveBookings {
    #[default]
    Keep,
    /// A mail asks each patient to choose another time.
    Notify,
    Cancel,
}

/// Adds leave under the doctor's lock: a booking at the same moment waits, and is then refused.
pub async fn add_leave(
    app: &App,
    caller: &Doctor,
    time: LeaveTime,
    note: String,
    bookings: LeaveBookings,
) -> Result<Leave, Error> {
    let (now, today, organizer) = (app.clock.now(), app.clock.india().date(), app.mailer.address());
    let leave = caller
        .write(app, AccountLock::Exclusive, async move |tx, me| {
            let doctor = directory::find(tx, &me.id).await?.ok_or(scheduling::Error::NoDoctor)?;
            let leave = leave::insert(tx, &doctor, time, note, (today, now)).await?;
            if bookings == LeaveBookings::Keep {
                return Ok(leave);
            }
            let mut appointments = during(tx, &me.id, time, now).await?;
            for appointment in &mut appointments {
                appointment.reason = Some(leave.note.clone()).filter(|note| !note.is_empty());
            }
            if bookings == LeaveBookings::Cancel {
                let by = ChangedBy { actor: Actor::Doctor(&me, "cancel"), organizer: &organizer, now };
                cancel_all(tx, appointments, ChangeKind::CancelledByDoctor, by).await?;
            } else {
                // A cancellation by a patient does not take the doctor's lock, so some may have been cancelled meanwhile.
                let ids: Vec<String> = appointments.iter().map(|appointment| appointment.id.clone()).collect();
                let active = store::lock_active(tx, &ids).await?;
                appointments.retain(|appointment| active.contains(&appointment.id));
                let contacts = list_contacts(tx, &appointments).await?;
                let (kind, organizer) = (ChangeKind::DoctorAway(&leave.id), organizer.as_str());
                let events = appointments.iter().map(|appointment| AppointmentEvent {
                    kind,
                    appointment,
                    doctor: &doctor,
                    organizer,
                    now,
                });
                enqueue_notifications(tx, &events.collect::<Vec<_>>(), &contacts).await?;
            }
            Ok::<_, Error>(leave)
        })
        .await?;
    publish_doctor_changed(app, &caller.id);
    Ok(leave)
}

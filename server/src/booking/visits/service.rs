//! What patients do with slots: book one, move it, give it back.

use futures::future::join4;
use jiff::Timestamp;

use crate::app::App;
use crate::booking::figures::{HOUR, Tally};
use crate::booking::mails::{self, Change, News};
use crate::booking::model::{Appointment, PatientDetails, Slot, Status, WithDoctor};
use crate::booking::rules::{self, MOST_AN_HOUR, MOST_CHANGES, MOST_PENDING, MOST_WITH_DOCTOR_A_DAY};
use crate::booking::service::{Error, cancel_all, day_bounds, find_own, spread, tell};
use crate::booking::store;
use crate::directory;
use crate::identity;
use crate::identity::callers::{Caller, Hold, Patient};
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::new_id;
use crate::platform::list::{Page, Part};

/// Who wants which slot.
pub struct NewBooking {
    pub doctor_id: String,
    pub slot: Slot,
    pub patient: PatientDetails,
}

/// The booking, and whether the same form had made it before.
struct Booked {
    appointment: Appointment,
    again: bool,
}

/// Books a slot. Whatever races, the database lets one through; the rest are told `SlotTaken`.
pub async fn book(app: &App, caller: &Patient, new: NewBooking) -> Result<Appointment, Error> {
    let (now, organizer, is_limited) = (app.clock.india(), app.mailer.address(), app.config.rate_limits);
    let booked = caller
        .write(app, Hold::Alone, async move |tx, Caller { id: user_id, .. }| {
            let NewBooking { doctor_id, slot, patient } = new;
            tx.share(Lock::Doctor(&doctor_id)).await?;
            let people = [user_id.clone(), doctor_id.clone()];
            let (same, doctor, within_limits, contacts) = join4(
                store::find_same(&mut tx.beside(), &user_id, &doctor_id, slot, &patient),
                directory::find_listed(&mut tx.beside(), &doctor_id),
                check_limits(&mut tx.beside(), &user_id, &doctor_id, slot, now.timestamp(), ""),
                identity::list_contacts(&mut tx.beside(), &people),
            )
            .await;
            if let Some(appointment) = same? {
                return Ok(Booked { appointment, again: true });
            }
            let doctor = doctor?.ok_or(Error::NoDoctor)?;
            rules::check_bookable(&doctor.schedule, slot, &now).map_err(Error::NotBookable)?;
            if within_limits? >= MOST_AN_HOUR && is_limited {
                return Err(Error::TooOften);
            }
            let appointment = Appointment {
                id: new_id(now.timestamp()),
                doctor_id,
                user_id,
                patient_name: patient.name.as_str().into(),
                contact_number: patient.phone.as_str().into(),
                slot,
                fee: doctor.fee,
                status: Status::Pending,
                sequence: 0,
                reason: None,
                overlaps: false,
                created_at: now.timestamp().as_millisecond(),
            };
            if !store::insert(tx, &appointment).await? {
                return Err(Error::SlotTaken);
            }
            let (change, at) = (Change::Booked, now.timestamp());
            let news = News { change, appointment: &appointment, doctor: &doctor, organizer: &organizer, now: at };
            tell(tx, &[news], &contacts?).await?;
            let mut tally = Tally::default();
            tally.added(&appointment);
            tally.save(tx).await?;
            Ok(Booked { appointment, again: false })
        })
        .await?;
    if !booked.again {
        spread(app, &booked.appointment.doctor_id);
    }
    Ok(booked.appointment)
}

/// Gives a slot back, until it starts.
pub async fn cancel(app: &App, caller: &Patient, id: String) -> Result<Appointment, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let cancelled = caller
        .write(app, Hold::Alone, async move |tx, me| {
            let before = own_changeable(tx, &me, &id, now).await?;
            let cancelled = cancel_all(tx, vec![before], Change::Cancelled, now, &organizer).await?.pop();
            cancelled.ok_or(Error::NotChangeable)
        })
        .await?;
    spread(app, &cancelled.doctor_id);
    Ok(cancelled)
}

/// Moves a booking to another free slot of the same doctor; an approved one waits for the doctor again.
pub async fn reschedule(app: &App, caller: &Patient, id: String, slot: Slot) -> Result<Appointment, Error> {
    let (now, organizer, is_limited) = (app.clock.india(), app.mailer.address(), app.config.rate_limits);
    let moved = caller
        .write(app, Hold::Alone, async move |tx, me| {
            let seen = own_changeable(tx, &me, &id, now.timestamp()).await?;
            tx.lock(Lock::Doctor(&seen.doctor_id)).await?;
            let people = [me.id.clone(), seen.doctor_id.clone()];
            let (own, doctor, within_limits, contacts) = join4(
                // The doctor may have decided before the lock was ours.
                own_changeable(&mut tx.beside(), &me, &id, now.timestamp()),
                directory::find_listed(&mut tx.beside(), &seen.doctor_id),
                check_limits(&mut tx.beside(), &me.id, &seen.doctor_id, slot, now.timestamp(), &id),
                identity::list_contacts(&mut tx.beside(), &people),
            )
            .await;
            let (mut appointment, doctor) = (own?, doctor?.ok_or(Error::NoDoctor)?);
            if appointment.slot == slot {
                return Ok(appointment);
            }
            rules::check_bookable(&doctor.schedule, slot, &now).map_err(Error::NotBookable)?;
            within_limits?;
            if appointment.sequence >= MOST_CHANGES && is_limited {
                return Err(Error::MovedTooOften);
            }
            let mut tally = Tally::default();
            let status = std::mem::replace(&mut appointment.status, Status::Pending);
            tally.changed(&appointment, status);
            let before = std::mem::replace(&mut appointment.slot, slot);
            appointment.sequence += 1;
            appointment.overlaps = false;
            let (change, at) = (Change::Moved(before), now.timestamp());
            let news = News { change, appointment: &appointment, doctor: &doctor, organizer: &organizer, now: at };
            tell(tx, &[news], &contacts?).await?;
            tally.save(tx).await?;
            // Last, because the slot can be taken.
            match store::update_slot(tx, &id, slot).await {
                Ok(true) => Ok(appointment),
                Ok(false) => Err(Error::NotChangeable),
                Err(error) if error.is_conflict("appointments_slot") => Err(Error::SlotTaken),
                Err(error) if error.is_conflict("appointments_overlap") => Err(Error::SlotTaken),
                Err(error) => Err(error.into()),
            }
        })
        .await?;
    spread(app, &moved.doctor_id);
    Ok(moved)
}

async fn own_changeable(tx: &mut Tx<'_>, me: &Caller, id: &str, now: Timestamp) -> Result<Appointment, Error> {
    let appointment = find_own(tx, me, id).await?;
    if appointment.is_changeable(now) { Ok(appointment) } else { Err(Error::NotChangeable) }
}

/// How many bookings the user made in the last hour, unless one more is too many anyway. Counted under the user's lock, so that what is
/// counted is still true at the commit.
async fn check_limits(
    tx: &mut Tx<'_>,
    user_id: &str,
    doctor_id: &str,
    slot: Slot,
    now: Timestamp,
    except: &str,
) -> Result<i64, Error> {
    let now = now.as_millisecond();
    let since = now - HOUR;
    let of_day = day_bounds(slot.day);
    let counted = store::count_coming(tx, user_id, (now, since), (doctor_id, of_day.0, of_day.1), except).await?;
    let (pending, with_doctor, made) = counted;
    if pending >= MOST_PENDING || with_doctor >= MOST_WITH_DOCTOR_A_DAY { Err(Error::TooMany) } else { Ok(made) }
}

/// A user's appointments, the latest first.
pub async fn list_own(app: &App, user_id: &str, part: Part<'_>) -> db::Result<Page<WithDoctor>> {
    app.db.read(async |tx| store::list_of_user(tx, user_id, part).await).await
}

/// A user's own appointment as a calendar file.
pub async fn own_calendar(app: &App, caller: &Patient, id: &str) -> Result<String, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    app.db
        .read(async |tx| {
            let appointment = find_own(tx, caller, id).await?;
            let doctor = directory::find(tx, &appointment.doctor_id).await?.ok_or(Error::NoDoctor)?;
            let contact = identity::find_contact(tx, &caller.id).await?.ok_or(Error::NoAppointment)?;
            Ok(mails::entry(&appointment, &doctor, &organizer, &contact.email, now).to_ics())
        })
        .await
}

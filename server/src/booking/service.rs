//! What patients do with slots: see them, book one, move it, give it back.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;

use super::calendar::Event;
use super::mails::{Change, News};
use super::model::{Appointment, PatientDetails, Slot, Status, WithDoctor};
use super::rules::{self, MOST_PENDING, MOST_WITH_DOCTOR_A_DAY, Refusal, Taken};
use super::store;
use super::tally::Tally;
use crate::app::App;
use crate::directory::{self, Doctor, Filter};
use crate::identity;
use crate::identity::callers::{Caller, Hold, Patient, SignedOut};
use crate::platform::clock;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::new_id;
use crate::platform::list::{Page, Part};
use crate::platform::outbox;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such doctor, or not listed.
    #[error("no such doctor")]
    NoDoctor,
    #[error("no such appointment")]
    NoAppointment,
    /// The appointment is another user's.
    #[error("not yours")]
    NotYours,
    #[error("not bookable: {0:?}")]
    NotBookable(Refusal),
    #[error("the slot is taken")]
    SlotTaken,
    #[error("too many bookings")]
    TooMany,
    /// Decided, cancelled or started.
    #[error("no longer changeable")]
    NotChangeable,
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

pub struct Request {
    pub doctor_id: String,
    pub slot: Slot,
    pub patient: PatientDetails,
}

/// The booking, and whether the same form had made it before.
pub struct Booked {
    pub appointment: Appointment,
    pub again: bool,
}

/// Books a slot. Whatever races, the database lets one through; the rest are told `SlotTaken`.
pub async fn book(app: &App, caller: &Patient, request: Request) -> Result<Booked, Error> {
    let (now, organizer) = (app.clock.india(), app.mailer.address());
    let booked = caller
        .write(app, Hold::Alone, async move |tx, Caller { id: user_id, .. }| {
            let Request { doctor_id, slot, patient } = request;
            tx.share(Lock::Doctor(&doctor_id)).await?;
            if let Some(appointment) = store::find_same(tx, &user_id, &doctor_id, slot, &patient).await? {
                return Ok(Booked { appointment, again: true });
            }
            let doctor = directory::find_listed(tx, &doctor_id).await?.ok_or(Error::NoDoctor)?;
            rules::check_bookable(&doctor.schedule, slot, &now).map_err(Error::NotBookable)?;
            check_limits(tx, &user_id, &doctor_id, slot, now.timestamp(), "").await?;
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
            tell(
                tx,
                News {
                    change: Change::Booked,
                    appointment: &appointment,
                    doctor: &doctor,
                    organizer: &organizer,
                    now: now.timestamp(),
                },
            )
            .await?;
            let mut tally = Tally::default();
            tally.added(&appointment);
            tally.save(tx).await?;
            Ok(Booked { appointment, again: false })
        })
        .await?;
    app.mail_waits();
    app.live.publish(&topic(&booked.appointment.doctor_id));
    Ok(booked)
}

/// What open pages of a doctor listen to.
pub(super) fn topic(doctor_id: &str) -> String {
    format!("doctor:{doctor_id}")
}

/// Gives a slot back, until it starts.
pub async fn cancel(app: &App, caller: &Patient, id: String) -> Result<Appointment, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let cancelled = caller
        .write(app, Hold::Alone, async move |tx, me| {
            let before = own_changeable(tx, &me.id, &id, now).await?;
            let cancelled = cancel_all(tx, vec![before], Change::Cancelled, now, &organizer).await?.pop();
            cancelled.ok_or(Error::NotChangeable)
        })
        .await?;
    app.mail_waits();
    app.live.publish(&topic(&cancelled.doctor_id));
    Ok(cancelled)
}

/// Cancels appointments inside a larger unit, tells whom it concerns, and returns those that were still active. A reason
/// that one has by now is stored and told. Whoever calls holds the lock of the user or of the doctor.
pub(super) async fn cancel_all(
    tx: &mut Tx<'_>,
    appointments: Vec<Appointment>,
    change: Change,
    now: Timestamp,
    organizer: &str,
) -> db::Result<Vec<Appointment>> {
    let (mut cancelled, mut tally) = (Vec::with_capacity(appointments.len()), Tally::default());
    for mut appointment in appointments {
        let Some(before) = store::cancel(tx, &appointment.id, appointment.reason.as_deref()).await? else { continue };
        appointment.status = Status::Cancelled;
        appointment.sequence += 1;
        tally.changed(&appointment, before);
        if let Some(doctor) = directory::find(tx, &appointment.doctor_id).await? {
            tell(tx, News { change, appointment: &appointment, doctor: &doctor, organizer, now }).await?;
        }
        cancelled.push(appointment);
    }
    tally.save(tx).await?;
    Ok(cancelled)
}

/// Moves a booking to another free slot of the same doctor; an approved one waits for the doctor again.
pub async fn reschedule(app: &App, caller: &Patient, id: String, slot: Slot) -> Result<Appointment, Error> {
    let (now, organizer) = (app.clock.india(), app.mailer.address());
    let moved = caller
        .write(app, Hold::Alone, async move |tx, me| {
            let seen = own_changeable(tx, &me.id, &id, now.timestamp()).await?;
            tx.lock(Lock::Doctor(&seen.doctor_id)).await?;
            // The doctor may have decided before the lock was ours.
            let mut appointment = own_changeable(tx, &me.id, &id, now.timestamp()).await?;
            let doctor = directory::find_listed(tx, &appointment.doctor_id).await?.ok_or(Error::NoDoctor)?;
            if appointment.slot == slot {
                return Ok(appointment);
            }
            rules::check_bookable(&doctor.schedule, slot, &now).map_err(Error::NotBookable)?;
            check_limits(tx, &me.id, &doctor.id, slot, now.timestamp(), &id).await?;
            let mut tally = Tally::default();
            let status = std::mem::replace(&mut appointment.status, Status::Pending);
            tally.changed(&appointment, status);
            let before = std::mem::replace(&mut appointment.slot, slot);
            appointment.sequence += 1;
            appointment.overlaps = false;
            tell(
                tx,
                News {
                    change: Change::Moved(before),
                    appointment: &appointment,
                    doctor: &doctor,
                    organizer: &organizer,
                    now: now.timestamp(),
                },
            )
            .await?;
            tally.save(tx).await?;
            // Last, because the slot can be taken.
            match store::update_slot(tx, &id, slot).await {
                Ok(true) => Ok(appointment),
                Ok(false) => Err(Error::NotChangeable),
                Err(error)
                    if ["appointments_slot", "appointments_overlap"].iter().any(|name| error.is_conflict(name)) =>
                {
                    Err(Error::SlotTaken)
                }
                Err(error) => Err(error.into()),
            }
        })
        .await?;
    app.mail_waits();
    app.live.publish(&topic(&moved.doctor_id));
    Ok(moved)
}

async fn own_changeable(tx: &mut Tx<'_>, user_id: &str, id: &str, now: Timestamp) -> Result<Appointment, Error> {
    let appointment = find_own(tx, user_id, id).await?;
    if appointment.is_changeable(now) { Ok(appointment) } else { Err(Error::NotChangeable) }
}

async fn find_own(tx: &mut Tx<'_>, user_id: &str, id: &str) -> Result<Appointment, Error> {
    let appointment = store::find(tx, id).await?.ok_or(Error::NoAppointment)?;
    if appointment.user_id == user_id { Ok(appointment) } else { Err(Error::NotYours) }
}

/// Counted under the user's lock, so that what is counted is still true at the commit.
async fn check_limits(
    tx: &mut Tx<'_>,
    user_id: &str,
    doctor_id: &str,
    slot: Slot,
    now: Timestamp,
    except: &str,
) -> Result<(), Error> {
    let now = now.as_millisecond();
    let (from, to) = day_bounds(slot.day);
    let pending = store::count_pending(tx, user_id, now, except).await?;
    let with_doctor = store::count_with_doctor(tx, user_id, doctor_id, (from.max(now + 1), to), except).await?;
    if pending >= MOST_PENDING || with_doctor >= MOST_WITH_DOCTOR_A_DAY { Err(Error::TooMany) } else { Ok(()) }
}

/// Writes to the patient's account and to the doctor, in the same transaction as what the mails tell of.
pub(super) async fn tell(tx: &mut Tx<'_>, news: News<'_>) -> db::Result<()> {
    if let Some(contact) = identity::find_contact(tx, &news.appointment.user_id).await? {
        outbox::enqueue(tx, &news.to_patient(&contact), news.now).await?;
    }
    if let Some(contact) = identity::find_contact(tx, &news.appointment.doctor_id).await?
        && let Some(mail) = news.to_doctor(&contact)
    {
        outbox::enqueue(tx, &mail, news.now).await?;
    }
    Ok(())
}

/// From midnight to midnight in India, as UTC milliseconds.
pub(super) fn day_bounds(day: Date) -> (i64, i64) {
    let next = day.tomorrow().map_or(Timestamp::MAX, clock::midnight);
    (clock::midnight(day).as_millisecond(), next.as_millisecond())
}

/// The times of a doctor's day that cannot be booked, for whatever reason.
pub async fn closed_times(app: &App, doctor_id: &str, day: Date) -> Result<Vec<Slot>, Error> {
    let now = app.clock.india();
    let (doctor, taken) = with_taken(app, doctor_id, day, day).await?;
    Ok(rules::closed_slots(&doctor.schedule, day, &taken, &now))
}

/// The free slots of each of these days.
pub async fn free_slots(app: &App, doctor_id: &str, days: &[Date]) -> Result<Vec<(Date, Vec<Slot>)>, Error> {
    let now = app.clock.india();
    let (Some(first), Some(last)) = (days.first(), days.last()) else { return Ok(Vec::new()) };
    let (doctor, taken) = with_taken(app, doctor_id, *first, *last).await?;
    Ok(days.iter().map(|day| (*day, rules::free_slots(&doctor.schedule, *day, &taken, &now))).collect())
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

pub async fn find_doctors(app: &App, filter: &Filter, part: Part<'_>) -> db::Result<Page<Found>> {
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
    let mut taken: HashMap<String, Vec<Slot>> = HashMap::new();
    for (doctor_id, slot) in rows {
        taken.entry(doctor_id).or_default().push(slot);
    }
    Ok(page.map(|doctor| {
        let taken: Taken = taken.remove(&doctor.id).into_iter().flatten().collect();
        let free = |day: &Date| rules::free_slots(&doctor.schedule, *day, &taken, &now);
        let next_slot = days.iter().find_map(|day| free(day).first().copied());
        Found { doctor, next_slot }
    }))
}

/// A user's appointments, the latest first.
pub async fn list_own(app: &App, user_id: &str, part: Part<'_>) -> db::Result<Page<WithDoctor>> {
    app.db.read(async |tx| store::list_of_user(tx, user_id, part).await).await
}

/// A user's own appointment as a calendar file.
pub async fn own_calendar(app: &App, user_id: &str, id: &str) -> Result<String, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    app.db
        .read(async |tx| {
            let appointment = find_own(tx, user_id, id).await?;
            let doctor = directory::find(tx, &appointment.doctor_id).await?.ok_or(Error::NoDoctor)?;
            let contact = identity::find_contact(tx, user_id).await?.ok_or(Error::NoAppointment)?;
            Ok(Event::new(&appointment, &doctor, &organizer, &contact.email).to_ics(now))
        })
        .await
}

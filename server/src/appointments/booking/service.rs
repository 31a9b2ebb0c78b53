//! Patients' actions on slots: book, move, cancel.

use std::collections::HashSet;
use std::slice;

use futures::future::{join4, join5};
use jiff::{Timestamp, Zoned};

use crate::app::App;
use crate::appointments::cancellation::cancel_all;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{
    Actor, ChangedAppointment, ChangedBy, appointment_changed, publish_appointment_changed,
};
use crate::appointments::mails;
use crate::appointments::model::{Appointment, Follows, PatientDetails, Status, WithDoctor};
use crate::appointments::moves::save_moved;
use crate::appointments::phone_consultations::PhoneDetails;
use crate::appointments::proposals::use_proposal;
use crate::appointments::rules::{
    MAX_BOOKINGS_PER_HOUR, MAX_CHANGES_PER_APPOINTMENT, MAX_PENDING_PER_USER, MAX_PER_DOCTOR_AND_DAY, answer_by,
};
use crate::appointments::service::{Error, find_own};
use crate::appointments::{VisitNote, auto_approval, people, phone_consultations, store, texts};
use crate::directory::{self, Doctor, Offer, Schedule, VisitMode};
use crate::identity;
use crate::identity::callers::{AccountLock, Patient};
use crate::platform::clock::{HOUR_MILLIS, day_bounds};
use crate::platform::db::{self, Lock, Tx};
use crate::platform::list::{Page, Part};
use crate::scheduling::reservations::Taker;
use crate::scheduling::sessions::session_bounds;
use crate::scheduling::{self, Slot, reservations, rules};

/// A booking request: the patient and the slot.
pub struct NewBooking {
    pub doctor_id: String,
    pub slot: Slot,
    pub patient: PatientDetails,
    /// The person that the visit is for, if it is one of the saved people.
    pub person_id: Option<String>,
    /// The visit after which its doctor asked the patient to come again, if it is for that.
    pub follows: Option<String>,
    pub note: VisitNote,
    /// What a slot by phone needs.
    pub by_phone: PhoneDetails,
}

/// A booking that was made or moved.
pub struct Booked {
    pub appointment: Appointment,
    /// Place and fee, in both languages; `None` if all sessions of the doctor have the same.
    pub place_and_fee: Option<(String, String)>,
    /// Whether the same form had made it before.
    again: bool,
}

impl Booked {
    fn new(appointment: Appointment, doctor: Option<&Doctor>, again: bool) -> Self {
        let place_and_fee = doctor.filter(|doctor| doctor.has_different_offers()).map(|doctor| {
            let address = |lang| match appointment.mode() {
                VisitMode::Clinic => doctor.short_address_of(appointment.place.as_ref(), lang),
                VisitMode::Phone => texts::BY_PHONE.in_lang(lang).to_owned(),
            };
            texts::place_and_fee(address, appointment.fee)
        });
        Self { appointment, place_and_fee, again }
    }

    /// A booking that existed before.
    pub fn again(appointment: Appointment) -> Self {
        Self::new(appointment, None, true)
    }
}

/// The context of a booking besides the transaction.
pub struct BookingContext {
    now: Zoned,
    organizer: String,
    /// The version of the privacy notice.
    notice: String,
    is_limited: bool,
}

impl BookingContext {
    pub fn new(app: &App) -> Self {
        Self {
            now: app.clock.india(),
            organizer: app.mailer.address(),
            notice: app.config.notices.privacy.clone(),
            is_limited: app.config.rate_limits,
        }
    }

    pub fn now_millis(&self) -> i64 {
        self.now.timestamp().as_millisecond()
    }
}

/// Books a slot. Of several who book it at once the database lets one through; the others get `SlotTaken`.
pub async fn book(app: &App, caller: &Patient, new: NewBooking) -> Result<Booked, Error> {
    let context = BookingContext::new(app);
    let booked = caller
        .write(app, AccountLock::Exclusive, async move |tx, me| book_within(tx, me.id, new, &context).await)
        .await?;
    publish_booked(app, &booked);
    Ok(booked)
}

/// Call it after the commit of a booking.
pub fn publish_booked(app: &App, booked: &Booked) {
    if !booked.again {
        app.metrics.booked();
        publish_appointment_changed(app, slice::from_ref(&booked.appointment));
    }
}

/// Books a slot for a user inside a larger transaction, which holds the user alone and knows that they may act.
pub async fn book_within(
    tx: &mut Tx<'_>,
    user_id: String,
    new: NewBooking,
    BookingContext { now, organizer, notice, is_limited }: &BookingContext,
) -> Result<Booked, Error> {
    let (doctor_id, slot, patient) = (new.doctor_id.as_str(), new.slot, &new.patient);
    tx.share(Lock::Doctor(doctor_id)).await?;
    let people = [user_id.clone(), doctor_id.to_owned()];
    let (same, doctor, within_limits, contacts, is_person_found) = join5(
        store::find_active_of(&mut tx.concurrent(), &user_id, doctor_id, slot.starts_at().as_millisecond()),
        directory::find_listed(&mut tx.concurrent(), doctor_id),
        check_limits(&mut tx.concurrent(), &user_id, doctor_id, slot, now.timestamp(), ""),
        identity::list_contacts(&mut tx.concurrent(), &people),
        is_person_of(&mut tx.concurrent(), &user_id, new.person_id.as_deref()),
    )
    .await;
    if !is_person_found? {
        return Err(Error::NoPerson);
    }
    // The same form for the same patient is a repeat; for another patient the slot is taken.
    let is_same = |visit: &Appointment| {
        (visit.patient_name.as_str(), visit.contact_number.as_str()) == (patient.name.as_str(), patient.phone.as_str())
    };
    if let Some(appointment) = same?.filter(is_same) {
        return Ok(Booked::new(appointment, doctor?.as_ref(), true));
    }
    let doctor = doctor?.ok_or(scheduling::Error::NoDoctor)?;
    // A slot that the doctor offered can be booked at any notice.
    let is_offered_slot = within_limits.as_ref().is_ok_and(|(_, is_offered)| *is_offered);
    let check = if is_offered_slot { rules::check_bookable_at_desk } else { rules::check_bookable };
    check(&doctor.schedule, slot, now).map_err(scheduling::Error::NotBookable)?;
    let (made, is_offered) = within_limits?;
    if made >= MAX_BOOKINGS_PER_HOUR && *is_limited {
        return Err(Error::TooOften);
    }
    let waiting = reservations::check(tx, &doctor, Taker::of_new_visit(&user_id), slot, now).await?;
    let contacts = contacts?;
    let follows = use_proposal(tx, (&user_id, contacts.get(&user_id)), new.follows.clone(), slot, now).await?;
    let at = now.timestamp();
    let mut appointment = pending_visit(&user_id, new, follows, &doctor, at)?;
    let kind = if auto_approval::approve(tx, &doctor, &mut appointment, (at, is_offered)).await? {
        ChangeKind::ApprovedAtOnce
    } else {
        ChangeKind::Booked
    };
    if !store::insert(tx, &appointment).await? {
        return Err(Error::SlotTaken);
    }
    phone_consultations::save(tx, appointment.phone.as_ref(), (&user_id, notice), at).await?;
    reservations::remove_satisfied(tx, waiting).await?;
    if is_offered {
        auto_approval::clear_offers(tx, &appointment.user_id, &appointment.doctor_id, slot).await?;
    }
    let is_approved = appointment.status == Status::Checked;
    let changed = vec![ChangedAppointment { appointment, before: None, kind: Some(kind) }];
    let (of, by) =
        ((slice::from_ref(&doctor), &contacts), ChangedBy { actor: actor_of(is_approved), organizer, now: at });
    let appointment = appointment_changed(tx, changed, of, by).await?.pop().ok_or(Error::NoAppointment)?;
    Ok(Booked::new(appointment, Some(&doctor), false))
}

/// The visit of a new booking, which waits for the doctor. A slot by phone needs more details than others.
fn pending_visit(
    user_id: &str,
    new: NewBooking,
    follows: Option<Follows>,
    doctor: &Doctor,
    now: Timestamp,
) -> Result<Appointment, Error> {
    let NewBooking { slot, patient, person_id, note, by_phone, .. } = new;
    let is_free = follows.as_ref().is_some_and(|follows| follows.without_fee);
    let offer = doctor.offer_at(slot.day, slot.time);
    let offer = Offer { fee: if is_free { 0 } else { offer.fee }, ..offer };
    let mut visit = Appointment {
        person_id,
        follows,
        note,
        answer_by: answer_by(now, slot.starts_at()).as_millisecond(),
        ..Appointment::request(&doctor.id, (user_id, patient.name.as_str(), patient.phone.as_str()), slot, offer, now)
    };
    if offer.mode == VisitMode::Phone {
        let checked = phone_consultations::check_details(by_phone, &visit.id);
        visit.phone = Some(checked.map_err(scheduling::Error::Fields)?);
    }
    Ok(visit)
}

/// The actor is the program if it approved the appointment automatically.
fn actor_of<'a>(is_approved: bool) -> Actor<'a> {
    if is_approved { Actor::Program("approve_at_once") } else { Actor::Unrecorded }
}

/// Gives a slot back, until it starts.
pub async fn cancel(app: &App, caller: &Patient, id: String) -> Result<Appointment, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let cancelled = caller
        .write(app, AccountLock::Exclusive, async move |tx, me| {
            cancel_within(tx, (&me.id, &id), (&organizer, now)).await
        })
        .await?;
    publish_appointment_changed(app, slice::from_ref(&cancelled));
    Ok(cancelled)
}

/// Cancels a user's booking inside a larger transaction, which holds the user alone and knows that they may act.
pub async fn cancel_within(
    tx: &mut Tx<'_>,
    (user_id, id): (&str, &str),
    (organizer, now): (&str, Timestamp),
) -> Result<Appointment, Error> {
    let before = own_changeable(tx, user_id, id, now).await?;
    let by = ChangedBy { actor: Actor::Unrecorded, organizer, now };
    cancel_all(tx, vec![before], ChangeKind::Cancelled, by).await?.pop().ok_or(Error::NotChangeable)
}

/// Moves a booking to another free slot of the same doctor; an approved one waits for the doctor again, unless the doctor's
/// setting approves it there too.
pub async fn reschedule(app: &App, caller: &Patient, id: String, slot: Slot) -> Result<Booked, Error> {
    let context = BookingContext::new(app);
    let moved = caller
        .write(app, AccountLock::Exclusive, async move |tx, me| {
            reschedule_within(tx, (&me.id, &id), slot, &context).await
        })
        .await?;
    publish_appointment_changed(app, slice::from_ref(&moved.appointment));
    Ok(moved)
}

/// Moves a user's booking inside a larger transaction, which holds the user alone and knows that they may act.
pub async fn reschedule_within(
    tx: &mut Tx<'_>,
    (user_id, id): (&str, &str),
    slot: Slot,
    BookingContext { now, organizer, is_limited, .. }: &BookingContext,
) -> Result<Booked, Error> {
    let seen = own_changeable(tx, user_id, id, now.timestamp()).await?;
    tx.lock(Lock::Doctor(&seen.doctor_id)).await?;
    let people = [user_id.to_owned(), seen.doctor_id.clone()];
    let (own, doctor, within_limits, contacts) = join4(
        // The doctor may have decided before the lock was ours.
        own_changeable(&mut tx.concurrent(), user_id, id, now.timestamp()),
        directory::find_listed(&mut tx.concurrent(), &seen.doctor_id),
        check_limits(&mut tx.concurrent(), user_id, &seen.doctor_id, slot, now.timestamp(), id),
        identity::list_contacts(&mut tx.concurrent(), &people),
    )
    .await;
    let (mut appointment, doctor) = (own?, doctor?.ok_or(scheduling::Error::NoDoctor)?);
    if appointment.slot == slot {
        return Ok(Booked::new(appointment, Some(&doctor), true));
    }
    rules::check_bookable(&doctor.schedule, slot, now).map_err(scheduling::Error::NotBookable)?;
    scheduling::check_mode(&doctor, slot, appointment.mode())?;
    within_limits?;
    if appointment.sequence >= MAX_CHANGES_PER_APPOINTMENT && *is_limited {
        return Err(Error::MovedTooOften);
    }
    let waiting = reservations::check(tx, &doctor, Taker { user_id, visit_id: Some(id) }, slot, now).await?;
    let (counted, at) = (appointment.counted(), now.timestamp());
    // Whom the doctor did not reach by phone moves free of charge: nothing is asked again, neither a fee nor the doctor.
    let is_missed = appointment.choice_until(at).is_some();
    appointment.status = Status::Pending;
    // Why the doctor moved it before is over.
    appointment.reason = None;
    appointment.answer_by = answer_by(at, slot.starts_at()).as_millisecond();
    let (before, fee) = (appointment.slot, appointment.fee);
    appointment.move_to(slot, &doctor);
    let is_approved = if is_missed {
        (appointment.fee, appointment.status) = (fee, Status::Checked);
        true
    } else {
        auto_approval::approve(tx, &doctor, &mut appointment, (at, false)).await?
    };
    let kind = if is_approved { ChangeKind::MovedAtOnce(before) } else { ChangeKind::Moved(before) };
    let by = ChangedBy { actor: actor_of(is_approved), organizer, now: at };
    let moved = save_moved(tx, appointment, (counted, waiting), kind, (&doctor, &contacts?), by).await?;
    Ok(Booked::new(moved, Some(&doctor), false))
}

async fn own_changeable(tx: &mut Tx<'_>, user_id: &str, id: &str, now: Timestamp) -> Result<Appointment, Error> {
    let appointment = store::find(tx, id).await?.ok_or(Error::NoAppointment)?;
    if appointment.user_id != user_id {
        return Err(Error::NotYours);
    }
    if appointment.is_changeable_by_patient(now) { Ok(appointment) } else { Err(Error::NotChangeable) }
}

/// Whether it is one of the user's saved people, or none is given.
async fn is_person_of(tx: &mut Tx<'_>, user_id: &str, person_id: Option<&str>) -> db::Result<bool> {
    match person_id {
        Some(id) => people::exists(tx, user_id, id).await,
        None => Ok(true),
    }
}

/// The number of bookings that the user made in the last hour, unless one more is too many anyway, and whether the doctor has offered them
/// the slot. Counted under the user's lock, so that the count still holds at the commit.
async fn check_limits(
    tx: &mut Tx<'_>,
    user_id: &str,
    doctor_id: &str,
    slot: Slot,
    now: Timestamp,
    except: &str,
) -> Result<(i64, bool), Error> {
    let now = now.as_millisecond();
    let since = now - HOUR_MILLIS;
    let (of_day, wanted) = (day_bounds(slot.day), slot.starts_at().as_millisecond());
    let counted =
        store::count_coming(tx, user_id, (now, since), (doctor_id, of_day.0, of_day.1), (except, wanted)).await?;
    let (pending, with_doctor, (made, offers)) = counted;
    if pending >= MAX_PENDING_PER_USER || with_doctor >= MAX_PER_DOCTOR_AND_DAY {
        return Err(Error::TooMany);
    }
    Ok((made, offers > 0))
}

/// A user's appointments, with one doctor or with all, the latest first.
pub async fn list_own(
    app: &App,
    user_id: &str,
    doctor_id: Option<&str>,
    part: Part<'_>,
) -> db::Result<Page<WithDoctor>> {
    app.db.read(async |tx| store::list_of_user(tx, user_id, doctor_id, part).await).await
}

/// The end of a slot's session, in UTC milliseconds; for a slot outside today's hours, the end of the day.
fn session_end(schedule: &Schedule, slot: Slot) -> i64 {
    match schedule.session_at(slot.day, slot.time) {
        Some(session) => Slot { day: slot.day, time: session.to }.starts_at().as_millisecond(),
        None => session_bounds(schedule, slot).1,
    }
}

/// Of these visits, those that have begun and whose sessions are not over: their patients may still be on the way or waiting.
pub async fn list_going_on(app: &App, visits: &[WithDoctor]) -> db::Result<HashSet<String>> {
    let now = app.clock.now();
    let begun = visits.iter().map(|visit| &visit.appointment).filter(|visit| visit.may_go_on(now));
    let begun: Vec<&Appointment> = begun.collect();
    if begun.is_empty() {
        return Ok(HashSet::new());
    }
    app.db
        .read(async |tx| {
            let mut going_on = HashSet::new();
            for visit in &begun {
                let doctor = directory::find(tx, &visit.doctor_id).await?;
                if doctor.is_some_and(|doctor| now.as_millisecond() < session_end(&doctor.schedule, visit.slot)) {
                    going_on.insert(visit.id.clone());
                }
            }
            Ok(going_on)
        })
        .await
}

/// A user's own appointment as a calendar file.
pub async fn own_calendar(app: &App, caller: &Patient, id: &str) -> Result<String, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    app.db
        .read(async |tx| {
            let appointment = find_own(tx, caller, id).await?;
            let doctor = directory::find(tx, &appointment.doctor_id).await?.ok_or(scheduling::Error::NoDoctor)?;
            let contact = identity::find_contact(tx, &caller.id).await?.ok_or(Error::NoAppointment)?;
            Ok(mails::calendar_entry(&appointment, &doctor, &organizer, &contact, now).to_ics())
        })
        .await
}

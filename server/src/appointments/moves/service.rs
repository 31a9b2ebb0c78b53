//! Moving an approved visit: by its doctor, by the desk, or by its patient, to whom another slot was proposed.

use std::slice;

use jiff::Zoned;
use jiff::civil::Date;

use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::changes::{
    Actor, ChangedAppointment, ChangedBy, ToldAppointment, appointment_changed, publish_appointment_changed,
};
use crate::appointments::desk_bookings::check_slot;
use crate::appointments::mails::ChangeKind;
use crate::appointments::model::{Appointment, Status};
use crate::appointments::rules::MAX_CHANGES_PER_APPOINTMENT;
use crate::appointments::service::{Contacts, Error, contact_of_patient, list_contacts};
use crate::appointments::{phone_consultations, store};
use crate::directory::{self, DayTime, Doctor};
use crate::platform::db::Tx;
use crate::scheduling::reservations::Taker;
use crate::scheduling::{self, Slot, reservations};

/// Where a visit goes, and why.
pub struct Move {
    pub slot: Slot,
    /// The patient reads it.
    pub reason: String,
    /// The day and time of the visit as the caller saw them, as far as they are given.
    pub seen: (Option<Date>, Option<DayTime>),
}

/// Moves an approved visit that has not begun to another free slot. It stays approved, gets the token of its new slot, and the patient is
/// told. If it is at another time than the caller saw, the error holds it as it is now; but the same call again, after an answer that was
/// lost, finds it where it was moved to.
pub async fn move_visit(app: &App, desk: &ActingForDoctor, id: String, to: Move) -> Result<ToldAppointment, Error> {
    let (now, organizer, is_limited) = (app.clock.india(), app.mailer.address(), app.config.rate_limits);
    let own_app = app.clone();
    let moved = desk.write(app, async move |tx, desk| {
        let Move { slot, reason, seen: (day, time) } = to;
        let mut visit = desk.find_visit(tx, &id).await?;
        if visit.status != Status::Checked || !visit.is_changeable(now.timestamp()) {
            return Err(Error::NotChangeable);
        }
        if visit.slot != slot
            && (day.is_some_and(|day| day != visit.slot.day) || time.is_some_and(|time| time != visit.slot.time))
        {
            desk.veil(tx, [&mut visit]).await?;
            return Err(Error::ChangedSince(Box::new(visit)));
        }
        let contacts = list_contacts(tx, slice::from_ref(&visit)).await?;
        if visit.slot == slot {
            desk.veil(tx, [&mut visit]).await?;
            return Ok((told(&own_app, ChangeKind::MovedByDoctor(slot), visit, &contacts), false));
        }
        if visit.sequence >= MAX_CHANGES_PER_APPOINTMENT && is_limited {
            return Err(Error::MovedTooOften);
        }
        let doctor = directory::find_listed(tx, &desk.doctor_id).await?.ok_or(scheduling::Error::NoDoctor)?;
        check_slot(&desk, &doctor, (slot, visit.mode()), &now)?;
        let by = MovedBy { actor: Actor::Desk(&desk, "move"), kind: ChangeKind::MovedByDoctor };
        let mut visit = move_within(tx, (visit, &doctor, &contacts), (slot, reason), by, (&now, &organizer)).await?;
        desk.veil(tx, [&mut visit]).await?;
        Ok((told(&own_app, ChangeKind::MovedByDoctor(slot), visit, &contacts), true))
    });
    let (moved, is_moved) = moved.await?;
    if is_moved {
        publish_appointment_changed(app, slice::from_ref(&moved.appointment));
    }
    Ok(moved)
}

fn told(app: &App, kind: ChangeKind<'_>, visit: Appointment, contacts: &Contacts) -> ToldAppointment {
    let to = contact_of_patient(contacts, &visit);
    ToldAppointment::new(app, kind, visit, to)
}

/// Who moves a visit, and what the patient is told; the slot is the one before.
pub struct MovedBy<'a> {
    pub actor: Actor<'a>,
    pub kind: fn(Slot) -> ChangeKind<'static>,
}

/// Moves an approved visit inside a larger transaction, which holds the doctor's exclusive lock and has checked that the slot can be booked.
/// Refuses a slot that is taken, or reserved for somebody else.
pub async fn move_within(
    tx: &mut Tx<'_>,
    (mut visit, doctor, contacts): (Appointment, &Doctor, &Contacts),
    (slot, reason): (Slot, String),
    MovedBy { actor, kind }: MovedBy<'_>,
    (now, organizer): (&Zoned, &str),
) -> Result<Appointment, Error> {
    let taker = Taker { user_id: &visit.user_id, visit_id: Some(&visit.id) };
    let waiting = reservations::check(tx, doctor, taker, slot, now).await?;
    let (counted, before, fee) = (visit.counted(), visit.slot, visit.fee);
    visit.move_to(slot, doctor);
    // Not the patient's wish: a dearer session costs no more than was agreed.
    visit.fee = visit.fee.min(fee);
    visit.answer_by = slot.starts_at().as_millisecond();
    visit.reason = Some(reason);
    // The visit first and the sums last, as in every change: so nobody waits for each other.
    match store::update_slot(tx, &visit).await {
        Ok(true) => {}
        Ok(false) => return Err(Error::NotChangeable),
        Err(error) if error.is_conflict("appointments_slot") => return Err(Error::SlotTaken),
        Err(error) if error.is_conflict("appointments_overlap") => return Err(Error::SlotTaken),
        Err(error) => return Err(error.into()),
    }
    phone_consultations::begin_anew(tx, visit.phone.as_mut()).await?;
    reservations::remove_satisfied(tx, waiting).await?;
    let changed = vec![ChangedAppointment { appointment: visit, before: Some(counted), kind: Some(kind(before)) }];
    let by = ChangedBy { actor, organizer, now: now.timestamp() };
    let of = (slice::from_ref(doctor), contacts);
    appointment_changed(tx, changed, of, by).await?.pop().ok_or(Error::NoAppointment)
}

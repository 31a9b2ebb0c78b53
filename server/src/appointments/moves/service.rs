//! Moving an approved visit: by its doctor, by the desk, or by its patient, to whom another slot was proposed.

use std::slice;

use jiff::Zoned;

use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{
    Actor, ChangedAppointment, ChangedBy, NotifiedAppointment, appointment_changed, publish_appointment_changed,
};
use crate::appointments::model::{Appointment, ExpectedSlot, Status};
use crate::appointments::rules::MAX_CHANGES_PER_APPOINTMENT;
use crate::appointments::service::{Contacts, Error, contact_of_patient, list_contacts};
use crate::appointments::{phone_consultations, store};
use crate::directory::{self, Doctor};
use crate::platform::db::Tx;
use crate::scheduling::reservations::{EntryWithHolds, Taker};
use crate::scheduling::{self, Slot, reservations};
use crate::statistics::Counted;

/// Where a visit goes, and why.
pub struct Move {
    pub slot: Slot,
    /// The patient reads it.
    pub reason: String,
    pub seen: ExpectedSlot,
}

/// Moves an approved visit that has not begun to another free slot. It stays approved, gets the token of its new slot, and the patient is
/// notified. If it is at another time than the caller saw, the error holds it as it is now. The same call again, after a lost answer, finds
/// it at the new slot and succeeds.
pub async fn move_visit(app: &App, desk: &ActingForDoctor, id: String, to: Move) -> Result<NotifiedAppointment, Error> {
    let (now, organizer, is_limited) = (app.clock.india(), app.mailer.address(), app.config.rate_limits);
    let kind = ChangeKind::MovedByDoctor(to.slot);
    let moved = desk.write(app, async move |tx, desk| {
        let Move { slot, reason, seen } = to;
        let mut visit = desk.find_visit(tx, &id).await?;
        if visit.status != Status::Checked || !visit.is_changeable(now.timestamp()) {
            return Err(Error::NotChangeable);
        }
        if visit.slot != slot && !seen.matches(visit.slot) {
            return Err(desk.changed_since(tx, visit).await?);
        }
        let contacts = list_contacts(tx, slice::from_ref(&visit)).await?;
        let contact = contact_of_patient(&contacts, &visit).cloned();
        if visit.slot == slot {
            desk.veil(tx, [&mut visit]).await?;
            return Ok((visit, contact, false));
        }
        if visit.sequence >= MAX_CHANGES_PER_APPOINTMENT && is_limited {
            return Err(Error::MovedTooOften);
        }
        let doctor = directory::find_listed(tx, &desk.doctor_id).await?.ok_or(scheduling::Error::NoDoctor)?;
        desk.check_slot(&doctor, (slot, visit.mode()), &now)?;
        let by = MovedBy { actor: Actor::Desk(&desk, "move"), kind: ChangeKind::MovedByDoctor };
        let mut visit = move_within(tx, (visit, &doctor, &contacts), (slot, reason), by, (&now, &organizer)).await?;
        desk.veil(tx, [&mut visit]).await?;
        Ok((visit, contact, true))
    });
    let (visit, contact, is_moved) = moved.await?;
    if is_moved {
        publish_appointment_changed(app, slice::from_ref(&visit));
    }
    Ok(NotifiedAppointment::new(app, kind, visit, contact.as_ref()))
}

/// Who moves a visit, and what its patient is notified of; the slot is the one before.
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
    let by = ChangedBy { actor, organizer, now: now.timestamp() };
    save_moved(tx, visit, (counted, waiting), kind(before), (doctor, contacts), by).await
}

/// Stores a visit that has moved in memory, with all that follows from it; `before` is what the sums counted, and the entry on the waiting
/// list that the move satisfies. Of several who want one slot the database lets one through; the others get `SlotTaken`.
pub async fn save_moved(
    tx: &mut Tx<'_>,
    mut visit: Appointment,
    (before, waiting): (Counted, Option<EntryWithHolds>),
    kind: ChangeKind<'_>,
    (doctor, contacts): (&Doctor, &Contacts),
    by: ChangedBy<'_>,
) -> Result<Appointment, Error> {
    // The visit first and the sums last, in the same order as bookings and cancellations, so that there is no deadlock.
    match store::update_slot(tx, &visit).await {
        Ok(true) => {}
        Ok(false) => return Err(Error::NotChangeable),
        Err(error) if ["appointments_slot", "appointments_overlap"].iter().any(|name| error.is_conflict(name)) => {
            return Err(Error::SlotTaken);
        }
        Err(error) => return Err(error.into()),
    }
    phone_consultations::reset_calls(tx, visit.phone.as_mut()).await?;
    reservations::remove_satisfied(tx, waiting).await?;
    let changed = vec![ChangedAppointment { appointment: visit, before: Some(before), kind: Some(kind) }];
    appointment_changed(tx, changed, (slice::from_ref(doctor), contacts), by).await?.pop().ok_or(Error::NoAppointment)
}

//! Moving an approved visit: by its doctor, or by the desk.

use std::slice;

use jiff::civil::Date;

use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::changes::{
    Actor, ChangedAppointment, ChangedBy, appointment_changed, publish_appointment_changed,
};
use crate::appointments::desk_bookings::check_slot;
use crate::appointments::mails::ChangeKind;
use crate::appointments::model::{Appointment, Status};
use crate::appointments::rules::MAX_CHANGES_PER_APPOINTMENT;
use crate::appointments::service::{Error, list_contacts};
use crate::appointments::{phone_consultations, store};
use crate::directory::{self, DayTime};
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
/// told. If it is at another time than the caller saw, the error holds it as it is now.
pub async fn move_visit(app: &App, desk: &ActingForDoctor, id: String, to: Move) -> Result<Appointment, Error> {
    let (now, organizer, is_limited) = (app.clock.india(), app.mailer.address(), app.config.rate_limits);
    let moved = desk.write(app, async move |tx, desk| {
        let Move { slot, reason, seen: (day, time) } = to;
        let mut visit = desk.find_visit(tx, &id).await?;
        if visit.status != Status::Checked || !visit.is_changeable(now.timestamp()) {
            return Err(Error::NotChangeable);
        }
        if day.is_some_and(|day| day != visit.slot.day) || time.is_some_and(|time| time != visit.slot.time) {
            desk.veil(tx, [&mut visit]).await?;
            return Err(Error::ChangedSince(Box::new(visit)));
        }
        if visit.slot == slot {
            desk.veil(tx, [&mut visit]).await?;
            return Ok((visit, false));
        }
        if visit.sequence >= MAX_CHANGES_PER_APPOINTMENT && is_limited {
            return Err(Error::MovedTooOften);
        }
        let doctor = directory::find_listed(tx, &desk.doctor_id).await?.ok_or(scheduling::Error::NoDoctor)?;
        check_slot(&desk, &doctor, (slot, visit.mode()), &now)?;
        let waiting = reservations::check(tx, &doctor, &visit.user_id, slot, &now).await?;
        let contacts = list_contacts(tx, slice::from_ref(&visit)).await?;
        let (counted, before) = (visit.counted(), visit.slot);
        visit.move_to(slot, &doctor);
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
        let kind = Some(ChangeKind::MovedByDoctor(before));
        let changed = vec![ChangedAppointment { appointment: visit, before: Some(counted), kind }];
        let by = ChangedBy { actor: Actor::Desk(&desk, "move"), organizer: &organizer, now: now.timestamp() };
        let of = (slice::from_ref(&doctor), &contacts);
        let mut visit = appointment_changed(tx, changed, of, by).await?.pop().ok_or(Error::NoAppointment)?;
        desk.veil(tx, [&mut visit]).await?;
        Ok((visit, true))
    });
    let (visit, is_moved) = moved.await?;
    if is_moved {
        publish_appointment_changed(app, slice::from_ref(&visit));
    }
    Ok(visit)
}

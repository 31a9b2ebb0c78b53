//! Decisions about requests, and the lists of a doctor's appointments.

use std::slice;

use futures::future::join;
use jiff::Zoned;
use jiff::civil::Date;

use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::auto_approval::save_offer;
use crate::appointments::cancellation::cancel_all;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{
    Actor, ChangedAppointment, ChangedBy, NotifiedAppointment, appointment_changed, publish_appointment_changed,
};
use crate::appointments::model::{Appointment, ExpectedSlot, Status, WithDoctor};
use crate::appointments::service::{Error, find_contact_of_patient, list_contacts};
use crate::appointments::store::{self, APPROVED, MAX_LISTED, OfDoctor, WITH_DOCTOR};
use crate::directory;
use crate::platform::clock::day_bounds;
use crate::platform::db::{self, Tx};
use crate::platform::list::{Order, Page, Part};
use crate::scheduling::reservations::Taker;
use crate::scheduling::slots::list_taken;
use crate::scheduling::{self, Slot, reservations};

pub use crate::appointments::store::{ALL, DECIDED, ENDING, LATEST, PENDING};

/// A doctor's answer to a request.
pub enum Reply {
    Approve,
    Reject {
        reason: Option<String>,
        /// Another time that the doctor offers instead.
        offered: Option<Slot>,
    },
}

/// Approves or rejects a request, once. If it is at another time than the caller saw, or no longer pending, the error holds it as it is now.
pub async fn decide(
    app: &App,
    caller: &ActingForDoctor,
    id: String,
    reply: Reply,
    seen: ExpectedSlot,
) -> Result<Appointment, Error> {
    let (india, organizer) = (app.clock.india(), app.mailer.address());
    let now = india.timestamp();
    let (status, reason, offered, kind, action) = match reply {
        Reply::Approve => (Status::Checked, None, None, ChangeKind::Approved, "approve"),
        Reply::Reject { reason, offered } => (Status::Rejected, reason, offered, ChangeKind::Rejected, "reject"),
    };
    // A patient who moves the visit locks the doctor too, so it stays at the time that is compared with what the caller saw.
    let decided = caller.write(app, async move |tx, desk| {
        let (before, doctor) =
            join(desk.find_visit(&mut tx.concurrent(), &id), directory::find(&mut tx.concurrent(), &desk.doctor_id))
                .await;
        let (before, doctor) = (before?, doctor?.ok_or(scheduling::Error::NoDoctor)?);
        if !seen.matches(before.slot) {
            return Err(desk.changed_since(tx, before).await?);
        }
        if let Some(slot) = offered {
            check_offer(tx, &desk, (&doctor, &before), slot, &india).await?;
        }
        let (is_decided, contacts) = join(
            store::decide(&mut tx.concurrent(), &id, status, reason.as_deref()),
            list_contacts(&mut tx.concurrent(), slice::from_ref(&before)),
        )
        .await;
        if !is_decided? {
            // A patient who cancels does not lock the doctor: it may have changed since it was read.
            let now_is = desk.find_visit(tx, &id).await?;
            return Err(desk.changed_since(tx, now_is).await?);
        }
        if let Some(slot) = offered {
            save_offer(tx, &id, slot).await?;
        }
        // After the decision, and not concurrently: concurrent statements may run in any order.
        let counted = before.counted();
        let appointment = Appointment { status, reason, token: None, offered, sequence: before.sequence + 1, ..before };
        let changed = vec![ChangedAppointment { appointment, before: Some(counted), kind: Some(kind) }];
        let by = ChangedBy { actor: Actor::Desk(&desk, action), organizer: &organizer, now };
        let (contacts, doctors) = (contacts?, slice::from_ref(&doctor));
        let changed = appointment_changed(tx, changed, (doctors, &contacts), by).await?.pop();
        let mut appointment = changed.ok_or(Error::NoAppointment)?;
        desk.veil(tx, [&mut appointment]).await?;
        Ok(appointment)
    });
    let decided = decided.await?;
    publish_appointment_changed(app, slice::from_ref(&decided));
    Ok(decided)
}

/// Refuses to offer a time that the desk cannot give away, or that is taken or reserved.
async fn check_offer(
    tx: &mut Tx<'_>,
    desk: &ActingForDoctor,
    (doctor, request): (&directory::Doctor, &Appointment),
    slot: Slot,
    now: &Zoned,
) -> Result<(), Error> {
    desk.check_slot(doctor, (slot, request.mode()), now)?;
    let starts_at = slot.starts_at().as_millisecond();
    let taken = list_taken(tx, &doctor.id, starts_at - Slot::MILLIS + 1, starts_at + Slot::MILLIS).await?;
    if !taken.is_empty() {
        return Err(Error::SlotTaken);
    }
    reservations::check(tx, doctor, Taker::of_new_visit(&request.user_id), slot, now).await?;
    Ok(())
}

/// Cancels an approved visit that has not started, with a reason for the patient.
pub async fn cancel(
    app: &App,
    caller: &ActingForDoctor,
    id: String,
    reason: Option<String>,
) -> Result<NotifiedAppointment, Error> {
    let (now, organizer, kind) = (app.clock.now(), app.mailer.address(), ChangeKind::CancelledByDoctor);
    let (cancelled, to) = caller
        .write(app, async move |tx, desk| {
            let mut appointment = desk.find_visit(tx, &id).await?;
            if appointment.status != Status::Checked || !appointment.is_changeable(now) {
                return Err(Error::NotChangeable);
            }
            appointment.reason = reason;
            let by = ChangedBy { actor: Actor::Desk(&desk, "cancel"), organizer: &organizer, now };
            let cancelled = cancel_all(tx, vec![appointment], kind, by).await?.pop();
            let mut cancelled = cancelled.ok_or(Error::NotChangeable)?;
            let to = find_contact_of_patient(tx, &cancelled).await?;
            desk.veil(tx, [&mut cancelled]).await?;
            Ok::<_, Error>((cancelled, to))
        })
        .await?;
    publish_appointment_changed(app, slice::from_ref(&cancelled));
    Ok(NotifiedAppointment::new(app, kind, cancelled, to.as_ref()))
}

/// The filters of a doctor's list.
#[derive(Debug, Default)]
pub struct VisitFilter {
    pub day: Option<Date>,
    /// In lower case.
    pub search: Option<String>,
}

impl VisitFilter {
    fn of<'a>(&'a self, desk: &'a ActingForDoctor, status: &'static str, earliest: i64) -> OfDoctor<'a> {
        let (from, to) = self.day.map_or((i64::MIN, i64::MAX), day_bounds);
        let (search, sight) = (self.search.as_deref(), &desk.sight);
        OfDoctor { doctor_id: &desk.doctor_id, status, from: from.max(earliest), to, search, sight }
    }
}

/// Appointments of the given statuses.
pub async fn list(
    app: &App,
    desk: &ActingForDoctor,
    (status, order): (&'static str, Order),
    filter: &VisitFilter,
    part: Part<'_>,
) -> db::Result<Page<WithDoctor>> {
    let wanted = filter.of(desk, status, i64::MIN);
    let listed = app.db.read(async |tx| {
        let mut page = wanted.list().page(tx, &WITH_DOCTOR, order, part).await?;
        desk.veil(tx, page.data.iter_mut().map(|row| &mut row.appointment)).await?;
        Ok(page)
    });
    listed.await
}

/// Approved visits still to come, the soonest first.
pub async fn list_coming(app: &App, desk: &ActingForDoctor, filter: &VisitFilter) -> db::Result<Page<Appointment>> {
    let wanted = filter.of(desk, APPROVED, app.clock.now_millis());
    let coming = app.db.read(async |tx| {
        let mut page = Page::whole(store::list_coming_of_doctor(tx, &wanted).await?);
        desk.veil(tx, &mut page.data).await?;
        // Rarely longer than one page; only then is it worth counting.
        if page.total >= MAX_LISTED {
            page.total = wanted.list().count(tx).await?;
        }
        Ok(page)
    });
    coming.await
}

//! Cancelling several appointments at once: of a user, of a doctor, or because of leave.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures::future::join;
use jiff::Timestamp;

use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{Actor, ChangedAppointment, ChangedBy, appointment_changed};
use crate::appointments::model::{Appointment, Status};
use crate::appointments::service::list_contacts;
use crate::appointments::store::{self, ACTIVE, ALL, APPOINTMENT, Cancelled, LATEST, OfDoctor};
use crate::directory::{self, Doctor};
use crate::platform::db::{self, Tx};

/// Why and when bookings are cancelled. The patient gets the reason by mail.
pub struct Cancellation<'a> {
    pub reason: Option<&'a str>,
    pub organizer: &'a str,
    pub now: Timestamp,
}

impl Cancellation<'_> {
    /// Cancels a user's upcoming visits; the caller holds the user's lock.
    pub async fn of_user(&self, tx: &mut Tx<'_>, user_id: &str) -> db::Result<Vec<Appointment>> {
        let coming = store::list_upcoming_of_user(tx, user_id, self.now.as_millisecond()).await?;
        self.cancel(tx, coming).await
    }

    /// Cancels a doctor's upcoming visits; the caller holds the doctor's lock.
    pub async fn of_doctor(&self, tx: &mut Tx<'_>, doctor_id: &str) -> db::Result<Vec<Appointment>> {
        let coming = list_coming_of_doctor(tx, doctor_id, self.now).await?;
        self.cancel(tx, coming).await
    }

    async fn cancel(&self, tx: &mut Tx<'_>, mut coming: Vec<Appointment>) -> db::Result<Vec<Appointment>> {
        for appointment in &mut coming {
            appointment.reason = self.reason.map(String::from);
        }
        let by = ChangedBy { actor: Actor::Unrecorded, organizer: self.organizer, now: self.now };
        cancel_all(tx, coming, ChangeKind::CancelledByUs, by).await
    }
}

/// Active visits of a doctor that have not started, the soonest first.
pub async fn list_coming_of_doctor(tx: &mut Tx<'_>, doctor_id: &str, now: Timestamp) -> db::Result<Vec<Appointment>> {
    let from = now.as_millisecond() + 1;
    store::list_coming_of_doctor(tx, &OfDoctor::between(doctor_id, ACTIVE, (from, i64::MAX))).await
}

/// The latest visits of a doctor that have started, whatever their outcome.
pub async fn list_latest_of_doctor(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    now: Timestamp,
    limit: i64,
) -> db::Result<Vec<Appointment>> {
    let to = now.as_millisecond() + 1;
    OfDoctor::between(doctor_id, ALL, (i64::MIN, to)).list().first(tx, &APPOINTMENT, LATEST, limit).await
}

/// Cancels appointments inside a larger transaction, and returns those that were still active. A reason that an appointment has is stored
/// and mailed. The caller holds the lock of the user or of the doctor.
pub async fn cancel_all(
    tx: &mut Tx<'_>,
    appointments: Vec<Appointment>,
    kind: ChangeKind<'_>,
    by: ChangedBy<'_>,
) -> db::Result<Vec<Appointment>> {
    let mut by_reason = BTreeMap::<Option<&str>, Vec<String>>::new();
    for Appointment { id, reason, .. } in &appointments {
        by_reason.entry(reason.as_deref()).or_default().push(id.clone());
    }
    let mut stored = HashMap::new();
    for (reason, ids) in by_reason {
        stored.extend(store::cancel(tx, &ids, reason).await?);
    }
    let (mut cancelled, mut before) = (Vec::with_capacity(stored.len()), Vec::with_capacity(stored.len()));
    for mut appointment in appointments {
        let Some(Cancelled { before: status, attendance, sequence }) = stored.remove(&appointment.id) else { continue };
        // The doctor may have approved or marked it since it was read.
        (appointment.status, appointment.attendance, appointment.sequence) = (status, attendance, sequence);
        before.push(appointment.counted());
        appointment.status = Status::Cancelled;
        cancelled.push(appointment);
    }
    let (doctors, contacts) =
        join(find_doctors(&mut tx.concurrent(), &cancelled), list_contacts(&mut tx.concurrent(), &cancelled)).await;
    let (doctors, contacts) = (doctors?, contacts?);
    let changed = cancelled.into_iter().zip(before);
    let changed = changed
        .map(|(appointment, before)| ChangedAppointment { appointment, before: Some(before), kind: Some(kind) })
        .collect();
    appointment_changed(tx, changed, (&doctors, &contacts), by).await
}

/// The doctors of appointments.
async fn find_doctors(tx: &mut Tx<'_>, appointments: &[Appointment]) -> db::Result<Vec<Doctor>> {
    let ids: BTreeSet<&str> = appointments.iter().map(|appointment| appointment.doctor_id.as_str()).collect();
    let mut doctors = Vec::with_capacity(ids.len());
    for id in ids {
        doctors.extend(directory::find(tx, id).await?);
    }
    Ok(doctors)
}

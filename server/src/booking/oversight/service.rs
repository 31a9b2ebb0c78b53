//! Cancelling what blocked users and suspended doctors have still to come.

use jiff::Timestamp;

use crate::app::App;
use crate::booking::mails::Change;
use crate::booking::model::Appointment;
use crate::booking::service::{cancel_all, topic};
use crate::booking::store::{self, ACTIVE, ALL, LONGEST, OfDoctor};
use crate::directory::desk::Sight;
use crate::platform::db::{self, Tx};

/// Why and when bookings are cancelled: the patient is told.
pub struct Cancellation<'a> {
    pub reason: Option<&'a str>,
    pub organizer: &'a str,
    pub now: Timestamp,
}

impl Cancellation<'_> {
    /// Cancels what a user has still to come; the caller holds the user's lock.
    pub async fn of_user(&self, tx: &mut Tx<'_>, user_id: &str) -> db::Result<Vec<Appointment>> {
        let coming = store::list_upcoming_of_user(tx, user_id, self.now.as_millisecond()).await?;
        self.cancel(tx, coming).await
    }

    /// Cancels what a doctor has still to come; the caller holds the doctor's lock.
    pub async fn of_doctor(&self, tx: &mut Tx<'_>, doctor_id: &str) -> db::Result<Vec<Appointment>> {
        let coming = list_coming_of_doctor(tx, doctor_id, self.now).await?;
        self.cancel(tx, coming).await
    }

    async fn cancel(&self, tx: &mut Tx<'_>, mut coming: Vec<Appointment>) -> db::Result<Vec<Appointment>> {
        for appointment in &mut coming {
            appointment.reason = self.reason.map(String::from);
        }
        cancel_all(tx, coming, Change::CancelledByUs, self.now, self.organizer).await
    }
}

/// Active visits of a doctor that have not started, the soonest first.
pub async fn list_coming_of_doctor(tx: &mut Tx<'_>, doctor_id: &str, now: Timestamp) -> db::Result<Vec<Appointment>> {
    let from = now.as_millisecond() + 1;
    let wanted = OfDoctor { doctor_id, status: ACTIVE, from, to: i64::MAX, search: None, sight: &Sight::Everything };
    store::list_coming_of_doctor(tx, &wanted, LONGEST).await
}

/// The latest visits of a doctor that have started, whatever became of them.
pub async fn list_latest_of_doctor(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    now: Timestamp,
    limit: i64,
) -> db::Result<Vec<Appointment>> {
    let to = now.as_millisecond() + 1;
    let wanted = OfDoctor { doctor_id, status: ALL, from: i64::MIN, to, search: None, sight: &Sight::Everything };
    store::list_latest_of_doctor(tx, &wanted, limit).await
}

/// Said after the commit, so that the doctors' open pages ask again.
pub fn tell_doctors(app: &App, cancelled: &[Appointment]) {
    for appointment in cancelled {
        publish_doctor_changed(app, &appointment.doctor_id);
    }
}

/// Said after the commit, so that whatever shows a doctor's day reads it again; the screen of one who is suspended ends.
pub fn publish_doctor_changed(app: &App, doctor_id: &str) {
    app.live.publish(&topic(doctor_id));
}

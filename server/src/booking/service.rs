//! What every change of an appointment shares: whom it belongs to, whom it is told, and what it frees.

use jiff::Timestamp;
use jiff::civil::Date;

use super::figures::Tally;
use super::mails::{Change, News};
use super::model::{Appointment, Status};
use super::rules::Refusal;
use super::store;
use crate::app::App;
use crate::directory;
use crate::identity::callers::{Caller, SignedOut};
use crate::identity::{self, Role};
use crate::platform::audit::Subject;
use crate::platform::clock;
use crate::platform::db::{self, Tx};
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

/// What open pages of a doctor listen to.
pub fn topic(doctor_id: &str) -> String {
    format!("doctor:{doctor_id}")
}

/// Said after the commit: mails wait, and the doctor's open pages ask again.
pub fn spread(app: &App, doctor_id: &str) {
    app.mail_waits();
    app.live.publish(&topic(doctor_id));
}

/// An appointment of the caller's, who is its patient or its doctor.
pub async fn find_own(tx: &mut Tx<'_>, caller: &Caller, id: &str) -> Result<Appointment, Error> {
    let appointment = store::find(tx, id).await?.ok_or(Error::NoAppointment)?;
    let owner = match caller.role {
        Role::User => &appointment.user_id,
        Role::Doctor => &appointment.doctor_id,
        _ => return Err(Error::NotYours),
    };
    if *owner == caller.id { Ok(appointment) } else { Err(Error::NotYours) }
}

/// Cancels appointments inside a larger unit, tells whom it concerns, and returns those that were still active. A reason
/// that one has by now is stored and told. Whoever calls holds the lock of the user or of the doctor.
pub async fn cancel_all(
    tx: &mut Tx<'_>,
    appointments: Vec<Appointment>,
    change: Change,
    now: Timestamp,
    organizer: &str,
) -> db::Result<Vec<Appointment>> {
    let (mut cancelled, mut tally) = (Vec::with_capacity(appointments.len()), Tally::default());
    for mut appointment in appointments {
        let cancelled_now = store::cancel(tx, &appointment.id, appointment.reason.as_deref()).await?;
        let Some((before, sequence)) = cancelled_now else { continue };
        // The doctor may have approved it since it was read.
        (appointment.status, appointment.sequence) = (Status::Cancelled, sequence);
        tally.changed(&appointment, before);
        if let Some(doctor) = directory::find(tx, &appointment.doctor_id).await? {
            tell(tx, News { change, appointment: &appointment, doctor: &doctor, organizer, now }).await?;
        }
        cancelled.push(appointment);
    }
    tally.save(tx).await?;
    Ok(cancelled)
}

/// The doctor's decision, for the log; the reason is the appointment's.
pub async fn record(tx: &mut Tx<'_>, me: &Caller, action: &str, about: &Appointment, now: Timestamp) -> db::Result<()> {
    let subject = Subject { kind: "booking", id: &about.id, name: &about.patient_name };
    me.record(tx, action, subject, about.reason.as_deref(), now).await
}

/// Writes to the patient's account and to the doctor, in the same transaction as what the mails tell of.
pub async fn tell(tx: &mut Tx<'_>, news: News<'_>) -> db::Result<()> {
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
pub fn day_bounds(day: Date) -> (i64, i64) {
    let next = day.tomorrow().map_or(Timestamp::MAX, clock::midnight);
    (clock::midnight(day).as_millisecond(), next.as_millisecond())
}

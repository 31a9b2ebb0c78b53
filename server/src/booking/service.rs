//! What every change of an appointment shares: whom it belongs to, whom it is told, and what it frees.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures::future::join;
use jiff::Timestamp;
use jiff::civil::Date;

use super::figures::Tally;
use super::mails::{Change, News};
use super::model::{Appointment, Status};
use super::rules::Refusal;
use super::store::{self, Cancelled};
use crate::app::App;
use crate::directory::{self, DayTime, Doctor};
use crate::identity::callers::{Caller, SignedOut};
use crate::identity::{self, Contact, Role};
use crate::platform::audit::Subject;
use crate::platform::clock;
use crate::platform::db::{self, Tx};
use crate::platform::http::Problem;
use crate::platform::{messages, outbox};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such doctor, or not listed.
    #[error("no such doctor")]
    NoDoctor,
    #[error("no such appointment")]
    NoAppointment,
    /// No such person among those whom the user books for.
    #[error("no such person")]
    NoPerson,
    /// The appointment is another user's.
    #[error("not yours")]
    NotYours,
    #[error("not bookable: {0:?}")]
    NotBookable(Refusal),
    #[error("the slot is taken")]
    SlotTaken,
    /// For somebody who waits.
    #[error("the slot is held")]
    Held,
    /// So there is no need to wait.
    #[error("something is free")]
    SomethingIsFree,
    #[error("no such entry of a waitlist")]
    NoWait,
    /// Accepted by another way, declined, expired, or no link of ours.
    #[error("the offer has ended")]
    OfferEnded,
    /// The account has no number, or the person whom it is for was removed.
    #[error("the patient's details are missing")]
    DetailsMissing,
    /// One user waits for as many days as one may.
    #[error("too many waits")]
    TooManyWaits,
    #[error("the line is full")]
    LineIsFull,
    #[error("too many bookings")]
    TooMany,
    /// Booked again and again within an hour.
    #[error("booked too often")]
    TooOften,
    #[error("too many people")]
    TooManyPeople,
    #[error("moved too often")]
    MovedTooOften,
    /// More walk-ins in a day than anybody can see.
    #[error("too many walk-ins")]
    TooManyWalkIns,
    #[error("no such screen")]
    NoScreen,
    /// No screen shows this code, or no longer.
    #[error("wrong code of a screen")]
    WrongScreenCode,
    #[error("too many screens")]
    TooManyScreens,
    /// Late in another way again and again: each time everybody who waits gets a mail.
    #[error("late too often")]
    LateTooOften,
    /// Decided, cancelled or started.
    #[error("no longer changeable")]
    NotChangeable,
    /// Marked otherwise since the caller saw it.
    #[error("marked since it was seen")]
    MarkedSince,
    /// Its slot, which begins then, has not begun.
    #[error("not absent yet")]
    NotAbsentYet(DayTime),
    /// Not what its doctor saw: moved, decided or cancelled since. With the booking as it is now.
    #[error("changed since it was seen")]
    ChangedSince(Box<Appointment>),
    /// The week has several sessions, so that it has no one start and end to change.
    #[error("several sessions")]
    SeveralSessions,
    #[error("no such session")]
    NoSession,
    #[error("too many sessions")]
    TooManySessions,
    #[error("too many leaves")]
    TooManyLeaves,
    /// What is wrong with a form that only the stored week can tell.
    #[error("wrong fields")]
    Fields(Problem),
    /// The day to come again on is over.
    #[error("that day is over")]
    DayOver,
    /// Answered already, over, or not proposed yet.
    #[error("not proposed")]
    NotProposed,
    /// Not one of the days for which a follow-up is proposed.
    #[error("another day than proposed")]
    OtherDay,
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Where to write to people, by the ids of their accounts.
pub type Contacts = HashMap<String, Contact>;

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
    change: Change<'_>,
    now: Timestamp,
    organizer: &str,
) -> db::Result<Vec<Appointment>> {
    let mut by_reason = BTreeMap::<Option<&str>, Vec<String>>::new();
    for Appointment { id, reason, .. } in &appointments {
        by_reason.entry(reason.as_deref()).or_default().push(id.clone());
    }
    let mut changed = HashMap::new();
    for (reason, ids) in by_reason {
        changed.extend(store::cancel(tx, &ids, reason).await?);
    }
    let (mut cancelled, mut tally) = (Vec::with_capacity(changed.len()), Tally::default());
    for mut appointment in appointments {
        let Some(Cancelled { before, attendance, sequence }) = changed.remove(&appointment.id) else { continue };
        // The doctor may have approved or marked it since it was read.
        (appointment.status, appointment.attendance, appointment.sequence) = (Status::Cancelled, attendance, sequence);
        tally.changed(&appointment, before);
        cancelled.push(appointment);
    }
    let (doctors, contacts) =
        join(find_doctors(&mut tx.beside(), &cancelled), list_contacts(&mut tx.beside(), &cancelled)).await;
    let (doctors, contacts) = (doctors?, contacts?);
    let news = cancelled.iter().filter_map(|appointment| {
        let doctor = doctors.get(&appointment.doctor_id)?;
        Some(News { change, appointment, doctor, organizer, now })
    });
    tell(tx, &news.collect::<Vec<_>>(), &contacts).await?;
    tally.save(tx).await?;
    Ok(cancelled)
}

/// The doctors of appointments, by their ids.
async fn find_doctors(tx: &mut Tx<'_>, appointments: &[Appointment]) -> db::Result<HashMap<String, Doctor>> {
    let ids: BTreeSet<&str> = appointments.iter().map(|appointment| appointment.doctor_id.as_str()).collect();
    let mut doctors = HashMap::with_capacity(ids.len());
    for id in ids {
        doctors.extend(directory::find(tx, id).await?.map(|doctor| (id.to_owned(), doctor)));
    }
    Ok(doctors)
}

/// Where to write to whom appointments concern.
pub async fn list_contacts(tx: &mut Tx<'_>, appointments: &[Appointment]) -> db::Result<Contacts> {
    let concerned = |appointment: &Appointment| [appointment.user_id.clone(), appointment.doctor_id.clone()];
    let people: BTreeSet<String> = appointments.iter().flat_map(concerned).collect();
    identity::list_contacts(tx, &people.into_iter().collect::<Vec<_>>()).await
}

/// An appointment in the log.
pub fn subject(about: &Appointment) -> Subject<'_> {
    Subject { kind: "booking", id: &about.id, name: &about.patient_name }
}

/// The doctor's decision, for the log; the reason is the appointment's.
pub async fn record(tx: &mut Tx<'_>, me: &Caller, action: &str, about: &Appointment, now: Timestamp) -> db::Result<()> {
    me.record(tx, action, subject(about), about.reason.as_deref(), now).await
}

/// Takes back what still waits to tell the patient's phone of an appointment. Who gets nothing there costs nothing.
pub async fn withdraw_from_phone(tx: &mut Tx<'_>, id: &str, patient: Option<&Contact>) -> db::Result<()> {
    match patient {
        Some(Contact { phone: Some(_), .. }) => messages::withdraw(tx, &[id.to_owned()]).await,
        _ => Ok(()),
    }
}

/// Writes to the patients' accounts and to the doctors, in the same transaction as what the mails tell of. What still waits to tell of
/// an appointment that has changed is withdrawn; call it after the change, so that another transaction that tells of the appointment
/// waits for its row.
pub async fn tell(tx: &mut Tx<'_>, news: &[News<'_>], contacts: &Contacts) -> db::Result<()> {
    let Some(first) = news.first() else { return Ok(()) };
    let (mut mails, mut later, mut to_phones) = (Vec::with_capacity(2 * news.len()), Vec::new(), Vec::new());
    let (mut superseded, mut on_phones) = (Vec::new(), Vec::new());
    for one in news {
        let (change, id) = (one.change, &one.appointment.id);
        let (patient, doctor) = (contacts.get(&one.appointment.user_id), contacts.get(&one.appointment.doctor_id));
        if change.supersedes() {
            superseded.push(id.clone());
            on_phones.extend(patient.and_then(|contact| contact.phone.as_ref()).map(|_| id.clone()));
        }
        let told = if change.is_first() || change.supersedes() { &mut mails } else { &mut later };
        told.extend(patient.map(|contact| one.to_patient(contact)));
        told.extend(doctor.and_then(|contact| one.to_doctor(contact)));
        to_phones.extend(patient.and_then(|contact| one.to_phone(contact)));
    }
    outbox::withdraw(tx, &superseded).await?;
    if !on_phones.is_empty() {
        messages::withdraw(tx, &on_phones).await?;
    }
    outbox::enqueue_first(tx, &mails, first.now).await?;
    outbox::enqueue_all(tx, &later, first.now).await?;
    messages::enqueue(tx, &to_phones, first.now).await
}

/// From midnight to midnight in India, as UTC milliseconds.
pub fn day_bounds(day: Date) -> (i64, i64) {
    let next = day.tomorrow().map_or(Timestamp::MAX, clock::midnight);
    (clock::midnight(day).as_millisecond(), next.as_millisecond())
}

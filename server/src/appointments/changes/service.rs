//! The consequences of a changed appointment: one list for every way in which it can change.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::mails::AppointmentEvent;
use crate::appointments::model::{Appointment, Status};
use crate::appointments::service::{Contacts, contact_of_patient, publish_doctor_changed, subject};
use crate::appointments::tokens;
use crate::directory::{Doctor, desk};
use crate::identity::Contact;
use crate::identity::callers::Caller;
use crate::platform::audit::{self, Entry};
use crate::platform::db::{self, Tx};
use crate::platform::phone_messages::MessageKind;
use crate::platform::push::{self, NextChannel, Push};
use crate::platform::{outbox, phone_messages};
use crate::statistics::{Counted, Tally};

/// The actor of a change, and the action's name in the audit log.
#[derive(Clone, Copy)]
pub enum Actor<'a> {
    /// The patient, or an actor whose action is audited as a whole elsewhere.
    Unrecorded,
    Program(&'static str),
    Doctor(&'a Caller, &'static str),
    Desk(&'a ActingForDoctor, &'static str),
}

impl Actor<'_> {
    async fn record(self, tx: &mut Tx<'_>, changed: &Appointment, now: Timestamp) -> db::Result<()> {
        let (subject, reason) = (subject(changed), changed.reason.as_deref());
        match self {
            Self::Unrecorded => Ok(()),
            Self::Program(action) => audit::record(tx, Entry::of_program(action, subject), now).await,
            Self::Doctor(caller, action) => caller.record(tx, action, subject, reason, now).await,
            Self::Desk(desk, action) => desk.record(tx, action, subject, reason, now).await,
        }
    }
}

/// An appointment after a change that is stored.
pub struct ChangedAppointment<'a> {
    pub appointment: Appointment,
    /// The state that the sums counted before; `None` if it is new.
    pub before: Option<Counted>,
    /// Which mails the patient and the doctor get; `None` sends neither.
    pub kind: Option<ChangeKind<'a>>,
}

/// An appointment that the doctor or the desk has changed, and whether its patient is notified of that.
pub struct NotifiedAppointment {
    pub appointment: Appointment,
    /// False where nothing can be sent: then the desk calls.
    pub is_notified: bool,
}

impl NotifiedAppointment {
    /// `to` is where the patient is written to.
    pub fn new(app: &App, kind: ChangeKind<'_>, appointment: Appointment, to: Option<&Contact>) -> Self {
        Self { is_notified: kind.reaches_patient(&appointment, to, app.messenger.as_ref()), appointment }
    }
}

/// The actor and the time of a change.
#[derive(Clone, Copy)]
pub struct ChangedBy<'a> {
    pub actor: Actor<'a>,
    /// The address that calendars know us by.
    pub organizer: &'a str,
    pub now: Timestamp,
}

/// All consequences of changed appointments inside their transaction: tokens, notifications, the audit log and, last, the sums. Returns the
/// appointments with their tokens.
pub async fn appointment_changed(
    tx: &mut Tx<'_>,
    mut changed: Vec<ChangedAppointment<'_>>,
    (doctors, contacts): (&[Doctor], &Contacts),
    ChangedBy { actor, organizer, now }: ChangedBy<'_>,
) -> db::Result<Vec<Appointment>> {
    let doctor_of = |appointment: &Appointment| doctors.iter().find(|doctor| doctor.id == appointment.doctor_id);
    for ChangedAppointment { appointment, .. } in &mut changed {
        let wants_token = appointment.status == Status::Checked && appointment.phone.is_none();
        if let (true, None, Some(doctor)) = (wants_token, &appointment.token, doctor_of(appointment)) {
            appointment.token = tokens::assign(tx, &doctor.schedule, appointment).await?;
        }
    }
    let events = changed.iter().filter_map(|ChangedAppointment { appointment, kind, .. }| {
        let doctor = doctor_of(appointment)?;
        Some(AppointmentEvent { kind: (*kind)?, appointment, doctor, organizer, now })
    });
    enqueue_notifications(tx, &events.collect::<Vec<_>>(), contacts).await?;
    for ChangedAppointment { appointment, .. } in &changed {
        actor.record(tx, appointment, now).await?;
    }
    let mut tally = Tally::default();
    for ChangedAppointment { appointment, before, .. } in &changed {
        if let Some(before) = before {
            tally.remove(before);
        }
        tally.add(&appointment.counted());
    }
    tally.save(tx).await?;
    Ok(changed.into_iter().map(|one| one.appointment).collect())
}

/// All consequences after the commit: the mails are sent, and the doctors' open pages are notified.
pub fn publish_appointment_changed(app: &App, changed: &[Appointment]) {
    let doctors: BTreeSet<&str> = changed.iter().map(|appointment| appointment.doctor_id.as_str()).collect();
    for doctor_id in doctors {
        publish_doctor_changed(app, doctor_id);
    }
}

/// Writes to the patients' accounts and to the doctors, in the same transaction as what the mails tell of. Mails that are not sent yet and
/// tell of an appointment that has changed are withdrawn; call it after the change, so that another transaction that tells of the
/// appointment waits for its row.
pub async fn enqueue_notifications(
    tx: &mut Tx<'_>,
    events: &[AppointmentEvent<'_>],
    contacts: &Contacts,
) -> db::Result<()> {
    let Some(first) = events.first() else { return Ok(()) };
    let (mut mails, mut later, mut to_phones) = (Vec::with_capacity(2 * events.len()), Vec::new(), Vec::new());
    let (mut superseded, mut on_phones) = (Vec::new(), Vec::new());
    let (mut pushes, mut on_browsers) = (Vec::new(), Vec::new());
    for event in events {
        let (kind, id) = (event.kind, &event.appointment.id);
        let patient = contact_of_patient(contacts, event.appointment);
        let doctor = contacts.get(&event.appointment.doctor_id);
        if kind.supersedes() {
            superseded.push(id.clone());
            on_phones.extend(patient.and_then(|contact| contact.phone.as_ref()).map(|_| id.clone()));
            let has_push = |contact: &&Contact| contact.has_push || contact.has_desk_push;
            on_browsers.extend([patient, doctor].into_iter().flatten().find(has_push).map(|_| id.clone()));
        }
        let mut mail = patient.map(|contact| event.to_patient(contact));
        let mut message = patient.and_then(|contact| event.to_phone(contact));
        if let Some((contact, push)) = patient.and_then(|contact| Some((contact, event.push_to_patient(contact)?))) {
            let next = NextChannel { mail: mail.take_if(|_| !event.clears_calendar()), message: message.take() };
            pushes.push(push.in_lang(contact.lang, next, first.now));
        }
        let queue = if kind.is_first() || kind.supersedes() { &mut mails } else { &mut later };
        queue.extend(mail);
        if let Some(contact) = doctor {
            match event.push_to_doctor(contact) {
                Some(push) => pushes.push(push),
                None => queue.extend(event.to_doctor(contact)),
            }
            pushes.extend(pushes_to_desk(tx, event, contact).await?);
        }
        to_phones.extend(message.map(|message| (message, kind.is_by_patient())));
    }
    if !on_browsers.is_empty() {
        push::withdraw(tx, &on_browsers).await?;
    }
    outbox::withdraw(tx, &superseded).await?;
    if !on_phones.is_empty() {
        phone_messages::withdraw(tx, &on_phones).await?;
    }
    if !pushes.is_empty() {
        push::enqueue(tx, &pushes, first.now).await?;
    }
    outbox::enqueue_first(tx, &mails, first.now).await?;
    outbox::enqueue_all(tx, &later, first.now).await?;
    for (message, is_by_patient) in to_phones {
        if !is_by_patient || is_below_limit(tx, &message.account_id, first.now).await? {
            phone_messages::enqueue(tx, &[message], first.now).await?;
        }
    }
    Ok(())
}

/// A request's notifications to whoever answers at the doctor's desk.
async fn pushes_to_desk(tx: &mut Tx<'_>, event: &AppointmentEvent<'_>, doctor: &Contact) -> db::Result<Vec<Push>> {
    if !event.is_request() || !doctor.has_desk_push {
        return Ok(Vec::new());
    }
    let hospital = event.appointment.place.as_ref().map(|place| place.id.as_str());
    let staff = desk::list_notified(tx, &event.appointment.doctor_id, hospital).await?;
    Ok(staff.iter().filter_map(|(id, lang)| event.push_to_desk(id, *lang)).collect())
}

/// The limit of messages in a day to an account without an address about its own actions. Each costs the operator, and the page has confirmed
/// the action.
const MAX_MESSAGES_BY_PATIENT: i64 = 10;

async fn is_below_limit(tx: &mut Tx<'_>, account_id: &str, now: Timestamp) -> db::Result<bool> {
    let since = now.checked_sub(SignedDuration::from_hours(24)).unwrap_or(now);
    let kinds =
        [MessageKind::RequestedLink, MessageKind::ApprovedLink, MessageKind::MovedLink, MessageKind::CancelledLink];
    Ok(phone_messages::count_since(tx, account_id, &kinds, since).await? < MAX_MESSAGES_BY_PATIENT)
}

//! Everything that a user has, and the end of it, which frees their slots.

use jiff::Timestamp;

use crate::app::App;
use crate::appointments::cancellation::{Cancellation, cancel_all};
use crate::appointments::changes::{Actor, ChangedBy, publish_appointment_changed};
use crate::appointments::mails::ChangeKind;
use crate::appointments::model::{Appointment, WithDoctor};
use crate::appointments::people::{self, Person};
use crate::appointments::store;
use crate::appointments::unanswered::end_of_doctor;
use crate::clinic_day;
use crate::follow_ups;
use crate::identity::callers::{AccountLock, Patient};
use crate::identity::consents::{self, Consent};
use crate::identity::logins;
use crate::identity::sessions::OwnSession;
use crate::identity::users::{self, User};
use crate::identity::{self, Email, FormerNumber, Proof, contact_change, messaging};
use crate::platform::audit;
use crate::platform::db::{self, Tx};
use crate::platform::list::Part;
use crate::platform::phone_messages::OwnMessage;
use crate::reminders;
use crate::waitlist::{self, OwnEntry};

/// More than any person has.
const EVERYTHING: i64 = 100_000;

/// Everything that we hold about a user.
pub struct Everything {
    pub user: User,
    /// A new address that is not confirmed yet.
    pub waiting_email: Option<Email>,
    /// The number that the account had until somebody else proved it.
    pub former_number: Option<FormerNumber>,
    /// Where they are signed in.
    pub sessions: Vec<OwnSession>,
    /// Whom they book for.
    pub people: Vec<Person>,
    pub bookings: Vec<WithDoctor>,
    pub reminders: reminders::ReminderSettings,
    /// What doctors asked them to come again for.
    pub follow_ups: Vec<follow_ups::Marked>,
    /// What they wait for.
    pub waitlist: Vec<OwnEntry>,
    /// What was sent to their phone.
    pub messages: Vec<OwnMessage>,
    /// What they agreed to.
    pub consents: Vec<Consent>,
}

/// That somebody took it away is written down before.
pub async fn everything(app: &App, caller: &Patient) -> Result<Option<Everything>, identity::Error> {
    let (owner, instant) = (caller.clone(), app.clock.now());
    let (caller, now) = (caller.clone(), instant.as_millisecond());
    owner
        .write(app, AccountLock::Shared, async move |tx, me| {
            Ok::<_, identity::Error>(me.record_own(tx, "export", instant).await?)
        })
        .await?;
    app.db
        .public_report(async move |tx| {
            let Some(user) = users::find(tx, &caller.id).await? else { return Ok(None) };
            let waiting_email = contact_change::find_waiting(tx, &caller.id, now).await?;
            let former_number = identity::find_former_number(tx, &caller.id).await?;
            let sessions = logins::list_of(tx, &caller, now).await?;
            let people = people::list_of(tx, &caller.id).await?;
            let bookings = store::list_of_user(tx, &caller.id, None, Part::first(EVERYTHING)).await?.data;
            let reminders = reminders::settings_of(tx, &caller.id).await?;
            let follow_ups = follow_ups::list_of_user(tx, &caller.id).await?;
            let waitlist = waitlist::list_of_user(tx, &caller.id).await?;
            let messages = messaging::latest(tx, &caller.id).await?;
            let consents = consents::list_of(tx, &caller.id).await?;
            let everything = Everything {
                user,
                waiting_email,
                former_number,
                sessions,
                people,
                bookings,
                reminders,
                follow_ups,
                waitlist,
                messages,
                consents,
            };
            Ok(Some(everything))
        })
        .await
}

/// Cancels what is still to come, empties everything personal and ends every session, all at once.
pub async fn delete(app: &App, caller: &Patient, proof: Proof) -> Result<(), identity::Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let deleted = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        proof.check(tx).await?;
        me.record_own(tx, "delete", now).await?;
        Ok::<_, identity::Error>(erase_user(tx, &me.id, now, &organizer).await?)
    });
    let Erased { cancelled, addresses } = deleted.await?;
    app.after_erasure(addresses).await;
    app.wake_outbox();
    publish_appointment_changed(app, &cancelled);
    Ok(())
}

/// What is left to do after the commit: whose doctors to tell, and whose mails in files to delete.
pub struct Erased {
    pub cancelled: Vec<Appointment>,
    pub addresses: Vec<String>,
}

/// Cancels what a user has still to come and empties everything personal. The caller holds the user's lock.
pub async fn erase_user(tx: &mut Tx<'_>, id: &str, now: Timestamp, organizer: &str) -> db::Result<Erased> {
    waitlist::erase_of(tx, id).await?;
    follow_ups::erase_of_user(tx, id).await?;
    let addresses = identity::erase_mails(tx, id).await?;
    let mut known = store::lock_of_user(tx, id).await?;
    let coming = store::list_upcoming_of_user(tx, id, now.as_millisecond()).await?;
    // These are the last mails to the user.
    let by = ChangedBy { actor: Actor::Unrecorded, organizer, now };
    let cancelled = cancel_all(tx, coming, ChangeKind::Cancelled, by).await?;
    known.push(id.to_owned());
    store::erase_patients_of(tx, id).await?;
    people::erase_of(tx, id).await?;
    reminders::erase(tx, id).await?;
    users::erase(tx, id).await?;
    consents::erase_of(tx, id, now).await?;
    // Last: it takes a lock that others may wait for with rows in their hands.
    audit::erase_words(tx, &known).await?;
    Ok(Erased { cancelled, addresses })
}

/// Ends what and who waits for a doctor, cancels what they have still to come, and empties what they told patients about visits and
/// what is known of those who walked in. The caller holds the doctor's lock.
pub async fn leave_patients(
    tx: &mut Tx<'_>,
    id: &str,
    now: Timestamp,
    organizer: &str,
) -> db::Result<Vec<Appointment>> {
    // Whose doctor leaves is offered none of the doctor's times.
    end_of_doctor(tx, id, now, organizer, (&[], "")).await?;
    waitlist::end_of_doctor(tx, id, now).await?;
    let cancelled = Cancellation { reason: None, organizer, now }.of_doctor(tx, id).await?;
    store::erase_reasons_of_doctor(tx, id).await?;
    follow_ups::erase_of_doctor(tx, id).await?;
    clinic_day::erase_of_doctor(tx, id).await?;
    Ok(cancelled)
}

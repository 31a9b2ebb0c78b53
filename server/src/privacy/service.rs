//! A user's data as an export, and the deletion of accounts: bookings are cancelled, so that their slots are free again.

use jiff::Timestamp;

use crate::app::App;
use crate::appointments::cancellation::{Cancellation, cancel_all};
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{Actor, ChangedBy, publish_appointment_changed};
use crate::appointments::claims;
use crate::appointments::model::{Appointment, WithDoctor};
use crate::appointments::people::{self, Person};
use crate::appointments::session_moves::{self, ProposalWithVisit};
use crate::appointments::store;
use crate::appointments::unanswered::{NextSlots, end_of_doctor};
use crate::clinic_day;
use crate::follow_ups;
use crate::identity::callers::{AccountLock, Patient};
use crate::identity::consents::{self, Consent};
use crate::identity::logins;
use crate::identity::push_devices::{self, OwnPushDevice};
use crate::identity::sessions::OwnSession;
use crate::identity::users::{self, User};
use crate::identity::{self, Email, FormerNumber, Proof, contact_change, messaging};
use crate::platform::audit;
use crate::platform::clock::{day_bounds, india};
use crate::platform::db::{self, Tx};
use crate::platform::list::Part;
use crate::platform::phone_messages::OwnMessage;
use crate::reminders;
use crate::waitlist::{self, OwnEntry};

/// The limit of exported bookings; no real account reaches it.
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
    /// The devices that get notifications.
    pub push_devices: Vec<OwnPushDevice>,
    /// The people that they book for.
    pub people: Vec<Person>,
    pub bookings: Vec<WithDoctor>,
    /// What desks booked for their number and they have not taken.
    pub claims: Vec<WithDoctor>,
    /// Other times that were proposed for their visits to come.
    pub moves: Vec<ProposalWithVisit>,
    pub reminders: reminders::ReminderSettings,
    /// Follow-ups that doctors noted for them.
    pub follow_ups: Vec<follow_ups::Marked>,
    /// Their entries on waiting lists.
    pub waitlist: Vec<OwnEntry>,
    /// Messages sent to their phone.
    pub messages: Vec<OwnMessage>,
    /// Consents that they gave.
    pub consents: Vec<Consent>,
}

/// Exports a user's data. The audit log records the export first, so that it is recorded even if reading fails.
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
            let push_devices = push_devices::list_of(tx, &caller.id).await?;
            let people = people::list_of(tx, &caller.id).await?;
            let bookings = store::list_of_user(tx, &caller.id, None, Part::first(EVERYTHING)).await?.data;
            let claims = claims::list_within(tx, &caller.id, day_bounds(instant.to_zoned(india()).date()).0).await?;
            let moves = session_moves::list_of_user(tx, &caller.id, now).await?;
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
                push_devices,
                people,
                bookings,
                claims,
                moves,
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

/// Deletes the caller's account in one transaction: cancels upcoming bookings, erases personal data, ends all sessions.
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

/// Work for after the commit: doctors whose pages are updated, and addresses whose mail files are deleted.
pub struct Erased {
    pub cancelled: Vec<Appointment>,
    pub addresses: Vec<String>,
}

/// Cancels a user's upcoming bookings and erases their personal data. The caller holds the user's lock.
pub async fn erase_user(tx: &mut Tx<'_>, id: &str, now: Timestamp, organizer: &str) -> db::Result<Erased> {
    waitlist::erase_of(tx, id).await?;
    follow_ups::erase_of_user(tx, id).await?;
    let addresses = identity::erase_mails(tx, id).await?;
    let mut known = store::lock_of_user(tx, id).await?;
    session_moves::delete_of_visits(tx, &known).await?;
    let coming = store::list_upcoming_of_user(tx, id, now.as_millisecond()).await?;
    // Enqueued before the address is erased: the last mails to this user.
    let by = ChangedBy { actor: Actor::Unrecorded, organizer, now };
    let cancelled = cancel_all(tx, coming, ChangeKind::Cancelled, by).await?;
    known.push(id.to_owned());
    store::erase_patients_of(tx, id).await?;
    people::erase_of(tx, id).await?;
    reminders::erase(tx, id).await?;
    users::erase(tx, id).await?;
    consents::erase_of(tx, id, now).await?;
    // Last: it takes a lock that others may wait for while they hold rows (deadlock).
    audit::erase_words(tx, &known).await?;
    Ok(Erased { cancelled, addresses })
}

/// Ends a doctor's requests and waiting list, cancels upcoming appointments, and erases reasons given to patients, follow-ups and data of
/// walk-ins. The caller holds the doctor's lock.
pub async fn leave_patients(
    tx: &mut Tx<'_>,
    id: &str,
    now: Timestamp,
    organizer: &str,
) -> db::Result<Vec<Appointment>> {
    // No slots: patients whose request ends are not offered other times of a doctor who leaves.
    end_of_doctor(tx, id, now, organizer, (&NextSlots::default(), "")).await?;
    waitlist::end_of_doctor(tx, id, now).await?;
    let cancelled = Cancellation { reason: None, organizer, now }.of_doctor(tx, id).await?;
    store::erase_reasons_of_doctor(tx, id).await?;
    follow_ups::erase_of_doctor(tx, id).await?;
    session_moves::delete_of_doctor(tx, id).await?;
    clinic_day::erase_of_doctor(tx, id).await?;
    Ok(cancelled)
}

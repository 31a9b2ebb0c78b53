//! Jobs that run by the clock: digests at their hours, and the end of requests that the doctor did not answer in time.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::join;
use jiff::{SignedDuration, Timestamp};

use super::store::{self, Digest};
use super::{mails, rules};
use crate::app::App;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{Actor, ChangedAppointment, ChangedBy, appointment_changed};
use crate::appointments::model::Status;
use crate::appointments::service::publish_doctor_changed;
use crate::appointments::store::{APPOINTMENT, ENDING, OfDoctor, PENDING};
use crate::directory::{self, VisitMode};
use crate::identity;
use crate::platform::background::NextRun;
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::outbox;
use crate::scheduling;
use crate::scheduling::Slot;
use crate::scheduling::availability::free_days;
use crate::scheduling::rules::open_days;

/// Limit of requests that one transaction ends: bookings with that doctor wait until it commits.
const MAX_REQUESTS_PER_TRANSACTION: i64 = 200;
/// The number of free times that a patient is offered when a request ends.
const MAX_NEXT_SLOTS: usize = 3;
/// The number of doctors that one statement finds.
const DOCTORS_PER_STATEMENT: i64 = 100;
/// A digest whose stored time is further in the future than this was stored by a wrong clock, and is ignored.
const WRONG_CLOCK: SignedDuration = SignedDuration::from_hours(24);

/// Rejects requests after their deadline: the patient gets a mail with the next free times, the doctor a mail about it.
pub async fn end_unanswered(app: &App) -> db::Result<NextRun> {
    let now = app.clock.now();
    // Doctors in backoff after a failure are found too.
    let most = DOCTORS_PER_STATEMENT + i64::try_from(app.backoff.count()).unwrap_or(0);
    let doctors = app.db.read(async |tx| store::list_due(tx, now.as_millisecond(), most).await).await?;
    let ended = AtomicUsize::new(0);
    app.backoff.for_each("unanswered", doctors, now.as_millisecond(), |id| end_due(app, id, now, &ended)).await?;
    // There may be more. One that fails again and again must not keep the job running.
    Ok(if ended.into_inner() > 0 { NextRun::Immediately } else { NextRun::Scheduled })
}

async fn end_due(app: &App, id: String, now: Timestamp, ended: &AtomicUsize) -> db::Result<()> {
    let next_slots = NextSlots {
        at_place: next_slots(app, &id, VisitMode::Clinic).await?,
        by_phone: next_slots(app, &id, VisitMode::Phone).await?,
    };
    let (doctor_id, organizer, site) = (id.clone(), app.mailer.address(), app.config.public_url.clone());
    let some = app.db.write(async move |tx| {
        tx.lock(Lock::Doctor(&doctor_id)).await?;
        end_of_doctor(tx, &doctor_id, now, &organizer, (&next_slots, &site)).await
    });
    let some = some.await?;
    if some > 0 {
        ended.fetch_add(some, Ordering::Relaxed);
        publish_doctor_changed(app, &id);
    }
    Ok(())
}

/// The next free slots of a doctor; none of one who is not listed.
#[derive(Default)]
pub struct NextSlots {
    at_place: Vec<Slot>,
    by_phone: Vec<Slot>,
}

impl NextSlots {
    /// Those of the kind that was asked for.
    fn of(&self, mode: VisitMode) -> &[Slot] {
        match mode {
            VisitMode::Clinic => &self.at_place,
            VisitMode::Phone => &self.by_phone,
        }
    }
}

async fn next_slots(app: &App, doctor_id: &str, mode: VisitMode) -> db::Result<Vec<Slot>> {
    let days = open_days(&app.clock.india());
    match free_days(app, doctor_id, &days, Some(mode)).await {
        Ok(days) => Ok(days.into_iter().flat_map(|day| day.slots).take(MAX_NEXT_SLOTS).collect()),
        Err(scheduling::Error::Db(error)) => Err(error),
        Err(_) => Ok(Vec::new()),
    }
}

/// Rejects a doctor's requests whose time to answer is over, and returns how many there were. Their patients are offered `next_slots` on a
/// page of the site. The caller holds the doctor's lock, so the doctor decides before or after; a patient who cancels does not, so the
/// statement changes only rows that are still pending.
pub async fn end_of_doctor(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    now: Timestamp,
    organizer: &str,
    (next_slots, site): (&NextSlots, &str),
) -> db::Result<usize> {
    let due = store::list_due_of(tx, doctor_id, now.as_millisecond(), MAX_REQUESTS_PER_TRANSACTION).await?;
    let sequences = store::end(tx, &due).await?;
    let mut ended: Vec<ChangedAppointment<'_>> = Vec::with_capacity(sequences.len());
    for mut request in due {
        let Some(sequence) = sequences.get(&request.id) else { continue };
        let before = Some(request.counted());
        (request.status, request.sequence) = (Status::Rejected, *sequence);
        let is_worth_a_mail = rules::is_worth_a_mail(request.slot.starts_at(), now);
        let next_slots = next_slots.of(request.mode());
        let kind = is_worth_a_mail.then_some(ChangeKind::Unanswered { next_slots, site });
        ended.push(ChangedAppointment { appointment: request, before, kind });
    }
    if ended.is_empty() {
        return Ok(0);
    }
    let people: Vec<String> =
        ended.iter().map(|one| one.appointment.user_id.clone()).chain([doctor_id.into()]).collect();
    let (doctor, contacts) =
        join(directory::find(&mut tx.concurrent(), doctor_id), identity::list_contacts(&mut tx.concurrent(), &people))
            .await;
    let (doctor, contacts) = (doctor?, contacts?);
    let by = ChangedBy { actor: Actor::Program("unanswered"), organizer, now };
    let ended = appointment_changed(tx, ended, (doctor.as_slice(), &contacts), by).await?;
    count_unanswered(tx, doctor_id, now).await?;
    Ok(ended.len())
}

/// Recounts a doctor's recently unanswered requests. The caller holds the doctor's lock.
pub async fn count_unanswered(tx: &mut Tx<'_>, doctor_id: &str, now: Timestamp) -> db::Result<()> {
    store::count_unanswered(tx, doctor_id, rules::counted_after(now)).await
}

/// Recounts for every doctor with unanswered requests: old ones no longer count.
pub async fn count_unanswered_anew(app: &App) -> db::Result<()> {
    let mut after = String::new();
    while !app.stop.is_cancelled() {
        let now = app.clock.now();
        let last = app.db.write(async move |tx| {
            let doctors = store::list_counted(tx, &after, DOCTORS_PER_STATEMENT).await?;
            tx.lock_all(Lock::Doctor, doctors.iter().map(String::as_str)).await?;
            for id in &doctors {
                count_unanswered(tx, id, now).await?;
            }
            Ok::<_, db::Error>(doctors.last().cloned())
        });
        let Some(last) = last.await? else { break };
        after = last;
    }
    Ok(())
}

/// Sends the digest that is due, if one is: once to each doctor, by whichever instance comes first.
pub async fn send_digests(app: &App) -> db::Result<()> {
    let mut after = String::new();
    while let Some(due) = rules::due_digest(&app.clock.india())
        && !app.stop.is_cancelled()
    {
        let now = app.clock.now();
        let digest = Digest { due: due.as_millisecond(), latest: now.as_millisecond() + millis(WRONG_CLOCK) };
        let found = app.db.read(async |tx| {
            store::list_for_digest(tx, digest, now.as_millisecond(), &after, DOCTORS_PER_STATEMENT).await
        });
        let doctors = found.await?;
        let Some(last) = doctors.last().cloned() else { break };
        app.backoff.for_each("digests", doctors, now.as_millisecond(), |id| send_digest(app, id, digest, now)).await?;
        app.wake_outbox();
        after = last;
    }
    Ok(())
}

async fn send_digest(app: &App, id: String, digest: Digest, now: Timestamp) -> db::Result<()> {
    let page = format!("{}/doctor/appointments", app.config.public_url);
    app.db
        .write(async move |tx| {
            tx.share(Lock::Doctor(&id)).await?;
            let mut waiting = OfDoctor::between(&id, PENDING, (i64::MIN, i64::MAX)).list();
            waiting.and("COALESCE(a.answer_due_at, a.starts_at) >", now.as_millisecond());
            let doctor = directory::find_listed(tx, &id).await?.filter(|doctor| doctor.answering.digests);
            let nearest = waiting.first(tx, &APPOINTMENT, ENDING, mails::SHOWN).await?;
            // The doctor may have answered meanwhile, or disabled digests.
            if doctor.is_none() || nearest.is_empty() || !store::claim_digest(tx, &id, digest).await? {
                return Ok(());
            }
            let waiting = waiting.count(tx).await?;
            let Some(contact) = identity::find_contact(tx, &id).await? else { return Ok(()) };
            outbox::enqueue(tx, &mails::digest(&contact, waiting, &nearest, page), now).await
        })
        .await
}

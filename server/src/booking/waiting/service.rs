//! What the clock asks for: digests at their hours, and the end of requests that the doctor did not answer in time.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::join;
use jiff::{SignedDuration, Timestamp};

use super::store::{self, Digest};
use super::{mails, rules};
use crate::app::App;
use crate::booking::figures::Tally;
use crate::booking::finding::free_days;
use crate::booking::mails::{Change, News};
use crate::booking::model::{Appointment, Slot, Status};
use crate::booking::rules::open_days;
use crate::booking::service::{Error, list_contacts, spread, subject, tell};
use crate::booking::store::{APPOINTMENT, ENDING, OfDoctor, PENDING};
use crate::directory;
use crate::directory::desk::Sight;
use crate::identity;
use crate::platform::audit::{self, Entry};
use crate::platform::background::Turn;
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::outbox;

/// Requests that one unit ends: whoever books with that doctor waits for it.
const AT_ONCE: i64 = 200;
/// Free times that a patient is offered instead of a request that ended.
const NEXT_SLOTS: usize = 3;
/// Doctors whom one statement finds.
const DOCTORS: i64 = 100;
/// A digest of tomorrow was noted by a clock that was wrong.
const WRONG_CLOCK: SignedDuration = SignedDuration::from_hours(24);

/// Rejects requests whose time to answer is over: the patient is offered the next free times, and the doctor is told.
pub async fn end_unanswered(app: &App) -> db::Result<Turn> {
    let now = app.clock.now();
    // Those who failed before and wait are found as well.
    let most = DOCTORS + i64::try_from(app.setbacks.count()).unwrap_or(0);
    let doctors = app.db.read(async |tx| store::list_due(tx, now.as_millisecond(), most).await).await?;
    let ended = AtomicUsize::new(0);
    app.setbacks.each("unanswered", doctors, now.as_millisecond(), |id| end_due(app, id, now, &ended)).await?;
    // There may be more. One that fails again and again must not keep the job running.
    Ok(if ended.into_inner() > 0 { Turn::More } else { Turn::Done })
}

async fn end_due(app: &App, id: String, now: Timestamp, ended: &AtomicUsize) -> db::Result<()> {
    let next_slots = next_slots(app, &id).await?;
    let (doctor_id, organizer, site) = (id.clone(), app.mailer.address(), app.config.public_url.clone());
    let some = app.db.write(async move |tx| {
        tx.lock(Lock::Doctor(&doctor_id)).await?;
        end_of_doctor(tx, &doctor_id, now, &organizer, (&next_slots, &site)).await
    });
    let some = some.await?;
    if some > 0 {
        ended.fetch_add(some, Ordering::Relaxed);
        spread(app, &id);
    }
    Ok(())
}

/// The next free slots of a doctor; none of one who is not listed.
async fn next_slots(app: &App, doctor_id: &str) -> db::Result<Vec<Slot>> {
    let days = open_days(&app.clock.india());
    match free_days(app, doctor_id, &days).await {
        Ok(days) => Ok(days.into_iter().flat_map(|day| day.slots).take(NEXT_SLOTS).collect()),
        Err(Error::Db(error)) => Err(error),
        Err(_) => Ok(Vec::new()),
    }
}

/// Rejects what waits for a doctor beyond its time to answer, and returns how many there were. Their patients are offered `next_slots`
/// on a page of the site. The caller holds the doctor's
/// lock, so the doctor decides before or after; a patient who cancels has changed the row, or finds it changed.
pub async fn end_of_doctor(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    now: Timestamp,
    organizer: &str,
    (next_slots, site): (&[Slot], &str),
) -> db::Result<usize> {
    let due = store::list_due_of(tx, doctor_id, now.as_millisecond(), AT_ONCE).await?;
    let sequences = store::end(tx, &due).await?;
    let mut tally = Tally::default();
    let mut ended: Vec<Appointment> = Vec::with_capacity(sequences.len());
    for mut request in due {
        let Some(sequence) = sequences.get(&request.id) else { continue };
        (request.status, request.sequence) = (Status::Rejected, *sequence);
        tally.changed(&request, Status::Pending);
        ended.push(request);
    }
    if ended.is_empty() {
        return Ok(0);
    }
    let (doctor, contacts) =
        join(directory::find(&mut tx.beside(), doctor_id), list_contacts(&mut tx.beside(), &ended)).await;
    if let (Some(doctor), contacts) = (doctor?, contacts?) {
        let told = ended.iter().filter(|request| rules::is_worth_a_mail(request.slot.starts_at(), now));
        let news = told.map(|appointment| {
            let change = Change::Unanswered { next_slots, site };
            News { change, appointment, doctor: &doctor, organizer, now }
        });
        tell(tx, &news.collect::<Vec<_>>(), &contacts).await?;
    }
    for request in &ended {
        audit::record(tx, Entry::of_program("unanswered", subject(request)), now).await?;
    }
    count_unanswered(tx, doctor_id, now).await?;
    tally.save(tx).await?;
    Ok(ended.len())
}

/// Counts anew how many of a doctor's requests nobody answered of late. The caller holds the doctor's lock.
pub async fn count_unanswered(tx: &mut Tx<'_>, doctor_id: &str, now: Timestamp) -> db::Result<()> {
    store::count_unanswered(tx, doctor_id, rules::counted_after(now)).await
}

/// Lets requests that nobody answered be forgotten in the administrator's list, once they are old.
pub async fn count_unanswered_anew(app: &App) -> db::Result<()> {
    let mut after = String::new();
    while !app.stop.is_cancelled() {
        let now = app.clock.now();
        let last = app.db.write(async move |tx| {
            let doctors = store::list_counted(tx, &after, DOCTORS).await?;
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

/// Tells doctors what waits for them, if it is time: each once, whichever instance comes first.
pub async fn send_digests(app: &App) -> db::Result<()> {
    let mut after = String::new();
    while let Some(due) = rules::due_digest(&app.clock.india())
        && !app.stop.is_cancelled()
    {
        let now = app.clock.now();
        let digest = Digest { due: due.as_millisecond(), latest: now.as_millisecond() + millis(WRONG_CLOCK) };
        let found =
            app.db.read(async |tx| store::list_for_digest(tx, digest, now.as_millisecond(), &after, DOCTORS).await);
        let doctors = found.await?;
        let Some(last) = doctors.last().cloned() else { break };
        app.setbacks.each("digests", doctors, now.as_millisecond(), |id| send_digest(app, id, digest, now)).await?;
        app.mail_waits();
        after = last;
    }
    Ok(())
}

async fn send_digest(app: &App, id: String, digest: Digest, now: Timestamp) -> db::Result<()> {
    let page = format!("{}/doctor/appointments", app.config.public_url);
    app.db
        .write(async move |tx| {
            tx.share(Lock::Doctor(&id)).await?;
            let wanted = OfDoctor {
                doctor_id: &id,
                status: PENDING,
                from: i64::MIN,
                to: i64::MAX,
                search: None,
                sight: &Sight::Everything,
            };
            let mut waiting = wanted.list();
            waiting.and("COALESCE(a.answer_by, a.starts_at) >", now.as_millisecond());
            let doctor = directory::find_listed(tx, &id).await?.filter(|doctor| doctor.answering.digests);
            let nearest = waiting.first(tx, &APPOINTMENT, ENDING, mails::SHOWN).await?;
            // The doctor may have answered meanwhile, or wants no digest any more.
            if doctor.is_none() || nearest.is_empty() || !store::claim_digest(tx, &id, digest).await? {
                return Ok(());
            }
            let waiting = waiting.count(tx).await?;
            let Some(contact) = identity::find_contact(tx, &id).await? else { return Ok(()) };
            outbox::enqueue(tx, &mails::digest(&contact, waiting, &nearest, page), now).await
        })
        .await
}

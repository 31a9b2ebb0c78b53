//! Ends personal data whose retention period is over: anonymises visits, and erases accounts of patients.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

use super::{mails, store};
use crate::app::App;
use crate::appointments::Appointment;
use crate::appointments::cancellation::cancel_all;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{Actor, ChangedBy, publish_appointment_changed};
use crate::appointments::store as visits;
use crate::clinic_day;
use crate::identity;
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::background::NextRun;
use crate::platform::clock::{self, millis};
use crate::platform::db::{self, Lock, Tx};
use crate::platform::outbox;
use crate::platform::phone_messages::withdraw_with_mails;
use crate::privacy::{Erased, erase_user};

/// The time between the announcement and the end of an account.
const NOTICE_PERIOD: SignedDuration = SignedDuration::from_hours(30 * 24);
/// The limit of one transaction, which keeps it short.
const MAX_VISITS_PER_RUN: i64 = 250;
const MAX_ACCOUNTS_PER_RUN: i64 = 50;
/// The limit per hour: after an upgrade there may be very many of these mails, and they must not delay all others.
const MAX_NOTICES_PER_RUN: i64 = 300;

/// One run of the job: some visits and accounts whose period is over and, when there are no more of these, the next announcements.
pub async fn apply(app: &App) -> db::Result<NextRun> {
    let now = app.clock.now();
    let used_before = now.as_millisecond() - millis(app.config.notices.retention.duration());
    let visits = anonymise_old(app, used_before).await?;
    let (listed, erased) = erase_idle(app, now, used_before).await?;
    // Accounts that fail again and again must not keep the job running.
    let is_all = visits < MAX_VISITS_PER_RUN && (listed < MAX_ACCOUNTS_PER_RUN || erased == 0);
    if is_all {
        announce(app, now, used_before + millis(NOTICE_PERIOD)).await?;
    }
    Ok(NextRun::Deleted { rows: (visits + erased).unsigned_abs(), is_all })
}

async fn anonymise_old(app: &App, before: i64) -> db::Result<i64> {
    let anonymised: db::Result<usize> = app
        .db
        .write(async move |tx| {
            tx.disable_timeouts().await?;
            let ids = store::list_named(tx, before, MAX_VISITS_PER_RUN).await?;
            if !ids.is_empty() {
                store::anonymise(tx, &ids).await?;
            }
            Ok(ids.len())
        })
        .await;
    Ok(i64::try_from(anonymised?).unwrap_or(i64::MAX))
}

/// Erases accounts, each in a transaction of its own, and returns how many were listed and how many were erased. An account that
/// fails is tried again later; the others go on.
async fn erase_idle(app: &App, now: Timestamp, used_before: i64) -> db::Result<(i64, i64)> {
    let announced_before = now.as_millisecond() - millis(NOTICE_PERIOD);
    let listed: db::Result<Vec<String>> = app
        .db
        .report(async move |tx| store::list_ended(tx, used_before, announced_before, MAX_ACCOUNTS_PER_RUN).await)
        .await;
    let (listed, erased) = (listed?, AtomicI64::new(0));
    let count = i64::try_from(listed.len()).unwrap_or(i64::MAX);
    let erase = |id| {
        let erased = &erased;
        async move {
            let is_erased = erase_if_idle(app, id, (used_before, announced_before), now).await?;
            erased.fetch_add(i64::from(is_erased), Ordering::Relaxed);
            Ok::<_, db::Error>(())
        }
    };
    app.backoff.for_each("idle accounts", listed, now.as_millisecond(), erase).await?;
    Ok((count, erased.into_inner()))
}

/// Not if the owner logged in or booked meanwhile.
async fn erase_if_idle(app: &App, id: String, (used, announced): (i64, i64), now: Timestamp) -> db::Result<bool> {
    let organizer = app.mailer.address();
    let erased: db::Result<Option<Erased>> = app
        .db
        .write(async move |tx| {
            tx.lock(Lock::User(&id)).await?;
            if !store::is_ended(tx, used, announced, &id).await? {
                return Ok(None);
            }
            let subject = Subject { kind: "user", id: &id, name: "" };
            audit::record(tx, Entry::of_program("erase", subject), now).await?;
            erase_user(tx, &id, now, &organizer).await.map(Some)
        })
        .await;
    let Some(Erased { cancelled, addresses }) = erased? else { return Ok(false) };
    app.after_erasure(addresses).await;
    publish_appointment_changed(app, &cancelled);
    Ok(true)
}

/// Mails to the owners of accounts that end in 30 days unless they are used. The query may take long on a database in which the noted use
/// of most accounts is old, because it checks the visits and sessions of each, so it does not run inside a write transaction.
async fn announce(app: &App, now: Timestamp, used_before: i64) -> db::Result<()> {
    let listed: db::Result<Vec<String>> =
        app.db.report(async move |tx| store::list_unannounced(tx, used_before, MAX_NOTICES_PER_RUN).await).await;
    let announce = |id| announce_if_idle(app, id, used_before, now);
    app.backoff.for_each("idle account notices", listed?, now.as_millisecond(), announce).await?;
    app.wake_outbox();
    Ok(())
}

/// Not if the owner logged in or booked meanwhile.
async fn announce_if_idle(app: &App, id: String, used_before: i64, now: Timestamp) -> db::Result<()> {
    let site = app.config.public_url.clone();
    let ends_on = now.checked_add(NOTICE_PERIOD).unwrap_or(now).to_zoned(clock::india()).date();
    app.db
        .write(async move |tx| {
            tx.lock(Lock::User(&id)).await?;
            let Some(can_sign_in) = store::find_unannounced(tx, used_before, &id).await? else { return Ok(()) };
            let Some(contact) = identity::find_contact(tx, &id).await? else { return Ok(()) };
            store::save_announced(tx, &id, now.as_millisecond()).await?;
            outbox::enqueue(tx, &mails::account_ends(&contact, ends_on, can_sign_in, &site), now).await
        })
        .await
}

/// Erases the patient of one visit or a walk-in at the operator's request: `doccare erase booking`. An upcoming visit is cancelled. Returns
/// what was cancelled; `None` if there is no visit of that id.
pub async fn erase_visit(
    tx: &mut Tx<'_>,
    id: &str,
    now: Timestamp,
    organizer: &str,
) -> db::Result<Option<Vec<Appointment>>> {
    let Some(found) = visits::find(tx, id).await? else {
        return Ok(clinic_day::delete_walk_in(tx, id).await?.map(|_| Vec::new()));
    };
    tx.lock(Lock::Doctor(&found.doctor_id)).await?;
    let ids = [id.to_owned()];
    let coming = visits::find(tx, id).await?.filter(|visit| visit.status.is_active() && visit.slot.starts_at() > now);
    let by = ChangedBy { actor: Actor::Unrecorded, organizer, now };
    let cancelled = cancel_all(tx, coming.into_iter().collect(), ChangeKind::CancelledByUs, by).await?;
    if cancelled.is_empty() {
        withdraw_with_mails(tx, &ids).await?;
    }
    store::anonymise(tx, &ids).await?;
    Ok(Some(cancelled))
}

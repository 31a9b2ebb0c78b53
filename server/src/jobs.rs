//! The list of all background jobs.

use std::error::Error;
use std::time::Duration;

use futures::future::BoxFuture;

use crate::app::App;
use crate::identity::phone::limits as code_limits;
use crate::platform::audit::seals::{self, BrokenBatch, VerifyOptions, VerifyReport};
use crate::platform::background::{Job, JobOutcome, NextRun};
use crate::platform::backup::{self, schedule};
use crate::platform::db::Lock;
use crate::platform::delivery_queue;
use crate::platform::job_results::{self, AUDIT_CHECK, BACKUPS};
use crate::platform::phone_messages::{self, Messenger};
use crate::platform::push::{self, Pusher};
use crate::platform::{clock_guard, db, idempotency, outbox};
use crate::{
    admin, appointments, blood, clinic_day, contact, directory, follow_ups, identity, privacy, reminders, scheduling,
    waitlist,
};

/// Jobs of one instance at a time, unless they say otherwise. The comment of a job says what its interval means.
pub const ALL: &[Job<App>] = &[
    // Retries, and rows that other instances left behind. Each mail is claimed separately.
    job("mails", Duration::from_secs(5), |app| Box::pin(send_mails(app)))
        .woken_by(|app| &app.mail_wakeup)
        .on_every_instance(),
    // How late a bounce is seen. Each instance may have a separate folder. Repeated reports of one mail count once.
    job("bounces", Duration::from_mins(1), |app| Box::pin(admin::bounces::read_folder(app))).on_every_instance(),
    // Each is claimed by itself.
    job("phone messages", Duration::from_secs(5), |app| Box::pin(send_messages(app)))
        .woken_by(|app| &app.phone_message_wakeup)
        .on_every_instance(),
    // The next channel, and pushes that other instances left behind. Each is claimed by itself.
    job("pushes", Duration::from_secs(5), |app| Box::pin(send_pushes(app)))
        .woken_by(|app| &app.push_wakeup)
        .on_every_instance(),
    // How late the next donors may be asked.
    job("waves", Duration::from_secs(10), |app| Box::pin(async move { Ok(blood::advance(&app).await?) }))
        .woken_by(|app| &app.blood_wave_wakeup),
    // How late a reminder may be.
    job("reminders", Duration::from_mins(1), |app| {
        irreversible(app, |app| async move { Ok(reminders::remind(&app).await?) })
    }),
    // How late the message after a missed visit may be, on the morning after it. A wrong clock would write before the day is over, while
    // the mark can still be taken back.
    job("missed visits", Duration::from_mins(10), |app| {
        irreversible(app, |app| async move { Ok(reminders::missed::notify(&app).await?) })
    }),
    // How late a changed address is noticed; it is announced some minutes after that. With a clock that is far ahead every visit looks
    // past, and the move would be dropped as if it had been announced to everyone.
    job("clinic moves", Duration::from_mins(1), |app| {
        irreversible(app, |app| async move { Ok(appointments::clinic_moves::announce(&app).await?) })
    }),
    // How late a proposal may be. A wrong clock would propose days that cannot be booked yet, and a proposal cannot be taken back.
    job("follow-ups", Duration::from_mins(1), |app| {
        irreversible(app, |app| async move { done(follow_ups::propose(&app).await) })
    }),
    // An instance that counts in memory is alone anyway.
    job("tries", Duration::from_hours(1), |app| {
        Box::pin(async move { deleted(app.rate_limiter.forget_old(app.clock.now_millis()).await) })
    }),
    job("idempotency keys", Duration::from_hours(1), |app| {
        irreversible(app, |app| async move {
            let rows = idempotency::forget_old(&app.db, app.clock.now_millis()).await?;
            Ok(NextRun::Deleted { rows, is_all: rows < idempotency::DELETE_BATCH })
        })
    }),
    // The amount of counts that a crash may lose. Each instance writes its own counts.
    job("wrong logins", Duration::from_secs(10), |app| {
        Box::pin(async move { done(identity::record_failed_logins(&app).await) })
    })
    .on_every_instance(),
    // How long a row of the audit log can be changed undetected.
    job("seals", Duration::from_mins(1), |app| Box::pin(seal_audit(app))),
    // Also for rows that are deleted automatically: sent mails, expired sessions.
    job("erased", Duration::from_hours(1), |app| Box::pin(async move { done(app.db.scrub().await) }))
        .woken_by(|app| &app.scrub_wakeup)
        .on_every_instance(),
    // How late a new one may be shown.
    job("certificate", Duration::from_secs(10), |app| {
        Box::pin(async move {
            if let Some(certificate) = app.certificate.clone() {
                tokio::task::spawn_blocking(move || certificate.reload()).await?;
            }
            Ok(NextRun::Scheduled)
        })
    })
    .on_every_instance(),
    // Read at the start, so that the first request does not wait for it, and refreshed regularly.
    job("week", Duration::from_mins(10), |app| Box::pin(async move { done(app.availability.ask(&app, |_| ()).await) }))
        .on_every_instance(),
    job("notes", Duration::from_hours(1), |app| {
        Box::pin(async move { deleted(scheduling::availability_index::prune_change_log(&app).await) })
    }),
    // How long a request stays pending after its deadline. A wrong clock would reject requests of later days.
    job("unanswered", Duration::from_secs(20), |app| {
        irreversible(app, |app| async move { Ok(appointments::end_unanswered(&app).await?) })
    }),
    // How late a freed slot is offered, or an expired hold is passed on. A wrong clock would pass on held slots.
    job("waitlist", Duration::from_secs(10), |app| {
        irreversible(app, |app| async move { Ok(waitlist::pass_on(&app).await?) })
    }),
    // How late it is stored that a proposed slot is free again; it is free before. A wrong clock would end proposals of later days.
    job("session moves", Duration::from_secs(20), |app| {
        irreversible(app, |app| async move { Ok(appointments::session_moves::end_due(&app).await?) })
    }),
    // How late one may be.
    job("digests", Duration::from_mins(5), |app| {
        irreversible(app, |app| async move { done(appointments::send_digests(&app).await) })
    }),
    // Each run sends a limited number of announcements, so this is the limit per hour. A wrong clock would erase all accounts.
    job("retention", Duration::from_hours(1), |app| {
        irreversible(app, |app| async move { Ok(privacy::retention::apply(&app).await?) })
    }),
    job("jumps", Duration::from_mins(10), |app| Box::pin(async move { done(blood::surge_alert::watch(&app).await) })),
    // Well within the step that a clock may make.
    // Each instance has its own clock.
    job("clock", Duration::from_mins(10), |app| {
        Box::pin(async move { done(app.clock_guard.check(&app.db, &app.clock).await) })
    })
    .on_every_instance(),
    // How late one may be, and how soon one that failed is tried again.
    job(BACKUPS, Duration::from_mins(10), |app| Box::pin(back_up(app))).woken_by(|app| &app.backup_wakeup),
    daily("photos", |app| irreversible(app, |app| async move { deleted(directory::sweep_photos(&app).await) })),
    daily("old audit", |app| irreversible(app, forget_old_audit)),
    daily(AUDIT_CHECK, |app| Box::pin(check_audit(app))),
    daily("mail files", |app| {
        irreversible(app, |app| async move { deleted(app.mailer.forget_old_files(app.clock.now()).await) })
    }),
    daily("failed mails", |app| {
        irreversible(app, |app| async move { deleted(outbox::forget_failed(&app.db, &app.clock).await) })
    }),
    daily("old bounces", |app| irreversible(app, |app| async move { deleted(admin::bounces::forget_old(&app).await) })),
    daily("old phone messages", |app| irreversible(app, forget_old_messages)),
    daily("ended logins", |app| irreversible(app, |app| async move { deleted(identity::forget_ended(&app).await) })),
    daily("ended desk staff", |app| {
        irreversible(app, |app| async move { deleted(directory::desk::forget_ended(&app).await) })
    }),
    daily("ended consents", |app| {
        irreversible(app, |app| async move { deleted(identity::consents::forget_ended(&app).await) })
    }),
    daily("old unanswered", |app| Box::pin(async move { done(appointments::count_unanswered_anew(&app).await) })),
    daily("old walk-ins", |app| irreversible(app, |app| async move { deleted(clinic_day::forget_old(&app).await) })),
    daily("old session moves", |app| {
        irreversible(app, |app| async move { deleted(appointments::session_moves::forget_past(&app).await) })
    }),
    daily("old offers", |app| irreversible(app, |app| async move { deleted(waitlist::forget_past(&app).await) })),
    daily("old requests", |app| irreversible(app, |app| async move { deleted(blood::forget_old(&app).await) })),
    daily("old messages", |app| irreversible(app, |app| async move { Ok(contact::forget_old(&app).await?) })),
    daily("unconfirmed donors", |app| {
        irreversible(app, |app| async move { Ok(blood::forget_unconfirmed(&app).await?) })
    }),
];

type Work = fn(App) -> BoxFuture<'static, JobOutcome>;

/// Runs at the start and then after each interval.
const fn job(name: &'static str, every: Duration, work: Work) -> Job<App> {
    Job { name, every, wakeup: None, exclusive: true, work }
}

const fn daily(name: &'static str, work: Work) -> Job<App> {
    job(name, Duration::from_hours(24), work)
}

/// Work that cannot be undone if the clock was wrong: it deletes or ends what is old, or notifies people. It pauses while the clock is
/// suspect; the job `clock` reports that to the operator.
fn irreversible<F>(app: App, work: fn(App) -> F) -> BoxFuture<'static, JobOutcome>
where
    F: Future<Output = JobOutcome> + Send + 'static,
{
    Box::pin(async move {
        if clock_guard::is_clock_suspect(&app.db, &app.clock).await? {
            return Ok(NextRun::Scheduled);
        }
        work(app).await
    })
}

/// Pause between batches, so that bookings get the database in between; 1,000 mails a second are still more than a server takes.
const SEND_BATCH_PAUSE: Duration = Duration::from_millis(50);

async fn send_mails(app: App) -> JobOutcome {
    let tried = outbox::step(&app.db, &app.mailer, &app.clock).await?;
    if tried == 0 && outbox::repair_due_times(&app.db, &app.clock).await? == 0 {
        return Ok(NextRun::Scheduled);
    }
    tokio::time::sleep(SEND_BATCH_PAUSE).await;
    Ok(NextRun::Immediately)
}

/// Pushes are few, so it looks before it claims, which is a write.
async fn send_pushes(app: App) -> JobOutcome {
    let now = app.clock.now_millis();
    let is_any = app.db.read(async |tx| push::count_waiting(tx, now).await).await? > 0;
    let tried = if is_any { delivery_queue::step(&app.db, &app.pusher, &app.clock).await? } else { 0 };
    if tried == 0 && delivery_queue::repair_due_times::<Pusher>(&app.db, &app.clock).await? == 0 {
        return Ok(NextRun::Scheduled);
    }
    // What no device took goes to the next channel now.
    app.wake_next_channels();
    tokio::time::sleep(SEND_BATCH_PAUSE).await;
    Ok(NextRun::Immediately)
}

/// Without a provider it does not query the database.
async fn send_messages(app: App) -> JobOutcome {
    let Some(messenger) = &app.messenger else { return Ok(NextRun::Scheduled) };
    let tried = delivery_queue::step(&app.db, messenger, &app.clock).await?;
    if tried == 0 && delivery_queue::repair_due_times::<Messenger>(&app.db, &app.clock).await? == 0 {
        return Ok(NextRun::Scheduled);
    }
    tokio::time::sleep(SEND_BATCH_PAUSE).await;
    Ok(NextRun::Immediately)
}

/// Also fails messages that no instance can send any more because the provider was removed from the settings.
async fn forget_old_messages(app: App) -> JobOutcome {
    let (now, clock) = (app.clock.now_millis(), app.clock.clone());
    let forgotten: db::Result<u64> = app
        .db
        .write(async move |tx| {
            tx.disable_timeouts().await?;
            let forgotten = phone_messages::forget_old(tx, now).await? + code_limits::forget_old(tx, &clock).await?;
            tx.lock(Lock::PhoneMessages).await?;
            phone_messages::fail_unsent(tx, now).await?;
            Ok(forgotten)
        })
        .await;
    deleted(forgotten)
}

/// Each seal is logged too: a copy kept elsewhere shows when the end of the audit log was cut off.
async fn seal_audit(app: App) -> JobOutcome {
    let (keys, now) = (app.keys.clone(), app.clock.now());
    let done: seals::SealOutcome = app.db.write(async move |tx| seals::seal_next(tx, &keys, now).await).await?;
    if let Some(seal) = &done.seal {
        if let Some(last) = app.last_seal.note(seal.number) {
            tracing::error!(
                last,
                number = seal.number,
                "seals of the audit log are gone: somebody changed the database"
            );
        }
        tracing::info!(number = seal.number, entries = seal.entries, seal = seal.seal, "sealed the audit log");
    }
    Ok(if done.is_full { NextRun::Immediately } else { NextRun::Scheduled })
}

/// A failed backup is not a failure of the job, which would be retried at once.
async fn back_up(app: App) -> JobOutcome {
    let Some(plan) = &app.config.backups else { return Ok(NextRun::Scheduled) };
    match schedule::make_due(&app.db, &app.photos, plan, app.clock.now(), &app.stop).await {
        Ok(None) | Err(backup::Error::Stopped) => {}
        Ok(Some((file, made))) => {
            let backup::BackupSummary { rows, photos, bytes } = made;
            tracing::info!(file = %file.display(), rows, photos, bytes, "backed up");
            note_backup(&app, rows, None).await;
        }
        Err(error) => {
            tracing::error!(%error, "THE BACKUP FAILED; older ones are kept, and it is tried again in ten minutes");
            note_backup(&app, 0, Some(error.to_string())).await;
        }
    }
    Ok(NextRun::Scheduled)
}

/// On a full disk the result cannot be stored either, so that is only logged.
async fn note_backup(app: &App, rows: u64, problem: Option<String>) {
    if let Err(error) = job_results::note(&app.db, BACKUPS, app.clock.now_millis(), rows, problem).await {
        tracing::warn!(%error, "what became of the backup was not noted");
    }
}

async fn forget_old_audit(app: App) -> JobOutcome {
    let now = app.clock.now();
    let forgotten: db::Result<u64> = app.db.write(async move |tx| seals::forget_old(tx, now).await).await;
    deleted(forgotten)
}

/// Verifies the audit log like `doccare audit verify`, and stores the result.
async fn check_audit(app: App) -> JobOutcome {
    let (keys, now) = (app.keys.clone(), app.clock.now());
    let looked: db::Result<VerifyReport> =
        app.db.report(async move |tx| seals::verify(tx, &keys, &VerifyOptions::default(), now).await).await;
    let VerifyReport { entries, broken, .. } = looked?;
    let problem = broken.map(|BrokenBatch { number, why }| format!("batch {number}: {why}"));
    if let Some(problem) = &problem {
        tracing::error!(problem, "THE AUDIT LOG IS NOT AS IT WAS SEALED");
    }
    job_results::note(&app.db, AUDIT_CHECK, now.as_millisecond(), entries.unsigned_abs(), problem).await?;
    Ok(NextRun::Scheduled)
}

/// Reports how many rows were deleted.
fn deleted<N: TryInto<u64>, E: Error + Send + Sync + 'static>(result: Result<N, E>) -> JobOutcome {
    Ok(NextRun::Deleted { rows: result?.try_into().unwrap_or(u64::MAX), is_all: true })
}

fn done<T, E: Error + Send + Sync + 'static>(result: Result<T, E>) -> JobOutcome {
    result?;
    Ok(NextRun::Scheduled)
}

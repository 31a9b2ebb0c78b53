//! The one list of what is done in the background.

use std::error::Error;
use std::time::Duration;

use futures::future::BoxFuture;

use crate::app::App;
use crate::identity::phone::limits as code_limits;
use crate::platform::audit::seals::{self, Broken, Checked, Known};
use crate::platform::background::{Job, Outcome, Turn};
use crate::platform::backup::{self, schedule};
use crate::platform::db::Lock;
use crate::platform::job_results::{self, AUDIT_CHECK, BACKUPS};
use crate::platform::messages::{self, Messenger};
use crate::platform::outbox::queue;
use crate::platform::{db, doubt, outbox, repeats, search};
use crate::{admin, blood, booking, contact, directory, identity};

pub const ALL: &[Job<App>] = &[
    Job {
        name: "mails",
        // For what other instances left behind, and what is due again.
        every: Duration::from_secs(5),
        bell: Some(|app| &app.mail_bell),
        // Each mail is claimed by itself.
        alone: false,
        work: |app| Box::pin(send_mails(app)),
    },
    Job {
        name: "bounces",
        // How late a mail that came back is seen.
        every: Duration::from_mins(1),
        bell: None,
        // Each instance may have a folder of its own. One mail counts once.
        alone: false,
        work: |app| Box::pin(admin::bounces::read_folder(app)),
    },
    Job {
        name: "phone messages",
        every: Duration::from_secs(5),
        bell: Some(|app| &app.message_bell),
        // Each is claimed by itself.
        alone: false,
        work: |app| Box::pin(send_messages(app)),
    },
    Job {
        name: "waves",
        // How late the next donors may be asked.
        every: Duration::from_secs(10),
        bell: Some(|app| &app.wave_bell),
        alone: true,
        work: |app| Box::pin(async move { Ok(blood::advance(&app).await?) }),
    },
    Job {
        name: "reminders",
        // How late a reminder may be.
        every: Duration::from_mins(1),
        bell: None,
        alone: true,
        work: |app| irreversible(app, |app| async move { Ok(booking::reminders::remind(&app).await?) }),
    },
    Job {
        name: "clinic moves",
        // How late a new address is noticed; it is announced some minutes after that.
        every: Duration::from_mins(1),
        bell: None,
        alone: true,
        // By a clock that is far ahead every visit is over, and the move would be dropped as told to everybody.
        work: |app| irreversible(app, |app| async move { Ok(booking::clinic_moves::announce(&app).await?) }),
    },
    Job {
        name: "follow-ups",
        // How late a proposal may be.
        every: Duration::from_mins(1),
        bell: None,
        alone: true,
        // A wrong clock would propose days that nobody can book yet, for good.
        work: |app| irreversible(app, |app| async move { done(booking::follow_ups::propose(&app).await) }),
    },
    Job {
        name: "tries",
        every: Duration::from_hours(1),
        bell: None,
        // An instance that counts in memory is alone anyway.
        alone: true,
        work: |app| Box::pin(async move { deleted(app.tries.forget_old(app.clock.now_millis()).await) }),
    },
    Job {
        name: "idempotency keys",
        every: Duration::from_hours(1),
        bell: None,
        alone: true,
        work: |app| {
            irreversible(app, |app| async move {
                let rows = repeats::forget_old(&app.db, app.clock.now_millis()).await?;
                Ok(Turn::Deleted { rows, is_all: rows < repeats::AT_ONCE })
            })
        },
    },
    Job {
        name: "wrong logins",
        // What a crash may lose of them.
        every: Duration::from_secs(10),
        bell: None,
        // Each instance writes down what it saw.
        alone: false,
        work: |app| Box::pin(async move { done(identity::write_wrong_logins_down(&app).await) }),
    },
    Job {
        name: "seals",
        // How long a row of the audit log can be changed unseen.
        every: Duration::from_mins(1),
        bell: None,
        alone: true,
        work: |app| Box::pin(seal_audit(app)),
    },
    Job {
        name: "erased",
        // Also for what was deleted without anybody's wish: mails that went, sessions that ended.
        every: Duration::from_hours(1),
        bell: Some(|app| &app.erased_bell),
        alone: false,
        work: |app| Box::pin(async move { done(app.db.scrub().await) }),
    },
    Job {
        name: "certificate",
        // How late a new one may be shown.
        every: Duration::from_secs(10),
        bell: None,
        alone: false,
        work: |app| {
            Box::pin(async move {
                if let Some(certificate) = app.certificate.clone() {
                    tokio::task::spawn_blocking(move || certificate.reload()).await?;
                }
                Ok(Turn::Done)
            })
        },
    },
    Job {
        name: "week",
        // Read when the program starts, so that nobody waits for it, and never far behind.
        every: Duration::from_mins(10),
        bell: None,
        alone: false,
        work: |app| Box::pin(async move { done(app.week.ask(&app, |_| ()).await) }),
    },
    Job {
        name: "notes",
        every: Duration::from_hours(1),
        bell: None,
        alone: true,
        work: |app| Box::pin(async move { deleted(booking::forget_notes(&app).await) }),
    },
    Job {
        name: "unanswered",
        // How long a request hangs once its slot has begun.
        every: Duration::from_secs(20),
        bell: None,
        alone: true,
        // A wrong clock would end the requests of days to come.
        work: |app| irreversible(app, |app| async move { Ok(booking::end_unanswered(&app).await?) }),
    },
    Job {
        name: "waitlist",
        // How long a slot that became free waits to be offered, or one that ran out to be passed on.
        every: Duration::from_secs(10),
        bell: None,
        alone: true,
        // A wrong clock would pass on what is held.
        work: |app| irreversible(app, |app| async move { Ok(booking::waitlist::pass_on(&app).await?) }),
    },
    Job {
        name: "digests",
        // How late one may be.
        every: Duration::from_mins(5),
        bell: None,
        alone: true,
        work: |app| irreversible(app, |app| async move { done(booking::send_digests(&app).await) }),
    },
    Job {
        name: "retention",
        // So many announcements go out in an hour at most.
        every: Duration::from_hours(1),
        bell: None,
        alone: true,
        // A wrong clock would erase everybody.
        work: |app| irreversible(app, |app| async move { Ok(booking::retention::apply(&app).await?) }),
    },
    Job {
        name: "jumps",
        every: Duration::from_mins(10),
        bell: None,
        alone: true,
        work: |app| Box::pin(async move { done(blood::alarm::watch(&app).await) }),
    },
    Job {
        name: "old donors",
        every: Duration::from_hours(1),
        bell: None,
        alone: true,
        work: |app| Box::pin(async move { done(blood::ask_old_to_confirm(&app).await) }),
    },
    Job {
        name: "clock",
        // Well within the step that a clock may make.
        every: Duration::from_mins(10),
        bell: None,
        // Each instance has its own clock.
        alone: false,
        work: |app| Box::pin(async move { done(app.doubt.look(&app.db, &app.clock).await) }),
    },
    Job {
        name: BACKUPS,
        // How late one may be, and how soon one that failed is tried again.
        every: Duration::from_mins(10),
        bell: Some(|app| &app.backup_bell),
        alone: true,
        work: |app| Box::pin(back_up(app)),
    },
    daily("names", |app| Box::pin(fold_old_names(app))),
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
        irreversible(app, |app| async move {
            admin::erasure::end_consents_of_gone(&app).await?;
            deleted(identity::consents::forget_ended(&app).await)
        })
    }),
    daily("old unanswered", |app| Box::pin(async move { done(booking::count_unanswered_anew(&app).await) })),
    daily("old walk-ins", |app| {
        irreversible(app, |app| async move { deleted(booking::queue::forget_old(&app).await) })
    }),
    daily("old offers", |app| {
        irreversible(app, |app| async move { deleted(booking::waitlist::forget_past(&app).await) })
    }),
    daily("old requests", |app| irreversible(app, |app| async move { deleted(blood::forget_old(&app).await) })),
    daily("old messages", |app| irreversible(app, |app| async move { Ok(contact::forget_old(&app).await?) })),
    daily("unconfirmed donors", |app| {
        irreversible(app, |app| async move { Ok(blood::forget_unconfirmed(&app).await?) })
    }),
];

/// When the program starts, and once a day from then on, by one instance.
const fn daily(name: &'static str, work: fn(App) -> BoxFuture<'static, Outcome>) -> Job<App> {
    Job { name, every: Duration::from_hours(24), bell: None, alone: true, work }
}

/// Work that cannot be undone when the clock was wrong: it deletes or ends what is old, or notifies people when it is time. Pauses while the
/// clock is in doubt; the job `clock` tells the operator.
fn irreversible<F>(app: App, work: fn(App) -> F) -> BoxFuture<'static, Outcome>
where
    F: Future<Output = Outcome> + Send + 'static,
{
    Box::pin(async move {
        if doubt::is_doubted(&app.db, &app.clock).await? {
            return Ok(Turn::Done);
        }
        work(app).await
    })
}

/// A mail may wait a moment; whoever books meanwhile does not. A thousand mails a second are more than any server takes.
const BETWEEN_MAILS: Duration = Duration::from_millis(50);

async fn send_mails(app: App) -> Outcome {
    let tried = outbox::step(&app.db, &app.mailer, &app.clock).await?;
    let is_quiet = tried == 0
        && outbox::take_over(&app.db, &app.clock).await? == 0
        && outbox::take_back_times(&app.db, &app.clock).await? == 0;
    if is_quiet {
        return Ok(Turn::Done);
    }
    tokio::time::sleep(BETWEEN_MAILS).await;
    Ok(Turn::More)
}

/// Without a provider nothing is asked of the database.
async fn send_messages(app: App) -> Outcome {
    let Some(messenger) = &app.messenger else { return Ok(Turn::Done) };
    let tried = queue::step(&app.db, messenger, &app.clock).await?;
    if tried == 0 && queue::take_back_times::<Messenger>(&app.db, &app.clock).await? == 0 {
        return Ok(Turn::Done);
    }
    tokio::time::sleep(BETWEEN_MAILS).await;
    Ok(Turn::More)
}

/// What waits for a provider that was taken out of the settings of every instance is given up too.
async fn forget_old_messages(app: App) -> Outcome {
    let (now, clock) = (app.clock.now_millis(), app.clock.clone());
    let forgotten: db::Result<u64> = app
        .db
        .write(async move |tx| {
            tx.take_your_time().await?;
            let forgotten = messages::forget_old(tx, now).await? + code_limits::forget_old(tx, &clock).await?;
            tx.lock(Lock::PhoneMessages).await?;
            messages::fail_unsent(tx, now).await?;
            Ok(forgotten)
        })
        .await;
    deleted(forgotten)
}

/// Each seal is logged too: what somebody else keeps of it shows when the end of the log was cut off.
async fn seal_audit(app: App) -> Outcome {
    let (keys, now) = (app.keys.clone(), app.clock.now());
    let done: seals::Done = app.db.write(async move |tx| seals::seal_next(tx, &keys, now).await).await?;
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
    Ok(if done.is_full { Turn::More } else { Turn::Done })
}

/// One that fails is no failure of the job, which would come again at once.
async fn back_up(app: App) -> Outcome {
    let Some(plan) = &app.config.backups else { return Ok(Turn::Done) };
    match schedule::make_due(&app.db, &app.photos, plan, app.clock.now(), &app.stop).await {
        Ok(None) | Err(backup::Error::Stopped) => {}
        Ok(Some((file, made))) => {
            let backup::Made { rows, photos, bytes } = made;
            tracing::info!(file = %file.display(), rows, photos, bytes, "backed up");
            note_backup(&app, rows, None).await;
        }
        Err(error) => {
            tracing::error!(%error, "THE BACKUP FAILED; older ones are kept, and it is tried again in ten minutes");
            note_backup(&app, 0, Some(error.to_string())).await;
        }
    }
    Ok(Turn::Done)
}

/// A disk that is full takes neither the backup nor the note.
async fn note_backup(app: &App, rows: u64, problem: Option<String>) {
    if let Err(error) = job_results::note(&app.db, BACKUPS, app.clock.now_millis(), rows, problem).await {
        tracing::warn!(%error, "what became of the backup was not noted");
    }
}

async fn forget_old_audit(app: App) -> Outcome {
    let now = app.clock.now();
    let forgotten: db::Result<u64> = app.db.write(async move |tx| seals::forget_old(tx, now).await).await;
    deleted(forgotten)
}

/// Looks whether the log is as it was sealed, as `doccare audit verify` does, and notes what it finds.
async fn check_audit(app: App) -> Outcome {
    let (keys, now) = (app.keys.clone(), app.clock.now());
    let looked: db::Result<Checked> =
        app.db.report(async move |tx| seals::verify(tx, &keys, &Known::default(), now).await).await;
    let Checked { entries, broken, .. } = looked?;
    let problem = broken.map(|Broken { number, why }| format!("batch {number}: {why}"));
    if let Some(problem) = &problem {
        tracing::error!(problem, "THE AUDIT LOG IS NOT AS IT WAS SEALED");
    }
    job_results::note(&app.db, AUDIT_CHECK, now.as_millisecond(), entries.unsigned_abs(), problem).await?;
    Ok(Turn::Done)
}

/// So many were deleted, or emptied.
fn deleted<N: TryInto<u64>, E: Error + Send + Sync + 'static>(result: Result<N, E>) -> Outcome {
    Ok(Turn::Deleted { rows: result?.try_into().unwrap_or(u64::MAX), is_all: true })
}

fn done<T, E: Error + Send + Sync + 'static>(result: Result<T, E>) -> Outcome {
    result?;
    Ok(Turn::Done)
}

/// Folds what was stored before there were folded keys; once that is done, it finds nothing to do.
async fn fold_old_names(app: App) -> Outcome {
    for names in [identity::users::NAMES, booking::NAMES] {
        let mut after = Some(String::new());
        while let Some(last) = after
            && !app.stop.is_cancelled()
        {
            let folded: db::Result<_> = app.db.write(async move |tx| search::fold_old(tx, names, &last).await).await;
            after = folded?;
        }
    }
    Ok(Turn::Done)
}

//! The state of the installation, and retrying or dropping failed mails and phone messages.

use jiff::{SignedDuration, ToSpan};

use super::{mails, store};
use crate::app::App;
use crate::appointments::desk_bookings;
use crate::identity;
use crate::identity::callers::{AccountLock, Admin};
use crate::identity::messaging;
use crate::identity::phone::limits::{self, CodeCounts};
use crate::platform::audit::Subject;
use crate::platform::audit::seals::{self, Seal};
use crate::platform::backup::schedule;
use crate::platform::bounces;
use crate::platform::clock::millis;
use crate::platform::db::{self, migrate};
use crate::platform::files::{DiskSpace, disk_space};
use crate::platform::job_results::{self, JobResult};
use crate::platform::list::{Page, Paging};
use crate::platform::mail::Mailer;
use crate::platform::outbox::{self, Backlog, Failed, FailedItem, count_backlog};
use crate::platform::phone_messages::{self, Channel, ChannelFigures, Messenger};
use crate::platform::rate_limit::Limit;

/// The number of days over which codes are counted, including today.
const CODE_DAYS: i64 = 30;

/// A mail or a message in the audit log, by its id: the log must not contain the address or number.
fn subject<'a>(failed: &Failed, id: &'a str) -> Subject<'a> {
    Subject { kind: if failed.is_message() { "phonemessage" } else { "mail" }, id, name: "" }
}

/// Figures from the database.
pub struct InstallationState {
    pub engine_version: String,
    /// The last step of the schema.
    pub schema: String,
    pub mails: Backlog,
    pub phone_messages: Backlog,
    pub codes: CodeCounts,
    pub last_seal: Option<Seal>,
    pub results: Vec<JobResult>,
}

pub async fn state(app: &App) -> db::Result<InstallationState> {
    let (is_postgres, today) = (app.db.is_multi_instance(), app.clock.india().date());
    let now = app.clock.now_millis();
    let since = today.checked_sub((CODE_DAYS - 1).days()).unwrap_or(today);
    app.db
        .report(async move |tx| {
            Ok(InstallationState {
                engine_version: store::engine_version(tx, is_postgres).await?,
                schema: migrate::applied(tx).await?.pop().unwrap_or_default(),
                mails: count_backlog::<Mailer>(tx, now).await?,
                phone_messages: count_backlog::<Messenger>(tx, now).await?,
                codes: limits::count(tx, today, since).await?,
                last_seal: seals::find_last(tx).await?,
                results: job_results::list(tx).await?,
            })
        })
        .await
}

/// Free disk space of the data folder; none if the system does not report it.
pub async fn disk(app: &App) -> Option<DiskSpace> {
    let folder = app.config.data_dir.clone();
    // On the blocking pool: a hanging disk delays only this request.
    let asked = tokio::task::spawn_blocking(move || disk_space(&folder)).await;
    asked.ok()?.inspect_err(|error| tracing::warn!(%error, "the disk does not say how much room it has")).ok()
}

pub async fn list_failed(app: &App, paging: Paging) -> db::Result<Page<FailedItem>> {
    app.db.report(async move |tx| outbox::list_failed(tx, paging.part()).await).await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryOutcome {
    Queued,
    /// Its text is deleted, or its owner no longer wants messages there.
    TooLate,
    /// There is no failed mail or message with that id.
    NotFailed,
}

/// Queues a failed mail or phone message again.
pub async fn retry(app: &App, caller: &Admin, id: String) -> Result<RetryOutcome, identity::Error> {
    let (keys, now, has_provider) = (app.keys.clone(), app.clock.now(), app.messenger.is_some());
    let retried = caller.write(app, AccountLock::Shared, async move |tx, admin| {
        let Some(failed) = outbox::find_failed(tx, &id).await? else { return Ok(RetryOutcome::NotFailed) };
        let Some(said) = failed.said(&keys) else { return Ok(RetryOutcome::TooLate) };
        if !failed.is_message() {
            // Forget the bounce; if the mail bounces again, the address is marked again.
            bounces::erase(tx, std::slice::from_ref(&failed.recipient)).await?;
        }
        match &failed.account_id {
            None if outbox::retry(tx, &id, &said, now).await? => {}
            None => return Ok(RetryOutcome::NotFailed),
            Some(_) if !has_provider => return Err(identity::Error::NoMessages),
            Some(owner) => {
                let number = failed.recipient.as_str();
                let is_wanted = messaging::is_wanted(tx, owner, &id, number).await?
                    || desk_bookings::is_message_wanted(tx, &id, number).await?;
                if !is_wanted || !phone_messages::retry(tx, &id, number, &said, now.as_millisecond()).await? {
                    return Ok(RetryOutcome::TooLate);
                }
            }
        }
        admin.record(tx, "retry", subject(&failed, &id), Some(&failed.why), now).await?;
        Ok::<_, identity::Error>(RetryOutcome::Queued)
    });
    let retried = retried.await?;
    app.wake_outbox();
    Ok(retried)
}

/// Deletes a failed mail or phone message. Returns `false` if there is none.
pub async fn drop_failed(app: &App, caller: &Admin, id: String) -> Result<bool, identity::Error> {
    let now = app.clock.now();
    let dropped = caller.write(app, AccountLock::Shared, async move |tx, admin| {
        let Some(failed) = outbox::find_failed(tx, &id).await? else { return Ok(false) };
        if outbox::drop_failed(tx, std::slice::from_ref(&id)).await? == 0 {
            return Ok(false);
        }
        admin.record(tx, "drop", subject(&failed, &id), Some(&failed.why), now).await?;
        Ok::<_, identity::Error>(true)
    });
    dropped.await
}

/// A few test mails are enough to see whether the mail server works.
const TEST_MAIL_LIMIT: Limit = Limit::new("test mails to an administrator", 5, SignedDuration::from_hours(1));

/// Sends a test mail to the administrator, and returns the address.
pub async fn send_test_mail(app: &App, caller: &Admin) -> Result<String, identity::Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    app.rate_limiter.take(&[(&caller.id, TEST_MAIL_LIMIT)], now.as_millisecond()).await?;
    let sent = caller.write(app, AccountLock::Shared, async move |tx, admin| {
        let contact = identity::find_contact(tx, &admin.id).await?.ok_or(identity::Error::WrongCredentials)?;
        outbox::enqueue(tx, &mails::test(&contact, &site), now).await?;
        admin.record_own(tx, "test_mail", now).await?;
        Ok::<_, identity::Error>(contact.email)
    });
    let address = sent.await?;
    app.wake_outbox();
    Ok(address)
}

/// Makes a backup due now. Returns whether backups are configured.
pub async fn back_up(app: &App, caller: &Admin) -> Result<bool, identity::Error> {
    let (now, has_backups) = (app.clock.now(), app.config.backups.is_some());
    let asked = caller.write(app, AccountLock::Shared, async move |tx, admin| {
        if has_backups {
            schedule::make_one_due(tx).await?;
            admin.record_own(tx, "back_up", now).await?;
        }
        Ok::<_, identity::Error>(())
    });
    asked.await?;
    if has_backups {
        app.backup_wakeup.notify();
    }
    Ok(has_backups)
}

/// The number of days over which messages to phones are counted.
pub const MESSAGE_DAYS: i64 = 30;
const MAX_REASONS: i64 = 10;

pub struct MessageTotals {
    pub of_channels: Vec<(Channel, ChannelFigures)>,
    pub reasons: Vec<(String, i64)>,
}

pub async fn message_totals(app: &App) -> db::Result<MessageTotals> {
    let since = app.clock.now_millis() - millis(SignedDuration::from_hours(24 * MESSAGE_DAYS));
    app.db
        .report(async move |tx| {
            let of_channels = phone_messages::figures(tx, since).await?;
            Ok(MessageTotals { of_channels, reasons: phone_messages::list_reasons(tx, since, MAX_REASONS).await? })
        })
        .await
}

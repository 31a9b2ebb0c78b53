//! How the installation is doing, and what becomes of mails that failed.

use super::store;
use crate::app::App;
use crate::identity;
use crate::identity::callers::{Admin, Hold};
use crate::platform::audit::Subject;
use crate::platform::audit::seals::{self, Seal};
use crate::platform::db::{self, migrate};
use crate::platform::files::{DiskSpace, disk_space};
use crate::platform::job_results::{self, JobResult};
use crate::platform::list::{Page, Paging};
use crate::platform::mail::Mailer;
use crate::platform::messages::Messenger;
use crate::platform::outbox::{self, FailedMail, Retried, Waiting, count_waiting};

/// A mail in the audit log, by its id: whose address it was does not stay there.
fn mail(id: &str) -> Subject<'_> {
    Subject { kind: "mail", id, name: "" }
}

/// What the database says of the installation.
pub struct State {
    pub engine_version: String,
    /// The last step of the schema.
    pub schema: String,
    pub mails: Waiting,
    pub phone_messages: Waiting,
    pub last_seal: Option<Seal>,
    pub results: Vec<JobResult>,
}

pub async fn state(app: &App) -> db::Result<State> {
    let is_postgres = app.db.has_neighbours();
    app.db
        .report(async move |tx| {
            Ok(State {
                engine_version: store::engine_version(tx, is_postgres).await?,
                schema: migrate::applied(tx).await?.pop().unwrap_or_default(),
                mails: count_waiting::<Mailer>(tx).await?,
                phone_messages: count_waiting::<Messenger>(tx).await?,
                last_seal: seals::find_last(tx).await?,
                results: job_results::list(tx).await?,
            })
        })
        .await
}

/// How much room the data folder has; none where the system does not say.
pub async fn disk(app: &App) -> Option<DiskSpace> {
    let folder = app.config.data_dir.clone();
    // A disk that hangs holds nobody up but this.
    let asked = tokio::task::spawn_blocking(move || disk_space(&folder)).await;
    asked.ok()?.inspect_err(|error| tracing::warn!(%error, "the disk does not say how much room it has")).ok()
}

pub async fn failed_mails(app: &App, paging: Paging) -> db::Result<Page<FailedMail>> {
    app.db.report(async move |tx| outbox::list_failed(tx, paging.part()).await).await
}

/// Lets a mail go again that was given up.
pub async fn retry(app: &App, caller: &Admin, id: String) -> Result<Retried, identity::Error> {
    let (keys, now) = (app.keys.clone(), app.clock.now());
    let retried = caller.write(app, Hold::Shared, async move |tx, admin| {
        let retried = outbox::retry(tx, &keys, &id, now).await?;
        if let Retried::Waits(why) = &retried {
            admin.record(tx, "retry", mail(&id), Some(why), now).await?;
        }
        Ok::<_, identity::Error>(retried)
    });
    let retried = retried.await?;
    app.mail_waits();
    Ok(retried)
}

/// Deletes a mail that was given up, and returns whether there was one.
pub async fn drop_mail(app: &App, caller: &Admin, id: String) -> Result<bool, identity::Error> {
    let now = app.clock.now();
    let dropped = caller.write(app, Hold::Shared, async move |tx, admin| {
        let Some(why) = outbox::drop_failed(tx, &id).await? else { return Ok(false) };
        admin.record(tx, "drop", mail(&id), Some(&why), now).await?;
        Ok::<_, identity::Error>(true)
    });
    dropped.await
}

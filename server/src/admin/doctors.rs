//! A doctor as the administrator sees them, and how one is suspended and restored.

use super::store::audit::{self, Deed};
use super::users::{Coming, DEEDS};
use crate::app::App;
use crate::booking::oversight::{self, Cancellation, tell_doctors};
use crate::booking::{Appointment, Status, figures};
use crate::directory::{self, Approval, Profile};
use crate::identity::actor::{Admin, Hold, SignedOut};
use crate::identity::{self, Role};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock};

/// How much of a doctor's past a page shows.
const LATEST: i64 = 20;

pub struct Details {
    pub profile: Profile,
    pub standing: Approval,
    pub counts: Vec<(Status, i64)>,
    pub coming: Vec<Appointment>,
    pub history: Vec<Appointment>,
    pub deeds: Vec<Deed>,
}

pub async fn find(app: &App, id: &str) -> db::Result<Option<Details>> {
    let now = app.clock.now();
    app.db
        .read(async |tx| {
            let Some(profile) = directory::find_profile(tx, id).await? else { return Ok(None) };
            let Some(standing) = directory::find_approval(tx, id).await? else { return Ok(None) };
            Ok(Some(Details {
                profile,
                standing,
                counts: figures::count_of_doctor(tx, id).await?,
                coming: oversight::list_coming_of_doctor(tx, id, now).await?,
                history: oversight::list_latest_of_doctor(tx, id, now, LATEST).await?,
                deeds: audit::list_of(tx, id, DEEDS).await?,
            }))
        })
        .await
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no such doctor")]
    Unknown,
    /// Not approved yet, or suspended already.
    #[error("not suspendable")]
    NotSuspendable,
    #[error("not suspended")]
    NotSuspended,
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Hides a doctor and keeps them out. Whoever books at this moment waits for it, and then finds no such doctor.
pub async fn suspend(
    app: &App,
    caller: &Admin,
    id: String,
    reason: Option<String>,
    coming: Coming,
) -> Result<(), Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let cancelled = caller
        .write(app, Hold::Shared, async move |tx, admin| {
            tx.lock(Lock::Doctor(&id)).await?;
            let doctor = directory::find(tx, &id).await?.ok_or(Error::Unknown)?;
            if !directory::suspend(tx, &id, now.as_millisecond()).await? {
                return Err(Error::NotSuspendable);
            }
            identity::block(tx, &id).await?;
            let subject = Subject { kind: Role::Doctor.as_str(), id: &id, name: &doctor.full_name };
            admin.record(tx, "suspend", subject, reason.as_deref(), now).await?;
            Ok(match coming {
                Coming::Keep => Vec::new(),
                Coming::Cancel => {
                    let cancellation = Cancellation { reason: reason.as_deref(), organizer: &organizer, now };
                    cancellation.of_doctor(tx, &id).await?
                }
            })
        })
        .await?;
    app.mail_waits();
    tell_doctors(app, &cancelled);
    Ok(())
}

/// Shows a suspended doctor again and lets them in.
pub async fn restore(app: &App, caller: &Admin, id: String, reason: Option<String>) -> Result<(), Error> {
    let now = app.clock.now();
    caller
        .write(app, Hold::Shared, async move |tx, admin| {
            tx.lock(Lock::Doctor(&id)).await?;
            let doctor = directory::find(tx, &id).await?.ok_or(Error::Unknown)?;
            if !directory::restore(tx, &id).await? {
                return Err(Error::NotSuspended);
            }
            identity::activate(tx, &id).await?;
            let subject = Subject { kind: Role::Doctor.as_str(), id: &id, name: &doctor.full_name };
            admin.record(tx, "restore", subject, reason.as_deref(), now).await?;
            Ok(())
        })
        .await
}

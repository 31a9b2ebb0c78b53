//! A doctor as the administrator sees them, and how one is suspended and restored.

use super::store::{self, AdminDoctor, AdminDoctorFilter};
use crate::admin::audit::{self, AuditRow};
use crate::admin::bookings::Coming;
use crate::app::App;
use crate::booking::oversight::{self, Cancellation, tell_doctors};
use crate::booking::{Appointment, Status, figures};
use crate::directory::{self, Approval, Profile};
use crate::identity;
use crate::identity::callers::{Admin, Hold, SignedOut};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock};
use crate::platform::list::{Page, Paging};

/// How much of a doctor's past a page shows.
const LATEST: i64 = 20;

pub struct DoctorDetails {
    pub profile: Profile,
    pub approval: Approval,
    pub counts: Vec<(Status, i64)>,
    pub coming: Vec<Appointment>,
    pub history: Vec<Appointment>,
    pub audit: Vec<AuditRow>,
}

/// Approved doctors, suspended ones included.
pub async fn list(app: &App, filter: AdminDoctorFilter, paging: Paging) -> db::Result<Page<AdminDoctor>> {
    app.db.report(async move |tx| store::list(tx, &filter, paging.part()).await).await
}

pub async fn find(app: &App, id: &str) -> db::Result<Option<DoctorDetails>> {
    let now = app.clock.now();
    app.db
        .read(async |tx| {
            let Some(profile) = directory::find_profile(tx, id).await? else { return Ok(None) };
            let Some(approval) = directory::find_approval(tx, id).await? else { return Ok(None) };
            Ok(Some(DoctorDetails {
                profile,
                approval,
                counts: figures::count_of_doctor(tx, id).await?,
                coming: oversight::list_coming_of_doctor(tx, id, now).await?,
                history: oversight::list_latest_of_doctor(tx, id, now, LATEST).await?,
                audit: audit::list_of(tx, id).await?,
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

pub enum Suspension {
    /// Hides a doctor and keeps them out. Whoever books at this moment waits for it, and then finds no such doctor.
    Begin(Coming),
    /// Shows a suspended doctor again and lets them in.
    End,
}

pub async fn decide(
    app: &App,
    caller: &Admin,
    id: String,
    suspension: Suspension,
    reason: Option<String>,
) -> Result<(), Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let decided = caller.write(app, Hold::Shared, async move |tx, admin| {
        tx.lock(Lock::Doctor(&id)).await?;
        let doctor = directory::find(tx, &id).await?.ok_or(Error::Unknown)?;
        let (reason, subject) = (reason.as_deref(), Subject { kind: "doctor", id: &id, name: &doctor.full_name });
        let Suspension::Begin(coming) = suspension else {
            if !directory::restore(tx, &id).await? {
                return Err(Error::NotSuspended);
            }
            identity::activate(tx, &id).await?;
            admin.record(tx, "restore", subject, reason, now).await?;
            return Ok(Vec::new());
        };
        if !directory::suspend(tx, &id, now.as_millisecond()).await? {
            return Err(Error::NotSuspendable);
        }
        identity::block(tx, &id).await?;
        admin.record(tx, "suspend", subject, reason, now).await?;
        Ok(match coming {
            Coming::Keep => Vec::new(),
            Coming::Cancel => Cancellation { reason, organizer: &organizer, now }.of_doctor(tx, &id).await?,
        })
    });
    let cancelled = decided.await?;
    app.mail_waits();
    tell_doctors(app, &cancelled);
    Ok(())
}

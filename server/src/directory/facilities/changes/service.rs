//! Deciding about another name or licence number, and thinking better of it.

use super::mails;
use super::store::{self, ChangeRow};
use crate::app::App;
use crate::directory::facilities::store as facilities;
use crate::directory::joining::Verdict;
use crate::identity;
use crate::identity::callers::{Admin, FacilityStaff, Hold, SignedOut};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::list::{Page, Paging};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Decided, replaced or taken back, or its hospital or pharmacy is suspended.
    #[error("it waits no longer")]
    Gone,
    #[error("the licence is registered")]
    LicenseTaken,
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What waits, the newest first.
pub async fn list(app: &App, paging: Paging) -> db::Result<Page<ChangeRow>> {
    app.db.read(async |tx| store::list(tx, paging.part()).await).await
}

/// Makes a change count, or drops it. Either works once, and only for what the administrator has seen.
pub async fn decide(app: &App, caller: &Admin, id: String, verdict: Verdict) -> Result<(), Error> {
    let (now, profile_page) = (app.clock.now(), format!("{}/business/profile", app.config.public_url));
    let decided = caller.write(app, Hold::Shared, async move |tx, admin| {
        let worker_id = store::find(tx, &id).await?.ok_or(Error::Gone)?.worker_id;
        tx.lock(Lock::Facility(&worker_id)).await?;
        // Something else may have taken its place while we waited.
        let change = store::find(tx, &id).await?.ok_or(Error::Gone)?;
        if let Some(contact) = identity::find_contact(tx, &worker_id).await? {
            let mail = mails::decided(&contact, &change, &verdict, profile_page);
            outbox::enqueue(tx, &mail, now).await?;
        }
        let role = change.category.role().as_str();
        let subject = Subject { kind: role, id: &worker_id, name: &change.name };
        store::delete_of(tx, &worker_id).await?;
        match verdict {
            Verdict::Approved => {
                admin.record(tx, "approve_change", subject, Some(&change.in_words()), now).await?;
                take_over(tx, &change).await
            }
            Verdict::Rejected { reason } => {
                Ok(admin.record(tx, "reject_change", subject, reason.as_deref(), now).await?)
            }
        }
    });
    decided.await?;
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
    Ok(())
}

impl ChangeRow {
    /// `Old name → New name, KL-1 → KL-2`
    fn in_words(&self) -> String {
        let name = self.new_name.as_ref().map(|new| format!("{} → {}", self.name, new.as_str()));
        let number = self.new_number.as_ref().map(|new| format!("{} → {new}", self.number));
        name.into_iter().chain(number).collect::<Vec<_>>().join(", ")
    }
}

async fn take_over(tx: &mut Tx<'_>, change: &ChangeRow) -> Result<(), Error> {
    if let Some(name) = &change.new_name {
        facilities::update_name(tx, &change.worker_id, name).await?;
    }
    let Some(number) = &change.new_number else { return Ok(()) };
    // Last, because it can meet the unique index: somebody else registered with it since it was asked for.
    facilities::update_license(tx, &change.worker_id, number).await.map_err(|error| match error {
        error if error.is_conflict("facilities_license") => Error::LicenseTaken,
        error => error.into(),
    })
}

/// Whether something waited; name and licence number stay as they are.
pub async fn withdraw(app: &App, caller: &FacilityStaff) -> Result<bool, identity::Error> {
    let withdrawn = caller
        .write(app, Hold::Alone, async move |tx, me| Ok::<_, identity::Error>(store::delete_of(tx, &me.id).await?))
        .await?;
    app.live.publish(ADMINISTRATION);
    Ok(withdrawn)
}

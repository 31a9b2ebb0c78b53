//! Approving, rejecting and withdrawing profile changes.

use super::mails;
use crate::app::App;
use crate::directory::doctors::store as doctors;
use crate::directory::facilities::store as facilities;
use crate::directory::profile_changes::{ChangeRow, store};
use crate::directory::{Decision, WorkerKind, texts};
use crate::identity;
use crate::identity::callers::{AccountLock, Admin, Caller};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::http::{Code, Problem};
use crate::platform::list::{Page, Paging};
use crate::platform::outbox;
use crate::platform::pubsub::ADMINISTRATION;

/// The waiting requests, the newest first.
pub async fn list(app: &App, paging: Paging) -> db::Result<Page<ChangeRow>> {
    app.db.read(async |tx| store::list(tx, paging.part()).await).await
}

/// Approves or rejects a request, once, and only in the version that the administrator has seen.
pub async fn decide(app: &App, caller: &Admin, id: String, verdict: Decision) -> Result<(), Problem> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let decided = caller.write(app, AccountLock::Shared, async move |tx, admin| {
        let ChangeRow { worker_id, category, .. } = store::find(tx, &id).await?.ok_or_else(gone)?;
        tx.lock(identity::lock_of(category.role(), &worker_id)).await?;
        // Another request may have replaced it while this transaction waited for the lock.
        let change = store::find(tx, &id).await?.ok_or_else(gone)?;
        if let Some(contact) = identity::find_contact(tx, &worker_id).await? {
            let mail = mails::decided(&contact, &change, &verdict, &site);
            outbox::enqueue(tx, &mail, now).await?;
        }
        let role = change.category.role().as_str();
        let subject = Subject { kind: role, id: &worker_id, name: &change.name };
        store::delete_of(tx, &worker_id).await?;
        match verdict {
            Decision::Approved => {
                admin.record(tx, "approve_change", subject, Some(&change.in_words()), now).await?;
                take_over(tx, &change).await
            }
            Decision::Rejected { reason } => {
                Ok(admin.record(tx, "reject_change", subject, reason.as_deref(), now).await?)
            }
        }
    });
    decided.await?;
    app.wake_outbox();
    app.pubsub.publish(ADMINISTRATION);
    Ok(())
}

/// Decided, replaced or withdrawn, or its owner was suspended.
fn gone() -> Problem {
    Problem::saying(Code::NotFound, texts::CHANGE_GONE)
}

async fn take_over(tx: &mut Tx<'_>, change: &ChangeRow) -> Result<(), Problem> {
    if let (WorkerKind::Doctor, Some(name_ml)) = (change.category, &change.new_name_ml) {
        return Ok(doctors::update_name_ml(tx, &change.worker_id, name_ml).await?);
    }
    if let Some(name) = &change.new_name {
        facilities::update_name(tx, &change.worker_id, name).await?;
    }
    if let Some(name_ml) = &change.new_name_ml {
        facilities::update_name_ml(tx, &change.worker_id, name_ml).await?;
    }
    if let Some((state, district)) = change.new_state.as_ref().zip(change.new_district.as_ref()) {
        facilities::update_location(tx, &change.worker_id, state, district).await?;
    }
    let Some(number) = &change.new_number else { return Ok(()) };
    // Last, because it can violate the unique index: another facility may have registered the licence.
    facilities::update_license(tx, &change.worker_id, number).await.map_err(|error| match error {
        error if error.is_conflict("facilities_license") => {
            Problem::saying(Code::AlreadyRegistered, texts::LICENSE_TAKEN_MEANWHILE)
        }
        error => error.into(),
    })
}

/// Withdraws the caller's request. Returns whether there was one.
pub async fn withdraw(app: &App, caller: &Caller) -> Result<bool, identity::Error> {
    let withdrawn = caller
        .write(app, AccountLock::Exclusive, async move |tx, me| {
            Ok::<_, identity::Error>(store::delete_of(tx, &me.id).await?)
        })
        .await?;
    app.pubsub.publish(ADMINISTRATION);
    Ok(withdrawn)
}

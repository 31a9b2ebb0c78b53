//! Switching a worker's second factor off.

use crate::app::App;
use crate::directory::joining::Kind;
use crate::directory::listing;
use crate::identity::callers::{Admin, Hold};
use crate::identity::second_factor::{self, RemovedBy};
use crate::identity::{self, Proof};
use crate::platform::audit::Subject;

/// Switches a worker's off for whoever lost the phone and the codes: an administrator answers for it with a reason. `None` when there
/// is no such worker, `false` when it was not on.
pub async fn remove(
    app: &App,
    caller: &Admin,
    proof: Proof,
    (kind, id): (Kind, String),
    reason: String,
) -> Result<Option<bool>, identity::Error> {
    let (now, role, listing) = (app.clock.now(), kind.role(), kind.listing());
    let remedy = second_factor::remedy(app, role);
    let removed = caller.write(app, Hold::Alone, async move |tx, admin| {
        proof.check(tx).await?;
        tx.lock(listing.lock(&id)).await?;
        let Some(worker) = listing::find(tx, listing, &id).await?.filter(|worker| worker.role == role) else {
            return Ok(None);
        };
        if !second_factor::remove_for(tx, &id, RemovedBy::Administrator(&reason), remedy, now).await? {
            return Ok(Some(false));
        }
        let subject = Subject { kind: role.as_str(), id: &id, name: &worker.name };
        admin.record(tx, "second_factor_off", subject, Some(&reason), now).await?;
        Ok::<_, identity::Error>(Some(true))
    });
    let removed = removed.await?;
    app.mail_waits();
    Ok(removed)
}

//! How a worker is suspended and restored.

use super::mails;
use crate::admin::bookings::Coming;
use crate::app::App;
use crate::booking::oversight::{Cancellation, tell_doctors};
use crate::directory::changes;
use crate::directory::listing::{self, Listing};
use crate::identity;
use crate::identity::callers::{Admin, Hold, SignedOut};
use crate::platform::audit::Subject;
use crate::platform::live::ADMINISTRATION;
use crate::platform::{db, outbox};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no such worker")]
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
    /// Hides a worker and keeps them out. Whoever books with a doctor at this moment waits for it, and then finds no such
    /// doctor; a hospital or pharmacy has no bookings.
    Begin(Coming),
    /// Shows a suspended worker again and lets them in.
    End,
}

pub async fn decide(
    app: &App,
    caller: &Admin,
    (listing, id): (Listing, String),
    suspension: Suspension,
    reason: Option<String>,
) -> Result<(), Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let site = app.config.public_url.clone();
    let decided = caller.write(app, Hold::Shared, async move |tx, admin| {
        tx.lock(listing.lock(&id)).await?;
        let worker = listing::find(tx, listing, &id).await?.ok_or(Error::Unknown)?;
        let reason = reason.as_deref();
        let subject = Subject { kind: worker.role.as_str(), id: &id, name: &worker.name };
        let contact = identity::find_contact(tx, &id).await?.ok_or(Error::Unknown)?;
        let Suspension::Begin(coming) = suspension else {
            if !listing::restore(tx, listing, &id).await? {
                return Err(Error::NotSuspended);
            }
            identity::activate(tx, &id).await?;
            admin.record(tx, "restore", subject, reason, now).await?;
            outbox::enqueue(tx, &mails::restored(&contact, &site), now).await?;
            return Ok(Vec::new());
        };
        if !listing::suspend(tx, listing, &id, now.as_millisecond()).await? {
            return Err(Error::NotSuspendable);
        }
        identity::block(tx, &id).await?;
        admin.record(tx, "suspend", subject, reason, now).await?;
        // Nobody decides about what a suspended one asked for.
        let dropped = changes::delete_of(tx, &id).await?;
        outbox::enqueue(tx, &mails::suspended(&contact, reason, dropped, &site), now).await?;
        Ok(match coming {
            Coming::Keep => Vec::new(),
            Coming::Cancel => Cancellation { reason, organizer: &organizer, now }.of_doctor(tx, &id).await?,
        })
    });
    let cancelled = decided.await?;
    app.mail_waits();
    tell_doctors(app, &cancelled);
    app.live.publish(ADMINISTRATION);
    Ok(())
}

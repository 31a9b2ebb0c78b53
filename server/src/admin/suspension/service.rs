//! How a worker is suspended and restored.

use jiff::Timestamp;

use super::mails;
use crate::admin::bookings::Coming;
use crate::app::App;
use crate::booking::oversight::{Cancellation, publish_doctor_changed, tell_doctors};
use crate::booking::queue;
use crate::directory::changes;
use crate::directory::listing::{self, Listing};
use crate::identity::callers::{Admin, Hold, SignedOut};
use crate::identity::{self, Contact};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

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
    let (site, worker_id) = (app.config.public_url.clone(), id.clone());
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
        if !suspend(tx, (listing, &id), &contact, reason, &site, now).await? {
            return Err(Error::NotSuspendable);
        }
        admin.record(tx, "suspend", subject, reason, now).await?;
        Ok(match coming {
            Coming::Keep => Vec::new(),
            Coming::Cancel => Cancellation { reason, organizer: &organizer, now }.of_doctor(tx, &id).await?,
        })
    });
    let cancelled = decided.await?;
    app.mail_waits();
    tell_doctors(app, &cancelled);
    publish(app, listing, &worker_id);
    Ok(())
}

/// Hides a worker from everybody, keeps them out, ends the screens of a doctor, and tells them. Whether they were not suspended
/// already. The caller holds the worker's lock and writes the audit row.
pub async fn suspend(
    tx: &mut Tx<'_>,
    (listing, id): (Listing, &str),
    contact: &Contact,
    reason: Option<&str>,
    site: &str,
    now: Timestamp,
) -> db::Result<bool> {
    if !listing::suspend(tx, listing, id, now.as_millisecond()).await? {
        return Ok(false);
    }
    identity::block(tx, id).await?;
    if listing == Listing::Doctors {
        queue::end_screens(tx, id).await?;
    }
    // A change that a suspended worker asked for is not decided about.
    let dropped = changes::delete_of(tx, id).await?;
    outbox::enqueue(tx, &mails::suspended(contact, reason, dropped, site), now).await?;
    Ok(true)
}

/// Said after the commit: the administrators' pages ask anew, and the screens of a suspended doctor end.
pub fn publish(app: &App, listing: Listing, id: &str) {
    if listing == Listing::Doctors {
        publish_doctor_changed(app, id);
    }
    app.live.publish(ADMINISTRATION);
}

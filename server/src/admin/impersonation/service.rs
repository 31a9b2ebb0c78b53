//! Looking at and using the link that reports an application.

use super::mails::{self, suspension_reason};
use crate::admin::{administrators, suspension};
use crate::app::App;
use crate::directory::listing::{self, Listing};
use crate::identity::impersonation::{self, ImpersonationLink};
use crate::identity::{self, Error, Role};
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::db::Tx;
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;
use crate::platform::outbox;

/// An entry that came to exist by an application.
pub struct ApprovedEntry {
    pub name: String,
    pub role: Role,
    pub is_reported: bool,
}

/// What a link is about. Looking changes nothing: mail programs open links by themselves.
pub async fn look(app: &App, token: &Secret) -> Result<ApprovedEntry, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let found = app.db.read(async |tx| {
        let link = impersonation::find(tx, &digest, now).await?.ok_or(Error::LinkEnded)?;
        find_entry(tx, &link).await
    });
    found.await
}

async fn find_entry(tx: &mut Tx<'_>, link: &ImpersonationLink) -> Result<ApprovedEntry, Error> {
    let ImpersonationLink { account_id, role, is_used } = link;
    let worker = listing::find(tx, Listing::of(*role), account_id).await?.ok_or(Error::LinkEnded)?;
    Ok(ApprovedEntry { name: worker.name, role: *role, is_reported: *is_used })
}

/// Suspends the entry of a link and tells every administrator, once. Bookings are kept: an administrator decides about them, because a
/// mistaken report must not cancel anybody's visit.
pub async fn report(app: &App, token: &Secret, address: ClientAddress) -> Result<ApprovedEntry, Error> {
    // Read first, so that requests with made-up links do not occupy the writer.
    look(app, token).await?;
    let (digest, now, site) = (token.digest(), app.clock.now(), app.config.public_url.clone());
    let millis = now.as_millisecond();
    let reported = app.db.write(async move |tx| {
        let link = impersonation::find(tx, &digest, millis).await?.ok_or(Error::LinkEnded)?;
        let listing = Listing::of(link.role);
        tx.lock(listing.lock(&link.account_id)).await?;
        // The link may have been used, or the account erased, while we waited for the lock.
        let link = impersonation::find(tx, &digest, millis).await?.ok_or(Error::LinkEnded)?;
        let entry = find_entry(tx, &link).await?;
        if link.is_used {
            return Ok((link, entry));
        }
        let (id, role) = (&link.account_id, link.role);
        impersonation::mark_used(tx, id, millis).await?;
        let contact = identity::find_contact(tx, id).await?.ok_or(Error::LinkEnded)?;
        let reason = suspension_reason(contact.lang);
        suspension::suspend(tx, (listing, id), &contact, Some(reason), &site, now).await?;
        let subject = Subject { kind: role.as_str(), id, name: &entry.name };
        let network = Some(address.neighbourhood());
        audit::record(tx, Entry { network, ..Entry::of_program("impersonation", subject) }, now).await?;
        for admin in administrators::list_contacts(tx, "").await? {
            outbox::enqueue(tx, &mails::reported(&admin, &entry.name, (role, id), &site), now).await?;
        }
        let entry = ApprovedEntry { is_reported: true, ..entry };
        Ok::<_, Error>((link, entry))
    });
    let (link, entry) = reported.await?;
    app.mail_waits();
    suspension::publish(app, Listing::of(link.role), &link.account_id);
    Ok(entry)
}

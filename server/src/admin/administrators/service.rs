//! Adding and removing administrators.

use jiff::Timestamp;

use super::mails;
use super::store::{self, Administrator};
use crate::app::App;
use crate::identity::callers::{Admin, Hold};
use crate::identity::{self, Contact, Email, NewAccount, Proof, Role};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;
use crate::platform::list::{Page, Paging};
use crate::platform::outbox;

/// The administrators, the newest first.
pub async fn list(app: &App, caller: &Admin, paging: Paging) -> db::Result<Page<Administrator>> {
    let page = app.db.read(async |tx| store::list(tx, paging.part()).await).await?;
    Ok(page.map(|row| Administrator { own: row.id == caller.id, ..row }))
}

/// Adds an administrator and mails them a link to choose a password, which nobody else ever knows. All others are told.
pub async fn add(app: &App, caller: &Admin, proof: Proof, email: Email, lang: Lang) -> Result<(), identity::Error> {
    // Until they choose one, it is a password that is thrown away.
    let password_hash = app.passwords.hash(Secret::random().expose().to_owned()).await?;
    let account = NewAccount { role: Role::Admin, email, phone: None, password_hash, lang };
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let added = caller.write(app, Hold::Alone, async move |tx, admin| {
        proof.check(tx).await?;
        let id = identity::insert_account(tx, account, now).await?.ok_or(identity::Error::EmailTaken)?;
        let contact = identity::find_contact(tx, &id).await?.ok_or(identity::Error::EmailTaken)?;
        let link = identity::make_password_link(tx, (Role::Admin, &id), &site, now).await?;
        outbox::enqueue(tx, &mails::added(&contact, link), now).await?;
        tell_others(tx, &id, &contact.email, &site, now).await?;
        let subject = Subject { kind: Role::Admin.as_str(), id: &id, name: &contact.email };
        Ok::<_, identity::Error>(admin.record(tx, "add", subject, None, now).await?)
    });
    added.await?;
    app.mail_waits();
    Ok(())
}

/// Whoever adds one with a stolen password does so in front of all, also of the one whose password it was.
async fn tell_others(tx: &mut Tx<'_>, id: &str, email: &str, site: &str, now: Timestamp) -> db::Result<()> {
    for contact in list_contacts(tx, id).await? {
        outbox::enqueue(tx, &mails::another_added(&contact, email, site), now).await?;
    }
    Ok(())
}

/// Where to write to all administrators but the one of that id.
pub async fn list_contacts(tx: &mut Tx<'_>, except: &str) -> db::Result<Vec<Contact>> {
    let ids = store::list_others(tx, except).await?;
    let mut contacts = identity::list_contacts(tx, &ids).await?;
    Ok(ids.iter().filter_map(|id| contacts.remove(id)).collect())
}

/// Removes another administrator, ends their sessions and tells them. Whether there was one of that id. Of two who remove
/// each other at once, one comes first, and the other may not act any more.
pub async fn remove(
    app: &App,
    caller: &Admin,
    proof: Proof,
    id: String,
    reason: String,
) -> Result<bool, identity::Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let removed = caller.write(app, Hold::AloneWith(id.clone()), async move |tx, admin| {
        proof.check(tx).await?;
        let Some(other) = store::find(tx, &id).await? else { return Ok(false) };
        if let Some(contact) = identity::find_contact(tx, &id).await? {
            outbox::enqueue(tx, &mails::removed(&contact, &reason, &site), now).await?;
        }
        let subject = Subject { kind: Role::Admin.as_str(), id: &id, name: &other.email };
        admin.record(tx, "remove", subject, Some(&reason), now).await?;
        identity::remove_admin(tx, &id, now.as_millisecond()).await?;
        Ok::<_, identity::Error>(true)
    });
    let removed = removed.await?;
    app.mail_waits();
    Ok(removed)
}

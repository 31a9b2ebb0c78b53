//! Creating, accepting and ending invitations to a desk.

use jiff::{SignedDuration, Timestamp};

use super::mails;
use super::store::{self, DeskInvitation, Invitation, NewInvitation};
use crate::app::App;
use crate::directory::desk::service::{Error, MAX_DESK_STAFF, subject};
use crate::directory::desk::store as staff;
use crate::identity::callers::{AccountLock, Caller, Employer};
use crate::identity::person::PersonName;
use crate::identity::{self, Contact, Email, NewAccount, NewPassword, Proof, Role, lock_of};
use crate::platform::audit::{self, Entry};
use crate::platform::bounces;
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::{Secret, new_id};
use crate::platform::lang::Lang;
use crate::platform::outbox;
use crate::platform::rate_limit::Limit;

const INVITATION_TTL: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Each one mails an unconfirmed address.
const INVITATION_LIMIT: Limit = Limit::new("desk invitations by an employer", 20, SignedDuration::from_hours(24));

/// Invites somebody by a mailed link. The employer gets a mail too, so that an invitation with a stolen session is noticed.
/// Invitations of other employers are neither changed nor revealed. A second invitation to the same address replaces the employer's
/// first.
pub async fn invite(
    app: &App,
    employer: &Employer,
    proof: Proof,
    name: PersonName,
    email: Email,
    lang: Lang,
) -> Result<Invitation, Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    app.rate_limiter.take(&[(&employer.id, INVITATION_LIMIT)], now.as_millisecond()).await?;
    let invited = employer.write(app, AccountLock::Exclusive, async move |tx, me| {
        proof.check(tx).await?;
        if staff::has_address(tx, &me.id, &email).await? {
            return Err(Error::EmailTaken);
        }
        store::delete_to(tx, &me.id, &email).await?;
        let millis_now = now.as_millisecond();
        let there = staff::count_of(tx, &me.id).await? + store::count_of(tx, &me.id, millis_now).await?;
        if there >= MAX_DESK_STAFF {
            return Err(Error::Enough);
        }
        let (id, token) = (new_id(now), Secret::random());
        let new = NewInvitation {
            id: &id,
            employer_id: &me.id,
            name: name.as_str(),
            email: &email,
            lang,
            token_digest: &token.digest(),
            created_at: millis_now,
            expires_at: millis_now.saturating_add(millis(INVITATION_TTL)),
        };
        store::insert(tx, &new).await?;
        let contact = Contact::of_address(email.as_str(), lang);
        let employer = staff::find_name(tx, &me.id).await?;
        // After the `#`: browsers do not send that part, so no server log contains it.
        let link = format!("{site}/desk/invitation#{}", token.expose());
        outbox::enqueue(tx, &mails::invited(&contact, name.as_str(), &employer, link), now).await?;
        if let Some(own) = identity::find_contact(tx, &me.id).await? {
            let page = if me.role == Role::Doctor { "doctor/assistants" } else { "business/desk" };
            let mail = mails::staff_invited(&own, name.as_str(), email.as_str(), format!("{site}/{page}"));
            outbox::enqueue(tx, &mail, now).await?;
        }
        me.record(tx, "invite", subject(&id, name.as_str()), None, now).await?;
        store::find(tx, &id).await?.ok_or(Error::Unknown)
    });
    let invited = invited.await?;
    app.wake_outbox();
    Ok(invited)
}

/// The content of a link. A GET changes nothing, because mail programs open links by themselves.
pub async fn look(app: &App, token: &Secret) -> Result<DeskInvitation, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    app.db.read(async |tx| store::find_linked(tx, &digest, now).await).await?.ok_or(Error::LinkEnded)
}

/// Creates the account with the chosen password. The link proves the address, so an unused account of that address is replaced; a
/// used one stays, and only the address's owner reads the refusal.
pub async fn accept(app: &App, token: &Secret, password: NewPassword, address: ClientAddress) -> Result<(), Error> {
    let (digest, now) = (token.digest(), app.clock.now());
    let password_hash = app.passwords.hash(password.expose()).await?;
    let accepted = app.db.write(async move |tx| {
        let millis_now = now.as_millisecond();
        let found = store::find_linked(tx, &digest, millis_now).await?.ok_or(Error::LinkEnded)?;
        tx.lock(lock_of(found.employer_role, &found.employer_id)).await?;
        // It may have ended while this transaction waited for the lock.
        let DeskInvitation { id, name, email, lang, employer_id, .. } =
            store::find_linked(tx, &digest, millis_now).await?.ok_or(Error::LinkEnded)?;
        // Deleted first: an administrator who ends it does not hold the employer's lock, and only one of the two deletes the row.
        if !store::delete(tx, None, &id).await? {
            return Err(Error::LinkEnded);
        }
        let network = Some(address.neighbourhood());
        replace_unused(tx, &id, &email, network.clone(), now).await?;
        let account = NewAccount { role: Role::Desk, email: email.clone(), phone: None, password_hash, lang };
        if !identity::insert_account_as(tx, &id, &account, now).await? {
            return Err(Error::EmailUsed);
        }
        staff::insert(tx, &id, &employer_id, &name, millis_now).await?;
        // Accepting is its first use: an invitation of another employer finds the address used.
        identity::update_last_use(tx, &id, millis_now).await?;
        bounces::note_reached(tx, email.as_str(), millis_now).await?;
        Ok(identity::record_own(tx, (Role::Desk, &id), "accept", network, now).await?)
    });
    accepted.await
}

/// Ends an unused account of that address.
async fn replace_unused(
    tx: &mut Tx<'_>,
    actor_id: &str,
    email: &Email,
    network: Option<String>,
    now: Timestamp,
) -> db::Result<()> {
    let Some(id) = staff::find_unused(tx, email).await? else { return Ok(()) };
    tx.lock(Lock::Desk(&id)).await?;
    // It may have been used while this transaction waited for the lock.
    if staff::find_unused(tx, email).await?.as_ref() != Some(&id) {
        return Ok(());
    }
    staff::end(tx, &id, now.as_millisecond()).await?;
    let entry = Entry::of((Role::Desk.as_str(), actor_id), "end", subject(&id, ""));
    audit::record(tx, Entry { network, ..entry }, now).await?;
    identity::erase_account(tx, &id).await
}

/// Ends an invitation, of that employer if one is given. Whether there was one. Mails to the address stay: they may be for another
/// person.
pub async fn end(
    tx: &mut Tx<'_>,
    by: &Caller,
    employer_id: Option<&str>,
    id: &str,
    reason: Option<&str>,
    now: Timestamp,
) -> db::Result<bool> {
    let Some(invitation) = store::find(tx, id).await? else { return Ok(false) };
    if !store::delete(tx, employer_id, id).await? {
        return Ok(false);
    }
    by.record(tx, "end", subject(id, &invitation.name), reason, now).await?;
    Ok(true)
}

/// Deletes the invitation of an erased person with waiting mails, and returns their address.
pub async fn erase(tx: &mut Tx<'_>, id: &str) -> db::Result<Option<Vec<String>>> {
    let Some(invitation) = store::find(tx, id).await? else { return Ok(None) };
    store::delete(tx, None, id).await?;
    let addresses = vec![invitation.email];
    outbox::erase_to(tx, &addresses).await?;
    Ok(Some(addresses))
}

/// The same for all invitations of an employer: ids and addresses.
pub async fn erase_of_employer(tx: &mut Tx<'_>, employer_id: &str) -> db::Result<(Vec<String>, Vec<String>)> {
    let addresses = store::list_addresses_of(tx, employer_id).await?;
    outbox::erase_to(tx, &addresses).await?;
    Ok((store::delete_of(tx, employer_id).await?, addresses))
}

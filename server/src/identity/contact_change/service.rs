//! Requesting, confirming and cancelling a change of the address or number.

use jiff::{SignedDuration, Timestamp};

use super::model::{APPLICANT_LINK_TTL, ConfirmationLink, ContactChange, LINK_TTL};
use super::store::{self, EmailLink};
use crate::app::App;
use crate::identity::callers::{AccountLock, AnyRole, Caller, Member};
use crate::identity::credentials::Proof;
use crate::identity::mails::reset_url;
use crate::identity::model::{Contact, Email};
use crate::identity::store::{lock_of, record_own};
use crate::identity::{self, Error, StepUp, mails, password_change, phone, sessions, step_up, texts};
use crate::platform::bounces;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;
use crate::platform::outbox;
use crate::platform::pubsub::ADMINISTRATION;
use crate::platform::rate_limit::{Limit, Refused};

/// Links of one account, and links to one address: more would only fill a stranger's mailbox.
const LINKS_OF_ACCOUNT: Limit = Limit::new("address links of an account", 5, SignedDuration::from_hours(1));
const LINKS_TO_ADDRESS: Limit = Limit::new("address links to an address", 5, SignedDuration::from_hours(1));

impl ContactChange {
    /// Checks password and second factor, which every change needs.
    pub async fn prove(self, app: &App, caller: &Caller, sent: StepUp) -> Result<VerifiedContactChange, Error> {
        let proof = step_up(app, caller, sent).await?;
        if let Some(email) = &self.email {
            check_link_rate_limit(app, &caller.id, email).await?;
        }
        Ok(VerifiedContactChange { change: self, proof, caller: caller.clone() })
    }
}

/// Counts a link that is about to be mailed.
async fn check_link_rate_limit(app: &App, account_id: &str, email: &Email) -> Result<(), Refused> {
    let keys = [(account_id, LINKS_OF_ACCOUNT), (&email.key(), LINKS_TO_ADDRESS)];
    app.rate_limiter.take(&keys, app.clock.now_millis()).await
}

/// A change whose password and code were right.
pub struct VerifiedContactChange {
    change: ContactChange,
    proof: Proof,
    /// The caller, whose own session stays when the others end.
    caller: Caller,
}

impl VerifiedContactChange {
    /// The new address, which will wait for its link.
    pub fn email(&self) -> Option<&Email> {
        self.change.email.as_ref()
    }

    /// Applies the change at the beginning of a transaction: the number at once, the address once it is confirmed.
    pub async fn make(&self, tx: &mut Tx<'_>, site: &str, now: Timestamp) -> Result<(), Error> {
        self.proof.check(tx).await?;
        let id = self.proof.account_id();
        let contact = identity::find_contact(tx, id).await?.ok_or(Error::WrongCredentials)?;
        if let Some(number) = &self.change.phone {
            let ways = identity::store::find_credentials(tx, id).await?;
            if !ways.has_password && !ways.has_email && phone::find_own_proved(tx, id).await?.is_some() {
                return Err(Error::not_changeable(texts::NUMBER_IS_THE_LOGIN));
            }
            phone::clear_phone_verification(tx, id, now).await?;
            identity::store::update_phone(tx, id, number, now.as_millisecond()).await?;
            sessions::delete_others(tx, id, self.caller.session()).await?;
            // This also drops a waiting address: an attacker may have requested it in a session that has just ended.
            identity::store::end_links(tx, id).await?;
            outbox::enqueue(tx, &mails::NUMBER_CHANGED.to(&contact, reset_url(site, self.caller.role)), now).await?;
            self.caller.record_own(tx, "phone", now).await?;
        }
        match &self.change.email {
            Some(email) => self.ask_to_confirm(tx, &contact, email, site, now).await,
            None => Ok(()),
        }
    }

    async fn ask_to_confirm(
        &self,
        tx: &mut Tx<'_>,
        contact: &Contact,
        email: &Email,
        site: &str,
        now: Timestamp,
    ) -> Result<(), Error> {
        if !identity::is_email_free(tx, self.caller.role, email).await? {
            return Err(Error::EmailTaken);
        }
        let link = ConfirmationLink::new(LINK_TTL, site, now);
        store::save(tx, self.proof.account_id(), email, &link, self.caller.session()).await?;
        self.caller.record_own(tx, "email_asked", now).await?;
        outbox::enqueue(tx, &mails::confirm_address(email, contact.lang, link.address), now).await?;
        outbox::enqueue(tx, &mails::ADDRESS_CHANGE_ASKED.to(contact, reset_url(site, self.caller.role)), now).await?;
        Ok(())
    }
}

/// Creates the link by which an applicant confirms their address, for the first mail. The caller has just created the account.
pub async fn make_applicant_link(
    tx: &mut Tx<'_>,
    account_id: &str,
    email: &Email,
    site: &str,
    now: Timestamp,
) -> db::Result<String> {
    let link = ConfirmationLink::new(APPLICANT_LINK_TTL, site, now);
    store::save(tx, account_id, email, &link, "").await?;
    Ok(link.address)
}

/// The address that a link was mailed to.
pub struct LinkSent {
    pub email: Email,
    /// It is the active address: the link shows that mails reach it.
    pub is_own: bool,
}

/// Mails another link to the waiting address; the older link ends. Without a waiting address, and if mails to the active address
/// bounce, that one gets a link.
pub async fn send_again(app: &App, caller: &AnyRole) -> Result<Option<LinkSent>, Error> {
    let now = app.clock.now();
    let millis = now.as_millisecond();
    let waiting = app.db.read(async |tx| match store::find_waiting(tx, &caller.id, millis).await? {
        None => store::find_unreached(tx, &caller.id).await,
        waiting => Ok(waiting),
    });
    let Some(email) = waiting.await? else { return Ok(None) };
    check_link_rate_limit(app, &caller.id, &email).await?;
    let link = ConfirmationLink::new(LINK_TTL, &app.config.public_url, now);
    let sent = caller
        .write(app, AccountLock::Exclusive, async move |tx, me| {
            let Some(contact) = identity::find_contact(tx, &me.id).await? else { return Ok(None) };
            // Another address may have replaced it meanwhile; then the link is for that one.
            let email = match store::update_link(tx, &me.id, millis, &link).await? {
                None => ask_own(tx, &me, &link).await?,
                waiting => waiting,
            };
            let Some(email) = email else { return Ok(None) };
            let is_own = contact.email.to_lowercase() == email.key();
            let mail = if is_own { mails::confirm_own_address } else { mails::confirm_address };
            outbox::enqueue(tx, &mail(&email, contact.lang, link.address), now).await?;
            Ok::<_, Error>(Some(LinkSent { email, is_own }))
        })
        .await?;
    app.wake_outbox();
    Ok(sent)
}

/// Stores the active address as waiting, if mails to it bounce.
async fn ask_own(tx: &mut Tx<'_>, me: &Caller, link: &ConfirmationLink) -> Result<Option<Email>, Error> {
    let own = store::find_unreached(tx, &me.id).await?;
    if let Some(email) = &own {
        store::save(tx, &me.id, email, link, me.session()).await?;
    }
    Ok(own)
}

/// Cancels the change of address. Whether one was waiting.
pub async fn cancel(app: &App, caller: &Member) -> Result<bool, Error> {
    let now = app.clock.now_millis();
    // The lock orders this and the confirmation by link, so that the answer is reliable.
    let cancelled = caller
        .write(app, AccountLock::Exclusive, async move |tx, me| Ok(store::delete_waiting(tx, &me.id, now).await?));
    cancelled.await
}

/// The content of a link. A GET changes nothing, because mail programs open links by themselves.
pub async fn look(app: &App, token: &Secret) -> Result<EmailLink, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    app.db.read(async |tx| store::find_linked(tx, &digest, now).await).await?.ok_or(Error::LinkEnded)
}

/// Makes the address of a link the active one, notifies the old address, and ends every other session and every link that resets
/// the password or logs in. A second confirmation returns the same and changes nothing.
pub async fn confirm(app: &App, token: &Secret, address: ClientAddress) -> Result<EmailLink, Error> {
    // Read first, so that requests with made-up links do not occupy the writer.
    look(app, token).await?;
    let (digest, now, site) = (token.digest(), app.clock.now(), app.config.public_url.clone());
    let millis = now.as_millisecond();
    let confirmed = app
        .db
        .write(async move |tx| {
            let EmailLink { account_id, role, .. } =
                store::find_linked(tx, &digest, millis).await?.ok_or(Error::LinkEnded)?;
            tx.lock(lock_of(role, &account_id)).await?;
            // It may have ended while this transaction waited for the lock.
            let mut linked = store::find_linked(tx, &digest, millis).await?.ok_or(Error::LinkEnded)?;
            if linked.confirmed {
                return Ok::<_, Error>(linked);
            }
            // The link was opened, so the mail arrived.
            bounces::note_reached(tx, linked.email.as_str(), millis).await?;
            let old = identity::find_contact(tx, &account_id).await?;
            if old.as_ref().is_some_and(|old| old.email.to_lowercase() == linked.email.key()) {
                identity::store::confirm_email(tx, &account_id, millis).await?;
                store::confirm(tx, &account_id, millis).await?;
                return Ok(EmailLink { own: false, confirmed: true, ..linked });
            }
            if let Some(old) = old {
                outbox::enqueue(tx, &mails::address_changed(&old, format!("{site}/contact")), now).await?;
            }
            sessions::delete_others(tx, &account_id, &linked.session_digest).await?;
            // Links that were mailed to the old address must not work any more.
            password_change::delete_of(tx, &account_id).await?;
            phone::delete_of(tx, &account_id).await?;
            store::confirm(tx, &account_id, millis).await?;
            record_own(tx, (role, &account_id), "email", Some(address.neighbourhood()), now).await?;
            // Last, because it can violate the unique index: another account may have registered the address.
            identity::store::update_email(tx, &account_id, &linked.email, millis).await.map_err(
                |error| match error {
                    error if error.is_conflict("accounts_email") => Error::EmailTaken,
                    error => error.into(),
                },
            )?;
            linked.confirmed = true;
            Ok(linked)
        })
        .await?;
    app.wake_outbox();
    if confirmed.application {
        // The administrators' list shows whether it is confirmed.
        app.pubsub.publish(ADMINISTRATION);
    }
    Ok(confirmed)
}

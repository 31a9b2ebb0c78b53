//! Asking for another login, confirming it, and thinking better of it.

use jiff::{SignedDuration, Timestamp};

use super::model::{Link, LoginChange};
use super::store::{self, EmailLink};
use crate::app::App;
use crate::identity::callers::{AnyRole, Caller, Hold, Member};
use crate::identity::model::{Contact, Email};
use crate::identity::proof::Proof;
use crate::identity::service::{Error, lock_of, record_own};
use crate::identity::{self, StepUp, mails, password_change, phone, sessions, step_up};
use crate::platform::bounces;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;
use crate::platform::tries::{Limit, Refused};

/// Links of one account, and links to one address: more would only fill a stranger's mailbox.
const LINKS_OF_ACCOUNT: Limit = Limit::new("address links of an account", 5, SignedDuration::from_hours(1));
const LINKS_TO_ADDRESS: Limit = Limit::new("address links to an address", 5, SignedDuration::from_hours(1));

impl LoginChange {
    /// The same with password and second factor, without which it is not made.
    pub async fn prove(self, app: &App, caller: &Caller, sent: StepUp) -> Result<ProvenChange, Error> {
        if sent.password.is_empty() {
            return Err(Error::PasswordMissing);
        }
        let proof = step_up(app, caller, sent).await?;
        if let Some(email) = &self.email {
            take_link(app, &caller.id, email).await?;
        }
        Ok(ProvenChange { change: self, proof, caller: caller.clone() })
    }
}

/// A link is about to be mailed.
async fn take_link(app: &App, account_id: &str, email: &Email) -> Result<(), Refused> {
    let keys = [(account_id, LINKS_OF_ACCOUNT), (&email.key(), LINKS_TO_ADDRESS)];
    app.tries.take(&keys, app.clock.now_millis()).await
}

/// A change that came with the right password and code.
pub struct ProvenChange {
    change: LoginChange,
    proof: Proof,
    /// Whose session stays when the others end.
    caller: Caller,
}

impl ProvenChange {
    /// The address that will wait for its link.
    pub fn email(&self) -> Option<&Email> {
        self.change.email.as_ref()
    }

    /// Makes the change, first thing in its unit: the number counts at once, the address once it is confirmed.
    pub async fn make(&self, tx: &mut Tx<'_>, site: &str, now: Timestamp) -> Result<(), Error> {
        self.proof.check(tx).await?;
        let id = self.proof.account_id();
        let contact = identity::find_contact(tx, id).await?.ok_or(Error::WrongCredentials)?;
        if let Some(number) = &self.change.phone {
            phone::drop_proof(tx, id, now).await?;
            identity::store::update_phone(tx, id, number, now.as_millisecond()).await?;
            sessions::delete_others(tx, id, self.caller.session()).await?;
            // Also the address that waits: somebody else may have asked for it, in a session that just ended.
            identity::service::end_links(tx, id).await?;
            outbox::enqueue(tx, &mails::number_changed(&contact, self.remedy(site)), now).await?;
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
        let link = Link::new(site, now);
        store::save(tx, self.proof.account_id(), email, &link, self.caller.session()).await?;
        self.caller.record_own(tx, "email_asked", now).await?;
        outbox::enqueue(tx, &mails::confirm_address(email, contact.lang, &link), now).await?;
        outbox::enqueue(tx, &mails::address_change_asked(contact, self.remedy(site)), now).await?;
        Ok(())
    }

    /// Where to go if it was somebody else: a new password ends every session and every link.
    fn remedy(&self, site: &str) -> String {
        format!("{site}/forgotpassword?role={}", self.caller.role.as_str())
    }
}

/// A link by which an applicant confirms the own address, for the first mail; the caller has just made the account.
pub async fn make_applicant_link(
    tx: &mut Tx<'_>,
    account_id: &str,
    email: &Email,
    site: &str,
    now: Timestamp,
) -> db::Result<String> {
    let link = Link::to_applicant(site, now);
    store::save(tx, account_id, email, &link, "").await?;
    Ok(link.address)
}

/// Where a link was mailed to.
pub struct LinkSent {
    pub email: Email,
    /// It is the address that counts already, and the link shows that mails reach it.
    pub is_own: bool,
}

/// Mails another link to the address that waits; the older link ends. Where none waits and mails to the own address come back, that
/// one gets a link.
pub async fn send_again(app: &App, caller: &AnyRole) -> Result<Option<LinkSent>, Error> {
    let now = app.clock.now();
    let millis = now.as_millisecond();
    let waiting = app.db.read(async |tx| match store::find_waiting(tx, &caller.id, millis).await? {
        None => store::find_unreached(tx, &caller.id).await,
        waiting => Ok(waiting),
    });
    let Some(email) = waiting.await? else { return Ok(None) };
    take_link(app, &caller.id, &email).await?;
    let link = Link::new(&app.config.public_url, now);
    let sent = caller
        .write(app, Hold::Alone, async move |tx, me| {
            let Some(contact) = identity::find_contact(tx, &me.id).await? else { return Ok(None) };
            // Meanwhile another address may have taken its place, and it is that one's link.
            let email = match store::update_link(tx, &me.id, millis, &link).await? {
                None => ask_own(tx, &me, &link).await?,
                waiting => waiting,
            };
            let Some(email) = email else { return Ok(None) };
            let is_own = contact.email.to_lowercase() == email.key();
            let mail = if is_own { mails::confirm_own_address } else { mails::confirm_address };
            outbox::enqueue(tx, &mail(&email, contact.lang, &link), now).await?;
            Ok::<_, Error>(Some(LinkSent { email, is_own }))
        })
        .await?;
    app.mail_waits();
    Ok(sent)
}

/// Makes the own address wait for its link, if mails to it come back.
async fn ask_own(tx: &mut Tx<'_>, me: &Caller, link: &Link) -> Result<Option<Email>, Error> {
    let own = store::find_unreached(tx, &me.id).await?;
    if let Some(email) = &own {
        store::save(tx, &me.id, email, link, me.session()).await?;
    }
    Ok(own)
}

/// Whether an address waited; the old one stays.
pub async fn cancel(app: &App, caller: &Member) -> Result<bool, Error> {
    let now = app.clock.now_millis();
    // Either this or the link's confirmation comes first; whoever is told "it stays" can rely on it.
    let cancelled =
        caller.write(app, Hold::Alone, async move |tx, me| Ok(store::delete_waiting(tx, &me.id, now).await?));
    cancelled.await
}

/// What a link leads to. Looking changes nothing: mail programs open links by themselves.
pub async fn look(app: &App, token: &Secret) -> Result<EmailLink, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    app.db.read(async |tx| store::find_linked(tx, &digest, now).await).await?.ok_or(Error::LinkEnded)
}

/// Makes the address of a link the account's own, tells the old one, and ends every other session and every link that
/// resets the password or logs in. Again, it is the same answer and nothing happens.
pub async fn confirm(app: &App, token: &Secret, address: ClientAddress) -> Result<EmailLink, Error> {
    // Asked first, so that a made-up link costs nobody a place among the writes.
    look(app, token).await?;
    let (digest, now, site) = (token.digest(), app.clock.now(), app.config.public_url.clone());
    let millis = now.as_millisecond();
    let confirmed = app
        .db
        .write(async move |tx| {
            let EmailLink { account_id, role, .. } =
                store::find_linked(tx, &digest, millis).await?.ok_or(Error::LinkEnded)?;
            tx.lock(lock_of(role, &account_id)).await?;
            // What was found may have ended while we waited for the account.
            let mut linked = store::find_linked(tx, &digest, millis).await?.ok_or(Error::LinkEnded)?;
            if linked.confirmed {
                return Ok::<_, Error>(linked);
            }
            // Whoever opened the link got the mail.
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
            // What was mailed to the old address must not lead in any more.
            password_change::delete_of(tx, &account_id).await?;
            phone::delete_of(tx, &account_id).await?;
            store::confirm(tx, &account_id, millis).await?;
            record_own(tx, (role, &account_id), "email", Some(address.neighbourhood()), now).await?;
            // Last, because it can meet the unique index: somebody registered with it before it was confirmed.
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
    app.mail_waits();
    if confirmed.application {
        // The administrators' list says whether it is confirmed.
        app.live.publish(ADMINISTRATION);
    }
    Ok(confirmed)
}

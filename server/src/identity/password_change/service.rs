//! Another password: by a mailed link (one hour, one use, for every role; nobody learns whether an address is known), or by
//! whoever is signed in and knows the old one.

use jiff::{SignedDuration, Timestamp};

use super::store;
use crate::app::App;
use crate::identity::callers::{Caller, Hold};
use crate::identity::model::{AccountState, Email, Role};
use crate::identity::passwords::{NewPassword, Owner};
use crate::identity::proof::Proof;
use crate::identity::service::{end_links, lock_of, record_own};
use crate::identity::sessions::{LoggedIn, Origin};
use crate::identity::store as accounts;
use crate::identity::{Error, mails, phone, sessions};
use crate::platform::bounces;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;
use crate::platform::outbox;

const LINK_WORKS_FOR: SignedDuration = SignedDuration::from_hours(1);
/// Links of one account that work at the same time; more would only fill a stranger's mailbox.
const LINKS_AT_ONCE: i64 = 3;

/// Mails a link if the address has an account that may sign in. The answer is the same in any case.
pub async fn ask(app: &App, role: Role, email: Email) -> db::Result<()> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    app.db
        .write(async move |tx| {
            let Some(known) = accounts::find_by_email(tx, role, &email).await? else { return Ok(()) };
            tx.lock(lock_of(role, &known.id)).await?;
            // The address may have become another account's, or nobody's, while we waited for this one.
            let account = accounts::find_by_email(tx, role, &email).await?.filter(|account| account.id == known.id);
            let Some(account) = account.filter(|account| account.state == AccountState::Active) else { return Ok(()) };
            if store::count_links(tx, &account.id, now.as_millisecond()).await? >= LINKS_AT_ONCE {
                return Ok(());
            }
            let link = make_link(tx, (role, &account.id), &site, now).await?;
            if let Some(contact) = accounts::find_contact(tx, &account.id).await? {
                outbox::enqueue(tx, &mails::reset(&contact, link), now).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await?;
    app.mail_waits();
    Ok(())
}

/// A fresh link to the page where an account's password is chosen; the caller holds the account's lock, or has just made it. The page
/// leads on to the login of the role, for users without a word.
pub async fn make_link(
    tx: &mut Tx<'_>,
    (role, account_id): (Role, &str),
    site: &str,
    now: Timestamp,
) -> db::Result<String> {
    let token = Secret::random();
    let expires_at = now.checked_add(LINK_WORKS_FOR).unwrap_or(now).as_millisecond();
    store::insert_link(tx, &token.digest(), account_id, expires_at).await?;
    // After the `#`, a browser keeps it to itself: no server's log ever holds it.
    let whose = if role == Role::User { String::new() } else { format!("?role={}", role.as_str()) };
    Ok(format!("{site}/resetpassword{whose}#{}", token.expose()))
}

/// What strangers can know of an account's owner.
pub async fn owner_of(app: &App, account_id: &str) -> db::Result<Owner> {
    app.db.read(async |tx| accounts::find_owner(tx, account_id).await).await
}

/// What strangers can know of whoever a link was mailed to. Asked before the password is hashed, so that a made-up link costs
/// nobody a hash.
pub async fn owner_of_link(app: &App, token: &Secret) -> Result<Owner, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let found = app.db.read(async |tx| {
        let (account_id, ..) = store::find_linked(tx, &digest, now).await?.ok_or(Error::LinkEnded)?;
        Ok(accounts::find_owner(tx, &account_id).await?)
    });
    found.await
}

/// Sets a new password by a mailed link, and ends every session and every other link of the account, also the one of a
/// new address that waits. The owner is told by mail; a proved number is no longer proved, and is told by a message. Returns the account's id.
pub async fn redeem(app: &App, token: &Secret, password: NewPassword, address: ClientAddress) -> Result<String, Error> {
    let (digest, instant, site) = (token.digest(), app.clock.now(), app.config.public_url.clone());
    let now = instant.as_millisecond();
    let hash = app.passwords.hash(password.expose()).await?;
    let channels = phone::channels(app);
    let redeemed: Result<String, Error> = app
        .db
        .write(async move |tx| {
            let (account_id, role, _) = store::find_linked(tx, &digest, now).await?.ok_or(Error::LinkEnded)?;
            tx.lock(lock_of(role, &account_id)).await?;
            // The link may have ended while we waited for the account.
            let (_, _, email) = store::find_linked(tx, &digest, now).await?.ok_or(Error::LinkEnded)?;
            // Whoever opened the link got the mail.
            bounces::note_reached(tx, &email, now).await?;
            end_links(tx, &account_id).await?;
            sessions::delete_of(tx, &account_id).await?;
            accounts::update_hash(tx, &account_id, &hash).await?;
            // An attacker who knew the old password may have proved another number: it must not sign in any more.
            let proof_dropped = phone::drop_proof_by_reset(tx, &account_id, &channels, &digest, instant).await?;
            if let Some(contact) = accounts::find_contact(tx, &account_id).await? {
                let desk = accounts::list_desk_logins(tx, &account_id, now).await?;
                let mail = mails::password_reset(&contact, proof_dropped, &desk, remedy(&site, role));
                outbox::enqueue(tx, &mail, instant).await?;
            }
            record_own(tx, (role, &account_id), "reset", Some(address.neighbourhood()), instant).await?;
            Ok(account_id)
        })
        .await;
    app.mail_waits();
    redeemed
}

/// Where the owner goes if it was somebody else: a new password ends every session and every link.
fn remedy(site: &str, role: Role) -> String {
    format!("{site}/forgotpassword?role={}", role.as_str())
}

/// Changes the own password, and tells the owner. Every session and every mailed link ends; a new session takes the place of
/// the one that asks.
pub async fn change_password(
    app: &App,
    caller: &Caller,
    proof: Proof,
    password: NewPassword,
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let hash = app.passwords.hash(password.expose()).await?;
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let changed = caller.write(app, Hold::Alone, async move |tx, me| {
        proof.check(tx).await?;
        accounts::update_hash(tx, &me.id, &hash).await?;
        sessions::delete_of(tx, &me.id).await?;
        let token = sessions::open_session(tx, &me.id, me.role, &origin, now.as_millisecond()).await?;
        end_links(tx, &me.id).await?;
        let contact = accounts::find_contact(tx, &me.id).await?.ok_or(Error::WrongCredentials)?;
        let desk = accounts::list_desk_logins(tx, &me.id, now.as_millisecond()).await?;
        outbox::enqueue(tx, &mails::password_changed(&contact, &desk, remedy(&site, me.role)), now).await?;
        me.record_own(tx, "password", now).await?;
        Ok::<_, Error>(LoggedIn { account_id: me.id, token })
    });
    let session = changed.await?;
    app.mail_waits();
    Ok(session)
}

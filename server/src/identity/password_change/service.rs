//! Password reset by a mailed link, which works once within an hour for every role and does not reveal whether an address is known; and
//! password change by a logged-in user who knows the old one.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::identity::callers::{AccountLock, Caller};
use crate::identity::credentials::Proof;
use crate::identity::mailed_links::{self, LinkPurpose, LinkedAccount};
use crate::identity::mails::reset_url;
use crate::identity::model::{AccountState, Email, Role};
use crate::identity::passwords::{NewPassword, Owner};
use crate::identity::sessions::{LoggedIn, Origin};
use crate::identity::store::{self as accounts, end_links, lock_of, record_own};
use crate::identity::{Error, mails, phone, sessions};
use crate::platform::bounces;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;
use crate::platform::outbox;

pub const PASSWORD_LINK_TTL: SignedDuration = SignedDuration::from_hours(1);
/// For the first password of an account that an administrator created. An invited person may be away for some days. The account is still unused.
pub const PASSWORD_INVITATION_TTL: SignedDuration = SignedDuration::from_hours(7 * 24);
/// More active links of one account would only fill a mailbox.
const MAX_ACTIVE_RESET_LINKS: i64 = 3;

/// Mails a reset link if the address has an active account. The answer is the same in any case.
pub async fn ask(app: &App, role: Role, email: Email) -> db::Result<()> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    app.db
        .write(async move |tx| {
            let Some(known) = accounts::find_by_email(tx, role, &email).await? else { return Ok(()) };
            tx.lock(lock_of(role, &known.id)).await?;
            // The address may have changed its account while this transaction waited for the lock.
            let account = accounts::find_by_email(tx, role, &email).await?.filter(|account| account.id == known.id);
            let Some(account) = account.filter(|account| account.state == AccountState::Active) else { return Ok(()) };
            if mailed_links::count(tx, LinkPurpose::Password, &account.id, now.as_millisecond()).await?
                >= MAX_ACTIVE_RESET_LINKS
            {
                return Ok(());
            }
            let link = make_link(tx, (role, &account.id), PASSWORD_LINK_TTL, &site, now).await?;
            if let Some(contact) = accounts::find_contact(tx, &account.id).await? {
                outbox::enqueue(tx, &mails::reset(&contact, link), now).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await?;
    app.wake_outbox();
    Ok(())
}

/// A new link to the page for a new password. The caller holds the account's lock, or has just created it. The page leads on to the
/// login of the role; users are the default.
pub async fn make_link(
    tx: &mut Tx<'_>,
    (role, account_id): (Role, &str),
    ttl: SignedDuration,
    site: &str,
    now: Timestamp,
) -> db::Result<String> {
    let token = mailed_links::insert(tx, LinkPurpose::Password, account_id, ttl, now).await?;
    let query = if role == Role::User { String::new() } else { format!("?role={}", role.as_str()) };
    Ok(format!("{site}/resetpassword{query}#{}", token.expose()))
}

pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    mailed_links::delete_of(tx, LinkPurpose::Password, account_id).await
}

async fn find_linked(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<LinkedAccount, Error> {
    mailed_links::find(tx, LinkPurpose::Password, token_digest, now).await?.ok_or(Error::LinkEnded)
}

/// Public facts about an account's owner, which must not be the password.
pub async fn owner_of(app: &App, account_id: &str) -> db::Result<Owner> {
    app.db.read(async |tx| accounts::find_owner(tx, account_id).await).await
}

pub async fn email_of_link(app: &App, token: &Secret) -> Result<String, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    Ok(app.db.read(async |tx| find_linked(tx, &digest, now).await).await?.email)
}

/// Public facts about the owner of a link's account. Read before the password is hashed, so that requests with made-up links cost
/// no hashing.
pub async fn owner_of_link(app: &App, token: &Secret) -> Result<Owner, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let found = app.db.read(async |tx| {
        let account_id = find_linked(tx, &digest, now).await?.account_id;
        Ok::<_, Error>(accounts::find_owner(tx, &account_id).await?)
    });
    found.await
}

/// Sets a new password by a mailed link, and ends every session and link of the account and a waiting change of address. The owner
/// gets a mail; a verified number loses its verification and gets a message. Returns the account's id.
pub async fn redeem(app: &App, token: &Secret, password: NewPassword, address: ClientAddress) -> Result<String, Error> {
    let (digest, instant, site) = (token.digest(), app.clock.now(), app.config.public_url.clone());
    let now = instant.as_millisecond();
    let hash = app.passwords.hash(password.expose()).await?;
    let channels = phone::message_channels(app);
    let redeemed: Result<String, Error> = app
        .db
        .write(async move |tx| {
            let LinkedAccount { account_id, role, .. } = find_linked(tx, &digest, now).await?;
            tx.lock(lock_of(role, &account_id)).await?;
            // The link may have ended while this transaction waited for the lock.
            let LinkedAccount { email, .. } = find_linked(tx, &digest, now).await?;
            // The link was opened, so the mail arrived.
            bounces::note_reached(tx, &email, now).await?;
            end_links(tx, &account_id).await?;
            sessions::delete_of(tx, &account_id).await?;
            accounts::update_hash(tx, &account_id, &hash).await?;
            // An attacker who knew the old password may have verified another number: it must not log in any more.
            let proof_dropped =
                phone::clear_phone_verification_after_reset(tx, &account_id, &channels, &digest, instant).await?;
            if let Some(contact) = accounts::find_contact(tx, &account_id).await? {
                let desk = accounts::list_desk_logins(tx, &account_id, now).await?;
                let mail = mails::password_reset(&contact, proof_dropped, &desk, reset_url(&site, role));
                outbox::enqueue(tx, &mail, instant).await?;
            }
            record_own(tx, (role, &account_id), "reset", Some(address.neighbourhood()), instant).await?;
            Ok(account_id)
        })
        .await;
    app.wake_outbox();
    redeemed
}

/// Changes the caller's password, and notifies the owner. Every session and mailed link ends; a new session replaces the caller's.
pub async fn change_password(
    app: &App,
    caller: &Caller,
    proof: Proof,
    password: NewPassword,
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let hash = app.passwords.hash(password.expose()).await?;
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let changed = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        proof.check(tx).await?;
        accounts::update_hash(tx, &me.id, &hash).await?;
        sessions::delete_of(tx, &me.id).await?;
        let token = sessions::open_session(tx, &me.id, me.role, &origin, now.as_millisecond()).await?;
        end_links(tx, &me.id).await?;
        let contact = accounts::find_contact(tx, &me.id).await?.ok_or(Error::WrongCredentials)?;
        let desk = accounts::list_desk_logins(tx, &me.id, now.as_millisecond()).await?;
        outbox::enqueue(tx, &mails::password_changed(&contact, &desk, reset_url(&site, me.role)), now).await?;
        me.record_own(tx, "password", now).await?;
        Ok::<_, Error>(LoggedIn { account_id: me.id, token })
    });
    let session = changed.await?;
    app.wake_outbox();
    Ok(session)
}

//! What people do with accounts: sign in, sign out, and come to exist.

use jiff::Timestamp;

use super::model::{AccountState, Contact, Email, LoginName, NewAccount, NewPassword, Role};
use super::person::Mobile;
use super::{mails, store};
use crate::app::App;
use crate::platform::audit;
use crate::platform::db::{self, Tx};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::ids::{Secret, new_id};
use crate::platform::lang::Lang;
use crate::platform::outbox;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Unknown name or wrong password: the same to a stranger.
    #[error("wrong name or password")]
    WrongCredentials,
    #[error("blocked")]
    Blocked,
    #[error("not approved")]
    NotApproved,
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::WrongCredentials => Code::WrongCredentials.into(),
            Error::Blocked => Code::Blocked.into(),
            Error::NotApproved => Code::NotApproved.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// A fresh session; the token is shown this once.
pub struct LoggedIn {
    pub account_id: String,
    pub token: Secret,
}

/// Signs in. Only the right password learns more than "wrong": that the account is blocked, or waits.
pub async fn log_in(app: &App, role: Role, name: Option<LoginName>, password: String) -> Result<LoggedIn, Error> {
    let account = match name {
        Some(name) => app.db.read(async |tx| store::find_by_login(tx, role, &name).await).await?,
        None => None,
    };
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let right = app.passwords.verify(password, hash).await?;
    let Some(account) = account.filter(|_| right) else { return Err(Error::WrongCredentials) };
    match account.state {
        AccountState::Active => {}
        AccountState::Pending => return Err(Error::NotApproved),
        AccountState::Blocked => return Err(Error::Blocked),
        AccountState::Deleted => return Err(Error::WrongCredentials),
    }
    let now = app.clock.now_millis();
    let account_id = account.id.clone();
    let token = app.db.write(async move |tx| open_session(tx, &account.id, role, now).await).await?;
    Ok(LoggedIn { account_id, token })
}

/// Starts a session for an account and clears away that account's ended ones.
pub async fn open_session(tx: &mut Tx<'_>, account_id: &str, role: Role, now: i64) -> db::Result<Secret> {
    let token = Secret::random();
    store::delete_expired_sessions_of(tx, account_id, now).await?;
    store::insert_session(tx, &token.digest(), account_id, now, role.session().expiry(now)).await?;
    Ok(token)
}

/// Ends the session of a token; one that is unknown has ended already.
pub async fn log_out(app: &App, token: &Secret) -> db::Result<()> {
    let digest = token.digest();
    app.db.write_one(async move |tx| store::delete_session(tx, &digest).await).await
}

/// Ends all sessions of an account: after a reset, a block, a deletion.
pub async fn end_sessions(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::delete_sessions_of(tx, account_id).await
}

/// Adds an account inside a larger unit and answers its id; `None` when the address is taken in that role.
pub async fn insert_account(tx: &mut Tx<'_>, account: NewAccount, now: Timestamp) -> db::Result<Option<String>> {
    let id = new_id(now);
    let inserted = store::insert_account(tx, &id, &account, now.as_millisecond()).await?;
    Ok(inserted.then_some(id))
}

/// Lets an account sign in from now on: a worker's approval, a user's unblocking.
pub async fn activate(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::update_state(tx, account_id, AccountState::Active).await
}

/// Keeps an account out from now on, also where it is signed in.
pub async fn block(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::update_state(tx, account_id, AccountState::Blocked).await?;
    end_sessions(tx, account_id).await
}

/// Gives an account another address or number and tells the old address. `Conflict` when the new one is another's: so
/// it is the last statement of its unit.
pub async fn change_login(
    tx: &mut Tx<'_>,
    account_id: &str,
    email: &Email,
    phone: &Mobile,
    now: Timestamp,
) -> db::Result<()> {
    if let Some(contact) = store::find_contact(tx, account_id).await?
        && contact.email.to_lowercase() != email.key()
    {
        outbox::enqueue(tx, &mails::address_changed(&contact), now).await?;
    }
    store::update_login(tx, account_id, email, phone).await
}

/// The state of an account of that role.
pub async fn find_state(tx: &mut Tx<'_>, role: Role, account_id: &str) -> db::Result<Option<AccountState>> {
    store::find_state(tx, role, account_id).await
}

/// Whether an address is free for a new account of that role.
pub async fn is_email_free(tx: &mut Tx<'_>, role: Role, email: &Email) -> db::Result<bool> {
    Ok(store::find_by_email(tx, role, email).await?.is_none())
}

/// Removes an account that was never let in; what names it must be gone.
pub async fn remove_account(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::delete_account(tx, account_id).await
}

/// Whether the password is the account's own, asked before what cannot be undone.
pub async fn is_password_of(app: &App, account_id: &str, password: String) -> db::Result<bool> {
    let account = app.db.read(async |tx| store::find_account(tx, account_id).await).await?;
    app.passwords.verify(password, account.map(|account| account.password_hash)).await
}

/// Changes the own password. Every session but this one ends, and every mailed link.
pub async fn change_password(
    app: &App,
    account_id: String,
    token: &Secret,
    current: String,
    password: NewPassword,
) -> Result<(), Error> {
    if !is_password_of(app, &account_id, current).await? {
        return Err(Error::WrongCredentials);
    }
    let hash = app.passwords.hash(password.expose()).await?;
    let (digest, now) = (token.digest(), app.clock.now());
    app.db
        .write(async move |tx| {
            tx.lock(&account_id).await?;
            store::update_password(tx, &account_id, &hash).await?;
            store::delete_other_sessions(tx, &account_id, &digest).await?;
            store::delete_resets_of(tx, &account_id).await?;
            let name = store::find_contact(tx, &account_id).await?.map(|contact| contact.email).unwrap_or_default();
            let entry = audit::Entry {
                actor_id: &account_id,
                actor_role: Role::Admin.as_str(),
                action: "password",
                subject_kind: Role::Admin.as_str(),
                subject_id: &account_id,
                subject_name: &name,
                reason: None,
            };
            audit::record(tx, entry, now).await?;
            Ok(())
        })
        .await
}

/// Where to write to an account; `None` once it is deleted.
pub async fn find_contact(tx: &mut Tx<'_>, account_id: &str) -> db::Result<Option<Contact>> {
    store::find_contact(tx, account_id).await
}

/// Makes an administrator. `false` when there is one of that address already, who stays as they are.
pub async fn create_admin(app: &App, email: Email, password: NewPassword) -> db::Result<bool> {
    let role = Role::Admin;
    if app.db.read(async |tx| store::find_by_email(tx, role, &email).await).await?.is_some() {
        return Ok(false);
    }
    let password_hash = app.passwords.hash(password.expose()).await?;
    let account = NewAccount { role, email, phone: None, password_hash, lang: Lang::En };
    let now = app.clock.now();
    Ok(app.db.write(async move |tx| insert_account(tx, account, now).await).await?.is_some())
}

/// Who a token belongs to, if its session still counts. A use is written down at most daily.
pub async fn find_actor(app: &App, token: &Secret) -> db::Result<Option<(String, Role)>> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let session = app.db.read(async |tx| store::find_session(tx, &digest).await).await?;
    let Some(session) = session.filter(|s| s.expires_at > now && s.state == AccountState::Active) else {
        return Ok(None);
    };
    if let Some(expires_at) = session.role.session().refreshed(session.last_used_at, now) {
        let refreshed =
            app.db.write_one(async move |tx| store::refresh_session(tx, &digest, now, expires_at).await).await;
        // Of the request itself nothing is done yet.
        refreshed.map_err(|error| if matches!(error, db::Error::Unknown(_)) { db::Error::Busy } else { error })?;
    }
    Ok(Some((session.account_id, session.role)))
}

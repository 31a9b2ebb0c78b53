//! What people do with accounts: sign in, sign out, and come to exist.

use jiff::Timestamp;

use super::actor::{Admin, Hold, SignedOut};
use super::model::{AccountState, Contact, Email, LoginName, NewAccount, NewPassword, Role};
use super::proof::Proof;
use super::{login_change, store};
use crate::app::App;
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::http::problem::Problem;
use crate::platform::ids::{Secret, new_id};
use crate::platform::lang::Lang;
use crate::platform::tries::TooMany;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Unknown name or wrong password: the same to a stranger.
    #[error("wrong name or password")]
    WrongCredentials,
    #[error("blocked")]
    Blocked,
    #[error("not approved")]
    NotApproved,
    /// A change that needs the password came without one.
    #[error("no password")]
    PasswordMissing,
    #[error("too many tries")]
    TooMany(TooMany),
    #[error("the address is registered")]
    EmailTaken,
    /// What a form says does not fit what is stored.
    #[error("wrong fields")]
    Fields(Problem),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What is locked of an account: whoever changes it, its sessions or what hangs on it waits.
pub fn lock_of(role: Role, id: &str) -> Lock<'_> {
    match role {
        Role::User => Lock::User(id),
        Role::Doctor => Lock::Doctor(id),
        Role::Hospital | Role::Pharmacy => Lock::Facility(id),
        Role::Admin => Lock::Admin(id),
    }
}

/// A fresh session; the token is shown this once.
pub struct LoggedIn {
    pub account_id: String,
    pub token: Secret,
}

/// Signs in. Only the right password learns more than "wrong": that the account is blocked, or waits.
pub async fn log_in(app: &App, role: Role, name: Option<LoginName>, password: String) -> Result<LoggedIn, Error> {
    let proof = prove_login(app, role, name, password).await?;
    enter(app, role, proof).await
}

/// Compares the password with the account's of that name. Nobody's name takes as long.
pub async fn prove_login(app: &App, role: Role, name: Option<LoginName>, password: String) -> Result<Proof, Error> {
    let account = match name {
        Some(name) => app.db.read(async |tx| store::find_by_login(tx, role, &name).await).await?,
        None => None,
    };
    Proof::of(app, role, account, password).await
}

/// Opens a session for whoever proved the password, if it is still the password.
pub async fn enter(app: &App, role: Role, proof: Proof) -> Result<LoggedIn, Error> {
    let now = app.clock.now_millis();
    let entered = app.db.write(async move |tx| {
        proof.check(tx).await?;
        let token = open_session(tx, proof.account_id(), role, now).await?;
        Ok(LoggedIn { account_id: proof.account_id().to_owned(), token })
    });
    entered.await
}

/// Starts a session for an account.
pub async fn open_session(tx: &mut Tx<'_>, account_id: &str, role: Role, now: i64) -> db::Result<Secret> {
    let token = Secret::random();
    store::insert_session(tx, &token.digest(), account_id, now, role.session().expiry(now)).await?;
    Ok(token)
}

/// Forgets sessions, links for a new password and addresses that waited, once they have ended.
pub async fn forget_ended(app: &App) -> db::Result<()> {
    let now = app.clock.now_millis();
    let forgotten = app.db.write(async move |tx| {
        tx.take_your_time().await?;
        store::delete_expired_sessions(tx, now).await?;
        store::delete_expired_resets(tx, now).await?;
        login_change::delete_expired(tx, now).await
    });
    forgotten.await
}

/// Ends the session of a token; one that is unknown has ended already. Asked first, so that made-up tokens cost nobody a
/// place among the writes.
pub async fn log_out(app: &App, token: &Secret) -> db::Result<()> {
    let digest = token.digest();
    if app.db.read(async |tx| store::find_session(tx, &digest).await).await?.is_none() {
        return Ok(());
    }
    app.db.write_one(async move |tx| store::delete_session(tx, &digest).await).await
}

/// Ends all sessions of an account: after a reset, a block, a deletion.
pub async fn end_sessions(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::delete_sessions_of(tx, account_id).await
}

/// Adds an account inside a larger unit and returns its id; `None` when the address is taken in that role.
pub async fn insert_account(tx: &mut Tx<'_>, account: NewAccount, now: Timestamp) -> db::Result<Option<String>> {
    let id = new_id(now);
    let inserted = store::insert_account(tx, &id, &account, now.as_millisecond()).await?;
    Ok(inserted.then_some(id))
}

/// Lets a worker in who waited for it. Their number counts as theirs from now on: it is not taken from somebody who signs
/// in with it already.
pub async fn admit(tx: &mut Tx<'_>, account_id: &str, now: i64) -> db::Result<()> {
    store::update_phone_since(tx, account_id, now).await?;
    activate(tx, account_id).await
}

/// Lets an account sign in from now on: the end of a block or a suspension.
pub async fn activate(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::update_state(tx, account_id, AccountState::Active).await
}

/// Keeps an account out from now on, also where it is signed in.
pub async fn block(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::update_state(tx, account_id, AccountState::Blocked).await?;
    end_links(tx, account_id).await?;
    end_sessions(tx, account_id).await
}

/// Ends every mailed link of an account: those that reset the password, and the one that confirms a new address.
pub async fn end_links(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::delete_resets_of(tx, account_id).await?;
    login_change::delete_of(tx, account_id).await
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

/// Changes the own password. Every session but this one ends, and every mailed link.
pub async fn change_password(app: &App, caller: &Admin, proof: Proof, password: NewPassword) -> Result<(), Error> {
    let hash = app.passwords.hash(password.expose()).await?;
    let now = app.clock.now();
    let changed = caller.write(app, Hold::Alone, async move |tx, me| {
        proof.check(tx).await?;
        store::update_password(tx, &me.id, &hash).await?;
        store::delete_other_sessions(tx, &me.id, me.session()).await?;
        end_links(tx, &me.id).await?;
        let name = store::find_contact(tx, &me.id).await?.map(|contact| contact.email).unwrap_or_default();
        let subject = Subject { kind: me.role.as_str(), id: &me.id, name: &name };
        me.record(tx, "password", subject, None, now).await?;
        Ok(())
    });
    changed.await
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

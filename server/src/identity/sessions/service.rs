//! Logging in with a password, logging out, and the sessions that a login opens and use prolongs.

use jiff::Timestamp;

use super::model::Origin;
use super::store::{self, LoginSession, OwnSession};
use crate::app::App;
use crate::identity::callers::{AccountLock, Caller};
use crate::identity::credentials::Proof;
use crate::identity::model::{Account, LoginName, Role};
use crate::identity::store::{self as accounts, record_own};
use crate::identity::{Error, find_by_login, second_factor};
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;

/// A new session; the token is not stored anywhere else.
pub struct LoggedIn {
    pub account_id: String,
    pub token: Secret,
}

/// Opens a session for an account.
pub async fn open_session(
    tx: &mut Tx<'_>,
    account_id: &str,
    role: Role,
    origin: &Origin,
    now: i64,
) -> db::Result<Secret> {
    let token = Secret::random();
    store::insert(tx, &token.digest(), account_id, origin, now, role.session().expiry(now, now)).await?;
    record_use(tx, account_id, role, now).await?;
    Ok(token)
}

/// Opens a session for somebody who has just logged in, which is recorded.
pub async fn open_login(
    tx: &mut Tx<'_>,
    (role, account_id): (Role, String),
    origin: Origin,
    now: Timestamp,
) -> db::Result<LoggedIn> {
    let token = open_session(tx, &account_id, role, &origin, now.as_millisecond()).await?;
    record_own(tx, (role, &account_id), "login", origin.neighbourhood, now).await?;
    Ok(LoggedIn { account_id, token })
}

/// Records when an account was last used, for roles that store it longer than their sessions.
async fn record_use(tx: &mut Tx<'_>, account_id: &str, role: Role, now: i64) -> db::Result<()> {
    if role.stores_last_use() { accounts::update_last_use(tx, account_id, now).await } else { Ok(()) }
}

/// Records a use of a session and prolongs it.
pub async fn refresh(app: &App, token_digest: String, session: LoginSession, now: i64) -> db::Result<()> {
    let LoginSession { account_id, role, signed_in_at, .. } = session;
    let expires_at = role.session().expiry(signed_in_at, now);
    let unit = async move |tx: &mut Tx<'_>| {
        store::refresh(tx, &token_digest, now, expires_at).await?;
        record_use(tx, &account_id, role, now).await
    };
    // Roles that store the last use need two statements, the others one.
    if role.stores_last_use() { app.db.write(unit).await } else { app.db.write_one(unit).await }
}

/// Logs in to the account that was found by a name; without one the password is wrong, after the same work. Only the right password
/// reveals that the account is blocked or not approved yet.
pub async fn log_in(
    app: &App,
    role: Role,
    account: Option<Account>,
    password: String,
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let id = account.as_ref().map(|account| account.id.clone());
    let proof = prove_account(app, role, account, password.clone()).await?;
    match (enter(app, role, proof, origin.clone()).await, id) {
        // The password was right a moment ago. If another login renewed only its hash meanwhile, it still is.
        (Err(Error::WrongCredentials), Some(id)) => {
            let account = app.db.read(async |tx| accounts::find_account(tx, &id).await).await?;
            let proof = prove_account(app, role, account, password).await?;
            enter(app, role, proof, origin).await
        }
        (entered, _) => entered,
    }
}

pub async fn find_named(app: &App, role: Role, name: Option<&LoginName>) -> db::Result<Option<Account>> {
    match name {
        Some(name) => app.db.read(async |tx| find_by_login(tx, role, name).await).await,
        None => Ok(None),
    }
}

pub async fn prove_login(app: &App, role: Role, name: Option<LoginName>, password: String) -> Result<Proof, Error> {
    prove_account(app, role, find_named(app, role, name.as_ref()).await?, password).await
}

async fn prove_account(app: &App, role: Role, account: Option<Account>, password: String) -> Result<Proof, Error> {
    Ok(Proof::of(app, role, account, password.clone()).await?.renewing(app, password).await?)
}

/// Opens a session after the password was checked, unless it has changed since. An account with a second factor must send its code
/// first.
pub async fn enter(app: &App, role: Role, proof: Proof, origin: Origin) -> Result<LoggedIn, Error> {
    let (now, takes_demo) = (app.clock.now(), app.config.takes_demo_logins());
    let entered = app.db.write(async move |tx| {
        proof.check(tx).await?;
        proof.check_demo(tx, takes_demo).await?;
        proof.renew_hash(tx).await?;
        let account_id = proof.account_id().to_owned();
        // Patients cannot have a second factor.
        if role != Role::User && accounts::has_second_factor(tx, &account_id).await? {
            return Ok(Err(second_factor::begin_challenge(tx, &account_id, now.as_millisecond()).await?));
        }
        Ok::<_, Error>(Ok(open_login(tx, (role, account_id), origin, now).await?))
    });
    // The challenge must be committed, so the refusal is returned after the transaction.
    entered.await?.map_err(Error::CodeNeeded)
}

/// Ends the session of a token; an unknown one has ended already. Read first, so that requests with made-up tokens do not occupy
/// the writer.
pub async fn log_out(app: &App, token: &Secret, address: Option<ClientAddress>) -> db::Result<()> {
    log_out_of(app, None, token, address).await
}

/// The same, only if the session is of that role.
pub async fn log_out_of(
    app: &App,
    role: Option<Role>,
    token: &Secret,
    address: Option<ClientAddress>,
) -> db::Result<()> {
    let (digest, now) = (token.digest(), app.clock.now());
    let found = app.db.read(async |tx| store::find(tx, &digest).await).await?;
    let Some(session) = found.filter(|session| role.is_none_or(|role| role == session.role)) else { return Ok(()) };
    app.db
        .write(async move |tx| {
            if store::delete_own(tx, &session.account_id, &digest).await? {
                let network = address.map(ClientAddress::neighbourhood);
                record_own(tx, (session.role, &session.account_id), "logout", network, now).await?;
            }
            Ok(())
        })
        .await
}

/// The caller's sessions, inside a larger transaction.
pub async fn list_of(tx: &mut Tx<'_>, caller: &Caller, now: i64) -> db::Result<Vec<OwnSession>> {
    let mut sessions = store::list_own(tx, &caller.id, now).await?;
    for session in &mut sessions {
        session.current = session.id == caller.session();
    }
    Ok(sessions)
}

pub async fn list_own(app: &App, caller: &Caller) -> db::Result<Vec<OwnSession>> {
    let now = app.clock.now_millis();
    app.db.read(async |tx| list_of(tx, caller, now).await).await
}

/// Ends one of the caller's sessions, if it is one.
pub async fn end(app: &App, caller: &Caller, proof: Proof, id: String) -> Result<bool, Error> {
    let now = app.clock.now();
    let ended = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        proof.check(tx).await?;
        let ended = store::delete_own(tx, &me.id, &id).await?;
        if ended {
            me.record_own(tx, "end_session", now).await?;
        }
        Ok(ended)
    });
    ended.await
}

/// Ends all of the caller's sessions but the one that asks.
pub async fn end_others(app: &App, caller: &Caller, proof: Proof) -> Result<(), Error> {
    let now = app.clock.now();
    caller.write(app, AccountLock::Exclusive, async move |tx, me| end_others_in(tx, &me, &proof, now).await).await
}

/// The same inside a larger transaction, which holds the account's lock.
pub async fn end_others_in(tx: &mut Tx<'_>, me: &Caller, proof: &Proof, now: Timestamp) -> Result<(), Error> {
    proof.check(tx).await?;
    store::delete_others(tx, &me.id, me.session()).await?;
    Ok(me.record_own(tx, "end_sessions", now).await?)
}

//! Logging in with a password, and with a code in a second step; logging out, and the caller's sessions.

use jiff::Timestamp;

use crate::app::App;
use crate::identity::callers::{AccountLock, Caller};
use crate::identity::credentials::{Proof, check_can_log_in};
use crate::identity::devices::Devices;
use crate::identity::login_rate_limits::{AttemptTarget, Factor, attempt};
use crate::identity::mails::reset_url;
use crate::identity::model::{Account, LoginName, Role};
use crate::identity::second_factor::{self, Challenge, CodeUse, TypedCode};
use crate::identity::sessions::{self, LoggedIn, Origin, OwnSession, open_login};
use crate::identity::store::{self as accounts, lock_of, record_own};
use crate::identity::{Error, find_by_login};
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;

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

/// The wrong codes that one login may have; then it ends.
const MAX_WRONG_CODES: i64 = 5;

/// Opens the session of a login if the code is right. Wrong codes are counted for the account, so that knowing the password does
/// not allow to try all codes with new logins.
pub async fn answer(
    app: &App,
    role: Role,
    (token, code): (&Secret, TypedCode),
    (devices, address): (&Devices, ClientAddress),
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let challenge = app.db.read(async |tx| second_factor::find_challenge(tx, role, &digest, now).await).await?;
    let target = AttemptTarget::account(app, role, &challenge.account_id, devices, address);
    let own_app = app.clone();
    let enter = async move { enter_by_code(&own_app, role, digest, code, origin).await };
    attempt(app, target, &[Factor::Code], enter).await
}

async fn enter_by_code(
    app: &App,
    role: Role,
    digest: String,
    code: TypedCode,
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let (keys, now, reset_url) = (app.keys.clone(), app.clock.now(), reset_url(&app.config.public_url, role));
    let millis = now.as_millisecond();
    let answered = app.db.write(async move |tx| {
        let Challenge { account_id, .. } = second_factor::find_challenge(tx, role, &digest, millis).await?;
        tx.lock(lock_of(role, &account_id)).await?;
        // It may have ended while this transaction waited for the lock, and the account with it.
        let challenge = second_factor::find_challenge(tx, role, &digest, millis).await?;
        check_can_log_in(accounts::find_account(tx, &account_id).await?)?;
        match second_factor::spend(tx, &keys, &account_id, &code, millis).await? {
            CodeUse::Nothing if challenge.wrong_codes + 1 >= MAX_WRONG_CODES => {
                second_factor::delete_challenge(tx, &digest).await?;
                return Ok(None);
            }
            CodeUse::Nothing => {
                second_factor::note_wrong_code(tx, &digest).await?;
                return Ok(None);
            }
            CodeUse::RecoveryCode => {
                let network = origin.neighbourhood.clone();
                second_factor::notify_recovery_code_used(tx, role, &account_id, network, reset_url, now).await?;
            }
            CodeUse::AppCode => {}
        }
        second_factor::delete_challenge(tx, &digest).await?;
        Ok::<_, Error>(Some(open_login(tx, (role, account_id), origin, now).await?))
    });
    // The count of wrong codes must be committed, so the refusal is returned after the transaction.
    let entered = answered.await?.ok_or(Error::WrongCode)?;
    app.wake_outbox();
    Ok(entered)
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
    let found = app.db.read(async |tx| sessions::find(tx, &digest).await).await?;
    let Some(session) = found.filter(|session| role.is_none_or(|role| role == session.role)) else { return Ok(()) };
    app.db
        .write(async move |tx| {
            if sessions::delete_own(tx, &session.account_id, &digest).await? {
                let network = address.map(ClientAddress::neighbourhood);
                record_own(tx, (session.role, &session.account_id), "logout", network, now).await?;
            }
            Ok(())
        })
        .await
}

/// The caller's sessions, inside a larger transaction.
pub async fn list_of(tx: &mut Tx<'_>, caller: &Caller, now: i64) -> db::Result<Vec<OwnSession>> {
    let mut sessions = sessions::list_own(tx, &caller.id, now).await?;
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
        let ended = sessions::delete_own(tx, &me.id, &id).await?;
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
    sessions::delete_others(tx, &me.id, me.session()).await?;
    Ok(me.record_own(tx, "end_sessions", now).await?)
}

//! The sessions that a login opens and use prolongs.

use jiff::Timestamp;

use super::model::Origin;
use super::store::{self, LoginSession};
use crate::app::App;
use crate::identity::model::Role;
use crate::identity::store::{self as accounts, record_own};
use crate::platform::db::{self, Tx};
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
    insert(tx, &token, (role, account_id), origin, now).await?;
    Ok(token)
}

async fn insert(
    tx: &mut Tx<'_>,
    token: &Secret,
    (role, account_id): (Role, &str),
    origin: &Origin,
    now: i64,
) -> db::Result<()> {
    store::insert(tx, &token.digest(), account_id, origin, now, role.session().expiry(now, now)).await?;
    record_use(tx, account_id, role, now).await
}

/// Opens a session after a login, and records the login in the audit log.
pub async fn open_login(
    tx: &mut Tx<'_>,
    account: (Role, String),
    origin: Origin,
    now: Timestamp,
) -> db::Result<LoggedIn> {
    open_login_with(tx, Secret::random(), account, origin, now).await
}

/// The same with a token that the same login makes again, for one whose answer may be lost.
pub async fn open_login_with(
    tx: &mut Tx<'_>,
    token: Secret,
    (role, account_id): (Role, String),
    origin: Origin,
    now: Timestamp,
) -> db::Result<LoggedIn> {
    insert(tx, &token, (role, &account_id), &origin, now.as_millisecond()).await?;
    record_own(tx, (role, &account_id), "login", origin.neighbourhood, now).await?;
    Ok(LoggedIn { account_id, token })
}

/// The session of a token, if it was opened since an instant and goes on.
pub async fn find_opened(app: &App, token: Secret, since: i64) -> db::Result<Option<LoggedIn>> {
    let digest = token.digest();
    let found = app.db.read(async |tx| store::find(tx, &digest).await).await?;
    let found = found.filter(|session| session.signed_in_at > since && session.counts(app.clock.now_millis()));
    Ok(found.map(|LoginSession { account_id, .. }| LoggedIn { account_id, token }))
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

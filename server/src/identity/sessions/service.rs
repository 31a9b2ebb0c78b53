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
    store::insert(tx, &token.digest(), account_id, origin, now, role.session().expiry(now, now)).await?;
    record_use(tx, account_id, role, now).await?;
    Ok(token)
}

/// Opens a session after a login, and records the login in the audit log.
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

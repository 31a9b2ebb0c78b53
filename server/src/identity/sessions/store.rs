//! The SQL of sessions.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::Origin;
use crate::identity::model::{AccountState, Role};
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::format::Instant;

columns! {
    /// A session with the account's state.
    pub struct LoginSession as SESSION in "sessions s JOIN accounts a ON a.id = s.account_id" {
        account_id: String = "a.id",
        role: Role = "a.role",
        state: AccountState = "a.state",
        signed_in_at: i64 = "s.signed_in_at",
        last_used_at: i64 = "s.last_used_at",
        expires_at: i64 = "s.expires_at",
    }
}

columns! {
    /// A session as its owner sees it.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct OwnSession as OWN_SESSION in "sessions s" {
        /// The digest of its token: nobody can sign in with it.
        #[serde(rename = "_id")]
        id: String = "s.token_digest",
        /// Such as Chrome
        browser: Option<String> = "s.browser",
        /// Such as Android
        system: Option<String> = "s.system",
        /// The address that the login came from; of IPv6 the first half
        network: Option<String> = "s.network",
        #[schema(value_type = String)]
        signed_in_at: Instant = "s.signed_in_at",
        /// About: a use is written down once a day, an administrator's once a minute
        #[schema(value_type = String)]
        last_used_at: Instant = "s.last_used_at",
        /// Whether it is the one that asks
        current: bool = (false),
    }
}

const MAX_LISTED_SESSIONS: i64 = 100;

impl LoginSession {
    pub fn counts(&self, now: i64) -> bool {
        self.expires_at > now && self.state == AccountState::Active
    }
}

pub async fn find(tx: &mut Tx<'_>, token_digest: &str) -> Result<Option<LoginSession>> {
    SESSION.find(tx, "WHERE s.token_digest = $1", &[&token_digest]).await
}

/// Sessions of an account that have not expired, the latest used first.
pub async fn list_own(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<Vec<OwnSession>> {
    let newest = "WHERE s.account_id = $1 AND s.expires_at > $2 ORDER BY s.last_used_at DESC, s.token_digest LIMIT $3";
    OWN_SESSION.list_all(tx, newest, &[&account_id, &now, &MAX_LISTED_SESSIONS]).await
}

pub async fn insert(
    tx: &mut Tx<'_>,
    token_digest: &str,
    account_id: &str,
    origin: &Origin,
    now: i64,
    expires_at: i64,
) -> Result<()> {
    let values: [(&str, &dyn Param); 8] = [
        ("token_digest", &token_digest),
        ("account_id", &account_id),
        ("browser", &origin.browser),
        ("system", &origin.system),
        ("network", &origin.network),
        ("signed_in_at", &now),
        ("last_used_at", &now),
        ("expires_at", &expires_at),
    ];
    tx.insert("sessions", &values).await
}

pub async fn refresh(tx: &mut Tx<'_>, token_digest: &str, now: i64, expires_at: i64) -> Result<()> {
    let sql = "UPDATE sessions SET last_used_at = $2, expires_at = $3 WHERE token_digest = $1";
    tx.execute(sql, &[&token_digest, &now, &expires_at]).await.map(drop)
}

/// Deletes a session. Whether the account had it.
pub async fn delete_own(tx: &mut Tx<'_>, account_id: &str, token_digest: &str) -> Result<bool> {
    let sql = "DELETE FROM sessions WHERE account_id = $1 AND token_digest = $2";
    Ok(tx.execute(sql, &[&account_id, &token_digest]).await? == 1)
}

pub async fn delete_others(tx: &mut Tx<'_>, account_id: &str, token_digest: &str) -> Result<()> {
    let sql = "DELETE FROM sessions WHERE account_id = $1 AND token_digest <> $2";
    tx.execute(sql, &[&account_id, &token_digest]).await.map(drop)
}

pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE account_id = $1", &[&account_id]).await.map(drop)
}

//! The SQL of sessions.

use crate::identity::model::{AccountState, Role};
use crate::platform::db::{Param, Result, Tx, columns};

columns! {
    /// A session with what decides whether it still counts.
    pub struct Session as SESSION in "sessions s JOIN accounts a ON a.id = s.account_id" {
        account_id: String = "a.id",
        role: Role = "a.role",
        state: AccountState = "a.state",
        last_used_at: i64 = "s.last_used_at",
        expires_at: i64 = "s.expires_at",
    }
}

impl Session {
    pub fn counts(&self, now: i64) -> bool {
        self.expires_at > now && self.state == AccountState::Active
    }
}

pub async fn find(tx: &mut Tx<'_>, token_digest: &str) -> Result<Option<Session>> {
    SESSION.find(tx, "WHERE s.token_digest = $1", &[&token_digest]).await
}

pub async fn insert(tx: &mut Tx<'_>, token_digest: &str, account_id: &str, now: i64, expires_at: i64) -> Result<()> {
    let values: [(&str, &dyn Param); 4] = [
        ("token_digest", &token_digest),
        ("account_id", &account_id),
        ("last_used_at", &now),
        ("expires_at", &expires_at),
    ];
    tx.insert("sessions", &values).await
}

pub async fn refresh(tx: &mut Tx<'_>, token_digest: &str, now: i64, expires_at: i64) -> Result<()> {
    let sql = "UPDATE sessions SET last_used_at = $2, expires_at = $3 WHERE token_digest = $1";
    tx.execute(sql, &[&token_digest, &now, &expires_at]).await.map(drop)
}

pub async fn delete(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE token_digest = $1", &[&token_digest]).await.map(drop)
}

/// Ends the sessions of an account but the one of this token.
pub async fn delete_others(tx: &mut Tx<'_>, account_id: &str, token_digest: &str) -> Result<()> {
    let sql = "DELETE FROM sessions WHERE account_id = $1 AND token_digest <> $2";
    tx.execute(sql, &[&account_id, &token_digest]).await.map(drop)
}

/// Ends all sessions of an account: after a reset, a block, a deletion.
pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE account_id = $1", &[&account_id]).await.map(drop)
}

//! The SQL of logins that wait for a code.

use crate::identity::model::Role;
use crate::platform::db::{Param, Result, Tx, columns};

columns! {
    pub struct Challenge as CHALLENGE in "login_challenges c JOIN accounts a ON a.id = c.account_id" {
        account_id: String = "a.id",
        role: Role = "a.role",
        wrong_codes: i64 = "c.wrong_codes",
    }
}

/// Adds one; the account's that ended go.
pub async fn insert(tx: &mut Tx<'_>, token_digest: &str, account_id: &str, now: i64, expires_at: i64) -> Result<()> {
    let ended = "DELETE FROM login_challenges WHERE account_id = $1 AND expires_at <= $2";
    tx.execute(ended, &[&account_id, &now]).await?;
    let values: [(&str, &dyn Param); 4] = [
        ("token_digest", &token_digest),
        ("account_id", &account_id),
        ("wrong_codes", &0_i64),
        ("expires_at", &expires_at),
    ];
    tx.insert("login_challenges", &values).await
}

pub async fn find(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<Challenge>> {
    CHALLENGE.find(tx, "WHERE c.token_digest = $1 AND c.expires_at > $2", &[&token_digest, &now]).await
}

pub async fn note_wrong_code(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    let sql = "UPDATE login_challenges SET wrong_codes = wrong_codes + 1 WHERE token_digest = $1";
    tx.execute(sql, &[&token_digest]).await.map(drop)
}

pub async fn delete(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    tx.execute("DELETE FROM login_challenges WHERE token_digest = $1", &[&token_digest]).await.map(drop)
}

pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM login_challenges WHERE account_id = $1", &[&account_id]).await.map(drop)
}

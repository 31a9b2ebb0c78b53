//! The SQL of links that log in.

use crate::platform::db::{Param, Result, Tx};

pub async fn insert(tx: &mut Tx<'_>, token_digest: &str, account_id: &str, expires_at: i64) -> Result<()> {
    let values: [(&str, &dyn Param); 3] =
        [("token_digest", &token_digest), ("account_id", &account_id), ("expires_at", &expires_at)];
    tx.insert("login_links", &values).await
}

/// The account of a link that still works, and its address.
pub async fn find(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<(String, String)>> {
    let sql = "SELECT a.id, a.email FROM login_links l JOIN accounts a ON a.id = l.account_id
               WHERE l.token_digest = $1 AND l.expires_at > $2";
    tx.first(sql, &[&token_digest, &now]).await
}

/// Ends every link of an account.
pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM login_links WHERE account_id = $1", &[&account_id]).await.map(drop)
}

//! The SQL of the links that reset a password.

use crate::identity::model::Role;
use crate::platform::db::{Param, Result, Tx};

pub async fn insert_link(tx: &mut Tx<'_>, token_digest: &str, account_id: &str, expires_at: i64) -> Result<()> {
    let values: [(&str, &dyn Param); 3] =
        [("token_digest", &token_digest), ("account_id", &account_id), ("expires_at", &expires_at)];
    tx.insert("password_resets", &values).await
}

/// How many links of an account still work.
pub async fn count_links(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<i64> {
    let sql = "SELECT count(*) FROM password_resets WHERE account_id = $1 AND expires_at > $2";
    tx.count(sql, &[&account_id, &now]).await
}

/// The account of a link that still works: its id and role, and its address.
pub async fn find_linked(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<(String, Role, String)>> {
    let sql = "SELECT a.id, a.role, a.email FROM password_resets r JOIN accounts a ON a.id = r.account_id
               WHERE r.token_digest = $1 AND r.expires_at > $2";
    tx.first(sql, &[&token_digest, &now]).await
}

pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM password_resets WHERE account_id = $1", &[&account_id]).await.map(drop)
}

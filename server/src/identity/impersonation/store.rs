//! The SQL of the links that report an application.

use crate::identity::model::Role;
use crate::platform::db::{Param, Result, Tx, columns};

pub async fn insert(tx: &mut Tx<'_>, account_id: &str, token_digest: &str, expires_at: i64) -> Result<()> {
    let values: [(&str, &dyn Param); 3] =
        [("account_id", &account_id), ("token_digest", &token_digest), ("expires_at", &expires_at)];
    tx.insert("impersonation_links", &values).await
}

columns! {
    pub struct ImpersonationLink as LINK in "impersonation_links l JOIN accounts a ON a.id = l.account_id" {
        account_id: String = "a.id",
        role: Role = "a.role",
        is_used: bool = "l.used_at IS NOT NULL",
    }
}

/// A link that is not too old.
pub async fn find(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<ImpersonationLink>> {
    LINK.find(tx, "WHERE l.token_digest = $1 AND l.expires_at > $2", &[&token_digest, &now]).await
}

pub async fn mark_used(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<()> {
    let sql = "UPDATE impersonation_links SET used_at = $2 WHERE account_id = $1";
    tx.execute(sql, &[&account_id, &now]).await.map(drop)
}

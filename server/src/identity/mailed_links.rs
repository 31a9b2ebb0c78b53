//! Links with a secret token that are mailed to an account's owner. A table of each kind holds the token's digest and when the link
//! expires; the token itself is in the mail alone.

use jiff::{SignedDuration, Timestamp};

use crate::identity::model::Role;
use crate::platform::db::{Param, Result, Tx};
use crate::platform::ids::Secret;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Choosing a new password. An account can have several at a time.
    Password,
    /// Logging in, after a right code on a new device.
    Login,
    /// Reporting that somebody else applied with this address (`impersonation`).
    ReportImpersonation,
}

impl LinkPurpose {
    fn table(self) -> &'static str {
        match self {
            Self::Password => "password_resets",
            Self::Login => "login_links",
            Self::ReportImpersonation => "impersonation_links",
        }
    }
}

/// The account that a link was mailed to.
pub struct LinkedAccount {
    pub account_id: String,
    pub role: Role,
    pub email: String,
}

/// Stores a new link and returns its token. In an address the token comes after the `#`: browsers do not send that part, so it is in
/// no server's log.
pub async fn insert(
    tx: &mut Tx<'_>,
    purpose: LinkPurpose,
    account_id: &str,
    ttl: SignedDuration,
    now: Timestamp,
) -> Result<Secret> {
    let token = Secret::random();
    let (digest, expires_at) = (token.digest(), now.checked_add(ttl).unwrap_or(now).as_millisecond());
    let values: [(&str, &dyn Param); 3] =
        [("token_digest", &digest), ("account_id", &account_id), ("expires_at", &expires_at)];
    tx.insert(purpose.table(), &values).await?;
    Ok(token)
}

/// The account of a link that has not expired.
pub async fn find(
    tx: &mut Tx<'_>,
    purpose: LinkPurpose,
    token_digest: &str,
    now: i64,
) -> Result<Option<LinkedAccount>> {
    let sql = format!(
        "SELECT a.id, a.role, COALESCE(a.email, '') FROM {} l JOIN accounts a ON a.id = l.account_id
         WHERE l.token_digest = $1 AND l.expires_at > $2",
        purpose.table()
    );
    let found = tx.first(&sql, &[&token_digest, &now]).await?;
    Ok(found.map(|(account_id, role, email)| LinkedAccount { account_id, role, email }))
}

/// How many links of an account have not expired.
pub async fn count(tx: &mut Tx<'_>, purpose: LinkPurpose, account_id: &str, now: i64) -> Result<i64> {
    let sql = format!("SELECT count(*) FROM {} WHERE account_id = $1 AND expires_at > $2", purpose.table());
    tx.count(&sql, &[&account_id, &now]).await
}

/// Ends every link of an account.
pub async fn delete_of(tx: &mut Tx<'_>, purpose: LinkPurpose, account_id: &str) -> Result<()> {
    let sql = format!("DELETE FROM {} WHERE account_id = $1", purpose.table());
    tx.execute(&sql, &[&account_id]).await.map(drop)
}

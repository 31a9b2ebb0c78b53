//! Links with a secret token that are mailed to an account's owner. A table of each kind holds the token's digest and when the link
//! expires; the token itself is in the mail alone.

use jiff::{SignedDuration, Timestamp};

use crate::identity::model::Role;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::ids::Secret;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Choosing a new password. An account can have several at a time.
    Password,
    /// Logging in, after a right code on a new device.
    Login,
    /// The owner of an address reports that someone else applied with it.
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

/// The number of links of an account that have not expired.
pub async fn count(tx: &mut Tx<'_>, purpose: LinkPurpose, account_id: &str, now: i64) -> Result<i64> {
    let sql = format!("SELECT count(*) FROM {} WHERE account_id = $1 AND expires_at > $2", purpose.table());
    tx.count(&sql, &[&account_id, &now]).await
}

pub async fn delete_of(tx: &mut Tx<'_>, purpose: LinkPurpose, account_id: &str) -> Result<()> {
    let sql = format!("DELETE FROM {} WHERE account_id = $1", purpose.table());
    tx.execute(&sql, &[&account_id]).await.map(drop)
}

/// Long, for mailboxes that are seldom read; an administrator can suspend at any time.
const IMPERSONATION_LINK_TTL: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A new link by which the owner of an address reports that someone else applied with it. It is in the mail about the approval;
/// `admin::impersonation` suspends the account when it is used. Decision 0072.
pub async fn make_impersonation_link(tx: &mut Tx<'_>, account_id: &str, site: &str, now: Timestamp) -> Result<String> {
    let token = insert(tx, LinkPurpose::ReportImpersonation, account_id, IMPERSONATION_LINK_TTL, now).await?;
    Ok(format!("{site}/application/report#{}", token.expose()))
}

columns! {
    pub struct ImpersonationLink as LINK in "impersonation_links l JOIN accounts a ON a.id = l.account_id" {
        account_id: String = "a.id",
        role: Role = "a.role",
        is_used: bool = "l.used_at IS NOT NULL",
    }
}

/// A link that has not expired.
pub async fn find_impersonation_link(
    tx: &mut Tx<'_>,
    token_digest: &str,
    now: i64,
) -> Result<Option<ImpersonationLink>> {
    LINK.find(tx, "WHERE l.token_digest = $1 AND l.expires_at > $2", &[&token_digest, &now]).await
}

pub async fn mark_impersonation_link_used(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<()> {
    let sql = "UPDATE impersonation_links SET used_at = $2 WHERE account_id = $1";
    tx.execute(sql, &[&account_id, &now]).await.map(drop)
}

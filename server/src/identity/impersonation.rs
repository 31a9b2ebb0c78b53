//! The link by which the owner of an address reports that somebody else applied with it. It is in the mail about the approval;
//! `admin::impersonation` suspends the account when it is used. Decision 0072.

use jiff::{SignedDuration, Timestamp};

use super::mailed_links::{self, LinkPurpose};
use crate::identity::model::Role;
use crate::platform::db::{Result, Tx, columns};

/// Long, for mailboxes that are seldom read; an administrator can suspend at any time.
const LINK_TTL: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A new link to the page on which an approved application is reported.
pub async fn make_link(tx: &mut Tx<'_>, account_id: &str, site: &str, now: Timestamp) -> Result<String> {
    let token = mailed_links::insert(tx, LinkPurpose::ReportImpersonation, account_id, LINK_TTL, now).await?;
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
pub async fn find(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<ImpersonationLink>> {
    LINK.find(tx, "WHERE l.token_digest = $1 AND l.expires_at > $2", &[&token_digest, &now]).await
}

pub async fn mark_used(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<()> {
    let sql = "UPDATE impersonation_links SET used_at = $2 WHERE account_id = $1";
    tx.execute(sql, &[&account_id, &now]).await.map(drop)
}

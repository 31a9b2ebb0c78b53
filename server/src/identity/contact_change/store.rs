//! The SQL of addresses that wait to be confirmed.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::ConfirmationLink;
use crate::identity::model::{AccountState, Email, Role};
use crate::platform::db::{Result, Tx, columns};

/// Stores an address that waits for its link. It replaces an earlier one.
pub async fn save(
    tx: &mut Tx<'_>,
    account_id: &str,
    email: &Email,
    link: &ConfirmationLink,
    session_digest: &str,
) -> Result<()> {
    let sql = "INSERT INTO email_changes (account_id, email, token_digest, session_digest, expires_at)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (account_id) DO UPDATE SET email = excluded.email, token_digest = excluded.token_digest,
                   session_digest = excluded.session_digest, expires_at = excluded.expires_at, confirmed_at = NULL";
    let ConfirmationLink { token_digest, expires_at, .. } = link;
    tx.execute(sql, &[&account_id, &email.as_str(), token_digest, &session_digest, expires_at]).await.map(drop)
}

/// Rows without a session are links to the address of an applicant: nothing waits there.
const WAITS: &str = "account_id = $1 AND expires_at > $2 AND confirmed_at IS NULL AND session_digest <> ''";

/// The address that waits for confirmation.
pub async fn find_waiting(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<Option<Email>> {
    let sql = format!("SELECT email FROM email_changes WHERE {WAITS}");
    tx.first(&sql, &[&account_id, &now]).await
}

/// The account's address, if mails to it bounce.
pub async fn find_unreached(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<Email>> {
    let sql = "SELECT a.email FROM accounts a JOIN bounced_addresses b ON b.address = a.email_key
               WHERE a.id = $1 AND (b.undeliverable_since IS NOT NULL OR b.reported_at IS NOT NULL)";
    tx.first(sql, &[&account_id]).await
}

/// Replaces the link of the waiting address, and returns the address.
pub async fn update_link(
    tx: &mut Tx<'_>,
    account_id: &str,
    now: i64,
    link: &ConfirmationLink,
) -> Result<Option<Email>> {
    let sql = format!("UPDATE email_changes SET token_digest = $3, expires_at = $4 WHERE {WAITS} RETURNING email");
    tx.first(&sql, &[&account_id, &now, &link.token_digest, &link.expires_at]).await
}

/// Deletes the waiting address. Whether there was one.
pub async fn delete_waiting(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<bool> {
    let deleted = tx.execute(&format!("DELETE FROM email_changes WHERE {WAITS}"), &[&account_id, &now]).await?;
    Ok(deleted == 1)
}

columns! {
    /// What a mailed link is about.
    #[derive(Serialize, ToSchema)]
    pub struct EmailLink as LINK in "email_changes c JOIN accounts a ON a.id = c.account_id" {
        #[serde(skip)]
        account_id: String = "a.id",
        /// The session that requested it.
        #[serde(skip)]
        session_digest: String = "c.session_digest",
        /// The new address
        #[schema(value_type = String)]
        email: Email = "c.email",
        /// user, doctor, hospital, pharmacy, desk or admin
        #[schema(value_type = String)]
        role: Role = "a.role",
        /// Whether it is the address that counts already: the link is to show that mails reach it
        own: bool = "COALESCE(c.email = a.email, FALSE) AND c.confirmed_at IS NULL",
        /// Whether it is the address of an application, and the link came with the first mail
        application: bool = "c.session_digest = ''",
        /// Whether the link was used already
        confirmed: bool = "c.confirmed_at IS NOT NULL",
    }
}

/// The change of a link that has not expired, of an account that is active or waits for approval.
pub async fn find_linked(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<EmailLink>> {
    let rest = "WHERE c.token_digest = $1 AND c.expires_at > $2 AND a.state IN ($3, $4)";
    let (active, pending) = (AccountState::Active.as_str(), AccountState::Pending.as_str());
    LINK.find(tx, rest, &[&token_digest, &now, &active, &pending]).await
}

pub async fn confirm(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<()> {
    tx.execute("UPDATE email_changes SET confirmed_at = $2 WHERE account_id = $1", &[&account_id, &now]).await.map(drop)
}

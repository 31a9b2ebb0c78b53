//! The SQL of addresses that wait to be confirmed.

use super::model::Linked;
use crate::identity::model::{AccountState, Email};
use crate::platform::db::{Result, Tx, columns};

/// An address and the link that confirms it.
pub struct NewChange<'a> {
    pub account_id: &'a str,
    pub email: &'a Email,
    pub token_digest: &'a str,
    pub session_digest: &'a str,
    pub expires_at: i64,
}

/// Takes the place of whatever waited before.
pub async fn save(tx: &mut Tx<'_>, new: &NewChange<'_>) -> Result<()> {
    let sql = "INSERT INTO email_changes (account_id, email, token_digest, session_digest, expires_at)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (account_id) DO UPDATE SET email = excluded.email, token_digest = excluded.token_digest,
                   session_digest = excluded.session_digest, expires_at = excluded.expires_at, confirmed_at = NULL";
    let NewChange { account_id, email, token_digest, session_digest, expires_at } = new;
    tx.execute(sql, &[account_id, &email.as_str(), token_digest, session_digest, expires_at]).await.map(drop)
}

const WAITS: &str = "account_id = $1 AND expires_at > $2 AND confirmed_at IS NULL";

/// The address that an account waits for.
pub async fn find_waiting(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<Option<Email>> {
    let sql = format!("SELECT email FROM email_changes WHERE {WAITS}");
    tx.first(&sql, &[&account_id, &now]).await
}

/// Gives the address that waits another link, and returns it.
pub async fn update_link(
    tx: &mut Tx<'_>,
    account_id: &str,
    now: i64,
    token_digest: &str,
    expires_at: i64,
) -> Result<Option<Email>> {
    let sql = format!("UPDATE email_changes SET token_digest = $3, expires_at = $4 WHERE {WAITS} RETURNING email");
    tx.first(&sql, &[&account_id, &now, &token_digest, &expires_at]).await
}

/// Whether an address waited; it no longer does.
pub async fn delete_waiting(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<bool> {
    let deleted = tx.execute(&format!("DELETE FROM email_changes WHERE {WAITS}"), &[&account_id, &now]).await?;
    Ok(deleted == 1)
}

/// The change of a link that is not too old and whose account may act.
pub async fn find_linked(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<Linked>> {
    columns! {
        LINKED: Linked in "email_changes c JOIN accounts a ON a.id = c.account_id" {
            account_id: "a.id",
            role: "a.role",
            email: "c.email",
            session_digest: "c.session_digest",
            is_confirmed: "c.confirmed_at IS NOT NULL",
        }
    }
    let rest = "WHERE c.token_digest = $1 AND c.expires_at > $2 AND a.state = $3";
    LINKED.find(tx, rest, &[&token_digest, &now, &AccountState::Active.as_str()]).await
}

pub async fn confirm(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<()> {
    tx.execute("UPDATE email_changes SET confirmed_at = $2 WHERE account_id = $1", &[&account_id, &now]).await.map(drop)
}

pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM email_changes WHERE account_id = $1", &[&account_id]).await.map(drop)
}

pub async fn delete_expired(tx: &mut Tx<'_>, now: i64) -> Result<()> {
    tx.execute("DELETE FROM email_changes WHERE expires_at <= $1", &[&now]).await.map(drop)
}

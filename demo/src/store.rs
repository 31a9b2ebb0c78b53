//! Checks of a database before the demo data is added.

use doccare::identity::DEMO_DOMAIN;
use doccare::identity::Role;
use doccare::identity::users::NOBODY;
use doccare::platform::db::{Result, Tx};

/// Whether there is any account at all.
pub async fn has_accounts(tx: &mut Tx<'_>) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM accounts)";
    Ok(tx.first(sql, &[]).await?.unwrap_or(false))
}

/// Whether the database has real people: an account other than the demo's and the administrator's of this address, a donor, a requester or
/// a sender of a contact message.
pub async fn has_real_people(tx: &mut Tx<'_>, own_admin: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM accounts WHERE (email_key NOT LIKE $1 OR email_key IS NULL AND verified_phone IS NOT NULL)
                               AND id <> $3 AND (role <> 'admin' OR email_key <> $2))
               OR EXISTS (SELECT 1 FROM donors WHERE email_key NOT LIKE $1)
               OR EXISTS (SELECT 1 FROM blood_requests WHERE email_key NOT LIKE $1)
               OR EXISTS (SELECT 1 FROM contact_messages WHERE lower(email) NOT LIKE $1)";
    let ours = format!("%@{DEMO_DOMAIN}");
    Ok(tx.first(sql, &[&ours, &own_admin, &NOBODY]).await?.unwrap_or(false))
}

/// The id of the demo's account of that role and address.
pub async fn find_id(tx: &mut Tx<'_>, role: Role, email: &str) -> Result<Option<String>> {
    tx.first("SELECT id FROM accounts WHERE role = $1 AND email_key = $2", &[&role.as_str(), &email]).await
}

/// Removes all but the number from a demo account, so that it looks like one that was created by a code. The number stays unproved: codes and
/// messages to these invented numbers would reach strangers.
pub async fn keep_number_alone(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let sql = "UPDATE accounts SET email = NULL, email_key = NULL, password_hash = '' WHERE id = $1";
    tx.execute(sql, &[&id]).await.map(drop)
}

/// The same, and removes the number too, as if another account had proved it.
pub async fn lose_number(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    keep_number_alone(tx, id).await?;
    let sql = "INSERT INTO former_numbers (account_id, phone, lost_at) SELECT id, phone, CAST($2 AS BIGINT) FROM accounts WHERE id = $1";
    tx.execute(sql, &[&id, &now]).await?;
    tx.execute("UPDATE accounts SET phone = NULL, phone_since = NULL WHERE id = $1", &[&id]).await.map(drop)
}

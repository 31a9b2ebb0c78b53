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
    let sql = "SELECT EXISTS (SELECT 1 FROM accounts WHERE email_key NOT LIKE $1 AND id <> $3
                               AND (role <> 'admin' OR email_key <> $2))
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

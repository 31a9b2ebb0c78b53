//! Contacts of people without an account: locks, and blocked addresses.

use crate::identity::Email;
use crate::identity::person::Mobile;
use crate::platform::db::{Lock, Result, Tx};

/// Serialises registrations and requests with the same address or number.
pub async fn lock_contact(tx: &mut Tx<'_>, email: &Email, phone: &Mobile) -> Result<()> {
    tx.lock(Lock::Email(&email.key())).await?;
    tx.lock(Lock::Phone(phone.as_str())).await
}

/// The key of a blocked address. Only addresses are blocked: numbers are not verified, so a block would hit owners for what others
/// typed.
fn contact(email: &Email) -> String {
    format!("email:{}", email.key())
}

pub async fn block(tx: &mut Tx<'_>, email: &Email, now: i64) -> Result<()> {
    tx.insert_new("blocked_contacts", &[("contact", &contact(email)), ("at", &now)]).await.map(drop)
}

pub async fn unblock(tx: &mut Tx<'_>, email: &Email) -> Result<()> {
    tx.execute("DELETE FROM blocked_contacts WHERE contact = $1", &[&contact(email)]).await.map(drop)
}

pub async fn is_blocked(tx: &mut Tx<'_>, email: &Email) -> Result<bool> {
    Ok(tx.count("SELECT count(*) FROM blocked_contacts WHERE contact = $1", &[&contact(email)]).await? > 0)
}

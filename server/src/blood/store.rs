//! What somebody is known by who has no account, an address and a number: its locks, and which addresses are blocked.

use crate::identity::Email;
use crate::identity::person::Mobile;
use crate::platform::db::{Lock, Result, Tx};

/// Serialises registrations and requests under one address or number.
pub async fn lock_contact(tx: &mut Tx<'_>, email: &Email, phone: &Mobile) -> Result<()> {
    tx.lock(Lock::Email(&email.key())).await?;
    tx.lock(Lock::Phone(phone.as_str())).await
}

/// The key of a blocked address. Only addresses are blocked: numbers are not verified, so that a block of one would shut out
/// its owner for what somebody else typed.
fn contact(email: &Email) -> String {
    format!("email:{}", email.key())
}

pub async fn block(tx: &mut Tx<'_>, email: &Email, now: i64) -> Result<()> {
    tx.insert_new("blood_blocks", &[("contact", &contact(email)), ("at", &now)]).await.map(drop)
}

pub async fn unblock(tx: &mut Tx<'_>, email: &Email) -> Result<()> {
    tx.execute("DELETE FROM blood_blocks WHERE contact = $1", &[&contact(email)]).await.map(drop)
}

pub async fn is_blocked(tx: &mut Tx<'_>, email: &Email) -> Result<bool> {
    Ok(tx.count("SELECT count(*) FROM blood_blocks WHERE contact = $1", &[&contact(email)]).await? > 0)
}

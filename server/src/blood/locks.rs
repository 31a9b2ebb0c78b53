//! What somebody is known by who has no account.

use crate::identity::Email;
use crate::identity::person::Mobile;
use crate::platform::db::{Lock, Result, Tx};

/// Whoever registers, asks or is blocked under an address and number does so alone.
pub async fn lock_contact(tx: &mut Tx<'_>, email: &Email, phone: &Mobile) -> Result<()> {
    tx.lock(Lock::Email(&email.key())).await?;
    tx.lock(Lock::Phone(phone.as_str())).await
}

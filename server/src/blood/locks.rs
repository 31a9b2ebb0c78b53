//! The one order in which a unit locks what it needs, so that no two wait for each other: an address, a number, a
//! donor, requests by their ids, the waves.

use crate::identity::Email;
use crate::identity::person::Mobile;
use crate::platform::db::{Result, Tx};

/// Whoever registers, asks or is blocked under an address and number does so alone.
pub async fn lock_contact(tx: &mut Tx<'_>, email: &Email, phone: &Mobile) -> Result<()> {
    tx.lock(&email.key()).await?;
    tx.lock(phone.as_str()).await
}

//! What somebody is known by who has no account, an address and a number: its locks, and who is kept out.

use crate::identity::Email;
use crate::identity::person::Mobile;
use crate::platform::db::{Lock, Result, Tx};

/// Whoever registers, asks or is blocked under an address and number does so alone.
pub async fn lock_contact(tx: &mut Tx<'_>, email: &Email, phone: &Mobile) -> Result<()> {
    tx.lock(Lock::Email(&email.key())).await?;
    tx.lock(Lock::Phone(phone.as_str())).await
}

/// The two names under which a requester can be blocked.
fn contacts(email: &Email, phone: &Mobile) -> [String; 2] {
    [format!("email:{}", email.key()), format!("phone:{}", phone.as_str())]
}

pub async fn block(tx: &mut Tx<'_>, email: &Email, phone: &Mobile, now: i64) -> Result<()> {
    for contact in contacts(email, phone) {
        tx.insert_new("blood_blocks", &[("contact", &contact), ("at", &now)]).await?;
    }
    Ok(())
}

pub async fn unblock(tx: &mut Tx<'_>, email: &Email, phone: &Mobile) -> Result<()> {
    let [email, phone] = contacts(email, phone);
    tx.execute("DELETE FROM blood_blocks WHERE contact IN ($1, $2)", &[&email, &phone]).await.map(drop)
}

pub async fn is_blocked(tx: &mut Tx<'_>, email: &Email, phone: &Mobile) -> Result<bool> {
    let [email, phone] = contacts(email, phone);
    let sql = "SELECT count(*) FROM blood_blocks WHERE contact IN ($1, $2)";
    Ok(tx.count(sql, &[&email, &phone]).await? > 0)
}

//! The SQL of who wants messages.

use crate::platform::db::{Result, Tx, columns};
use crate::platform::messages::Channel;

columns! {
    /// How far somebody can be reached on their phone.
    pub struct Choice as CHOICE in "accounts a" {
        /// The number is proved, and still theirs.
        proved: bool = "COALESCE(a.proved_phone = a.phone, FALSE)",
        channel: Option<Channel> = "CASE WHEN a.proved_phone = a.phone THEN a.message_channel END",
    }
}

pub async fn find(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<Choice>> {
    CHOICE.find(tx, "WHERE a.id = $1", &[&account_id]).await
}

/// Whether the owner of a message still wants it, on its way and at that number.
pub async fn is_wanted(tx: &mut Tx<'_>, message_id: &str, number: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM messages m JOIN accounts a ON a.id = m.account_id
                 WHERE m.id = $1 AND a.phone = $2 AND a.proved_phone = a.phone AND a.message_channel = m.channel)";
    Ok(tx.first(sql, &[&message_id, &number]).await?.unwrap_or(false))
}

pub async fn save(tx: &mut Tx<'_>, account_id: &str, channel: Option<Channel>) -> Result<()> {
    tx.update("accounts", account_id, &[("message_channel", &channel.map(Channel::as_str))]).await
}

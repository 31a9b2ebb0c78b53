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

pub async fn save(tx: &mut Tx<'_>, account_id: &str, channel: Option<Channel>) -> Result<()> {
    tx.update("accounts", account_id, &[("message_channel", &channel.map(Channel::as_str))]).await
}

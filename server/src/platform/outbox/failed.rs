//! Failed deliveries of mails and messages to phones: the operator's list, and retrying one.
//!
//! Both are stored in the table of mails. Their content is personal: it is stored for a week, encrypted by the program's key, never
//! displayed, and sent unchanged by a retry.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::bounces::{self, Bounce, ReportSource};
use crate::platform::clock::millis;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::delivery_queue::{RowLease, SendError};
use crate::platform::format::Instant;
use crate::platform::keys::Keys;
use crate::platform::list::{List, Order, Page, Part};

/// How long a failure can be retried.
const FAILED_CONTENT_RETENTION: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Purposes of the encryption.
const MAIL: &str = "failed mail";
const MESSAGE: &str = "failed phone message";

columns! {
    /// A mail or a message to a phone that never went: to whom, when and why. What it said is shown to nobody.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct FailedItem as FAILED_ITEM in "mail_queue m" {
        #[serde(rename = "_id")]
        id: String = "m.id",
        /// An address, or a number
        recipient: String = "m.recipient",
        /// Why, as the mail server or the provider said it
        reason: String = "COALESCE(m.failure, '')",
        tries: i64 = "m.tries",
        #[schema(value_type = String)]
        failed_at: Instant = "m.failed_at",
        /// Whether it can be tried again: for a week
        retryable: bool = "m.kept IS NOT NULL",
    }
}

pub async fn list_failed(tx: &mut Tx<'_>, part: Part<'_>) -> Result<Page<FailedItem>> {
    List::new("mail_queue m", "m.failed_at IS NOT NULL").page(tx, &FAILED_ITEM, Order::NEWEST, part).await
}

/// Records a mail as failed, unless its lease is over. If the server does not know the recipient, the address is marked.
pub(super) async fn give_up(
    tx: &mut Tx<'_>,
    keys: Option<&Keys>,
    claim: &RowLease,
    why: &SendError,
    now: Timestamp,
) -> Result<()> {
    let (RowLease { id, leased_until, tries }, at) = (claim, now.as_millisecond());
    let sql = "SELECT recipient, content, withdrawn FROM mail_queue WHERE id = $1 AND leased_until = $2";
    let found: Option<(String, Option<String>, bool)> = tx.first(sql, &[id, leased_until]).await?;
    let Some((recipient, said, withdrawn)) = found else { return Ok(()) };
    // First, in the order of the erasure of an address, so that the two cannot deadlock.
    if let SendError::Unreached(_) = why {
        // Dated now, because the server refused it now.
        let bounce = Bounce { address: recipient.to_lowercase(), mail_id: id.clone(), mailed_at: at, is_final: true };
        bounces::note(tx, &bounce, ReportSource::Server, at).await?;
    }
    if withdrawn {
        return tx.execute("DELETE FROM mail_queue WHERE id = $1", &[id]).await.map(drop);
    }
    let kept = said.zip(keys).map(|(said, keys)| keys.encrypt(MAIL, id, said.as_bytes()));
    let sql =
        "UPDATE mail_queue SET tries = $3, failed_at = $4, failure = $5, leased_until = 0, content = NULL, kept = $6
               WHERE id = $1 AND leased_until = $2";
    tx.execute(sql, &[id, leased_until, tries, &at, &why.to_string(), &kept]).await.map(drop)
}

pub struct FailedMessage<'a> {
    pub claim: &'a RowLease,
    pub recipient: String,
    pub content: String,
    /// The subject: withdrawing it deletes this row too.
    pub about: Option<String>,
}

pub async fn keep_message(tx: &mut Tx<'_>, keys: &Keys, message: FailedMessage<'_>, why: &str, now: i64) -> Result<()> {
    let FailedMessage { claim: RowLease { id, tries, .. }, recipient, content, about } = message;
    let kept = keys.encrypt(MESSAGE, id, content.as_bytes());
    let values: [(&str, &dyn Param); 8] = [
        ("id", id),
        ("recipient", &recipient),
        ("due_at", &now),
        ("tries", tries),
        ("failed_at", &now),
        ("failure", &why),
        ("about", &about),
        ("kept", &kept),
    ];
    tx.insert("mail_queue", &values).await
}

columns! {
    pub struct Failed as FAILED in "mail_queue m LEFT JOIN phone_messages p ON p.id = m.id" {
        id: String = "m.id",
        recipient: String = "m.recipient",
        why: String = "COALESCE(m.failure, '')",
        kept: Option<String> = "m.kept",
        /// The account of a message to a phone; `None` for a mail.
        account_id: Option<String> = "p.account_id",
    }
}

impl Failed {
    pub fn is_message(&self) -> bool {
        self.account_id.is_some()
    }

    /// Its content, if it is still stored and the key is available.
    pub fn said(&self, keys: &Keys) -> Option<String> {
        let purpose = if self.is_message() { MESSAGE } else { MAIL };
        String::from_utf8(keys.decrypt(purpose, &self.id, self.kept.as_ref()?)?).ok()
    }
}

pub async fn find_failed(tx: &mut Tx<'_>, id: &str) -> Result<Option<Failed>> {
    FAILED.find(tx, "WHERE m.id = $1 AND m.failed_at IS NOT NULL", &[&id]).await
}

/// Sends a failed mail again with all its attempts; false if it had not failed. Call `App::wake_outbox` after the commit.
pub async fn retry(tx: &mut Tx<'_>, id: &str, said: &str, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE mail_queue SET content = $2, kept = NULL, failed_at = NULL, failure = NULL, tries = 0, due_at = $3, leased_until = 0
               WHERE id = $1 AND failed_at IS NOT NULL";
    Ok(tx.execute(sql, &[&id, &said, &now.as_millisecond()]).await? == 1)
}

pub async fn withdraw_failed(tx: &mut Tx<'_>, about: &[String]) -> Result<()> {
    List::new("mail_queue", "failed_at IS NOT NULL").send_delete(tx, ("about", about)).await
}

/// Deletes those of these rows that failed, and returns how many.
pub async fn drop_failed(tx: &mut Tx<'_>, ids: &[String]) -> Result<u64> {
    List::new("mail_queue", "failed_at IS NOT NULL").delete(tx, ("id", ids)).await
}

pub(super) async fn forget_of_gone(tx: &mut Tx<'_>) -> Result<u64> {
    let sql = "DELETE FROM mail_queue WHERE failed_at IS NOT NULL AND recipient NOT LIKE '%@%'
                 AND NOT EXISTS (SELECT 1 FROM phone_messages p JOIN accounts a ON a.id = p.account_id
                                 WHERE p.id = mail_queue.id AND a.state <> 'deleted')";
    tx.execute(sql, &[]).await
}

/// Deletes the content of failures older than a week.
pub(super) async fn forget_words(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64> {
    let before = now.as_millisecond().saturating_sub(millis(FAILED_CONTENT_RETENTION));
    tx.execute("UPDATE mail_queue SET kept = NULL WHERE failed_at < $1 AND kept IS NOT NULL", &[&before]).await
}

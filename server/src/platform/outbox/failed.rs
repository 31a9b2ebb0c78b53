//! What was given up, mails and messages to phones: what the operator sees of it, and trying one again.
//!
//! All of it is in the table of mails: a message to a phone comes there from its own queue. What it said is personal. It is kept for a
//! week, encrypted by the program's key; nobody reads it, and what is tried again goes as it was.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::queue::{Claim, SendError};
use crate::platform::bounces::{self, Bounce, Teller};
use crate::platform::clock::millis;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::keys::Keys;
use crate::platform::list::{List, Order, Page, Part};

/// How long one can be tried again.
const WORDS_KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);
/// What the key encrypts here.
const MAIL: &str = "failed mail";
const MESSAGE: &str = "failed phone message";

columns! {
    /// A mail or a message to a phone that never went: to whom, when and why. What it said is shown to nobody.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct FailedItem as FAILED_ITEM in "mails m" {
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

/// A page of what was given up, the newest first.
pub async fn list_failed(tx: &mut Tx<'_>, part: Part<'_>) -> Result<Page<FailedItem>> {
    List::new("mails m", "m.failed_at IS NOT NULL").page(tx, &FAILED_ITEM, Order::NEWEST, part).await
}

/// Gives a mail up, unless it is no longer this worker's. Where the server knows no such recipient, the address is marked.
pub(super) async fn give_up(
    tx: &mut Tx<'_>,
    keys: Option<&Keys>,
    claim: &Claim,
    why: &SendError,
    now: Timestamp,
) -> Result<()> {
    let (Claim { id, leased_until, tries }, at) = (claim, now.as_millisecond());
    let sql = "SELECT recipient, content, withdrawn FROM mails WHERE id = $1 AND leased_until = $2";
    let found: Option<(String, Option<String>, bool)> = tx.first(sql, &[id, leased_until]).await?;
    let Some((recipient, said, withdrawn)) = found else { return Ok(()) };
    // First, as whoever erases an address does: so no two wait for each other.
    if let SendError::Unreached(_) = why {
        // As of now, whenever it was written: it is now that the server knows of nobody.
        let bounce = Bounce { address: recipient.to_lowercase(), mail_id: id.clone(), mailed_at: at, is_final: true };
        bounces::note(tx, &bounce, Teller::Server, at).await?;
    }
    if withdrawn {
        return tx.execute("DELETE FROM mails WHERE id = $1", &[id]).await.map(drop);
    }
    let kept = said.zip(keys).map(|(said, keys)| keys.encrypt(MAIL, id, said.as_bytes()));
    let sql = "UPDATE mails SET tries = $3, failed_at = $4, failure = $5, leased_until = 0, content = NULL, kept = $6
               WHERE id = $1 AND leased_until = $2";
    tx.execute(sql, &[id, leased_until, tries, &at, &why.to_string(), &kept]).await.map(drop)
}

/// A message to a phone as it stood in its queue.
pub struct GivenUp<'a> {
    pub claim: &'a Claim,
    pub recipient: String,
    pub content: String,
    /// What it told of: what takes that back takes this along.
    pub about: Option<String>,
}

/// Keeps a message to a phone that was given up.
pub async fn keep_message(tx: &mut Tx<'_>, keys: &Keys, message: GivenUp<'_>, why: &str, now: i64) -> Result<()> {
    let GivenUp { claim: Claim { id, tries, .. }, recipient, content, about } = message;
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
    tx.insert("mails", &values).await
}

columns! {
    /// One that was given up.
    pub struct Failed as FAILED in "mails m LEFT JOIN messages p ON p.id = m.id" {
        id: String = "m.id",
        recipient: String = "m.recipient",
        /// Why it did not go.
        why: String = "COALESCE(m.failure, '')",
        kept: Option<String> = "m.kept",
        /// Whose message to a phone it was; a mail has none.
        account_id: Option<String> = "p.account_id",
    }
}

impl Failed {
    /// Whether it was to a phone.
    pub fn is_message(&self) -> bool {
        self.account_id.is_some()
    }

    /// What it said, if that is still kept and can be read with the keys that there are.
    pub fn said(&self, keys: &Keys) -> Option<String> {
        let purpose = if self.is_message() { MESSAGE } else { MAIL };
        String::from_utf8(keys.decrypt(purpose, &self.id, self.kept.as_ref()?)?).ok()
    }
}

pub async fn find_failed(tx: &mut Tx<'_>, id: &str) -> Result<Option<Failed>> {
    FAILED.find(tx, "WHERE m.id = $1 AND m.failed_at IS NOT NULL", &[&id]).await
}

/// Lets a mail go again with all its tries, and returns whether it still had failed. Say so (`App::mail_waits`) once the unit is
/// committed.
pub async fn retry(tx: &mut Tx<'_>, id: &str, said: &str, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE mails SET content = $2, kept = NULL, failed_at = NULL, failure = NULL, tries = 0, due_at = $3, leased_until = 0
               WHERE id = $1 AND failed_at IS NOT NULL";
    Ok(tx.execute(sql, &[&id, &said, &now.as_millisecond()]).await? == 1)
}

/// Deletes what failed to tell of these.
pub async fn withdraw_failed(tx: &mut Tx<'_>, about: &[String]) -> Result<()> {
    List::new("mails", "failed_at IS NOT NULL").send_delete(tx, ("about", about)).await
}

/// Deletes those of these that failed, and returns how many.
pub async fn drop_failed(tx: &mut Tx<'_>, ids: &[String]) -> Result<u64> {
    List::new("mails", "failed_at IS NOT NULL").delete(tx, ("id", ids)).await
}

/// Forgets messages to the phones of people who are gone: a program of before this one erases them, and knows nothing of these.
pub(super) async fn forget_of_gone(tx: &mut Tx<'_>) -> Result<u64> {
    let sql = "DELETE FROM mails WHERE failed_at IS NOT NULL AND recipient NOT LIKE '%@%'
                 AND NOT EXISTS (SELECT 1 FROM messages p JOIN accounts a ON a.id = p.account_id
                                 WHERE p.id = mails.id AND a.state <> 'deleted')";
    tx.execute(sql, &[]).await
}

/// Forgets what was said by what failed a week ago.
pub(super) async fn forget_words(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64> {
    let before = now.as_millisecond().saturating_sub(millis(WORDS_KEPT));
    tx.execute("UPDATE mails SET kept = NULL WHERE failed_at < $1 AND kept IS NOT NULL", &[&before]).await
}

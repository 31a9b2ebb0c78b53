//! Mails that were given up: what the operator sees of them, and trying one again.
//!
//! What a mail said is personal. Of one that was given up it is kept for a week, encrypted by the program's key; nobody reads it, and a
//! mail that is tried again goes as it was.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::queue::Claim;
use crate::platform::clock::millis;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::keys::Keys;
use crate::platform::list::{List, Order, Page, Part};

/// How long one can be tried again.
const WORDS_KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);
/// What the key encrypts here.
const PURPOSE: &str = "failed mail";

columns! {
    /// A mail that never went: to whom, when and why. What it said is shown to nobody.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct FailedMail as FAILED_MAIL in "mails m" {
        #[serde(rename = "_id")]
        id: String = "m.id",
        recipient: String = "m.recipient",
        /// Why, as the mail server said it
        reason: String = "COALESCE(m.failure, '')",
        tries: i64 = "m.tries",
        #[schema(value_type = String)]
        failed_at: Instant = "m.failed_at",
        /// Whether it can be tried again: for a week
        retryable: bool = "m.kept IS NOT NULL",
    }
}

const FAILED: &str = "m.failed_at IS NOT NULL";

/// A page of those that were given up, the newest first.
pub async fn list_failed(tx: &mut Tx<'_>, part: Part<'_>) -> Result<Page<FailedMail>> {
    List::new("mails m", FAILED).page(tx, &FAILED_MAIL, Order::NEWEST, part).await
}

/// Gives a mail up, unless it is no longer this worker's.
pub(super) async fn give_up(
    tx: &mut Tx<'_>,
    keys: Option<&Keys>,
    claim: &Claim,
    why: &str,
    now: Timestamp,
) -> Result<()> {
    let Claim { id, leased_until, tries } = claim;
    let sql = "SELECT content FROM mails WHERE id = $1 AND leased_until = $2";
    let said: Option<Option<String>> = tx.first(sql, &[id, leased_until]).await?;
    let kept = said.flatten().zip(keys).map(|(said, keys)| keys.encrypt(PURPOSE, id, said.as_bytes()));
    let sql = "UPDATE mails SET tries = $3, failed_at = $4, failure = $5, leased_until = 0, content = NULL, kept = $6
               WHERE id = $1 AND leased_until = $2";
    tx.execute(sql, &[id, leased_until, tries, &now.as_millisecond(), &why, &kept]).await.map(drop)
}

/// What became of the wish to try one again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Retried {
    /// It waits to go; why it had failed.
    Waits(String),
    /// What it said is no longer kept, or cannot be read with the keys that there are.
    WordsGone,
    /// No mail of that id has failed.
    NotFailed,
}

/// Lets one go again, with all its tries. Say so (`App::mail_waits`) once the unit is committed.
pub async fn retry(tx: &mut Tx<'_>, keys: &Keys, id: &str, now: Timestamp) -> Result<Retried> {
    let sql = "SELECT kept, COALESCE(failure, '') FROM mails WHERE id = $1 AND failed_at IS NOT NULL";
    let found: Option<(Option<String>, String)> = tx.first(sql, &[&id]).await?;
    let Some((kept, why)) = found else { return Ok(Retried::NotFailed) };
    let said = kept.and_then(|kept| keys.decrypt(PURPOSE, id, &kept));
    let Some(said) = said.and_then(|said| String::from_utf8(said).ok()) else { return Ok(Retried::WordsGone) };
    let sql = "UPDATE mails SET content = $2, kept = NULL, failed_at = NULL, failure = NULL, tries = 0, due_at = $3, leased_until = 0
               WHERE id = $1 AND failed_at IS NOT NULL";
    let is_mine = tx.execute(sql, &[&id, &said, &now.as_millisecond()]).await? == 1;
    Ok(if is_mine { Retried::Waits(why) } else { Retried::NotFailed })
}

/// Deletes one that failed, and returns why it had.
pub async fn drop_failed(tx: &mut Tx<'_>, id: &str) -> Result<Option<String>> {
    let sql = "DELETE FROM mails WHERE id = $1 AND failed_at IS NOT NULL RETURNING COALESCE(failure, '')";
    tx.first(sql, &[&id]).await
}

/// Forgets what mails said that failed a week ago.
pub(super) async fn forget_words(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64> {
    let before = now.as_millisecond().saturating_sub(millis(WORDS_KEPT));
    tx.execute("UPDATE mails SET kept = NULL WHERE failed_at < $1 AND kept IS NOT NULL", &[&before]).await
}

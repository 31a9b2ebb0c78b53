//! The SQL of consents.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::Purpose;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::ids::new_id;

columns! {
    /// What somebody agreed to, and when.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Consent as CONSENT in "consents c" {
        purpose: Purpose = "c.purpose",
        /// The version of the privacy notice
        notice: String = "c.notice",
        #[schema(value_type = String)]
        given_at: Instant = "c.given_at",
        /// `null` while it holds
        #[schema(value_type = Option<String>)]
        ended_at: Option<Instant> = "c.ended_at",
    }
}

/// Somebody agrees, under the notice that is shown at present. The same again, while it holds, is nothing new.
pub async fn give(tx: &mut Tx<'_>, subject_id: &str, purpose: Purpose, notice: &str, now: Timestamp) -> Result<()> {
    let sql = "INSERT INTO consents (id, subject_id, purpose, notice, given_at)
               SELECT $1, $2, $3, $4, CAST($5 AS BIGINT) WHERE NOT EXISTS
                 (SELECT 1 FROM consents WHERE subject_id = $2 AND purpose = $3 AND notice = $4 AND ended_at IS NULL)";
    let (id, purpose) = (new_id(now), purpose.as_str());
    tx.send(sql, &[&id, &subject_id, &purpose, &notice, &now.as_millisecond()]).await
}

/// Somebody takes back what they agreed to.
pub async fn withdraw(tx: &mut Tx<'_>, subject_id: &str, purpose: Purpose, now: Timestamp) -> Result<()> {
    let sql = "UPDATE consents SET ended_at = $3, ended_by = 'withdrawn'
               WHERE subject_id = $1 AND purpose = $2 AND ended_at IS NULL";
    tx.send(sql, &[&subject_id, &purpose.as_str(), &now.as_millisecond()]).await
}

/// All that somebody agreed to has ended with them. The row stays for a year, by an id that nobody has any more.
pub async fn erase_of(tx: &mut Tx<'_>, subject_id: &str, now: Timestamp) -> Result<()> {
    let sql = "UPDATE consents SET ended_at = $2, ended_by = 'erased' WHERE subject_id = $1 AND ended_at IS NULL";
    tx.send(sql, &[&subject_id, &now.as_millisecond()]).await
}

/// What somebody agreed to, the first first.
pub async fn list_of(tx: &mut Tx<'_>, subject_id: &str) -> Result<Vec<Consent>> {
    CONSENT.list_all(tx, "WHERE c.subject_id = $1 ORDER BY c.id", &[&subject_id]).await
}

pub async fn delete_ended(tx: &mut Tx<'_>, before: i64) -> Result<u64> {
    tx.execute("DELETE FROM consents WHERE ended_at <= $1", &[&before]).await
}

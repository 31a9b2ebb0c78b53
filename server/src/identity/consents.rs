//! Consents: who consented to what, under which version of the privacy notice, and how that ended. Written in the transaction of the
//! registration, confirmation, withdrawal or erasure. Decision 0063.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::platform::clock::millis;
use crate::platform::db::FromColumn;
use crate::platform::db::{self, Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::ids::new_id;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// What an account needs
    Account,
    /// To be asked for blood
    Donor,
    /// Messages to the phone
    Messages,
    /// To be consulted by phone
    Phone,
}

impl Purpose {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Donor => "donor",
            Self::Messages => "messages",
            Self::Phone => "phone",
        }
    }
}

impl FromColumn for Purpose {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        [Self::Account, Self::Donor, Self::Messages, Self::Phone].into_iter().find(|purpose| purpose.as_str() == text)
    }
}

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

/// Stores a consent to the current notice, unless the same one is active.
pub async fn give(tx: &mut Tx<'_>, subject_id: &str, purpose: Purpose, notice: &str, now: Timestamp) -> Result<()> {
    let sql = "INSERT INTO consents (id, subject_id, purpose, notice, given_at)
               SELECT $1, $2, $3, $4, CAST($5 AS BIGINT) WHERE NOT EXISTS
                 (SELECT 1 FROM consents WHERE subject_id = $2 AND purpose = $3 AND notice = $4 AND ended_at IS NULL)";
    let (id, purpose) = (new_id(now), purpose.as_str());
    tx.send(sql, &[&id, &subject_id, &purpose, &notice, &now.as_millisecond()]).await
}

pub async fn withdraw(tx: &mut Tx<'_>, subject_id: &str, purpose: Purpose, now: Timestamp) -> Result<()> {
    let sql = "UPDATE consents SET ended_at = $3, ended_by = 'withdrawn'
               WHERE subject_id = $1 AND purpose = $2 AND ended_at IS NULL";
    tx.send(sql, &[&subject_id, &purpose.as_str(), &now.as_millisecond()]).await
}

/// Ends all consents of an erased subject. The rows stay for a year.
pub async fn erase_of(tx: &mut Tx<'_>, subject_id: &str, now: Timestamp) -> Result<()> {
    let sql = "UPDATE consents SET ended_at = $2, ended_by = 'erased' WHERE subject_id = $1 AND ended_at IS NULL";
    tx.send(sql, &[&subject_id, &now.as_millisecond()]).await
}

pub async fn list_of(tx: &mut Tx<'_>, subject_id: &str) -> Result<Vec<Consent>> {
    CONSENT.list_all(tx, "WHERE c.subject_id = $1 ORDER BY c.id", &[&subject_id]).await
}

async fn delete_ended(tx: &mut Tx<'_>, before: i64) -> Result<u64> {
    tx.execute("DELETE FROM consents WHERE ended_at <= $1", &[&before]).await
}

/// India's rules of 2025 demand this period for logs.
const ENDED_CONSENT_RETENTION: SignedDuration = SignedDuration::from_hours(365 * 24);

/// Deletes consents that ended a year ago, and returns how many.
pub async fn forget_ended(app: &App) -> db::Result<u64> {
    let before = app.clock.now_millis() - millis(ENDED_CONSENT_RETENTION);
    app.db
        .write(async move |tx| {
            tx.disable_timeouts().await?;
            delete_ended(tx, before).await
        })
        .await
}

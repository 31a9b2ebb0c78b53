//! The SQL that finds who an applicant may be already. Each question reads an index.

use crate::directory::Kind;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::search::Range;

columns! {
    /// A doctor, hospital or pharmacy that an applicant may be.
    pub struct Known as KNOWN in "accounts a LEFT JOIN doctors d ON d.id = a.id LEFT JOIN facilities f ON f.id = a.id" {
        id: String = "a.id",
        /// doctor, hospital or pharmacy
        role: String = "a.role",
        name: String = "COALESCE(d.full_name, f.name, '')",
        /// pending, active or blocked
        state: String = "a.state",
    }
}

/// Most find nobody or one.
const MOST: i64 = 20;
/// Who shares a word with an applicant: enough for a name that hundreds share.
const MOST_NAMESAKES: i64 = 500;

/// Those with the same registration or licence number, without its punctuation.
pub async fn with_number(tx: &mut Tx<'_>, number: &str) -> Result<Vec<Known>> {
    let rest = "WHERE a.id IN (SELECT id FROM doctors WHERE number_bare = $1
                               UNION SELECT id FROM facilities WHERE number_bare = $1) ORDER BY a.id LIMIT $2";
    KNOWN.list_all(tx, rest, &[&number, &MOST]).await
}

pub async fn with_phone(tx: &mut Tx<'_>, phone: &str) -> Result<Vec<Known>> {
    with(tx, "a.phone", phone).await
}

pub async fn with_email(tx: &mut Tx<'_>, email_key: &str) -> Result<Vec<Known>> {
    with(tx, "a.email_key", email_key).await
}

async fn with(tx: &mut Tx<'_>, column: &str, value: &str) -> Result<Vec<Known>> {
    let rest = format!(
        "WHERE a.role IN ('doctor', 'hospital', 'pharmacy') AND {column} = $1 AND a.state <> 'deleted'
         ORDER BY a.id LIMIT $2"
    );
    KNOWN.list_all(tx, &rest, &[&value, &MOST]).await
}

/// Those of the same kind who have a word with this beginning in their name.
pub async fn namesakes(tx: &mut Tx<'_>, kind: Kind, beginning: &str) -> Result<Vec<Known>> {
    let words = match kind {
        Kind::Doctor => "doctor",
        Kind::Facility(_) => "facility",
    };
    let rest = format!(
        "WHERE a.id IN (SELECT subject FROM search_words WHERE kind = '{words}' AND word >= $1 AND word < $2
                        LIMIT $3) AND a.state <> 'deleted'"
    );
    let range = Range::of(beginning.into());
    KNOWN.list_all(tx, &rest, &[&range.from, &range.to, &MOST_NAMESAKES]).await
}

//! Names and reasons of audit rows: stored apart, so that they can be erased while the row stays.

use sha2::{Digest, Sha256};

use crate::platform::db::{Lock, Param, Result, Tx};
use crate::platform::fold::name_key;
use crate::platform::ids::{Secret, hex};
use crate::platform::list::List;

pub(super) struct Words<'a> {
    /// Deleted with the text, so that the digest in the row reveals nothing afterwards.
    salt: String,
    subject_name: &'a str,
    reason: Option<&'a str>,
}

impl<'a> Words<'a> {
    /// `None` without name and reason.
    pub(super) fn new(subject_name: &'a str, reason: Option<&'a str>) -> Option<Self> {
        let says = !subject_name.is_empty() || reason.is_some();
        says.then(|| Self { salt: Secret::random().expose().to_owned(), subject_name, reason })
    }

    pub(super) fn stored(salt: String, subject_name: &'a str, reason: Option<&'a str>) -> Self {
        Self { salt, subject_name, reason }
    }

    pub(super) fn digest(&self) -> String {
        let words = serde_json::json!([self.salt, self.subject_name, self.reason]).to_string();
        hex(&Sha256::digest(words))
    }

    pub(super) async fn insert(&self, tx: &mut Tx<'_>, id: &str) -> Result<()> {
        let columns = ["id", "salt", "subject_name", "subject_key", "reason"];
        let key = name_key(self.subject_name);
        let row: [&dyn Param; 5] = [&id, &self.salt, &self.subject_name, &key, &self.reason];
        tx.send_rows("audit_details", columns, &[row], "").await
    }
}

const ERASE_BATCH: usize = 256;

/// Erases names and reasons about these subjects and by these actors; that something happened, and when, stays. Call it last in a
/// transaction: taking a row lock after this lock could deadlock.
pub async fn erase_words(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    tx.lock(Lock::AuditSeals).await?;
    for ids in ids.chunks(ERASE_BATCH) {
        for column in ["subject_id", "actor_id"] {
            let mut list = List::whole("audit_details w JOIN audit_log l ON l.id = w.id");
            list.and_one_of(&format!("l.{column}"), ids);
            let rows: Vec<String> = list.all(tx, "w.id", "").await?;
            delete(tx, &rows).await?;
        }
    }
    Ok(())
}

/// Erases names and reasons about a person of whom no other data is left; true if there were any.
pub async fn erase_words_about(tx: &mut Tx<'_>, kind: &str, id: &str) -> Result<bool> {
    tx.lock(Lock::AuditSeals).await?;
    let mut list = List::whole("audit_details w JOIN audit_log l ON l.id = w.id");
    list.and("l.subject_id =", id);
    list.and("l.subject_kind =", kind);
    let rows: Vec<String> = list.all(tx, "w.id", "").await?;
    delete(tx, &rows).await?;
    Ok(!rows.is_empty())
}

async fn delete(tx: &mut Tx<'_>, rows: &[String]) -> Result<()> {
    for rows in rows.chunks(ERASE_BATCH) {
        List::whole("audit_details").delete(tx, ("id", rows)).await?;
    }
    Ok(())
}

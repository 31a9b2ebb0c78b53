//! What rows of the log say in words: kept apart, so that it can be erased while the row stays.

use sha2::{Digest, Sha256};

use crate::platform::db::{Lock, Param, Result, Tx};
use crate::platform::fold::name_key;
use crate::platform::ids::{Secret, hex};
use crate::platform::list::List;

pub(super) struct Words<'a> {
    /// Goes with the words, so that the digest in the row tells nothing once they are erased.
    salt: String,
    subject_name: &'a str,
    reason: Option<&'a str>,
}

impl<'a> Words<'a> {
    /// `None` when there is nothing to say.
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
        tx.send_rows("audit_words", columns, &[row], "").await
    }
}

/// Rows of an older program, which has the words in the row itself.
const WITH_WORDS: &str = "subject_name <> '' OR reason IS NOT NULL";
const WITHOUT_WORDS: &str = "subject_name = '', subject_key = '', reason = NULL";

/// Moves the words of some such rows to their place, and returns how many rows there were.
pub async fn take_over(tx: &mut Tx<'_>, at_most: i64) -> Result<usize> {
    let sql = format!(
        "SELECT id, subject_name, reason FROM audit WHERE ({WITH_WORDS}) AND seal IS NULL ORDER BY id LIMIT $1"
    );
    let rows: Vec<(String, String, Option<String>)> = tx.all(&sql, &[&at_most]).await?;
    let sql = format!("UPDATE audit SET {WITHOUT_WORDS}, digest = $2 WHERE id = $1");
    for (id, name, reason) in &rows {
        let has_words = tx.count("SELECT count(*) FROM audit_words WHERE id = $1", &[id]).await? > 0;
        match Words::new(name, reason.as_deref()) {
            Some(words) if !has_words => {
                words.insert(tx, id).await?;
                tx.execute(&sql, &[id, &words.digest()]).await?;
            }
            // Its words stand in their place already: whoever wrote these was no program of ours.
            _ => drop(tx.execute(&format!("UPDATE audit SET {WITHOUT_WORDS} WHERE id = $1"), &[id]).await?),
        }
    }
    Ok(rows.len())
}

/// More in one statement would be one that no cache keeps.
const ERASED_AT_ONCE: usize = 256;

/// Erases what was said about these people and things, and by them. That it happened, and when, stays. Called when everything else
/// of the unit is done: whoever took a row of another table behind this lock could wait for somebody who has that row and waits for
/// the lock.
pub async fn erase_words(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    // Whoever seals may be moving words of an older program to their place.
    tx.lock(Lock::AuditSeals).await?;
    for ids in ids.chunks(ERASED_AT_ONCE) {
        for column in ["subject_id", "actor_id"] {
            let mut list = List::whole("audit_words w JOIN audit l ON l.id = w.id");
            list.and_one_of(&format!("l.{column}"), ids);
            let rows: Vec<String> = list.all(tx, "w.id", "").await?;
            delete(tx, &rows).await?;
            let old = List::new("audit", format!("({WITH_WORDS})"));
            let _: Vec<String> = old.update(tx, (column, ids), WITHOUT_WORDS, "id").await?;
        }
    }
    Ok(())
}

/// Erases what was said about somebody of whom nothing else is left, and returns whether there was anything.
pub async fn erase_words_about(tx: &mut Tx<'_>, kind: &str, id: &str) -> Result<bool> {
    tx.lock(Lock::AuditSeals).await?;
    let mut list = List::whole("audit_words w JOIN audit l ON l.id = w.id");
    list.and("l.subject_id =", id);
    list.and("l.subject_kind =", kind);
    let rows: Vec<String> = list.all(tx, "w.id", "").await?;
    delete(tx, &rows).await?;
    let mut old = List::new("audit", format!("({WITH_WORDS})"));
    old.and("subject_kind =", kind);
    let old: Vec<String> = old.update(tx, ("subject_id", &[id.to_owned()]), WITHOUT_WORDS, "id").await?;
    Ok(!rows.is_empty() || !old.is_empty())
}

async fn delete(tx: &mut Tx<'_>, rows: &[String]) -> Result<()> {
    for rows in rows.chunks(ERASED_AT_ONCE) {
        List::whole("audit_words").delete(tx, ("id", rows)).await?;
    }
    Ok(())
}

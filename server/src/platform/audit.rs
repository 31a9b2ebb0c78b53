//! Who did what to whom, and why: rows that are only ever added, in the same transaction as the deed.

use jiff::Timestamp;

use super::db::{Param, Result, Tx};
use super::fold::name_key;
use super::ids::new_id;
use super::search::Names;

pub const NAMES: Names = Names { table: "audit", name: "subject_name", key: "subject_key", kind: None };

pub struct Entry<'a> {
    pub actor_id: &'a str,
    pub actor_role: &'a str,
    /// A verb such as `approve`.
    pub action: &'a str,
    pub subject_kind: &'a str,
    pub subject_id: &'a str,
    /// What people call the subject; it may be gone when somebody reads this.
    pub subject_name: &'a str,
    pub reason: Option<&'a str>,
}

pub async fn record(tx: &mut Tx<'_>, entry: Entry<'_>, now: Timestamp) -> Result<()> {
    let sql = "INSERT INTO audit
                 (id, at, actor_id, actor_role, action, subject_kind, subject_id, subject_name, reason, subject_key)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let Entry { actor_id, actor_role, action, subject_kind, subject_id, subject_name, reason } = entry;
    let (id, at, key) = (new_id(now), now.as_millisecond(), name_key(subject_name));
    let params: [&dyn Param; 10] =
        [&id, &at, &actor_id, &actor_role, &action, &subject_kind, &subject_id, &subject_name, &reason, &key];
    tx.execute(sql, &params).await?;
    Ok(())
}

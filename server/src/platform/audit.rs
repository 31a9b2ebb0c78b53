//! Who did what to whom, and why: rows that are only ever added, in the same transaction as the deed.

use jiff::Timestamp;

use super::db::{Result, Tx};
use super::ids::new_id;

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
    let sql = "INSERT INTO audit (id, at, actor_id, actor_role, action, subject_kind, subject_id, subject_name, reason)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let Entry { actor_id, actor_role, action, subject_kind, subject_id, subject_name, reason } = entry;
    let (id, at) = (new_id(now), now.as_millisecond());
    tx.execute(sql, &[&id, &at, &actor_id, &actor_role, &action, &subject_kind, &subject_id, &subject_name, &reason])
        .await?;
    Ok(())
}

//! Who did what to whom, and why: rows that are only ever added, in the same transaction as the deed.

use jiff::Timestamp;

use super::db::{Param, Result, Tx};
use super::fold::name_key;
use super::ids::new_id;

pub struct Entry<'a> {
    pub actor_id: &'a str,
    pub actor_role: &'a str,
    /// A verb such as `approve`.
    pub action: &'a str,
    pub subject: Subject<'a>,
    pub reason: Option<&'a str>,
}

/// Whom or what something was done to.
pub struct Subject<'a> {
    pub kind: &'a str,
    pub id: &'a str,
    /// What people call it; it may be gone when somebody reads this.
    pub name: &'a str,
}

pub async fn record(tx: &mut Tx<'_>, entry: Entry<'_>, now: Timestamp) -> Result<()> {
    let sql = "INSERT INTO audit
                 (id, at, actor_id, actor_role, action, subject_kind, subject_id, subject_name, reason, subject_key)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let Entry { actor_id, actor_role, action, subject, reason } = entry;
    let (id, at, key) = (new_id(now), now.as_millisecond(), name_key(subject.name));
    let params: [&dyn Param; 10] =
        [&id, &at, &actor_id, &actor_role, &action, &subject.kind, &subject.id, &subject.name, &reason, &key];
    tx.execute(sql, &params).await?;
    Ok(())
}

/// Folds the subjects' names of rows that came before names were folded: so many after that id. Answers the last one's id.
pub async fn fold_names(tx: &mut Tx<'_>, after: &str, limit: i64) -> Result<Option<String>> {
    let sql = "SELECT id, subject_name FROM audit WHERE subject_key IS NULL AND id > $1 ORDER BY id LIMIT $2";
    let mut rows = tx.query(sql, &[&after, &limit], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?))).await?;
    for (id, name) in &rows {
        tx.execute("UPDATE audit SET subject_key = $2 WHERE id = $1", &[id, &name_key(name)]).await?;
    }
    Ok(rows.pop().map(|(id, _)| id))
}

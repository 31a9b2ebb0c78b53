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
    let Entry { actor_id, actor_role, action, subject, reason } = entry;
    let Subject { kind, id: subject_id, name } = subject;
    let (id, at, key) = (new_id(now), now.as_millisecond(), name_key(name));
    let columns = [
        "id",
        "at",
        "actor_id",
        "actor_role",
        "action",
        "subject_kind",
        "subject_id",
        "subject_name",
        "subject_key",
        "reason",
    ];
    let row: [&dyn Param; 10] = [&id, &at, &actor_id, &actor_role, &action, &kind, &subject_id, &name, &key, &reason];
    tx.send_rows("audit", columns, &[row], "").await
}

//! Who did what to whom, and why: rows that are only ever added, in the same transaction as the deed.

use jiff::Timestamp;

use super::db::{Result, Tx};
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
    tx.insert(
        "audit",
        &[
            ("id", &new_id(now)),
            ("at", &now.as_millisecond()),
            ("actor_id", &entry.actor_id),
            ("actor_role", &entry.actor_role),
            ("action", &entry.action),
            ("subject_kind", &entry.subject_kind),
            ("subject_id", &entry.subject_id),
            ("subject_name", &entry.subject_name),
            ("subject_key", &name_key(entry.subject_name)),
            ("reason", &entry.reason),
        ],
    )
    .await
}

//! Reading the audit log. Nothing here writes: the log is only ever added to, by `platform::audit`.

use super::{Listing, Part};
use crate::platform::db::{Result, Row, Tx};
use crate::platform::search::{self, Range};

/// The actor's name of today; the subject's is the one of then.
const COLUMNS: &str = "l.id, l.at, l.actor_id, l.actor_role, COALESCE(d.full_name, f.name, c.email, ''), l.action, \
     l.subject_kind, l.subject_id, l.subject_name, l.reason";
const WITH_ACTOR: &str = "audit l LEFT JOIN doctors d ON d.id = l.actor_id \
     LEFT JOIN facilities f ON f.id = l.actor_id LEFT JOIN accounts c ON c.id = l.actor_id";

/// Who did what to whom, when and why.
#[derive(Debug, Clone)]
pub struct Deed {
    pub id: String,
    pub at: i64,
    pub actor_id: String,
    pub actor_role: String,
    pub actor_name: String,
    pub action: String,
    pub subject_kind: String,
    pub subject_id: String,
    pub subject_name: String,
    pub reason: Option<String>,
}

fn deed(row: &Row<'_>) -> Result<Deed> {
    Ok(Deed {
        id: row.get(0)?,
        at: row.get(1)?,
        actor_id: row.get(2)?,
        actor_role: row.get(3)?,
        actor_name: row.get(4)?,
        action: row.get(5)?,
        subject_kind: row.get(6)?,
        subject_id: row.get(7)?,
        subject_name: row.get(8)?,
        reason: row.get(9)?,
    })
}

/// What the log is narrowed to.
#[derive(Debug, Default)]
pub struct Filter {
    pub action: Option<String>,
    pub subject_kind: Option<String>,
    pub actor_role: Option<String>,
    /// The beginning of the subject's name, or of its id.
    pub name: Option<Range>,
    pub id: Option<Range>,
    /// Ids from the first on and before the second: ids ascend with time.
    pub from: Option<String>,
    pub until: Option<String>,
}

/// A page of the log, the latest first, with one row more than asked for, and how many rows fit.
pub async fn list(tx: &mut Tx<'_>, filter: &Filter, part: Part<'_>) -> Result<(Vec<Deed>, i64)> {
    let mut listing = Listing::new("audit l", "l.id > ''");
    let values = [
        ("l.action =", &filter.action),
        ("l.subject_kind =", &filter.subject_kind),
        ("l.actor_role =", &filter.actor_role),
        ("l.id >=", &filter.from),
        ("l.id <", &filter.until),
    ];
    for (start, value) in values {
        if let Some(value) = value {
            listing.and_value(start, value);
        }
    }
    if let Some(range) = &filter.id {
        let within = listing.within("l.subject_id", range);
        listing.and(within);
    } else if let Some(range) = &filter.name {
        let within = listing.within("l.subject_key", range);
        listing.and(within);
    }
    let total = listing.count(tx).await?;
    let before = part.cursor.unwrap_or(search::LAST);
    listing.and_value("l.id <", &before);
    listing.from = WITH_ACTOR.into();
    Ok((listing.list(tx, COLUMNS, "l.id DESC", part.limit + 1, deed).await?, total))
}

/// The latest that was done to somebody.
pub async fn list_of(tx: &mut Tx<'_>, subject_id: &str, limit: i64) -> Result<Vec<Deed>> {
    let mut listing = Listing::new(WITH_ACTOR, "l.id > ''");
    listing.and_value("l.subject_id =", &subject_id);
    listing.list(tx, COLUMNS, "l.id DESC", limit, deed).await
}

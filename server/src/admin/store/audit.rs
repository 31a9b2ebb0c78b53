//! Reading the audit log. Nothing here writes: the log is only ever added to, by `platform::audit`.

use crate::platform::db::{Result, Tx, columns};
use crate::platform::list::{List, Order, Page, Part};
use crate::platform::search::Range;

columns! {
    /// Who did what to whom, when and why.
    pub struct Deed as DEED in "audit l LEFT JOIN doctors d ON d.id = l.actor_id \
                               LEFT JOIN facilities f ON f.id = l.actor_id LEFT JOIN accounts c ON c.id = l.actor_id" {
        id: String = "l.id",
        at: i64 = "l.at",
        actor_id: String = "l.actor_id",
        actor_role: String = "l.actor_role",
        /// Of today; the subject's is the one of then.
        actor_name: String = "COALESCE(d.full_name, f.name, c.email, '')",
        action: String = "l.action",
        subject_kind: String = "l.subject_kind",
        subject_id: String = "l.subject_id",
        subject_name: String = "l.subject_name",
        reason: Option<String> = "l.reason",
    }
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

/// A page of the log, the latest first.
pub async fn list(tx: &mut Tx<'_>, filter: &Filter, part: Part<'_>) -> Result<Page<Deed>> {
    let mut list = List::whole("audit l");
    list.and_if("l.action =", filter.action.as_deref());
    list.and_if("l.subject_kind =", filter.subject_kind.as_deref());
    list.and_if("l.actor_role =", filter.actor_role.as_deref());
    list.and_if("l.id >=", filter.from.as_deref());
    list.and_if("l.id <", filter.until.as_deref());
    let sought = match (&filter.id, &filter.name) {
        (Some(id), _) => Some(list.within("l.subject_id", id)),
        (None, Some(name)) => Some(list.within("l.subject_key", name)),
        (None, None) => None,
    };
    if let Some(sought) = sought {
        list.and_also(sought);
    }
    list.page(tx, &DEED, Order::NEWEST, part).await
}

/// The latest that was done to somebody.
pub async fn list_of(tx: &mut Tx<'_>, subject_id: &str, limit: i64) -> Result<Vec<Deed>> {
    let mut list = List::whole("audit l");
    list.and("l.subject_id =", subject_id);
    list.first(tx, &DEED, Order::NEWEST, limit).await
}

//! Reading the audit log. Nothing here writes: the log is only ever added to, by `platform::audit`.

use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::audit::OWN_ACCOUNT;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::list::{List, Order, Page, Part};
use crate::platform::search::Range;

columns! {
    #[derive(Serialize, ToSchema)]
    pub struct AuditActor as ACTOR in "audit l LEFT JOIN doctors d ON d.id = l.actor_id \
                                       LEFT JOIN facilities f ON f.id = l.actor_id \
                                       LEFT JOIN users u ON u.id = l.actor_id \
                                       LEFT JOIN desk_staff t ON t.id = l.actor_id \
                                       LEFT JOIN accounts c ON c.id = l.actor_id" {
        /// Empty for whoever failed to sign in, and for the operator and the program
        #[serde(rename = "_id")]
        id: String = "l.actor_id",
        /// admin, doctor, hospital, pharmacy, desk (an assistant or a hospital's desk staff), user, donor, bloodrequest (whoever asked for
        /// blood), operator or program (what it did by itself); of a failed login what they tried to be
        role: String = "l.actor_role",
        name: String = "COALESCE(d.full_name, f.name, u.username, t.name, c.email, '')",
    }
}

columns! {
    #[derive(Serialize, ToSchema)]
    pub struct AuditSubject as SUBJECT in "audit l LEFT JOIN audit_words w ON w.id = l.id \
                                           LEFT JOIN doctors od ON od.id = l.subject_id \
                                           LEFT JOIN facilities o ON o.id = l.subject_id \
                                           LEFT JOIN users ou ON ou.id = l.subject_id \
                                           LEFT JOIN desk_staff ot ON ot.id = l.subject_id \
                                           LEFT JOIN accounts oc ON oc.id = l.subject_id" {
        /// doctor, hospital, pharmacy, desk, user, booking, walkin, day (of a doctor), donor, bloodrequest, message, admin, list, import, or
        /// account for what people did with their own
        kind: String = "l.subject_kind",
        #[serde(rename = "_id")]
        id: String = "l.subject_id",
        /// As it was then, if it is known and not erased
        name: String = "COALESCE(NULLIF(w.subject_name, ''), CASE WHEN l.seal IS NULL THEN NULLIF(l.subject_name, '') END, od.full_name, o.name, ou.username, ot.name, oc.email, '')",
    }
}

columns! {
    /// Who did what to whom, when, from where and why.
    #[derive(Serialize, ToSchema)]
    pub struct AuditRow as ROW in "audit l LEFT JOIN audit_words w ON w.id = l.id \
                                   LEFT JOIN doctors d ON d.id = l.actor_id \
                                   LEFT JOIN facilities f ON f.id = l.actor_id \
                                   LEFT JOIN users u ON u.id = l.actor_id \
                                   LEFT JOIN desk_staff t ON t.id = l.actor_id \
                                   LEFT JOIN accounts c ON c.id = l.actor_id \
                                   LEFT JOIN audit_for b ON b.id = l.id \
                                   LEFT JOIN doctors bd ON bd.id = b.for_id \
                                   LEFT JOIN doctors od ON od.id = l.subject_id \
                                   LEFT JOIN facilities o ON o.id = l.subject_id \
                                   LEFT JOIN users ou ON ou.id = l.subject_id \
                                   LEFT JOIN desk_staff ot ON ot.id = l.subject_id \
                                   LEFT JOIN accounts oc ON oc.id = l.subject_id" {
        #[serde(rename = "_id")]
        id: String = "l.id",
        #[schema(value_type = String)]
        at: Instant = "l.at",
        actor: AuditActor = ACTOR,
        /// The doctor in whose place it was done, where that is somebody else
        #[serde(rename = "for")]
        for_whom: Option<String> = "bd.full_name",
        /// A verb such as approve, reject, block or login
        action: String = "l.action",
        /// How often, where several are one row
        times: i64 = "l.times",
        subject: AuditSubject = SUBJECT,
        reason: Option<String> = "COALESCE(w.reason, CASE WHEN l.seal IS NULL THEN l.reason END)",
        /// Some 256 neighbours together, if it is known
        network: Option<String> = "l.network",
    }
}

/// What the log is narrowed to.
#[derive(Debug, Default)]
pub struct AuditFilter {
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
pub async fn list(tx: &mut Tx<'_>, filter: &AuditFilter, part: Part<'_>) -> Result<Page<AuditRow>> {
    let mut list = List::whole("audit l");
    list.and_if("l.action =", filter.action.as_deref());
    list.and_if("l.subject_kind =", filter.subject_kind.as_deref());
    list.and_if("l.actor_role =", filter.actor_role.as_deref());
    list.and_if("l.id >=", filter.from.as_deref());
    list.and_if("l.id <", filter.until.as_deref());
    let sought = match (&filter.id, &filter.name) {
        (Some(id), _) => Some(list.within("l.subject_id", id)),
        (None, Some(name)) => {
            let named = list.within("w.subject_key", name);
            Some(format!("l.id IN (SELECT w.id FROM audit_words w WHERE {named})"))
        }
        (None, None) => None,
    };
    if let Some(sought) = sought {
        list.and_also(sought);
    }
    list.page(tx, &ROW, Order::NEWEST, part).await
}

/// What others did to somebody, as far as a page shows it: the latest.
pub async fn list_of(tx: &mut Tx<'_>, subject_id: &str) -> Result<Vec<AuditRow>> {
    let mut list = List::new("audit l", format!("l.subject_kind <> '{OWN_ACCOUNT}'"));
    list.and("l.subject_id =", subject_id);
    list.first(tx, &ROW, Order::NEWEST, 50).await
}

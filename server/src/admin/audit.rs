//! The audit log, with filters.

use store::AuditFilter;
pub(super) use store::{AuditRow, list_of};

pub mod http {
    use jiff::Span;
    use serde::{Deserialize, Serialize};
    use utoipa::{IntoParams, ToSchema};

    use super::{AuditFilter, AuditRow, service};
    use crate::admin::people_search::SearchTerm;
    use crate::admin::texts;
    use crate::app::App;
    use crate::identity::callers::Admin;
    use crate::platform::clock::midnight;
    use crate::platform::format::{self, Instant};
    use crate::platform::http::{Answer, Field, FieldErrors, Page, Paging, Params, Result, given};
    use crate::platform::ids::first_id;

    #[derive(Deserialize, IntoParams)]
    #[into_params(parameter_in = Query)]
    pub struct AuditQuery {
        /// Such as approve, `approve_at_once`, unanswered, reject, arrived, block, suspend, login, `login_failed`, reset, export or reveal
        action: Option<Field>,
        /// doctor, hospital, pharmacy, desk, user, booking, walkin, day, donor, bloodrequest, message, admin, list or account
        subject: Option<Field>,
        /// admin, doctor, hospital, pharmacy, desk, user, donor, bloodrequest, operator or program
        actor: Option<Field>,
        /// The beginning of the subject's name, or of its id
        q: Option<Field>,
        /// The first day, as in `2024-01-05`
        from: Option<Field>,
        /// The last day
        to: Option<Field>,
    }

    impl AuditQuery {
        fn parse(self) -> Result<AuditFilter> {
            let mut errors = FieldErrors::default();
            let day = |text: &str| format::parse_date(text).ok_or(texts::DAY_WRONG);
            let (from, to) = (errors.filter(self.from, day), errors.filter(self.to, day));
            let word = |field| given(field).map(|text| text.to_lowercase());
            let (name, id) = SearchTerm::parse(given(self.q).as_deref()).map(|term| (term.name, term.id)).unzip();
            errors.all(|| {
                let until = to?.and_then(|day| day.checked_add(Span::new().days(1)).ok());
                Some(AuditFilter {
                    action: word(self.action),
                    subject_kind: word(self.subject),
                    actor_role: word(self.actor),
                    name,
                    id: id.flatten(),
                    from: from?.map(|day| first_id(midnight(day))),
                    until: until.map(|day| first_id(midnight(day))),
                })
            })
        }
    }

    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct AuditSealed {
        /// What was done up to here cannot be changed unseen; none before the first seal
        #[schema(value_type = Option<String>)]
        sealed_until: Option<Instant>,
        /// The last seal, to be kept elsewhere and shown to `doccare audit verify`
        seal: Option<String>,
    }

    /// Until when the log is sealed.
    #[utoipa::path(get, path = "/admin/api/audit/sealed")]
    pub async fn audit_sealed(_: Admin, app: App) -> Result<Answer<AuditSealed>> {
        let last = service::last_seal(&app).await?;
        let (sealed_until, seal) = last.map(|last| (Instant::of(last.until), last.seal)).unzip();
        Ok(Answer::of(AuditSealed { sealed_until, seal }))
    }

    /// Who did what to whom, the latest first.
    #[utoipa::path(get, path = "/admin/api/audit")]
    pub async fn audit_log(
        _: Admin,
        app: App,
        Params(query): Params<AuditQuery>,
        paging: Paging,
    ) -> Result<Page<AuditRow>> {
        Ok(service::list(&app, query.parse()?, paging).await?)
    }
}

mod service {
    use super::store::{self, AuditFilter, AuditRow};
    use crate::app::App;
    use crate::platform::audit::seals::{self, Seal};
    use crate::platform::db;
    use crate::platform::list::{Page, Paging};

    pub async fn list(app: &App, filter: AuditFilter, paging: Paging) -> db::Result<Page<AuditRow>> {
        app.db.report(async move |tx| store::list(tx, &filter, paging.part()).await).await
    }

    pub async fn last_seal(app: &App) -> db::Result<Option<Seal>> {
        app.db.read(async |tx| seals::find_last(tx).await).await
    }
}

mod store {
    use serde::Serialize;
    use utoipa::ToSchema;

    use crate::platform::audit::OWN_ACCOUNT;
    use crate::platform::db::{Result, Tx, columns};
    use crate::platform::format::Instant;
    use crate::platform::list::{List, Order, Page, Part};
    use crate::platform::search::Range;

    columns! {
        #[derive(Serialize, ToSchema)]
        pub struct AuditActor as ACTOR in "audit_log l LEFT JOIN doctors d ON d.id = l.actor_id \
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
        pub struct AuditSubject as SUBJECT in "audit_log l LEFT JOIN audit_details w ON w.id = l.id \
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
            name: String = "COALESCE(NULLIF(w.subject_name, ''), od.full_name, o.name, ou.username, ot.name, oc.email, '')",
        }
    }

    columns! {
        /// Who did what to whom, when, from where and why.
        #[derive(Serialize, ToSchema)]
        pub struct AuditRow as ROW in "audit_log l LEFT JOIN audit_details w ON w.id = l.id \
                                       LEFT JOIN doctors d ON d.id = l.actor_id \
                                       LEFT JOIN facilities f ON f.id = l.actor_id \
                                       LEFT JOIN users u ON u.id = l.actor_id \
                                       LEFT JOIN desk_staff t ON t.id = l.actor_id \
                                       LEFT JOIN accounts c ON c.id = l.actor_id \
                                       LEFT JOIN audit_on_behalf b ON b.id = l.id \
                                       LEFT JOIN doctors bd ON bd.id = b.on_behalf_of \
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
            reason: Option<String> = "w.reason",
            /// Some 256 neighbours together, if it is known
            network: Option<String> = "l.network",
        }
    }

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

    pub async fn list(tx: &mut Tx<'_>, filter: &AuditFilter, part: Part<'_>) -> Result<Page<AuditRow>> {
        let mut list = List::whole("audit_log l");
        list.and_if("l.action =", filter.action.as_deref());
        list.and_if("l.subject_kind =", filter.subject_kind.as_deref());
        list.and_if("l.actor_role =", filter.actor_role.as_deref());
        list.and_if("l.id >=", filter.from.as_deref());
        list.and_if("l.id <", filter.until.as_deref());
        let sought = match (&filter.id, &filter.name) {
            (Some(id), _) => Some(list.within("l.subject_id", id)),
            (None, Some(name)) => {
                let named = list.within("w.subject_key", name);
                Some(format!("l.id IN (SELECT w.id FROM audit_details w WHERE {named})"))
            }
            (None, None) => None,
        };
        if let Some(sought) = sought {
            list.and_also(sought);
        }
        list.page(tx, &ROW, Order::NEWEST, part).await
    }

    /// The latest entries about a subject, without what they did with their own account.
    pub async fn list_of(tx: &mut Tx<'_>, subject_id: &str) -> Result<Vec<AuditRow>> {
        let mut list = List::new("audit_log l", format!("l.subject_kind <> '{OWN_ACCOUNT}'"));
        list.and("l.subject_id =", subject_id);
        list.first(tx, &ROW, Order::NEWEST, 50).await
    }
}

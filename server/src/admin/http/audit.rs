//! The audit log, with filters.

use axum::extract::{Query, State};
use jiff::civil::Date;
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admin::sought::Sought;
use crate::admin::store::audit::{Deed, Filter};
use crate::admin::{audit, texts};
use crate::app::App;
use crate::directory::http::rfc3339;
use crate::directory::model::given;
use crate::identity::actor::Admin;
use crate::platform::clock::india;
use crate::platform::format;
use crate::platform::http::input::FieldErrors;
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::Problem;
use crate::platform::ids::first_id;

/// Who did what to whom, when and why.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditRow {
    _id: String,
    at: String,
    actor: AuditActor,
    /// A verb such as approve, reject, block or suspend
    action: String,
    subject: AuditSubject,
    reason: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AuditActor {
    _id: String,
    /// admin, doctor or hospital
    role: String,
    name: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AuditSubject {
    /// doctor, hospital, pharmacy, user, booking, donor, bloodrequest, message or admin
    kind: String,
    _id: String,
    /// As it was then; the subject may be gone
    name: String,
}

impl From<Deed> for AuditRow {
    fn from(deed: Deed) -> Self {
        Self {
            _id: deed.id,
            at: rfc3339(deed.at),
            actor: AuditActor { _id: deed.actor_id, role: deed.actor_role, name: deed.actor_name },
            action: deed.action,
            subject: AuditSubject { kind: deed.subject_kind, _id: deed.subject_id, name: deed.subject_name },
            reason: deed.reason,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Such as approve, reject, block, unblock, suspend, restore, cancel, answer or close
    action: Option<String>,
    /// doctor, hospital, pharmacy, user, booking, donor, bloodrequest, message or admin
    subject: Option<String>,
    /// admin or doctor
    actor: Option<String>,
    /// The beginning of the subject's name, or of its id
    q: Option<String>,
    /// The first day, as in `2024-01-05`
    from: Option<String>,
    /// The last day
    to: Option<String>,
}

impl AuditQuery {
    fn parse(&self) -> Result<Filter, Problem> {
        let mut errors = FieldErrors::default();
        let mut day = |field, text: &Option<String>| {
            let text = given(text.as_deref())?;
            let day = format::parse_date(&text);
            if day.is_none() {
                errors.add(field, texts::day_wrong);
            }
            day
        };
        let (from, to) = (day("from", &self.from), day("to", &self.to));
        let until = to.and_then(|day| day.checked_add(Span::new().days(1)).ok());
        let word = |text: &Option<String>| given(text.as_deref()).map(|text| text.to_lowercase());
        let (name, id) = Sought::parse(self.q.as_deref()).map(|sought| (sought.name, sought.id)).unzip();
        errors.or(Filter {
            action: word(&self.action),
            subject_kind: word(&self.subject),
            actor_role: word(&self.actor),
            name,
            id: id.flatten(),
            from: from.map(|day| first_id(midnight(day))),
            until: until.map(|day| first_id(midnight(day))),
        })
    }
}

fn midnight(day: Date) -> Timestamp {
    day.to_zoned(india()).map_or(Timestamp::UNIX_EPOCH, |at| at.timestamp())
}

/// Who did what to whom, the latest first.
#[utoipa::path(
    get, path = "/admin/api/audit", tag = "admin", security(("token" = [])), params(AuditQuery, Paging),
    responses((status = 200, body = Page<AuditRow>))
)]
pub async fn audit_log(
    _: Admin,
    State(app): State<App>,
    Query(query): Query<AuditQuery>,
    Query(paging): Query<Paging>,
) -> Result<Page<AuditRow>, Problem> {
    Ok(audit::list(&app, &query.parse()?, paging.part()).await?.map(AuditRow::from))
}

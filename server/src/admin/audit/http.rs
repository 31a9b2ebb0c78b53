//! The audit log.

use jiff::Span;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{AuditFilter, AuditRow, service};
use crate::admin::people::Typed;
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
        let (name, id) = Typed::parse(given(self.q).as_deref()).map(|typed| (typed.name, typed.id)).unzip();
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

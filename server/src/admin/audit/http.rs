//! The audit log.

use jiff::Span;
use serde::Deserialize;
use utoipa::IntoParams;

use super::{AuditFilter, AuditRow, service};
use crate::admin::people::Typed;
use crate::admin::texts;
use crate::app::App;
use crate::identity::callers::Admin;
use crate::platform::clock::midnight;
use crate::platform::format;
use crate::platform::http::{Field, FieldErrors, Page, Paging, Params, Result, given};
use crate::platform::ids::first_id;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Such as approve, reject, block, unblock, suspend, restore, cancel, answer or close
    action: Option<Field>,
    /// doctor, hospital, pharmacy, user, booking, donor, bloodrequest, message or admin
    subject: Option<Field>,
    /// admin or doctor
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

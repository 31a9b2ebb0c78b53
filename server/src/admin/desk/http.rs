//! The administrator's calls about desks.

use axum::extract::Path;
use serde::Serialize;
use utoipa::ToSchema;

use super::service;
use crate::admin::texts;
use crate::app::App;
use crate::directory::desk::StaffMember;
use crate::identity::callers::Admin;
use crate::platform::format::Instant;
use crate::platform::http::{Code, Done, OptionalBody, ReasonRequest, Result};
use crate::platform::lang::Lang;

/// Somebody at the desk of a doctor or a hospital.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskMember {
    id: String,
    name: String,
    email: String,
    /// When they were added
    #[schema(value_type = String)]
    since: Instant,
    /// Whether they have signed in; until then nobody with that address has said yes to it
    accepted: bool,
}

impl From<StaffMember> for DeskMember {
    fn from(member: StaffMember) -> Self {
        let accepted = member.is_accepted();
        Self { id: member.id, name: member.name, email: member.email, since: member.since, accepted }
    }
}

/// End somebody at a desk. All their sessions end at once.
#[utoipa::path(delete, path = "/admin/api/desk/{id}")]
pub async fn remove_desk_staff(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Done> {
    if service::end(&app, &caller, id, request.parse()?).await? {
        Ok(Done::saying(texts::DESK_ENDED, lang))
    } else {
        Err(Code::NotFound.into())
    }
}

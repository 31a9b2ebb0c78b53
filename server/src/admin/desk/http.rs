//! The administrator's calls about desks.

use axum::extract::Path;
use serde::Serialize;
use utoipa::ToSchema;

use super::service;
use crate::admin::texts;
use crate::app::App;
use crate::directory::desk::{Invitation, StaffMember};
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
    /// Whether they have accepted: an invitation that waits for that, or somebody who has never signed in, is not
    accepted: bool,
}

impl From<StaffMember> for DeskMember {
    fn from(member: StaffMember) -> Self {
        let accepted = member.is_accepted();
        Self { id: member.id, name: member.name, email: member.email, since: member.since, accepted }
    }
}

impl From<Invitation> for DeskMember {
    fn from(invitation: Invitation) -> Self {
        let Invitation { id, name, email, invited_at, .. } = invitation;
        Self { id, name, email, since: invited_at, accepted: false }
    }
}

impl DeskMember {
    /// The staff of a desk, and the open invitations to it.
    pub fn list(desk: Vec<StaffMember>, invitations: Vec<Invitation>) -> Vec<Self> {
        desk.into_iter().map(Self::from).chain(invitations.into_iter().map(Self::from)).collect()
    }
}

/// End somebody at a desk, or an invitation. All their sessions end at once.
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

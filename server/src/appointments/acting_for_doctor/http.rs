//! Extracts the caller who acts for the doctor of a path, or of the visit that the path names.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use utoipa::openapi::path::Operation;

use super::ActingForDoctor;
use crate::app::App;
use crate::identity::Role;
use crate::identity::callers::DoctorOrDesk;
use crate::platform::http::describe::{Schemas, TOKEN, Takes, needs};
use crate::platform::http::{Code, Problem, Result};

/// The path names the doctor, or else one of their visits. A doctor for whom the caller may not act is not found.
impl FromRequestParts<App> for ActingForDoctor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let caller = DoctorOrDesk::from_request_parts(parts, app).await?;
        if caller.role == Role::Doctor {
            return Ok(Self::own(&caller));
        }
        let path = RawPathParams::from_request_parts(parts, app).await.map_err(|_| Code::InvalidRequest)?;
        let named = |wanted: &str| path.iter().find(|(name, _)| *name == wanted).map(|(_, id)| id.to_owned());
        let found = match (named("docId"), named("id")) {
            (Some(doctor_id), _) => Self::of_staff(app, &caller, &doctor_id).await?,
            (None, Some(visit_id)) => Self::of_visit(app, &caller, &visit_id).await?,
            (None, None) => None,
        };
        found.ok_or_else(|| Code::NotFound.into())
    }
}

impl Takes for ActingForDoctor {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        needs(operation, TOKEN);
    }
}

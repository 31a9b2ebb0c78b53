//! One who waits for approval, and who they may be already.

use axum::extract::Path;
use serde::Serialize;
use utoipa::ToSchema;

use super::rules::Why;
use super::{Known, service};
use crate::app::App;
use crate::directory::Kind;
use crate::directory::joining::http::{ApplicantView, kind_of};
use crate::identity::callers::Admin;
use crate::platform::http::{Answer, Code, Result};

/// An application with everything that decides about it.
#[derive(Serialize, ToSchema)]
pub struct PendingRequest {
    applicant: ApplicantView,
    duplicates: Vec<Duplicate>,
}

/// Somebody who the applicant may be already.
#[derive(Debug, Serialize, ToSchema)]
pub struct Duplicate {
    _id: String,
    /// Doctor, Hospital or Pharmacy
    category: &'static str,
    name: String,
    /// What is the same: number, phone, email or name
    why: &'static str,
    /// pending, active or blocked
    state: String,
}

impl From<(Known, Why)> for Duplicate {
    fn from((known, why): (Known, Why)) -> Self {
        let category = match Kind::parse(&known.role) {
            Some(Kind::Facility(category)) => category.as_str(),
            Some(Kind::Doctor) | None => "Doctor",
        };
        Self { _id: known.id, category, name: known.name, why: why.as_str(), state: known.state }
    }
}

/// One application, with everybody who the applicant may be already.
#[utoipa::path(get, path = "/admin/api/workers/{category}/pendingrequest/{id}")]
pub async fn pending_request(
    _: Admin,
    app: App,
    Path((category, id)): Path<(String, String)>,
) -> Result<Answer<PendingRequest>> {
    let found = service::find_applicant(&app, kind_of(&category)?, id).await?;
    let (applicant, known) = found.ok_or(Code::NotFound)?;
    let duplicates = known.into_iter().map(Duplicate::from).collect();
    Ok(Answer::of(PendingRequest { applicant: applicant.into(), duplicates }))
}

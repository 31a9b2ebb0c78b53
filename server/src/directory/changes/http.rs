//! What waits for approval: the administrator decides about it, and who asked may take it back.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use serde::Serialize;
use utoipa::ToSchema;

use super::service::{self, Error};
use super::{ChangeRequest, ChangeRow};
use crate::app::App;
use crate::directory::joining::Verdict;
use crate::directory::texts;
use crate::identity::callers::{Admin, Caller, Doctor, FacilityStaff};
use crate::platform::format::rfc3339;
use crate::platform::http::{Code, Done, OptionalBody, Page, Paging, Problem, ReasonRequest, Result};
use crate::platform::lang::Lang;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Gone => Self::saying(Code::NotFound, texts::CHANGE_GONE),
            Error::LicenseTaken => Self::saying(Code::AlreadyRegistered, texts::LICENSE_TAKEN_MEANWHILE),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// The names, licence numbers and districts that doctors, hospitals and pharmacies asked for, the newest first.
#[utoipa::path(get, path = "/admin/api/workers/changes")]
pub async fn waiting_changes(_: Admin, app: App, paging: Paging) -> Result<Page<ChangeRow>> {
    Ok(service::list(&app, paging).await?)
}

/// Let a new name, licence number or district count, once.
#[utoipa::path(patch, path = "/admin/api/workers/changes/approved/{id}", responses((status = 409)))]
pub async fn approve_change(caller: Admin, app: App, lang: Lang, Path(id): Path<String>) -> Result<Done> {
    service::decide(&app, &caller, id, Verdict::Approved).await?;
    Ok(Done::saying(texts::APPROVED, lang))
}

/// Turn a new name, licence number or district down, once. The old ones stay.
#[utoipa::path(delete, path = "/admin/api/workers/changes/rejected/{id}")]
pub async fn reject_change(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Done> {
    service::decide(&app, &caller, id, Verdict::Rejected { reason: request.parse()? }).await?;
    Ok(Done::saying(texts::REJECTED, lang))
}

/// Keep the old name, licence number and district: what waits for approval is dropped.
#[utoipa::path(delete, path = "/user/api/worker/profile/{workerId}/change")]
pub async fn withdraw_change(caller: FacilityStaff, app: App, lang: Lang) -> Result<Done> {
    withdraw(&app, &caller, lang).await
}

/// Keep the old name in Malayalam: what waits for approval is dropped.
#[utoipa::path(delete, path = "/user/api/doctor/profile/{docId}/change")]
pub async fn withdraw_doctor_change(caller: Doctor, app: App, lang: Lang) -> Result<Done> {
    withdraw(&app, &caller, lang).await
}

async fn withdraw(app: &App, caller: &Caller, lang: Lang) -> Result<Done> {
    if !service::withdraw(app, caller).await? {
        return Err(Problem::saying(Code::NotFound, texts::NO_CHANGE_WAITS));
    }
    Ok(Done::saying(texts::CHANGE_WITHDRAWN, lang))
}

/// What waits for approval. Until then the old one counts.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingView {
    /// `null` when the name stays
    Hospital_name: Option<String>,
    /// `null` when the name in Malayalam stays
    nameMl: Option<String>,
    /// `null` when the licence number stays
    License_number: Option<String>,
    /// `null` when state and district stay
    State: Option<String>,
    /// `null` when state and district stay
    District: Option<String>,
    askedAt: String,
}

impl From<ChangeRequest> for WaitingView {
    fn from(request: ChangeRequest) -> Self {
        let (state, district) = request.fields.location.unzip();
        Self {
            Hospital_name: request.fields.name.map(|name| name.as_str().into()),
            nameMl: request.fields.name_ml,
            License_number: request.fields.license_number,
            State: state,
            District: district,
            askedAt: rfc3339(request.asked_at),
        }
    }
}

/// What waits of a doctor.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingName {
    nameMl: Option<String>,
    askedAt: String,
}

impl From<ChangeRequest> for WaitingName {
    fn from(request: ChangeRequest) -> Self {
        Self { nameMl: request.fields.name_ml, askedAt: rfc3339(request.asked_at) }
    }
}

//! Profile changes over HTTP: an administrator decides, and who asked may withdraw.

use axum::extract::Path;

use super::service;
use crate::app::App;
use crate::directory::profile_changes::ChangeRow;
use crate::directory::{Decision, texts};
use crate::identity::callers::{Admin, Caller, Doctor, FacilityStaff};
use crate::platform::http::{Code, Done, OptionalBody, Page, Paging, Problem, ReasonRequest, Result};
use crate::platform::lang::Lang;

/// The names, licence numbers and districts that doctors, hospitals and pharmacies asked for, the newest first.
#[utoipa::path(get, path = "/admin/api/workers/changes")]
pub async fn waiting_changes(_: Admin, app: App, paging: Paging) -> Result<Page<ChangeRow>> {
    Ok(service::list(&app, paging).await?)
}

/// Let a new name, licence number or district count, once.
#[utoipa::path(patch, path = "/admin/api/workers/changes/approved/{id}", responses((status = 409)))]
pub async fn approve_change(caller: Admin, app: App, lang: Lang, Path(id): Path<String>) -> Result<Done> {
    service::decide(&app, &caller, id, Decision::Approved).await?;
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
    service::decide(&app, &caller, id, Decision::Rejected { reason: request.parse()? }).await?;
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

//! The names and licence numbers that wait: the administrator decides about them, and who asked may take them back.

use axum::extract::Path;

use super::ChangeRow;
use super::service::{self, Error};
use crate::app::App;
use crate::directory::joining::Verdict;
use crate::directory::texts;
use crate::identity::callers::{Admin, FacilityStaff};
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

/// The names and licence numbers that hospitals and pharmacies asked for, the newest first.
#[utoipa::path(get, path = "/admin/api/workers/changes")]
pub async fn waiting_changes(_: Admin, app: App, paging: Paging) -> Result<Page<ChangeRow>> {
    Ok(service::list(&app, paging).await?)
}

/// Let a new name or licence number count, once.
#[utoipa::path(patch, path = "/admin/api/workers/changes/approved/{id}", responses((status = 409)))]
pub async fn approve_change(caller: Admin, app: App, lang: Lang, Path(id): Path<String>) -> Result<Done> {
    service::decide(&app, &caller, id, Verdict::Approved).await?;
    Ok(Done::saying(texts::APPROVED, lang))
}

/// Turn a new name or licence number down, once. The old ones stay.
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

/// Keep the old name and licence number: what waits for approval is dropped.
#[utoipa::path(delete, path = "/user/api/worker/profile/{workerId}/change")]
pub async fn withdraw_change(caller: FacilityStaff, app: App, lang: Lang) -> Result<Done> {
    if !service::withdraw(&app, &caller).await? {
        return Err(Problem::saying(Code::NotFound, texts::NO_CHANGE_WAITS));
    }
    Ok(Done::saying(texts::CHANGE_WITHDRAWN, lang))
}

//! The figures of a doctor's first page.

use super::model::Dashboard;
use super::service;
use crate::app::App;
use crate::identity::callers::Doctor;
use crate::platform::http::{Answer, Result};

/// The figures of a doctor's first page.
#[utoipa::path(get, path = "/user/api/doctor/dashboard/{docId}")]
pub async fn dashboard(caller: Doctor, app: App) -> Result<Answer<Dashboard>> {
    Ok(Answer::of(service::of_doctor(&app, &caller.id).await?))
}

//! The page behind "This was not me" of an approval's mail.

use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::service::{self, ApprovedEntry};
use crate::admin::texts;
use crate::app::App;
use crate::identity::callers::bearer;
use crate::identity::{Error, Role};
use crate::platform::http::{Answer, ClientAddress, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;

/// What was approved.
#[derive(Serialize, ToSchema)]
pub struct ApprovedApplication {
    name: String,
    /// doctor, hospital or pharmacy
    #[schema(value_type = String)]
    role: Role,
    /// Whether the link was used already
    reported: bool,
}

impl From<ApprovedEntry> for ApprovedApplication {
    fn from(ApprovedEntry { name, role, is_reported }: ApprovedEntry) -> Self {
        Self { name, role, reported: is_reported }
    }
}

fn link(headers: &HeaderMap) -> Result<Secret> {
    Ok(bearer(headers).ok_or(Error::LinkEnded)?)
}

/// What the link in the mail about an approval is about; its token comes as the bearer's. Looking changes nothing.
#[utoipa::path(get, path = "/user/api/application/report", security(("link" = [])))]
pub async fn approved_application(app: App, headers: HeaderMap) -> Result<Answer<ApprovedApplication>> {
    let found = service::look(&app, &link(&headers)?).await?;
    Ok(Answer::of(ApprovedApplication::from(found)))
}

/// Say by that link that somebody else applied with the own address: the entry is suspended at once, and the administrators are told.
/// It works once; used again, it answers the same and changes nothing.
#[utoipa::path(post, path = "/user/api/application/report", security(("link" = [])))]
pub async fn report_application(
    app: App,
    address: ClientAddress,
    lang: Lang,
    headers: HeaderMap,
) -> Result<Answer<ApprovedApplication>> {
    let reported = service::report(&app, &link(&headers)?, address).await?;
    Ok(Answer::saying(texts::IMPERSONATION_REPORTED, lang, ApprovedApplication::from(reported)))
}

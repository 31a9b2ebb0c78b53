//! A user's choice of reminders, and the link that stops them.

use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ReminderSettings, service};
use crate::app::App;
use crate::booking::texts;
use crate::identity::callers::{Patient, bearer};
use crate::platform::http::{Answer, Body, Code, Done, Field, FieldErrors, Problem, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;

/// Which reminders of visits a user wants.
#[utoipa::path(get, path = "/user/api/user/reminders/{userId}")]
pub async fn reminders(caller: Patient, app: App) -> Result<Answer<ReminderSettings>> {
    Ok(Answer::of(service::settings(&app, &caller).await?))
}

/// What is absent stays as it is.
#[derive(Deserialize, ToSchema)]
pub struct RemindersRequest {
    #[schema(value_type = Option<bool>)]
    evening: Option<Field>,
    #[schema(value_type = Option<bool>)]
    soon: Option<Field>,
}

/// Choose which reminders of visits to get.
#[utoipa::path(put, path = "/user/api/user/reminders/{userId}")]
pub async fn update_reminders(
    caller: Patient,
    app: App,
    lang: Lang,
    Body(request): Body<RemindersRequest>,
) -> Result<Answer<ReminderSettings>> {
    let mut errors = FieldErrors::default();
    let (evening, soon) = (errors.flag(request.evening), errors.flag(request.soon));
    errors.or(())?;
    let saved = service::save(&app, &caller, evening, soon).await?;
    Ok(Answer::saying(texts::REMINDERS_SAVED, lang, saved))
}

/// Stop all reminders by the link in one of them; its token comes as the bearer's.
#[utoipa::path(post, path = "/user/api/reminders/stop", security(("link" = [])))]
pub async fn stop_reminders(app: App, lang: Lang, headers: HeaderMap) -> Result<Done> {
    let wrong = || Problem::saying(Code::LinkEnded, texts::STOP_LINK_WRONG);
    let token = bearer(&headers).ok_or_else(wrong)?;
    if !service::stop(&app, &token).await? {
        return Err(wrong());
    }
    Ok(Done::saying(texts::REMINDERS_STOPPED, lang))
}

/// The same by the address in a reminder's head, to which mail programs post (RFC 8058); `None` without a token of ours.
pub async fn one_click(app: &App, lang: Lang, address: &Uri) -> Option<Response> {
    let token = address.query()?.strip_prefix("token=")?;
    match service::stop(app, &Secret::shown(token)).await {
        Ok(true) => Some((StatusCode::OK, texts::REMINDERS_STOPPED.in_lang(lang)).into_response()),
        Ok(false) => None,
        Err(error) => Some(Problem::from(error).into_response()),
    }
}

//! A user's choice of reminders, and the link that stops them.

use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ReminderSettings, service};
use crate::app::App;
use crate::identity::callers::{Patient, bearer};
use crate::platform::http::{Answer, Body, Code, Done, Field, FieldErrors, Problem, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::{Lang, Text};

const REMINDERS_SAVED: Text = Text::new("Your reminders are saved.", "നിങ്ങളുടെ ഓർമ്മപ്പെടുത്തലുകൾ സേവ് ചെയ്തു.");
const REMINDERS_STOPPED: Text = Text::new(
    "We will no longer remind you. You can turn reminders on again in your profile.",
    "ഇനി ഓർമ്മപ്പെടുത്തലുകൾ അയയ്ക്കില്ല. നിങ്ങളുടെ പ്രൊഫൈലിൽ എപ്പോൾ വേണമെങ്കിലും വീണ്ടും ഓണാക്കാം.",
);
const STOP_LINK_WRONG: Text = Text::new(
    "This link is incomplete or too old. Please open the one in your latest reminder, or change your reminders in your profile.",
    "ഈ ലിങ്ക് പൂർണ്ണമല്ല, അല്ലെങ്കിൽ കാലഹരണപ്പെട്ടു. ഏറ്റവും പുതിയ ഓർമ്മപ്പെടുത്തൽ ഇമെയിലിൽ നിന്ന് തുറക്കുക, അല്ലെങ്കിൽ പ്രൊഫൈലിൽ ഓർമ്മപ്പെടുത്തലുകൾ തിരഞ്ഞെടുക്കുക.",
);

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
    Ok(Answer::saying(REMINDERS_SAVED, lang, saved))
}

/// Stop all reminders by the link in one of them; its token comes as the bearer's.
#[utoipa::path(post, path = "/user/api/reminders/stop", security(("link" = [])))]
pub async fn stop_reminders(app: App, lang: Lang, headers: HeaderMap) -> Result<Done> {
    let wrong = || Problem::saying(Code::LinkEnded, STOP_LINK_WRONG);
    let token = bearer(&headers).ok_or_else(wrong)?;
    if !service::stop(&app, &token).await? {
        return Err(wrong());
    }
    Ok(Done::saying(REMINDERS_STOPPED, lang))
}

/// Stops reminders by the address in a reminder's `List-Unsubscribe` header, to which mail programs post (RFC 8058). `None` without a valid
/// token.
pub async fn one_click(app: &App, lang: Lang, address: &Uri) -> Option<Response> {
    let token = address.query()?.strip_prefix("token=")?;
    match service::stop(app, &Secret::shown(token)).await {
        Ok(true) => Some((StatusCode::OK, REMINDERS_STOPPED.in_lang(lang)).into_response()),
        Ok(false) => None,
        Err(error) => Some(Problem::from(error).into_response()),
    }
}

//! The address that waits to be confirmed: seen, sent again and cancelled by its account, confirmed by its link.

use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::{EmailLink, find_waiting, service};
use crate::app::App;
use crate::identity::callers::{Member, bearer};
use crate::identity::{Error, texts};
use crate::platform::http::{Answer, ClientAddress, Code, Done, Problem, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;

#[derive(Serialize, ToSchema)]
pub struct WaitingEmail {
    /// The new address that is not confirmed yet; none when none waits
    email: Option<String>,
}

/// The own new e-mail address that waits to be confirmed, if there is one.
#[utoipa::path(get, path = "/user/api/email/change")]
pub async fn waiting_email(caller: Member, app: App) -> Result<Answer<WaitingEmail>> {
    let now = app.clock.now_millis();
    let email = app.db.read(async |tx| find_waiting(tx, &caller.id, now).await).await?;
    let data = WaitingEmail { email: email.map(|email| email.as_str().into()) };
    Ok(Answer::of(data))
}

/// Send the link to the own new e-mail address again. The older link ends.
#[utoipa::path(post, path = "/user/api/email/change", responses((status = 404), (status = 429)))]
pub async fn send_email_link(caller: Member, app: App, lang: Lang) -> Result<Done> {
    let email = service::send_again(&app, &caller).await?.ok_or_else(none_waits)?;
    Ok(Done { message: texts::link_sent(lang, email.as_str()) })
}

/// Keep the old e-mail address: the link to the new one ends.
#[utoipa::path(delete, path = "/user/api/email/change", responses((status = 404)))]
pub async fn cancel_email_change(caller: Member, app: App, lang: Lang) -> Result<Done> {
    if !service::cancel(&app, &caller).await? {
        return Err(none_waits());
    }
    Ok(Done::saying(texts::EMAIL_CHANGE_CANCELLED, lang))
}

fn none_waits() -> Problem {
    Problem::saying(Code::NotFound, texts::NO_EMAIL_WAITS)
}

fn link(headers: &HeaderMap) -> Result<Secret> {
    Ok(bearer(headers).ok_or(Error::LinkEnded)?)
}

/// What the link of a new e-mail address is about; its token comes as the bearer's. Looking changes nothing.
#[utoipa::path(get, path = "/user/api/email/confirm", security(("link" = [])))]
pub async fn email_link(app: App, headers: HeaderMap) -> Result<Answer<EmailLink>> {
    let data = service::look(&app, &link(&headers)?).await?;
    Ok(Answer::of(data))
}

/// Confirm a new e-mail address by its link: it is the account's own from now on, and every other session ends.
#[utoipa::path(post, path = "/user/api/email/confirm", security(("link" = [])), responses((status = 409)))]
pub async fn confirm_email(
    app: App,
    address: ClientAddress,
    lang: Lang,
    headers: HeaderMap,
) -> Result<Answer<EmailLink>> {
    let confirmed = service::confirm(&app, &link(&headers)?, address).await.map_err(|error| match error {
        Error::EmailTaken => Problem::saying(Code::AlreadyRegistered, texts::EMAIL_TAKEN_MEANWHILE),
        error => error.into(),
    })?;
    Ok(Answer::saying(texts::EMAIL_CONFIRMED, lang, confirmed))
}

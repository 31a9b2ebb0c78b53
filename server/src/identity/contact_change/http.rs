//! The address that is waiting for confirmation: shown, sent again and cancelled by its account, confirmed by its link.

use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::{EmailLink, find_unreached, find_waiting, service};
use crate::app::App;
use crate::identity::callers::{AnyRole, Member, bearer};
use crate::identity::{Email, Error, texts};
use crate::platform::db;
use crate::platform::http::{Answer, ClientAddress, Code, Done, Problem, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;

#[derive(Serialize, ToSchema)]
pub struct WaitingEmail {
    /// The new address that is not confirmed yet; none when none waits
    email: Option<String>,
    /// The own address, where mails to it come back; none where they arrive
    unreached: Option<String>,
}

/// The own new e-mail address that waits to be confirmed, if there is one, and whether mails reach the old one.
#[utoipa::path(get, path = "/user/api/email/change")]
pub async fn waiting_email(caller: AnyRole, app: App) -> Result<Answer<WaitingEmail>> {
    let now = app.clock.now_millis();
    let found = app.db.read(async |tx| {
        let unreached = find_unreached(tx, &caller.id).await?;
        Ok::<_, db::Error>((find_waiting(tx, &caller.id, now).await?, unreached))
    });
    let (email, unreached) = found.await?;
    let text = |email: Email| email.as_str().to_owned();
    Ok(Answer::of(WaitingEmail { email: email.map(text), unreached: unreached.map(text) }))
}

/// Send the link to the own new e-mail address again. The older link ends. Where none waits and mails to the own address come back, a
/// link goes there: opened, it shows that they arrive.
#[utoipa::path(post, path = "/user/api/email/change", responses((status = 404), (status = 429)))]
pub async fn send_email_link(caller: AnyRole, app: App, lang: Lang) -> Result<Done> {
    let sent = service::send_again(&app, &caller).await?.ok_or_else(none_waits)?;
    let message = if sent.is_own { texts::own_link_sent } else { texts::link_sent };
    Ok(Done { message: message(lang, sent.email.as_str()) })
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

/// What the link of a new e-mail address, or of an application's, is about; its token comes as the bearer's. Looking changes nothing.
#[utoipa::path(get, path = "/user/api/email/confirm", security(("link" = [])))]
pub async fn email_link(app: App, headers: HeaderMap) -> Result<Answer<EmailLink>> {
    let data = service::look(&app, &link(&headers)?).await?;
    Ok(Answer::of(data))
}

/// Confirm an e-mail address by its link. A new one is the account's own from now on, and every other session ends; of an application's
/// the administrator sees that it is confirmed.
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

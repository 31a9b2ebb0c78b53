//! The address that waits to be confirmed: seen, sent again and cancelled by its account, confirmed by its link.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::Linked;
use super::service::{self, LinkError};
use crate::app::App;
use crate::identity::actor::{Member, bearer};
use crate::identity::texts;
use crate::platform::http::problem::{Code, Problem};
use crate::platform::http::{Answer, Done};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;

impl From<LinkError> for Problem {
    fn from(error: LinkError) -> Self {
        match error {
            LinkError::Ended => Code::LinkEnded.into(),
            LinkError::Taken => Self::saying(Code::AlreadyRegistered, texts::EMAIL_TAKEN_MEANWHILE),
            LinkError::Db(error) => error.into(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct WaitingEmail {
    /// The new address that is not confirmed yet; none when none waits
    email: Option<String>,
}

/// The own new e-mail address that waits to be confirmed, if there is one.
#[utoipa::path(
    get, path = "/user/api/email/change", tag = "identity", security(("token" = [])),
    responses((status = 200, body = Answer<WaitingEmail>))
)]
pub async fn waiting_email(caller: Member, State(app): State<App>) -> Result<Answer<WaitingEmail>, Problem> {
    let now = app.clock.now_millis();
    let email = app.db.read(async |tx| service::find_waiting(tx, &caller.id, now).await).await?;
    let data = WaitingEmail { email: email.map(|email| email.as_str().into()) };
    Ok(Answer { message: String::new(), data })
}

/// Send the link to the own new e-mail address again. The older link ends.
#[utoipa::path(
    post, path = "/user/api/email/change", tag = "identity", security(("token" = [])),
    responses((status = 200, body = Done), (status = 404), (status = 429))
)]
pub async fn send_email_link(caller: Member, State(app): State<App>, lang: Lang) -> Result<Done, Problem> {
    let email = service::send_again(&app, &caller).await?.ok_or_else(none_waits)?;
    Ok(Done { message: texts::link_sent(lang, email.as_str()) })
}

/// Keep the old e-mail address: the link to the new one ends.
#[utoipa::path(
    delete, path = "/user/api/email/change", tag = "identity", security(("token" = [])),
    responses((status = 200, body = Done), (status = 404))
)]
pub async fn cancel_email_change(caller: Member, State(app): State<App>, lang: Lang) -> Result<Done, Problem> {
    if !service::cancel(&app, &caller).await? {
        return Err(none_waits());
    }
    Ok(Done { message: texts::EMAIL_CHANGE_CANCELLED.in_lang(lang).into() })
}

fn none_waits() -> Problem {
    Problem::saying(Code::NotFound, texts::NO_EMAIL_WAITS)
}

/// What a mailed link is about.
#[derive(Serialize, ToSchema)]
pub struct EmailLink {
    /// The new address
    email: String,
    /// user, doctor, hospital or pharmacy
    role: &'static str,
    /// Whether the link was used already
    confirmed: bool,
}

impl EmailLink {
    fn new(linked: &Linked, confirmed: bool) -> Self {
        Self { email: linked.email.as_str().into(), role: linked.role.as_str(), confirmed }
    }
}

fn link(headers: &HeaderMap) -> Result<Secret, Problem> {
    Ok(bearer(headers).ok_or(Code::LinkEnded)?)
}

/// What the link of a new e-mail address is about; its token comes as the bearer's. Looking changes nothing.
#[utoipa::path(
    get, path = "/user/api/email/confirm", tag = "identity", security(("link" = [])),
    responses((status = 200, body = Answer<EmailLink>))
)]
pub async fn email_link(State(app): State<App>, headers: HeaderMap) -> Result<Answer<EmailLink>, Problem> {
    let linked = service::look(&app, &link(&headers)?).await?;
    Ok(Answer { message: String::new(), data: EmailLink::new(&linked, linked.is_confirmed) })
}

/// Confirm a new e-mail address by its link: it is the account's own from now on, and every other session ends.
#[utoipa::path(
    post, path = "/user/api/email/confirm", tag = "identity", security(("link" = [])),
    responses((status = 200, body = Answer<EmailLink>), (status = 409))
)]
pub async fn confirm_email(
    State(app): State<App>,
    lang: Lang,
    headers: HeaderMap,
) -> Result<Answer<EmailLink>, Problem> {
    let linked = service::confirm(&app, &link(&headers)?).await?;
    Ok(Answer { message: texts::EMAIL_CONFIRMED.in_lang(lang).into(), data: EmailLink::new(&linked, true) })
}

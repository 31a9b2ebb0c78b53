//! Logins and logouts.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::actor::bearer;
use super::model::{Email, Role};
use super::{service, texts};
use crate::app::App;
use crate::platform::http::Done;
use crate::platform::http::body::Body;
use crate::platform::http::input::{FieldErrors, Input};
use crate::platform::http::problem::{Problem, ProblemBody};
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
pub struct LoginRequest {
    #[serde(default)]
    #[schema(required)]
    email: Input,
    #[serde(default)]
    #[schema(required)]
    password: Input,
}

struct Login {
    /// `None` when it cannot be anybody's address; the answer is the same as for a stranger's.
    email: Option<Email>,
    password: String,
}

impl LoginRequest {
    fn parse(self) -> Result<Login, Problem> {
        let mut errors = FieldErrors::default();
        let email = errors.check("email", self.email, |text| match Email::parse(&text) {
            Err(_) if text.trim().is_empty() => Err(texts::email_missing),
            parsed => Ok(parsed.ok()),
        });
        let password = errors.check("password", self.password, |text| match text.as_str() {
            "" => Err(texts::password_missing),
            _ => Ok(text),
        });
        let (Some(email), Some(password)) = (email, password) else { return Err(errors.into()) };
        Ok(Login { email, password })
    }
}

#[derive(Serialize, ToSchema)]
pub struct LoginAnswer {
    message: String,
    /// Sent back as `Authorization: Bearer`; shown this once.
    token: String,
    data: AccountId,
}

#[derive(Serialize, ToSchema)]
pub struct AccountId {
    _id: String,
}

/// Sign in as an administrator.
#[utoipa::path(
    post, path = "/admin/api/login", tag = "identity", request_body = LoginRequest,
    responses(
        (status = 200, body = LoginAnswer),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn admin_login(
    State(app): State<App>,
    lang: Lang,
    Body(request): Body<LoginRequest>,
) -> Result<Json<LoginAnswer>, Problem> {
    let login = request.parse()?;
    let session = service::log_in(&app, Role::Admin, login.email, login.password).await?;
    Ok(Json(LoginAnswer {
        message: texts::signed_in(lang).into(),
        token: session.token.expose().into(),
        data: AccountId { _id: session.account_id },
    }))
}

/// End the administrator's session.
#[utoipa::path(post, path = "/admin/api/logout", tag = "identity", security(("token" = [])), responses((status = 200, body = Done)))]
pub async fn admin_logout(app: State<App>, lang: Lang, headers: HeaderMap) -> Result<Done, Problem> {
    log_out(app, lang, headers).await
}

/// End the session of a user, doctor, hospital or pharmacy.
#[utoipa::path(post, path = "/user/api/logout", tag = "identity", security(("token" = [])), responses((status = 200, body = Done)))]
pub async fn user_logout(app: State<App>, lang: Lang, headers: HeaderMap) -> Result<Done, Problem> {
    log_out(app, lang, headers).await
}

/// Whoever shows a token may end it; one that has ended already is answered alike.
async fn log_out(State(app): State<App>, lang: Lang, headers: HeaderMap) -> Result<Done, Problem> {
    if let Some(token) = bearer(&headers) {
        service::log_out(&app, &token).await?;
    }
    Ok(Done { message: texts::signed_out(lang).into() })
}

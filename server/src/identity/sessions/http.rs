//! Logins and logouts.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service;
use crate::app::App;
use crate::identity::callers::bearer;
use crate::identity::model::{LoginName, Role};
use crate::identity::proof::Attempt;
use crate::identity::texts;
use crate::platform::http::{Body, ClientAddress, Done, Field, FieldErrors, Problem};
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
pub struct LoginRequest {
    email: Field,
    password: Field,
}

struct Login {
    /// `None` when it cannot be anybody's; the answer is the same as for a stranger's.
    name: Option<LoginName>,
    typed: String,
    password: String,
}

impl Login {
    /// What wrong tries are counted by.
    fn key(&self) -> String {
        match &self.name {
            Some(LoginName::Email(email)) => email.key(),
            Some(LoginName::Mobile(mobile)) => mobile.as_str().into(),
            None => self.typed.to_lowercase(),
        }
    }
}

impl LoginRequest {
    /// The administrator signs in with an address only; what a field is called there differs too.
    fn parse(self, role: Role) -> Result<Login, Problem> {
        let missing = if role == Role::Admin { texts::EMAIL_MISSING } else { texts::LOGIN_MISSING };
        let mut errors = FieldErrors::default();
        let name = errors.check(self.email, |text| match LoginName::parse(text) {
            None if text.trim().is_empty() => Err(missing),
            Some(LoginName::Mobile(_)) if role == Role::Admin => Ok((None, text.to_owned())),
            name => Ok((name, text.to_owned())),
        });
        let password = errors.check(self.password, |text| match text {
            "" => Err(texts::PASSWORD_MISSING),
            _ => Ok(text.to_owned()),
        });
        errors.all(|| {
            let (name, typed) = name?;
            Some(Login { name, typed, password: password? })
        })
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
    responses((status = 200, body = LoginAnswer), (status = 401), (status = 429))
)]
pub async fn admin_login(
    app: State<App>,
    address: ClientAddress,
    lang: Lang,
    body: Body<LoginRequest>,
) -> Result<Json<LoginAnswer>, Problem> {
    log_in(app, address, lang, body, Role::Admin).await
}

/// Sign in as a user, with the e-mail address or the mobile number.
#[utoipa::path(
    post, path = "/user/api/login", tag = "identity", request_body = LoginRequest,
    responses((status = 200, body = LoginAnswer), (status = 401), (status = 403), (status = 429))
)]
pub async fn user_login(
    app: State<App>,
    address: ClientAddress,
    lang: Lang,
    body: Body<LoginRequest>,
) -> Result<Json<LoginAnswer>, Problem> {
    log_in(app, address, lang, body, Role::User).await
}

/// Sign in as an approved doctor, with the e-mail address or the mobile number.
#[utoipa::path(
    post, path = "/user/api/doctor/login", tag = "identity", request_body = LoginRequest,
    responses((status = 200, body = LoginAnswer), (status = 401), (status = 403), (status = 429))
)]
pub async fn doctor_login(
    app: State<App>,
    address: ClientAddress,
    lang: Lang,
    body: Body<LoginRequest>,
) -> Result<Json<LoginAnswer>, Problem> {
    log_in(app, address, lang, body, Role::Doctor).await
}

/// Sign in as an approved hospital. Every refusal reads the same.
#[utoipa::path(
    post, path = "/user/api/hospital/login", tag = "identity", request_body = LoginRequest,
    responses((status = 200, body = LoginAnswer), (status = 401), (status = 403), (status = 429))
)]
pub async fn hospital_login(
    app: State<App>,
    address: ClientAddress,
    lang: Lang,
    body: Body<LoginRequest>,
) -> Result<Json<LoginAnswer>, Problem> {
    log_in(app, address, lang, body, Role::Hospital).await.map_err(|problem| problem.reading(texts::HOSPITAL_REFUSED))
}

/// Sign in as an approved pharmacy. Every refusal reads the same.
#[utoipa::path(
    post, path = "/user/api/pharmacy/login", tag = "identity", request_body = LoginRequest,
    responses((status = 200, body = LoginAnswer), (status = 401), (status = 403), (status = 429))
)]
pub async fn pharmacy_login(
    app: State<App>,
    address: ClientAddress,
    lang: Lang,
    body: Body<LoginRequest>,
) -> Result<Json<LoginAnswer>, Problem> {
    log_in(app, address, lang, body, Role::Pharmacy).await.map_err(|problem| problem.reading(texts::PHARMACY_REFUSED))
}

async fn log_in(
    State(app): State<App>,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<LoginRequest>,
    role: Role,
) -> Result<Json<LoginAnswer>, Problem> {
    let login = request.parse(role)?;
    let attempt = Attempt::begin(&app, role, &login.key(), address)?;
    let session = attempt.settle(service::log_in(&app, role, login.name, login.password).await)?;
    Ok(Json(LoginAnswer {
        message: texts::SIGNED_IN.in_lang(lang).into(),
        token: session.token.expose().into(),
        data: AccountId { _id: session.account_id },
    }))
}

/// End the administrator's session.
#[utoipa::path(post, path = "/admin/api/logout", tag = "identity", security((), ("token" = [])), responses((status = 200, body = Done)))]
pub async fn admin_logout(app: State<App>, lang: Lang, headers: HeaderMap) -> Result<Done, Problem> {
    log_out(app, lang, headers).await
}

/// End the session of a user, doctor, hospital or pharmacy.
#[utoipa::path(post, path = "/user/api/logout", tag = "identity", security((), ("token" = [])), responses((status = 200, body = Done)))]
pub async fn user_logout(app: State<App>, lang: Lang, headers: HeaderMap) -> Result<Done, Problem> {
    log_out(app, lang, headers).await
}

/// Whoever shows a token may end it; one that has ended already is answered alike.
async fn log_out(State(app): State<App>, lang: Lang, headers: HeaderMap) -> Result<Done, Problem> {
    if let Some(token) = bearer(&headers) {
        service::log_out(&app, &token).await?;
    }
    Ok(Done { message: texts::SIGNED_OUT.in_lang(lang).into() })
}

//! Logins, logouts and forgotten passwords.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::actor::{Admin, bearer};
use super::attempts::{self, Attempt};
use super::model::{Email, LoginName, NewPassword, Role};
use super::service::{self, Error};
use super::{proof, reset, texts};
use crate::app::App;
use crate::platform::http::Done;
use crate::platform::http::address::ClientAddress;
use crate::platform::http::body::Body;
use crate::platform::http::fields::{Field, FieldErrors};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;
use crate::platform::stored::FromStored;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::WrongCredentials => Code::WrongCredentials.into(),
            Error::Blocked => Code::Blocked.into(),
            Error::NotApproved => Code::NotApproved.into(),
            Error::PasswordMissing => Self::saying(Code::InvalidFields, texts::PASSWORD_NEEDED),
            Error::TooMany(refused) => refused.into(),
            Error::EmailTaken => Self::saying(Code::AlreadyRegistered, texts::ALREADY_REGISTERED),
            Error::Fields(problem) => problem,
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

impl Error {
    /// As a form says it whose field `field` is the own password.
    pub fn at(self, field: &'static str) -> Problem {
        match self {
            Self::WrongCredentials => Problem::field(field, texts::PASSWORD_WRONG),
            Self::PasswordMissing => Problem::field(field, texts::PASSWORD_NEEDED),
            error => error.into(),
        }
    }
}

impl From<reset::Error> for Problem {
    fn from(error: reset::Error) -> Self {
        match error {
            reset::Error::LinkEnded => Code::LinkEnded.into(),
            reset::Error::Db(error) => error.into(),
        }
    }
}

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

#[derive(Deserialize, ToSchema)]
pub struct ForgotRequest {
    /// user, doctor, hospital, pharmacy or admin
    role: Field,
    email: Field,
}

/// Ask for a link that resets the password. The answer never tells whether the address has an account.
#[utoipa::path(
    post, path = "/user/api/password/forgot", tag = "identity", request_body = ForgotRequest,
    responses((status = 200, body = Done))
)]
pub async fn forgot_password(
    State(app): State<App>,
    lang: Lang,
    Body(request): Body<ForgotRequest>,
) -> Result<Done, Problem> {
    let mut errors = FieldErrors::default();
    let role_of = |text: &str| Role::from_stored(text.trim().to_lowercase()).ok_or(texts::ROLE_WRONG);
    let role = errors.check(request.role, role_of);
    let email = errors.check(request.email, Email::parse);
    let (role, email) = errors.all(|| Some((role?, email?)))?;
    reset::ask(&app, role, email).await?;
    Ok(Done { message: texts::RESET_MAILED.in_lang(lang).into() })
}

#[derive(Deserialize, ToSchema)]
pub struct ResetRequest {
    /// What the mailed link carries.
    token: Field,
    password: Field,
}

/// Choose a new password by a mailed link. It ends every session of the account.
#[utoipa::path(
    post, path = "/user/api/password/reset", tag = "identity", request_body = ResetRequest,
    responses((status = 200, body = Done), (status = 410))
)]
pub async fn reset_password(
    State(app): State<App>,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<ResetRequest>,
) -> Result<Done, Problem> {
    let mut errors = FieldErrors::default();
    let password = errors.check(request.password, NewPassword::parse);
    let token = errors.check(request.token, |text| Ok(Secret::shown(text.trim())));
    let (password, token) = errors.all(|| Some((password?, token?)))?;
    let (role, email) = reset::redeem(&app, &token, password).await?;
    attempts::trust(&app, role, &email, address);
    Ok(Done { message: texts::PASSWORD_CHANGED.in_lang(lang).into() })
}

#[derive(Deserialize, ToSchema)]
pub struct PasswordRequest {
    current: Field,
    password: Field,
}

/// Change the own password as an administrator. Every other session ends.
#[utoipa::path(
    put, path = "/admin/api/password", tag = "identity", security(("token" = [])), request_body = PasswordRequest,
    responses((status = 200, body = Done), (status = 429))
)]
pub async fn admin_password(
    caller: Admin,
    State(app): State<App>,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<PasswordRequest>,
) -> Result<Done, Problem> {
    let mut errors = FieldErrors::default();
    let (password, current) = (errors.check(request.password, NewPassword::parse), errors.text(request.current));
    let (password, current) = errors.all(|| Some((password?, current?)))?;
    let changed = match proof::prove(&app, &caller, current, address).await {
        Ok(proof) => service::change_password(&app, &caller, proof, password).await,
        Err(error) => Err(error),
    };
    changed.map_err(|error| error.at("current"))?;
    Ok(Done { message: texts::OWN_PASSWORD_CHANGED.in_lang(lang).into() })
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

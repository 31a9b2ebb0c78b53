//! HTTP handlers of logins, logouts, and the caller's sessions.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::service;
use crate::app::App;
use crate::identity::callers::{Admin, Caller, Member, bearer};
use crate::identity::credentials::http::{FirstFactorFields, PASSWORD_FIELD};
use crate::identity::credentials::{Proof, prove};
use crate::identity::devices::Devices;
use crate::identity::login_rate_limits::{AttemptTarget, Factor, attempt};
use crate::identity::model::{LoginName, Role};
use crate::identity::second_factor::TypedCode;
use crate::identity::sessions::{LoggedIn, Origin, OwnSession};
use crate::identity::texts;
use crate::platform::http::describe::{Returns, Schemas, Takes};
use crate::platform::http::{Body, ClientAddress, Code, Done, Field, FieldErrors, Problem, Result, Rows};
use crate::platform::ids::Secret;
use crate::platform::lang::{Lang, Text};

#[derive(Deserialize, ToSchema)]
pub struct LoginRequest {
    email: Field,
    password: Field,
}

/// The headers and address of a login call.
pub struct LoginContext {
    pub app: App,
    pub address: ClientAddress,
    pub devices: Devices,
    pub origin: Origin,
    /// The token of the session that this browser has.
    former: Option<Secret>,
    pub lang: Lang,
}

impl FromRequestParts<App> for LoginContext {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let headers = &parts.headers;
        let address = ClientAddress::of_request(&parts.extensions, headers, &app.config.trusted_proxies);
        let user_agent = headers.get(header::USER_AGENT).and_then(|name| name.to_str().ok());
        Ok(Self {
            app: app.clone(),
            address,
            devices: Devices::of(headers),
            origin: Origin::of(user_agent.unwrap_or_default(), address),
            former: bearer(headers),
            lang: Lang::of_request(&parts.uri, headers),
        })
    }
}

impl Takes for LoginContext {}

impl LoginContext {
    /// Logs in with the password. Administrators and desk staff log in with an e-mail address only; the message for a missing name
    /// differs too.
    async fn log_in(self, role: Role, request: LoginRequest) -> Result<LoginAnswer> {
        let by_address = matches!(role, Role::Admin | Role::Desk);
        let missing = if by_address { texts::EMAIL_MISSING } else { texts::LOGIN_MISSING };
        let mut errors = FieldErrors::default();
        let name = errors.check(request.email, |text| {
            let may_name = |name: &LoginName| !by_address || matches!(name, LoginName::Email(_));
            match LoginName::parse(text).filter(may_name) {
                Some(name) => Ok((name.key(), Some(name))),
                None if text.trim().is_empty() => Err(missing),
                // Neither an address nor a number: no account can have it. The answer is the same as for an unknown name.
                None => Ok((text.to_lowercase(), None)),
            }
        });
        let password = errors.check(request.password, parse_password);
        let ((key, name), password) = errors.all(|| Some((name?, password?)))?;
        let account = service::find_named(&self.app, role, name.as_ref()).await?;
        let target = AttemptTarget::login(&self.app, role, (&key, account.as_ref()), &self.devices, self.address);
        let (app, origin) = (self.app.clone(), self.origin.clone());
        let enter = async move { service::log_in(&app, role, account, password, origin).await };
        let session = attempt(&self.app, target, &[Factor::Password], enter).await?;
        self.answer(role, session).await
    }

    /// The answer to a login. The session that the browser had before ends, if it was of the same role: the new one replaces it.
    pub async fn answer(self, role: Role, session: LoggedIn) -> Result<LoginAnswer> {
        if let Some(former) = &self.former {
            service::log_out_of(&self.app, Some(role), former, Some(self.address)).await?;
        }
        Ok(self.saying(texts::SIGNED_IN, session))
    }

    /// Ends the session of the token. A session that has ended already gets the same answer.
    async fn log_out(self) -> Result<Done> {
        if let Some(token) = &self.former {
            service::log_out(&self.app, token, Some(self.address)).await?;
        }
        Ok(Done::saying(texts::SIGNED_OUT, self.lang))
    }

    /// The answer with a new token.
    pub fn saying(self, text: Text, session: LoggedIn) -> LoginAnswer {
        LoginAnswer {
            message: text.in_lang(self.lang).into(),
            token: session.token.expose().into(),
            device: self.devices.remember(&self.app, &session.account_id),
            data: AccountId { _id: session.account_id },
        }
    }
}

/// A password that is compared with the stored one.
pub fn parse_password(text: &str) -> Result<String, Text> {
    if text.is_empty() { Err(texts::PASSWORD_MISSING) } else { Ok(text.to_owned()) }
}

#[derive(Serialize, ToSchema)]
pub struct LoginAnswer {
    message: String,
    /// Sent back as `Authorization: Bearer`; shown this once.
    token: String,
    data: AccountId,
    /// `Set-Cookie`: the account is known on this device from now on.
    #[serde(skip)]
    device: HeaderValue,
}

impl IntoResponse for LoginAnswer {
    fn into_response(self) -> Response {
        ([(header::SET_COOKIE, self.device.clone())], Json(self)).into_response()
    }
}

impl Returns for LoginAnswer {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        Json::<Self>::describe(operation, schemas);
    }
}

#[derive(Serialize, ToSchema)]
pub struct AccountId {
    _id: String,
}

/// Sign in as an administrator. A token that is sent along ends, here as at every login.
#[utoipa::path(post, path = "/admin/api/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn admin_login(context: LoginContext, Body(request): Body<LoginRequest>) -> Result<LoginAnswer> {
    context.log_in(Role::Admin, request).await
}

/// Sign in as a user, with the e-mail address or the mobile number.
#[utoipa::path(post, path = "/user/api/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn user_login(context: LoginContext, Body(request): Body<LoginRequest>) -> Result<LoginAnswer> {
    context.log_in(Role::User, request).await
}

/// Sign in as an approved doctor, with the e-mail address or the mobile number.
#[utoipa::path(post, path = "/user/api/doctor/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn doctor_login(context: LoginContext, Body(request): Body<LoginRequest>) -> Result<LoginAnswer> {
    context.log_in(Role::Doctor, request).await
}

/// Sign in as an approved hospital. Every refusal reads the same.
#[utoipa::path(post, path = "/user/api/hospital/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn hospital_login(context: LoginContext, Body(request): Body<LoginRequest>) -> Result<LoginAnswer> {
    context.log_in(Role::Hospital, request).await.map_err(|problem| problem.reading(texts::HOSPITAL_REFUSED))
}

/// Sign in as an approved pharmacy. Every refusal reads the same.
#[utoipa::path(post, path = "/user/api/pharmacy/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn pharmacy_login(context: LoginContext, Body(request): Body<LoginRequest>) -> Result<LoginAnswer> {
    context.log_in(Role::Pharmacy, request).await.map_err(|problem| problem.reading(texts::PHARMACY_REFUSED))
}

/// Sign in as an assistant of a doctor or as a hospital's desk staff, with the e-mail address.
#[utoipa::path(post, path = "/user/api/desk/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn desk_login(context: LoginContext, Body(request): Body<LoginRequest>) -> Result<LoginAnswer> {
    context.log_in(Role::Desk, request).await
}

#[derive(Deserialize, ToSchema)]
pub struct CodeRequest {
    /// What the login's refusal carried
    challenge: Field,
    /// The six digits that the app shows, or a code to recover with
    code: Field,
}

async fn answer_code(context: LoginContext, role: Role, request: CodeRequest) -> Result<LoginAnswer> {
    let mut errors = FieldErrors::default();
    let challenge = errors.text(request.challenge);
    let code = errors.check(request.code, TypedCode::parse);
    let (challenge, code) = errors.all(|| Some((challenge?, code?)))?;
    let (token, device) = (Secret::shown(challenge.trim()), (&context.devices, context.address));
    let session = service::answer(&context.app, role, (&token, code), device, context.origin.clone()).await?;
    context.answer(role, session).await
}

/// Finish a login as an administrator by its code.
#[utoipa::path(post, path = "/admin/api/login/code", responses((status = 401), (status = 403), (status = 410)))]
pub async fn admin_login_code(context: LoginContext, Body(request): Body<CodeRequest>) -> Result<LoginAnswer> {
    answer_code(context, Role::Admin, request).await
}

/// Finish a login as a doctor by its code.
#[utoipa::path(post, path = "/user/api/doctor/login/code", responses((status = 401), (status = 403), (status = 410)))]
pub async fn doctor_login_code(context: LoginContext, Body(request): Body<CodeRequest>) -> Result<LoginAnswer> {
    answer_code(context, Role::Doctor, request).await
}

/// Finish a login as a hospital by its code.
#[utoipa::path(post, path = "/user/api/hospital/login/code", responses((status = 401), (status = 403), (status = 410)))]
pub async fn hospital_login_code(context: LoginContext, Body(request): Body<CodeRequest>) -> Result<LoginAnswer> {
    answer_code(context, Role::Hospital, request).await
}

/// Finish a login as somebody at a desk by its code.
#[utoipa::path(post, path = "/user/api/desk/login/code", responses((status = 401), (status = 403), (status = 410)))]
pub async fn desk_login_code(context: LoginContext, Body(request): Body<CodeRequest>) -> Result<LoginAnswer> {
    answer_code(context, Role::Desk, request).await
}

/// Finish a login as a pharmacy by its code.
#[utoipa::path(post, path = "/user/api/pharmacy/login/code", responses((status = 401), (status = 403), (status = 410)))]
pub async fn pharmacy_login_code(context: LoginContext, Body(request): Body<CodeRequest>) -> Result<LoginAnswer> {
    answer_code(context, Role::Pharmacy, request).await
}

/// End the administrator's session.
#[utoipa::path(post, path = "/admin/api/logout", security((), ("token" = [])))]
pub async fn admin_logout(context: LoginContext) -> Result<Done> {
    context.log_out().await
}

/// End the session of a user, doctor, hospital, pharmacy or somebody at a desk.
#[utoipa::path(post, path = "/user/api/logout", security((), ("token" = [])))]
pub async fn user_logout(context: LoginContext) -> Result<Done> {
    context.log_out().await
}

/// Where one is signed in, the session that was used last first.
#[utoipa::path(get, path = "/user/api/sessions")]
pub async fn own_sessions(caller: Member, app: App) -> Result<Rows<OwnSession>> {
    Ok(Rows::of(service::list_own(&app, &caller).await?))
}

/// Where one is signed in as an administrator, the session that was used last first.
#[utoipa::path(get, path = "/admin/api/sessions")]
pub async fn admin_sessions(caller: Admin, app: App) -> Result<Rows<OwnSession>> {
    Ok(Rows::of(service::list_own(&app, &caller).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct EndRequest {
    /// The own one: a stolen token signs nobody out
    current_password: Option<Field>,
    /// What came when a code to the own number was asked for: for an account without a password or without an address
    challenge: Option<Field>,
    /// The six digits of that message
    code: Option<Field>,
}

/// End one of the own sessions.
#[utoipa::path(delete, path = "/user/api/sessions/{id}", responses((status = 429)))]
pub async fn end_session(
    caller: Member,
    context: LoginContext,
    Path(id): Path<String>,
    Body(request): Body<EndRequest>,
) -> Result<Done> {
    end(&caller, context, id, request).await
}

/// End one of the own sessions as an administrator.
#[utoipa::path(delete, path = "/admin/api/sessions/{id}", responses((status = 429)))]
pub async fn end_admin_session(
    caller: Admin,
    context: LoginContext,
    Path(id): Path<String>,
    Body(request): Body<EndRequest>,
) -> Result<Done> {
    end(&caller, context, id, request).await
}

async fn end(caller: &Caller, context: LoginContext, id: String, request: EndRequest) -> Result<Done> {
    let proof = request.prove(caller, &context).await?;
    if !service::end(&context.app, caller, proof, id).await.map_err(|error| error.at(PASSWORD_FIELD))? {
        return Err(Problem::saying(Code::NotFound, texts::SESSION_GONE));
    }
    Ok(Done::saying(texts::SESSION_ENDED, context.lang))
}

/// End all of the own sessions but this one as an administrator.
#[utoipa::path(delete, path = "/admin/api/sessions", responses((status = 429)))]
pub async fn end_other_admin_sessions(
    caller: Admin,
    context: LoginContext,
    Body(request): Body<EndRequest>,
) -> Result<Done> {
    let proof = request.prove(&caller, &context).await?;
    service::end_others(&context.app, &caller, proof).await.map_err(|error| error.at(PASSWORD_FIELD))?;
    Ok(Done::saying(texts::OTHER_SESSIONS_ENDED, context.lang))
}

impl EndRequest {
    async fn prove(self, caller: &Caller, context: &LoginContext) -> Result<Proof> {
        let mut errors = FieldErrors::default();
        let Self { current_password: password, challenge, code } = self;
        let sent = FirstFactorFields { password, challenge, code }.read(&mut errors);
        let sent = errors.all(|| sent)?;
        prove(&context.app, caller, sent, context.address).await.map_err(|error| error.at(PASSWORD_FIELD))
    }
}

//! Logins, logouts, and the own sessions over HTTP.

use axum::extract::{FromRequest, Path, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, RequestExt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::service;
use crate::app::App;
use crate::identity::callers::{Admin, Caller, Member, bearer};
use crate::identity::credentials::http::PASSWORD_FIELD;
use crate::identity::credentials::{Proof, prove};
use crate::identity::devices::Devices;
use crate::identity::login_rate_limits::{AttemptTarget, Factor, attempt};
use crate::identity::model::{LoginName, Role};
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

/// A login request with what it says about its device.
pub struct LoginCall {
    app: App,
    address: ClientAddress,
    devices: Devices,
    origin: Origin,
    /// The token of the session that this browser had before.
    former: Option<Secret>,
    lang: Lang,
    request: LoginRequest,
}

impl FromRequest<App> for LoginCall {
    type Rejection = Problem;

    async fn from_request(mut request: Request, app: &App) -> Result<Self> {
        let Ok(address) = request.extract_parts_with_state::<ClientAddress, App>(app).await;
        let origin = origin_of(request.headers(), address);
        let (former, devices) = (bearer(request.headers()), Devices::of(request.headers()));
        let lang = Lang::of_request(request.uri(), request.headers());
        let Body(request) = <Body<_>>::from_request(request, app).await?;
        Ok(Self { app: app.clone(), address, devices, origin, former, lang, request })
    }
}

impl Takes for LoginCall {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        Body::<LoginRequest>::describe(operation, schemas);
    }
}

impl LoginCall {
    /// Logs in with the password. Administrators and desk staff log in with an e-mail address only; the message for a missing name
    /// differs too.
    async fn enter(self, role: Role) -> Result<LoginAnswer> {
        let by_address = matches!(role, Role::Admin | Role::Desk);
        let missing = if by_address { texts::EMAIL_MISSING } else { texts::LOGIN_MISSING };
        let mut errors = FieldErrors::default();
        let name = errors.check(self.request.email, |text| {
            let may_name = |name: &LoginName| !by_address || matches!(name, LoginName::Email(_));
            match LoginName::parse(text).filter(may_name) {
                Some(name) => Ok((name.key(), Some(name))),
                None if text.trim().is_empty() => Err(missing),
                // Neither an address nor a number: no account can have it. The answer is the same as for an unknown name.
                None => Ok((text.to_lowercase(), None)),
            }
        });
        let password = errors.check(self.request.password, |text| match text {
            "" => Err(texts::PASSWORD_MISSING),
            _ => Ok(text.to_owned()),
        });
        let ((key, name), password) = errors.all(|| Some((name?, password?)))?;
        let account = service::find_named(&self.app, role, name.as_ref()).await?;
        let target = AttemptTarget::login(&self.app, role, (&key, account.as_ref()), &self.devices, self.address);
        let (app, origin) = (self.app.clone(), self.origin);
        let enter = async move { service::log_in_to(&app, role, account, password, origin).await };
        let session = attempt(&self.app, target, &[Factor::Password], enter).await?;
        end_former(&self.app, role, self.former, self.address).await?;
        Ok(LoginAnswer::of(&self.app, &self.devices, session, self.lang))
    }
}

/// Ends the session that a browser had before, if it was of the same role: the new login replaces it.
pub async fn end_former(app: &App, role: Role, former: Option<Secret>, address: ClientAddress) -> Result<()> {
    if let Some(token) = former {
        service::log_out_of(app, Some(role), &token, Some(address)).await?;
    }
    Ok(())
}

/// The browser, system and network of a request.
pub fn origin_of(headers: &HeaderMap, address: ClientAddress) -> Origin {
    let user_agent = headers.get(header::USER_AGENT).and_then(|name| name.to_str().ok());
    Origin::of(user_agent.unwrap_or_default(), address)
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

impl LoginAnswer {
    pub fn of(app: &App, devices: &Devices, session: LoggedIn, lang: Lang) -> Self {
        Self::saying(texts::SIGNED_IN, app, devices, session, lang)
    }

    pub fn saying(text: Text, app: &App, devices: &Devices, session: LoggedIn, lang: Lang) -> Self {
        Self {
            message: text.in_lang(lang).into(),
            token: session.token.expose().into(),
            device: devices.remember(app, &session.account_id),
            data: AccountId { _id: session.account_id },
        }
    }
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
pub async fn admin_login(login: LoginCall) -> Result<LoginAnswer> {
    login.enter(Role::Admin).await
}

/// Sign in as a user, with the e-mail address or the mobile number.
#[utoipa::path(post, path = "/user/api/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn user_login(login: LoginCall) -> Result<LoginAnswer> {
    login.enter(Role::User).await
}

/// Sign in as an approved doctor, with the e-mail address or the mobile number.
#[utoipa::path(post, path = "/user/api/doctor/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn doctor_login(login: LoginCall) -> Result<LoginAnswer> {
    login.enter(Role::Doctor).await
}

/// Sign in as an approved hospital. Every refusal reads the same.
#[utoipa::path(post, path = "/user/api/hospital/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn hospital_login(login: LoginCall) -> Result<LoginAnswer> {
    login.enter(Role::Hospital).await.map_err(|problem| problem.reading(texts::HOSPITAL_REFUSED))
}

/// Sign in as an approved pharmacy. Every refusal reads the same.
#[utoipa::path(post, path = "/user/api/pharmacy/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn pharmacy_login(login: LoginCall) -> Result<LoginAnswer> {
    login.enter(Role::Pharmacy).await.map_err(|problem| problem.reading(texts::PHARMACY_REFUSED))
}

/// Sign in as an assistant of a doctor or as a hospital's desk staff, with the e-mail address.
#[utoipa::path(post, path = "/user/api/desk/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn desk_login(login: LoginCall) -> Result<LoginAnswer> {
    login.enter(Role::Desk).await
}

/// End the administrator's session.
#[utoipa::path(post, path = "/admin/api/logout", security((), ("token" = [])))]
pub async fn admin_logout(app: App, address: ClientAddress, lang: Lang, headers: HeaderMap) -> Result<LogoutAnswer> {
    log_out(app, address, lang, headers).await
}

/// End the session of a user, doctor, hospital, pharmacy or somebody at a desk.
#[utoipa::path(post, path = "/user/api/logout", security((), ("token" = [])))]
pub async fn user_logout(app: App, address: ClientAddress, lang: Lang, headers: HeaderMap) -> Result<LogoutAnswer> {
    log_out(app, address, lang, headers).await
}

/// Ends the session of a token. A session that has ended already gets the same answer.
async fn log_out(app: App, address: ClientAddress, lang: Lang, headers: HeaderMap) -> Result<LogoutAnswer> {
    let token = bearer(&headers);
    if let Some(token) = &token {
        service::log_out(&app, token, Some(address)).await?;
    }
    Ok(LogoutAnswer { done: Done::saying(texts::SIGNED_OUT, lang), clears: token.is_some() })
}

/// The answer to a logout. If a token was sent, it also clears the site's storage in the browser: another site can make a browser
/// send this call, but not with a token. The language stays, because it is in a cookie.
pub struct LogoutAnswer {
    done: Done,
    clears: bool,
}

impl IntoResponse for LogoutAnswer {
    fn into_response(self) -> Response {
        let clear = self.clears.then_some([(HeaderName::from_static("clear-site-data"), "\"storage\"")]);
        (clear, self.done).into_response()
    }
}

impl Returns for LogoutAnswer {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        Done::describe(operation, schemas);
    }
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
    current_password: Field,
}

/// End one of the own sessions.
#[utoipa::path(delete, path = "/user/api/sessions/{id}", responses((status = 429)))]
pub async fn end_session(
    caller: Member,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<EndRequest>,
) -> Result<Done> {
    end(&app, &caller, address, lang, id, request).await
}

/// End one of the own sessions as an administrator.
#[utoipa::path(delete, path = "/admin/api/sessions/{id}", responses((status = 429)))]
pub async fn end_admin_session(
    caller: Admin,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<EndRequest>,
) -> Result<Done> {
    end(&app, &caller, address, lang, id, request).await
}

async fn end(
    app: &App,
    caller: &Caller,
    address: ClientAddress,
    lang: Lang,
    id: String,
    request: EndRequest,
) -> Result<Done> {
    let proof = prove_end(app, caller, address, request).await?;
    if !service::end(app, caller, proof, id).await.map_err(|error| error.at(PASSWORD_FIELD))? {
        return Err(Problem::saying(Code::NotFound, texts::SESSION_GONE));
    }
    Ok(Done::saying(texts::SESSION_ENDED, lang))
}

/// End all of the own sessions but this one as an administrator.
#[utoipa::path(delete, path = "/admin/api/sessions", responses((status = 429)))]
pub async fn end_other_admin_sessions(
    caller: Admin,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<EndRequest>,
) -> Result<Done> {
    let proof = prove_end(&app, &caller, address, request).await?;
    service::end_others(&app, &caller, proof).await.map_err(|error| error.at(PASSWORD_FIELD))?;
    Ok(Done::saying(texts::OTHER_SESSIONS_ENDED, lang))
}

async fn prove_end(app: &App, caller: &Caller, address: ClientAddress, request: EndRequest) -> Result<Proof> {
    let password = request.current_password.read(|text| Ok(text.to_owned()))?;
    prove(app, caller, password, address).await.map_err(|error| error.at(PASSWORD_FIELD))
}

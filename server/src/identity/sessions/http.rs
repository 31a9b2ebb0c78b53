//! Logins and logouts.

use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::{Json, RequestExt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::service;
use crate::app::App;
use crate::identity::callers::bearer;
use crate::identity::model::{LoginName, Role};
use crate::identity::proof::Attempt;
use crate::identity::texts;
use crate::platform::http::describe::{Schemas, Takes};
use crate::platform::http::{Body, ClientAddress, Done, Field, FieldErrors, Problem, Result};
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
pub struct LoginRequest {
    email: Field,
    password: Field,
}

/// Somebody on their way in.
pub struct Login {
    app: App,
    address: ClientAddress,
    lang: Lang,
    request: LoginRequest,
}

impl FromRequest<App> for Login {
    type Rejection = Problem;

    async fn from_request(mut request: Request, app: &App) -> Result<Self> {
        let Ok(address) = request.extract_parts_with_state::<ClientAddress, App>(app).await;
        let lang = Lang::of_request(request.uri(), request.headers());
        let Body(request) = Body::from_request(request, app).await?;
        Ok(Self { app: app.clone(), address, lang, request })
    }
}

impl Takes for Login {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        Body::<LoginRequest>::describe(operation, schemas);
    }
}

impl Login {
    /// The administrator signs in with an address only; what a field is called there differs too.
    async fn enter(self, role: Role) -> Result<Json<LoginAnswer>> {
        let missing = if role == Role::Admin { texts::EMAIL_MISSING } else { texts::LOGIN_MISSING };
        let mut errors = FieldErrors::default();
        let name = errors.check(self.request.email, |text| {
            let may_name = |name: &LoginName| role != Role::Admin || matches!(name, LoginName::Email(_));
            match LoginName::parse(text).filter(may_name) {
                Some(name) => Ok((name.key(), Some(name))),
                None if text.trim().is_empty() => Err(missing),
                // It cannot be anybody's; the answer is the same as for a stranger's.
                None => Ok((text.to_lowercase(), None)),
            }
        });
        let password = errors.check(self.request.password, |text| match text {
            "" => Err(texts::PASSWORD_MISSING),
            _ => Ok(text.to_owned()),
        });
        let ((key, name), password) = errors.all(|| Some((name?, password?)))?;
        let attempt = Attempt::begin(&self.app, role, &key, self.address).await?;
        let session = attempt.settle(service::log_in(&self.app, role, name, password).await).await?;
        Ok(Json(LoginAnswer {
            message: texts::SIGNED_IN.in_lang(self.lang).into(),
            token: session.token.expose().into(),
            data: AccountId { _id: session.account_id },
        }))
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
#[utoipa::path(post, path = "/admin/api/login", responses((status = 401), (status = 429)))]
pub async fn admin_login(login: Login) -> Result<Json<LoginAnswer>> {
    login.enter(Role::Admin).await
}

/// Sign in as a user, with the e-mail address or the mobile number.
#[utoipa::path(post, path = "/user/api/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn user_login(login: Login) -> Result<Json<LoginAnswer>> {
    login.enter(Role::User).await
}

/// Sign in as an approved doctor, with the e-mail address or the mobile number.
#[utoipa::path(post, path = "/user/api/doctor/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn doctor_login(login: Login) -> Result<Json<LoginAnswer>> {
    login.enter(Role::Doctor).await
}

/// Sign in as an approved hospital. Every refusal reads the same.
#[utoipa::path(post, path = "/user/api/hospital/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn hospital_login(login: Login) -> Result<Json<LoginAnswer>> {
    login.enter(Role::Hospital).await.map_err(|problem| problem.reading(texts::HOSPITAL_REFUSED))
}

/// Sign in as an approved pharmacy. Every refusal reads the same.
#[utoipa::path(post, path = "/user/api/pharmacy/login", responses((status = 401), (status = 403), (status = 429)))]
pub async fn pharmacy_login(login: Login) -> Result<Json<LoginAnswer>> {
    login.enter(Role::Pharmacy).await.map_err(|problem| problem.reading(texts::PHARMACY_REFUSED))
}

/// End the administrator's session.
#[utoipa::path(post, path = "/admin/api/logout", security((), ("token" = [])))]
pub async fn admin_logout(app: App, lang: Lang, headers: HeaderMap) -> Result<Done> {
    log_out(app, lang, headers).await
}

/// End the session of a user, doctor, hospital or pharmacy.
#[utoipa::path(post, path = "/user/api/logout", security((), ("token" = [])))]
pub async fn user_logout(app: App, lang: Lang, headers: HeaderMap) -> Result<Done> {
    log_out(app, lang, headers).await
}

/// Whoever shows a token may end it; one that has ended already is answered alike.
async fn log_out(app: App, lang: Lang, headers: HeaderMap) -> Result<Done> {
    if let Some(token) = bearer(&headers) {
        service::log_out(&app, &token).await?;
    }
    Ok(Done::saying(texts::SIGNED_OUT, lang))
}

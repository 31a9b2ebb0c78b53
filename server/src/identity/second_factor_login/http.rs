//! The second step of a login: the code. It answers what the login would have.

use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;

use super::service;
use crate::app::App;
use crate::identity::callers::bearer;
use crate::identity::devices::Devices;
use crate::identity::logins::http::{LoginAnswer, end_former, origin_of};
use crate::identity::model::Role;
use crate::identity::second_factor::TypedCode;
use crate::platform::http::{Body, ClientAddress, Field, FieldErrors, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
pub struct CodeRequest {
    /// What the login's refusal carried
    challenge: Field,
    /// The six digits that the app shows, or a code to recover with
    code: Field,
}

async fn enter(
    app: &App,
    role: Role,
    (address, headers): (ClientAddress, &HeaderMap),
    lang: Lang,
    request: CodeRequest,
) -> Result<LoginAnswer> {
    let mut errors = FieldErrors::default();
    let challenge = errors.text(request.challenge);
    let code = errors.check(request.code, TypedCode::parse);
    let (challenge, code) = errors.all(|| Some((challenge?, code?)))?;
    let (token, origin) = (Secret::shown(challenge.trim()), origin_of(headers, address));
    let devices = Devices::of(headers);
    let session = service::answer(app, role, (&token, code), (&devices, address), origin).await?;
    end_former(app, role, bearer(headers), address).await?;
    Ok(LoginAnswer::of(app, &devices, session, lang))
}

/// Finish a login as an administrator by its code.
#[utoipa::path(post, path = "/admin/api/login/code", responses((status = 401), (status = 403), (status = 410)))]
pub async fn admin_login_code(
    app: App,
    address: ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    Body(request): Body<CodeRequest>,
) -> Result<LoginAnswer> {
    enter(&app, Role::Admin, (address, &headers), lang, request).await
}

/// Finish a login as a doctor by its code.
#[utoipa::path(post, path = "/user/api/doctor/login/code", responses((status = 401), (status = 403), (status = 410)))]
pub async fn doctor_login_code(
    app: App,
    address: ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    Body(request): Body<CodeRequest>,
) -> Result<LoginAnswer> {
    enter(&app, Role::Doctor, (address, &headers), lang, request).await
}

/// Finish a login as a hospital by its code.
#[utoipa::path(post, path = "/user/api/hospital/login/code", responses((status = 401), (status = 403), (status = 410)))]
pub async fn hospital_login_code(
    app: App,
    address: ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    Body(request): Body<CodeRequest>,
) -> Result<LoginAnswer> {
    enter(&app, Role::Hospital, (address, &headers), lang, request).await
}

/// Finish a login as somebody at a desk by its code.
#[utoipa::path(post, path = "/user/api/desk/login/code", responses((status = 401), (status = 403), (status = 410)))]
pub async fn desk_login_code(
    app: App,
    address: ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    Body(request): Body<CodeRequest>,
) -> Result<LoginAnswer> {
    enter(&app, Role::Desk, (address, &headers), lang, request).await
}

/// Finish a login as a pharmacy by its code.
#[utoipa::path(post, path = "/user/api/pharmacy/login/code", responses((status = 401), (status = 403), (status = 410)))]
pub async fn pharmacy_login_code(
    app: App,
    address: ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    Body(request): Body<CodeRequest>,
) -> Result<LoginAnswer> {
    enter(&app, Role::Pharmacy, (address, &headers), lang, request).await
}

//! Logging in by a mailed link, over HTTP.

use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;

use super::service;
use crate::app::App;
use crate::identity::callers::bearer;
use crate::identity::devices::Devices;
use crate::identity::model::Role;
use crate::identity::phone::http::PhoneCodeRequest;
use crate::identity::sessions::http::{LoginAnswer, end_former, origin_of};
use crate::identity::texts;
use crate::platform::http::{Body, ClientAddress, Done, Field, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;

/// Mail a link that logs in, to the address of the account whose number the code was sent to. For a login by code on a new device that
/// asks for the password: the link takes its place. The code ends.
#[utoipa::path(
    post, path = "/user/api/login/phone/link",
    responses((status = 401), (status = 403), (status = 404), (status = 410))
)]
pub async fn send_login_link(
    app: App,
    address: ClientAddress,
    devices: Devices,
    lang: Lang,
    Body(request): Body<PhoneCodeRequest>,
) -> Result<Done> {
    let (token, code) = request.parse()?;
    service::send(&app, &token, code, (&devices, address)).await?;
    Ok(Done::saying(texts::LOGIN_LINK_MAILED, lang))
}

#[derive(Deserialize, ToSchema)]
pub struct LoginLinkRequest {
    /// What the mailed link carries
    token: Field,
}

/// Sign in as a user by a mailed link, once within an hour.
#[utoipa::path(post, path = "/user/api/login/link", responses((status = 403), (status = 410)))]
pub async fn log_in_by_link(
    app: App,
    address: ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    Body(request): Body<LoginLinkRequest>,
) -> Result<LoginAnswer> {
    let token = request.token.read(|text| Ok(Secret::shown(text.trim())))?;
    let session = service::log_in(&app, &token, origin_of(&headers, address)).await?;
    end_former(&app, Role::User, bearer(&headers), address).await?;
    Ok(LoginAnswer::of(&app, &Devices::of(&headers), session, lang))
}

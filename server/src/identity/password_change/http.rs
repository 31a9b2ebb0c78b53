//! Password reset and password change over HTTP.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::service;
use crate::app::App;
use crate::identity::callers::{Admin, Caller, Member, bearer};
use crate::identity::credentials::http::{FirstFactorFields, PASSWORD_FIELD};
use crate::identity::devices::Devices;
use crate::identity::login_rate_limits::clear_failed_passwords;
use crate::identity::logins::http::{LoginAnswer, LoginContext};
use crate::identity::model::{Email, Role};
use crate::identity::passwords::NewPassword;
use crate::identity::{Error, StepUp, step_up, texts};
use crate::platform::db::FromColumn;
use crate::platform::http::describe::{Returns, Schemas};
use crate::platform::http::{Answer, Body, ClientAddress, Done, Field, FieldErrors, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
pub struct ForgotRequest {
    /// user, doctor, hospital, pharmacy, desk or admin
    role: Field,
    email: Field,
}

/// Minimum time of the answer. A known address costs a write and a mail, an unknown one nothing; without this the time (1.4 and 0.8
/// ms) would reveal which addresses have an account.
const MIN_ANSWER_TIME: Duration = Duration::from_millis(50);

/// Ask for a link that resets the password. The answer never tells whether the address has an account.
#[utoipa::path(post, path = "/user/api/password/forgot")]
pub async fn forgot_password(app: App, lang: Lang, Body(request): Body<ForgotRequest>) -> Result<Done> {
    let mut errors = FieldErrors::default();
    let role_of = |text: &str| Role::from_column(text.trim().to_lowercase()).ok_or(texts::ROLE_WRONG);
    let role = errors.check(request.role, role_of);
    let email = errors.check(request.email, Email::parse);
    let (role, email) = errors.all(|| Some((role?, email?)))?;
    let (asked, ()) = tokio::join!(service::ask(&app, role, email), tokio::time::sleep(MIN_ANSWER_TIME));
    asked?;
    Ok(Done::saying(texts::RESET_MAILED, lang))
}

#[derive(Serialize, ToSchema)]
pub struct ResetLink {
    /// Of the account whose password it resets
    email: String,
}

/// Whose password a mailed link resets, so that a link that has ended is refused before a password is typed. Its token comes as the
/// bearer's. Looking changes nothing.
#[utoipa::path(get, path = "/user/api/password/reset", security(("link" = [])))]
pub async fn reset_link(app: App, headers: HeaderMap) -> Result<Answer<ResetLink>> {
    let token = bearer(&headers).ok_or(Error::LinkEnded)?;
    Ok(Answer::of(ResetLink { email: service::email_of_link(&app, &token).await? }))
}

#[derive(Deserialize, ToSchema)]
pub struct ResetRequest {
    /// What the mailed link carries.
    token: Field,
    password: Field,
}

/// The answer to a reset. Its cookie makes this device a known one, so that its wrong passwords are not counted with those of
/// strangers.
pub struct Reset {
    done: Done,
    device: HeaderValue,
}

impl IntoResponse for Reset {
    fn into_response(self) -> Response {
        ([(header::SET_COOKIE, self.device)], self.done).into_response()
    }
}

impl Returns for Reset {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        Done::describe(operation, schemas);
    }
}

/// Choose a new password by a mailed link. It ends every session of the account.
#[utoipa::path(post, path = "/user/api/password/reset", responses((status = 410)))]
pub async fn reset_password(
    app: App,
    address: ClientAddress,
    devices: Devices,
    lang: Lang,
    Body(request): Body<ResetRequest>,
) -> Result<Reset> {
    let token = request.token.read(|text| Ok(Secret::shown(text.trim())))?;
    let owner = service::owner_of_link(&app, &token).await?;
    let password = request.password.read(|text| NewPassword::parse(text, &owner))?;
    let account_id = service::redeem(&app, &token, password, address).await?;
    clear_failed_passwords(&app, &account_id).await;
    Ok(Reset { done: Done::saying(texts::PASSWORD_CHANGED, lang), device: devices.remember_anew(&app, &account_id) })
}

#[derive(Deserialize, ToSchema)]
pub struct PasswordRequest {
    current_password: Option<Field>,
    password: Field,
    /// What came when a code to the own number was asked for: for an account without a password or without an address
    challenge: Option<Field>,
    /// The six digits of that message; else of the own second factor, where one is set up
    code: Option<Field>,
}

/// Change the own password as anybody but an administrator. Every session ends; the answer has a new token.
#[utoipa::path(put, path = "/user/api/password", responses((status = 429)))]
pub async fn own_password(
    caller: Member,
    context: LoginContext,
    Body(request): Body<PasswordRequest>,
) -> Result<LoginAnswer> {
    change(&caller, context, request).await
}

/// Change the own password as an administrator. Every session ends; the answer has a new token.
#[utoipa::path(put, path = "/admin/api/password", responses((status = 429)))]
pub async fn admin_password(
    caller: Admin,
    context: LoginContext,
    Body(request): Body<PasswordRequest>,
) -> Result<LoginAnswer> {
    change(&caller, context, request).await
}

async fn change(caller: &Caller, context: LoginContext, request: PasswordRequest) -> Result<LoginAnswer> {
    let app = &context.app;
    let owner = service::owner_of(app, &caller.id).await?;
    let mut errors = FieldErrors::default();
    let password = errors.check(request.password, |text| NewPassword::parse(text, &owner));
    let PasswordRequest { current_password, challenge, code, .. } = request;
    let sent = match challenge.filter(|challenge| !challenge.is_blank()) {
        None => {
            let current = current_password.unwrap_or_else(|| Field::new(PASSWORD_FIELD, ""));
            StepUp::read(&mut errors, current, code, context.address)
        }
        challenge => {
            let first = FirstFactorFields { password: None, challenge, code }.read(&mut errors);
            first.map(|first| StepUp { first, code: None, address: context.address })
        }
    };
    let (password, sent) = errors.all(|| Some((password?, sent?)))?;
    let changed = match step_up(app, caller, sent).await {
        Ok(proof) => service::change_password(app, caller, proof, password, context.origin.clone()).await,
        Err(error) => Err(error),
    };
    let session = changed.map_err(|error| error.at(PASSWORD_FIELD))?;
    Ok(context.saying(texts::OWN_PASSWORD_CHANGED, session))
}

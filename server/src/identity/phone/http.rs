//! HTTP handlers of phone codes: verifying the caller's number, and a login without a password.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::PhoneCode;
use super::{login_links, service};
use crate::app::App;
use crate::identity::callers::Patient;
use crate::identity::devices::Devices;
use crate::identity::logins::http::{LoginAnswer, LoginContext};
use crate::identity::model::Role;
use crate::identity::person::Mobile;
use crate::identity::{Error, texts};
use crate::platform::http::{Answer, Body, ClientAddress, Code, Done, Field, FieldErrors, Problem, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;
use crate::platform::phone_messages::Channel;

/// What a code is sent back with.
#[derive(Serialize, ToSchema)]
pub struct CodeSent {
    challenge: String,
}

impl From<Secret> for CodeSent {
    fn from(token: Secret) -> Self {
        Self { challenge: token.expose().into() }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct PhoneCodeRequest {
    /// What came when the code was asked for
    challenge: Field,
    /// The six digits of the message
    code: Field,
}

impl PhoneCodeRequest {
    fn parse(self) -> Result<(Secret, PhoneCode)> {
        let mut errors = FieldErrors::default();
        let challenge = errors.text(self.challenge);
        let code = errors.check(self.code, PhoneCode::parse);
        let (challenge, code) = errors.all(|| Some((challenge?, code?)))?;
        Ok((Secret::shown(challenge.trim()), code))
    }
}

#[derive(Deserialize, ToSchema)]
pub struct CodeLoginRequest {
    /// What came when the code was asked for
    challenge: Field,
    /// The six digits of the message
    code: Field,
    /// Needed on a device where the account did not sign in before, when no code to the number was used for 60 days
    password: Option<Field>,
}

impl CodeLoginRequest {
    fn parse(self) -> Result<(Secret, PhoneCode, Option<String>)> {
        let mut errors = FieldErrors::default();
        let challenge = errors.text(self.challenge);
        let code = errors.check(self.code, PhoneCode::parse);
        let password = errors.optional(self.password, |text| Ok(text.to_owned()));
        let (challenge, code, password) = errors.all(|| Some((challenge?, code?, password?)))?;
        Ok((Secret::shown(challenge.trim()), code, password))
    }
}

/// Send a code to the own number, to prove that it is one's own.
#[utoipa::path(post, path = "/user/api/user/phone/{userId}/code", responses((status = 410), (status = 429)))]
pub async fn send_phone_code(
    caller: Patient,
    app: App,
    address: ClientAddress,
    lang: Lang,
) -> Result<Answer<CodeSent>> {
    let token = service::ask_to_prove(&app, &caller, address).await.map_err(ended)?;
    Ok(Answer::saying(texts::PHONE_CODE_SENT, lang, token))
}

/// Prove the own number by the code that was sent to it. Another account that had proved it has not any more.
#[utoipa::path(post, path = "/user/api/user/phone/{userId}/proof", responses((status = 410)))]
pub async fn prove_phone(caller: Patient, app: App, lang: Lang, Body(request): Body<PhoneCodeRequest>) -> Result<Done> {
    let (token, code) = request.parse()?;
    service::prove(&app, &caller, &token, code).await.map_err(ended)?;
    Ok(Done::saying(texts::PHONE_PROVED, lang))
}

/// The problem of a code for the caller's own number. Unlike after a login's code, nobody has to log in again.
fn ended(error: Error) -> Problem {
    match error {
        Error::ChallengeEnded => Problem::saying(Code::ChallengeEnded, texts::PHONE_CODE_ENDED),
        Error::WrongCode => Problem::field("code", texts::CODE_WRONG),
        error => error.into(),
    }
}

/// How a user may sign in here beside the password.
#[derive(Serialize, ToSchema)]
pub struct LoginWays {
    /// Ways on which codes are sent; none where login by code is not offered
    channels: Vec<Channel>,
}

/// How a user may sign in beside the password.
#[utoipa::path(get, path = "/user/api/login/ways")]
pub async fn login_ways(app: App) -> Answer<LoginWays> {
    Answer::of(LoginWays { channels: service::code_channels(&app) })
}

#[derive(Deserialize, ToSchema)]
pub struct PhoneLoginRequest {
    phone_number: Field,
}

/// Send a code to a number, to sign in by. The answer tells nobody whether the number is known.
#[utoipa::path(post, path = "/user/api/login/phone", responses((status = 404)))]
pub async fn send_login_code(
    app: App,
    address: ClientAddress,
    devices: Devices,
    lang: Lang,
    Body(request): Body<PhoneLoginRequest>,
) -> Result<Answer<CodeSent>> {
    let phone = request.phone_number.read(Mobile::parse)?;
    let token = service::ask_for_login(&app, phone, (&devices, address)).await?;
    Ok(Answer::saying(texts::LOGIN_CODE_SENT, lang, token))
}

/// Sign in as a user by the code that was sent. On a new device, when no code to the number was used for 60 days, 422 names `password`: then
/// the same comes again with the password, or a link is asked for (`/user/api/login/phone/link`).
#[utoipa::path(
    post, path = "/user/api/login/phone/code",
    responses((status = 401), (status = 403), (status = 404), (status = 410))
)]
pub async fn log_in_by_code(context: LoginContext, Body(request): Body<CodeLoginRequest>) -> Result<LoginAnswer> {
    let (token, code, password) = request.parse()?;
    let device = (&context.devices, context.address);
    let entered = service::log_in(&context.app, &token, (code, password), device, context.origin.clone()).await;
    let session = entered.map_err(|error| match error {
        Error::PasswordMissing => Problem::field("password", texts::NUMBER_UNUSED),
        // The code is the login here, not a step-up: its refusal is the contract's 401.
        error @ Error::WrongCode => error.into(),
        error => error.at("password"),
    })?;
    context.answer(Role::User, session).await
}

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
    login_links::send(&app, &token, code, (&devices, address)).await?;
    Ok(Done::saying(texts::LOGIN_LINK_MAILED, lang))
}

#[derive(Deserialize, ToSchema)]
pub struct LoginLinkRequest {
    /// What the mailed link carries
    token: Field,
}

/// Sign in as a user by a mailed link, once within an hour.
#[utoipa::path(post, path = "/user/api/login/link", responses((status = 403), (status = 410)))]
pub async fn log_in_by_link(context: LoginContext, Body(request): Body<LoginLinkRequest>) -> Result<LoginAnswer> {
    let token = request.token.read(|text| Ok(Secret::shown(text.trim())))?;
    let session = login_links::log_in(&context.app, &token, context.origin.clone()).await?;
    context.answer(Role::User, session).await
}

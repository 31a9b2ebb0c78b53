//! Logins and registrations by a code over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::login_links;
use super::service::{self, CodeLogin, CodeRecipient, Newcomer};
use crate::app::App;
use crate::identity::devices::Devices;
use crate::identity::logins::http::{LoginAnswer, LoginContext};
use crate::identity::person::{Mobile, PersonName};
use crate::identity::phone::http::{CodeSent, PhoneCodeRequest};
use crate::identity::phone::{self, PhoneCode, ROLE};
use crate::identity::{Error, texts};
use crate::platform::http::{Answer, Body, ClientAddress, Done, Field, FieldErrors, Problem, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;
use crate::platform::phone_messages::Channel;

#[derive(Deserialize, ToSchema)]
pub struct CodeLoginRequest {
    /// What came when the code was asked for
    challenge: Field,
    /// The six digits of the message
    code: Field,
    /// Needed on a device where the account did not sign in before, when no code to the number was used for 60 days
    password: Option<Field>,
}

#[derive(Deserialize, ToSchema)]
pub struct CodeRegistrationRequest {
    /// What came when the code was asked for
    challenge: Field,
    /// The six digits of the message
    code: Field,
    /// The name for a new account; not needed where the number has one
    username: Option<Field>,
    /// As at a login by code
    password: Option<Field>,
    /// true where the number came to them from somebody else: in place of the password or the link that 422 names, they get a new account.
    /// The earlier one keeps what it has, and loses the number
    #[schema(value_type = Option<bool>)]
    startAnew: Option<Field>,
}

fn parse(
    (challenge, code, password): (Field, Field, Option<Field>),
    newcomer: Option<NewcomerFields>,
) -> Result<(Secret, CodeLogin)> {
    let mut errors = FieldErrors::default();
    let challenge = errors.text(challenge);
    let code = errors.check(code, PhoneCode::parse);
    let password = errors.optional(password, |text| Ok(text.to_owned()));
    let newcomer = newcomer.map(|NewcomerFields { username, starts_anew, lang }| {
        let username = errors.optional(username, PersonName::parse);
        Some(Newcomer { starts_anew: errors.flag(starts_anew) == Some(true), username: username?, lang })
    });
    let (challenge, code, password) = errors.all(|| {
        newcomer.as_ref().is_none_or(Option::is_some).then_some(())?;
        Some((challenge?, code?, password?))
    })?;
    Ok((Secret::shown(challenge.trim()), CodeLogin { code, password, newcomer: newcomer.flatten() }))
}

/// What a new account is made of, beside the number.
struct NewcomerFields {
    username: Option<Field>,
    starts_anew: Option<Field>,
    lang: Lang,
}

/// The ways to sign in here besides the password.
#[derive(Serialize, ToSchema)]
pub struct LoginWays {
    /// The channels on which codes are sent; none where login by code is not offered
    channels: Vec<Channel>,
}

/// The ways for users to sign in besides the password.
#[utoipa::path(get, path = "/user/api/login/ways")]
pub async fn login_ways(app: App) -> Answer<LoginWays> {
    Answer::of(LoginWays { channels: phone::code_channels(&app) })
}

#[derive(Deserialize, ToSchema)]
pub struct PhoneLoginRequest {
    phone_number: Field,
}

/// Send a code to a number, to sign in by. The answer does not reveal whether the number is known.
#[utoipa::path(post, path = "/user/api/login/phone", responses((status = 404)))]
pub async fn send_login_code(
    app: App,
    address: ClientAddress,
    devices: Devices,
    lang: Lang,
    Body(request): Body<PhoneLoginRequest>,
) -> Result<Answer<CodeSent>> {
    let phone = request.phone_number.read(Mobile::parse)?;
    let token = service::ask_for_login(&app, phone, CodeRecipient::Owner, (&devices, address)).await?;
    Ok(Answer::saying(texts::LOGIN_CODE_SENT, lang, token))
}

/// Send a code to a number, to sign in or to register by. It goes to the number in any case, and the answer does not reveal
/// whether the number is known.
#[utoipa::path(post, path = "/user/api/register/phone", responses((status = 404)))]
pub async fn send_registration_code(
    app: App,
    address: ClientAddress,
    devices: Devices,
    lang: Lang,
    Body(request): Body<PhoneLoginRequest>,
) -> Result<Answer<CodeSent>> {
    let phone = request.phone_number.read(Mobile::parse)?;
    let token = service::ask_for_login(&app, phone, CodeRecipient::AnyNumber(lang), (&devices, address)).await?;
    Ok(Answer::saying(texts::NUMBER_CODE_SENT, lang, token))
}

/// Sign in as a user by the code that was sent. On a new device, when no code to the number was used for 60 days, 422 names `password`: then
/// the same comes again with the password, or a link is asked for (`/user/api/login/phone/link`). Sent again within five minutes, after an
/// answer that was lost, it gets the same session.
#[utoipa::path(
    post, path = "/user/api/login/phone/code",
    responses((status = 401), (status = 403), (status = 404), (status = 410))
)]
pub async fn log_in_by_code(context: LoginContext, Body(request): Body<CodeLoginRequest>) -> Result<LoginAnswer> {
    let CodeLoginRequest { challenge, code, password } = request;
    Box::pin(log_in(context, parse((challenge, code, password), None)?)).await
}

/// Sign in as a user by the code that was sent; a number without an account gets one, for which 422 asks for `username` if it is
/// missing: the code stays valid. It also stays valid where 422 names `password`, or `link` for an account without a password, as at a login
/// by code; a person who got the number from somebody else sends `startAnew` instead. Sent again within five minutes, after an answer that was
/// lost, it gets the same session. On a new device, an account with neither password nor address loses a number to which no code was used for
/// 60 days: another person may have it by now, who gets a new account.
#[utoipa::path(
    post, path = "/user/api/register/phone/code",
    responses((status = 401), (status = 403), (status = 404), (status = 410))
)]
pub async fn register_by_code(
    context: LoginContext,
    Body(request): Body<CodeRegistrationRequest>,
) -> Result<LoginAnswer> {
    let CodeRegistrationRequest { challenge, code, username, password, startAnew } = request;
    let newcomer = NewcomerFields { username, starts_anew: startAnew, lang: context.lang };
    Box::pin(log_in(context, parse((challenge, code, password), Some(newcomer))?)).await
}

async fn log_in(context: LoginContext, (token, login): (Secret, CodeLogin)) -> Result<LoginAnswer> {
    let device = (&context.devices, context.address);
    let entered = Box::pin(service::log_in(&context.app, &token, login, device, context.origin.clone())).await;
    let session = entered.map_err(|error| match error {
        Error::PasswordMissing => Problem::field("password", texts::NUMBER_UNUSED),
        // The code is the login here, not a step-up: its refusal is the contract's 401.
        error @ Error::WrongCode => error.into(),
        error => error.at("password"),
    })?;
    context.answer(ROLE, session).await
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
    context.answer(ROLE, session).await
}

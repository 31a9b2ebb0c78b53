//! HTTP handlers of the caller's second factor: its state, setup and disabling.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service;
use crate::app::App;
use crate::identity::callers::{AnyAdmin, AnyWorker, Caller};
use crate::identity::logins::http::{LoginContext, parse_password};
use crate::identity::second_factor::{self, Enrollment, RecoveryCode, SecondFactor, TypedCode};
use crate::identity::{Error, FirstFactor, Proof, StepUp, step_up, texts};
use crate::platform::format::rfc3339;
use crate::platform::http::{Answer, Body, Done, Field, FieldErrors, Problem, Result};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorView {
    /// Since when it is on; `null` while it is off
    enrolled_at: Option<String>,
    /// How many of the ten codes to recover with are unused
    recovery_codes_left: i64,
}

impl From<Option<SecondFactor>> for SecondFactorView {
    fn from(factor: Option<SecondFactor>) -> Self {
        Self {
            enrolled_at: factor.as_ref().map(|factor| rfc3339(factor.enrolled_at)),
            recovery_codes_left: factor.map_or(0, |factor| factor.codes_left),
        }
    }
}

/// What an authenticator app is set up with: shown this once.
#[derive(Serialize, ToSchema)]
pub struct OfferView {
    /// To type, in groups of four
    secret: String,
    /// The same as an `otpauth:` link
    link: String,
    /// The link as a QR code: a picture of `size` by `size` squares
    size: i32,
    /// The path of an SVG around the dark ones
    path: String,
}

impl From<Enrollment> for OfferView {
    fn from(offer: Enrollment) -> Self {
        Self { secret: offer.typed, link: offer.link, size: offer.picture.size, path: offer.picture.path }
    }
}

#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    /// Each signs in once in the place of a code; shown this once
    codes: Vec<String>,
}

impl From<Vec<RecoveryCode>> for RecoveryCodes {
    fn from(codes: Vec<RecoveryCode>) -> Self {
        Self { codes: codes.iter().map(RecoveryCode::shown).collect() }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct OfferRequest {
    password: Field,
}

#[derive(Deserialize, ToSchema)]
pub struct ConfirmRequest {
    /// The six digits that the app shows
    code: Field,
}

#[derive(Deserialize, ToSchema)]
pub struct ChangeRequest {
    password: Field,
    /// The six digits that the app shows, or a code to recover with
    code: Field,
}

/// As field errors of the form.
fn refused(error: Error) -> Problem {
    error.at("password")
}

impl ChangeRequest {
    /// Whether the caller is the one who has password and code.
    async fn prove(self, caller: &Caller, context: &LoginContext) -> Result<Proof> {
        let mut errors = FieldErrors::default();
        let password = errors.check(self.password, parse_password);
        let code = errors.check(self.code, TypedCode::parse);
        let address = context.address;
        let sent =
            errors.all(|| Some(StepUp { first: FirstFactor::Password(password?), code: Some(code?), address }))?;
        step_up(&context.app, caller, sent).await.map_err(refused)
    }
}

async fn show(app: &App, caller: &Caller) -> Result<Answer<SecondFactorView>> {
    Ok(Answer::of(second_factor::find(app, &caller.id).await?))
}

async fn start(caller: &Caller, context: LoginContext, request: OfferRequest) -> Result<Answer<OfferView>> {
    let password = request.password.read(parse_password)?;
    let offer = service::offer(&context.app, caller, password, context.address).await.map_err(refused)?;
    Ok(Answer::of(offer))
}

async fn confirm(caller: &Caller, context: LoginContext, request: ConfirmRequest) -> Result<Answer<RecoveryCodes>> {
    let code = request.code.read(TypedCode::parse)?;
    let codes = service::enrol(&context.app, caller, code, context.address).await.map_err(refused)?;
    Ok(Answer::saying(texts::SECOND_FACTOR_ON, context.lang, codes))
}

async fn renew(caller: &Caller, context: LoginContext, request: ChangeRequest) -> Result<Answer<RecoveryCodes>> {
    let proof = request.prove(caller, &context).await?;
    let codes = service::renew_codes(&context.app, caller, proof).await.map_err(refused)?;
    Ok(Answer::saying(texts::RECOVERY_CODES_RENEWED, context.lang, codes))
}

async fn switch_off(caller: &Caller, context: LoginContext, request: ChangeRequest) -> Result<Done> {
    let proof = request.prove(caller, &context).await?;
    service::switch_off(&context.app, caller, proof).await.map_err(refused)?;
    Ok(Done::saying(texts::SECOND_FACTOR_OFF, context.lang))
}

/// Whether the own second factor is on.
#[utoipa::path(get, path = "/user/api/twofactor")]
pub async fn second_factor(caller: AnyWorker, app: App) -> Result<Answer<SecondFactorView>> {
    show(&app, &caller).await
}

/// Whether the own second factor is on, as an administrator.
#[utoipa::path(get, path = "/admin/api/twofactor")]
pub async fn admin_second_factor(caller: AnyAdmin, app: App) -> Result<Answer<SecondFactorView>> {
    show(&app, &caller).await
}

/// Begin to set up the own second factor: what the app needs. It is on once a code confirms it, within 30 minutes.
#[utoipa::path(post, path = "/user/api/twofactor/start", responses((status = 409), (status = 429)))]
pub async fn start_second_factor(
    caller: AnyWorker,
    context: LoginContext,
    Body(request): Body<OfferRequest>,
) -> Result<Answer<OfferView>> {
    start(&caller, context, request).await
}

/// Begin to set up the own second factor as an administrator.
#[utoipa::path(post, path = "/admin/api/twofactor/start", responses((status = 409), (status = 429)))]
pub async fn start_admin_second_factor(
    caller: AnyAdmin,
    context: LoginContext,
    Body(request): Body<OfferRequest>,
) -> Result<Answer<OfferView>> {
    start(&caller, context, request).await
}

/// Switch the own second factor on by a first code. Every other session ends.
#[utoipa::path(post, path = "/user/api/twofactor/confirm", responses((status = 409), (status = 429)))]
pub async fn confirm_second_factor(
    caller: AnyWorker,
    context: LoginContext,
    Body(request): Body<ConfirmRequest>,
) -> Result<Answer<RecoveryCodes>> {
    confirm(&caller, context, request).await
}

/// Switch the own second factor on by a first code as an administrator. Every other session ends.
#[utoipa::path(post, path = "/admin/api/twofactor/confirm", responses((status = 409), (status = 429)))]
pub async fn confirm_admin_second_factor(
    caller: AnyAdmin,
    context: LoginContext,
    Body(request): Body<ConfirmRequest>,
) -> Result<Answer<RecoveryCodes>> {
    confirm(&caller, context, request).await
}

/// Make the codes to recover with anew; the older ones end.
#[utoipa::path(post, path = "/user/api/twofactor/codes", responses((status = 409), (status = 429)))]
pub async fn renew_recovery_codes(
    caller: AnyWorker,
    context: LoginContext,
    Body(request): Body<ChangeRequest>,
) -> Result<Answer<RecoveryCodes>> {
    renew(&caller, context, request).await
}

/// Make the codes to recover with anew as an administrator; the older ones end.
#[utoipa::path(post, path = "/admin/api/twofactor/codes", responses((status = 409), (status = 429)))]
pub async fn renew_admin_recovery_codes(
    caller: AnyAdmin,
    context: LoginContext,
    Body(request): Body<ChangeRequest>,
) -> Result<Answer<RecoveryCodes>> {
    renew(&caller, context, request).await
}

/// Switch the own second factor off.
#[utoipa::path(post, path = "/user/api/twofactor/off", responses((status = 409), (status = 429)))]
pub async fn switch_off_second_factor(
    caller: AnyWorker,
    context: LoginContext,
    Body(request): Body<ChangeRequest>,
) -> Result<Done> {
    switch_off(&caller, context, request).await
}

/// Switch the own second factor off as an administrator.
#[utoipa::path(post, path = "/admin/api/twofactor/off", responses((status = 409), (status = 429)))]
pub async fn switch_off_admin_second_factor(
    caller: AnyAdmin,
    context: LoginContext,
    Body(request): Body<ChangeRequest>,
) -> Result<Done> {
    switch_off(&caller, context, request).await
}

//! HTTP handlers of codes to the caller's own number. One verifies the number; one can also take the place of the password of an account
//! without one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::PhoneCode;
use super::service;
use crate::app::App;
use crate::identity::callers::Patient;
use crate::identity::{Error, texts};
use crate::platform::http::{Answer, Body, ClientAddress, Code, Done, Field, FieldErrors, Problem, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;

/// The token that must come back with the code.
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
    pub fn parse(self) -> Result<(Secret, PhoneCode)> {
        let mut errors = FieldErrors::default();
        let challenge = errors.text(self.challenge);
        let code = errors.check(self.code, PhoneCode::parse);
        let (challenge, code) = errors.all(|| Some((challenge?, code?)))?;
        Ok((Secret::shown(challenge.trim()), code))
    }
}

/// Send a code to the own number: to prove that it is one's own, or to prove oneself where the account has no password.
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

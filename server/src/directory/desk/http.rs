//! Desks over HTTP: for employers, and for desk staff themselves.

use axum::extract::Path;
use jiff::SignedDuration;
use serde::Deserialize;
use utoipa::ToSchema;

use super::service::{self, DeskData, DeskHospital, DeskView, Error, OwnDesk};
use super::texts;
use crate::app::App;
use crate::identity;
use crate::identity::callers::{DeskStaff, Doctor, Employer, Member};
use crate::identity::credentials::http::{FirstFactorFields, PASSWORD_FIELD, StepUpRequest};
use crate::platform::http::{Answer, Body, ClientAddress, Code, Done, Field, FieldErrors, Problem, Result};
use crate::platform::lang::Lang;
use crate::platform::rate_limit::Limit;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::EmailTaken => Self::at(Code::AlreadyRegistered, "email", texts::EMAIL_TAKEN),
            Error::EmailUsed => Self::saying(Code::AlreadyRegistered, texts::EMAIL_USED),
            Error::LinkEnded => Self::saying(Code::LinkEnded, texts::INVITATION_ENDED),
            Error::NoSecondFactor => Self::saying(Code::NotChangeable, texts::NO_SECOND_FACTOR),
            Error::Identity(error) => error.at(PASSWORD_FIELD),
            Error::Enough => Self::saying(Code::LimitReached, texts::ENOUGH),
            Error::Unknown => Self::saying(Code::NotFound, texts::UNKNOWN),
            Error::NoHospital => Self::saying(Code::NotChangeable, texts::NO_HOSPITAL),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// Who sits at the own desk: a doctor's assistants, or a hospital's desk staff.
#[utoipa::path(get, path = "/user/api/desk/staff")]
pub async fn desk_staff(caller: Employer, app: App) -> Result<Answer<DeskView>> {
    Ok(Answer::of(service::list(&app, &caller).await?))
}

/// End somebody at the own desk, or an invitation. All their sessions end at once.
#[utoipa::path(delete, path = "/user/api/desk/staff/{id}")]
pub async fn end_desk_staff(caller: Employer, app: App, lang: Lang, Path(id): Path<String>) -> Result<Done> {
    service::end(&app, &caller, id).await?;
    Ok(Done::saying(texts::ENDED, lang))
}

/// Switch off the second factor of somebody at the own desk, who lost the phone and the recovery codes. They are signed out everywhere,
/// and told. Asks for the own password and second factor.
#[utoipa::path(post, path = "/user/api/desk/staff/{id}/twofactor/off", responses((status = 409), (status = 429)))]
pub async fn remove_desk_second_factor(
    caller: Employer,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<StepUpRequest>,
) -> Result<Done> {
    let proof = request.prove(&app, &caller, address).await?;
    service::reset_second_factor(&app, &caller, proof, id).await?;
    Ok(Done::saying(texts::SECOND_FACTOR_REMOVED, lang))
}

#[derive(Deserialize, ToSchema)]
pub struct SignOutRequest {
    /// The own one: a stolen token signs nobody out
    current_password: Option<Field>,
    /// What came when a code to the own number was asked for: for an account without a password or without an address
    challenge: Option<Field>,
    /// The six digits of that message
    code: Option<Field>,
    /// Whether everybody at the own desk is ended too, with all invitations
    #[schema(value_type = Option<bool>)]
    desk: Option<Field>,
}

/// End all of the own sessions but this one; a doctor or a hospital can end everybody at the own desk with them.
#[utoipa::path(delete, path = "/user/api/sessions", responses((status = 429)))]
pub async fn end_other_sessions(
    caller: Member,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<SignOutRequest>,
) -> Result<Done> {
    let mut errors = FieldErrors::default();
    let SignOutRequest { current_password: password, challenge, code, desk } = request;
    let sent = FirstFactorFields { password, challenge, code }.read(&mut errors);
    let with_desk = errors.flag(desk).unwrap_or(false);
    let sent = errors.all(|| sent)?;
    let proof = identity::prove(&app, &caller, sent, address).await.map_err(Error::Identity)?;
    service::sign_out_everywhere(&app, &caller, proof, with_desk).await?;
    let text = if with_desk { texts::SIGNED_OUT_WITH_DESK } else { identity::OTHER_SESSIONS_ENDED };
    Ok(Done::saying(text, lang))
}

#[derive(Deserialize, ToSchema)]
pub struct AllowRequest {
    #[schema(value_type = bool)]
    allowed: Option<Field>,
}

/// Let the desk of the hospital that confirmed the doctor run the day there, or no longer. It ends with the confirmation.
#[utoipa::path(put, path = "/user/api/doctor/desk/hospital/{docId}", responses((status = 409)))]
pub async fn let_hospital_desk(
    caller: Doctor,
    app: App,
    lang: Lang,
    Body(request): Body<AllowRequest>,
) -> Result<Answer<DeskHospital>> {
    let mut errors = FieldErrors::default();
    let allowed = errors.flag(request.allowed);
    errors.or(())?;
    let allowed = allowed.unwrap_or(false);
    let hospital = service::allow(&app, &caller, allowed).await?;
    let text = if allowed { texts::ALLOWED } else { texts::NOT_ALLOWED };
    Ok(Answer::saying(text, lang, DeskHospital::new(hospital, allowed)))
}

/// Who one is at a desk, and whom one works for.
#[utoipa::path(get, path = "/user/api/desk/me")]
pub async fn desk_me(caller: DeskStaff, app: App) -> Result<Answer<OwnDesk>> {
    Ok(Answer::of(service::find_own(&app, &caller).await?))
}

/// Each export is recorded for a year.
const EXPORT_LIMIT: Limit = Limit::new("exports of desk staff", 10, SignedDuration::from_hours(1));

/// The whole data of somebody at a desk, to take away.
#[utoipa::path(get, path = "/user/api/desk/data", responses((status = 429)))]
pub async fn desk_data(caller: DeskStaff, app: App) -> Result<Answer<DeskData>> {
    app.rate_limiter.take(&[(&caller.id, EXPORT_LIMIT)], app.clock.now_millis()).await?;
    Ok(Answer::of(service::everything(&app, &caller).await?))
}

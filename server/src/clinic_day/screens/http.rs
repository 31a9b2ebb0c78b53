//! Pairing screens of waiting rooms over HTTP: a screen without a login shows a code, the doctor or the desk types it in.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::model::{PairingCode, PairingOffer};
use super::service::{self, Pairing};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::clinic_day::http::TodayView;
use crate::clinic_day::texts;
use crate::identity::callers::bearer;
use crate::platform::http::describe::{LINK, Schemas, Takes, needs};
use crate::platform::http::{Answer, Body, Code, Created, Field, Problem, Result};
use crate::platform::lang::Lang;
use crate::platform::rate_limit::Limit;

/// Codes that an account types: a million codes cannot be tried within the minutes of one.
const SCREEN_CODE_LIMIT: Limit = Limit::new("screen codes of an account", 20, SignedDuration::from_mins(10));

/// What a screen shows until it is paired.
#[derive(Debug, Serialize, ToSchema)]
pub struct PairingView {
    /// Six digits, which work once and for ten minutes
    code: String,
    /// The secret of this screen: it asks by it whether it is paired, and then for the queue
    token: String,
    /// A QR code that leads to the page where the code is typed: a picture of `size` by `size` squares
    size: i32,
    /// The path of an SVG around the dark ones
    path: String,
}

impl From<PairingOffer> for PairingView {
    fn from(PairingOffer { code, token, picture }: PairingOffer) -> Self {
        Self {
            code: code.expose().to_owned(),
            token: token.expose().to_owned(),
            size: picture.size,
            path: picture.path,
        }
    }
}

/// A code for a screen that is to be paired with a doctor.
#[utoipa::path(post, path = "/user/api/screen/pairing")]
pub async fn start_pairing(app: App) -> Result<Created<Answer<PairingView>>> {
    let offer = service::start_pairing(&app).await?;
    let offer = offer.ok_or_else(|| Problem::saying(Code::TooManyTries, texts::TOO_MANY_WATCH))?;
    Ok(Created(Answer::of(offer)))
}

/// The secret of a screen that is paired, or waits for it.
pub struct PairingLink(Pairing);

impl FromRequestParts<App> for PairingLink {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let ended = || Problem::saying(Code::LinkEnded, texts::SCREEN_CODE_ENDED);
        let token = bearer(&parts.headers).ok_or_else(ended)?;
        service::find_pairing(app, &token).await?.map(Self).ok_or_else(ended)
    }
}

impl Takes for PairingLink {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        needs(operation, LINK);
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PairingState {
    /// From then on the token is the screen's link
    paired: bool,
}

/// Whether somebody has typed a screen's code. Once the code has expired, the answer is 410.
#[utoipa::path(get, path = "/user/api/screen/pairing")]
pub async fn pairing(PairingLink(pairing): PairingLink) -> Result<Answer<PairingState>> {
    Ok(Answer::of(PairingState { paired: pairing == Pairing::Paired }))
}

#[derive(Deserialize, ToSchema)]
pub struct PairingRequest {
    /// The six digits that the screen shows
    code: Field,
}

/// Pair the screen that shows a code. Other screens stay as they are; a doctor has up to ten.
#[utoipa::path(post, path = "/user/api/doctor/today/{docId}/screens", responses((status = 409), (status = 429)))]
pub async fn pair_screen(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Body(request): Body<PairingRequest>,
) -> Result<Created<Answer<TodayView>>> {
    let code = request.code.read(PairingCode::parse)?;
    app.rate_limiter.take(&[(caller.account_id(), SCREEN_CODE_LIMIT)], app.clock.now_millis()).await?;
    let today = service::pair(&app, &caller, code).await?;
    Ok(Created(Answer::saying(texts::SCREEN_PAIRED, lang, today)))
}

/// Remove a screen: it shows the queue no longer.
#[utoipa::path(delete, path = "/user/api/doctor/today/{docId}/screens/{id}")]
pub async fn remove_screen(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
) -> Result<Answer<TodayView>> {
    let today = service::remove(&app, &caller, id).await?;
    Ok(Answer::saying(texts::SCREEN_REMOVED, lang, today))
}

//! Whether a worker has a second factor, and switching it off for them.

use axum::extract::Path;
use serde::Deserialize;
use utoipa::ToSchema;

use super::service;
use crate::admin::texts;
use crate::app::App;
use crate::directory::joining::http::kind_of;
use crate::identity::callers::Admin;
use crate::identity::second_factor::{self, http::SecondFactorView};
use crate::identity::step_up::http::PASSWORD_FIELD;
use crate::identity::{self, StepUp};
use crate::platform::http::{Answer, Body, ClientAddress, Code, Done, Field, FieldErrors, Problem, Result};
use crate::platform::input::parse_line;
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
pub struct RemoveSecondFactorRequest {
    /// Why, in a sentence; the worker reads it too
    reason: Field,
    /// The own one
    current_password: Field,
    /// Of the own second factor, where one is set up
    code: Option<Field>,
}

/// Whether a worker (Doctor, Hospital or Pharmacy) has a second factor.
#[utoipa::path(get, path = "/admin/api/workers/{category}/twofactor/{id}")]
pub async fn worker_second_factor(
    _: Admin,
    app: App,
    Path((category, id)): Path<(String, String)>,
) -> Result<Answer<SecondFactorView>> {
    let role = kind_of(&category)?.role();
    let state = app.db.read(async |tx| identity::find_state(tx, role, &id).await).await?;
    state.ok_or(Code::NotFound)?;
    Ok(Answer::of(second_factor::find(&app, &id).await?))
}

/// Switch a worker's second factor off, who lost the phone and the recovery codes. They are signed out everywhere, and told.
#[utoipa::path(post, path = "/admin/api/workers/{category}/twofactor/{id}/off", responses((status = 409), (status = 429)))]
pub async fn remove_worker_second_factor(
    caller: Admin,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Path((category, id)): Path<(String, String)>,
    Body(request): Body<RemoveSecondFactorRequest>,
) -> Result<Done> {
    let kind = kind_of(&category)?;
    let mut errors = FieldErrors::default();
    let reason = errors.check(request.reason, |text| parse_line(text, texts::REASON_MISSING));
    let sent = StepUp::read(&mut errors, request.current_password, request.code, address);
    let (reason, sent) = errors.all(|| Some((reason?, sent?)))?;
    let removed = match identity::step_up(&app, &caller, sent).await {
        Ok(proof) => service::remove(&app, &caller, proof, (kind, id), reason).await,
        Err(error) => Err(error),
    };
    if !removed.map_err(|error| error.at(PASSWORD_FIELD))?.ok_or(Code::NotFound)? {
        return Err(Problem::saying(Code::NotChangeable, texts::NO_SECOND_FACTOR));
    }
    Ok(Done::saying(texts::SECOND_FACTOR_REMOVED, lang))
}

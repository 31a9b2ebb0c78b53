//! The calls about administrators. A stolen token is not enough for them: they ask for the own password and second factor.

use axum::extract::Path;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Administrator, service};
use crate::admin::texts;
use crate::app::App;
use crate::identity::callers::Admin;
use crate::identity::step_up::http::PASSWORD_FIELD;
use crate::identity::{self, Email, StepUp};
use crate::platform::http::{
    Body, ClientAddress, Code, Created, Done, Field, FieldErrors, Page, Paging, Problem, Result,
};
use crate::platform::input::parse_line;
use crate::platform::lang::Lang;

/// Who may sign in here, the newest first.
#[utoipa::path(get, path = "/admin/api/administrators")]
pub async fn administrators(caller: Admin, app: App, paging: Paging) -> Result<Page<Administrator>> {
    Ok(service::list(&app, &caller, paging).await?)
}

#[derive(Deserialize, ToSchema)]
pub struct AddRequest {
    email: Field,
    /// The own one
    current_password: Field,
    /// Of the own second factor, where one is set up
    code: Option<Field>,
}

/// Add an administrator, who gets a mail with a link to choose a password.
#[utoipa::path(post, path = "/admin/api/administrators", responses((status = 409), (status = 429)))]
pub async fn add_administrator(
    caller: Admin,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<AddRequest>,
) -> Result<Created<Done>> {
    let mut errors = FieldErrors::default();
    let email = errors.check(request.email, Email::parse);
    let sent = StepUp::read(&mut errors, request.current_password, request.code, address);
    let (email, sent) = errors.all(|| Some((email?, sent?)))?;
    let added = match identity::step_up(&app, &caller, sent).await {
        Ok(proof) => service::add(&app, &caller, proof, email, lang).await,
        Err(error) => Err(error),
    };
    added.map_err(|error| match error {
        identity::Error::EmailTaken => Problem::at(Code::AlreadyRegistered, "email", texts::ADMIN_KNOWN),
        error => error.at(PASSWORD_FIELD),
    })?;
    Ok(Created(Done::saying(texts::ADMIN_ADDED, lang)))
}

#[derive(Deserialize, ToSchema)]
pub struct RemoveAdministratorRequest {
    /// Why, in a sentence; whoever is removed reads it
    reason: Field,
    /// The own one
    current_password: Field,
    /// Of the own second factor, where one is set up
    code: Option<Field>,
}

/// Remove another administrator: every session ends at once. Nobody removes themselves, so one always stays.
#[utoipa::path(delete, path = "/admin/api/administrators/{id}", responses((status = 409), (status = 429)))]
pub async fn remove_administrator(
    caller: Admin,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<RemoveAdministratorRequest>,
) -> Result<Done> {
    if id == caller.id {
        return Err(Problem::saying(Code::NotChangeable, texts::NOT_ONESELF));
    }
    let mut errors = FieldErrors::default();
    let reason = errors.check(request.reason, |text| parse_line(text, texts::REASON_MISSING));
    let sent = StepUp::read(&mut errors, request.current_password, request.code, address);
    let (reason, sent) = errors.all(|| Some((reason?, sent?)))?;
    let removed = match identity::step_up(&app, &caller, sent).await {
        Ok(proof) => service::remove(&app, &caller, proof, id, reason).await,
        Err(error) => Err(error),
    };
    if !removed.map_err(|error| error.at(PASSWORD_FIELD))? {
        return Err(Code::NotFound.into());
    }
    Ok(Done::saying(texts::ADMIN_REMOVED, lang))
}

//! Inviting staff and accepting an invitation, over HTTP.

use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{DeskInvitation, Invitation, service};
use crate::app::App;
use crate::directory::desk::service::Error;
use crate::directory::desk::texts;
use crate::identity::callers::{Employer, bearer};
use crate::identity::passwords::{NewPassword, Owner};
use crate::identity::person::PersonName;
use crate::identity::{self, Email, StepUp};
use crate::platform::http::{Answer, Body, ClientAddress, Created, Done, Field, FieldErrors, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
pub struct NewStaffRequest {
    name: Field,
    email: Field,
    /// The own one
    current_password: Field,
    /// Of the own second factor, where one is set up
    code: Option<Field>,
}

/// Invite somebody to the own desk. They get a mail with a link; their account is made when they accept. Asks for the own password and
/// second factor.
#[utoipa::path(post, path = "/user/api/desk/staff", responses((status = 409), (status = 429)))]
pub async fn add_desk_staff(
    caller: Employer,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<NewStaffRequest>,
) -> Result<Created<Answer<Invitation>>> {
    let mut errors = FieldErrors::default();
    let name = errors.check(request.name, PersonName::parse);
    let email = errors.check(request.email, Email::parse);
    let sent = StepUp::read(&mut errors, request.current_password, request.code, address);
    let (name, email, sent) = errors.all(|| Some((name?, email?, sent?)))?;
    let proof = identity::step_up(&app, &caller, sent).await.map_err(Error::Identity)?;
    let invited = service::invite(&app, &caller, proof, name, email, lang).await?;
    Ok(Created(Answer::saying(texts::INVITED, lang, invited)))
}

fn link(headers: &HeaderMap) -> Result<Secret> {
    Ok(bearer(headers).ok_or(Error::LinkEnded)?)
}

/// What the link of an invitation to a desk is about; its token comes as the bearer's. Looking changes nothing.
#[utoipa::path(get, path = "/user/api/desk/invitation", security(("link" = [])))]
pub async fn desk_invitation(app: App, headers: HeaderMap) -> Result<Answer<DeskInvitation>> {
    Ok(Answer::of(service::look(&app, &link(&headers)?).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct AcceptRequest {
    password: Field,
}

/// Accept an invitation to a desk by its link: the account is made, with the password that was chosen. The link works once.
#[utoipa::path(post, path = "/user/api/desk/invitation", security(("link" = [])), responses((status = 409)))]
pub async fn accept_desk_invitation(
    app: App,
    address: ClientAddress,
    lang: Lang,
    headers: HeaderMap,
    Body(request): Body<AcceptRequest>,
) -> Result<Done> {
    let token = link(&headers)?;
    // Read before the password is hashed, so that requests with made-up links cost no hashing.
    let found = service::look(&app, &token).await?;
    let owner = Owner::new([found.name.as_str(), found.email.as_str()]);
    let password = request.password.read(|text| NewPassword::parse(text, &owner))?;
    service::accept(&app, &token, password, address).await?;
    Ok(Done::saying(texts::ACCEPTED, lang))
}

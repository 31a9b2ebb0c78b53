//! Who calls: a handler's first argument says which role may, and the token must be of that role.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::model::Role;
use super::service;
use crate::app::App;
use crate::platform::http::address::ClientAddress;
use crate::platform::http::problem::{Code, Problem};
use crate::platform::ids::Secret;

/// A signed-in user; they book for themselves or for somebody else.
#[derive(Debug, Clone)]
pub struct Patient {
    pub id: String,
}

impl Patient {
    /// A user's own paths are theirs alone.
    pub fn must_be(&self, user_id: &str) -> Result<(), Problem> {
        must_be(&self.id, user_id)
    }
}

fn must_be(own: &str, asked: &str) -> Result<(), Problem> {
    if own == asked { Ok(()) } else { Err(Code::Forbidden.into()) }
}

#[derive(Debug, Clone)]
pub struct Doctor {
    pub id: String,
}

impl Doctor {
    pub fn must_be(&self, doctor_id: &str) -> Result<(), Problem> {
        must_be(&self.id, doctor_id)
    }
}

/// A hospital or a pharmacy.
#[derive(Debug, Clone)]
pub struct Worker {
    pub id: String,
    pub role: Role,
}

impl Worker {
    pub fn must_be(&self, worker_id: &str) -> Result<(), Problem> {
        must_be(&self.id, worker_id)
    }
}

/// Whoever has a profile: a user, a doctor, a hospital or a pharmacy.
#[derive(Debug, Clone)]
pub struct Member {
    pub id: String,
}

#[derive(Debug, Clone)]
pub struct Admin {
    pub id: String,
}

/// Where somebody signed in sits: the address that their passwords are counted by, and the session that stays when their
/// others end.
pub struct Device {
    pub address: ClientAddress,
    pub session: Secret,
}

impl FromRequestParts<App> for Patient {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let (id, _) = actor(parts, app, &[Role::User]).await?;
        Ok(Self { id })
    }
}

impl FromRequestParts<App> for Doctor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let (id, _) = actor(parts, app, &[Role::Doctor]).await?;
        Ok(Self { id })
    }
}

impl FromRequestParts<App> for Worker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let (id, role) = actor(parts, app, &[Role::Hospital, Role::Pharmacy]).await?;
        Ok(Self { id, role })
    }
}

impl FromRequestParts<App> for Member {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let (id, _) = actor(parts, app, &[Role::User, Role::Doctor, Role::Hospital, Role::Pharmacy]).await?;
        Ok(Self { id })
    }
}

impl FromRequestParts<App> for Device {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        Ok(Self { address, session: bearer(&parts.headers).ok_or(Code::Unauthenticated)? })
    }
}

impl FromRequestParts<App> for Admin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let (id, _) = actor(parts, app, &[Role::Admin]).await?;
        Ok(Self { id })
    }
}

/// 401 without a token that counts, 403 with one of another role.
async fn actor(parts: &Parts, app: &App, allowed: &[Role]) -> Result<(String, Role), Problem> {
    let token = bearer(&parts.headers).ok_or(Code::Unauthenticated)?;
    let (id, role) = service::find_actor(app, &token).await?.ok_or(Code::Unauthenticated)?;
    if allowed.contains(&role) { Ok((id, role)) } else { Err(Code::Forbidden.into()) }
}

/// The token of `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then(|| Secret::shown(token))
}

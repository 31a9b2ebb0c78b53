//! Reading the caller from a request: the token of its `Authorization`.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use utoipa::openapi::path::Operation;

use super::service::{Caller, SignedIn, SignedOut};
use crate::app::App;
use crate::identity::model::Role;
use crate::platform::http::describe::{Schemas, TOKEN, Takes, needs};
use crate::platform::http::{Code, Problem, Result};
use crate::platform::ids::Secret;

impl From<SignedOut> for Problem {
    fn from(SignedOut: SignedOut) -> Self {
        Code::Unauthenticated.into()
    }
}

impl<const ROLES: u8> SignedIn<ROLES> {
    /// 401 without a session that counts, 403 with one of another role.
    pub async fn of_token(app: &App, token: &Secret) -> Result<Self> {
        let caller = Caller::of_token(app, token).await?.ok_or(SignedOut)?;
        if ROLES & caller.role.bit() == 0 {
            return Err(Code::Forbidden.into());
        }
        Ok(Self(caller))
    }
}

impl<const ROLES: u8> FromRequestParts<App> for SignedIn<ROLES> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let token = bearer(&parts.headers).ok_or(SignedOut)?;
        let caller = Self::of_token(app, &token).await?;
        let path = RawPathParams::from_request_parts(parts, app).await.map_err(|_| Code::InvalidRequest)?;
        if path.iter().any(|(name, id)| name == own_in_paths(caller.role) && id != caller.id) {
            return Err(Code::Forbidden.into());
        }
        Ok(caller)
    }
}

/// What paths call an account of that role. It must be the caller's own: somebody's own paths are theirs alone.
fn own_in_paths(role: Role) -> &'static str {
    match role {
        Role::User => "userId",
        Role::Doctor => "docId",
        Role::Hospital | Role::Pharmacy => "workerId",
        Role::Admin => "",
    }
}

impl<const ROLES: u8> Takes for SignedIn<ROLES> {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        needs(operation, TOKEN);
    }
}

/// The token of `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then(|| Secret::shown(token))
}

//! Reading the caller from a request: the token of its `Authorization`.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::service::{Caller, SignedIn, SignedOut};
use crate::app::App;
use crate::platform::http::{Code, Problem};
use crate::platform::ids::Secret;

impl From<SignedOut> for Problem {
    fn from(SignedOut: SignedOut) -> Self {
        Code::Unauthenticated.into()
    }
}

impl Caller {
    /// Somebody's own paths are theirs alone.
    pub fn must_be(&self, id: &str) -> Result<(), Problem> {
        if self.id == id { Ok(()) } else { Err(Code::Forbidden.into()) }
    }
}

impl<const ROLES: u8> SignedIn<ROLES> {
    /// 401 without a session that counts, 403 with one of another role.
    pub async fn of_token(app: &App, token: &Secret) -> Result<Self, Problem> {
        let caller = Caller::of_token(app, token).await?.ok_or(SignedOut)?;
        if ROLES & caller.role.bit() == 0 {
            return Err(Code::Forbidden.into());
        }
        Ok(Self(caller))
    }
}

impl<const ROLES: u8> FromRequestParts<App> for SignedIn<ROLES> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = bearer(&parts.headers).ok_or(SignedOut)?;
        Self::of_token(app, &token).await
    }
}

/// The token of `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then(|| Secret::shown(token))
}

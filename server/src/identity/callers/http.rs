//! Reading the caller from a request: the token of its `Authorization`.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use futures::future::ready;
use utoipa::openapi::path::Operation;

use super::service::{Asking, Caller, SignedIn, SignedOut};
use crate::app::App;
use crate::identity::devices::Devices;
use crate::identity::model::Role;
use crate::identity::{second_factor, texts};
use crate::platform::http::describe::{Schemas, TOKEN, Takes, needs};
use crate::platform::http::events::Look;
use crate::platform::http::{ClientAddress, Code, Problem, Result, events};
use crate::platform::ids::Secret;

impl From<SignedOut> for Problem {
    fn from(SignedOut: SignedOut) -> Self {
        Code::Unauthenticated.into()
    }
}

/// Sent with what a page asks by itself, while nobody touches it.
const BACKGROUND: HeaderName = HeaderName::from_static("x-background");
const EVENT_STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");

impl Asking {
    fn by(headers: &HeaderMap) -> Self {
        let follows = headers.get(header::ACCEPT) == Some(&EVENT_STREAM);
        if follows || headers.contains_key(BACKGROUND) { Self::Page } else { Self::Person }
    }
}

impl Caller {
    /// A stream of events of that name, one for each change of the topic. It ends with the caller's session, and says
    /// before that it will. An account has so many at a time.
    pub fn follow(&self, app: &App, topic: impl Into<String>, name: &'static str) -> Result<Response> {
        self.follow_some(app, topic, name, |_changed| ready(Some(true)))
    }

    /// The same of what the caller may see of the topic: `sees` is asked, and told whether something changed. It says whether that is
    /// a part of what they see, or `None`, that they may see nothing more.
    pub fn follow_some<Seeing>(
        &self,
        app: &App,
        topic: impl Into<String>,
        name: &'static str,
        sees: impl Fn(bool) -> Seeing + Send + 'static,
    ) -> Result<Response>
    where
        Seeing: Future<Output = Option<bool>> + Send + 'static,
    {
        let place = app.streams.take(Some(self.id.clone()));
        let place = place.ok_or_else(|| Problem::saying(Code::TooManyTries, texts::TOO_MANY_STREAMS))?;
        let (app, caller) = (app.clone(), self.clone());
        let listener = app.live.listen(topic);
        // What cannot be read now is found out when the page connects again.
        Ok(events::stream(listener, name, move |changed| {
            let (_held, app, caller, sees) = (&place, app.clone(), caller.clone(), sees(changed));
            async move {
                let standing = caller.standing(&app).await.ok().flatten()?;
                Some(Look { standing, concerned: sees.await? })
            }
        }))
    }
}

impl<const ROLES: u8, const OWING: bool> SignedIn<ROLES, OWING> {
    /// Whose token it is: 401 without a session that counts, 403 with one of another role or without a second factor that is
    /// demanded.
    pub async fn of_token(app: &App, token: &Secret) -> Result<Self> {
        Self::asking(app, token, Asking::Person, None).await
    }

    async fn asking(app: &App, token: &Secret, asking: Asking, address: Option<ClientAddress>) -> Result<Self> {
        let caller = Caller::of_token(app, token, asking, address).await?.ok_or(SignedOut)?;
        if ROLES & caller.role as u8 == 0 {
            return Err(Code::Forbidden.into());
        }
        if !OWING && second_factor::is_owed(app, &caller).await? {
            return Err(Code::EnrolmentRequired.into());
        }
        Ok(Self(caller))
    }
}

impl<const ROLES: u8, const OWING: bool> FromRequestParts<App> for SignedIn<ROLES, OWING> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let token = bearer(&parts.headers).ok_or(SignedOut)?;
        let address = ClientAddress::of_request(&parts.extensions, &parts.headers, &app.config.trusted_proxies);
        let mut caller = Self::asking(app, &token, Asking::by(&parts.headers), Some(address)).await?;
        caller.0.claim = parts.extensions.get().cloned();
        caller.0.devices = Devices::of(&parts.headers);
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
        // Whoever sits at a desk acts for others (`booking/desk`).
        Role::Admin | Role::Desk => "",
    }
}

impl<const ROLES: u8, const OWING: bool> Takes for SignedIn<ROLES, OWING> {
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

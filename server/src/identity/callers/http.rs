//! Reading the caller from a request: the token of its `Authorization`.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use futures::future::ready;
use utoipa::openapi::path::Operation;

use super::service::{Caller, RequestSource, SignedIn};
use crate::app::App;
use crate::identity::devices::Devices;
use crate::identity::error::SignedOut;
use crate::identity::model::Role;
use crate::identity::texts;
use crate::platform::http::describe::{Schemas, TOKEN, Takes, needs};
use crate::platform::http::events::StreamCheck;
use crate::platform::http::{ClientAddress, Code, Problem, Result, events};
use crate::platform::ids::Secret;

impl From<SignedOut> for Problem {
    fn from(SignedOut: SignedOut) -> Self {
        Code::Unauthenticated.into()
    }
}

/// Header of background requests of a page, without user activity.
const BACKGROUND: HeaderName = HeaderName::from_static("x-background");
const EVENT_STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");

impl RequestSource {
    fn by(headers: &HeaderMap) -> Self {
        let follows = headers.get(header::ACCEPT) == Some(&EVENT_STREAM);
        if follows || headers.contains_key(BACKGROUND) { Self::Page } else { Self::Person }
    }
}

impl Caller {
    /// An event stream with one event of that name for each change of the topic. It ends with the caller's session and announces
    /// the end before. The number of streams per account is limited.
    pub fn follow(&self, app: &App, topic: impl Into<String>, name: &'static str) -> Result<Response> {
        self.follow_some(app, topic, name, |_changed| ready(Some(true)))
    }

    /// The same, filtered: `sees` gets whether the topic changed, and returns whether the change is visible to the caller, or
    /// `None` once nothing is visible any more.
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
        let place = app.streams.try_acquire(Some(self.id.clone()));
        let place = place.ok_or_else(|| Problem::saying(Code::TooManyTries, texts::TOO_MANY_STREAMS))?;
        let (app, caller) = (app.clone(), self.clone());
        let listener = app.pubsub.subscribe(topic);
        // On an error the stream ends, and the page learns the state of its session when it reconnects.
        Ok(events::stream(listener, name, move |changed| {
            let (_held, app, caller, sees) = (&place, app.clone(), caller.clone(), sees(changed));
            async move {
                let standing = caller.standing(&app).await.ok().flatten()?;
                Some(StreamCheck { standing, concerned: sees.await? })
            }
        }))
    }
}

impl<const ROLES: u8, const ALLOW_UNENROLLED: bool> SignedIn<ROLES, ALLOW_UNENROLLED> {
    /// The caller of a token: 401 without a valid session, 403 with another role or without a second factor that is required.
    pub async fn of_token(app: &App, token: &Secret) -> Result<Self> {
        Self::asking(app, token, RequestSource::Person, None).await
    }

    async fn asking(app: &App, token: &Secret, asking: RequestSource, address: Option<ClientAddress>) -> Result<Self> {
        let caller = Caller::of_token(app, token, asking, address).await?.ok_or(SignedOut)?;
        if ROLES & caller.role as u8 == 0 {
            return Err(Code::Forbidden.into());
        }
        if !ALLOW_UNENROLLED && caller.lacks_required_second_factor(app).await? {
            return Err(Code::EnrolmentRequired.into());
        }
        Ok(Self(caller))
    }
}

impl<const ROLES: u8, const ALLOW_UNENROLLED: bool> FromRequestParts<App> for SignedIn<ROLES, ALLOW_UNENROLLED> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let token = bearer(&parts.headers).ok_or(SignedOut)?;
        let address = ClientAddress::of_request(&parts.extensions, &parts.headers, &app.config.trusted_proxies);
        let mut caller = Self::asking(app, &token, RequestSource::by(&parts.headers), Some(address)).await?;
        caller.0.claim = parts.extensions.get().cloned();
        caller.0.devices = Devices::of(&parts.headers);
        let path = RawPathParams::from_request_parts(parts, app).await.map_err(|_| Code::InvalidRequest)?;
        if path.iter().any(|(name, id)| name == own_in_paths(caller.role) && id != caller.id) {
            return Err(Code::Forbidden.into());
        }
        Ok(caller)
    }
}

/// The path parameter with an account id of that role. It must be the caller's own id.
fn own_in_paths(role: Role) -> &'static str {
    match role {
        Role::User => "userId",
        Role::Doctor => "docId",
        Role::Hospital | Role::Pharmacy => "workerId",
        // Desk staff act for others, who are named in the path.
        Role::Admin | Role::Desk => "",
    }
}

impl<const ROLES: u8, const ALLOW_UNENROLLED: bool> Takes for SignedIn<ROLES, ALLOW_UNENROLLED> {
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

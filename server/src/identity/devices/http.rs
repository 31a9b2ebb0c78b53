//! The device cookie of a request and of an answer.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};

use super::model::{self, DEVICE_TTL, DeviceId};
use crate::app::App;
use crate::platform::http::describe::Takes;
use crate::platform::http::headers::cookie;

/// With the prefix browsers accept and send the cookie by https only, and for this host alone.
const COOKIE: &str = "__Host-doccare-device";

/// The device cookie of a request, if any. It is parsed only on demand.
#[derive(Clone, Default)]
pub struct Devices(Option<Arc<str>>);

impl fmt::Debug for Devices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Devices")
    }
}

impl Devices {
    pub fn of(headers: &HeaderMap) -> Self {
        Self(cookie(headers, COOKIE).map(Into::into))
    }

    /// The id of this device for an account that signed in on it within the last 90 days.
    pub fn find(&self, app: &App, account_id: &str) -> Option<DeviceId> {
        let known = self.read(app).into_iter().find(|known| known.account_id == account_id);
        known.map(|known| known.device)
    }

    /// The `Set-Cookie` of an answer that signs an account in. A known device keeps its id, so that its counters stay its own.
    pub fn remember(&self, app: &App, account_id: &str) -> HeaderValue {
        let device = self.find(app, account_id).unwrap_or_else(DeviceId::random);
        self.write(app, account_id, device)
    }

    /// The `Set-Cookie` of a response to a user who proved by mail that they own the account.
    pub fn remember_anew(&self, app: &App, account_id: &str) -> HeaderValue {
        self.write(app, account_id, DeviceId::random())
    }

    fn read(&self, app: &App) -> Vec<model::KnownAccount> {
        self.0.as_ref().map_or_else(Vec::new, |value| model::read(&app.keys, value, app.clock.now_millis()))
    }

    fn write(&self, app: &App, account_id: &str, device: DeviceId) -> HeaderValue {
        let value = model::write(&app.keys, self.read(app), account_id, device, app.clock.now_millis());
        let seconds = DEVICE_TTL.as_secs();
        let set = format!("{COOKIE}={value}; Path=/; Max-Age={seconds}; Secure; HttpOnly; SameSite=Lax");
        HeaderValue::try_from(set).unwrap_or_else(|_| HeaderValue::from_static(""))
    }
}

impl<S: Sync> FromRequestParts<S> for Devices {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

impl Takes for Devices {}

//! Notifications of the caller's devices over HTTP.

use axum::extract::Path;
use serde::Deserialize;
use utoipa::ToSchema;

use super::service::{self, PushDevices};
use crate::app::App;
use crate::identity::callers::Notified;
use crate::identity::texts;
use crate::platform::http::{Answer, Body, Code, Done, Field, FieldErrors, Problem, Result};
use crate::platform::lang::Lang;
use crate::platform::push::{BrowserKeys, Endpoint};

/// On which devices one gets notifications, and the key that a browser needs for them.
#[utoipa::path(get, path = "/user/api/push")]
pub async fn push_devices(caller: Notified, app: App) -> Result<Answer<PushDevices>> {
    Ok(Answer::of(service::own(&app, &caller).await?))
}

/// A browser's subscription (W3C Push API).
#[derive(Deserialize, ToSchema)]
pub struct SubscriptionRequest {
    /// The address of the browser at its push service
    endpoint: Field,
    p256dh: Field,
    auth: Field,
}

/// Get notifications on this device, until its login ends. The same again changes nothing.
#[utoipa::path(post, path = "/user/api/push", responses((status = 404), (status = 409)))]
pub async fn add_push_device(
    caller: Notified,
    app: App,
    lang: Lang,
    Body(request): Body<SubscriptionRequest>,
) -> Result<Answer<PushDevices>> {
    let services = app.pusher.services();
    if !services.is_any() {
        return Err(Problem::saying(Code::NotFound, texts::PUSH_OFF_HERE));
    }
    let mut errors = FieldErrors::default();
    let endpoint =
        errors.check(request.endpoint, |text| Endpoint::parse(text, services).ok_or(texts::PUSH_SERVICE_UNKNOWN));
    let (p256dh, auth) = (errors.text(request.p256dh), errors.text(request.auth));
    let keys = p256dh.zip(auth).and_then(|(p256dh, auth)| BrowserKeys::parse(&p256dh, &auth));
    if keys.is_none() {
        errors.add("p256dh", texts::PUSH_KEYS_WRONG);
    }
    let subscription = errors.all(|| endpoint.zip(keys))?;
    Ok(Answer::saying(texts::PUSH_ON, lang, service::add(&app, &caller, subscription).await?))
}

/// End the notifications of one of the own devices.
#[utoipa::path(delete, path = "/user/api/push/{id}")]
pub async fn end_push_device(caller: Notified, app: App, lang: Lang, Path(id): Path<String>) -> Result<Done> {
    if !service::end(&app, &caller, id).await? {
        return Err(Problem::saying(Code::NotFound, texts::PUSH_DEVICE_GONE));
    }
    Ok(Done::saying(texts::PUSH_ENDED, lang))
}

//! The client of push services: TLS to public addresses only, without redirects, and their answers are not read.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use jiff::{SignedDuration, Timestamp};
use reqwest::{StatusCode, header, redirect};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::PushContent;
use super::encryption::{BrowserKeys, encrypt};
use super::services::{Endpoint, PushServices};
use super::store::{self, Device, DeviceOutcomes, QueuedPush};
use super::vapid::{self, VapidKey};
use crate::platform::base64url;
use crate::platform::db::{self, Columns, Db, Lock, Result};
use crate::platform::delivery_queue::{Outgoing, RowLease, SendError, SendResult};
use crate::platform::keys::Keys;
use crate::platform::lang::Lang;
use crate::platform::metrics::Metrics;
use crate::platform::phone_messages::night;
use crate::platform::ssrf_guard::PublicAddressesOnly;

const SEND_TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a push is tried before the next channel. What it says is of the day, so it does not wait like a mail.
const MAX_RETRY_TIME: SignedDuration = SignedDuration::from_mins(3);
/// How long a push service keeps it for a phone that is off; the second is the usual limit of services.
const TTL_SECONDS: (i64, i64) = (60, 28 * 24 * 3600);
/// A topic may have 32 characters.
const TOPIC_LENGTH: usize = 32;

/// The content as the service worker reads it.
#[derive(Serialize)]
struct Payload<'a> {
    title: &'a str,
    body: &'a str,
    page: &'a str,
    lang: Lang,
    tag: &'a str,
}

#[derive(Clone)]
pub struct Pusher(Arc<Parts>);

struct Parts {
    services: PushServices,
    client: reqwest::Client,
    /// An address of ours, for the operators of push services.
    contact: String,
    db: Db,
    keys: Keys,
    metrics: Metrics,
}

/// What a push service answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Taken,
    /// The subscription has ended.
    Gone,
    /// It may succeed later.
    Failed,
    Refused,
}

impl Outcome {
    /// In metrics.
    fn as_str(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Gone => "gone",
            Self::Failed => "failed",
            Self::Refused => "refused",
        }
    }

    fn of(status: StatusCode) -> Self {
        match status.as_u16() {
            200..=299 => Self::Taken,
            404 | 410 => Self::Gone,
            408 | 425 | 429 | 500.. => Self::Failed,
            // Redirects too: a push service's address does not lead elsewhere.
            _ => Self::Refused,
        }
    }
}

impl Pusher {
    pub fn open(
        services: PushServices,
        contact: String,
        (db, keys, metrics): (Db, Keys, Metrics),
    ) -> reqwest::Result<Self> {
        // An error means that one is installed already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .dns_resolver(PublicAddressesOnly { allow_loopback: services.has_loopback() })
            .redirect(redirect::Policy::none())
            .no_proxy()
            .https_only(!services.has_loopback())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(SEND_TIMEOUT)
            .build()?;
        Ok(Self(Arc::new(Parts { services, client, contact, db, keys, metrics })))
    }

    pub fn services(&self) -> &PushServices {
        &self.0.services
    }

    async fn deliver(&self, device: &Device, push: &QueuedPush, key: &VapidKey, now: Timestamp) -> Outcome {
        let outcome = match self.request(device, push, key, now) {
            Some(request) => request.send().await.map_or(Outcome::Failed, |answer| Outcome::of(answer.status())),
            None => Outcome::Refused,
        };
        self.0.metrics.pushed(outcome.as_str());
        outcome
    }

    /// `None` if the setting does not allow the service any more, or the content does not fit.
    fn request(
        &self,
        device: &Device,
        push: &QueuedPush,
        key: &VapidKey,
        now: Timestamp,
    ) -> Option<reqwest::RequestBuilder> {
        let Parts { services, client, contact, .. } = &*self.0;
        let endpoint = Endpoint::parse(&device.endpoint, services)?;
        let PushContent { lang, title, body, page, until, .. } = &push.content;
        let topic = topic(&push.about);
        let payload = Payload { title, body, page, lang: *lang, tag: &topic };
        let payload = serde_json::to_vec(&payload).ok()?;
        let sealed = encrypt(&payload, &BrowserKeys::parse(&device.p256dh, &device.auth)?)?;
        let ttl = ((until - now.as_millisecond()) / 1000).clamp(TTL_SECONDS.0, TTL_SECONDS.1);
        let request = client
            .post(endpoint.url())
            .header(header::AUTHORIZATION, key.authorization(&endpoint.origin(), contact, now)?)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", ttl)
            .header("urgency", "high")
            .header("topic", topic)
            .body(sealed);
        Some(request)
    }
}

/// Of a subject: a later push takes the place of an earlier one that a phone has not fetched. It reveals no id.
fn topic(about: &str) -> String {
    let mut topic = base64url::encode(&Sha256::digest(about));
    topic.truncate(TOPIC_LENGTH);
    topic
}

/// From when on a failed push goes to the next channel instead of being tried again.
fn give_up_at(content: &PushContent) -> i64 {
    let made_at = Timestamp::from_millisecond(content.made_at).unwrap_or_default();
    let first_due = night::morning_after(made_at, content.needed_by).unwrap_or(made_at);
    first_due.checked_add(MAX_RETRY_TIME).unwrap_or(first_due).as_millisecond()
}

impl Outgoing for Pusher {
    const NAME: &'static str = "push";
    const TABLE: &'static str = "push_queue";
    const WAITS: &'static str = "TRUE";
    const LOCK: Lock<'static> = Lock::Pushes;
    type Item = QueuedPush;
    const COLUMNS: Columns<QueuedPush> = store::QUEUED;

    fn recipient(push: &QueuedPush) -> &str {
        &push.account_id
    }

    fn until(push: &QueuedPush) -> Option<i64> {
        Some(push.content.until)
    }

    /// To every device of the account at once; one that takes it is enough.
    async fn send(&self, _: &str, push: &QueuedPush, now: Timestamp) -> SendResult {
        let (Parts { db, keys, metrics, .. }, at) = (&*self.0, now.as_millisecond());
        let found = db.read(async |tx| {
            let devices = store::list_devices(tx, &push.account_id, at).await?;
            Ok::<_, db::Error>((devices, vapid::find(tx, keys).await?))
        });
        let (devices, key) = found.await.map_err(|error| SendError::Temporary(error.to_string()))?;
        let mut outcomes = DeviceOutcomes::default();
        let mut answers = Vec::new();
        if let Some(key) = key {
            answers = join_all(devices.iter().map(|device| self.deliver(device, push, &key, now))).await;
        }
        for (device, outcome) in devices.into_iter().zip(&answers) {
            let list = match outcome {
                Outcome::Taken => &mut outcomes.took,
                Outcome::Gone => &mut outcomes.gone,
                Outcome::Failed | Outcome::Refused => &mut outcomes.failed,
            };
            list.push(device.id);
        }
        let saved = db.write(async move |tx| outcomes.save(tx, at).await).await;
        if let Err(error) = saved {
            tracing::warn!(%error, "what became of a push was not noted");
        }
        if answers.contains(&Outcome::Taken) {
            return Ok(());
        }
        if answers.contains(&Outcome::Failed) && at < give_up_at(&push.content) {
            return Err(SendError::Temporary("no push service took it".into()));
        }
        metrics.pushed("passed_on");
        Err(SendError::Permanent("no device took it".into()))
    }

    fn deferred_until(push: &QueuedPush, now: Timestamp) -> Option<Timestamp> {
        night::morning_after(now, push.content.needed_by)
    }

    async fn delete_withdrawn(db: &Db, ids: Vec<String>) -> Result<()> {
        db.write_one(async move |tx| store::delete(tx, &ids).await).await
    }

    async fn mark_sent(db: &Db, ids: Vec<String>, _: Timestamp) -> Result<()> {
        db.write_one(async move |tx| store::delete(tx, &ids).await).await
    }

    async fn give_up(&self, db: &Db, claim: RowLease, _: SendError, now: Timestamp) -> Result<()> {
        db.write(async move |tx| store::pass_on(tx, &claim, now).await).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gone_subscription_is_told_from_a_service_that_is_down() {
        for (status, outcome) in [
            (201, Outcome::Taken),
            (200, Outcome::Taken),
            (404, Outcome::Gone),
            (410, Outcome::Gone),
            (429, Outcome::Failed),
            (500, Outcome::Failed),
            (503, Outcome::Failed),
            (301, Outcome::Refused),
            (307, Outcome::Refused),
            (400, Outcome::Refused),
            (403, Outcome::Refused),
            (413, Outcome::Refused),
        ] {
            assert_eq!(Outcome::of(StatusCode::from_u16(status).unwrap()), outcome, "{status}");
        }
    }

    #[test]
    fn a_topic_has_32_characters_and_is_of_its_subject() {
        assert_eq!(topic("a").len(), TOPIC_LENGTH);
        assert_eq!(topic("a"), topic("a"));
        assert_ne!(topic("a"), topic("b"));
    }
}

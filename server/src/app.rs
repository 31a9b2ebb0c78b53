//! The state of the running program, built by `startup`. Axum passes it to every handler and job.

use std::convert::Infallible;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use tokio_util::sync::CancellationToken;

use crate::clinic_day::live_queue::LiveQueues;
use crate::identity::FailedLogins;
use crate::identity::passwords::PasswordHasher;
use crate::migrations;
use crate::platform::audit::seals::LastSeal;
use crate::platform::background::Wakeup;
use crate::platform::backoff::Backoff;
use crate::platform::clock::Clock;
use crate::platform::clock_guard::ClockGuard;
use crate::platform::concurrency_limit::ConcurrencyLimit;
use crate::platform::config::Config;
use crate::platform::connections::tls::Certificate;
use crate::platform::db::{Db, migrate};
use crate::platform::http::address::TrustedProxies;
use crate::platform::http::describe::Takes;
use crate::platform::http::form::Uploads;
use crate::platform::keys::Keys;
use crate::platform::load_shedding::LoadShedder;
use crate::platform::mail::Mailer;
use crate::platform::metrics::Metrics;
use crate::platform::phone_messages::Messenger;
use crate::platform::photos::Photos;
use crate::platform::pubsub::PubSub;
use crate::platform::push::Pusher;
use crate::platform::rate_limit::RateLimiter;
use crate::platform::static_site::StaticSite;
use crate::platform::traces::Traces;
use crate::scheduling::availability_index::AvailabilityIndex;

/// Axum clones it for every request, so it is one `Arc`.
#[derive(Clone)]
pub struct App(Arc<Contents>);

impl Deref for App {
    type Target = Contents;

    fn deref(&self) -> &Contents {
        &self.0
    }
}

impl From<Contents> for App {
    fn from(contents: Contents) -> Self {
        Self(Arc::new(contents))
    }
}

#[derive(Clone)]
pub struct Contents {
    pub db: Db,
    pub clock: Clock,
    pub keys: Keys,
    pub passwords: PasswordHasher,
    pub mailer: Mailer,
    /// Sends messages to phones; `None` without a provider.
    pub messenger: Option<Messenger>,
    /// Sends notifications to browsers.
    pub pusher: Pusher,
    pub photos: Photos,
    pub config: Arc<Config>,
    /// `None` where a proxy terminates TLS.
    pub certificate: Option<Arc<Certificate>>,
    pub static_site: Arc<StaticSite>,
    /// Wakes the job that sends mails.
    pub mail_wakeup: Wakeup,
    /// Wakes the job that sends messages to phones.
    pub phone_message_wakeup: Wakeup,
    /// Wakes the job that sends notifications to browsers.
    pub push_wakeup: Wakeup,
    /// Wakes the job that asks the next donors.
    pub blood_wave_wakeup: Wakeup,
    pub last_seal: LastSeal,
    /// Items of jobs that failed and are retried later.
    pub backoff: Backoff,
    /// Cancelled on SIGTERM: `/readyz` fails from then on, so that load balancers send new requests elsewhere.
    pub leaving: CancellationToken,
    /// Cancelled after the drain time: jobs and event streams end.
    pub stop: CancellationToken,
    pub pubsub: PubSub,
    /// Detects clock jumps.
    pub clock_guard: ClockGuard,
    /// Open event streams of accounts.
    pub streams: ConcurrencyLimit,
    /// Open event streams of links, without an account.
    pub link_streams: ConcurrencyLimit,
    /// Rejects a share of requests under overload.
    pub load_shedder: LoadShedder,
    /// The free slots of every listed doctor, in memory.
    pub availability: AvailabilityIndex,
    /// The queues with watchers.
    pub queues: LiveQueues,
    pub uploads: Uploads,
    /// Counts wrong passwords and codes, and requests without a token.
    pub rate_limiter: RateLimiter,
    /// Wrong passwords that are not in the audit log yet.
    pub failed_logins: FailedLogins,
    /// Wakes the job that removes erased data from the disk.
    pub scrub_wakeup: Wakeup,
    /// Wakes the job that makes backups.
    pub backup_wakeup: Wakeup,
    /// Counters for Prometheus.
    pub metrics: Metrics,
    /// Exports traces; `None` without an endpoint.
    pub traces: Option<Traces>,
}

/// Lets a handler take `app: App`.
impl Takes for App {}

impl FromRequestParts<Self> for App {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, app: &Self) -> Result<Self, Infallible> {
        Ok(app.clone())
    }
}

/// For extractors that need the client's address.
impl FromRef<App> for TrustedProxies {
    fn from_ref(app: &App) -> Self {
        app.config.trusted_proxies.clone()
    }
}

impl FromRef<App> for Uploads {
    fn from_ref(app: &App) -> Self {
        app.uploads.clone()
    }
}

impl App {
    /// Sends pushes, mails and messages at once. Call it after the commit that enqueued them.
    pub fn wake_outbox(&self) {
        self.push_wakeup.notify();
        self.wake_next_channels();
    }

    /// The same without pushes: they have gone first.
    pub fn wake_next_channels(&self) {
        self.mail_wakeup.notify();
        if self.messenger.is_some() {
            self.phone_message_wakeup.notify();
        }
    }

    /// Runs the blood wave job at once. Call it after the commit that changed a request.
    pub fn wake_blood_waves(&self) {
        self.blood_wave_wakeup.notify();
    }

    /// Removes erased data from the disk, and mail files to these addresses. Call it after the commit that erased a person.
    pub async fn after_erasure(&self, addresses: Vec<String>) {
        if let Err(error) = self.mailer.erase_files_to(addresses).await {
            tracing::error!(%error, "mails in files were not erased");
        }
        self.scrub_wakeup.notify();
    }

    /// Whether the database answers and has a schema that suits, and the program is not about to stop.
    pub async fn is_ready(&self) -> bool {
        !self.leaving.is_cancelled() && migrate::is_done(&self.db, migrations::STEPS).await.unwrap_or(false)
    }
}

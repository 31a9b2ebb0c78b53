//! Starting the program: opens what the settings name, each with an error that names the wrong setting, and builds [`App`].
//!
//! `doccare check` and the other commands open single parts of it.

use std::sync::Arc;

use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use crate::app::{App, Contents};
use crate::clinic_day::live_queue::LiveQueues;
use crate::identity::passwords::{Cost, PasswordHasher};
use crate::identity::{self, Email, FailedLogins, NewPassword, Owner};
use crate::migrations;
use crate::platform::audit::seals::LastSeal;
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::background::Wakeup;
use crate::platform::backoff::Backoff;
use crate::platform::clock::Clock;
use crate::platform::clock_guard::{self, ClockGuard};
use crate::platform::concurrency_limit::ConcurrencyLimit;
use crate::platform::config::{Config, FirstAdmin, WrongSetting};
use crate::platform::connections::tls::Certificate;
use crate::platform::db::{self, DatabaseUrl, Db, Tx, migrate};
use crate::platform::files::system_user;
use crate::platform::http::Code;
use crate::platform::http::form::Uploads;
use crate::platform::keys::{self, ForgottenKeys, KeySource, KeyUnknown, KeyUseError, Keys};
use crate::platform::lang::Text;
use crate::platform::load_shedding::LoadShedder;
use crate::platform::mail::{Mailer, WrongMailer};
use crate::platform::metrics::Metrics;
use crate::platform::phone_messages::Messenger;
use crate::platform::photos::Photos;
use crate::platform::pubsub::PubSub;
use crate::platform::rate_limit::RateLimiter;
use crate::platform::static_site::StaticSite;
use crate::platform::traces::Traces;
use crate::scheduling::availability_index::AvailabilityIndex;

/// An open page has one event stream. More would let one account use up the connections of others.
const MAX_STREAMS_PER_ACCOUNT: usize = 32;
/// A link is shared by a family, or by the screens of a clinic.
const MAX_STREAMS_PER_LINK: usize = 32;
/// All streams that are opened by links: half of the connections stay free for others.
const MAX_LINK_STREAMS: usize = 4096;

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Setting(#[from] WrongSetting),
    #[error("DOCCARE_DATABASE_URL: {url} does not answer: {error}")]
    Database { url: String, error: db::Error },
}

impl App {
    /// Opens the database, brings it to today's schema and makes the first administrator.
    pub async fn build(config: Config, clock: Clock, cost: Cost) -> Result<Self, StartError> {
        let certificate = open_certificate(&config)?;
        let failed = |error| StartError::Database { url: config.database.to_string(), error };
        let db = open_database(&config).await?;
        clock_guard::begin(&db, clock.now()).await.map_err(failed)?;
        check_key_is_there(&config, &db, failed).await?;
        let keys = open_keys(&config)?;
        note_key(&db, &keys, clock.now()).await.map_err(|error| match error {
            KeyUseError::Unknown(unknown) => wrong_key(&config, unknown).into(),
            KeyUseError::Db(error) => failed(error),
        })?;
        let first_admin = match &config.first_admin {
            Some(admin) => check_admin(&db, admin, failed).await?,
            None => None,
        };
        let mailer = open_mailer(&config)?.keeping(&keys);
        let messenger = open_messenger(&config, &keys)?;
        if let Some(messenger) = &messenger {
            messenger.log_what_is_missing();
        }
        let photos = open_photos(&config)?;
        let traces = open_traces(&config, &clock, &db)?;
        let (stop, rate_limiter) = (CancellationToken::new(), RateLimiter::new(config.rate_limits, &db, &keys));
        let pubsub = PubSub::start(&db, &stop);
        let app = Self::from(Contents {
            db,
            metrics: Metrics::new(clock.now(), Code::all().map(Code::name)),
            traces,
            clock,
            keys,
            passwords: PasswordHasher::new(cost),
            mailer,
            messenger,
            photos,
            static_site: Arc::new(StaticSite::new(&config.public_url, &config.notices, config.offline)),
            config: Arc::new(config.clone()),
            certificate,
            mail_wakeup: Wakeup::default(),
            phone_message_wakeup: Wakeup::default(),
            blood_wave_wakeup: Wakeup::default(),
            last_seal: LastSeal::default(),
            backoff: Backoff::default(),
            leaving: CancellationToken::new(),
            stop,
            pubsub,
            clock_guard: ClockGuard::default(),
            streams: ConcurrencyLimit::new(usize::MAX, MAX_STREAMS_PER_ACCOUNT),
            link_streams: ConcurrencyLimit::new(MAX_LINK_STREAMS, MAX_STREAMS_PER_LINK),
            load_shedder: LoadShedder::default(),
            availability: AvailabilityIndex::default(),
            queues: LiveQueues::default(),
            uploads: Uploads::default(),
            rate_limiter,
            failed_logins: FailedLogins::default(),
            scrub_wakeup: Wakeup::default(),
            backup_wakeup: Wakeup::default(),
        });
        if let Some((email, password)) = first_admin {
            identity::create_admin(&app, email, password).await.map_err(failed)?;
        }
        Ok(app)
    }
}

/// The database with today's schema.
pub async fn open_database(config: &Config) -> Result<Db, StartError> {
    let db = open_database_as_it_is(config)?;
    let Err(mut error) = migrate::run(&db, migrations::STEPS).await else { return Ok(db) };
    // A running program reports an unreachable server as busy. At the start the operator needs the reason.
    if matches!(error, db::Error::Busy)
        && let Some(why) = config.database.why_unreachable().await
    {
        error = db::Error::Other(why);
    }
    Err(not_opened(config, error))
}

/// The error names the file and the system user, or the server and the database user.
fn not_opened(config: &Config, error: db::Error) -> StartError {
    let url = match &config.database {
        DatabaseUrl::Sqlite(_) => format!("{}, opened by the user {},", config.database, system_user()),
        DatabaseUrl::Postgres(_) => config.database.to_string(),
    };
    StartError::Database { url, error }
}

/// The database without migrations: for backups and for restoring.
pub fn open_database_as_it_is(config: &Config) -> Result<Db, StartError> {
    config.make_data_dir()?;
    Db::open(&config.database).map_err(|error| not_opened(config, error))
}

pub fn open_photos(config: &Config) -> Result<Photos, WrongSetting> {
    let url = config.photos_url.as_ref().map(|url| url.0.as_str());
    Photos::open(url, &config.data_dir)
        .map_err(|error| WrongSetting { name: "DOCCARE_PHOTOS_URL", expected: error.to_string() })
}

pub fn open_keys(config: &Config) -> Result<Keys, WrongSetting> {
    Keys::load(&config.key).map_err(|error| wrong_key(config, error))
}

/// Refuses to create a key for a database that was used with another one: a restored database, or a lost key file.
pub(crate) async fn check_key_is_there(
    config: &Config,
    db: &Db,
    failed: impl Fn(db::Error) -> StartError,
) -> Result<(), StartError> {
    // The database first: another instance that starts for the first time creates the file before it records the key.
    match keys::last_used(db).await.map_err(failed)? {
        Some(id) if !config.key.is_there() => Err(wrong_key(config, KeyUnknown(id)).into()),
        _ => Ok(()),
    }
}

/// Records the key in use, and a change of it in the audit log.
pub async fn note_key(db: &Db, keys: &Keys, now: Timestamp) -> Result<(), KeyUseError> {
    let keys = keys.clone();
    db.write(async move |tx| {
        if keys::record_use(tx, &keys, now).await? {
            record_key(tx, "use_key", keys.id(), now).await?;
        }
        Ok(())
    })
    .await
}

/// Continues with the configured key although older ones are lost.
pub async fn forget_lost_key(db: &Db, keys: &Keys, now: Timestamp) -> db::Result<()> {
    let keys = keys.clone();
    db.write(async move |tx| {
        let ForgottenKeys { lost, is_new } = keys::forget_lost(tx, &keys, now).await?;
        for id in &lost {
            record_key(tx, "lose_key", id, now).await?;
        }
        if is_new {
            record_key(tx, "use_key", keys.id(), now).await?;
        }
        Ok(())
    })
    .await
}

/// A new key could seal a forged log, so each change of the key is an audit entry.
async fn record_key(tx: &mut Tx<'_>, action: &str, id: &str, now: Timestamp) -> db::Result<()> {
    audit::record(tx, Entry::of_operator(action, Subject { kind: "key", id, name: "" }), now).await
}

pub(crate) fn wrong_key(config: &Config, error: impl std::error::Error) -> WrongSetting {
    let name = match config.key {
        KeySource::Given(_) => "DOCCARE_KEY",
        KeySource::File(_) => "DOCCARE_KEY_FILE",
    };
    WrongSetting { name, expected: error.to_string() }
}

pub(crate) fn open_mailer(config: &Config) -> Result<Mailer, WrongSetting> {
    let smtp_url = config.smtp_url.as_ref().map(|url| url.0.as_str());
    let opened = Mailer::open(smtp_url, &config.mail_from, &config.data_dir);
    opened.map(|mailer| mailer.of_site(&config.public_url)).map_err(|error| {
        let name = match error {
            WrongMailer::From => "DOCCARE_MAIL_FROM",
            WrongMailer::Smtp | WrongMailer::Plain => "DOCCARE_SMTP_URL",
            WrongMailer::Folder { .. } => "DOCCARE_DATA_DIR",
        };
        WrongSetting { name, expected: error.to_string() }
    })
}

pub(crate) fn open_messenger(config: &Config, keys: &Keys) -> Result<Option<Messenger>, WrongSetting> {
    let opened = config.messages.clone().map(|provider| Messenger::open(provider, keys.clone())).transpose();
    opened.map_err(|error| WrongSetting { name: "DOCCARE_MESSAGES_URL", expected: error.to_string() })
}

fn open_traces(config: &Config, clock: &Clock, db: &Db) -> Result<Option<Traces>, WrongSetting> {
    let open = |to: &String| Traces::open(to, config.traces_timeout, clock.clone(), db.engine());
    let opened = config.traces_to.as_ref().map(open).transpose();
    opened.map_err(|expected| WrongSetting { name: "OTEL_EXPORTER_OTLP_ENDPOINT", expected })
}

pub(crate) fn open_certificate(config: &Config) -> Result<Option<Arc<Certificate>>, WrongSetting> {
    let certificate = config.tls.clone().map(Certificate::load).transpose().map_err(|wrong| {
        let name = if wrong.is_key { "DOCCARE_TLS_KEY" } else { "DOCCARE_TLS_CERT" };
        WrongSetting { name, expected: wrong.to_string() }
    })?;
    Ok(certificate.map(Arc::new))
}

/// The administrator named by the settings; `None` if any administrator exists, so that a removed one is not created again and a changed
/// password is not reset.
pub(crate) async fn check_admin(
    db: &Db,
    admin: &FirstAdmin,
    failed: impl Fn(db::Error) -> StartError,
) -> Result<Option<(Email, NewPassword)>, StartError> {
    let wrong = |name| move |text: Text| WrongSetting { name, expected: text.en.into() };
    let email = Email::parse(&admin.email).map_err(wrong("DOCCARE_ADMIN_EMAIL"))?;
    if db.read(async |tx| identity::has_admin(tx).await).await.map_err(failed)? {
        return Ok(None);
    }
    let owner = Owner::from_form(None, Some(&email), None);
    let password = NewPassword::parse(&admin.password, &owner).map_err(wrong("DOCCARE_ADMIN_PASSWORD"))?;
    Ok(Some((email, password)))
}

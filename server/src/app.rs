//! Everything the program holds while it runs, built once, by `main` and by the tests alike.

use std::convert::Infallible;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use jiff::Timestamp;
use tokio_util::sync::CancellationToken;

use crate::booking::Week;
use crate::booking::queue::shown::Queues;
use crate::identity::passwords::{Cost, Passwords};
use crate::identity::{self, Email, NewPassword, Owner, WrongLogins};
use crate::migrations;
use crate::platform::audit::seals::LastSeal;
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::background::{Bell, Setbacks};
use crate::platform::clock::Clock;
use crate::platform::config::{Config, FirstAdmin, WrongSetting};
use crate::platform::connections::tls::Certificate;
use crate::platform::db::{self, DatabaseUrl, Db, Tx, migrate};
use crate::platform::doubt::{self, Doubt};
use crate::platform::files::system_user;
use crate::platform::http::address::TrustedProxies;
use crate::platform::http::describe::Takes;
use crate::platform::http::form::Uploads;
use crate::platform::keys::{self, Forgotten, KeySource, KeyUnknown, Keys, NotNoted};
use crate::platform::lang::Text;
use crate::platform::live::Live;
use crate::platform::load::Load;
use crate::platform::mail::{Mailer, WrongMailer};
use crate::platform::messages::Messenger;
use crate::platform::metrics::Metrics;
use crate::platform::photos::Photos;
use crate::platform::places::Places;
use crate::platform::traces::Traces;
use crate::platform::tries::RateLimiter;
use crate::platform::web::Web;

/// Each open page has one; more than anybody's pages is somebody who takes the places of others.
const STREAMS_OF_AN_ACCOUNT: usize = 32;
/// A link is shared by a family, or by the screens of a clinic.
const STREAMS_OF_A_LINK: usize = 32;
/// Links are many, and whoever books has some: together they leave half of the connections to everybody else.
const STREAMS_BY_LINKS: usize = 4096;

/// Axum copies it for every request: copying it is counting one more who holds it.
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
    pub passwords: Passwords,
    pub mailer: Mailer,
    /// Hands messages to phones over; none where no provider is set.
    pub messenger: Option<Messenger>,
    pub photos: Photos,
    pub config: Arc<Config>,
    /// What clients are shown, where the program speaks TLS itself.
    pub certificate: Option<Arc<Certificate>>,
    pub web: Arc<Web>,
    /// Wakes the job that sends mails.
    pub mail_bell: Bell,
    /// Wakes the job that hands messages to phones over.
    pub message_bell: Bell,
    /// Wakes the job that asks donors.
    pub wave_bell: Bell,
    pub last_seal: LastSeal,
    /// What the jobs leave aside for a while.
    pub setbacks: Setbacks,
    /// Cancelled when the program is told to stop: it says that it is not ready, so that people are sent elsewhere.
    pub leaving: CancellationToken,
    /// Cancelled when the program stops: jobs and event streams end.
    pub stop: CancellationToken,
    pub live: Live,
    /// Whether the clock is believed.
    pub doubt: Doubt,
    /// Event streams that are open, by account.
    pub streams: Places,
    /// Event streams that are open without an account, by link.
    pub link_streams: Places,
    /// Whether there is more to do than can be done.
    pub load: Load,
    /// The coming week of every listed doctor.
    pub week: Week,
    /// The queues that somebody watches.
    pub queues: Queues,
    pub uploads: Uploads,
    /// Counts wrong passwords and codes, and what comes without a token.
    pub tries: RateLimiter,
    /// Wrong passwords that are not in the audit log yet.
    pub wrong_logins: WrongLogins,
    /// Wakes the job that scrubs the disk of what was erased.
    pub erased_bell: Bell,
    /// Wakes the job that makes backups.
    pub backup_bell: Bell,
    /// What Prometheus is told.
    pub metrics: Metrics,
    /// Takes traces, where somebody wants them.
    pub traces: Option<Traces>,
}

/// A handler takes it as `app: App`.
impl Takes for App {}

impl FromRequestParts<Self> for App {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, app: &Self) -> Result<Self, Infallible> {
        Ok(app.clone())
    }
}

/// What asks for a client's address need not know the rest.
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
        doubt::begin(&db, clock.now()).await.map_err(failed)?;
        check_key_is_there(&config, &db, failed).await?;
        let keys = open_keys(&config)?;
        note_key(&db, &keys, clock.now()).await.map_err(|error| match error {
            NotNoted::Unknown(unknown) => wrong_key(&config, unknown).into(),
            NotNoted::Db(error) => failed(error),
        })?;
        let first_admin = match &config.first_admin {
            Some(admin) => check_admin(&db, admin, failed).await?,
            None => None,
        };
        let mailer = open_mailer(&config)?.keeping(&keys);
        let messenger = open_messenger(&config, &keys)?;
        let photos = open_photos(&config)?;
        let traces = open_traces(&config, &clock, &db)?;
        let (stop, tries) = (CancellationToken::new(), RateLimiter::new(config.rate_limits, &db, &keys));
        let live = Live::start(&db, &stop);
        let app = Self::from(Contents {
            db,
            metrics: Metrics::new(clock.now()),
            traces,
            clock,
            keys,
            passwords: Passwords::new(cost),
            mailer,
            messenger,
            photos,
            web: Arc::new(Web::new(&config.public_url, &config.notices)),
            config: Arc::new(config.clone()),
            certificate,
            mail_bell: Bell::default(),
            message_bell: Bell::default(),
            wave_bell: Bell::default(),
            last_seal: LastSeal::default(),
            setbacks: Setbacks::default(),
            leaving: CancellationToken::new(),
            stop,
            live,
            doubt: Doubt::default(),
            streams: Places::new(usize::MAX, STREAMS_OF_AN_ACCOUNT),
            link_streams: Places::new(STREAMS_BY_LINKS, STREAMS_OF_A_LINK),
            load: Load::default(),
            week: Week::default(),
            queues: Queues::default(),
            uploads: Uploads::default(),
            tries,
            wrong_logins: WrongLogins::default(),
            erased_bell: Bell::default(),
            backup_bell: Bell::default(),
        });
        if let Some((email, password)) = first_admin {
            identity::create_admin(&app, email, password).await.map_err(failed)?;
        }
        Ok(app)
    }

    /// Said after a write that put a mail into the outbox, or a message beside it, so that they go at once.
    pub fn mail_waits(&self) {
        self.mail_bell.ring();
        if self.messenger.is_some() {
            self.message_bell.ring();
        }
    }

    /// Said after a write that let a request for blood ask more donors, or end.
    pub fn wave_waits(&self) {
        self.wave_bell.ring();
    }

    /// Said after somebody with these addresses was erased: what the database deleted goes from the disk too, and so do mails
    /// in files.
    pub async fn was_erased(&self, addresses: Vec<String>) {
        if let Err(error) = self.mailer.erase_files_to(addresses).await {
            tracing::error!(%error, "mails in files were not erased");
        }
        self.erased_bell.ring();
    }

    /// Whether the database answers and has a schema that suits, and the program is not about to stop.
    pub async fn is_ready(&self) -> bool {
        !self.leaving.is_cancelled() && migrate::is_done(&self.db, migrations::STEPS).await.unwrap_or(false)
    }
}

/// The database with today's schema.
pub async fn open_database(config: &Config) -> Result<Db, StartError> {
    let db = open_database_as_it_is(config)?;
    let Err(mut error) = migrate::run(&db, migrations::STEPS).await else { return Ok(db) };
    // A server that is not there is busy for those who serve: they are to try again. Whoever starts is told why.
    if matches!(error, db::Error::Busy)
        && let Some(why) = config.database.why_unreachable().await
    {
        error = db::Error::Other(why);
    }
    Err(not_opened(config, error))
}

/// Names the file with the user of the system, or the server with the user of the database.
fn not_opened(config: &Config, error: db::Error) -> StartError {
    let url = match &config.database {
        DatabaseUrl::Sqlite(_) => format!("{}, opened by the user {},", config.database, system_user()),
        DatabaseUrl::Postgres(_) => config.database.to_string(),
    };
    StartError::Database { url, error }
}

/// The database as it is: for backups, which change nothing, and for what is restored into it.
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

/// A key is made for a new database, never beside one that was used with another: a restored one, or one whose key file is lost.
pub(crate) async fn check_key_is_there(
    config: &Config,
    db: &Db,
    failed: impl Fn(db::Error) -> StartError,
) -> Result<(), StartError> {
    // Asked first: another instance that starts for the first time makes the file before it writes the key down.
    match keys::last_used(db).await.map_err(failed)? {
        Some(id) if !config.key.is_there() => Err(wrong_key(config, KeyUnknown(id)).into()),
        _ => Ok(()),
    }
}

/// Writes down which key is in use.
pub async fn note_key(db: &Db, keys: &Keys, now: Timestamp) -> Result<(), NotNoted> {
    let keys = keys.clone();
    db.write(async move |tx| {
        if keys::note_use(tx, &keys, now).await? {
            record_key(tx, "use_key", keys.id(), now).await?;
        }
        Ok(())
    })
    .await
}

/// Goes on with the key that is given because others are lost.
pub async fn forget_lost_key(db: &Db, keys: &Keys, now: Timestamp) -> db::Result<()> {
    let keys = keys.clone();
    db.write(async move |tx| {
        let Forgotten { lost, is_new } = keys::forget_lost(tx, &keys, now).await?;
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

/// Whoever changes the key could seal another log: that it was changed stands in it.
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
    let open = |to: &String| Traces::open(to, config.traces_patience, clock.clone(), db.engine());
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

/// The administrator whom the settings name, unless there is one already. Whoever was removed does not come back with the next
/// start, and whoever changed their password keeps it, whatever is set here.
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
    let owner = Owner::told(None, Some(&email), None);
    let password = NewPassword::parse(&admin.password, &owner).map_err(wrong("DOCCARE_ADMIN_PASSWORD"))?;
    Ok(Some((email, password)))
}

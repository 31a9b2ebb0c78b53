//! Everything the program holds while it runs, built once, by `main` and by the tests alike.

use std::sync::Arc;

use axum::extract::FromRef;
use tokio::sync::Notify;

use crate::booking;
use crate::identity::passwords::{Cost, Passwords};
use crate::identity::{self, Email, NewPassword};
use crate::migrations;
use crate::platform::audit;
use crate::platform::clock::Clock;
use crate::platform::config::{Config, FirstAdmin, WrongSetting};
use crate::platform::db::{self, Db, migrate};
use crate::platform::http::address::TrustedProxies;
use crate::platform::lang::Text;
use crate::platform::live::Live;
use crate::platform::mail::{Mailer, WrongMailer};
use crate::platform::photos::Photos;
use crate::platform::tries::Tries;
use crate::platform::web::Web;

#[derive(Clone)]
pub struct App {
    pub db: Db,
    pub clock: Clock,
    pub passwords: Passwords,
    pub mailer: Mailer,
    pub photos: Photos,
    pub config: Arc<Config>,
    pub web: Arc<Web>,
    /// Wakes the worker that sends mails.
    pub mail_bell: Arc<Notify>,
    pub live: Live,
    /// Counts wrong passwords, and what comes without a token.
    pub tries: Tries,
}

/// What asks for a client's address need not know the rest.
impl FromRef<App> for TrustedProxies {
    fn from_ref(app: &App) -> Self {
        app.config.trusted_proxies.clone()
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
        let first_admin = config.first_admin.as_ref().map(check_admin).transpose()?;
        config.make_data_dir()?;
        let failed = |error| StartError::Database { url: config.database.to_string(), error };
        let db = Db::open(&config.database).map_err(failed)?;
        migrate::run(&db, migrations::STEPS).await.map_err(failed)?;
        fold_old_names(&db).await.map_err(failed)?;
        let mailer = open_mailer(&config)?;
        let photos_url = config.photos_url.as_ref().map(|url| url.0.as_str());
        let photos = Photos::open(photos_url, &config.data_dir)
            .map_err(|error| WrongSetting { name: "DOCCARE_PHOTOS_URL", expected: error.to_string() })?;
        let live = Live::start(&db);
        let app = Self {
            db,
            clock,
            passwords: Passwords::new(cost),
            mailer,
            photos,
            web: Arc::new(Web::new(&config.public_url)),
            config: Arc::new(config.clone()),
            mail_bell: Arc::new(Notify::new()),
            live,
            tries: Tries::new(config.rate_limits),
        };
        if let Some((email, password)) = first_admin {
            identity::create_admin(&app, email, password).await.map_err(failed)?;
        }
        Ok(app)
    }

    /// Said after a write that put a mail into the outbox, so that it goes at once.
    pub fn mail_waits(&self) {
        self.mail_bell.notify_one();
    }

    /// Whether the database answers and has today's schema.
    pub async fn is_ready(&self) -> bool {
        migrate::is_done(&self.db, migrations::STEPS).await.unwrap_or(false)
    }
}

/// Folds what was stored before there were folded keys; once that is done, it finds nothing to do.
async fn fold_old_names(db: &Db) -> db::Result<()> {
    const AT_ONCE: i64 = 1000;
    let mut after = [const { Some(String::new()) }; 3];
    while after.iter().any(Option::is_some) {
        let [users, bookings, deeds] = after;
        let folded = db.write(async move |tx| {
            let users = match users {
                Some(after) => identity::users::fold_names(tx, &after, AT_ONCE).await?,
                None => None,
            };
            let bookings = match bookings {
                Some(after) => booking::fold_names(tx, &after, AT_ONCE).await?,
                None => None,
            };
            let deeds = match deeds {
                Some(after) => audit::fold_names(tx, &after, AT_ONCE).await?,
                None => None,
            };
            Ok::<_, db::Error>([users, bookings, deeds])
        });
        after = folded.await?;
    }
    Ok(())
}

fn open_mailer(config: &Config) -> Result<Mailer, WrongSetting> {
    let smtp_url = config.smtp_url.as_ref().map(|url| url.0.as_str());
    Mailer::open(smtp_url, &config.mail_from, &config.data_dir).map_err(|error| {
        let name = match error {
            WrongMailer::From => "DOCCARE_MAIL_FROM",
            WrongMailer::Smtp => "DOCCARE_SMTP_URL",
            WrongMailer::Folder { .. } => "DOCCARE_DATA_DIR",
        };
        WrongSetting { name, expected: error.to_string() }
    })
}

fn check_admin(admin: &FirstAdmin) -> Result<(Email, NewPassword), WrongSetting> {
    let wrong = |name| move |text: Text| WrongSetting { name, expected: text.en.into() };
    let email = Email::parse(&admin.email).map_err(wrong("DOCCARE_ADMIN_EMAIL"))?;
    let password = NewPassword::parse(&admin.password).map_err(wrong("DOCCARE_ADMIN_PASSWORD"))?;
    Ok((email, password))
}

//! Everything the program holds while it runs, built once, by `main` and by the tests alike.

use std::sync::Arc;

use crate::identity::passwords::{Cost, Passwords};
use crate::identity::{self, Email, NewPassword};
use crate::migrations;
use crate::platform::clock::Clock;
use crate::platform::config::{Config, WrongSetting};
use crate::platform::db::{self, Db, migrate};
use crate::platform::lang::Lang;
use crate::platform::web::Web;

#[derive(Clone)]
pub struct App {
    pub db: Db,
    pub clock: Clock,
    pub passwords: Passwords,
    pub config: Arc<Config>,
    pub web: Arc<Web>,
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
        config.make_data_dir()?;
        let failed = |error| StartError::Database { url: config.database.to_string(), error };
        let db = Db::open(&config.database).map_err(failed)?;
        migrate::run(&db, migrations::STEPS).await.map_err(failed)?;
        let web = Arc::new(Web::new(&config.public_url));
        let app = Self { db, clock, passwords: Passwords::new(cost), config: Arc::new(config.clone()), web };
        if let Some(admin) = &config.first_admin {
            let wrong = |name, text: fn(Lang) -> &'static str| WrongSetting { name, expected: text(Lang::En).into() };
            let email = Email::parse(&admin.email).map_err(|text| wrong("DOCCARE_ADMIN_EMAIL", text))?;
            let password =
                NewPassword::parse(admin.password.clone()).map_err(|text| wrong("DOCCARE_ADMIN_PASSWORD", text))?;
            identity::create_admin(&app, email, password).await.map_err(failed)?;
        }
        Ok(app)
    }

    /// Whether the database answers and has today's schema.
    pub async fn is_ready(&self) -> bool {
        migrate::is_done(&self.db, migrations::STEPS).await.unwrap_or(false)
    }
}

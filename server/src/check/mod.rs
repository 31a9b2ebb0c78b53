//! `doccare check`: what would be wrong if the product were served now, each with its cure. A list of small looks, which write
//! nothing that stays: no folder, no key, no table. What each setting has to be is said where it is read (`platform/config` and
//! what opens things); here it is only asked. Decision 0065.

mod database;
mod files;
mod network;

use std::fmt;
use std::pin::Pin;

use jiff::Timestamp;
use serde::Serialize;

use self::database::Database;
use crate::app::StartError;
use crate::platform::config::{Config, Settings, WrongSetting};
use crate::platform::db::Db;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    Warning,
    Wrong,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Wrong => "WRONG",
        })
    }
}

/// What a look found.
#[derive(Debug)]
struct Found {
    state: State,
    says: String,
    cure: Option<String>,
}

fn ok(says: impl Into<String>) -> Found {
    Found { state: State::Ok, says: says.into(), cure: None }
}

/// It can be served, but somebody should know.
fn warning(says: impl Into<String>, cure: impl Into<String>) -> Found {
    Found { state: State::Warning, says: says.into(), cure: Some(cure.into()) }
}

/// It cannot be served, or not as it is meant.
fn wrong(says: impl Into<String>, cure: impl Into<String>) -> Found {
    Found { state: State::Wrong, says: says.into(), cure: Some(cure.into()) }
}

/// A setting that `serve` refuses says itself what is expected.
impl From<WrongSetting> for Found {
    fn from(WrongSetting { name, expected }: WrongSetting) -> Self {
        wrong(expected, format!("set {name} as it says; `doccare --help` tells what it is for"))
    }
}

impl From<StartError> for Found {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Setting(setting) => setting.into(),
            StartError::Database { .. } => wrong(error.to_string(), "see what is said of the database"),
        }
    }
}

#[derive(Debug, Serialize)]
struct Finding {
    check: &'static str,
    state: State,
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cure: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct Report {
    findings: Vec<Finding>,
}

impl Report {
    fn add(&mut self, check: &'static str, Found { state, says, cure }: Found) {
        self.findings.push(Finding { check, state, says, cure });
    }

    /// How many things are wrong.
    pub fn wrong(&self) -> usize {
        self.findings.iter().filter(|finding| finding.state == State::Wrong).count()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { check, state, says, cure } in &self.findings {
            writeln!(f, "{state:<8} {check:<14} {says}")?;
            if let Some(cure) = cure {
                writeln!(f, "{:<8} {:<14} cure: {cure}", "", "")?;
            }
        }
        Ok(())
    }
}

/// What the looks look at.
struct Ground {
    config: Config,
    now: Timestamp,
    /// The database, if it answers and has tables.
    db: Option<Db>,
    /// Something is wrong with it, so what it holds is not known.
    is_db_lost: bool,
}

type Look = for<'a> fn(&'a Ground) -> Pin<Box<dyn Future<Output = Found> + 'a>>;

/// Every look, in the order in which it is told. The settings and the database come before: the others rest on them.
const LOOKS: [(&str, Look); 15] = [
    ("clock", |ground| Box::pin(database::clock(ground))),
    ("key", |ground| Box::pin(database::key(ground))),
    ("administrators", |ground| Box::pin(database::administrators(ground))),
    ("demo data", |ground| Box::pin(database::demo_data(ground))),
    ("data dir", |ground| Box::pin(async move { files::data_dir(ground) })),
    ("disk", |ground| Box::pin(async move { files::disk(ground) })),
    ("photos", |ground| Box::pin(files::photos(ground))),
    ("backups", |ground| Box::pin(async move { files::backups(ground) })),
    ("way in", |ground| Box::pin(async move { network::way_in(ground) })),
    ("listen", |ground| Box::pin(network::listen(ground))),
    ("metrics", |ground| Box::pin(network::metrics(ground))),
    ("tls", |ground| Box::pin(async move { network::tls(ground) })),
    ("public url", |ground| Box::pin(network::public_url(ground))),
    ("mail", |ground| Box::pin(network::mail(ground))),
    ("messages", |ground| Box::pin(network::messages(ground))),
];

/// Looks at everything. With a wrong setting there is nothing else to look at.
pub async fn look(settings: Settings, now: Timestamp) -> Report {
    let mut report = Report { findings: Vec::new() };
    let config = match settings.check() {
        Ok(config) => config,
        Err(setting) => {
            report.add("settings", setting.into());
            return report;
        }
    };
    report.add("settings", ok("all can be read"));
    let Database { found, db } = database::open(&config).await;
    let is_db_lost = found.state == State::Wrong;
    report.add("database", found);
    let ground = Ground { config, now, db, is_db_lost };
    for (check, look) in LOOKS {
        report.add(check, look(&ground).await);
    }
    if let Some(db) = &ground.db {
        db.close().await;
    }
    report
}

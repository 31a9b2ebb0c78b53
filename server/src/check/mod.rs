//! `doccare check`: what would be wrong if the product were served now, each finding with its remedy. The checks leave nothing behind: no
//! folder, no key, no table. The rules of a setting are where it is read (`platform/config`). Decision 0065.

mod database;
mod files;
mod network;

use std::fmt;
use std::pin::Pin;

use jiff::Timestamp;
use serde::Serialize;

use self::database::Database;
use crate::platform::config::{Config, Settings, WrongSetting};
use crate::platform::db::Db;
use crate::startup::StartError;

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

/// The result of one check.
#[derive(Debug)]
struct CheckResult {
    state: State,
    says: String,
    cure: Option<String>,
}

fn ok(says: impl Into<String>) -> CheckResult {
    CheckResult { state: State::Ok, says: says.into(), cure: None }
}

/// It can be served, but the operator should know.
fn warning(says: impl Into<String>, cure: impl Into<String>) -> CheckResult {
    CheckResult { state: State::Warning, says: says.into(), cure: Some(cure.into()) }
}

/// It cannot be served, or not as intended.
fn wrong(says: impl Into<String>, cure: impl Into<String>) -> CheckResult {
    CheckResult { state: State::Wrong, says: says.into(), cure: Some(cure.into()) }
}

/// The error of a setting that `serve` refuses names the expected format itself.
impl From<WrongSetting> for CheckResult {
    fn from(WrongSetting { name, expected }: WrongSetting) -> Self {
        wrong(expected, format!("set {name} as it says; `doccare --help` tells what it is for"))
    }
}

impl From<StartError> for CheckResult {
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
    fn add(&mut self, check: &'static str, CheckResult { state, says, cure }: CheckResult) {
        self.findings.push(Finding { check, state, says, cure });
    }

    /// The number of problems.
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

/// The context of the checks.
struct CheckContext {
    config: Config,
    now: Timestamp,
    /// The database, if it answers and has tables.
    db: Option<Db>,
    /// The database cannot be used, so its contents are unknown.
    is_db_lost: bool,
}

type Check = for<'a> fn(&'a CheckContext) -> Pin<Box<dyn Future<Output = CheckResult> + 'a>>;

/// All checks in the order of the report. The settings and the database come first, because the others depend on them.
const CHECKS: [(&str, Check); 15] = [
    ("clock", |context| Box::pin(database::clock(context))),
    ("key", |context| Box::pin(database::key(context))),
    ("administrators", |context| Box::pin(database::administrators(context))),
    ("demo data", |context| Box::pin(database::demo_data(context))),
    ("data dir", |context| Box::pin(async move { files::data_dir(context) })),
    ("disk", |context| Box::pin(async move { files::disk(context) })),
    ("photos", |context| Box::pin(files::photos(context))),
    ("backups", |context| Box::pin(async move { files::backups(context) })),
    ("way in", |context| Box::pin(async move { network::way_in(context) })),
    ("listen", |context| Box::pin(network::listen(context))),
    ("metrics", |context| Box::pin(network::metrics(context))),
    ("tls", |context| Box::pin(async move { network::tls(context) })),
    ("public url", |context| Box::pin(network::public_url(context))),
    ("mail", |context| Box::pin(network::mail(context))),
    ("messages", |context| Box::pin(network::messages(context))),
];

/// Runs all checks; a wrong setting ends it, because nothing else can be checked then.
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
    let context = CheckContext { config, now, db, is_db_lost };
    for (check, look) in CHECKS {
        report.add(check, look(&context).await);
    }
    if let Some(db) = &context.db {
        db.close().await;
    }
    report
}

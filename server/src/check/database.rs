//! Checks of the database, the clock against it, the key, the administrators and the demo data.

use super::{CheckContext, CheckResult, ok, warning, wrong};
use crate::identity;
use crate::migrations::STEPS;
use crate::platform::clock::Clock;
use crate::platform::clock_guard::{self, ClockComparison};
use crate::platform::config::Config;
use crate::platform::db::migrate::{self, Standing};
use crate::platform::db::{self, DatabaseUrl, Db, ReadOnlyReason, Server};
use crate::platform::keys;
use crate::startup;

/// The oldest version that the PostgreSQL project still supports.
const MIN_POSTGRES_VERSION: i64 = 14;
/// Enough for two instances, a backup and an operator.
const MIN_CONNECTIONS: i64 = 40;

/// The result, and the database if it answers and has tables.
pub(super) struct Database {
    pub found: CheckResult,
    pub db: Option<Db>,
}

pub(super) async fn open(config: &Config) -> Database {
    let nothing = |found| Database { found, db: None };
    if let DatabaseUrl::Sqlite(path) = &config.database
        && !path.exists()
    {
        return nothing(ok(format!("{} is made at the first start", config.database)));
    }
    let db = match Db::open(&config.database) {
        Ok(db) => db,
        Err(error) => return nothing(of_error(config, &error)),
    };
    match look(&db, config).await {
        Ok((found, true)) => Database { found, db: Some(db) },
        Ok((found, false)) => nothing(found),
        Err(error) => nothing(of_error(config, &error)),
    }
}

/// The result, and whether the database has tables.
async fn look(db: &Db, config: &Config) -> db::Result<(CheckResult, bool)> {
    let server = db.server().await?;
    if let Some(found) = server.as_ref().and_then(unusable) {
        return Ok((found, false));
    }
    let standing = migrate::compare(db, STEPS).await?;
    if standing == Standing::TooOld {
        let cure = "give this program an empty database; nothing in this one was changed";
        return Ok((wrong(format!("{} was made by a version before 1.0.0", config.database), cure), false));
    }
    if standing == Standing::Other {
        let cure = "start the version that made it, or a newer one; or give this one a database of its own";
        return Ok((wrong(format!("{} was made by another version of doccare", config.database), cure), false));
    }
    migrate::try_out(db).await?;
    let has_tables = standing != Standing::Empty;
    if let Some(found) = server.as_ref().and_then(doubtful) {
        return Ok((found, has_tables));
    }
    let about = server.map_or("SQLite".into(), |Server { version, time_zone, .. }| {
        format!("PostgreSQL {version}, whose time zone {time_zone} changes nothing")
    });
    let found = match standing {
        Standing::Behind(steps) => warning(
            format!("{} is of an older version: {steps} steps are taken at the next start ({about})", config.database),
            "make a backup before (`doccare backup`); an older program can run beside it",
        ),
        Standing::Empty => {
            ok(format!("{} is empty; its tables are made at the first start ({about})", config.database))
        }
        Standing::Fits | Standing::Other | Standing::TooOld => {
            ok(format!("{} answers, and its schema fits ({about})", config.database))
        }
    };
    Ok((found, has_tables))
}

fn unusable(server: &Server) -> Option<CheckResult> {
    if server.is_standby {
        let cure = "give DOCCARE_DATABASE_URL the host of the primary, or both with target_session_attrs=read-write";
        return Some(wrong("the server is a standby, which only reads", cure));
    }
    (server.encoding != "UTF8").then(|| {
        let says = format!("the database holds {}, not UTF8, and no Malayalam", server.encoding);
        wrong(says, "make another one: CREATE DATABASE doccare ENCODING 'UTF8' TEMPLATE template0")
    })
}

fn doubtful(server: &Server) -> Option<CheckResult> {
    if server.version < MIN_POSTGRES_VERSION {
        let says = format!("PostgreSQL {} is no longer mended by its makers", server.version);
        return Some(warning(says, format!("move to {MIN_POSTGRES_VERSION} or newer")));
    }
    (server.connections < MIN_CONNECTIONS).then(|| {
        let says = format!("the server takes {} connections, of which each instance uses up to 17", server.connections);
        warning(says, format!("set max_connections to {MIN_CONNECTIONS} or more in postgresql.conf"))
    })
}

fn of_error(config: &Config, error: &db::Error) -> CheckResult {
    let says = format!("{}: {error}", config.database);
    let cure = match (error, &config.database) {
        (db::Error::LoginRefused(_), _) => "see the role's name, password and rights in DOCCARE_DATABASE_URL",
        (db::Error::ReadOnly(ReadOnlyReason::Disk(_)), _) => "make room on its disk, or let the program write there",
        (db::Error::ReadOnly(ReadOnlyReason::Server(_)), _) => "give DOCCARE_DATABASE_URL the host of the primary",
        (_, DatabaseUrl::Sqlite(_)) => {
            "see that DOCCARE_DATABASE_URL names a file of ours that the program may read and write"
        }
        (_, DatabaseUrl::Postgres(_)) => {
            "see that PostgreSQL runs at the host and port of DOCCARE_DATABASE_URL, that the database is there, and that the role owns \
             its schema (GRANT CREATE ON SCHEMA public)"
        }
    };
    wrong(says, cure)
}

/// The database answered before and does not now.
fn lost(error: &db::Error) -> CheckResult {
    wrong(error.to_string(), "see what is said of the database, and look again")
}

pub(super) async fn clock(context: &CheckContext) -> CheckResult {
    let now = context.now;
    let Some(db) = &context.db else { return ok(format!("it is {now}")) };
    let (skew, compared) =
        match (clock_guard::clock_skew(db, &Clock::System).await, clock_guard::compare(db, now).await) {
            (Ok(skew), Ok(compared)) => (skew, compared),
            (Err(error), _) | (_, Err(error)) => return lost(&error),
        };
    match compared {
        ClockComparison::FarAhead(last) => {
            let says = format!("it is {now}, and a moment ago it was {last}: nothing is deleted for its age");
            wrong(says, "set the clock, or say that it is right by `doccare trust-clock`")
        }
        ClockComparison::FarBehind(last) => {
            wrong(format!("it is {now}, but it was {last} before"), "set the clock (timedatectl set-ntp true)")
        }
        ClockComparison::Near => match skew.filter(|skew| clock_guard::is_skewed(*skew)) {
            Some(skew) => {
                let says = format!(
                    "it is {now}, {} seconds from the database's clock: irreversible jobs (reminders, ending requests, deleting what is \
                     old) pause",
                    skew.as_secs()
                );
                wrong(says, "let both machines keep time (timedatectl set-ntp true)")
            }
            None => ok(format!("it is {now}")),
        },
    }
}

pub(super) async fn key(context: &CheckContext) -> CheckResult {
    let config = &context.config;
    let used = match &context.db {
        Some(db) => match keys::last_used(db).await {
            Ok(used) => used,
            Err(error) => return lost(&error),
        },
        None => None,
    };
    if !config.key.is_there() {
        return match used {
            Some(id) => startup::wrong_key(config, keys::KeyUnknown(id)).into(),
            None => ok("one is made at the first start; keep a copy elsewhere"),
        };
    }
    let keys = match startup::open_keys(config) {
        Ok(keys) => keys,
        Err(setting) => return setting.into(),
    };
    match keys::check_known(used.as_deref(), &keys) {
        Ok(()) => ok(format!("{} is in use, and opens what the database holds", keys.id())),
        Err(unknown) => startup::wrong_key(config, unknown).into(),
    }
}

pub(super) async fn administrators(context: &CheckContext) -> CheckResult {
    let create = "make one: doccare admin create you@example.org";
    let Some(db) = &context.db else {
        return match context.config.first_admin {
            _ if context.is_db_lost => ok("not known before the database answers"),
            Some(_) => ok("the first one is made at the first start"),
            None => warning("there is none yet", create),
        };
    };
    let failed = |error| startup::StartError::Database { url: context.config.database.to_string(), error };
    if let Some(first) = &context.config.first_admin
        && let Err(error) = startup::check_admin(db, first, failed).await
    {
        return error.into();
    }
    match db.read(async |tx| identity::has_admin(tx).await).await {
        Ok(true) => ok("there is one"),
        Ok(false) if context.config.first_admin.is_some() => ok("the first one is made at the next start"),
        Ok(false) => warning("there is none", create),
        Err(error) => lost(&error),
    }
}

/// Whether the demo's published logins are in the database, and who can use them.
pub(super) async fn demo_data(context: &CheckContext) -> CheckResult {
    let Some(db) = &context.db else { return ok("none, or not known before the database answers") };
    let marked = db.read(async |tx| Ok::<_, db::Error>(identity::has_demo_data(tx).await?));
    match marked.await {
        Ok(false) => ok("none"),
        Ok(true) if context.config.demo => warning(
            "the database holds demo data, and its published logins work for everybody who reaches this server",
            "start without --demo (DOCCARE_DEMO) if others than its visitors keep data here",
        ),
        Ok(true) if context.config.takes_demo_logins() => {
            ok("the database holds demo data; its published logins work on this machine alone")
        }
        Ok(true) => warning(
            "the database holds demo data; its published logins are refused, because others than this machine reach the server",
            "give real people a database of their own; to show the demo to others start with --demo",
        ),
        Err(error) => lost(&error),
    }
}

//! Migrations: bring a database to this program's schema, while other instances of this and of the version before use it.
//!
//! A step is applied once, in order, and never changed after its release. Each runs in a separate transaction and is recorded in
//! `schema_migrations` in the same commit, so that the next start resumes after an interruption. Instances that start together are
//! serialised by an advisory lock.

use std::time::Duration;

use tokio::time::sleep;

use super::error::{Error, Result};
use super::{Db, Engine, Lock, Tx};

/// One file of `migrations/`, written once for both engines, with `{text}` for text columns. Lines of its own direct how it runs:
/// - `-- {sqlite}` or `-- {postgres}` begins what only that engine runs, `-- {both}` ends it.
/// - `-- {contracts}`: removes something that programs of the version before use. During a rolling update those run on the new schema. So a
///   step adds, a step of a later version removes, and a program refuses a schema with a contracting step that it does not know.
/// - `-- {concurrently}`: the step is one `CREATE INDEX CONCURRENTLY name …` (or `UNIQUE`). PostgreSQL runs it outside a transaction, so that
///   reads and writes go on. What an interrupted run left, an INVALID index, is dropped and built again.
/// - `-- {batches}`: the step is one statement that changes some of the rows that still need it, such as
///   `UPDATE … WHERE id IN (SELECT … LIMIT 1000)`. It runs again, each time in its own transaction, until it changes none.
pub struct Step {
    pub name: &'static str,
    pub sql: &'static str,
}

/// The first step of every schema before 1.0.0, in a table called `migrations`.
const FIRST_STEP_BEFORE_RELEASE: &str = "0001_identity";
const TABLE_BEFORE_RELEASE: &str = "migrations";
const TOO_OLD: &str =
    "this database was made by a version before 1.0.0, whose data this program cannot read; give it an empty database";
const OTHER_VERSION: &str = "this database was made by another version of doccare";

/// How often a step is tried while its tables, or the SQLite file, are locked.
const MAX_ATTEMPTS: usize = 12;
const RETRY_INTERVAL: Duration = Duration::from_millis(500);
/// How often an instance asks whether another one has finished its step.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Between two batches, for other writers.
const BATCH_INTERVAL: Duration = Duration::from_millis(5);

enum Progress {
    /// A step, or a batch of one, is committed.
    Advanced,
    Locked,
    /// This step is next, and does not run in a transaction.
    Concurrent(Step),
    Finished,
}

/// Applies the steps that are not recorded yet, each in its own transaction.
pub async fn run(db: &Db, steps: &'static [Step]) -> Result<()> {
    let mut attempts = 0;
    loop {
        let progress = match db.write(async move |tx| advance(tx, steps).await).await {
            Ok(Progress::Concurrent(step)) => build_index(db, &step).await,
            progress => progress,
        };
        match progress {
            Ok(Progress::Finished) => return Ok(()),
            Ok(Progress::Locked) => sleep(POLL_INTERVAL).await,
            Ok(_) => {
                attempts = 0;
                if db.is_multi_instance() {
                    sleep(BATCH_INTERVAL).await;
                }
            }
            // A server that does not answer is reported at once; one that does had a lock that the step did not get.
            Err(Error::Busy) if attempts < MAX_ATTEMPTS && answers(db).await => {
                attempts += 1;
                sleep(RETRY_INTERVAL).await;
            }
            Err(error) => return Err(error),
        }
    }
}

async fn answers(db: &Db) -> bool {
    db.read(async |tx: &mut Tx<'_>| tx.count("SELECT 1", &[]).await).await.is_ok()
}

async fn advance(tx: &mut Tx<'_>, steps: &'static [Step]) -> Result<Progress> {
    tx.disable_timeouts().await?;
    if !tx.try_lock(Lock::Migrations).await? {
        return Ok(Progress::Locked);
    }
    // A table that a backup reads is locked for as long as that takes. Bookings must not queue behind a step that waits for it: the step
    // gives up and is tried again.
    tx.limit_lock_wait().await?;
    let Some(step) = next(tx, steps).await? else { return Ok(Progress::Finished) };
    if step.has(CONCURRENTLY) && !tx.has_one_writer() {
        return Ok(Progress::Concurrent(Step { name: step.name, sql: step.sql }));
    }
    run_step(tx, step).await?;
    Ok(Progress::Advanced)
}

/// Runs a step, or a batch of it, and records it when it is done.
async fn run_step(tx: &mut Tx<'_>, step: &Step) -> Result<()> {
    let (engine, text) = tx.dialect();
    let sql = step.sql_of(engine)?.replace("{text}", text).replace(" CONCURRENTLY", "");
    if step.has(BATCHES) {
        if tx.execute(sql.trim().trim_end_matches(';'), &[]).await? > 0 {
            return Ok(());
        }
    } else {
        tx.batch(&sql).await?;
    }
    record(tx, step).await
}

/// Applies steps to an empty database inside one transaction, for a restore.
pub async fn apply(tx: &mut Tx<'_>, steps: &[Step]) -> Result<()> {
    tx.disable_timeouts().await?;
    tx.lock(Lock::Migrations).await?;
    tx.limit_lock_wait().await?;
    while let Some(step) = next(tx, steps).await? {
        run_step(tx, step).await?;
    }
    Ok(())
}

/// The first step that is not recorded. Refuses a schema that does not suit.
async fn next<'a>(tx: &mut Tx<'_>, steps: &'a [Step]) -> Result<Option<&'a Step>> {
    if tx.has_table(TABLE_BEFORE_RELEASE).await? {
        return Err(Error::Other(TOO_OLD.into()));
    }
    let (_, text) = tx.dialect();
    tx.batch(&format!(
        "CREATE TABLE IF NOT EXISTS schema_migrations (name {text} PRIMARY KEY, contracts BOOLEAN NOT NULL DEFAULT FALSE)"
    ))
    .await?;
    let applied = applied(tx).await?;
    if !suits(tx, &applied, steps).await? {
        return Err(Error::Other(OTHER_VERSION.into()));
    }
    Ok(steps.get(applied.len()))
}

async fn record(tx: &mut Tx<'_>, step: &Step) -> Result<()> {
    let sql = "INSERT INTO schema_migrations (name, contracts) VALUES ($1, $2)";
    tx.execute(sql, &[&step.name, &step.has(CONTRACTS)]).await.map(drop)
}

/// Builds the index of a `-- {concurrently}` step on PostgreSQL, unless another instance is at a step.
async fn build_index(db: &Db, step: &Step) -> Result<Progress> {
    let Engine::Postgres(postgres) = &db.engine else { return Ok(Progress::Advanced) };
    let sql = step.sql_of("postgres")?;
    let index = index_name(&sql).ok_or_else(|| Error::Other(format!("{} names no index", step.name)))?;
    let work = postgres.on_own_connection(async |client| {
        // A session lock, as there is no transaction; it ends with the connection.
        let lock = "SELECT pg_try_advisory_lock(hashtextextended('migrations', 0))";
        if !client.query_one(lock, &[]).await?.try_get::<_, bool>(0)? {
            return Ok(Progress::Locked);
        }
        let recorded = "SELECT count(*) FROM schema_migrations WHERE name = $1";
        if client.query_one(recorded, &[&step.name]).await?.try_get::<_, i64>(0)? > 0 {
            return Ok(Progress::Advanced);
        }
        let valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)";
        let valid: Option<bool> = client.query_opt(valid, &[&index]).await?.map(|row| row.try_get(0)).transpose()?;
        if valid == Some(false) {
            client.batch_execute(&format!("DROP INDEX CONCURRENTLY {index}")).await?;
        }
        if valid != Some(true) {
            client.batch_execute(&sql).await?;
        }
        let record = "INSERT INTO schema_migrations (name, contracts) VALUES ($1, $2)";
        client.execute(record, &[&step.name, &step.has(CONTRACTS)]).await?;
        Ok(Progress::Advanced)
    });
    work.await
}

/// The name in `CREATE [UNIQUE] INDEX CONCURRENTLY name ON …`.
fn index_name(sql: &str) -> Option<String> {
    let mut words = sql.split_whitespace().skip_while(|word| *word != "CONCURRENTLY");
    words.nth(1).map(str::to_owned)
}

/// Whether a program with these steps can run on the schema: all of them are applied, and no contracting step of a later version is.
/// `/readyz` uses this too.
pub async fn is_done(db: &Db, steps: &'static [Step]) -> Result<bool> {
    db.read(async |tx: &mut Tx<'_>| {
        let applied = applied(tx).await?;
        Ok(applied.len() >= steps.len() && suits(tx, &applied, steps).await?)
    })
    .await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Empty,
    /// The number of pending steps.
    Behind(usize),
    Fits,
    /// Another version has made it, and this one cannot use it.
    Other,
    /// Made before 1.0.0.
    TooOld,
}

/// Reads without changing anything, also an empty database.
pub async fn compare(db: &Db, steps: &'static [Step]) -> Result<Standing> {
    db.read(async |tx: &mut Tx<'_>| {
        if tx.has_table(TABLE_BEFORE_RELEASE).await? {
            return Ok(Standing::TooOld);
        }
        if !tx.has_table("schema_migrations").await? {
            return Ok(Standing::Empty);
        }
        let applied = applied(tx).await?;
        Ok(match suits(tx, &applied, steps).await? {
            false => Standing::Other,
            true if applied.is_empty() => Standing::Empty,
            true if applied.len() < steps.len() => Standing::Behind(steps.len() - applied.len()),
            true => Standing::Fits,
        })
    })
    .await
}

/// Whether these are the steps of a schema before 1.0.0, as a backup of it names them.
pub fn is_before_first_release(steps: &[String]) -> bool {
    steps.first().is_some_and(|first| first == FIRST_STEP_BEFORE_RELEASE)
}

enum Tried {
    TakenBack,
    Failed(Error),
}

impl From<Error> for Tried {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Checks that a step could run: creates a table, and rolls back.
pub async fn try_out(db: &Db) -> Result<()> {
    let tried = db.write(async |tx| {
        tx.execute("CREATE TABLE doccare_check (id BIGINT)", &[]).await?;
        Err::<(), _>(Tried::TakenBack)
    });
    match tried.await {
        Err(Tried::Failed(error)) => Err(error),
        Err(Tried::TakenBack) | Ok(()) => Ok(()),
    }
}

/// Whether the applied steps are a prefix of these, or extend them without a contracting step.
async fn suits(tx: &mut Tx<'_>, applied: &[String], steps: &[Step]) -> Result<bool> {
    let same = applied.iter().zip(steps).all(|(name, step)| name == step.name);
    for name in applied.get(steps.len()..).unwrap_or_default() {
        if tx.count("SELECT count(*) FROM schema_migrations WHERE name = $1 AND contracts", &[name]).await? > 0 {
            return Ok(false);
        }
    }
    Ok(same)
}

const CONTRACTS: &str = "-- {contracts}";
const CONCURRENTLY: &str = "-- {concurrently}";
const BATCHES: &str = "-- {batches}";

impl Step {
    fn has(&self, directive: &str) -> bool {
        self.sql.lines().any(|line| line == directive)
    }

    fn sql_of(&self, engine: &str) -> Result<String> {
        let (mut part, mut lines) = ("both", Vec::new());
        for line in self.sql.lines() {
            if [CONTRACTS, CONCURRENTLY, BATCHES].contains(&line) {
                continue;
            }
            if let Some(name) = line.strip_prefix("-- {").and_then(|rest| rest.strip_suffix('}')) {
                if !["both", "sqlite", "postgres"].contains(&name) {
                    return Err(Error::Other(format!("a migration names an unknown part: {name}")));
                }
                part = name;
            } else if part == "both" || part == engine {
                lines.push(line);
            }
        }
        Ok(lines.join("\n"))
    }
}

pub async fn applied(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    tx.all("SELECT name FROM schema_migrations ORDER BY name", &[]).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_runs_its_part_and_the_shared_part() {
        let step = |sql| Step { name: "1", sql };
        let parts = step("a;\n-- {sqlite}\nb;\n-- a comment\n-- {postgres}\nc;\n-- {both}\nd;");
        assert_eq!(parts.sql_of("sqlite").unwrap(), "a;\nb;\n-- a comment\nd;");
        assert_eq!(parts.sql_of("postgres").unwrap(), "a;\nc;\nd;");
        assert!(step("-- {mysql}\ne;").sql_of("sqlite").is_err());
    }

    #[test]
    fn the_name_of_an_index_is_found() {
        let name = |sql: &str| index_name(sql);
        assert_eq!(name("CREATE INDEX CONCURRENTLY notes_owner ON notes (owner);").as_deref(), Some("notes_owner"));
        assert_eq!(name("-- why\nCREATE UNIQUE INDEX CONCURRENTLY one\n    ON notes (id)").as_deref(), Some("one"));
        assert_eq!(name("CREATE INDEX two ON notes (id)"), None);
    }
}

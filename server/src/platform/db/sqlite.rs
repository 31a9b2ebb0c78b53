//! The SQLite engine: readers that cannot write, and one writer thread that commits together all the units
//! waiting at that moment, each inside its own savepoint.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use futures::FutureExt;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Statement, StatementStatus};
use tokio::sync::{mpsc, oneshot};

use super::counts::{Counters, count};
use super::error::{Error, Result, TakesNothing};
use super::{Limits, Tx};
use crate::platform::files::make_private_file;

/// Another process (a backup, `doccare admin create`) may hold the file for a moment.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long it may wait for readers to take what was deleted from the disk; then it comes again.
const SCRUB_TIMEOUT: Duration = Duration::from_millis(200);
const STATEMENT_CACHE: usize = 256;
/// Units in one commit; bounds how long the first one waits for the last.
const BATCH: usize = 256;

/// Pages of 4 KB that the log takes before they are copied into the database: one that many units changed is copied once.
const PAGES_IN_LOG: i64 = 4000;

/// Does a unit's work and returns whether it may be kept.
pub(super) type Unit = Box<dyn FnOnce(&mut Tx<'_>) -> bool + Send>;

struct QueuedUnit {
    unit: Unit,
    /// Hears how the commit went. The caller may have gone; the unit stands all the same.
    told: oneshot::Sender<Result<()>>,
}

pub(super) struct Sqlite {
    path: PathBuf,
    readers: Mutex<Vec<Shared>>,
    jobs: Mutex<Option<mpsc::Sender<QueuedUnit>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    counters: Arc<Counters>,
}

/// A connection that the hands of one unit share.
pub(super) struct Shared {
    connection: Mutex<Connection>,
    counters: Arc<Counters>,
}

impl Shared {
    fn new(connection: Connection, counters: Arc<Counters>) -> Self {
        Self { connection: Mutex::new(connection), counters }
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one statement; each is compiled once and kept.
    pub(super) fn run<T>(&self, sql: &str, work: impl FnOnce(&mut Statement<'_>) -> rusqlite::Result<T>) -> Result<T> {
        let connection = self.connection();
        count(&self.counters.statements);
        let run = || {
            let mut statement = connection.prepare_cached(sql)?;
            let is_new = statement.get_status(StatementStatus::Run) == 0;
            let out = work(&mut statement);
            if is_new || statement.reset_status(StatementStatus::RePrepare) > 0 {
                count(&self.counters.compiled);
            }
            out
        };
        run().map_err(|error| Error::of_statement(error, &connection))
    }

    pub(super) fn batch(&self, sql: &str) -> Result<()> {
        Ok(self.connection().execute_batch(sql)?)
    }

    /// What begins or ends a unit.
    fn step(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection().prepare_cached(sql)?.raw_execute().map(drop)
    }

    fn is_autocommit(&self) -> bool {
        self.connection().is_autocommit()
    }
}

impl Sqlite {
    pub(super) fn open(path: &Path, limits: &Limits, counters: Arc<Counters>) -> Result<Self> {
        // SQLite gives its log the mode that it finds. Where the file cannot be made, it says so better.
        drop(make_private_file(path));
        let connection = connect(path)?;
        begin_log(&connection)?;
        connection.pragma_update(None, "wal_autocheckpoint", PAGES_IN_LOG)?;
        let connection = Shared::new(connection, counters.clone());
        let (jobs, queue) = mpsc::channel(limits.queue);
        let writer = std::thread::Builder::new()
            .name("sqlite-writer".into())
            .spawn(move || write_loop(&connection, queue))
            .map_err(|error| Error::Other(error.to_string()))?;
        Ok(Self {
            path: path.to_owned(),
            readers: Mutex::default(),
            jobs: Mutex::new(Some(jobs)),
            writer: Mutex::new(Some(writer)),
            counters,
        })
    }

    /// A reader whose statements all see what was committed before the first of them.
    pub(super) fn reader_of_a_moment(&self) -> Result<Reader<'_>> {
        let reader = self.reader()?;
        reader.connection().step("BEGIN")?;
        Ok(reader)
    }

    /// A connection that cannot write, back in the pool when dropped. There are as many as threads that read.
    pub(super) fn reader(&self) -> Result<Reader<'_>> {
        let spare = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = if let Some(connection) = spare {
            connection
        } else {
            let connection = connect(&self.path)?;
            connection.execute_batch("PRAGMA query_only=ON;")?;
            Shared::new(connection, self.counters.clone())
        };
        Ok(Reader { sqlite: self, connection: Some(connection) })
    }

    /// Waits until the unit and its commit are over. `Ok` also stands for a unit that failed: it tells its caller itself.
    pub(super) async fn write(&self, unit: Unit) -> Result<()> {
        let (told, wait) = oneshot::channel();
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        jobs.ok_or(Error::Busy)?.try_send(QueuedUnit { unit, told }).map_err(|_| Error::Busy)?;
        wait.await.map_err(|_| Error::Unknown("the writer stopped before it told".into()))?
    }

    /// How many units wait for the writer.
    pub(super) fn waiting(&self) -> usize {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.as_ref().map_or(0, |jobs| jobs.max_capacity() - jobs.capacity())
    }

    /// Copies the log into the database and empties it: it still holds pages as they were before something was deleted.
    pub(super) fn scrub(&self) -> Result<()> {
        let connection = connect(&self.path)?;
        // Whoever writes waits for us while we wait for those who read.
        connection.busy_timeout(SCRUB_TIMEOUT)?;
        let is_busy: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if is_busy == 0 { Ok(()) } else { Err(Error::Busy) }
    }

    pub(super) async fn close(&self) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let joined = tokio::task::spawn_blocking(move || writer.join()).await;
            if !matches!(joined, Ok(Ok(()))) {
                tracing::error!("the SQLite writer did not end cleanly");
            }
        }
    }
}

pub(super) struct Reader<'a> {
    sqlite: &'a Sqlite,
    connection: Option<Shared>,
}

impl Reader<'_> {
    pub(super) fn connection(&self) -> &Shared {
        self.connection.as_ref().expect("a reader keeps its connection until it is dropped")
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        // One that would go on seeing a past moment is of no use to anybody.
        if connection.is_autocommit() || connection.step("ROLLBACK").is_ok() {
            self.sqlite.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
    }
}

/// Runs a unit to its end without an executor; one that waits for anything but its `Tx` is refused.
pub(super) fn run_now<T, E, F>(unit: F, tx: &mut Tx<'_>) -> std::result::Result<T, E>
where
    E: From<Error>,
    F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E>,
{
    unit(tx).now_or_never().unwrap_or_else(|| Err(Error::Other("a unit of work may only await its Tx".into()).into()))
}

/// A unit that fails or panics does so alone: its savepoint is undone and the writer lives on.
fn in_savepoint(connection: &Shared, unit: Unit) -> Result<()> {
    connection.step("SAVEPOINT unit")?;
    let out = catch_unwind(AssertUnwindSafe(|| unit(&mut Tx::on_sqlite(connection))));
    if !matches!(out, Ok(true)) {
        connection.step("ROLLBACK TO unit")?;
    }
    connection.step("RELEASE unit")?;
    out.map(drop).map_err(|_| Error::Other("a unit of work panicked".into()))
}

fn write_loop(connection: &Shared, mut queue: mpsc::Receiver<QueuedUnit>) {
    while let Some(first) = queue.blocking_recv() {
        let mut batch = vec![first];
        while batch.len() < BATCH
            && let Ok(job) = queue.try_recv()
        {
            batch.push(job);
        }
        commit_together(connection, batch);
    }
}

fn commit_together(connection: &Shared, batch: Vec<QueuedUnit>) {
    let begun = connection.step("BEGIN IMMEDIATE").map_err(Error::from);
    let run = |QueuedUnit { unit, told }: QueuedUnit| {
        let out = match &begun {
            Err(error) => Err(error.clone()),
            // A full disk can end the transaction under our hands. Then there is nothing to commit and nobody is told
            // "done", so nobody after that may run either: their savepoint would commit by itself.
            Ok(()) if connection.is_autocommit() => Err(transaction_lost()),
            Ok(()) => in_savepoint(connection, unit),
        };
        (told, out)
    };
    connection.counters.together.note(batch.len() as u64);
    let ran: Vec<_> = batch.into_iter().map(run).collect();
    let begun_to_commit = Instant::now();
    let committed = begun.and_then(|()| commit(connection));
    connection.counters.commits.note_time(begun_to_commit.elapsed());
    if matches!(committed, Err(Error::ReadOnly(_))) {
        begin_log_anew(connection);
    }
    for (told, out) in ran {
        drop(told.send(committed.clone().and(out)));
    }
}

/// Copies the log into the database, so that the next unit can write over it. On a full disk it could not grow, and only a commit
/// would do this.
fn begin_log_anew(connection: &Shared) {
    let copied = connection.connection().query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    if let Err(error) = copied {
        tracing::warn!(%error, "the log could not be copied into the database");
    }
}

fn transaction_lost() -> Error {
    Error::ReadOnly(TakesNothing::Disk("the transaction was lost".into()))
}

/// A COMMIT that is refused (the file is held by somebody, a constraint) leaves the transaction open, and undoing it is
/// certain. When the disk fails, SQLite ends the transaction itself.
fn commit(connection: &Shared) -> Result<()> {
    if connection.is_autocommit() {
        return Err(transaction_lost());
    }
    let committed = connection.step("COMMIT");
    if committed.is_err() && !connection.is_autocommit() {
        drop(connection.step("ROLLBACK"));
        return committed.map_err(Error::from);
    }
    committed.map_err(Error::of_ended_commit)
}

/// SQLite refuses at once whoever makes the log while somebody else does, so here we wait ourselves.
fn begin_log(connection: &Connection) -> Result<()> {
    let begun = Instant::now();
    loop {
        let done = connection.execute_batch("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;").map_err(Error::from);
        if !matches!(done, Err(Error::Busy)) || begun.elapsed() > BUSY_TIMEOUT {
            return done;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn connect(path: &Path) -> Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE);
    // A statement's plan is made once, for any values. Otherwise SQLite makes it anew whenever other values might suit
    // another index, which for short reads takes longer than reading.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // What is deleted is overwritten, in the pages that stay and in those that become free.
    connection.execute_batch("PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;")?;
    Ok(connection)
}

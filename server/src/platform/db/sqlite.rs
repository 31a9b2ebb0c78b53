//! The SQLite engine: read-only connections, and one writer thread that commits all waiting transactions together, each in its own savepoint.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use futures::FutureExt;
use parking_lot::Mutex;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Statement, StatementStatus};
use tokio::sync::{mpsc, oneshot};

use super::counts::{Counters, count};
use super::error::{Error, ReadOnlyReason, Result};
use super::{Limits, Tx};
use crate::platform::files::make_private_file;
use crate::platform::metrics::as_float;

/// Another process (a backup, `doccare admin create`) may lock the file for a moment.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a scrub waits for readers; it is repeated later.
const SCRUB_TIMEOUT: Duration = Duration::from_millis(200);
const STATEMENT_CACHE_CAPACITY: usize = 256;
/// Transactions per commit; bounds how long the first waits for the last.
const MAX_COMMIT_BATCH: usize = 256;

/// Pages of 4 KB in the WAL before a checkpoint: a page that many transactions changed is copied once.
const WAL_AUTOCHECKPOINT_PAGES: i64 = 4000;

/// Runs a transaction; returns whether to commit it.
pub(super) type TransactionFn = Box<dyn FnOnce(&mut Tx<'_>) -> bool + Send>;

struct QueuedTransaction {
    unit: TransactionFn,
    /// Receives the outcome of the commit; the caller may be gone.
    told: oneshot::Sender<Result<()>>,
}

pub(super) struct Sqlite {
    path: PathBuf,
    readers: Mutex<Vec<Shared>>,
    jobs: Mutex<Option<mpsc::Sender<QueuedTransaction>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    counters: Arc<Counters>,
}

/// A connection shared by the handles of one transaction.
pub(super) struct Shared {
    connection: Mutex<Connection>,
    counters: Arc<Counters>,
}

impl Shared {
    fn new(connection: Connection, counters: Arc<Counters>) -> Self {
        Self { connection: Mutex::new(connection), counters }
    }

    pub(super) fn run<T>(&self, sql: &str, work: impl FnOnce(&mut Statement<'_>) -> rusqlite::Result<T>) -> Result<T> {
        let connection = self.connection.lock();
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
        Ok(self.connection.lock().execute_batch(sql)?)
    }

    fn step(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection.lock().prepare_cached(sql)?.raw_execute().map(drop)
    }

    fn is_autocommit(&self) -> bool {
        self.connection.lock().is_autocommit()
    }
}

impl Sqlite {
    pub(super) fn open(path: &Path, limits: &Limits, counters: Arc<Counters>) -> Result<Self> {
        // SQLite gives the WAL the mode of the database file. If the file cannot be created, SQLite reports it better.
        drop(make_private_file(path));
        let connection = connect(path)?;
        enable_wal(&connection)?;
        connection.pragma_update(None, "wal_autocheckpoint", WAL_AUTOCHECKPOINT_PAGES)?;
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

    /// A reader whose statements all see one snapshot.
    pub(super) fn consistent_reader(&self) -> Result<Reader<'_>> {
        let reader = self.reader()?;
        reader.connection().step("BEGIN")?;
        Ok(reader)
    }

    /// A read-only connection, returned to the pool when dropped. There are as many as reading threads.
    pub(super) fn reader(&self) -> Result<Reader<'_>> {
        let spare = self.readers.lock().pop();
        let connection = if let Some(connection) = spare {
            connection
        } else {
            let connection = connect(&self.path)?;
            connection.execute_batch("PRAGMA query_only=ON;")?;
            Shared::new(connection, self.counters.clone())
        };
        Ok(Reader { sqlite: self, connection: Some(connection) })
    }

    /// Waits for the transaction and its commit. `Ok` also for a failed transaction, which reports to its caller itself.
    pub(super) async fn write(&self, unit: TransactionFn) -> Result<()> {
        let (told, wait) = oneshot::channel();
        let jobs = self.jobs.lock().clone();
        jobs.ok_or(Error::Busy)?.try_send(QueuedTransaction { unit, told }).map_err(|_| Error::Busy)?;
        wait.await.map_err(|_| Error::Unknown("the writer stopped before it told".into()))?
    }

    pub(super) fn waiting(&self) -> usize {
        let jobs = self.jobs.lock();
        jobs.as_ref().map_or(0, |jobs| jobs.max_capacity() - jobs.capacity())
    }

    /// Checkpoints and truncates the WAL, which still holds pages with deleted data.
    pub(super) fn scrub(&self) -> Result<()> {
        let connection = connect(&self.path)?;
        // Writers wait while this waits for readers.
        connection.busy_timeout(SCRUB_TIMEOUT)?;
        let is_busy: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if is_busy == 0 { Ok(()) } else { Err(Error::Busy) }
    }

    pub(super) async fn close(&self) {
        self.jobs.lock().take();
        let writer = self.writer.lock().take();
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
        // A connection that cannot leave its snapshot is closed.
        if connection.is_autocommit() || connection.step("ROLLBACK").is_ok() {
            self.sqlite.readers.lock().push(connection);
        }
    }
}

/// Runs a transaction without an executor; awaiting anything but its `Tx` is refused.
pub(super) fn run_now<T, E, F>(unit: F, tx: &mut Tx<'_>) -> std::result::Result<T, E>
where
    E: From<Error>,
    F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E>,
{
    unit(tx).now_or_never().unwrap_or_else(|| Err(Error::Other("a transaction may only await its Tx".into()).into()))
}

/// A transaction that fails or panics affects no other: its savepoint is rolled back.
fn in_savepoint(connection: &Shared, unit: TransactionFn) -> Result<()> {
    connection.step("SAVEPOINT unit")?;
    let out = catch_unwind(AssertUnwindSafe(|| unit(&mut Tx::on_sqlite(connection))));
    if !matches!(out, Ok(true)) {
        connection.step("ROLLBACK TO unit")?;
    }
    connection.step("RELEASE unit")?;
    out.map(drop).map_err(|_| Error::Other("a transaction panicked".into()))
}

fn write_loop(connection: &Shared, mut queue: mpsc::Receiver<QueuedTransaction>) {
    while let Some(first) = queue.blocking_recv() {
        let mut batch = vec![first];
        while batch.len() < MAX_COMMIT_BATCH
            && let Ok(job) = queue.try_recv()
        {
            batch.push(job);
        }
        commit_together(connection, batch);
    }
}

fn commit_together(connection: &Shared, batch: Vec<QueuedTransaction>) {
    let begun = connection.step("BEGIN IMMEDIATE").map_err(Error::from);
    let run = |QueuedTransaction { unit, told }: QueuedTransaction| {
        let out = match &begun {
            Err(error) => Err(error.clone()),
            // A full disk can end the transaction. Then nothing is committed, and the remaining ones must not run: their savepoints would commit
            // by themselves.
            Ok(()) if connection.is_autocommit() => Err(transaction_lost()),
            Ok(()) => in_savepoint(connection, unit),
        };
        (told, out)
    };
    connection.counters.batch_sizes.observe(as_float(batch.len() as u64));
    let ran: Vec<_> = batch.into_iter().map(run).collect();
    let begun_to_commit = Instant::now();
    let committed = begun.and_then(|()| commit(connection));
    connection.counters.commits.observe(begun_to_commit.elapsed().as_secs_f64());
    if matches!(committed, Err(Error::ReadOnly(_))) {
        checkpoint_wal(connection);
    }
    for (told, out) in ran {
        drop(told.send(committed.clone().and(out)));
    }
}

/// Checkpoints the WAL, so that the next transaction can overwrite it. On a full disk it could not grow, and only a commit would checkpoint.
fn checkpoint_wal(connection: &Shared) {
    let copied = connection.connection.lock().query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    if let Err(error) = copied {
        tracing::warn!(%error, "the log could not be copied into the database");
    }
}

fn transaction_lost() -> Error {
    Error::ReadOnly(ReadOnlyReason::Disk("the transaction was lost".into()))
}

/// A refused COMMIT (a locked file, a constraint) leaves the transaction open, and it is rolled back. When the disk fails, SQLite ends the
/// transaction itself.
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

/// SQLite does not wait when another process enables the WAL, so this waits.
fn enable_wal(connection: &Connection) -> Result<()> {
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
    connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE_CAPACITY);
    // Stable query plans: without it SQLite plans again whenever other values might suit another index, which for short reads takes longer than
    // reading.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // Deleted data is overwritten.
    connection.execute_batch("PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;")?;
    Ok(connection)
}

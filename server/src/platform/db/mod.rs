//! The database layer: one SQL text with `$1` parameters for SQLite and PostgreSQL.
//!
//! A transaction is an async function over [`Tx`]. On PostgreSQL it runs on the caller's task. On SQLite it never suspends: reads run in
//! place, and writes run on one writer thread, which commits all waiting transactions together, so that one fsync serves many users.
//!
//! Stores call [`Tx::query`] and [`Tx::execute`]; services open transactions. Only this folder knows the engine.

mod change_log;
mod connection;
mod counts;
mod decode;
mod error;
mod lock;
pub mod migrate;
mod per_account_limit;
mod postgres;
mod rows;
mod schema;
mod sqlite;
mod tx;
mod url;

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Semaphore;
use tokio::time::timeout;

pub use self::change_log::{ChangeCursor, ChangeLog, ChangesSince};
use self::connection::{Mode, PooledConnection};
use self::counts::Counters;
pub use self::counts::{Counts, DbStats, Pool};
pub use self::decode::FromColumn;
pub use self::error::{Error, ReadOnlyReason, Result};
pub use self::lock::Lock;
use self::per_account_limit::PerAccountLimit;
pub(crate) use self::rows::columns;
pub use self::rows::{Columns, FromRow, RowReader};
pub use self::schema::{Kind, Server, Table};
pub use self::tx::{Column, Param, Row, Tx};
pub use self::url::DatabaseUrl;
use super::query_log::{self, QueryLog};

/// Limits of concurrent work. The defaults suit a small machine; tests lower them.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Transactions that may wait for the SQLite writer or a PostgreSQL connection; one more is refused as busy.
    pub queue: usize,
    pub connections: usize,
    /// How long a transaction waits for a connection, a lock, or a report permit before it is refused as busy.
    pub acquire_timeout: Duration,
    /// Statement timeout on PostgreSQL; reports and migrations have longer ones.
    pub statement: Duration,
    /// How long a backup waits for PostgreSQL's next row; there is no limit on the whole.
    pub row_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            queue: 1024,
            connections: 16,
            acquire_timeout: Duration::from_secs(5),
            statement: Duration::from_secs(15),
            row_timeout: Duration::from_mins(1),
        }
    }
}

/// Long reads hold a connection and a core; two at a time leave room for others.
const MAX_CONCURRENT_REPORTS: usize = 2;

/// A handle on the database; clones share its connections.
#[derive(Clone)]
pub struct Db {
    engine: Engine,
    /// Permits of administrators and jobs.
    reports: Arc<Semaphore>,
    /// Permits of patients and visitors, separate so that searches of administrators do not make public pages fail.
    public_reports: Arc<Semaphore>,
    per_account: Arc<PerAccountLimit>,
    acquire_timeout: Duration,
    max_waiting: usize,
    counters: Arc<Counters>,
}

#[derive(Clone)]
enum Engine {
    Sqlite(Arc<sqlite::Sqlite>),
    Postgres(Arc<postgres::Postgres>),
}

enum Reader<'a> {
    Sqlite(sqlite::Reader<'a>),
    Postgres(PooledConnection),
}

impl Reader<'_> {
    /// Its statements go to the query log of the current request.
    fn tx(&self) -> Tx<'_> {
        let mut tx = match self {
            Self::Sqlite(reader) => Tx::on_sqlite(reader.connection()),
            Self::Postgres(held) => held.tx(),
        };
        tx.record(query_log::current());
        tx
    }
}

impl Db {
    pub fn open(url: &DatabaseUrl) -> Result<Self> {
        Self::open_with(url, &Limits::default())
    }

    pub fn open_with(url: &DatabaseUrl, limits: &Limits) -> Result<Self> {
        let counters = Arc::<Counters>::default();
        let engine = match url {
            DatabaseUrl::Sqlite(path) => {
                Engine::Sqlite(Arc::new(sqlite::Sqlite::open(path, limits, counters.clone())?))
            }
            DatabaseUrl::Postgres(config) => {
                Engine::Postgres(Arc::new(postgres::Postgres::open(config, limits, counters.clone())?))
            }
        };
        Ok(Self {
            engine,
            reports: Arc::new(Semaphore::new(MAX_CONCURRENT_REPORTS)),
            public_reports: Arc::new(Semaphore::new(MAX_CONCURRENT_REPORTS)),
            per_account: Arc::new(PerAccountLimit::new(limits.acquire_timeout)),
            acquire_timeout: limits.acquire_timeout,
            max_waiting: limits.queue,
            counters,
        })
    }

    pub fn counts(&self) -> Counts {
        self.counters.read()
    }

    pub fn stats(&self) -> DbStats {
        let (waiting, pool) = match &self.engine {
            Engine::Sqlite(sqlite) => (sqlite.waiting(), None),
            Engine::Postgres(postgres) => {
                let (waiting, pool) = postgres.pool_stats();
                (waiting, Some(pool))
            }
        };
        DbStats {
            counts: self.counts(),
            commits: self.counters.commits.clone(),
            waiting,
            max_waiting: self.max_waiting,
            batch_sizes: pool.is_none().then(|| self.counters.batch_sizes.clone()),
            pool,
        }
    }

    /// OpenTelemetry's name of the engine.
    pub fn engine(&self) -> &'static str {
        match self.engine {
            Engine::Sqlite(_) => "sqlite",
            Engine::Postgres(_) => "postgresql",
        }
    }

    /// Runs a reading transaction. Each statement sees what was committed before it.
    pub async fn read<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        E: From<Error>,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E>,
    {
        unit(&mut self.reader().await?.tx()).await
    }

    async fn reader(&self) -> Result<Reader<'_>> {
        Ok(match &self.engine {
            Engine::Sqlite(sqlite) => Reader::Sqlite(sqlite.reader()?),
            Engine::Postgres(postgres) => Reader::Postgres(hold(postgres, Mode::Read).await?),
        })
    }

    /// Like [`Db::read`], but all statements see the same snapshot.
    pub async fn read_consistent<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        E: From<Error>,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E>,
    {
        let reader = match &self.engine {
            Engine::Sqlite(sqlite) => Reader::Sqlite(sqlite.consistent_reader()?),
            Engine::Postgres(postgres) => Reader::Postgres(hold(postgres, Mode::ConsistentRead).await?),
        };
        unit(&mut reader.tx()).await
    }

    /// Runs a long read of an administrator or a job (an export, a yearly sum) on its own thread and with longer timeouts. All its statements see
    /// the same snapshot.
    pub async fn report<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.report_in(&self.reports, unit).await
    }

    /// Like [`Db::report`] for patients and visitors, with separate permits.
    pub async fn public_report<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.report_in(&self.public_reports, unit).await
    }

    async fn report_in<T, E, F>(&self, permits: &Arc<Semaphore>, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        let turn = timeout(self.acquire_timeout, permits.clone().acquire_owned()).await;
        let permit = turn.map_err(|_| Error::Busy)?.map_err(|_| Error::Busy)?;
        let out = self.read_long(async move |tx| {
            // On SQLite it runs on without its caller, so it keeps its permit.
            let _permit = permit;
            unit(tx).await
        });
        out.await
    }

    pub async fn read_long<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.read_on(Mode::Report, unit).await
    }

    /// Like [`Db::read_long`] without a time limit while rows keep coming. It blocks no writers.
    pub async fn backup_snapshot<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.read_on(Mode::Backup, unit).await
    }

    async fn read_on<T, E, F>(&self, mode: Mode, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        match &self.engine {
            Engine::Sqlite(sqlite) => {
                let (sqlite, record) = (sqlite.clone(), query_log::current());
                let work = tokio::task::spawn_blocking(move || {
                    let reader = sqlite.consistent_reader()?;
                    let mut tx = Tx::on_sqlite(reader.connection());
                    tx.record(record);
                    sqlite::run_now(unit, &mut tx)
                });
                work.await.map_err(|_| Error::Other("a long read panicked".into()))?
            }
            Engine::Postgres(postgres) => {
                let reader = Reader::Postgres(hold(postgres, mode).await?);
                let out = unit(&mut reader.tx()).await;
                if let Reader::Postgres(held) = reader {
                    held.roll_back().await;
                }
                out
            }
        }
    }

    /// Runs a transaction: durable once this returns `Ok`, rolled back if it fails. After [`Error::Unknown`] it is either.
    ///
    /// It may only await its [`Tx`]: on SQLite it is polled once, by the writer.
    pub async fn write<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.write_on(Mode::Transaction, unit).await
    }

    /// Like [`Db::write`] for one account: a few of its transactions run at once, the others wait without a connection.
    pub async fn write_for_account<T, E, F>(&self, account: &str, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        let _turn = if self.is_multi_instance() { Some(self.per_account.wait(account).await?) } else { None };
        self.write(unit).await
    }

    /// Like [`Db::write`] for exactly one statement, which PostgreSQL commits by itself: two round trips fewer.
    pub async fn write_one<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.write_on(Mode::SingleStatement, unit).await
    }

    /// The result is returned through `told`, because the engine's code is not generic over its type.
    async fn write_on<T, E, F>(&self, mode: Mode, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        match &self.engine {
            Engine::Sqlite(sqlite) => {
                let told = Arc::new(Mutex::new(None));
                let (tell, record, asked) = (told.clone(), query_log::current(), Instant::now());
                let noted = record.clone();
                // The writer runs it even if the caller is gone.
                note_commit(record.as_ref());
                let unit = move |tx: &mut Tx<'_>| {
                    note_wait(record.as_ref(), "WAIT for the writer", asked);
                    tx.record(record);
                    let out = sqlite::run_now(unit, tx);
                    let kept = out.is_ok();
                    *tell.lock() = Some((out, Instant::now()));
                    kept
                };
                let written = sqlite.write(Box::new(unit)).await;
                let told = told.lock().take();
                if let (Some(record), Some((Ok(_), ended))) = (noted, &told) {
                    record.note("COMMIT", *ended);
                }
                written?;
                let told = told.map(|(out, _)| out);
                told.unwrap_or_else(|| Err(Error::Other("a transaction returned nothing".into()).into()))
            }
            Engine::Postgres(postgres) => {
                let (held, record) = (hold(postgres, mode).await?, query_log::current());
                let mut tx = held.tx();
                tx.record(record.clone());
                // A single statement commits by itself. A transaction without its caller is rolled back before the COMMIT.
                if mode == Mode::SingleStatement {
                    note_commit(record.as_ref());
                }
                let out = unit(&mut tx).await;
                drop(tx);
                if out.is_err() {
                    held.roll_back().await;
                } else if mode == Mode::Transaction {
                    let begun = Instant::now();
                    note_commit(record.as_ref());
                    let committed = held.commit().await;
                    self.counters.commits.observe(begun.elapsed().as_secs_f64());
                    if let Some(record) = record {
                        record.note("COMMIT", begun);
                    }
                    committed?;
                }
                out
            }
        }
    }

    /// Whether other instances may use the same database (PostgreSQL).
    pub fn is_multi_instance(&self) -> bool {
        matches!(self.engine, Engine::Postgres(_))
    }

    /// Sends a message to all instances that listen to the channel; does nothing on SQLite.
    pub async fn notify(&self, channel: &str, message: &str) -> Result<()> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(()),
            Engine::Postgres(postgres) => postgres.notify(channel, message).await,
        }
    }

    /// Passes on messages of the channel until the connection is lost.
    pub async fn listen(&self, channel: &str, heard: impl FnMut(&str)) -> Result<()> {
        match &self.engine {
            Engine::Sqlite(_) => std::future::pending().await,
            Engine::Postgres(postgres) => postgres.listen(channel, heard).await,
        }
    }

    /// Removes deleted data from SQLite's log. PostgreSQL does so by itself, later.
    pub async fn scrub(&self) -> Result<()> {
        match &self.engine {
            Engine::Sqlite(sqlite) => {
                let sqlite = sqlite.clone();
                let scrubbed = tokio::task::spawn_blocking(move || sqlite.scrub()).await;
                scrubbed.map_err(|_| Error::Other("scrubbing panicked".into()))?
            }
            Engine::Postgres(_) => Ok(()),
        }
    }

    /// Refuses new writes and returns when the accepted ones are on disk.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close(),
        }
    }
}

/// A PostgreSQL connection for a transaction; the wait goes to the query log.
async fn hold(postgres: &Arc<postgres::Postgres>, mode: Mode) -> Result<PooledConnection> {
    let asked = Instant::now();
    let held = postgres.hold(mode).await;
    note_wait(query_log::current().as_ref(), "WAIT for a connection", asked);
    held
}

fn note_commit(record: Option<&QueryLog>) {
    if let Some(record) = record {
        record.note_commit();
    }
}

fn note_wait(record: Option<&QueryLog>, what: &str, asked: Instant) {
    if let Some(record) = record {
        record.note_wait(what, asked);
    }
}

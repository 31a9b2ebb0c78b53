//! The database seam: one SQL text with `$1` parameters, two engines behind it.
//!
//! A unit of work is an async function over [`Tx`]. On PostgreSQL it runs on the caller's task. On SQLite it
//! never really suspends: reads run in place, and writes run on the one writer thread, which commits all the
//! units that are waiting at that moment together, so that one fsync serves many users.
//!
//! Stores call [`Tx::query`] and [`Tx::execute`]; services open the units. Nothing outside this folder knows
//! which engine is running.

mod bulk;
mod changes;
mod counts;
mod error;
mod held;
mod lock;
pub mod migrate;
mod postgres;
mod rows;
mod server;
mod sqlite;
mod tables;
mod turns;
mod tx;
mod url;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::time::timeout;

pub use self::changes::{Mark, Noted, Notes};
use self::counts::Counters;
pub use self::counts::{Counts, Pool, Standing};
pub use self::error::{Error, Result, TakesNothing};
use self::held::{Held, Holding};
pub use self::lock::Lock;
pub(crate) use self::rows::columns;
pub use self::rows::{Columns, FromRow, RowReader};
pub use self::server::Server;
pub use self::tables::{Kind, Table};
use self::turns::Turns;
pub use self::tx::{Column, Param, Row, Tx};
pub use self::url::DatabaseUrl;
use super::statements::{self, Statements};

/// How much may be under way at once. The defaults suit a small machine; tests shrink them.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Units that may wait for the SQLite writer, or for a connection to PostgreSQL; one more is refused as overload.
    pub queue: usize,
    /// Connections to PostgreSQL.
    pub connections: usize,
    /// How long a unit waits for a PostgreSQL connection, for a lock, or for its turn among reports, before it is refused as
    /// overload.
    pub patience: Duration,
    /// How long one statement may run on PostgreSQL; reports and migrations may run longer.
    pub statement: Duration,
    /// How long a snapshot waits for PostgreSQL's next row. All of them may take as long as they take.
    pub silence: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            queue: 1024,
            connections: 16,
            patience: Duration::from_secs(5),
            statement: Duration::from_secs(15),
            silence: Duration::from_mins(1),
        }
    }
}

/// Long reads hold a connection and a core for long; two at a time leave room for everybody else.
const MAX_CONCURRENT_REPORTS: usize = 2;

/// A handle on the database; clones share its connections.
#[derive(Clone)]
pub struct Db {
    engine: Engine,
    /// Of administrators and of jobs.
    reports: Arc<Semaphore>,
    /// Of patients and visitors. Apart from the others: an administrator's searches must not make a public page answer 503.
    public_reports: Arc<Semaphore>,
    turns: Arc<Turns>,
    patience: Duration,
    most_waiting: usize,
    counters: Arc<Counters>,
}

#[derive(Clone)]
enum Engine {
    Sqlite(Arc<sqlite::Sqlite>),
    Postgres(Arc<postgres::Postgres>),
}

/// What a unit that reads holds.
enum Reader<'a> {
    Sqlite(sqlite::Reader<'a>),
    Postgres(Held),
}

impl Reader<'_> {
    /// Its statements are noted for the request that they are for.
    fn tx(&self) -> Tx<'_> {
        let mut tx = match self {
            Self::Sqlite(reader) => Tx::on_sqlite(reader.connection()),
            Self::Postgres(held) => held.tx(),
        };
        tx.record(statements::own());
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
            turns: Arc::new(Turns::new(limits.patience)),
            patience: limits.patience,
            most_waiting: limits.queue,
            counters,
        })
    }

    /// What was asked of it so far.
    pub fn counts(&self) -> Counts {
        self.counters.read()
    }

    pub fn standing(&self) -> Standing {
        let (waiting, pool) = match &self.engine {
            Engine::Sqlite(sqlite) => (sqlite.waiting(), None),
            Engine::Postgres(postgres) => {
                let (waiting, pool) = postgres.standing();
                (waiting, Some(pool))
            }
        };
        Standing {
            counts: self.counts(),
            commits: self.counters.commits.read(),
            waiting,
            most_waiting: self.most_waiting,
            together: pool.is_none().then(|| self.counters.together.read()),
            pool,
        }
    }

    /// As OpenTelemetry calls the engine.
    pub fn engine(&self) -> &'static str {
        match self.engine {
            Engine::Sqlite(_) => "sqlite",
            Engine::Postgres(_) => "postgresql",
        }
    }

    /// Runs a unit of work that only reads. Each statement sees what was committed before it.
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
            Engine::Postgres(postgres) => Reader::Postgres(hold(postgres, Holding::Reading).await?),
        })
    }

    /// Like [`Db::read`] where several rows must fit together: all statements see the same moment.
    pub async fn read_moment<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        E: From<Error>,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E>,
    {
        let reader = match &self.engine {
            Engine::Sqlite(sqlite) => Reader::Sqlite(sqlite.reader_of_a_moment()?),
            Engine::Postgres(postgres) => Reader::Postgres(hold(postgres, Holding::Moment).await?),
        };
        unit(&mut reader.tx()).await
    }

    /// Runs a long read of an administrator or a job (an export, a yearly sum) away from the threads and the time limits of short
    /// ones. All its statements see the same moment.
    pub async fn report<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.report_in(&self.reports, unit).await
    }

    /// Like [`Db::report`] for patients and visitors: it waits for others of these, and never for administrators.
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
        let turn = timeout(self.patience, permits.clone().acquire_owned()).await;
        let permit = turn.map_err(|_| Error::Busy)?.map_err(|_| Error::Busy)?;
        let out = self.read_long(async move |tx| {
            // On SQLite the unit runs on when its caller goes away, and keeps its place until it ends.
            let _permit = permit;
            unit(tx).await
        });
        out.await
    }

    /// Like [`Db::report`] for what everybody waits for: it does not wait for reports.
    pub async fn read_long<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.read_on(Holding::Report, unit).await
    }

    /// Like [`Db::read_long`] for reads that may take as long as they take while rows keep coming. Nobody who writes waits for it.
    pub async fn snapshot<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.read_on(Holding::Snapshot, unit).await
    }

    async fn read_on<T, E, F>(&self, holding: Holding, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        match &self.engine {
            Engine::Sqlite(sqlite) => {
                let (sqlite, record) = (sqlite.clone(), statements::own());
                let work = tokio::task::spawn_blocking(move || {
                    let reader = sqlite.reader_of_a_moment()?;
                    let mut tx = Tx::on_sqlite(reader.connection());
                    tx.record(record);
                    sqlite::run_now(unit, &mut tx)
                });
                work.await.map_err(|_| Error::Other("a long read panicked".into()))?
            }
            Engine::Postgres(postgres) => {
                let reader = Reader::Postgres(hold(postgres, holding).await?);
                let out = unit(&mut reader.tx()).await;
                if let Reader::Postgres(held) = reader {
                    held.roll_back().await;
                }
                out
            }
        }
    }

    /// Runs a unit of work in a transaction: durable once this returns `Ok`, undone if the unit fails. After
    /// [`Error::Unknown`] it is the one or the other.
    ///
    /// The unit awaits nothing but its [`Tx`]: on SQLite it is polled once, by the writer.
    pub async fn write<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.write_on(Holding::Transaction, unit).await
    }

    /// Like [`Db::write`] for somebody's own unit: a few of one account run at once, the others wait without a connection.
    pub async fn write_of<T, E, F>(&self, account: &str, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        let _turn = if self.has_neighbours() { Some(self.turns.wait(account).await?) } else { None };
        self.write(unit).await
    }

    /// Like [`Db::write`] for a unit of exactly one statement, which PostgreSQL commits by itself: two round
    /// trips fewer.
    pub async fn write_one<T, E, F>(&self, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        self.write_on(Holding::Statement, unit).await
    }

    /// The unit's result waits in `told` while the engine, which knows nothing of its type, does the rest.
    async fn write_on<T, E, F>(&self, holding: Holding, unit: F) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E> + Send + 'static,
    {
        match &self.engine {
            Engine::Sqlite(sqlite) => {
                let told = Arc::new(Mutex::new(None));
                let (tell, record, asked) = (told.clone(), statements::own(), Instant::now());
                let noted = record.clone();
                // The writer runs it although its caller goes away.
                note_commit(record.as_ref());
                let unit = move |tx: &mut Tx<'_>| {
                    note_wait(record.as_ref(), "WAIT for the writer", asked);
                    tx.record(record);
                    let out = sqlite::run_now(unit, tx);
                    let kept = out.is_ok();
                    *tell.lock().unwrap_or_else(PoisonError::into_inner) = Some((out, Instant::now()));
                    kept
                };
                let written = sqlite.write(Box::new(unit)).await;
                let told = told.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let (Some(record), Some((Ok(_), ended))) = (noted, &told) {
                    record.note("COMMIT", *ended);
                }
                written?;
                let told = told.map(|(out, _)| out);
                told.unwrap_or_else(|| Err(Error::Other("a unit of work told nothing".into()).into()))
            }
            Engine::Postgres(postgres) => {
                let (held, record) = (hold(postgres, holding).await?, statements::own());
                let mut tx = held.tx();
                tx.record(record.clone());
                // A single statement commits by itself. A transaction is rolled back when its caller goes away before the COMMIT.
                if holding == Holding::Statement {
                    note_commit(record.as_ref());
                }
                let out = unit(&mut tx).await;
                drop(tx);
                if out.is_err() {
                    held.roll_back().await;
                } else if holding == Holding::Transaction {
                    let begun = Instant::now();
                    note_commit(record.as_ref());
                    let committed = held.commit().await;
                    self.counters.commits.note_time(begun.elapsed());
                    if let Some(record) = record {
                        record.note("COMMIT", begun);
                    }
                    committed?;
                }
                out
            }
        }
    }

    /// Whether other instances of the program may work on the same data.
    pub fn has_neighbours(&self) -> bool {
        matches!(self.engine, Engine::Postgres(_))
    }

    /// Sends a message to every instance that hears the channel; alone, there is nobody to tell.
    pub async fn notify(&self, channel: &str, message: &str) -> Result<()> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(()),
            Engine::Postgres(postgres) => postgres.notify(channel, message).await,
        }
    }

    /// Hands over what instances send to the channel, until the connection is lost.
    pub async fn hear(&self, channel: &str, heard: impl FnMut(&str)) -> Result<()> {
        match &self.engine {
            Engine::Sqlite(_) => std::future::pending().await,
            Engine::Postgres(postgres) => postgres.hear(channel, heard).await,
        }
    }

    /// Takes what was deleted from the disk as well, where that is in our hands. PostgreSQL does it by itself, sooner or later.
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

    /// Refuses new writes and returns when all the accepted ones are on disk.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close(),
        }
    }
}

/// A connection to PostgreSQL for a unit; how long it was waited for is noted.
async fn hold(postgres: &Arc<postgres::Postgres>, holding: Holding) -> Result<Held> {
    let asked = Instant::now();
    let held = postgres.hold(holding).await;
    note_wait(statements::own().as_ref(), "WAIT for a connection", asked);
    held
}

fn note_commit(record: Option<&Statements>) {
    if let Some(record) = record {
        record.note_commit();
    }
}

fn note_wait(record: Option<&Statements>, what: &str, asked: Instant) {
    if let Some(record) = record {
        record.note_wait(what, asked);
    }
}

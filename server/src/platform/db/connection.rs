//! A PostgreSQL connection in use by a transaction: pipelining of statements, timeouts, and how it ends.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::Duration;

use deadpool_postgres::Client;
use futures::TryStreamExt;
use futures::future::{join, join_all};
use parking_lot::Mutex;
use rusqlite::types::{ToSqlOutput, ValueRef};
use tokio::time::{Instant, timeout_at};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Row, Statement};

use super::counts::count;
use super::error::{Error, ReadOnlyReason, Result};
use super::postgres::{Answer, Postgres};
use super::tx::Visit;
use super::{Param, Tx};

/// Reports may run for five minutes.
const REPORT_TIMEOUT_MS: u64 = 300_000;
/// All statements see the snapshot of the first.
const BEGIN_CONSISTENT_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// Statements that wait to be pipelined; with one more they are sent.
const MAX_PIPELINED_STATEMENTS: usize = 16;
/// How long after the server's own timeout its answer may come; then the connection is considered lost.
const NETWORK_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Reads; each statement sees what was committed before it.
    Read,
    /// Short reads in one snapshot.
    ConsistentRead,
    /// Reads in one snapshot, each of which may take minutes.
    Report,
    /// Reads in one snapshot, each of which may take hours while rows keep coming.
    Backup,
    /// One statement that PostgreSQL commits by itself.
    SingleStatement,
    Transaction,
}

/// A connection in use by a transaction.
///
/// If the caller goes away, it is dropped at any point. A running statement is then cancelled and the connection closed, so that the next
/// transaction does not wait for it; a statement that commits by itself, and a COMMIT, run to their end.
pub(super) struct PooledConnection {
    /// `None` once it was returned.
    client: Option<Client>,
    run_of_server: u64,
    mode: Mode,
    running: AtomicUsize,
    last_answer: Mutex<Instant>,
    failed: AtomicBool,
    /// The failure may be temporary.
    was_busy: AtomicBool,
    timed_out: AtomicBool,
    /// The server is read-only: the next transaction must look for the primary.
    read_only: AtomicBool,
    timeouts_disabled: AtomicBool,
    /// Statements sent together with the next one.
    waiting: Mutex<Vec<Pipelined>>,
    postgres: Arc<Postgres>,
}

/// A statement whose answer is not awaited on its own.
enum Pipelined {
    Begin(String),
    Statement(Statement, Vec<Box<dyn ToSql + Sync + Send>>),
}

impl Pipelined {
    async fn send(&self, client: &Client) -> Answer<()> {
        match self {
            Self::Begin(sql) => client.batch_execute(sql).await,
            Self::Statement(statement, values) => {
                let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| &**value as _).collect();
                client.execute(statement, &values).await.map(drop)
            }
        }
    }
}

impl PooledConnection {
    pub(super) fn new(postgres: Arc<Postgres>, client: Client, run_of_server: u64, mode: Mode) -> Self {
        let begin = match mode {
            Mode::Read | Mode::SingleStatement => None,
            Mode::Transaction => Some("BEGIN".into()),
            Mode::ConsistentRead => Some(BEGIN_CONSISTENT_READ.into()),
            Mode::Report => Some(format!("{BEGIN_CONSISTENT_READ}; SET LOCAL statement_timeout = {REPORT_TIMEOUT_MS}")),
            Mode::Backup => Some(format!(
                "{BEGIN_CONSISTENT_READ}; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
            )),
        };
        Self {
            client: Some(client),
            run_of_server,
            mode,
            running: AtomicUsize::new(0),
            last_answer: Mutex::new(Instant::now()),
            failed: AtomicBool::new(false),
            was_busy: AtomicBool::new(false),
            timed_out: AtomicBool::new(false),
            read_only: AtomicBool::new(false),
            timeouts_disabled: AtomicBool::new(false),
            waiting: Mutex::new(begin.into_iter().map(Pipelined::Begin).collect()),
            postgres,
        }
    }

    pub(super) fn tx(&self) -> Tx<'_> {
        Tx::on_postgres(self)
    }

    pub(super) async fn query(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
        let (client, statement) = (self.client()?, self.prepare(sql).await?);
        self.run(client.query(&statement, params)).await
    }

    /// Passes on rows as they come, with backpressure.
    pub(super) async fn stream(&self, sql: &str, visit: &mut Visit<'_>) -> Result<()> {
        let (client, statement) = (self.client()?, self.prepare(sql).await?);
        let nothing: [&(dyn ToSql + Sync); 0] = [];
        let mut rows = pin!(self.run(client.query_raw(&statement, nothing)).await?);
        while let Some(row) = self.watch(rows.try_next()).await?.map_err(|error| self.refused(error))? {
            visit(&super::Row::Postgres(&row))?;
        }
        Ok(())
    }

    pub(super) async fn execute(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<u64> {
        let (client, statement) = (self.client()?, self.prepare(sql).await?);
        self.run(client.execute(&statement, params)).await
    }

    /// Queues a statement, to be sent with the next one or with the commit.
    pub(super) async fn send(&self, sql: &str, params: &[&dyn Param]) -> Result<()> {
        let statement = self.prepare(sql).await?;
        // A value of a wrong type must be refused here: later the commit would be sent without the statement.
        if params.len() != statement.params().len() {
            return Err(Error::Other(format!("{} values for {sql}", params.len())));
        }
        let values = params.iter().zip(statement.params()).map(|(param, kind)| owned_param(*param, kind));
        let values = values.collect::<Result<_>>()?;
        let waiting = {
            let mut waiting = self.waiting.lock();
            waiting.push(Pipelined::Statement(statement, values));
            waiting.len()
        };
        if waiting < MAX_PIPELINED_STATEMENTS && self.mode == Mode::Transaction {
            return Ok(());
        }
        self.run(std::future::ready(Ok(()))).await
    }

    pub(super) fn run_of_server(&self) -> u64 {
        self.run_of_server
    }

    pub(super) async fn batch(&self, sql: &str) -> Result<()> {
        self.run(self.client()?.batch_execute(sql)).await
    }

    pub(super) async fn disable_timeouts(&self) -> Result<()> {
        self.timeouts_disabled.store(true, Relaxed);
        let limits = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
        self.batch(&limits.map(|limit| format!("SET LOCAL {limit} = 0")).join("; ")).await
    }

    async fn prepare(&self, sql: &str) -> Result<Statement> {
        let client = self.client()?;
        count(&self.postgres.counters.statements);
        let known = client.statement_cache.size();
        let prepared = self.watch(client.prepare_cached(sql)).await;
        if client.statement_cache.size() > known {
            count(&self.postgres.counters.trips);
            count(&self.postgres.counters.compiled);
        }
        prepared?.map_err(|error| self.refused(error))
    }

    /// Sends the queued statements and then this one in one batch, and waits for the answers.
    async fn run<T>(&self, work: impl Future<Output = Answer<T>>) -> Result<T> {
        let (client, waiting) = (self.client()?, self.take_waiting());
        let (before, out) = self.trip(join(self.send_all(client, &waiting), work)).await?;
        before.begun.map_err(|error| {
            let said = error.as_db_error().filter(|_| self.mode == Mode::Transaction);
            let unknown = said.map(|said| Error::Unknown(said.to_string()));
            let refused = self.refused(error);
            unknown.unwrap_or(refused)
        })?;
        before.sent.and(out).map_err(|error| self.refused(error))
    }

    async fn trip<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        // What is sent while something else is awaited is not another round trip.
        if self.running.load(Relaxed) == 0 {
            count(&self.postgres.counters.trips);
        }
        self.watch(work).await
    }

    async fn watch<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        self.running.fetch_add(1, Relaxed);
        let out = match self.answer_timeout() {
            Some(answer_timeout) => self.await_answer(work, answer_timeout).await,
            None => Ok(work.await),
        };
        self.note_answer();
        self.running.fetch_sub(1, Relaxed);
        out
    }

    /// Each pipelined statement has the full timeout, because the server runs them one after the other.
    async fn await_answer<T>(&self, work: impl Future<Output = T>, answer_timeout: Duration) -> Result<T> {
        let (mut work, mut until) = (pin!(work), Instant::now() + answer_timeout);
        loop {
            if let Ok(out) = timeout_at(until, work.as_mut()).await {
                return Ok(out);
            }
            let later = *self.last_answer.lock() + answer_timeout;
            if later <= until {
                return Err(self.answer_timed_out());
            }
            until = later;
        }
    }

    fn note_answer(&self) {
        *self.last_answer.lock() = Instant::now();
    }

    /// All are sent in order at the first poll.
    async fn send_all(&self, client: &Client, waiting: &[Pipelined]) -> PipelineResult {
        let send = async |one: &Pipelined| {
            let answer = one.send(client).await;
            self.note_answer();
            answer
        };
        let mut answers = join_all(waiting.iter().map(send)).await.into_iter();
        let has_begin = matches!(waiting.first(), Some(Pipelined::Begin(_)));
        let begun = answers.by_ref().take(usize::from(has_begin)).collect();
        PipelineResult { begun, sent: answers.collect() }
    }

    /// The timeout of an answer; the server's own is shorter, and reported.
    fn answer_timeout(&self) -> Option<Duration> {
        let statement = match self.mode {
            Mode::Backup => self.postgres.limits.row_timeout,
            Mode::Report => Duration::from_millis(REPORT_TIMEOUT_MS),
            _ => self.postgres.limits.statement,
        };
        (!self.timeouts_disabled.load(Relaxed)).then_some(statement + NETWORK_TIMEOUT)
    }

    fn answer_timed_out(&self) -> Error {
        self.timed_out.store(true, Relaxed);
        self.failed.store(true, Relaxed);
        let unknown = || Error::Unknown("no answer came".into());
        if self.mode == Mode::SingleStatement { unknown() } else { Error::Busy }
    }

    fn refused(&self, error: tokio_postgres::Error) -> Error {
        self.failed.store(true, Relaxed);
        if error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION) {
            self.read_only.store(true, Relaxed);
        }
        let error = if self.mode == Mode::SingleStatement { Error::of_commit(error) } else { error.into() };
        if matches!(error, Error::Busy) {
            self.was_busy.store(true, Relaxed);
        }
        error
    }

    fn take_waiting(&self) -> Vec<Pipelined> {
        std::mem::take(&mut *self.waiting.lock())
    }

    fn client(&self) -> Result<&Client> {
        self.client.as_ref().ok_or_else(|| Error::Other("a connection was used after its end".into()))
    }

    /// Commits. From here on nothing cancels it.
    pub(super) async fn commit(mut self) -> Result<()> {
        if self.mode != Mode::Transaction {
            return Ok(());
        }
        if self.failed.load(Relaxed) {
            // COMMIT would silently roll back.
            let was_busy = self.was_busy.load(Relaxed);
            self.roll_back().await;
            // A transaction may ignore the error of one pipelined statement that broke the others.
            let went_on = || Error::Other("a transaction went on after a failed statement".into());
            return Err(if was_busy { Error::Busy } else { went_on() });
        }
        let waiting = self.take_waiting();
        let client = self.client.take().ok_or_else(|| Error::Other("a transaction ended twice".into()))?;
        if let [Pipelined::Begin(_)] = waiting[..] {
            return Ok(());
        }
        // If a queued statement fails, PostgreSQL answers COMMIT with ROLLBACK.
        let work = join(self.send_all(&client, &waiting), client.batch_execute("COMMIT"));
        let Ok((before, committed)) = self.trip(work).await else {
            self.postgres.discard_idle(client);
            return Err(Error::Unknown("no answer to a commit came".into()));
        };
        before.begun.map_err(|error| Error::Unknown(error.to_string()))?;
        let written = before.sent.and(committed).map_err(Error::of_commit);
        if matches!(written, Err(Error::ReadOnly(ReadOnlyReason::Server(_)))) {
            drop(Client::take(client));
        }
        written
    }

    pub(super) async fn roll_back(mut self) {
        if let Some(client) = self.take_usable()
            && self.has_transaction()
        {
            self.postgres.roll_back(client).await;
        }
    }

    /// The connection, if it can be used again; another one is closed.
    fn take_usable(&mut self) -> Option<Client> {
        let client = self.client.take()?;
        if self.timed_out.load(Relaxed) {
            self.postgres.discard_idle(client);
        } else if self.read_only.load(Relaxed) {
            drop(Client::take(client));
        } else {
            return Some(client);
        }
        None
    }

    fn has_transaction(&self) -> bool {
        let waiting = self.waiting.lock();
        ![Mode::Read, Mode::SingleStatement].contains(&self.mode)
            && !matches!(waiting.first(), Some(Pipelined::Begin(_)))
    }
}

struct PipelineResult {
    /// If BEGIN fails, each of the others commits by itself.
    begun: Answer<()>,
    /// The first error; the others follow from it.
    sent: Answer<()>,
}

/// An owned copy of a parameter. Our columns have only SQLite's kinds of values.
fn owned_param(param: &dyn Param, kind: &Type) -> Result<Box<dyn ToSql + Sync + Send>> {
    let stored = rusqlite::ToSql::to_sql(param)?;
    let value = match &stored {
        ToSqlOutput::Owned(value) => ValueRef::from(value),
        ToSqlOutput::Borrowed(value) => *value,
        _ => return Err(unsupported_value()),
    };
    Ok(match (value, kind) {
        (ValueRef::Null, &Type::INT8) => Box::new(None::<i64>),
        (ValueRef::Null, &Type::BOOL) => Box::new(None::<bool>),
        (ValueRef::Null, &Type::TEXT) => Box::new(None::<String>),
        (ValueRef::Integer(number), &Type::BOOL) => Box::new(number != 0),
        (ValueRef::Integer(number), &Type::INT8) => Box::new(number),
        (ValueRef::Text(_), &Type::TEXT) => Box::new(value.as_str().map_err(|_| unsupported_value())?.to_owned()),
        _ => return Err(unsupported_value()),
    })
}

fn unsupported_value() -> Error {
    Error::Other("no column has such a value".into())
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        let Some(client) = self.take_usable() else { return };
        if self.running.load(Relaxed) > 0 && self.mode != Mode::SingleStatement {
            let (postgres, abandoned) = (self.postgres.clone(), Client::take(client));
            tokio::spawn(async move { postgres.cancel(abandoned.cancel_token()).await });
        } else if self.has_transaction() {
            let postgres = self.postgres.clone();
            tokio::spawn(async move { postgres.roll_back(client).await });
        }
    }
}

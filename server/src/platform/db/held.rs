//! A connection to PostgreSQL while a unit has it: what goes out together, how long an answer is waited for, and how it ends.

use std::pin::pin;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadpool_postgres::Client;
use futures::TryStreamExt;
use futures::future::{join, join_all};
use rusqlite::types::{ToSqlOutput, ValueRef};
use tokio::time::{Instant, timeout_at};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Row, Statement};

use super::counts::count;
use super::error::{Error, Result, TakesNothing};
use super::postgres::{Answer, Postgres};
use super::tx::Visit;
use super::{Param, Tx};

/// A report that takes longer than five minutes is not worth waiting for.
const REPORT_MS: u64 = 300_000;
/// All statements see what was committed before the first of them.
const MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// Statements that wait for company; one more is waited for.
const MOST_WAITING: usize = 16;
/// How long after the server's own limit its answer may come. Then the line is lost, and the server may be well.
const ON_THE_WAY: Duration = Duration::from_secs(2);

/// What a connection is held for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holding {
    /// Reads, each of which sees what was committed before it.
    Reading,
    /// Short reads that all see one moment.
    Moment,
    /// Reads that all see one moment, each of which may take minutes.
    Report,
    /// Reads that all see one moment, each of which may take hours while rows keep coming.
    Snapshot,
    /// One statement that PostgreSQL commits by itself.
    Statement,
    Transaction,
}

/// A connection while a unit has it.
///
/// When the unit's caller goes away, it is dropped wherever it stands. A statement that runs then is cancelled and its
/// connection closed, so that the next unit does not wait behind what nobody wants; one that commits by itself, and a
/// COMMIT, run to their end.
pub(super) struct Held {
    /// `None` once it has been given back.
    client: Option<Client>,
    /// Which run of the server it leads to.
    run_of_server: u64,
    holding: Holding,
    /// How many are waited for; several when statements go out beside each other.
    running: AtomicUsize,
    /// When the last answer came.
    heard: Mutex<Instant>,
    /// A statement was refused, so that PostgreSQL will not keep anything of the transaction.
    failed: AtomicBool,
    /// It may work another time.
    was_busy: AtomicBool,
    /// No answer came for so long that none will.
    lost: AtomicBool,
    /// The server said that it takes nothing: the next unit is to look for the one that does.
    only_reads: AtomicBool,
    /// The server was told to let statements run as long as they take.
    unhurried: AtomicBool,
    /// What goes out with the next statement.
    waiting: Mutex<Vec<Waiting>>,
    postgres: Arc<Postgres>,
}

/// What nobody waits for by itself.
enum Waiting {
    Begin(String),
    Statement(Statement, Vec<Box<dyn ToSql + Sync + Send>>),
}

impl Waiting {
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

impl Held {
    pub(super) fn new(postgres: Arc<Postgres>, client: Client, run_of_server: u64, holding: Holding) -> Self {
        let begin = match holding {
            Holding::Reading | Holding::Statement => None,
            Holding::Transaction => Some("BEGIN".into()),
            Holding::Moment => Some(MOMENT.into()),
            Holding::Report => Some(format!("{MOMENT}; SET LOCAL statement_timeout = {REPORT_MS}")),
            Holding::Snapshot => Some(format!(
                "{MOMENT}; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
            )),
        };
        Self {
            client: Some(client),
            run_of_server,
            holding,
            running: AtomicUsize::new(0),
            heard: Mutex::new(Instant::now()),
            failed: AtomicBool::new(false),
            was_busy: AtomicBool::new(false),
            lost: AtomicBool::new(false),
            only_reads: AtomicBool::new(false),
            unhurried: AtomicBool::new(false),
            waiting: Mutex::new(begin.into_iter().map(Waiting::Begin).collect()),
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

    /// Shows row after row as they come: PostgreSQL waits when `visit` is slower than it.
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

    /// Leaves a statement for the next one to take along, or for the commit.
    pub(super) async fn send(&self, sql: &str, params: &[&dyn Param]) -> Result<()> {
        let statement = self.prepare(sql).await?;
        // A value that cannot be sent is refused here: later the commit would be on its way without the statement.
        if params.len() != statement.params().len() {
            return Err(Error::Other(format!("{} values for {sql}", params.len())));
        }
        let values = params.iter().zip(statement.params()).map(|(param, kind)| kept(*param, kind));
        let values = values.collect::<Result<_>>()?;
        let waiting = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.push(Waiting::Statement(statement, values));
            waiting.len()
        };
        if waiting < MOST_WAITING && self.holding == Holding::Transaction {
            return Ok(());
        }
        self.run(std::future::ready(Ok(()))).await
    }

    pub(super) fn run_of_server(&self) -> u64 {
        self.run_of_server
    }

    /// Several statements without parameters.
    pub(super) async fn batch(&self, sql: &str) -> Result<()> {
        self.run(self.client()?.batch_execute(sql)).await
    }

    pub(super) async fn take_your_time(&self) -> Result<()> {
        self.unhurried.store(true, Relaxed);
        let limits = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
        self.batch(&limits.map(|limit| format!("SET LOCAL {limit} = 0")).join("; ")).await
    }

    /// A statement that this connection has compiled, now or before.
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

    /// Sends what waits and then a statement, all at once, so that nothing else comes between them; and waits for the answers.
    async fn run<T>(&self, work: impl Future<Output = Answer<T>>) -> Result<T> {
        let (client, waiting) = (self.client()?, self.take_waiting());
        let (before, out) = self.trip(join(self.send_all(client, &waiting), work)).await?;
        before.begun.map_err(|error| {
            let said = error.as_db_error().filter(|_| self.holding == Holding::Transaction);
            let unknown = said.map(|said| Error::Unknown(said.to_string()));
            let refused = self.refused(error);
            unknown.unwrap_or(refused)
        })?;
        before.sent.and(out).map_err(|error| self.refused(error))
    }

    async fn trip<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        // What goes out while something else is waited for is no trip of its own.
        if self.running.load(Relaxed) == 0 {
            count(&self.postgres.counters.trips);
        }
        self.watch(work).await
    }

    /// Notes that something is waited for, and for how long at most.
    async fn watch<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        self.running.fetch_add(1, Relaxed);
        let out = match self.longest() {
            Some(longest) => self.hear_out(work, longest).await,
            None => Ok(work.await),
        };
        self.was_heard();
        self.running.fetch_sub(1, Relaxed);
        out
    }

    /// Of statements that went out together each may take as long, because the server begins one when it has answered the last.
    async fn hear_out<T>(&self, work: impl Future<Output = T>, longest: Duration) -> Result<T> {
        let (mut work, mut until) = (pin!(work), Instant::now() + longest);
        loop {
            if let Ok(out) = timeout_at(until, work.as_mut()).await {
                return Ok(out);
            }
            let later = *self.heard.lock().unwrap_or_else(PoisonError::into_inner) + longest;
            if later <= until {
                return Err(self.is_silent());
            }
            until = later;
        }
    }

    fn was_heard(&self) {
        *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// All are sent, in their order, when this is polled first.
    async fn send_all(&self, client: &Client, waiting: &[Waiting]) -> Sent {
        let send = async |one: &Waiting| {
            let answer = one.send(client).await;
            self.was_heard();
            answer
        };
        let mut answers = join_all(waiting.iter().map(send)).await.into_iter();
        let has_begin = matches!(waiting.first(), Some(Waiting::Begin(_)));
        let begun = answers.by_ref().take(usize::from(has_begin)).collect();
        Sent { begun, sent: answers.collect() }
    }

    /// How long an answer may take. The server gives up on a statement by itself, and says so.
    fn longest(&self) -> Option<Duration> {
        let statement = match self.holding {
            Holding::Snapshot => self.postgres.limits.silence,
            Holding::Report => Duration::from_millis(REPORT_MS),
            _ => self.postgres.limits.statement,
        };
        (!self.unhurried.load(Relaxed)).then_some(statement + ON_THE_WAY)
    }

    fn is_silent(&self) -> Error {
        self.lost.store(true, Relaxed);
        self.failed.store(true, Relaxed);
        let unknown = || Error::Unknown("no answer came".into());
        if self.holding == Holding::Statement { unknown() } else { Error::Busy }
    }

    fn refused(&self, error: tokio_postgres::Error) -> Error {
        self.failed.store(true, Relaxed);
        if error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION) {
            self.only_reads.store(true, Relaxed);
        }
        let error = if self.holding == Holding::Statement { Error::of_commit(error) } else { error.into() };
        if matches!(error, Error::Busy) {
            self.was_busy.store(true, Relaxed);
        }
        error
    }

    fn take_waiting(&self) -> Vec<Waiting> {
        std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn client(&self) -> Result<&Client> {
        self.client.as_ref().ok_or_else(|| Error::Other("a connection was used after its end".into()))
    }

    /// Keeps the unit's work. From here on nothing cancels it.
    pub(super) async fn commit(mut self) -> Result<()> {
        if self.holding != Holding::Transaction {
            return Ok(());
        }
        if self.failed.load(Relaxed) {
            // COMMIT would be answered by a silent ROLLBACK.
            let was_busy = self.was_busy.load(Relaxed);
            self.roll_back().await;
            // Of statements that went out together a unit may need one alone, and not have looked at what broke the others.
            let went_on = || Error::Other("a unit went on after a statement had failed".into());
            return Err(if was_busy { Error::Busy } else { went_on() });
        }
        let waiting = self.take_waiting();
        let client = self.client.take().ok_or_else(|| Error::Other("a unit ended twice".into()))?;
        if let [Waiting::Begin(_)] = waiting[..] {
            return Ok(());
        }
        // When one of those before it is refused, PostgreSQL answers COMMIT by a ROLLBACK.
        let work = join(self.send_all(&client, &waiting), client.batch_execute("COMMIT"));
        let Ok((before, committed)) = self.trip(work).await else {
            self.postgres.distrust(client);
            return Err(Error::Unknown("no answer to a commit came".into()));
        };
        before.begun.map_err(|error| Error::Unknown(error.to_string()))?;
        let written = before.sent.and(committed).map_err(Error::of_commit);
        if matches!(written, Err(Error::ReadOnly(TakesNothing::Server(_)))) {
            drop(Client::take(client));
        }
        written
    }

    pub(super) async fn roll_back(mut self) {
        let Some(client) = self.client.take() else { return };
        if self.lost.load(Relaxed) {
            self.postgres.distrust(client);
        } else if self.only_reads.load(Relaxed) {
            drop(Client::take(client));
        } else if self.has_transaction() {
            self.postgres.roll_back(client).await;
        }
    }

    /// Whether a transaction was begun.
    fn has_transaction(&self) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        ![Holding::Reading, Holding::Statement].contains(&self.holding)
            && !matches!(waiting.first(), Some(Waiting::Begin(_)))
    }
}

/// What came of statements that went out together.
struct Sent {
    /// When it is refused, each of the others is committed by itself.
    begun: Answer<()>,
    /// The first that was refused; the others were refused because of it.
    sent: Answer<()>,
}

/// A parameter that outlives the call that gave it. SQLite's kinds of values are all that our columns have.
fn kept(param: &dyn Param, kind: &Type) -> Result<Box<dyn ToSql + Sync + Send>> {
    let stored = rusqlite::ToSql::to_sql(param)?;
    let value = match &stored {
        ToSqlOutput::Owned(value) => ValueRef::from(value),
        ToSqlOutput::Borrowed(value) => *value,
        _ => return Err(no_such_value()),
    };
    Ok(match (value, kind) {
        (ValueRef::Null, &Type::INT8) => Box::new(None::<i64>),
        (ValueRef::Null, &Type::BOOL) => Box::new(None::<bool>),
        (ValueRef::Null, &Type::TEXT) => Box::new(None::<String>),
        (ValueRef::Integer(number), &Type::BOOL) => Box::new(number != 0),
        (ValueRef::Integer(number), &Type::INT8) => Box::new(number),
        (ValueRef::Text(_), &Type::TEXT) => Box::new(value.as_str().map_err(|_| no_such_value())?.to_owned()),
        _ => return Err(no_such_value()),
    })
}

fn no_such_value() -> Error {
    Error::Other("no column has such a value".into())
}

impl Drop for Held {
    fn drop(&mut self) {
        let Some(client) = self.client.take() else { return };
        if self.lost.load(Relaxed) {
            self.postgres.distrust(client);
        } else if self.only_reads.load(Relaxed) {
            drop(Client::take(client));
        } else if self.running.load(Relaxed) > 0 && self.holding != Holding::Statement {
            let (postgres, abandoned) = (self.postgres.clone(), Client::take(client));
            tokio::spawn(async move { postgres.cancel(abandoned.cancel_token()).await });
        } else if self.has_transaction() {
            let postgres = self.postgres.clone();
            tokio::spawn(async move { postgres.roll_back(client).await });
        }
    }
}

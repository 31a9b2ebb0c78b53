//! The PostgreSQL engine: a pool of connections, TLS when the URL asks for it, no silent retries.

use std::pin::pin;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadpool_postgres::{
    Client, ClientWrapper, Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime,
};
use futures::future::{join, join_all};
use futures::{FutureExt, StreamExt, TryStreamExt, stream};
use rusqlite::types::{ToSqlOutput, ValueRef};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{AsyncMessage, CancelToken, Config, Connection, NoTls, Row, SimpleQueryMessage, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::counts::{Counters, count};
use super::error::{Error, Result, TakesNothing};
use super::tx::Visit;
use super::{Limits, Param, Tx};
use crate::platform::places::QueuePlace;

type Answer<T> = std::result::Result<T, tokio_postgres::Error>;

/// A report that takes longer than five minutes is not worth waiting for.
const REPORT_MS: u64 = 300_000;
/// All statements see what was committed before the first of them.
const MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// Statements that wait for company; one more is waited for.
const MOST_WAITING: usize = 16;
/// How long after the server's own limit its answer may come. Then the line is lost, and the server may be well.
const ON_THE_WAY: Duration = Duration::from_secs(2);
/// A line that is not used is asked for a sign of life after so long, and again so often; without one it ends. What was sent and
/// did not arrive for so long ends it too.
const QUIET: Duration = Duration::from_secs(30);
const UNHEARD: Duration = Duration::from_secs(10);

/// Tells one run of the server from the next: it changes when the server starts, also by itself after a crash, and when another
/// one takes over. Whoever connects finds out.
const RUN: &str = "SELECT concat(pg_postmaster_start_time(), ' ', (SELECT stats_reset FROM pg_stat_bgwriter))";

/// The run of the server that new connections lead to.
#[derive(Default)]
struct Runs(Mutex<Run>);

#[derive(Default)]
struct Run {
    /// How many there have been.
    number: u64,
    name: String,
    /// When the first connection to it was made.
    since: Option<std::time::Instant>,
}

impl Runs {
    /// Notes where a connection that was made at that time leads to.
    fn connected(&self, name: &str, made: std::time::Instant) {
        let mut run = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if run.since.is_none_or(|since| since <= made && run.name != name) {
            *run = Run { number: run.number + 1, name: name.to_owned(), since: Some(made) };
        }
    }

    /// The number of the run that a connection leads to; `None` if it may be an earlier one. Connections end with their server,
    /// but not those to one that is cut off from us and lives on.
    fn of(&self, made: std::time::Instant) -> Option<u64> {
        let run = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        run.since.is_some_and(|since| since <= made).then_some(run.number)
    }
}

pub(super) struct Postgres {
    pool: Pool,
    config: Config,
    limits: Limits,
    /// Units that wait for a connection.
    waiting: Arc<AtomicUsize>,
    counters: Arc<Counters>,
    runs: Arc<Runs>,
}

impl Postgres {
    pub(super) fn open(config: &Config, limits: &Limits, counters: Arc<Counters>) -> Result<Self> {
        let mut config = config.clone();
        config.application_name("doccare").connect_timeout(limits.patience).tcp_user_timeout(UNHEARD);
        config.keepalives_idle(QUIET).keepalives_interval(UNHEARD).keepalives_retries(1);
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = match config.get_ssl_mode() {
            SslMode::Require => Manager::from_config(config.clone(), MakeRustlsConnect::new(tls()?), recycling),
            _ => Manager::from_config(config.clone(), NoTls, recycling),
        };
        let ms = |time: Duration| time.as_millis();
        // A statement's plan is made once, for any values: for short statements planning takes longer than running.
        let settings = format!(
            "SET plan_cache_mode = force_generic_plan;
             SET lock_timeout = {}; SET statement_timeout = {}; SET idle_in_transaction_session_timeout = {}; {RUN}",
            ms(limits.patience),
            ms(limits.statement),
            ms(limits.statement),
        );
        let runs = Arc::<Runs>::default();
        let known = runs.clone();
        let set = Hook::async_fn(move |client: &mut ClientWrapper, metrics| {
            let (settings, known, made) = (settings.clone(), known.clone(), metrics.created);
            let set = async move {
                for answer in client.simple_query(&settings).await.map_err(HookError::Backend)? {
                    if let SimpleQueryMessage::Row(row) = answer {
                        known.connected(row.get(0).unwrap_or_default(), made);
                    }
                }
                Ok(())
            };
            set.boxed()
        });
        let pool = Pool::builder(manager)
            .post_create(set)
            .max_size(limits.connections)
            .wait_timeout(Some(limits.patience))
            .create_timeout(Some(limits.patience))
            .runtime(Runtime::Tokio1)
            .build();
        let pool = pool.map_err(|error| Error::Other(error.to_string()))?;
        Ok(Self { pool, config, limits: limits.clone(), waiting: Arc::default(), counters, runs })
    }

    /// A connection of the pool and the run of the server that it leads to, unless too many wait for one already.
    async fn client(&self) -> Result<(Client, u64)> {
        let _place = QueuePlace::take(&self.waiting, self.limits.queue).ok_or(Error::Busy)?;
        loop {
            let client = self.pool.get().await?;
            if let Some(run) = self.runs.of(Client::metrics(&client).created) {
                return Ok((client, run));
            }
            drop(Client::take(client));
        }
    }

    /// A connection for one unit. Where it is to have a transaction, that begins together with the first statement.
    pub(super) async fn hold(self: &Arc<Self>, holding: Holding) -> Result<Held> {
        let (client, run_of_server) = self.client().await?;
        let begin = match holding {
            Holding::Reading | Holding::Statement => None,
            Holding::Transaction => Some("BEGIN".into()),
            Holding::Moment => Some(MOMENT.into()),
            Holding::Report => Some(format!("{MOMENT}; SET LOCAL statement_timeout = {REPORT_MS}")),
            Holding::Snapshot => Some(format!(
                "{MOMENT}; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
            )),
        };
        Ok(Held {
            client: Some(client),
            run_of_server,
            holding,
            running: AtomicUsize::new(0),
            heard: Mutex::new(Instant::now()),
            failed: AtomicBool::new(false),
            lost: AtomicBool::new(false),
            only_reads: AtomicBool::new(false),
            unhurried: AtomicBool::new(false),
            waiting: Mutex::new(begin.into_iter().map(Waiting::Begin).collect()),
            postgres: self.clone(),
        })
    }

    /// Ends the statement that runs on a connection.
    async fn cancel(&self, token: CancelToken) {
        let cancelled = match self.config.get_ssl_mode() {
            SslMode::Require => match tls() {
                Ok(config) => self.patiently(token.cancel_query(MakeRustlsConnect::new(config))).await,
                Err(_) => return,
            },
            _ => self.patiently(token.cancel_query(NoTls)).await,
        };
        if let Err(error) = cancelled {
            tracing::warn!(%error, "an abandoned statement could not be cancelled");
        }
    }

    /// Waits for what takes the server no time.
    async fn patiently<T>(&self, work: impl Future<Output = Answer<T>>) -> Result<T> {
        Ok(timeout(self.limits.patience, work).await.map_err(|_| Error::Busy)??)
    }

    /// A line is lost on which no answer came: those that wait to be used are not trusted any more.
    fn distrust(&self, silent: Client) {
        drop(Client::take(silent));
        self.pool.retain(|_, _| false);
    }

    /// A connection whose transaction cannot be ended is of no use to anybody.
    async fn roll_back(&self, client: Client) {
        if self.patiently(client.batch_execute("ROLLBACK")).await.is_err() {
            drop(Client::take(client));
        }
    }

    pub(super) async fn notify(&self, channel: &str, message: &str) -> Result<()> {
        let (client, _) = self.client().await?;
        let told = self.patiently(client.execute("SELECT pg_notify($1, $2)", &[&channel, &message])).await;
        if told.is_err() {
            drop(Client::take(client));
        }
        told.map(drop)
    }

    /// On a connection of its own, because only its task sees what arrives on it.
    pub(super) async fn hear(&self, channel: &str, heard: impl FnMut(&str)) -> Result<()> {
        if self.config.get_ssl_mode() == SslMode::Require {
            let connecting = self.config.connect(MakeRustlsConnect::new(tls()?));
            let (client, connection) = self.patiently(connecting).await?;
            listen(&client, connection, channel, heard).await
        } else {
            let (client, connection) = self.patiently(self.config.connect(NoTls)).await?;
            listen(&client, connection, channel, heard).await
        }
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }
}

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
        if self.holding == Holding::Statement { Error::of_commit(error) } else { error.into() }
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
            self.roll_back().await;
            return Err(Error::Other("a unit went on after a statement had failed".into()));
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

async fn listen<S, T>(
    client: &tokio_postgres::Client,
    mut connection: Connection<S, T>,
    channel: &str,
    mut heard: impl FnMut(&str),
) -> Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
    let hearing = async {
        while let Some(message) = messages.next().await {
            if let AsyncMessage::Notification(notification) = message? {
                heard(notification.payload());
            }
        }
        Ok(())
    };
    // The command is answered only while the connection is polled.
    let command = format!("LISTEN {channel}");
    let asked = async {
        client.batch_execute(&command).await?;
        std::future::pending::<Result<()>>().await
    };
    tokio::select! {
        ended = hearing => ended,
        refused = asked => refused,
    }
}

/// Trusts the machine's certificates: an operator adds the database's own authority there.
fn tls() -> Result<rustls::ClientConfig> {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::Other(error.to_string()))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_from_before_another_run_of_the_server_is_not_of_that_run() {
        let (runs, begin) = (Runs::default(), std::time::Instant::now());
        let at = |seconds| begin + Duration::from_secs(seconds);
        runs.connected("one", at(0));
        runs.connected("one", at(1));
        assert_eq!((runs.of(at(0)), runs.of(at(1))), (Some(1), Some(1)));
        runs.connected("two", at(5));
        assert_eq!((runs.of(at(1)), runs.of(at(5)), runs.of(at(6))), (None, Some(2), Some(2)));
        // It was made before, and tells its run late.
        runs.connected("one", at(4));
        assert_eq!((runs.of(at(4)), runs.of(at(5))), (None, Some(2)));
    }
}

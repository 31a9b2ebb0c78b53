//! The PostgreSQL engine: a pool of connections, TLS when the URL asks for it, no silent retries.

use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::{
    Client, ClientWrapper, Hook, HookError, Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime,
};
use futures::{FutureExt, StreamExt, stream};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{sleep, timeout};
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::{AsyncMessage, CancelToken, Config, Connection, NoTls, SimpleQueryMessage};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::Limits;
use super::counts::{self, Counters};
use super::error::{Error, Result};
use super::held::{Held, Holding};
use crate::platform::places::QueuePlace;

pub(super) type Answer<T> = std::result::Result<T, tokio_postgres::Error>;

/// A line that is not used is asked for a sign of life after so long, and again so often; without one it ends. What was sent and
/// did not arrive for so long ends it too.
const QUIET: Duration = Duration::from_secs(30);
const UNHEARD: Duration = Duration::from_secs(10);
/// How soon it is asked again for a line that may be free.
const ASKS_AGAIN: Duration = Duration::from_millis(10);

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
    since: Option<Instant>,
}

/// What units rest on, whatever the server's own settings are: each statement sees what was committed before it (decision 0034), a commit
/// is on the disk when it is told, and a line may be quiet.
const STEADY: &str = "SET default_transaction_isolation = 'read committed'; DO $$ BEGIN
    IF current_setting('synchronous_commit') = 'off' THEN SET synchronous_commit = on; END IF;
    PERFORM set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout';
    END $$;";

impl Runs {
    /// Notes where a connection that was made at that time leads to.
    fn connected(&self, name: &str, made: Instant) {
        let mut run = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if run.since.is_none_or(|since| since <= made && run.name != name) {
            *run = Run { number: run.number + 1, name: name.to_owned(), since: Some(made) };
        }
    }

    /// The number of the run that a connection leads to; `None` if it may be an earlier one. Connections end with their server,
    /// but not those to one that is cut off from us and lives on.
    fn of(&self, made: Instant) -> Option<u64> {
        let run = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        run.since.is_some_and(|since| since <= made).then_some(run.number)
    }
}

pub(super) struct Postgres {
    pool: Pool,
    config: Config,
    pub(super) limits: Limits,
    /// Units that wait for a connection.
    waiting: Arc<AtomicUsize>,
    pub(super) counters: Arc<Counters>,
    runs: Arc<Runs>,
    /// Who waits for a line of ours because the server gives us no more, one after the other.
    own: tokio::sync::Mutex<()>,
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
            "{STEADY} SET plan_cache_mode = force_generic_plan;
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
        Ok(Self {
            pool,
            config,
            limits: limits.clone(),
            waiting: Arc::default(),
            counters,
            runs,
            own: tokio::sync::Mutex::default(),
        })
    }

    /// A connection of the pool and the run of the server that it leads to, unless too many wait for one already.
    async fn client(&self) -> Result<(Client, u64)> {
        let _place = QueuePlace::take(&self.waiting, self.limits.queue).ok_or(Error::Busy)?;
        loop {
            let client = match self.pool.get().await {
                Err(PoolError::Backend(error)) if has_no_more(&error) => self.wait_for_own().await?,
                client => client?,
            };
            if let Some(run) = self.runs.of(Client::metrics(&client).created) {
                return Ok((client, run));
            }
            drop(Client::take(client));
        }
    }

    /// The server gives us no more lines than we have: waits until one of those is free, or the server has another.
    async fn wait_for_own(&self) -> Result<Client> {
        let wait = async {
            let _turn = self.own.lock().await;
            loop {
                match self.pool.get().await {
                    Err(PoolError::Backend(error)) if has_no_more(&error) => sleep(ASKS_AGAIN).await,
                    client => return client,
                }
            }
        };
        Ok(timeout(self.limits.patience, wait).await.map_err(|_| Error::Busy)??)
    }

    /// A connection for one unit. Where it is to have a transaction, that begins together with the first statement.
    pub(super) async fn hold(self: &Arc<Self>, holding: Holding) -> Result<Held> {
        let (client, run_of_server) = self.client().await?;
        Ok(Held::new(self.clone(), client, run_of_server, holding))
    }

    /// Ends the statement that runs on a connection.
    pub(super) async fn cancel(&self, token: CancelToken) {
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
    pub(super) fn distrust(&self, silent: Client) {
        drop(Client::take(silent));
        self.pool.retain(|_, _| false);
    }

    /// A connection whose transaction cannot be ended is of no use to anybody.
    pub(super) async fn roll_back(&self, client: Client) {
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

    /// How many units wait for a connection, and the connections. Whoever has got one no longer waits.
    pub(super) fn standing(&self) -> (usize, counts::Pool) {
        let status = self.pool.status();
        let used = status.size.saturating_sub(status.available);
        (status.waiting, counts::Pool { used, idle: status.available, most: status.max_size })
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }
}

/// Whether it was the server that has no line left for us.
fn has_no_more(error: &tokio_postgres::Error) -> bool {
    error.code() == Some(&SqlState::TOO_MANY_CONNECTIONS)
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
        client.batch_execute(STEADY).await?;
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
        let (runs, begin) = (Runs::default(), Instant::now());
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

//! The PostgreSQL engine: a pool of connections, TLS when the URL asks for it, no silent retries.

use std::sync::Arc;
use std::time::{Duration, Instant};

use deadpool_postgres::{
    Client, ClientWrapper, Hook, HookError, Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime,
};
use futures::stream::{self, BoxStream};
use futures::{FutureExt, StreamExt};
use parking_lot::Mutex;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::{AsyncMessage, CancelToken, Config, NoTls, SimpleQueryMessage};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::Limits;
use super::connection::{Mode, PooledConnection};
use super::counts::{self, Counters};
use super::error::{Error, Result};

pub(super) type Answer<T> = std::result::Result<T, tokio_postgres::Error>;

/// TCP keepalive of an idle connection, and how long sent data may stay unacknowledged.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(30);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(10);
const POOL_RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// Identifies a run of the server: it changes with a restart, a crash or a failover.
const SERVER_RUN_QUERY: &str =
    "SELECT concat(pg_postmaster_start_time(), ' ', (SELECT stats_reset FROM pg_stat_bgwriter))";

/// The server run that new connections lead to.
#[derive(Default)]
struct Runs(Mutex<Run>);

#[derive(Default)]
struct Run {
    number: u64,
    name: String,
    /// When the first connection to it was opened.
    since: Option<Instant>,
}

/// Session settings that the program relies on, whatever the server's are: READ COMMITTED (decision 0034), commits on disk before they are
/// acknowledged, and no timeout of idle sessions.
const SESSION_SETTINGS: &str = "SET default_transaction_isolation = 'read committed'; DO $$ BEGIN
    IF current_setting('synchronous_commit') = 'off' THEN SET synchronous_commit = on; END IF;
    PERFORM set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout';
    END $$;";

impl Runs {
    fn connected(&self, name: &str, made: Instant) {
        let mut run = self.0.lock();
        if run.since.is_none_or(|since| since <= made && run.name != name) {
            *run = Run { number: run.number + 1, name: name.to_owned(), since: Some(made) };
        }
    }

    /// The run of a connection; `None` if it may be an earlier one: a connection to a server that is cut off and lives on does not end.
    fn of(&self, made: Instant) -> Option<u64> {
        let run = self.0.lock();
        run.since.is_some_and(|since| since <= made).then_some(run.number)
    }
}

pub(super) struct Postgres {
    pool: Pool,
    config: Config,
    pub(super) limits: Limits,
    /// Places for transactions that wait for a connection.
    waiting: Semaphore,
    pub(super) counters: Arc<Counters>,
    runs: Arc<Runs>,
    /// Serialises waiting for a connection when the server has none left.
    own: tokio::sync::Mutex<()>,
}

impl Postgres {
    pub(super) fn open(config: &Config, limits: &Limits, counters: Arc<Counters>) -> Result<Self> {
        let mut config = config.clone();
        config.application_name("doccare").connect_timeout(limits.acquire_timeout).tcp_user_timeout(KEEPALIVE_TIMEOUT);
        config.keepalives_idle(KEEPALIVE_IDLE).keepalives_interval(KEEPALIVE_TIMEOUT).keepalives_retries(1);
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = match config.get_ssl_mode() {
            SslMode::Require => Manager::from_config(config.clone(), MakeRustlsConnect::new(tls()?), recycling),
            _ => Manager::from_config(config.clone(), NoTls, recycling),
        };
        let ms = |time: Duration| time.as_millis();
        // Generic plans: for short statements planning takes longer than running.
        let settings = format!(
            "{SESSION_SETTINGS} SET plan_cache_mode = force_generic_plan;
             SET lock_timeout = {}; SET statement_timeout = {}; SET idle_in_transaction_session_timeout = {}; {SERVER_RUN_QUERY}",
            ms(limits.acquire_timeout),
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
            .wait_timeout(Some(limits.acquire_timeout))
            .create_timeout(Some(limits.acquire_timeout))
            .runtime(Runtime::Tokio1)
            .build();
        let pool = pool.map_err(|error| Error::Other(error.to_string()))?;
        Ok(Self {
            pool,
            config,
            limits: limits.clone(),
            waiting: Semaphore::new(limits.queue),
            counters,
            runs,
            own: tokio::sync::Mutex::default(),
        })
    }

    /// A pooled connection and its server run, unless too many are waiting.
    async fn client(&self) -> Result<(Client, u64)> {
        let _place = self.waiting.try_acquire().map_err(|_| Error::Busy)?;
        loop {
            let client = match self.pool.get().await {
                Err(PoolError::Backend(error)) if is_out_of_connections(&error) => self.wait_for_connection().await?,
                client => client?,
            };
            if let Some(run) = self.runs.of(Client::metrics(&client).created) {
                return Ok((client, run));
            }
            drop(Client::take(client));
        }
    }

    /// The server has no connections left: waits until one of ours is free, or the server has another.
    async fn wait_for_connection(&self) -> Result<Client> {
        let wait = async {
            let _turn = self.own.lock().await;
            loop {
                match self.pool.get().await {
                    Err(PoolError::Backend(error)) if is_out_of_connections(&error) => sleep(POOL_RETRY_INTERVAL).await,
                    client => return client,
                }
            }
        };
        Ok(timeout(self.limits.acquire_timeout, wait).await.map_err(|_| Error::Busy)??)
    }

    /// A connection for a transaction; BEGIN is sent with the first statement.
    pub(super) async fn hold(self: &Arc<Self>, mode: Mode) -> Result<PooledConnection> {
        let (client, run_of_server) = self.client().await?;
        Ok(PooledConnection::new(self.clone(), client, run_of_server, mode))
    }

    pub(super) async fn cancel(&self, token: CancelToken) {
        let cancelled = match self.config.get_ssl_mode() {
            SslMode::Require => match tls() {
                Ok(config) => self.with_timeout(token.cancel_query(MakeRustlsConnect::new(config))).await,
                Err(_) => return,
            },
            _ => self.with_timeout(token.cancel_query(NoTls)).await,
        };
        if let Err(error) = cancelled {
            tracing::warn!(%error, "an abandoned statement could not be cancelled");
        }
    }

    /// For requests that the server answers at once.
    async fn with_timeout<T>(&self, work: impl Future<Output = Answer<T>>) -> Result<T> {
        Ok(timeout(self.limits.acquire_timeout, work).await.map_err(|_| Error::Busy)??)
    }

    /// After a connection timed out, idle ones of the pool are closed too: they may be dead.
    pub(super) fn discard_idle(&self, silent: Client) {
        drop(Client::take(silent));
        self.pool.retain(|_, _| false);
    }

    /// Rolls back; a connection that cannot do so is closed.
    pub(super) async fn roll_back(&self, client: Client) {
        if self.with_timeout(client.batch_execute("ROLLBACK")).await.is_err() {
            drop(Client::take(client));
        }
    }

    pub(super) async fn notify(&self, channel: &str, message: &str) -> Result<()> {
        let (client, _) = self.client().await?;
        let told = self.with_timeout(client.execute("SELECT pg_notify($1, $2)", &[&channel, &message])).await;
        if told.is_err() {
            drop(Client::take(client));
        }
        told.map(drop)
    }

    /// Passes on notifications of a channel until the connection is lost.
    pub(super) async fn listen(&self, channel: &str, mut heard: impl FnMut(&str)) -> Result<()> {
        let (client, mut messages) = self.own_connection().await?;
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
            client.batch_execute(SESSION_SETTINGS).await?;
            client.batch_execute(&command).await?;
            std::future::pending::<Result<()>>().await
        };
        tokio::select! {
            ended = hearing => ended,
            refused = asked => refused,
        }
    }

    /// Runs statements on a separate connection: outside a transaction and without the pool's time limits.
    pub(super) async fn on_own_connection<T>(
        &self,
        work: impl AsyncFnOnce(&tokio_postgres::Client) -> Result<T>,
    ) -> Result<T> {
        let (client, mut messages) = self.own_connection().await?;
        let lost = async {
            while let Some(message) = messages.next().await {
                message?;
            }
            Err(Error::Busy)
        };
        tokio::select! {
            biased;
            done = work(&client) => done,
            lost = lost => lost,
        }
    }

    /// A connection outside the pool. It makes progress only while its messages are polled.
    async fn own_connection(&self) -> Result<(tokio_postgres::Client, BoxStream<'static, Answer<AsyncMessage>>)> {
        if self.config.get_ssl_mode() == SslMode::Require {
            let connecting = self.config.connect(MakeRustlsConnect::new(tls()?));
            let (client, mut connection) = self.with_timeout(connecting).await?;
            Ok((client, stream::poll_fn(move |context| connection.poll_message(context)).boxed()))
        } else {
            let (client, mut connection) = self.with_timeout(self.config.connect(NoTls)).await?;
            Ok((client, stream::poll_fn(move |context| connection.poll_message(context)).boxed()))
        }
    }

    pub(super) fn pool_stats(&self) -> (usize, counts::Pool) {
        let status = self.pool.status();
        let used = status.size.saturating_sub(status.available);
        (status.waiting, counts::Pool { used, idle: status.available, most: status.max_size })
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }
}

fn is_out_of_connections(error: &tokio_postgres::Error) -> bool {
    error.code() == Some(&SqlState::TOO_MANY_CONNECTIONS)
}

/// Uses the system's certificate store: operators add the authority of their database there.
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

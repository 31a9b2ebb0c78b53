//! The PostgreSQL engine: a pool of connections, TLS when the URL asks for it, no silent retries.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use deadpool_postgres::{
    Client, ClientWrapper, Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime,
};
use futures::{FutureExt, StreamExt, stream};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_postgres::config::SslMode;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, CancelToken, Config, Connection, NoTls, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::{Error, Result};
use super::{Limits, Tx};

/// A report that takes longer than five minutes is not worth waiting for.
const REPORT_MS: u64 = 300_000;

#[derive(Clone)]
pub(super) struct Postgres {
    pool: Pool,
    config: Arc<Config>,
}

impl Postgres {
    pub(super) fn open(config: &Config, limits: &Limits) -> Result<Self> {
        let mut config = config.clone();
        config.application_name("doccare").connect_timeout(limits.patience);
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = match config.get_ssl_mode() {
            SslMode::Require => Manager::from_config(config.clone(), MakeRustlsConnect::new(tls()?), recycling),
            _ => Manager::from_config(config.clone(), NoTls, recycling),
        };
        let ms = |time: Duration| time.as_millis();
        let settings = format!(
            "SET lock_timeout = {}; SET statement_timeout = {}; SET idle_in_transaction_session_timeout = {}",
            ms(limits.patience),
            ms(limits.statement),
            ms(limits.statement),
        );
        let set = Hook::async_fn(move |client: &mut ClientWrapper, _| {
            let settings = settings.clone();
            async move { client.batch_execute(&settings).await.map_err(HookError::Backend) }.boxed()
        });
        let pool = Pool::builder(manager)
            .post_create(set)
            .max_size(limits.connections)
            .wait_timeout(Some(limits.patience))
            .create_timeout(Some(limits.patience))
            .runtime(Runtime::Tokio1)
            .build();
        Ok(Self { pool: pool.map_err(|error| Error::Other(error.to_string()))?, config: Arc::new(config) })
    }

    /// A connection for one unit, with its transaction begun where it is to have one.
    pub(super) async fn hold(&self, holding: Holding) -> Result<Held> {
        let held = Held {
            client: Some(self.pool.get().await?),
            holding,
            running: AtomicBool::new(false),
            failed: AtomicBool::new(false),
            postgres: self.clone(),
        };
        match holding {
            Holding::Reading | Holding::Statement => {}
            Holding::Transaction => held.batch("BEGIN").await?,
            Holding::Report => {
                held.batch(&format!("BEGIN READ ONLY; SET LOCAL statement_timeout = {REPORT_MS}")).await?;
            }
        }
        Ok(held)
    }

    /// Ends the statement that runs on a connection.
    async fn cancel(&self, token: CancelToken) {
        let cancelled = match self.config.get_ssl_mode() {
            SslMode::Require => match tls() {
                Ok(config) => token.cancel_query(MakeRustlsConnect::new(config)).await,
                Err(_) => return,
            },
            _ => token.cancel_query(NoTls).await,
        };
        if let Err(error) = cancelled {
            tracing::warn!(%error, "an abandoned statement could not be cancelled");
        }
    }

    pub(super) async fn notify(&self, channel: &str, message: &str) -> Result<()> {
        self.pool.get().await?.execute("SELECT pg_notify($1, $2)", &[&channel, &message]).await?;
        Ok(())
    }

    /// On a connection of its own, because only its task sees what arrives on it.
    pub(super) async fn hear(&self, channel: &str, heard: impl FnMut(&str)) -> Result<()> {
        if self.config.get_ssl_mode() == SslMode::Require {
            let (client, connection) = self.config.connect(MakeRustlsConnect::new(tls()?)).await?;
            listen(&client, connection, channel, heard).await
        } else {
            let (client, connection) = self.config.connect(NoTls).await?;
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
    Reading,
    /// Reads that may take long.
    Report,
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
    holding: Holding,
    running: AtomicBool,
    /// A statement was refused, so that PostgreSQL will not keep anything of the transaction.
    failed: AtomicBool,
    postgres: Postgres,
}

impl Held {
    pub(super) fn tx(&self) -> Tx<'_> {
        Tx::on_postgres(self)
    }

    pub(super) async fn query(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
        let client = self.client()?;
        let work = async { client.query(&client.prepare_cached(sql).await?, params).await };
        self.run(work).await
    }

    pub(super) async fn execute(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<u64> {
        let client = self.client()?;
        let work = async { client.execute(&client.prepare_cached(sql).await?, params).await };
        self.run(work).await
    }

    /// Several statements without parameters.
    pub(super) async fn batch(&self, sql: &str) -> Result<()> {
        self.run(self.client()?.batch_execute(sql)).await
    }

    async fn run<T>(&self, work: impl Future<Output = std::result::Result<T, tokio_postgres::Error>>) -> Result<T> {
        self.running.store(true, Relaxed);
        let out = work.await;
        self.running.store(false, Relaxed);
        out.map_err(|error| {
            self.failed.store(true, Relaxed);
            if self.holding == Holding::Statement { Error::of_commit(error) } else { error.into() }
        })
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
        let client = self.client.take().ok_or_else(|| Error::Other("a unit ended twice".into()))?;
        client.batch_execute("COMMIT").await.map_err(Error::of_commit)
    }

    pub(super) async fn roll_back(mut self) {
        if let (Some(client), true) = (self.client.take(), self.has_transaction()) {
            roll_back(client).await;
        }
    }

    fn has_transaction(&self) -> bool {
        [Holding::Transaction, Holding::Report].contains(&self.holding)
    }
}

/// A connection whose transaction cannot be ended is of no use to anybody.
async fn roll_back(client: Client) {
    if client.batch_execute("ROLLBACK").await.is_err() {
        drop(Client::take(client));
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let Some(client) = self.client.take() else { return };
        if self.running.load(Relaxed) && self.holding != Holding::Statement {
            let (postgres, abandoned) = (self.postgres.clone(), Client::take(client));
            tokio::spawn(async move { postgres.cancel(abandoned.cancel_token()).await });
        } else if self.has_transaction() {
            tokio::spawn(roll_back(client));
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

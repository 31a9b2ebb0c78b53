//! The PostgreSQL engine: a pool of connections, TLS when the URL asks for it, no silent retries.

use std::sync::Arc;

use deadpool_postgres::{Client, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use futures::{StreamExt, stream};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_postgres::config::SslMode;
use tokio_postgres::{AsyncMessage, Config, Connection, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::Limits;
use super::error::{Error, Result};

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
        let pool = Pool::builder(manager)
            .max_size(limits.connections)
            .wait_timeout(Some(limits.patience))
            .create_timeout(Some(limits.patience))
            .runtime(Runtime::Tokio1)
            .build();
        Ok(Self { pool: pool.map_err(|error| Error::Other(error.to_string()))?, config: Arc::new(config) })
    }

    pub(super) async fn client(&self) -> Result<Client> {
        Ok(self.pool.get().await?)
    }

    pub(super) async fn notify(&self, channel: &str, message: &str) -> Result<()> {
        self.client().await?.execute("SELECT pg_notify($1, $2)", &[&channel, &message]).await?;
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

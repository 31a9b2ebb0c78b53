//! The PostgreSQL engine: a pool of connections, TLS when the URL asks for it, no silent retries.

use std::sync::Arc;

use deadpool_postgres::{Client, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use tokio_postgres::config::SslMode;
use tokio_postgres::{Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::Limits;
use super::error::{Error, Result};

#[derive(Clone)]
pub(super) struct Postgres {
    pool: Pool,
}

impl Postgres {
    pub(super) fn open(config: &Config, limits: &Limits) -> Result<Self> {
        let mut config = config.clone();
        config.application_name("doccare").connect_timeout(limits.patience);
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = match config.get_ssl_mode() {
            SslMode::Require => Manager::from_config(config, MakeRustlsConnect::new(tls()?), recycling),
            _ => Manager::from_config(config, NoTls, recycling),
        };
        let pool = Pool::builder(manager)
            .max_size(limits.connections)
            .wait_timeout(Some(limits.patience))
            .create_timeout(Some(limits.patience))
            .runtime(Runtime::Tokio1)
            .build();
        Ok(Self { pool: pool.map_err(|error| Error::Other(error.to_string()))? })
    }

    pub(super) async fn client(&self) -> Result<Client> {
        Ok(self.pool.get().await?)
    }

    pub(super) fn close(&self) {
        self.pool.close();
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

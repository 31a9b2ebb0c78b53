//! `doccare serve`.

use std::net::SocketAddr;

use anyhow::Context;
use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::identity::{self, second_factor};
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;
use doccare::platform::files::is_open_to_others;
use doccare::{metrics_endpoint, server};
use tokio::net::TcpListener;

pub async fn serve(config: Config) -> anyhow::Result<()> {
    config.check_way_in()?;
    let (address, database) = (config.listen, config.database.to_string());
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let listener = TcpListener::bind(address).await.with_context(|| format!("DOCCARE_LISTEN: {address}"))?;
    let metrics = bind_metrics(config.metrics_listen).await?;
    let app = App::build(config, Clock::System, Cost::Proper).await?;
    if let Some(metrics) = metrics {
        tracing::info!(metrics = format!("http://{}/metrics", metrics.local_addr()?), "told to Prometheus");
        tokio::spawn(metrics_endpoint::serve(app.clone(), metrics));
    }
    let stop = server::stop_signal();
    tracing::info!(url = format!("{scheme}://{}", listener.local_addr()?), database, "serving");
    if is_open_to_others(&app.config.data_dir) {
        let folder = app.config.data_dir.display();
        tracing::warn!(%folder, "OTHERS ON THIS MACHINE CAN READ THE DATA DIR: chmod 700 it");
    }
    if app.db.read(async |tx| identity::list_admin_addresses(tx).await).await?.is_empty() {
        tracing::warn!(
            "THERE IS NO ADMINISTRATOR, so nobody can approve doctors: run `doccare admin create you@example.org` with the same settings"
        );
    }
    let without = second_factor::count_admins_without(&app).await?;
    if without > 0 {
        tracing::warn!(
            administrators = without,
            "ADMINISTRATORS SIGN IN WITHOUT A SECOND FACTOR: see DOCCARE_REQUIRE_TOTP"
        );
    }
    server::serve(app, listener, stop, server::SHUTDOWN_TIMEOUT).await;
    Ok(())
}

async fn bind_metrics(address: Option<SocketAddr>) -> anyhow::Result<Option<TcpListener>> {
    let Some(address) = address else { return Ok(None) };
    let bound = TcpListener::bind(address).await;
    bound.map(Some).with_context(|| format!("DOCCARE_METRICS_LISTEN: {address}"))
}

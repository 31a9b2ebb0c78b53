//! Serving until told to stop: then running requests finish, and what was acknowledged is on disk.

use std::io;

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::app::App;
use crate::router;

/// Serves on a listener until `stop` comes.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
    let router = router::build(app.clone());
    axum::serve(listener, router).with_graceful_shutdown(stop).await?;
    app.db.close().await;
    Ok(())
}

/// SIGTERM, as service managers send it, or ctrl-c.
pub async fn stop_signal() {
    let mut terminate = signal(SignalKind::terminate()).expect("signals can be listened to at the start");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    tracing::info!("stopping: running requests finish first");
}

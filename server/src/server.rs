//! Serving until told to stop: then running requests finish, and what was acknowledged is on disk.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures::FutureExt;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use crate::app::App;
use crate::platform::outbox;
use crate::{blood, directory, identity, router};

const DAY: Duration = Duration::from_hours(24);
/// How late the next donors may be asked.
const WAVES: Duration = Duration::from_secs(10);

/// Serves on a listener until `stop` comes.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
    let router = router::build(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let (end_mails, mails_end) = oneshot::channel::<()>();
    let mails = tokio::spawn(outbox::run(
        app.db.clone(),
        app.mailer.clone(),
        app.clock.clone(),
        app.mail_bell.clone(),
        mails_end.map(drop),
    ));
    let sweeping = tokio::spawn(sweep_daily(app.clone()));
    let asking = tokio::spawn(ask_donors(app.clone()));
    let live = app.live.clone();
    let stop = async move {
        stop.await;
        live.end();
    };
    axum::serve(listener, router).with_graceful_shutdown(stop).await?;
    sweeping.abort();
    asking.abort();
    drop(end_mails);
    let _ = mails.await;
    app.db.close().await;
    Ok(())
}

async fn sweep_daily(app: App) {
    let mut daily = tokio::time::interval(DAY);
    loop {
        daily.tick().await;
        match directory::sweep_photos(&app).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "photos that nothing names are gone"),
            Err(error) => tracing::warn!(%error, "photos could not be swept"),
        }
        if let Err(error) = outbox::forget_failed(&app.db, &app.clock).await {
            tracing::warn!(%error, "failed mails could not be forgotten");
        }
        if let Err(error) = identity::login_change::forget_old(&app).await {
            tracing::warn!(%error, "addresses that were never confirmed could not be forgotten");
        }
        if let Err(error) = blood::forget_old(&app).await {
            tracing::warn!(%error, "old blood requests could not be forgotten");
        }
    }
}

async fn ask_donors(app: App) {
    let mut turns = tokio::time::interval(WAVES);
    loop {
        turns.tick().await;
        if let Err(error) = blood::advance(&app).await {
            tracing::warn!(%error, "donors could not be asked");
        }
    }
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

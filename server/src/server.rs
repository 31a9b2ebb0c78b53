//! Serves until SIGTERM; then running requests and jobs finish, and acknowledged writes are on disk.

use std::time::Duration;

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::app::App;
use crate::platform::background::Runner;
use crate::platform::connections::tls::Certificate;
use crate::platform::connections::{self, Edge, Limits};
use crate::{jobs, router};

/// How long the shutdown may take. Service managers kill after 30 seconds or more.
pub const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(20);

/// Serves until `stop` resolves, then for the drain time (so that load balancers notice), then waits at most `grace` for open requests.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()> + Send + 'static, grace: Duration) {
    let runner = Runner::new(app.db.clone(), app.clock.clone(), app.stop.clone());
    let runner = runner.with_metrics(app.metrics.clone()).with_traces(app.traces.clone());
    let jobs = runner.start(&app, jobs::ALL);
    if app.config.load_shedding {
        tokio::spawn(app.stop.clone().run_until_cancelled_owned(app.load_shedder.clone().watch()));
    }
    let (leaving, stopping, drain) = (app.leaving.clone(), app.stop.clone(), app.config.drain);
    tokio::spawn(async move {
        stop.await;
        leaving.cancel();
        tokio::time::sleep(drain).await;
        stopping.cancel();
    });
    let serving = connections::serve(listener, edge(&app, Limits::default()));
    let finished = async {
        serving.await;
        jobs.wait().await;
    };
    let time_is_over = async {
        app.stop.cancelled().await;
        tokio::time::sleep(grace).await;
    };
    tokio::select! {
        () = finished => {}
        () = time_is_over => tracing::warn!("some requests or jobs did not finish in time"),
    }
    app.db.close().await;
    if let Some(traces) = &app.traces {
        traces.close().await;
    }
}

/// The router, TLS and limits for `connections`.
pub fn edge(app: &App, limits: Limits) -> Edge {
    Edge {
        router: router::build(app.clone()),
        limits,
        proxies: app.config.trusted_proxies.clone(),
        tls: app.certificate.as_ref().map(Certificate::acceptor),
        stop: app.stop.clone(),
    }
}

/// Resolves on SIGTERM or Ctrl-C. The handlers are installed when it is called.
pub fn stop_signal() -> impl Future<Output = ()> {
    let listen = |kind| signal(kind).expect("signals can be listened to at the start");
    let (mut terminate, mut interrupt) = (listen(SignalKind::terminate()), listen(SignalKind::interrupt()));
    async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping: running requests finish first");
    }
}

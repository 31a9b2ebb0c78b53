//! Connections from the first byte to the last: limits, timeouts, TLS, and graceful shutdown. Requests are handled by the router. Decision 0041.

mod graceful_shutdown;
mod http2_backpressure;
mod idle_timeout;
pub mod tls;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper::{Request, Version};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use self::http2_backpressure::{ResponseTracker, TrackedBody};
use self::idle_timeout::{ConnectionActivity, IdleTimer, TrackedStream};
use super::concurrency_limit::{ConcurrencyLimit, ConcurrencyPermit};
use super::http::ClientAddress;
use super::http::address::TrustedProxies;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub total: usize,
    /// From one network, except trusted proxies.
    pub per_network: usize,
    /// From the first byte of a request to the end of its head; also for a TLS handshake.
    pub head_timeout: Duration,
    /// Without any byte of a request or a response.
    pub idle_timeout: Duration,
    /// Interval of the idle checks, and so the precision of the timeouts.
    pub check_interval: Duration,
}

/// An idle connection costs about 10 KB.
const MAX_CONNECTIONS: usize = 8192;
/// File descriptors for the database, photos and mails.
const RESERVED_FILES: usize = 128;

impl Default for Limits {
    fn default() -> Self {
        let total = open_files().saturating_sub(RESERVED_FILES).clamp(64, MAX_CONNECTIONS);
        Self {
            total,
            per_network: total / 8,
            head_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_mins(1),
            check_interval: Duration::from_secs(5),
        }
    }
}

fn open_files() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(1024)
}

/// Connections taken from the kernel's queue at shutdown.
const MAX_PENDING_ACCEPTS: usize = 1024;
/// At shutdown, a connection without a request so far has this time to send one.
const FIRST_REQUEST_TIMEOUT: Duration = Duration::from_secs(1);
/// For a request's head, and for one read of its body.
const MAX_BUFFER_SIZE: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;
/// A page sends about a dozen requests at once.
const MAX_CONCURRENT_STREAMS: u32 = 64;
/// HTTP/2 flow control windows.
const STREAM_WINDOW: u32 = 64 * 1024;
const CONNECTION_WINDOW: u32 = 256 * 1024;
/// Requests reset by the client before they were read (rapid reset); more ends the connection.
const MAX_RESET_STREAMS: usize = 20;
/// Streams that we reset because of protocol errors.
const MAX_LOCAL_ERROR_RESETS: usize = 64;

pub struct Edge {
    pub router: Router,
    pub limits: Limits,
    pub proxies: TrustedProxies,
    pub tls: Option<TlsAcceptor>,
    /// Cancelled at shutdown: open responses finish, nothing new is accepted.
    pub stop: CancellationToken,
}

impl Edge {
    /// The key of the limit per network; none for trusted proxies, which have limits of their own.
    fn network(&self, peer: SocketAddr) -> Option<String> {
        let address = peer.ip().to_canonical();
        (!self.proxies.contain(address)).then(|| ClientAddress(address).network())
    }
}

/// Counts rejected connections and logs them once a minute.
#[derive(Default)]
struct RejectionLog {
    untold: usize,
    told: Option<Instant>,
}

impl RejectionLog {
    fn add(&mut self) {
        self.untold += 1;
        if self.told.is_none_or(|told| told.elapsed() > Duration::from_mins(1)) {
            tracing::warn!(refused = self.untold, "too many connections");
            (self.untold, self.told) = (0, Some(Instant::now()));
        }
    }
}

/// Serves until `stop`, and returns when the last connection has ended.
pub async fn serve(listener: TcpListener, edge: Edge) {
    let limit = ConcurrencyLimit::new(edge.limits.total, edge.limits.per_network);
    let (edge, connections, mut refusals) = (Arc::new(edge), TaskTracker::new(), RejectionLog::default());
    let mut admit = |(stream, peer)| match limit.try_acquire(edge.network(peer)) {
        Some(permit) => drop(connections.spawn(connection(edge.clone(), stream, peer, permit))),
        None => refusals.add(),
    };
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = edge.stop.cancelled() => break,
        };
        match accepted {
            Ok(accepted) => admit(accepted),
            Err(error) => after_failed_accept(&error).await,
        }
    }
    graceful_shutdown::accept_pending(listener).await.take(MAX_PENDING_ACCEPTS).for_each(admit);
    connections.close();
    connections.wait().await;
}

/// Ignores clients that hung up; without file descriptors or memory it waits a second.
async fn after_failed_accept(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tracing::error!(%error, "no connection can be taken");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Serves one connection; the permit is released at its end.
async fn connection(edge: Arc<Edge>, stream: TcpStream, peer: SocketAddr, _permit: ConcurrencyPermit) {
    // Without it the last part of a response is sent a little later.
    let _ = stream.set_nodelay(true);
    let Some(tls) = &edge.tls else { return talk(&edge, stream, peer, builder()).await };
    let Ok(Ok(stream)) = timeout(edge.limits.head_timeout, tls.accept(stream)).await else { return };
    let speaks_http2 = stream.get_ref().1.alpn_protocol() == Some(tls::HTTP2);
    let builder = if speaks_http2 { builder().http2_only() } else { builder().http1_only() };
    talk(&edge, stream, peer, builder).await;
}

/// Without TLS, HTTP/2 is used if the client starts with it.
fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().max_buf_size(MAX_BUFFER_SIZE).max_headers(MAX_HEADERS);
    builder
        .http2()
        .max_header_list_size(u32::try_from(MAX_BUFFER_SIZE).unwrap_or(u32::MAX))
        .max_concurrent_streams(MAX_CONCURRENT_STREAMS)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(MAX_BUFFER_SIZE)
        .max_pending_accept_reset_streams(MAX_RESET_STREAMS)
        .max_local_error_reset_streams(MAX_LOCAL_ERROR_RESETS);
    builder
}

/// Serves requests until the client disconnects, a timeout passes, or the program stops.
async fn talk(
    edge: &Edge,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    builder: Builder<TokioExecutor>,
) {
    let activity = ConnectionActivity::of(ResponseTracker::new(edge.network(peer).is_none()));
    let stream = TokioIo::new(TrackedStream::new(stream, activity.clone()));
    let router = TowerToHyperService::new(edge.router.clone());
    let mut idle_timer = IdleTimer::new(edge.limits, activity.clone());
    let watched = activity.clone();
    let service =
        service_fn(move |mut request: Request<Incoming>| {
            let (activity, is_http2) = (activity.clone(), request.version() == Version::HTTP_2);
            let in_flight = activity.begin(is_http2);
            request.extensions_mut().insert(ConnectInfo(peer));
            let answering = router.call(request);
            async move {
                let permit = if is_http2 { activity.answers.permit().await } else { None };
                let answer = answering.await?;
                drop(in_flight);
                Ok::<_, Infallible>(answer.map(|body| {
                    if is_http2 { activity.answers.watch(body, permit) } else { TrackedBody::untracked(body) }
                }))
            }
        });
    let mut connection = pin!(builder.serve_connection(stream, service));
    let mut checks = interval_at(Instant::now() + edge.limits.check_interval, edge.limits.check_interval);
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stopped = pin!(async {
        edge.stop.cancelled().await;
        if !watched.has_asked() {
            tokio::time::sleep(FIRST_REQUEST_TIMEOUT).await;
        }
    });
    let mut is_closing = false;
    loop {
        tokio::select! {
            biased;
            _ = connection.as_mut() => return,
            () = stopped.as_mut(), if !is_closing => {}
            now = checks.tick() => {
                if !idle_timer.is_over(now) {
                    continue;
                }
                if is_closing {
                    return;
                }
            }
        }
        is_closing = true;
        connection.as_mut().graceful_shutdown();
    }
}

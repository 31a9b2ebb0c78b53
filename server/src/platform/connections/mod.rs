//! Every connection from its first byte to its last: who gets a place, how long they may take to ask, and how they are told
//! that the program stops. What is asked is the router's matter. Decision 0041.

mod activity;
mod answers;
mod door;
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

use self::activity::{Activity, Patience, Watched};
use self::answers::{Answers, WatchedBody};
use super::http::ClientAddress;
use super::http::address::TrustedProxies;
use super::places::{Place, Places};

/// How many connections there may be, and how long one may do nothing.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub in_all: usize,
    /// From one network, our proxies aside.
    pub of_a_network: usize,
    /// From the first byte of a request to the end of its head; also for a TLS handshake.
    pub head: Duration,
    /// Without a byte of a request or an answer.
    pub quiet: Duration,
    /// How often a connection is looked at: each limit is kept to that much.
    pub look: Duration,
}

/// A quiet connection costs about 10 KB.
const MOST_CONNECTIONS: usize = 8192;
/// Files that the program needs besides: the database, photos, mails.
const OTHER_FILES: usize = 128;

impl Default for Limits {
    fn default() -> Self {
        let in_all = open_files().saturating_sub(OTHER_FILES).clamp(64, MOST_CONNECTIONS);
        Self {
            in_all,
            of_a_network: in_all / 8,
            head: Duration::from_secs(10),
            quiet: Duration::from_mins(1),
            look: Duration::from_secs(5),
        }
    }
}

/// How many files the system lets this program have open.
fn open_files() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(1024)
}

/// So many wait at the door at most.
const MOST_WAITING: usize = 1024;
/// When the program stops, whoever has just come and has asked nothing yet has so long to do it.
const FIRST_WORD: Duration = Duration::from_secs(1);
/// The head of a request, and what is read of its body at once.
const MOST_BUFFERED: usize = 16 * 1024;
const MOST_HEADERS: usize = 64;
/// A page of ours asks for a dozen things at once.
const MOST_STREAMS: u32 = 64;
/// What a client may send before we have read it.
const STREAM_WINDOW: u32 = 64 * 1024;
const CONNECTION_WINDOW: u32 = 256 * 1024;
/// Requests that a client took back before they were looked at. More is a flood, and the connection ends.
const MOST_TAKEN_BACK: usize = 20;
/// Requests that we ended because of a client's mistakes.
const MOST_MISTAKES: usize = 64;

/// What all connections of a listener share.
pub struct Edge {
    pub router: Router,
    pub limits: Limits,
    pub proxies: TrustedProxies,
    pub tls: Option<TlsAcceptor>,
    /// Cancelled when the program stops: whoever is being answered hears the end, nobody else is let in.
    pub stop: CancellationToken,
}

impl Edge {
    /// By what a connection is counted. Everybody comes through our proxies, who have limits of their own.
    fn network(&self, peer: SocketAddr) -> Option<String> {
        let address = peer.ip().to_canonical();
        (!self.proxies.contain(address)).then(|| ClientAddress(address).network())
    }
}

/// Who found no place. A flood is told of now and then, not for each connection.
#[derive(Default)]
struct Refusals {
    untold: usize,
    told: Option<Instant>,
}

impl Refusals {
    fn add(&mut self) {
        self.untold += 1;
        if self.told.is_none_or(|told| told.elapsed() > Duration::from_mins(1)) {
            tracing::warn!(refused = self.untold, "too many connections");
            (self.untold, self.told) = (0, Some(Instant::now()));
        }
    }
}

/// Serves until told to stop, and returns when the last connection has ended.
pub async fn serve(listener: TcpListener, edge: Edge) {
    let places = Places::new(edge.limits.in_all, edge.limits.of_a_network);
    let (edge, connections, mut refusals) = (Arc::new(edge), TaskTracker::new(), Refusals::default());
    let mut let_in = |(stream, peer)| match places.take(edge.network(peer)) {
        Some(place) => drop(connections.spawn(connection(edge.clone(), stream, peer, place))),
        None => refusals.add(),
    };
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = edge.stop.cancelled() => break,
        };
        match accepted {
            Ok(accepted) => let_in(accepted),
            Err(error) => after_failed_accept(&error).await,
        }
    }
    door::shut(listener).await.take(MOST_WAITING).for_each(let_in);
    connections.close();
    connections.wait().await;
}

/// A caller who hung up while waiting is nothing; without files or memory it takes a moment until one is free.
async fn after_failed_accept(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tracing::error!(%error, "no connection can be taken");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// The place is free again when this ends.
async fn connection(edge: Arc<Edge>, stream: TcpStream, peer: SocketAddr, _place: Place) {
    // An answer's last part goes at once; where that cannot be had, it comes a little later.
    let _ = stream.set_nodelay(true);
    let Some(tls) = &edge.tls else { return talk(&edge, stream, peer, builder()).await };
    let Ok(Ok(stream)) = timeout(edge.limits.head, tls.accept(stream)).await else { return };
    let speaks_http2 = stream.get_ref().1.alpn_protocol() == Some(tls::HTTP2);
    let builder = if speaks_http2 { builder().http2_only() } else { builder().http1_only() };
    talk(&edge, stream, peer, builder).await;
}

/// In clear, HTTP/2 is spoken with whoever begins with it.
fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().max_buf_size(MOST_BUFFERED).max_headers(MOST_HEADERS);
    builder
        .http2()
        .max_header_list_size(u32::try_from(MOST_BUFFERED).unwrap_or(u32::MAX))
        .max_concurrent_streams(MOST_STREAMS)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(MOST_BUFFERED)
        .max_pending_accept_reset_streams(MOST_TAKEN_BACK)
        .max_local_error_reset_streams(MOST_MISTAKES);
    builder
}

/// Answers requests until the client goes, does nothing for too long, or the program stops.
async fn talk(
    edge: &Edge,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    builder: Builder<TokioExecutor>,
) {
    let activity = Activity::of(Answers::new(edge.network(peer).is_none()));
    let stream = TokioIo::new(Watched::new(stream, activity.clone()));
    let router = TowerToHyperService::new(edge.router.clone());
    let mut patience = Patience::new(edge.limits, activity.clone());
    let watched = activity.clone();
    let service =
        service_fn(move |mut request: Request<Incoming>| {
            let (activity, is_http2) = (activity.clone(), request.version() == Version::HTTP_2);
            let under_way = activity.begin(is_http2);
            request.extensions_mut().insert(ConnectInfo(peer));
            let answering = router.call(request);
            async move {
                let place = if is_http2 { activity.answers.place().await } else { None };
                let answer = answering.await?;
                drop(under_way);
                Ok::<_, Infallible>(answer.map(|body| {
                    if is_http2 { activity.answers.watch(body, place) } else { WatchedBody::by_nobody(body) }
                }))
            }
        });
    let mut connection = pin!(builder.serve_connection(stream, service));
    let mut looks = interval_at(Instant::now() + edge.limits.look, edge.limits.look);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stopped = pin!(async {
        edge.stop.cancelled().await;
        if !watched.has_asked() {
            tokio::time::sleep(FIRST_WORD).await;
        }
    });
    let mut told_to_end = false;
    loop {
        tokio::select! {
            biased;
            _ = connection.as_mut() => return,
            () = stopped.as_mut(), if !told_to_end => {}
            now = looks.tick() => {
                if !patience.is_over(now) {
                    continue;
                }
                if told_to_end {
                    return;
                }
            }
        }
        told_to_end = true;
        connection.as_mut().graceful_shutdown();
    }
}

//! The edge: idle connections, floods, HTTP/2 and TLS.

mod http2;
mod requests;
mod slow;
mod stopping;
mod tls;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use doccare::app::{App, Contents};
use doccare::platform::connections::tls::Certificate;
use doccare::platform::connections::{self, Limits};
use doccare::server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;

use crate::harness::{TestServer, on_both_engines};

/// Timeouts short enough for a test, and different enough to be distinguished.
const IMPATIENT: Limits = Limits {
    total: 500,
    per_network: 100,
    head_timeout: Duration::from_millis(100),
    idle_timeout: Duration::from_millis(400),
    check_interval: Duration::from_millis(20),
};

/// No timeout ends a connection.
const PATIENT: Limits =
    Limits { head_timeout: Duration::from_hours(1), idle_timeout: Duration::from_hours(1), ..IMPATIENT };

/// The product with test limits, where 127.0.0.1 is a trusted proxy and 127.0.0.2 is not.
struct Door {
    address: SocketAddr,
    serving: JoinHandle<()>,
    server: TestServer,
}

impl Drop for Door {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Door {
    async fn open(server: TestServer, limits: Limits, certificate: Option<Arc<Certificate>>) -> Self {
        let app = App::from(Contents { certificate, ..Contents::clone(&server.app) });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(connections::serve(listener, server::edge(&app, limits)));
        Self { address, serving, server }
    }

    async fn connect(&self, from: &str) -> TcpStream {
        connect(self.address, from).await.unwrap()
    }

    async fn is_served(&self, from: &str) -> bool {
        let mut stream = self.connect(from).await;
        let asked = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: care\r\nConnection: close\r\n\r\n").await;
        let mut answer = String::new();
        asked.is_ok() && stream.read_to_string(&mut answer).await.is_ok() && answer.starts_with("HTTP/1.1 200")
    }
}

async fn connect(address: SocketAddr, from: &str) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("{from}:0").parse().unwrap())?;
    socket.connect(address).await
}

async fn with_door<F: AsyncFn(Door)>(limits: Limits, test: F) {
    on_both_engines(async |url| {
        let proxies = "127.0.0.1".parse().unwrap();
        let server = TestServer::start_with(url, |config| config.trusted_proxies = proxies).await;
        test(Door::open(server, limits, None).await).await;
    })
    .await;
}

const STRANGER: &str = "127.0.0.2";
const PROXY: &str = "127.0.0.1";

/// Returns when the peer has closed the connection.
async fn ended(mut stream: TcpStream) {
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest).await;
}

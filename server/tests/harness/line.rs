//! A connection to the scratch PostgreSQL that can be cut at the worst moment: a proxy that understands just enough of the protocol to lose
//! one chosen message, or the answer to it. It can also stall or break completely.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use doccare::platform::db::DatabaseUrl;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream, tcp, unix};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::postgres;

/// The message at which the connection breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    Commit,
    /// The execution of a prepared statement.
    Statement,
}

impl At {
    fn is(self, tag: u8, payload: &[u8]) -> bool {
        match self {
            Self::Commit => tag == b'Q' && payload.starts_with(b"COMMIT"),
            Self::Statement => tag == b'E',
        }
    }
}

/// Which message is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    /// The server never receives it.
    Message,
    /// The server has executed it, and the answer is lost.
    Answer,
}

/// The state of all connections, new ones too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weather {
    Fair,
    /// Nothing passes, and neither side gets an error.
    Silent,
    /// Like silent, but connections that are open when it begins stay silent afterwards: each end believes that the other is there.
    HalfOpen,
    /// Every connection is reset, new ones at once.
    Broken,
}

pub struct Line {
    pub database: DatabaseUrl,
    cut: Arc<Mutex<Option<(At, Lost)>>>,
    weather: watch::Sender<Weather>,
    accepting: JoinHandle<()>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Line {
    /// A proxy to a new empty database.
    pub async fn lay() -> Self {
        let url = postgres::fresh_database_url().await;
        let name = url.rsplit('/').next().expect("a name");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address: SocketAddr = listener.local_addr().expect("an address");
        let database = format!("postgres://care@{address}/{name}").parse().expect("a database's address");
        let cut = Arc::new(Mutex::new(None));
        let (weather, told) = watch::channel(Weather::Fair);
        let accepting = tokio::spawn(accept(listener, cut.clone(), told));
        Self { database, cut, weather, accepting }
    }

    pub fn turn(&self, weather: Weather) {
        self.weather.send_replace(weather);
    }

    pub fn is_fair(&self) -> bool {
        *self.weather.borrow() == Weather::Fair
    }

    /// The next such message breaks its connection; later connections are not affected.
    pub fn cut(&self, at: At, lost: Lost) {
        *self.cut.lock().expect("nobody panicked") = Some((at, lost));
    }
}

async fn accept(listener: TcpListener, cut: Arc<Mutex<Option<(At, Lost)>>>, weather: watch::Receiver<Weather>) {
    while let Ok((client, _)) = listener.accept().await {
        tokio::spawn(connect(client, cut.clone(), weather.clone()));
    }
}

async fn connect(
    mut client: TcpStream,
    cut: Arc<Mutex<Option<(At, Lost)>>>,
    mut weather: watch::Receiver<Weather>,
) -> io::Result<()> {
    // A new connection while it is silent waits.
    let is_loud = |weather: &Weather| matches!(weather, Weather::Fair | Weather::Broken);
    if weather.wait_for(is_loud).await.is_ok_and(|weather| *weather == Weather::Broken) {
        return client.set_zero_linger();
    }
    let mut server = UnixStream::connect(postgres::socket()).await?;
    let end = AtomicUsize::new(usize::MAX);
    {
        let (from_client, to_client) = client.split();
        let (from_server, to_server) = server.split();
        // The first direction to end closes the connection.
        let mut talk = pin!(async {
            tokio::select! {
                ended = ask(from_client, to_server, &cut, &end) => ended,
                ended = answer(from_server, to_client, &end) => ended,
            }
        });
        loop {
            tokio::select! {
                ended = &mut talk => return ended,
                changed = weather.changed() => if changed.is_err() { return Ok(()) },
            }
            let Ok(now) = weather.wait_for(|weather| *weather != Weather::Silent).await.map(|now| *now) else {
                return Ok(());
            };
            if now == Weather::HalfOpen {
                return std::future::pending().await;
            }
            if now == Weather::Broken {
                break;
            }
        }
    }
    client.set_zero_linger()
}

/// Forwards the program's messages. `end` becomes the number of the answer that is lost: each "ready for query" is one, the first is that
/// of the start.
async fn ask(
    mut from: tcp::ReadHalf<'_>,
    mut to: unix::WriteHalf<'_>,
    cut: &Mutex<Option<(At, Lost)>>,
    end: &AtomicUsize,
) -> io::Result<()> {
    // The first message has no tag.
    let length = from.read_u32().await?;
    to.write_all(&length.to_be_bytes()).await?;
    to.write_all(&payload(&mut from, length).await?).await?;
    let mut asked = 1;
    loop {
        let (tag, length) = (from.read_u8().await?, from.read_u32().await?);
        let payload = payload(&mut from, length).await?;
        let lost = cut.lock().expect("nobody panicked").take_if(|(at, _)| at.is(tag, &payload));
        match lost {
            Some((_, Lost::Message)) => return Ok(()),
            Some((_, Lost::Answer)) => end.store(asked + 1, Ordering::SeqCst),
            None => {}
        }
        // A query and a sync are answered by "ready for query".
        asked += usize::from([b'Q', b'S'].contains(&tag));
        to.write_u8(tag).await?;
        to.write_u32(length).await?;
        to.write_all(&payload).await?;
    }
}

async fn answer(mut from: unix::ReadHalf<'_>, mut to: tcp::WriteHalf<'_>, end: &AtomicUsize) -> io::Result<()> {
    let mut answered = 0;
    loop {
        let (tag, length) = (from.read_u8().await?, from.read_u32().await?);
        let payload = payload(&mut from, length).await?;
        let lost = answered + 1 >= end.load(Ordering::SeqCst);
        answered += usize::from(tag == b'Z');
        if lost && tag == b'Z' {
            return Ok(());
        }
        if !lost {
            to.write_u8(tag).await?;
            to.write_u32(length).await?;
            to.write_all(&payload).await?;
        }
    }
}

/// The length includes its own four bytes.
async fn payload(from: &mut (impl AsyncRead + Unpin), length: u32) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(4).saturating_sub(4)];
    from.read_exact(&mut bytes).await?;
    Ok(bytes)
}

//! Graceful shutdown of the listener: connections that the kernel has accepted are served, even if the program has not accepted them yet.
//! Otherwise a load balancer that connected in time sends its request and gets a reset (once in six stops under load, decision 0041).

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

/// Time for TCP handshakes that have begun to finish.
const HANDSHAKE_TIME: Duration = Duration::from_millis(100);

/// Accepts the connections that arrived before the shutdown. A later SYN gets no answer; the client retries after a second, and is then
/// refused, or served by the next program on this address.
pub async fn accept_pending(listener: TcpListener) -> impl Iterator<Item = (TcpStream, SocketAddr)> {
    if let Err(error) = drop_new_handshakes(&listener) {
        tracing::warn!(%error, "connections that arrive now may be reset");
    }
    tokio::time::sleep(HANDSHAKE_TIME).await;
    // From the kernel directly: tokio only accepts after an event.
    let listener = listener.into_std().ok();
    std::iter::from_fn(move || {
        loop {
            match accept(listener.as_ref()?) {
                // The client has hung up.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                other => return other.ok(),
            }
        }
    })
}

fn accept(listener: &std::net::TcpListener) -> io::Result<(TcpStream, SocketAddr)> {
    let (stream, peer) = listener.accept()?;
    stream.set_nonblocking(true)?;
    Ok((TcpStream::from_std(stream)?, peer))
}

/// Lets the kernel drop new connection attempts (SYN without ACK) and nothing else, by a classic BPF filter. The data that the filter sees
/// begins with the TCP header, whose byte 13 holds the flags.
#[cfg(target_os = "linux")]
fn drop_new_handshakes(listener: &TcpListener) -> io::Result<()> {
    use socket2::{SockFilter, SockRef};
    const LOAD_BYTE: u16 = 0x30;
    const AND: u16 = 0x54;
    const IF_EQUAL: u16 = 0x15;
    const RETURN: u16 = 0x06;
    const SYN: u32 = 0x02;
    const ACK: u32 = 0x10;
    SockRef::from(listener).attach_filter(&[
        SockFilter::new(LOAD_BYTE, 0, 0, 13),
        SockFilter::new(AND, 0, 0, SYN | ACK),
        SockFilter::new(IF_EQUAL, 0, 1, SYN),
        SockFilter::new(RETURN, 0, 0, 0),
        SockFilter::new(RETURN, 0, 0, u32::MAX),
    ])
}

#[cfg(not(target_os = "linux"))]
fn drop_new_handshakes(_: &TcpListener) -> io::Result<()> {
    Ok(())
}

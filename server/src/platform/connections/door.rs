//! Shutting the door without hitting anybody: whoever has been connected by the system is let in, also if the program had not
//! looked yet. Else a balancer that came in time would have sent its request, and never hear whether it was done.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

/// A greeting that is under way when the door is shut ends within that.
const GREETING: Duration = Duration::from_millis(100);

/// Those who came before the door was shut, and were not let in yet. Whoever comes later hears nothing, asks again after a second,
/// and is refused then, or served by the next program at this address.
pub async fn shut(listener: TcpListener) -> impl Iterator<Item = (TcpStream, SocketAddr)> {
    if let Err(error) = drop_greetings(&listener) {
        tracing::warn!(%error, "who comes at this moment may be turned away");
    }
    tokio::time::sleep(GREETING).await;
    // Asked of the system itself: tokio only looks where it has been told that somebody waits.
    let listener = listener.into_std().ok();
    std::iter::from_fn(move || {
        loop {
            match waiting(listener.as_ref()?) {
                // Whoever hung up again is nobody.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                other => return other.ok(),
            }
        }
    })
}

fn waiting(listener: &std::net::TcpListener) -> io::Result<(TcpStream, SocketAddr)> {
    let (stream, peer) = listener.accept()?;
    stream.set_nonblocking(true)?;
    Ok((TcpStream::from_std(stream)?, peer))
}

/// From now on the system answers no greeting (SYN without ACK) and passes everything else on, by a filter of its own (classic BPF).
/// What the filter looks at begins with the head of TCP, whose byte 13 holds the flags.
#[cfg(target_os = "linux")]
fn drop_greetings(listener: &TcpListener) -> io::Result<()> {
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
fn drop_greetings(_: &TcpListener) -> io::Result<()> {
    Ok(())
}

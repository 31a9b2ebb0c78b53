//! `doccare healthcheck`.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, bail};
use doccare::platform::config::Config;
use doccare::platform::connections::tls;

use super::output;

/// A plain HTTP request, so that a health check needs no client library.
pub fn ask(config: &Config) -> anyhow::Result<()> {
    let (address, timeout) = (config.listen, Duration::from_secs(5));
    let stream = TcpStream::connect_timeout(&address, timeout).with_context(|| format!("{address}"))?;
    stream.set_read_timeout(Some(timeout))?;
    let answer = match config.tls {
        Some(_) => ask_whether_ready(tls::without_proof(stream)?, address)?,
        None => ask_whether_ready(stream, address)?,
    };
    if answer.starts_with("HTTP/1.1 200") {
        output::line("ready")?;
        Ok(())
    } else {
        bail!("{address} is not ready")
    }
}

fn ask_whether_ready(mut stream: impl Read + Write, address: SocketAddr) -> std::io::Result<String> {
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

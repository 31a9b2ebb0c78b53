//! Many clients at once who ask as fast as they are answered, cheap enough to be thousands on one core.

use std::io;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection that is kept.
pub struct Client {
    address: SocketAddr,
    stream: Option<TcpStream>,
    buffer: Vec<u8>,
}

impl Client {
    pub fn new(url: &str) -> Self {
        let address = url.trim_start_matches("http://").parse().expect("an address");
        Self { address, stream: None, buffer: Vec::new() }
    }

    /// Asks, on a new connection where the last one has ended, and answers with the status and the body.
    pub async fn ask(&mut self, method: &str, path: &str, token: &str, body: &str) -> io::Result<(u16, &[u8])> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: care\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => TcpStream::connect(self.address).await?,
        };
        stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        let head = loop {
            if stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
        };
        let text = String::from_utf8_lossy(&self.buffer[..head]).to_lowercase();
        let status = text.get(9..12).and_then(|status| status.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        let length = text.split_once("content-length: ").and_then(|(_, rest)| rest.split("\r\n").next()?.parse().ok());
        let end = head + length.unwrap_or(0_usize);
        while self.buffer.len() < end {
            if stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        if !text.contains("connection: close") {
            self.stream = Some(stream);
        }
        Ok((status, &self.buffer[head..end]))
    }
}

pub fn json(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or(Value::Null)
}

/// What came of one kind of request.
#[derive(Default)]
pub struct Outcomes(Mutex<Seen>);

#[derive(Default, Clone)]
pub struct Seen {
    /// How long each took that was answered, and each that was refused for now, in microseconds.
    pub answered: Vec<u32>,
    pub refused: Vec<u32>,
    /// Answers that say that something is wrong with us.
    pub failed: usize,
    /// Without an answer.
    pub lost: usize,
}

impl Outcomes {
    pub fn note(&self, status: &io::Result<u16>, took: Duration) {
        let micros = u32::try_from(took.as_micros()).unwrap_or(u32::MAX);
        let mut seen = self.0.lock().unwrap();
        match status {
            Ok(503 | 429) => seen.refused.push(micros),
            Ok(500..) => seen.failed += 1,
            Ok(_) => seen.answered.push(micros),
            Err(_) => seen.lost += 1,
        }
    }

    /// What was seen since this was asked last.
    pub fn take(&self) -> Seen {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    /// Asks once and notes what came of it.
    pub async fn ask(
        &self,
        client: &mut Client,
        (method, path): (&str, &str),
        token: &str,
        body: &str,
    ) -> Option<Value> {
        let begun = Instant::now();
        let told = client.ask(method, path, token, body).await;
        let (status, body) = match told {
            Ok((status, body)) => (Ok(status), Some((status, json(body)))),
            Err(error) => (Err(error), None),
        };
        self.note(&status, begun.elapsed());
        let (status, body) = body?;
        (status < 300).then_some(body)
    }
}

/// The time that so many of a thousand did not exceed, in milliseconds.
pub fn of_thousand(times: &[u32], share: usize) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    let index = (times.len() * share / 1000).min(times.len().saturating_sub(1));
    times.get(index).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
}

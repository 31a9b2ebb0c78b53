//! Many concurrent clients that repeat requests as fast as they are answered, cheap enough for thousands on one core.

use std::io;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::program::{Person, Program};
use crate::harness::people::{booking_form, booking_path};

/// A keep-alive connection.
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

    /// Sends a request, on a new connection if the last one was closed, and returns status and body.
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

/// The results of one kind of request.
#[derive(Default)]
pub struct Outcomes(Mutex<Seen>);

#[derive(Default, Clone)]
pub struct Seen {
    /// The latencies of answered and of refused requests, in microseconds.
    pub answered: Vec<u32>,
    pub refused: Vec<u32>,
    /// Answers with a server error.
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

    /// The counts since the last call.
    pub fn take(&self) -> Seen {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    /// Sends a request once and records the result. `None` without an answer.
    pub async fn ask(
        &self,
        client: &mut Client,
        (method, path): (&str, &str),
        token: &str,
        body: &str,
    ) -> Option<(u16, Value)> {
        let begun = Instant::now();
        let told = client.ask(method, path, token, body).await;
        let (status, answer) = match told {
            Ok((status, body)) => (Ok(status), Some((status, json(body)))),
            Err(error) => (Err(error), None),
        };
        self.note(&status, begun.elapsed());
        answer
    }
}

/// The target of the clients that look around and book, and their results.
pub struct Place {
    url: String,
    pub doctors: Vec<String>,
    people: Vec<Person>,
    days: Vec<String>,
    pub reads: Outcomes,
    pub bookings: Outcomes,
    is_over: AtomicBool,
}

impl Place {
    /// With so many logged-in users.
    pub async fn look_at(program: &Program, people: usize) -> Self {
        let doctors = program.doctors().await;
        let mut signed_in = Vec::with_capacity(people);
        for number in 0..people {
            signed_in.push(program.sign_in(number).await);
        }
        let days = program.get(&format!("/user/api/doctor/{}/availability", doctors[0])).await;
        let days = days.body["data"].as_array().expect("days").iter();
        Self {
            url: program.server.url.clone(),
            days: days.map(|day| day["day"].as_str().expect("a day").to_owned()).collect(),
            doctors,
            people: signed_in,
            reads: Outcomes::default(),
            bookings: Outcomes::default(),
            is_over: AtomicBool::new(false),
        }
    }

    pub fn client(&self) -> Client {
        Client::new(&self.url)
    }

    pub fn address(&self) -> &str {
        self.url.trim_start_matches("http://")
    }

    /// These clients continue until the end.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    pub fn set_over(&self, is_over: bool) {
        self.is_over.store(is_over, Ordering::Relaxed);
    }

    /// Requests one of four pages, in turn.
    pub async fn read(&self, client: &mut Client, number: usize, turn: usize) {
        let doctor = &self.doctors[(number * 5 + turn) % self.doctors.len()];
        let person = &self.people[number % self.people.len()];
        let path = match turn % 4 {
            0 => "/user/api/finddoctors?limit=10".to_owned(),
            1 => format!("/user/api/doctor/{doctor}/slots?date={}", self.day(turn)),
            2 => format!("/user/api/doctor/{doctor}"),
            // One page, as the web app shows it, because here each of them books by the thousand.
            _ => format!("/user/api/previous/booking/{}?limit=10", person.id),
        };
        self.reads.ask(client, ("GET", &path), &person.token, "").await;
    }

    fn day(&self, turn: usize) -> &str {
        &self.days[1 + turn % (self.days.len() - 1)]
    }

    /// Books and cancels a slot that no other client uses. A cancellation that is refused for now is repeated.
    pub async fn book(&self, client: &mut Client, number: usize, turn: usize) {
        let person = &self.people[number % self.people.len()];
        let doctor = &self.doctors[(number * 7 + turn) % self.doctors.len()];
        let minutes = 10 * 60 + 15 * (number % 8);
        let form = booking_form(self.day(turn), &format!("{}:{:02}", minutes / 60, minutes % 60)).to_string();
        let path = booking_path(doctor, &person.id);
        let Some((200, booked)) = self.bookings.ask(client, ("POST", &path), &person.token, &form).await else {
            return;
        };
        let cancel = format!("/user/api/appointment/cancel/{}", booked["data"]["_id"].as_str().expect("an id"));
        loop {
            let answer = self.bookings.ask(client, ("PATCH", &cancel), &person.token, "").await;
            if !matches!(answer, None | Some((503 | 429, _))) || self.is_over() {
                return;
            }
        }
    }
}

/// The latency that so many of a thousand requests did not exceed, in milliseconds.
pub fn of_thousand(times: &[u32], share: usize) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    let index = (times.len() * share / 1000).min(times.len().saturating_sub(1));
    times.get(index).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
}

//! Clients of demo accounts that book over HTTP, also with an older version of the program.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use doccare::platform::db::{self, Db};
use serde_json::Value;
use tokio::task::JoinHandle;

use super::program::Program;
use crate::harness::people::{booking_form, booking_path};
use crate::harness::{http_client, until};

/// So many consecutive attempts may be refused, or find no slot, before it is a failure.
const MOST_IN_VAIN: usize = 1000;
const REST: Duration = Duration::from_millis(10);
const SIGN_IN: &str = "/user/api/login";

/// The ids of bookings whose creation was confirmed to a client.
type Acknowledged = Arc<Mutex<HashSet<String>>>;

#[derive(Default)]
pub struct Bookers {
    acknowledged: Acknowledged,
    callers: Vec<JoinHandle<()>>,
}

impl Bookers {
    /// More of them, which book and cancel at a server until it is stopped.
    pub fn come(&mut self, url: &str, number: usize, round: usize) {
        for caller in 0..number {
            let booker = Booker::new(url, caller, self.acknowledged.clone());
            self.callers.push(tokio::spawn(booker.book_until_gone(round)));
        }
    }

    pub fn acknowledged(&self) -> HashSet<String> {
        self.acknowledged.lock().unwrap().clone()
    }

    pub fn known(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    pub async fn until_booked(&self, more: usize) {
        let enough = self.known() + more;
        until(&format!("{more} more bookings"), async || {
            if self.known() >= enough {
                return Ok(());
            }
            assert!(self.callers.iter().any(|caller| !caller.is_finished()), "nobody books any more");
            Err(self.known())
        })
        .await;
    }

    /// The longest time without a booking while the work runs.
    pub async fn longest_pause_during<T>(&self, work: impl Future<Output = T>) -> (T, Duration) {
        let mut work = pin!(work);
        let (mut longest, mut since, mut known) = (Duration::ZERO, Instant::now(), self.known());
        loop {
            tokio::select! {
                done = &mut work => return (done, longest.max(since.elapsed())),
                () = tokio::time::sleep(Duration::from_millis(2)) => {}
            }
            if self.known() > known {
                longest = longest.max(since.elapsed());
                (since, known) = (Instant::now(), self.known());
            }
        }
    }

    /// Once their servers are gone.
    pub async fn until_ended(&mut self) {
        for caller in self.callers.drain(..) {
            caller.await.expect("a booker who was not refused for ever");
        }
    }
}

/// Those of them that a database does not have.
pub async fn lost(acknowledged: &HashSet<String>, db: &Db) -> Vec<String> {
    let ids: db::Result<Vec<String>> = db.read(async |tx| tx.all("SELECT id FROM appointments", &[]).await).await;
    let ids: HashSet<String> = ids.unwrap().into_iter().collect();
    acknowledged.difference(&ids).cloned().collect()
}

struct Booker {
    client: reqwest::Client,
    url: String,
    number: usize,
    user: String,
    token: String,
    acknowledged: Acknowledged,
    /// How many consecutive attempts were without success.
    in_vain: usize,
}

impl Booker {
    fn new(url: &str, number: usize, acknowledged: Acknowledged) -> Self {
        let (user, token) = Default::default();
        Self { client: http_client(), url: url.to_owned(), number, user, token, acknowledged, in_vain: 0 }
    }

    /// Retries while the server says "later" (429 or 503). `None` when it is stopped.
    async fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> Option<Value> {
        loop {
            let request = self.client.request(method.parse().unwrap(), format!("{}{path}", self.url));
            let request = request.bearer_auth(&self.token);
            let answer = if let Some(body) = &body { request.json(body) } else { request }.send().await.ok()?;
            let status = answer.status().as_u16();
            let told = answer.json().await.ok()?;
            match status {
                429 | 503 => self.rest(&told).await,
                401 if path != SIGN_IN => {
                    self.rest(&told).await;
                    Box::pin(self.sign_in()).await?;
                }
                _ => return Some(told),
            }
        }
    }

    /// Nothing came of it.
    async fn rest(&mut self, told: &Value) {
        self.in_vain += 1;
        assert!(self.in_vain < MOST_IN_VAIN, "booker {} heard at last: {told}", self.number);
        tokio::time::sleep(REST).await;
    }

    async fn sign_in(&mut self) -> Option<()> {
        let session = self.ask("POST", SIGN_IN, Some(Program::login_form(self.number))).await?;
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("no session: {session}")).to_owned();
        (self.user, self.token) = (text(&session["data"]["_id"]), text(&session["token"]));
        Some(())
    }

    async fn book_until_gone(mut self, round: usize) {
        let _gone = self.book_on(round).await;
    }

    async fn book_on(&mut self, round: usize) -> Option<()> {
        self.sign_in().await?;
        let doctors = self.ask("GET", "/user/api/finddoctors", None).await?;
        let doctors = doctors["data"].as_array().unwrap_or_else(|| panic!("no doctors: {doctors}"));
        for turn in 0.. {
            let doctor = &doctors[(self.number * 3 + turn + round) % doctors.len()]["_id"];
            match self.book(doctor.as_str().expect("an id"), turn).await? {
                Ok(id) => {
                    self.acknowledged.lock().unwrap().insert(id.clone());
                    self.in_vain = 0;
                    self.ask("PATCH", &format!("/user/api/appointment/cancel/{id}"), None).await?;
                }
                Err(told) => self.rest(&told).await,
            }
        }
        None
    }

    /// Books a slot of a doctor. If the doctor is away on that day, or the slot is taken, returns that answer instead.
    async fn book(&mut self, doctor: &str, turn: usize) -> Option<Result<String, Value>> {
        let days = self.ask("GET", &format!("/user/api/doctor/{doctor}/availability"), None).await?;
        let Some(date) = days["data"][1 + turn % 6]["day"].as_str() else { return Some(Err(days)) };
        let slots = self.ask("GET", &format!("/user/api/doctor/{doctor}/slots?date={date}"), None).await?;
        let Some(time) = slots["data"][self.number]["time"].as_str() else { return Some(Err(slots)) };
        let path = booking_path(doctor, &self.user);
        let booked = self.ask("POST", &path, Some(booking_form(date, time))).await?;
        Some(booked["data"]["_id"].as_str().map(str::to_owned).ok_or(booked))
    }
}

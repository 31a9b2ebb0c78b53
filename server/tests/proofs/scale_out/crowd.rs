//! Concurrent clients that book, and doctors' pages that listen to event streams. There are no retries: any failure counts.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::iter;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::harness::people::{booking_form, booking_path};
use crate::harness::{Answer, http_client, until};
use crate::proofs::program::{Person, Program};

/// Pages of one doctor.
const PAGES: usize = 8;
/// The pause between two calls of a client.
const REST: Duration = Duration::from_secs(4);
/// The maximum of answered attempts with a wrong password from one network, over all instances.
const MOST_WRONG: usize = 30;

#[derive(Default)]
struct Counts {
    bookings: AtomicUsize,
    cancellations: AtomicUsize,
    streams_back: AtomicUsize,
    failures: Mutex<Vec<String>>,
    slowest: Mutex<Duration>,
    under_way: AtomicUsize,
    most_under_way: AtomicUsize,
    is_over: AtomicBool,
}

pub struct Crowd {
    url: String,
    people: Vec<(Person, Vec<Slot>)>,
    doctor: Person,
    /// A slot of that doctor that no other client uses.
    last: Slot,
    counts: Arc<Counts>,
    /// Events that each page of the doctor received.
    heard: Arc<[AtomicUsize; PAGES]>,
}

#[derive(Debug, Clone)]
struct Slot {
    doctor: String,
    day: String,
    time: String,
}

pub struct Done {
    pub bookings: usize,
    pub cancellations: usize,
    pub streams_back: usize,
    pub failures: Vec<String>,
    pub slowest: Duration,
    pub most_under_way: usize,
}

pub struct Booking {
    callers: Vec<JoinHandle<()>>,
    counts: Arc<Counts>,
}

/// Each client has a separate network, as in reality.
fn from(number: usize) -> String {
    format!("10.{}.{}.7", number / 250 + 1, number % 250 + 1)
}

async fn ask(
    url: &str,
    from: &str,
    method: &str,
    path: &str,
    token: &str,
    body: Option<Value>,
) -> Result<Value, String> {
    let request = http_client().request(method.parse().unwrap(), format!("{url}{path}"));
    let request = request.header("x-forwarded-for", from).bearer_auth(token);
    let request = if let Some(body) = body { request.json(&body) } else { request };
    let answer = Answer::heard(request).await.map_err(|error| format!("{method} {path}: {error:?}"))?;
    if answer.status < 300 {
        Ok(answer.body)
    } else {
        Err(format!("{method} {path}: {} {}", answer.status, answer.text))
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

async fn sign_in(url: &str, from: &str, path: &str, form: Value) -> Person {
    let session = ask(url, from, "POST", path, "", Some(form)).await.unwrap();
    Person { id: text(&session["data"]["_id"]), token: text(&session["token"]) }
}

/// The free slots of a doctor from tomorrow on.
async fn free_slots(url: &str, doctor: String) -> Vec<Slot> {
    let days = ask(url, &from(0), "GET", &format!("/user/api/doctor/{doctor}/availability"), "", None).await.unwrap();
    let mut free = Vec::new();
    for day in days["data"].as_array().unwrap().iter().skip(1) {
        let day = text(&day["day"]);
        let path = format!("/user/api/doctor/{doctor}/slots?date={day}");
        let slots = ask(url, &from(0), "GET", &path, "", None).await.unwrap();
        let slots = slots["data"].as_array().unwrap().iter();
        free.extend(slots.map(|slot| Slot { doctor: doctor.clone(), day: day.clone(), time: text(&slot["time"]) }));
    }
    free
}

impl Crowd {
    /// Logs all of them in, and gives each some slots.
    pub async fn gather(url: &str, number: usize) -> Self {
        let doctor = json!({"email": "doctor0@demo.example", "password": "demo-doctor-1"});
        let doctor = sign_in(url, &from(number), "/user/api/doctor/login", doctor).await;
        let listed = ask(url, &from(0), "GET", "/user/api/finddoctors?limit=100", "", None).await.unwrap();
        let listed = listed["data"].as_array().unwrap().iter().map(|one| text(&one["_id"]));
        let listed = listed.filter(|id| *id != doctor.id).chain([doctor.id.clone()]);
        let slots: Vec<Vec<Slot>> = iter(listed).map(|id| free_slots(url, id)).buffer_unordered(4).collect().await;
        let mut slots: Vec<Slot> = slots.into_iter().flatten().collect();
        let is_last = |slot: &Slot| slot.doctor == doctor.id;
        let last = slots.swap_remove(slots.iter().position(is_last).expect("a free slot of the doctor"));
        let each = slots.len() / number;
        assert!(each > 0, "{} slots for {number} people", slots.len());
        let sign_in =
            |number| async move { sign_in(url, &from(number), "/user/api/login", Program::login_form(number)).await };
        let people: Vec<Person> = iter(0..number).map(sign_in).buffered(8).collect().await;
        let people = people.into_iter().zip(slots.chunks(each).map(<[Slot]>::to_vec)).collect();
        Self { url: url.to_owned(), people, doctor, last, counts: Arc::default(), heard: Arc::default() }
    }

    /// Guesses of a password are refused after as many attempts as with one instance, whichever instances get them.
    pub async fn assert_one_limit_for_all_instances(&self) {
        let wrong = json!({"email": "user1@demo.example", "password": "not this one"});
        let mut tries = 0;
        loop {
            let told =
                ask(&self.url, "10.200.1.1", "POST", "/user/api/login", "", Some(wrong.clone())).await.unwrap_err();
            if told.contains(": 429 ") {
                break;
            }
            tries += 1;
            assert!(tries <= MOST_WRONG, "{tries} wrong passwords were answered; the last: {told}");
        }
    }

    /// All of them at once, until the test ends them.
    pub fn book(&self) -> Booking {
        let people = self.people.iter().enumerate().map(|(number, (person, slots))| {
            let (url, person, slots, counts) = (self.url.clone(), person.clone(), slots.clone(), self.counts.clone());
            tokio::spawn(async move { book_on(&url, number, &person, &slots, &counts).await })
        });
        let pages = (0..PAGES).map(|number| {
            let (url, doctor, counts, heard) =
                (self.url.clone(), self.doctor.clone(), self.counts.clone(), self.heard.clone());
            tokio::spawn(async move { listen(&url, &doctor, &counts, &heard[number]).await })
        });
        Booking { callers: people.chain(pages).collect(), counts: self.counts.clone() }
    }

    pub async fn until_booked(&self, number: usize) {
        until(&format!("{number} bookings"), async || {
            let booked = self.counts.bookings.load(Ordering::Relaxed);
            if booked >= number { Ok(()) } else { Err(booked) }
        })
        .await;
    }

    /// A booking at the end reaches every page of its doctor, at every instance.
    pub async fn assert_news_still_come(&self) {
        let before: Vec<usize> = self.heard.iter().map(|heard| heard.load(Ordering::Relaxed)).collect();
        let pages = self.listen_once();
        let slot = &self.last;
        let (person, _) = &self.people[0];
        let path = booking_path(&slot.doctor, &person.id);
        let form = booking_form(&slot.day, &slot.time);
        tokio::time::sleep(Duration::from_secs(1)).await;
        ask(&self.url, &from(0), "POST", &path, &person.token, Some(form)).await.unwrap();
        until("every page has heard of the last booking", async || {
            let heard =
                self.heard.iter().zip(&before).filter(|(heard, before)| heard.load(Ordering::Relaxed) > **before);
            let heard = heard.count();
            if heard == PAGES { Ok(()) } else { Err(heard) }
        })
        .await;
        for page in pages {
            page.abort();
        }
    }

    fn listen_once(&self) -> Vec<JoinHandle<()>> {
        let pages = (0..PAGES).map(|number| {
            let (url, doctor, heard) = (self.url.clone(), self.doctor.clone(), self.heard.clone());
            tokio::spawn(async move { listen(&url, &doctor, &Counts::default(), &heard[number]).await })
        });
        pages.collect()
    }
}

impl Booking {
    pub async fn end(mut self) -> Done {
        self.counts.is_over.store(true, Ordering::Relaxed);
        for page in self.callers.split_off(self.callers.len() - PAGES) {
            page.abort();
        }
        until("everybody has ended", async || {
            let left = self.callers.iter().filter(|caller| !caller.is_finished()).count();
            if left == 0 { Ok(()) } else { Err(left) }
        })
        .await;
        for caller in self.callers {
            caller.await.expect("nobody heard what our description does not know");
        }
        let counts = &self.counts;
        Done {
            bookings: counts.bookings.load(Ordering::Relaxed),
            cancellations: counts.cancellations.load(Ordering::Relaxed),
            streams_back: counts.streams_back.load(Ordering::Relaxed),
            failures: counts.failures.lock().unwrap().clone(),
            slowest: *counts.slowest.lock().unwrap(),
            most_under_way: counts.most_under_way.load(Ordering::Relaxed),
        }
    }
}

impl Counts {
    async fn measured(&self, call: impl Future<Output = Result<Value, String>>) -> Option<Value> {
        let begun = Instant::now();
        let under_way = self.under_way.fetch_add(1, Ordering::Relaxed) + 1;
        self.most_under_way.fetch_max(under_way, Ordering::Relaxed);
        let answer = call.await;
        self.under_way.fetch_sub(1, Ordering::Relaxed);
        let mut slowest = self.slowest.lock().unwrap();
        *slowest = slowest.max(begun.elapsed());
        drop(slowest);
        answer.map_err(|failure| self.failures.lock().unwrap().push(failure)).ok()
    }
}

/// Books its slots one after the other, and cancels each before the next.
async fn book_on(url: &str, number: usize, person: &Person, slots: &[Slot], counts: &Counts) {
    // They start distributed over the first pause, not all in one moment.
    tokio::time::sleep(REST.mul_f64(f64::from(u32::try_from(number % 1000).unwrap_or(0)) / 1000.0)).await;
    for slot in slots.iter().cycle() {
        let (path, form) = (booking_path(&slot.doctor, &person.id), booking_form(&slot.day, &slot.time));
        let Some(booked) = counts.measured(ask(url, &from(number), "POST", &path, &person.token, Some(form))).await
        else {
            return;
        };
        counts.bookings.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(REST).await;
        if counts.is_over.load(Ordering::Relaxed) {
            return;
        }
        let path = format!("/user/api/appointment/cancel/{}", text(&booked["data"]["_id"]));
        if counts.measured(ask(url, &from(number), "PATCH", &path, &person.token, None)).await.is_none() {
            return;
        }
        counts.cancellations.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(REST).await;
    }
}

/// A page of the doctor: listens, and reconnects whenever the stream ends.
async fn listen(url: &str, doctor: &Person, counts: &Counts, heard: &AtomicUsize) {
    loop {
        let request = http_client().get(format!("{url}/user/api/doctor/events/{}", doctor.id));
        let request = request.header("x-forwarded-for", "10.201.1.1").bearer_auth(&doctor.token);
        if let Ok(mut stream) = request.send().await
            && stream.status() == 200
        {
            while let Ok(Some(chunk)) = stream.chunk().await {
                heard.fetch_add(usize::from(chunk.windows(5).any(|part| part == b"event")), Ordering::Relaxed);
            }
            counts.streams_back.fetch_add(1, Ordering::Relaxed);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

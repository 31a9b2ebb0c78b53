//! The program on one core with ten times as many clients as it can serve in time, a flood of logins and of photos beside
//! them, and clients who are slow on purpose. With `BEFORE=path` another program is measured first.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::harness::postgres;
use crate::process::doccare_itself;
use crate::proofs::flood::{Client, Outcomes, Seen, of_thousand};
use crate::proofs::program::{Crowd, Person, Program};
use crate::proofs::{minutes, report};

const CROWD: Crowd = (200, 300, 0);
/// Who is served in time is answered within this.
const IN_TIME_MS: f64 = 100.0;
const TIMES: usize = 10;
/// Who floods with logins and photos, and who is slow.
const LOGINS: usize = 100;
const PHOTOS: usize = 40;
const SLOW: usize = 200;
/// Connections that the program takes in all are 8,192.
const MOST_CLIENTS: usize = 6000;

/// What every client needs to know.
struct Place {
    url: String,
    doctors: Vec<String>,
    people: Vec<Person>,
    day: String,
    reads: Outcomes,
    bookings: Outcomes,
    logins: Outcomes,
    photos: Outcomes,
    is_over: AtomicBool,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
#[ignore = "takes ten minutes on each engine: `make soak`"]
async fn soak_overload() {
    // The clients leave the program's core alone.
    pin(std::process::id(), 1);
    let mut rows = String::new();
    for on_postgres in [false, true] {
        let before = std::env::var_os("BEFORE").map(PathBuf::from);
        for program in before.map(Some).into_iter().chain([None]) {
            let is_before = program.is_some();
            rows += &overload(on_postgres, program, if is_before { 2 } else { minutes(10) }).await;
        }
    }
    report::write("overload", &rows);
}

/// Keeps a process and all its threads to one core.
fn pin(id: u32, core: usize) {
    let pinned = Command::new("taskset").args(["-a", "-c", "-p", &core.to_string(), &id.to_string()]).output();
    assert!(pinned.expect("util-linux").status.success());
}

async fn overload(on_postgres: bool, program: Option<PathBuf>, minutes: u64) -> String {
    let name = if program.is_some() { "before" } else { "now" };
    let database = if on_postgres { Some(postgres::fresh_database_url().await) } else { None };
    let on_one_core = |_: &std::path::Path| {
        let mut command = Command::new("taskset");
        let itself = doccare_itself().get_program().to_owned();
        command.args(["-c", "0"]).arg(program.map_or(itself, PathBuf::into_os_string));
        command
    };
    let program = Program::started_by(on_one_core, database, CROWD, &[("DOCCARE_LOAD_SHEDDING", "on")]);
    let place = Arc::new(Place::look_at(&program).await);
    let at_the_start = program.server.resident();
    // As many as it can serve in time.
    let mut served = 32;
    let mut calm = place.crowd(served, Duration::from_secs(8)).await;
    while served < MOST_CLIENTS / TIMES {
        let more = place.crowd(served * 2, Duration::from_secs(8)).await;
        if of_thousand(&more.0.answered, 990) > IN_TIME_MS || more.0.refused.len() * 100 > more.0.answered.len() {
            break;
        }
        (served, calm) = (served * 2, more);
    }
    let many = served * TIMES;
    println!("{name}: {served} are served in time");
    let slow = place.slow_clients().await;
    let flood = place.flood();
    let (begun, mut most, mut seen) = (Instant::now(), 0, (Seen::default(), Seen::default()));
    let watch = async {
        while begun.elapsed() < Duration::from_mins(minutes) {
            most = most.max(program.server.resident());
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    };
    tokio::join!(watch, async { seen = place.crowd(many, Duration::from_mins(minutes)).await });
    place.is_over.store(true, Ordering::Relaxed);
    let (logins, photos) = (place.logins.take(), place.photos.take());
    flood.join_all().await;
    let cut = count_cut(slow).await;
    // Light as before: when is nobody refused any more?
    let over = Instant::now();
    loop {
        let (reads, bookings) = place.crowd(8, Duration::from_millis(500)).await;
        if reads.refused.is_empty() && bookings.refused.is_empty() {
            break;
        }
    }
    let recovered = over.elapsed();
    let engine = if on_postgres { "PostgreSQL" } else { "SQLite" };
    let line = |what: &str, seen: &Seen, seconds: f64| {
        let asked = seen.answered.len() + seen.refused.len() + seen.failed + seen.lost;
        #[expect(clippy::cast_precision_loss, reason = "figures to read")]
        let (a_second, refused) =
            (seen.answered.len() as f64 / seconds, 100.0 * seen.refused.len() as f64 / asked.max(1) as f64);
        let (p50, p99) = (of_thousand(&seen.answered, 500), of_thousand(&seen.answered, 990));
        let told = of_thousand(&seen.refused, 990);
        format!(
            "| {what} | {a_second:.0} | {p50:.0} | {p99:.0} | {refused:.1} % | {told:.0} | {} |\n",
            seen.failed + seen.lost
        )
    };
    #[expect(clippy::cast_precision_loss, reason = "minutes")]
    let seconds = (minutes * 60) as f64;
    let mut out = format!(
        "\n{engine}, {name}: {minutes} minutes, {many} clients, {LOGINS} who flood with logins, {PHOTOS} with photos, {SLOW} slow ones.\n\
         Memory {at_the_start} MB at the start, {most} MB at most; {cut} of {SLOW} slow clients were cut; nobody was refused any \
         more {:.1} s after the end.\n\n\
         | | answered a second | p50 ms | p99 ms | refused | p99 of refusals ms | failed or lost |\n|---|---|---|---|---|---|---|\n",
        recovered.as_secs_f64()
    );
    out += &line(&format!("reads, {served} clients alone"), &calm.0, 8.0);
    out += &line(&format!("bookings, {served} clients alone"), &calm.1, 8.0);
    out += &line("reads", &seen.0, seconds);
    out += &line("bookings and cancellations", &seen.1, seconds);
    out += &line("logins", &logins, seconds);
    out += &line("photos", &photos, seconds);
    println!("{out}");
    if name == "now" {
        assert!(most < 400, "{most} MB");
        assert!(of_thousand(&seen.0.answered, 990) < 2000.0 && of_thousand(&seen.0.refused, 990) < 2000.0);
        assert_eq!((seen.0.failed, seen.1.failed, cut), (0, 0, SLOW));
    }
    out
}

impl Place {
    async fn look_at(program: &Program) -> Self {
        let doctors = program.doctors().await;
        let mut people = Vec::new();
        for number in 0..CROWD.1 {
            people.push(program.sign_in(number).await);
        }
        let days = program.get(&format!("/user/api/doctor/{}/availability", doctors[0])).await;
        Self {
            url: program.server.url.clone(),
            day: days.body["data"][3]["day"].as_str().unwrap().to_owned(),
            doctors,
            people,
            reads: Outcomes::default(),
            bookings: Outcomes::default(),
            logins: Outcomes::default(),
            photos: Outcomes::default(),
            is_over: AtomicBool::new(false),
        }
    }

    /// So many who ask again as soon as they are answered: nine read, the tenth books and cancels.
    async fn crowd(self: &Arc<Self>, clients: usize, time: Duration) -> (Seen, Seen) {
        let end = Instant::now() + time;
        let mut crowd = JoinSet::new();
        for number in 0..clients {
            let place = self.clone();
            crowd.spawn(async move {
                let mut client = Client::new(&place.url);
                for turn in 0.. {
                    if Instant::now() > end {
                        return;
                    }
                    if number % 10 == 0 {
                        place.book(&mut client, number / 10, turn).await;
                    } else {
                        place.read(&mut client, number + turn).await;
                    }
                }
            });
        }
        crowd.join_all().await;
        (self.reads.take(), self.bookings.take())
    }

    async fn read(&self, client: &mut Client, number: usize) {
        let doctor = &self.doctors[number % self.doctors.len()];
        let path = match number % 3 {
            0 => "/user/api/finddoctors?limit=10".to_owned(),
            1 => format!("/user/api/doctor/{doctor}/slots?date={}", self.day),
            _ => format!("/user/api/doctor/{doctor}"),
        };
        self.reads.ask(client, ("GET", &path), "", "").await;
    }

    /// A slot that nobody else of the crowd wants at this moment, and it is free again.
    async fn book(&self, client: &mut Client, number: usize, turn: usize) {
        let person = &self.people[number % self.people.len()];
        let doctor = &self.doctors[(number * 7 + turn) % self.doctors.len()];
        let minutes = 10 * 60 + 15 * (number % 8);
        let form = json!({"name": "Asha", "phoneNumber": "9876543210", "date": self.day,
                          "time": format!("{}:{:02}", minutes / 60, minutes % 60)});
        let path = format!("/user/api/doctor/{doctor}/appointment/booking/{}", person.id);
        let booked = self.bookings.ask(client, ("POST", &path), &person.token, &form.to_string()).await;
        let Some(id) = booked.as_ref().and_then(|booked| booked["data"]["_id"].as_str()) else { return };
        let cancel = format!("/user/api/appointment/cancel/{id}");
        while !self.is_over.load(Ordering::Relaxed) {
            if self.bookings.ask(client, ("PATCH", &cancel), &person.token, "").await.is_some() {
                return;
            }
        }
    }

    /// Logins and photos until it is over.
    fn flood(self: &Arc<Self>) -> JoinSet<()> {
        let mut flood = JoinSet::new();
        for number in 0..LOGINS + PHOTOS {
            let place = self.clone();
            flood.spawn(async move {
                let mut client = Client::new(&place.url);
                while !place.is_over.load(Ordering::Relaxed) {
                    if number < LOGINS {
                        let form = Program::login_form(number % CROWD.1).to_string();
                        place.logins.ask(&mut client, ("POST", "/user/api/login"), "", &form).await;
                    } else {
                        place.send_photo(number).await;
                    }
                }
            });
        }
        flood
    }

    /// A form with a photo of two megabytes that is none.
    async fn send_photo(&self, number: usize) {
        let begun = Instant::now();
        let status = self.upload(number).await;
        self.photos.note(&status, begun.elapsed());
    }

    async fn upload(&self, number: usize) -> std::io::Result<u16> {
        let photo = vec![7_u8; 2_000_000];
        let part = "--line\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a\"\r\n\r\n";
        let head = format!(
            "POST /user/api/doctor/register HTTP/1.1\r\nHost: care\r\nConnection: close\r\nX-Forwarded-For: 192.0.2.{number}\r\n\
             Content-Type: multipart/form-data; boundary=line\r\nContent-Length: {}\r\n\r\n{part}",
            part.len() + photo.len() + 10
        );
        let mut stream = TcpStream::connect(self.url.trim_start_matches("http://")).await?;
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(&photo).await?;
        stream.write_all(b"\r\n--line--").await?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await?;
        let status = std::str::from_utf8(&answer[9..12]).ok().and_then(|status| status.parse().ok());
        status.ok_or_else(|| std::io::ErrorKind::InvalidData.into())
    }

    /// Who began a head and says no more.
    async fn slow_clients(&self) -> Vec<TcpStream> {
        let mut slow = Vec::new();
        for _ in 0..SLOW {
            let mut stream = TcpStream::connect(self.url.trim_start_matches("http://")).await.unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").await.unwrap();
            slow.push(stream);
        }
        slow
    }
}

/// How many of them the program has hung up on.
async fn count_cut(slow: Vec<TcpStream>) -> usize {
    let mut cut = 0;
    for mut stream in slow {
        let mut byte = [0; 1];
        let read = tokio::time::timeout(Duration::from_secs(1), stream.read(&mut byte)).await;
        cut += usize::from(matches!(read, Ok(Ok(0) | Err(_))));
    }
    cut
}

#[test]
fn percentiles_are_those_of_the_sorted_times() {
    let times: Vec<u32> = (1..=1000).rev().map(|millis| millis * 1000).collect();
    assert_eq!((of_thousand(&times, 500), of_thousand(&times, 990)), (501.0, 991.0));
    assert_eq!((of_thousand(&[], 990), of_thousand(&[7000], 990)), (0.0, 7.0));
}

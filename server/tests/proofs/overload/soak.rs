//! The program on one core with ten times as many clients as it can serve in time, with a flood of logins and photos, and clients that are
//! slow on purpose. With `BEFORE=path` another program is measured first.

use std::io::Cursor;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use image::{ImageFormat, RgbImage};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::harness::{ENGINES, http_client, until};
use crate::process::itself;
use crate::proofs::dice::Dice;
use crate::proofs::flood::{Outcomes, Place, Seen, of_thousand};
use crate::proofs::program::{Crowd, Program};
use crate::proofs::{minutes, report};
use crate::workers;

const CROWD: Crowd = (200, 300, 0);
/// The latency limit of served requests.
const IN_TIME_MS: f64 = 100.0;
const TIMES: usize = 10;
/// The duration of each run with fewer clients.
const CALM: Duration = Duration::from_secs(8);
/// The clients that flood with logins and photos, and the slow ones.
const LOGINS: usize = 100;
const PHOTOS: usize = 40;
const SLOW: usize = 200;
/// The program's limit of connections is 8,192.
const MOST_CLIENTS: usize = 6000;

const BEGUN_BODY: &str =
    "POST /user/api/login HTTP/1.1\r\nHost: care\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
/// Requests share their core with a hash and a picture, both always running, and with the refusals: at least this part of the throughput
/// without any other load must remain.
const LEAST_SHARE: f64 = 0.25;
/// Admitted or refused, a request is answered within this time.
const BOUND_MS: f64 = 2000.0;

/// Shared by every client.
struct Rush {
    place: Place,
    photo: Vec<u8>,
    logins: Outcomes,
    photos: Outcomes,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
#[ignore = "takes ten minutes on each engine: `make soak PROOF=soak_overload`"]
async fn soak_overload() {
    // The clients do not use the program's core. PostgreSQL, which the test starts, shares theirs.
    pin(std::process::id(), 1);
    let mut rows = String::new();
    for engine in ENGINES {
        let before = std::env::var_os("BEFORE").map(PathBuf::from);
        for program in before.map(Some).into_iter().chain([None]) {
            let is_before = program.is_some();
            rows += &overload(engine, program, if is_before { 2 } else { minutes(10) }).await;
        }
    }
    report::write("overload", &rows);
}

/// Pins a process and all its threads to one core.
fn pin(id: u32, core: usize) {
    let pinned = Command::new("taskset").args(["-a", "-c", "-p", &core.to_string(), &id.to_string()]).output();
    assert!(pinned.expect("util-linux").status.success());
}

async fn overload(engine: &str, program: Option<PathBuf>, minutes: u64) -> String {
    let name = if program.is_some() { "before" } else { "now" };
    let on_one_core = |_: &std::path::Path| {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]).arg(program.unwrap_or_else(itself));
        command
    };
    let program = Program::started_by(on_one_core, engine, CROWD, &[("DOCCARE_LOAD_SHEDDING", "on")]).await;
    let rush = Arc::new(Rush {
        place: Place::look_at(&program, CROWD.1).await,
        photo: large_photo(),
        logins: Outcomes::default(),
        photos: Outcomes::default(),
    });
    let at_the_start = program.server.resident();
    // As many as it can serve in time.
    let mut served = 32;
    let mut calm = rush.crowd(served, CALM).await;
    while served * 2 * TIMES <= MOST_CLIENTS {
        let more = rush.crowd(served * 2, CALM).await;
        if of_thousand(&more.0.answered, 990) > IN_TIME_MS || more.0.refused.len() * 100 > more.0.answered.len() {
            break;
        }
        (served, calm) = (served * 2, more);
    }
    let many = served * TIMES;
    println!("{name}: {served} are served in time");
    let slow = rush.slow_clients().await;
    let flood = rush.flood();
    let (begun, mut most, mut seen) = (Instant::now(), 0, (Seen::default(), Seen::default()));
    let time = Duration::from_mins(minutes);
    let watch = async {
        while begun.elapsed() < time {
            most = most.max(program.server.resident());
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    };
    tokio::join!(watch, async { seen = rush.crowd(many, time).await });
    flood.join_all().await;
    let (logins, photos) = (rush.logins.take(), rush.photos.take());
    let cut = count_cut(slow).await;
    // Light load as before: when is no request refused any more?
    let over = Instant::now();
    until("nobody is refused any more", async || {
        let (reads, bookings) = rush.crowd(8, Duration::from_millis(500)).await;
        let refused = reads.refused.len() + bookings.refused.len();
        if refused == 0 { Ok(()) } else { Err(refused) }
    })
    .await;
    let recovered = over.elapsed();
    #[expect(clippy::cast_precision_loss, reason = "figures to read")]
    let a_second = |seen: &Seen, time: Duration| seen.answered.len() as f64 / time.as_secs_f64();
    let line = |what: &str, seen: &Seen, time: Duration| {
        let asked = seen.answered.len() + seen.refused.len() + seen.failed + seen.lost;
        #[expect(clippy::cast_precision_loss, reason = "figures to read")]
        let refused = 100.0 * seen.refused.len() as f64 / asked.max(1) as f64;
        let a_second = a_second(seen, time);
        let (p50, p99) = (of_thousand(&seen.answered, 500), of_thousand(&seen.answered, 990));
        let told = of_thousand(&seen.refused, 990);
        format!(
            "| {what} | {a_second:.0} | {p50:.0} | {p99:.0} | {refused:.1} % | {told:.0} | {} |\n",
            seen.failed + seen.lost
        )
    };
    let mut out = format!(
        "\n{engine}, {name}: {minutes} minutes, {many} clients, {LOGINS} who flood with logins, {PHOTOS} with photos, {SLOW} slow ones.\n\
         Memory {at_the_start} MB at the start, {most} MB at most; {cut} of {SLOW} slow clients were cut; nobody was refused any \
         more {:.1} s after the end.\n\n\
         | | answered a second | p50 ms | p99 ms | refused | p99 of refusals ms | failed or lost |\n|---|---|---|---|---|---|---|\n",
        recovered.as_secs_f64()
    );
    out += &line(&format!("reads, {served} clients alone"), &calm.0, CALM);
    out += &line(&format!("bookings, {served} clients alone"), &calm.1, CALM);
    out += &line("reads", &seen.0, time);
    out += &line("bookings and cancellations", &seen.1, time);
    out += &line("logins", &logins, time);
    out += &line("photos", &photos, time);
    println!("{out}");
    if name == "now" {
        assert!(most < 400, "{most} MB");
        for (what, seen, calm) in [("reads", &seen.0, &calm.0), ("bookings", &seen.1, &calm.1)] {
            assert_eq!((seen.failed, seen.lost), (0, 0), "{what}");
            let slowest = of_thousand(&seen.answered, 990).max(of_thousand(&seen.refused, 990));
            assert!(slowest < BOUND_MS, "{what}: {slowest} ms");
            let (now, alone) = (a_second(seen, time), a_second(calm, CALM));
            assert!(now >= LEAST_SHARE * alone, "{what}: {now} a second, {alone} with nobody else there");
        }
        assert!(!logins.answered.is_empty() && !photos.answered.is_empty(), "some of the flood came through");
        assert_eq!((photos.failed, cut), (0, SLOW));
    }
    out
}

impl Rush {
    /// So many clients without pauses: nine of ten read, the tenth books and cancels.
    async fn crowd(self: &Arc<Self>, clients: usize, time: Duration) -> (Seen, Seen) {
        let mut crowd = JoinSet::new();
        self.place.set_over(false);
        for number in 0..clients {
            let rush = self.clone();
            crowd.spawn(async move {
                let mut client = rush.place.client();
                for turn in (0..).take_while(|_| !rush.place.is_over()) {
                    if number % 10 == 0 {
                        rush.place.book(&mut client, number / 10, turn).await;
                    } else {
                        rush.place.read(&mut client, number, turn).await;
                    }
                }
            });
        }
        tokio::time::sleep(time).await;
        self.place.set_over(true);
        crowd.join_all().await;
        (self.place.reads.take(), self.place.bookings.take())
    }

    /// Logins and photos until the end.
    fn flood(self: &Arc<Self>) -> JoinSet<()> {
        let mut flood = JoinSet::new();
        self.place.set_over(false);
        for number in 0..LOGINS {
            let rush = self.clone();
            flood.spawn(async move {
                let mut client = rush.place.client();
                let form = Program::login_form(number % CROWD.1).to_string();
                while !rush.place.is_over() {
                    rush.logins.ask(&mut client, ("POST", "/user/api/login"), "", &form).await;
                }
            });
        }
        for number in 0..PHOTOS {
            let rush = self.clone();
            flood.spawn(async move {
                let client = http_client();
                for turn in (0..).take_while(|_| !rush.place.is_over()) {
                    let begun = Instant::now();
                    let status = rush.apply(&client, turn * PHOTOS + number).await;
                    rush.photos.note(&status, begun.elapsed());
                }
            });
        }
        flood
    }

    /// A new doctor applies, with a photo as phones take them.
    async fn apply(&self, client: &reqwest::Client, number: usize) -> std::io::Result<u16> {
        let (id, email, phone) =
            (format!("TCMC {number}"), format!("rush{number}@example.org"), format!("93{number:08}"));
        let own = [("doctor_ID", Some(id.as_str())), ("email", Some(&email)), ("phone_Number", Some(&phone))];
        let form = workers::application_with(self.photo.clone(), &own);
        let url = format!("http://{}/user/api/doctor/register", self.place.address());
        let answer = client.post(url).multipart(form).send().await.map_err(std::io::Error::other)?;
        Ok(answer.status().as_u16())
    }

    /// A client that begins a head, or a body, and stalls.
    async fn slow_clients(&self) -> Vec<TcpStream> {
        let mut slow = Vec::new();
        for number in 0..SLOW {
            let mut stream = TcpStream::connect(self.place.address()).await.unwrap();
            let begun = if number % 2 == 0 { "GET / HTTP/1.1\r\nHost: " } else { BEGUN_BODY };
            stream.write_all(begun.as_bytes()).await.unwrap();
            slow.push(stream);
        }
        slow
    }
}

/// Twelve megapixels.
fn large_photo() -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let mut dice = Dice(12);
    let mut shade = |at: u32| u8::try_from((at / 16 + u32::try_from(dice.below(16)).unwrap()) % 256).unwrap();
    let photo = RgbImage::from_fn(4000, 3000, |x, y| image::Rgb([shade(x), shade(y), shade(x + y)]));
    photo.write_to(&mut file, ImageFormat::Jpeg).unwrap();
    file.into_inner()
}

/// How many of them the program has disconnected, with whatever answer.
async fn count_cut(slow: Vec<TcpStream>) -> usize {
    let mut cut = 0;
    for mut stream in slow {
        let mut said = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(1), stream.read_to_end(&mut said)).await;
        cut += usize::from(read.is_ok());
    }
    cut
}

#[test]
fn percentiles_are_those_of_the_sorted_times() {
    let times: Vec<u32> = (1..=1000).rev().map(|millis| millis * 1000).collect();
    assert_eq!((of_thousand(&times, 500), of_thousand(&times, 990)), (501.0, 991.0));
    assert_eq!((of_thousand(&[], 990), of_thousand(&[7000], 990)), (0.0, 7.0));
}

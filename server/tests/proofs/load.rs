//! A long load: memory, file handles, the size of the log, mails that wait and how long answers take stay as they are.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use doccare::platform::db::{DatabaseUrl, Db};
use serde_json::json;
use tokio::task::JoinSet;

use super::flood::{Client, Outcomes, of_thousand};
use super::program::{Person, Program};
use super::{minutes, report};
use crate::harness::postgres;

/// People who act, each so often.
const PEOPLE: usize = 40;
const PACE: Duration = Duration::from_millis(250);

/// How the program is at one moment.
#[derive(Debug, Clone, Copy, Default)]
struct Sample {
    megabytes: u64,
    files: usize,
    log_kilobytes: u64,
    waiting_mails: i64,
    p50_ms: f64,
    p99_ms: f64,
    answered: usize,
}

struct Town {
    url: String,
    doctors: Vec<String>,
    people: Vec<Person>,
    days: Vec<String>,
    outcomes: Outcomes,
    is_over: AtomicBool,
}

/// Until it is over, somebody looks around, books, looks at their bookings, cancels, now and then signs in anew.
async fn act(people: Arc<Town>, number: usize) {
    let (mut client, person) = (Client::new(&people.url), &people.people[number]);
    for turn in 0.. {
        if people.is_over.load(Ordering::Relaxed) {
            return;
        }
        let begun = Instant::now();
        let doctor = &people.doctors[(number * 5 + turn) % people.doctors.len()];
        let day = &people.days[1 + turn % (people.days.len() - 1)];
        let minutes = 10 * 60 + 15 * (number % 8);
        let form = json!({"name": "Asha", "phoneNumber": "9876543210", "date": day,
                          "time": format!("{}:{:02}", minutes / 60, minutes % 60)});
        let outcomes = &people.outcomes;
        let get = |path: String| ("GET".to_owned(), path);
        let reads = [
            get("/user/api/finddoctors?limit=10".into()),
            get(format!("/user/api/doctor/{doctor}/slots?date={day}")),
            get(format!("/user/api/previous/booking/{}", person.id)),
            get(format!("/doctors/{doctor}")),
        ];
        for (method, path) in &reads {
            outcomes.ask(&mut client, (method, path), &person.token, "").await;
        }
        let path = format!("/user/api/doctor/{doctor}/appointment/booking/{}", person.id);
        let booked = outcomes.ask(&mut client, ("POST", &path), &person.token, &form.to_string()).await;
        if let Some(id) = booked.as_ref().and_then(|booked| booked["data"]["_id"].as_str()) {
            let path = format!("/user/api/appointment/cancel/{id}");
            outcomes.ask(&mut client, ("PATCH", &path), &person.token, "").await;
        }
        if turn % 40 == 0 {
            let login = Program::login_form(number).to_string();
            outcomes.ask(&mut client, ("POST", "/user/api/login"), "", &login).await;
        }
        if turn % 7 == 0 {
            client = Client::new(&people.url);
        }
        tokio::time::sleep((PACE * 6).saturating_sub(begun.elapsed())).await;
    }
}

async fn sample(program: &Program, people: &Town, db: &Db) -> Sample {
    let files = std::fs::read_dir(format!("/proc/{}/fd", program.server.id())).unwrap().count();
    let log = program.data.path().join("doccare.db-wal");
    let waiting = db.read(async |tx| tx.count("SELECT count(*) FROM mails", &[]).await).await.unwrap();
    let seen = people.outcomes.take();
    assert_eq!((seen.failed, seen.lost), (0, 0), "every request was answered");
    Sample {
        megabytes: program.server.resident(),
        files,
        log_kilobytes: log.metadata().map_or(0, |log| log.len() / 1024),
        waiting_mails: waiting,
        p50_ms: of_thousand(&seen.answered, 500),
        p99_ms: of_thousand(&seen.answered, 990),
        answered: seen.answered.len(),
    }
}

/// The largest of each over some samples; latencies in the middle.
fn most(samples: &[Sample]) -> Sample {
    let middle = |value: fn(&Sample) -> f64| {
        let mut values: Vec<f64> = samples.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Sample {
        megabytes: samples.iter().map(|sample| sample.megabytes).max().unwrap_or(0),
        files: samples.iter().map(|sample| sample.files).max().unwrap_or(0),
        log_kilobytes: samples.iter().map(|sample| sample.log_kilobytes).max().unwrap_or(0),
        waiting_mails: samples.iter().map(|sample| sample.waiting_mails).max().unwrap_or(0),
        p50_ms: middle(|sample| sample.p50_ms),
        p99_ms: middle(|sample| sample.p99_ms),
        answered: samples.iter().map(|sample| sample.answered).sum(),
    }
}

async fn run(on_postgres: bool, samples: usize, every: Duration) -> (Sample, Sample) {
    let database = if on_postgres { Some(postgres::fresh_database_url().await) } else { None };
    let program = Program::start(database, (60, PEOPLE, 0), &[]);
    let url: DatabaseUrl = match &program.database {
        Some(url) => url.parse().unwrap(),
        None => DatabaseUrl::sqlite(&program.data.path().join("doccare.db")),
    };
    let db = Db::open(&url).unwrap();
    let doctors = program.doctors().await;
    let mut signed_in = Vec::new();
    for number in 0..PEOPLE {
        signed_in.push(program.sign_in(number).await);
    }
    let days = program.get(&format!("/user/api/doctor/{}/availability", doctors[0])).await;
    let days =
        days.body["data"].as_array().unwrap().iter().map(|day| day["day"].as_str().unwrap().to_owned()).collect();
    let people = Arc::new(Town {
        url: program.server.url.clone(),
        doctors,
        people: signed_in,
        days,
        outcomes: Outcomes::default(),
        is_over: AtomicBool::new(false),
    });
    let mut crowd = JoinSet::new();
    for number in 0..PEOPLE {
        crowd.spawn(act(people.clone(), number));
    }
    let mut seen = Vec::new();
    for _ in 0..samples {
        tokio::time::sleep(every).await;
        seen.push(sample(&program, &people, &db).await);
        println!("{:?}", seen.last());
    }
    people.is_over.store(true, Ordering::Relaxed);
    crowd.join_all().await;
    // The first fifth warms up.
    let warm = &seen[samples / 5..];
    let (first, last) = warm.split_at(warm.len() / 2);
    (most(first), most(last))
}

async fn soak(on_postgres: bool, part: &str) {
    let minutes = minutes(45);
    let (first, last) = run(on_postgres, usize::try_from(minutes * 2).unwrap(), Duration::from_secs(30)).await;
    let line = |name: &str, of: Sample| {
        let Sample { megabytes, files, log_kilobytes, waiting_mails, p50_ms, p99_ms, answered } = of;
        format!(
            "| {name} | {megabytes} MB | {files} | {log_kilobytes} KB | {waiting_mails} | {p50_ms:.1} ms | {p99_ms:.1} ms | {answered} |\n"
        )
    };
    let engine = if on_postgres { "PostgreSQL" } else { "SQLite" };
    let rows = format!(
        "{engine}, {minutes} minutes, {PEOPLE} people:\n\n| | memory | file handles | log of the database | mails that wait | p50 | p99 | answered |\n|---|---|---|---|---|---|---|---|\n{}{}",
        line("first half", first),
        line("second half", last)
    );
    println!("{rows}");
    assert!(last.megabytes <= first.megabytes + first.megabytes / 10 + 10, "memory grows: {first:?} {last:?}");
    assert!(last.files <= first.files + 8, "file handles grow: {first:?} {last:?}");
    assert!(last.log_kilobytes <= 64 * 1024, "the log grows: {last:?}");
    assert!(last.waiting_mails <= first.waiting_mails + 200, "mails pile up: {first:?} {last:?}");
    assert!(last.p50_ms <= 2.0 * first.p50_ms + 5.0, "answers become slower: {first:?} {last:?}");
    report::write(part, &rows);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes 45 minutes: `make soak`"]
async fn soak_load_sqlite() {
    soak(false, "soak-sqlite").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes 45 minutes: `make soak`"]
async fn soak_load_postgres() {
    soak(true, "soak-postgres").await;
}

/// The short form: everything is answered, and no file handle stays behind.
#[tokio::test]
async fn a_load_leaves_nothing_behind() {
    for on_postgres in [false, true] {
        let (first, last) = run(on_postgres, 6, Duration::from_millis(500)).await;
        assert!(first.answered > 0 && last.answered > 0);
        assert!(last.files <= first.files + 40, "one for each of the people at most: {first:?} {last:?}");
    }
}

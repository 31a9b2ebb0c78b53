//! A long load: memory, file handles, the log's size, queued mails and latencies stay constant.

use std::sync::Arc;
use std::time::{Duration, Instant};

use doccare::platform::db::Db;
use tokio::task::JoinSet;

use super::flood::{Place, of_thousand};
use super::program::Program;
use super::{minutes, report};

/// Users, and the interval of their actions.
const PEOPLE: usize = 40;
const PACE: Duration = Duration::from_millis(250);

/// Resource usage at one moment.
#[derive(Debug, Clone, Copy, Default)]
struct Sample {
    megabytes: u64,
    files: usize,
    log_megabytes: u64,
    waiting_mails: i64,
    p50_ms: f64,
    p99_ms: f64,
    answered: usize,
    /// Refused with 503.
    refused: usize,
}

/// Until the end, each client looks around, books, cancels, and sometimes logs in again.
async fn act(place: Arc<Place>, number: usize) {
    let mut client = place.client();
    for turn in 0.. {
        if place.is_over() {
            return;
        }
        let begun = Instant::now();
        for read in 0..4 {
            place.read(&mut client, number, 4 * turn + read).await;
        }
        let page = format!("/doctors/{}", place.doctors[(number + turn) % place.doctors.len()]);
        place.reads.ask(&mut client, ("GET", &page), "", "").await;
        place.book(&mut client, number, turn).await;
        if turn % 40 == 0 {
            let login = Program::login_form(number).to_string();
            place.bookings.ask(&mut client, ("POST", "/user/api/login"), "", &login).await;
        }
        if turn % 7 == 0 {
            client = place.client();
        }
        tokio::time::sleep((PACE * 7).saturating_sub(begun.elapsed())).await;
    }
}

/// The size of the database's write-ahead log.
async fn log_megabytes(program: &Program, db: &Db) -> u64 {
    if db.is_multi_instance() {
        let sql = "SELECT CAST(sum(size) AS BIGINT) FROM pg_ls_waldir()";
        let bytes = db.read(async |tx| tx.count(sql, &[]).await).await.unwrap();
        return u64::try_from(bytes).unwrap() / 1_000_000;
    }
    let log = program.data.path().join("doccare.db-wal");
    log.metadata().map_or(0, |log| log.len() / 1_000_000)
}

async fn sample(program: &Program, place: &Place, db: &Db) -> Sample {
    let files = std::fs::read_dir(format!("/proc/{}/fd", program.server.id())).unwrap().count();
    let waiting = db.read(async |tx| tx.count("SELECT count(*) FROM mail_queue", &[]).await).await.unwrap();
    let (reads, bookings) = (place.reads.take(), place.bookings.take());
    assert_eq!((reads.failed, reads.lost, bookings.failed, bookings.lost), (0, 0, 0, 0), "every request was answered");
    let answered = [reads.answered, bookings.answered].concat();
    Sample {
        megabytes: program.server.resident(),
        files,
        log_megabytes: log_megabytes(program, db).await,
        waiting_mails: waiting,
        p50_ms: of_thousand(&answered, 500),
        p99_ms: of_thousand(&answered, 990),
        answered: answered.len(),
        refused: reads.refused.len() + bookings.refused.len(),
    }
}

/// The maximum of each over some samples; for latencies the median.
fn most(samples: &[Sample]) -> Sample {
    let middle = |value: fn(&Sample) -> f64| {
        let mut values: Vec<f64> = samples.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Sample {
        megabytes: samples.iter().map(|sample| sample.megabytes).max().unwrap_or(0),
        files: samples.iter().map(|sample| sample.files).max().unwrap_or(0),
        log_megabytes: samples.iter().map(|sample| sample.log_megabytes).max().unwrap_or(0),
        waiting_mails: samples.iter().map(|sample| sample.waiting_mails).max().unwrap_or(0),
        p50_ms: middle(|sample| sample.p50_ms),
        p99_ms: middle(|sample| sample.p99_ms),
        answered: samples.iter().map(|sample| sample.answered).sum(),
        refused: samples.iter().map(|sample| sample.refused).sum(),
    }
}

async fn run(engine: &str, samples: usize, every: Duration) -> (Sample, Sample) {
    let program = Program::start(engine, (60, PEOPLE, 0), &[]).await;
    let db = Db::open(&program.database.parse().unwrap()).unwrap();
    let place = Arc::new(Place::look_at(&program, PEOPLE).await);
    let mut crowd = JoinSet::new();
    for number in 0..PEOPLE {
        crowd.spawn(act(place.clone(), number));
    }
    let mut seen = Vec::new();
    for _ in 0..samples {
        tokio::time::sleep(every).await;
        seen.push(sample(&program, &place, &db).await);
        println!("{:?}", seen.last());
    }
    place.set_over(true);
    crowd.join_all().await;
    // The first fifth warms up.
    let warm = &seen[samples / 5..];
    let (first, last) = warm.split_at(warm.len() / 2);
    (most(first), most(last))
}

async fn soak(engine: &str, part: &str) {
    let minutes = minutes(45);
    let (first, last) = run(engine, usize::try_from(minutes * 2).unwrap(), Duration::from_secs(30)).await;
    let line = |name: &str, of: Sample| {
        let Sample { megabytes, files, log_megabytes, waiting_mails, p50_ms, p99_ms, answered, refused } = of;
        format!(
            "| {name} | {megabytes} MB | {files} | {log_megabytes} MB | {waiting_mails} | {p50_ms:.1} ms | {p99_ms:.1} ms | {answered} | {refused} |\n"
        )
    };
    let rows = format!(
        "{engine}, {minutes} minutes, {PEOPLE} people:\n\n| | memory | file handles | log of the database | mails that wait | p50 | p99 | answered | refused |\n|---|---|---|---|---|---|---|---|---|\n{}{}",
        line("first half", first),
        line("second half", last)
    );
    println!("{rows}");
    assert_eq!((first.refused, last.refused), (0, 0), "this is no overload");
    assert!(last.megabytes <= first.megabytes + first.megabytes / 10 + 10, "memory grows: {first:?} {last:?}");
    assert!(last.files <= first.files + 8, "file handles grow: {first:?} {last:?}");
    let most_log = first.log_megabytes + first.log_megabytes / 2 + 50;
    assert!(last.log_megabytes <= most_log, "the log grows: {first:?} {last:?}");
    assert!(last.waiting_mails <= first.waiting_mails + 200, "mails pile up: {first:?} {last:?}");
    assert!(last.p50_ms <= 2.0 * first.p50_ms + 5.0, "answers become slower: {first:?} {last:?}");
    assert!(last.p99_ms <= 2.0 * first.p99_ms + 50.0, "some answers become slower: {first:?} {last:?}");
    report::write(part, &rows);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes 45 minutes: `make soak PROOF=soak_load`"]
async fn soak_load_sqlite() {
    soak("SQLite", "load-sqlite").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes 45 minutes: `make soak PROOF=soak_load`"]
async fn soak_load_postgres() {
    soak("PostgreSQL", "load-postgres").await;
}

/// The short form: every request is answered, and no file handle stays open.
async fn check_short_load(engine: &str) {
    let (first, last) = run(engine, 6, Duration::from_millis(500)).await;
    assert!(first.answered > 0 && last.answered > 0, "{first:?} {last:?}");
    assert!(last.files <= first.files + 40, "one for each of the people at most: {first:?} {last:?}");
}

#[tokio::test]
async fn a_load_leaves_nothing_behind_on_sqlite() {
    check_short_load("SQLite").await;
}

#[tokio::test]
async fn a_load_leaves_nothing_behind_on_postgres() {
    check_short_load("PostgreSQL").await;
}

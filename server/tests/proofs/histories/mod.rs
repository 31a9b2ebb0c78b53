//! Concurrent calls of all kinds on bookings: every call is recorded with its times and its answer, and a checker searches for an order
//! that explains them all.

mod checker;
mod ending;
mod history;
mod model;
mod search;
pub mod storm;

use std::sync::Arc;
use std::time::Instant;

use doccare::platform::db::DatabaseUrl;
use tempfile::TempDir;

pub use self::ending::Ending;
use self::storm::Storm;
use super::report;
use crate::harness::{TestServer, database_url, on_both_engines};

const DOCTORS: usize = 3;
/// On PostgreSQL; SQLite is for one.
const INSTANCES: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_of_a_storm_is_explained_by_one_order() {
    on_both_engines(async |database| {
        prove(database, 12, 1_500).await;
    })
    .await;
}

#[ignore = "100,000 calls: `make soak PROOF=soak_histories`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_histories_sqlite() {
    soak("SQLite", "histories-sqlite").await;
}

#[ignore = "100,000 calls: `make soak PROOF=soak_histories`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_histories_postgres() {
    soak("PostgreSQL", "histories-postgres").await;
}

async fn soak(engine: &str, part: &str) {
    let folder = TempDir::new().unwrap();
    let row = prove(database_url(engine, folder.path()).await.parse().unwrap(), 24, 100_000).await;
    let head = "| engine | instances | calls | done | bookings | violations | stormed for | judged in |\n|---|--:|--:|--:|--:|--:|--:|--:|\n";
    report::write(part, &format!("{head}{row}"));
}

/// Calls of a storm that is long enough for everything to happen in it.
const LONG_STORM: i64 = 10_000;

/// The figures as a row of a table.
async fn prove(database: DatabaseUrl, callers: usize, calls: i64) -> String {
    let is_multi_instance = matches!(database, DatabaseUrl::Postgres(_));
    let mut servers = vec![TestServer::start(database.clone()).await];
    let storm = Arc::new(Storm::gather(&servers[0], DOCTORS).await);
    while is_multi_instance && servers.len() < INSTANCES {
        servers.push(TestServer::start(database.clone()).await);
    }
    storm.move_sessions();
    storm.ask_at(servers.iter().map(|server| server.url.clone()).collect());
    let callers = storm.callers(callers).await;
    let begun = Instant::now();
    storm.blow(callers, calls).await;
    let stormed = begun.elapsed();
    let ending = Ending::read(&servers[0].app.db).await.unwrap();
    let begun = Instant::now();
    let violations = storm.violations(&ending);
    // Few proposals of a short storm are still open when somebody accepts them.
    assert!(calls < LONG_STORM || storm.accepted_moves() > 0, "no session moved");
    assert!(violations.is_empty(), "{} violations: {:.20000}", violations.len(), violations.join("\n"));
    let engine = if is_multi_instance { "PostgreSQL" } else { "SQLite" };
    let (instances, calls, done, bookings) = (servers.len(), storm.calls(), storm.done(), ending.bookings.len());
    let (stormed, judged) = (stormed.as_secs_f32(), begun.elapsed().as_secs_f32());
    format!("| {engine} | {instances} | {calls} | {done} | {bookings} | 0 | {stormed:.0} s | {judged:.0} s |\n")
}

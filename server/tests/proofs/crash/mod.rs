//! The program is killed, or the power fails, under concurrent load: everything that was acknowledged is there afterwards, and nothing is
//! half done.

mod power;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::db::{DatabaseUrl, Db, Error, Result};
use tempfile::TempDir;

use self::power::Machine;
use super::histories::Ending;
use super::histories::storm::Storm;
use super::program::STORMED;
use super::report;
use crate::harness::TestServer;
use crate::process::Server;

const DOCTORS: usize = 3;
const CALLERS: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_acknowledged_survives_kill_9() {
    let (folder, storm) = gather().await;
    let crashes = Crashes::of(&storm, 6, || Server::start(folder.path(), &STORMED), || {}).await;
    crashes.assert_nothing_lost(folder.path()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_acknowledged_survives_a_power_cut() {
    let (folder, storm) = gather().await;
    let machine = Machine::new(folder.path(), false);
    let start = || machine.start(&STORMED);
    let crashes = Crashes::of(&storm, 6, start, || machine.cut_power()).await;
    crashes.assert_nothing_lost(&machine.disk()).await;
}

/// A loss in a program that does not wait for the disk would be found in the same way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_loss_is_found_when_the_disk_lies() {
    let (folder, storm) = gather().await;
    let machine = Machine::new(folder.path(), true);
    let start = || machine.start(&STORMED);
    let crashes = Crashes::of(&storm, 1, start, || machine.cut_power()).await;
    assert!(!crashes.violations(&machine.disk()).await.is_empty(), "nobody noticed");
}

#[ignore = "hundreds of crashes: `make soak PROOF=soak_crash`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_crash() {
    const CRASHES: usize = 120;
    let (folder, storm) = gather().await;
    let killed = Crashes::of(&storm, CRASHES, || Server::start(folder.path(), &STORMED), || {}).await;
    killed.assert_nothing_lost(folder.path()).await;
    let (folder, storm) = gather().await;
    let machine = Machine::new(folder.path(), false);
    let start = || machine.start(&STORMED);
    let cut = Crashes::of(&storm, CRASHES, start, || machine.cut_power()).await;
    cut.assert_nothing_lost(&machine.disk()).await;
    let head =
        "| SQLite | times | calls | done | no answer | violations | slowest start |\n|---|--:|--:|--:|--:|--:|--:|\n";
    let rows = [killed.figures("`kill -9`"), cut.figures("power cut")].concat();
    report::write("crash", &format!("{head}{rows}"));
}

/// A database with doctors, without a server, and the clients that will load it.
async fn gather() -> (TempDir, Arc<Storm>) {
    let folder = TempDir::new().unwrap();
    let server = TestServer::start_by(Clock::System, Cost::Low, database(folder.path()), |_| {}).await;
    let storm = Storm::gather(&server, DOCTORS).await;
    server.app.db.close().await;
    (folder, Arc::new(storm))
}

fn database(folder: &Path) -> DatabaseUrl {
    DatabaseUrl::sqlite(&folder.join("doccare.db"))
}

/// A load that continued over crashes.
struct Crashes<'a> {
    storm: &'a Arc<Storm>,
    times: usize,
    slowest_start: Duration,
}

impl<'a> Crashes<'a> {
    async fn of(storm: &'a Arc<Storm>, times: usize, start: impl Fn() -> Server, then: impl Fn()) -> Self {
        let (mut slowest_start, mut callers) = (Duration::ZERO, Vec::new());
        for number in 0..times {
            let begun = Instant::now();
            let server = start();
            slowest_start = slowest_start.max(begun.elapsed());
            storm.ask_at(vec![server.url.clone()]);
            if number == 0 {
                callers = storm.callers(CALLERS).await;
            }
            // `kill -9`.
            callers = storm.blow_through(callers, 40 + 7 * (number as u64 % 11), async { drop(server) }, 0).await;
            then();
        }
        Self { storm, times, slowest_start }
    }

    async fn violations(&self, folder: &Path) -> Vec<String> {
        let found = async {
            let db = Db::open(&database(folder))?;
            let check: Result<Vec<String>> =
                db.read(async |tx| tx.query("PRAGMA integrity_check", &[], |row| row.get(0)).await).await;
            let mut wrong: Vec<String> = check?.into_iter().filter(|word| word != "ok").collect();
            wrong.extend(self.storm.violations(&Ending::read(&db).await?));
            db.close().await;
            Ok::<_, Error>(wrong)
        };
        found.await.unwrap_or_else(|error| vec![error.to_string()])
    }

    async fn assert_nothing_lost(&self, folder: &Path) {
        let violations = self.violations(folder).await;
        assert!(violations.is_empty(), "{} violations: {:.20000}", violations.len(), violations.join("\n"));
    }

    /// As a row of a table.
    fn figures(&self, what: &str) -> String {
        let (times, calls, done, unknown) = (self.times, self.storm.calls(), self.storm.done(), self.storm.unknown());
        let slowest = self.slowest_start.as_secs_f32();
        format!("| {what} | {times} | {calls} | {done} | {unknown} | 0 | {slowest:.1} s |\n")
    }
}

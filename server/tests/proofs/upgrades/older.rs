//! The long form: the program of the schema before today's, built from the history, and today's, on one database under load.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use doccare::migrations::STEPS;
use doccare::platform::db::{self, Db};
use tempfile::TempDir;

use crate::harness::postgres;
use crate::process::{Server, program};
use crate::proofs::backup::DISAGREEING;
use crate::proofs::bookers::book_until_gone;
use crate::proofs::report;

const CALLERS: usize = 4;
/// Bookings that each program makes before something else happens.
const SOME: usize = 50;
const NEW: &str = env!("CARGO_BIN_EXE_doccare");

fn run(command: &mut Command) -> String {
    let ran = command.output().unwrap();
    assert!(ran.status.success(), "{command:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap().trim().to_owned()
}

/// Builds the program as it was before the newest step came. The pages in it are today's; nobody asks for them.
fn build_older() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let newest = format!("migrations/{}.sql", STEPS.last().unwrap().name);
    let log = ["log", "--first-parent", "--diff-filter=A", "--format=%H", "-1", "--", &newest];
    let came = run(Command::new("git").args(log).current_dir(root));
    assert!(!came.is_empty(), "the newest step is in no commit yet");
    let (source, target) = (root.join("target/older/source"), root.join("target/older/build"));
    let _ = std::fs::remove_dir_all(&source);
    std::fs::create_dir_all(source.join("web")).unwrap();
    let unpack = format!("git archive {came}~1 | tar -x -C '{}'", source.display());
    run(Command::new("sh").args(["-c", &unpack]).current_dir(root));
    std::os::unix::fs::symlink(root.join("web/dist"), source.join("web/dist")).unwrap();
    run(Command::new("cargo").args(["build", "--locked", "--target-dir"]).arg(&target).current_dir(&source));
    target.join("debug/doccare")
}

/// What was acknowledged by whom, and who is asking.
struct Load {
    acknowledged: Arc<Mutex<HashSet<String>>>,
}

impl Load {
    fn known(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    /// Callers who book at a server until it is gone.
    fn on(&self, server: &Server, round: usize) {
        for caller in 0..CALLERS {
            tokio::spawn(book_until_gone(server.url.clone(), caller, round, self.acknowledged.clone()));
        }
    }

    /// Waits for so many more bookings, and returns the longest time without one.
    async fn booked(&self, more: usize) -> Duration {
        let enough = self.known() + more;
        let (mut longest, mut last) = (Duration::ZERO, (Instant::now(), self.known()));
        while self.known() < enough {
            tokio::time::sleep(Duration::from_millis(2)).await;
            if self.known() > last.1 {
                longest = longest.max(last.0.elapsed());
                last = (Instant::now(), self.known());
            }
        }
        longest
    }
}

async fn roll(engine: &str, old: &Path) -> String {
    let data = TempDir::new().unwrap();
    let url = match engine {
        "SQLite" => format!("sqlite://{}", data.path().join("doccare.db").display()),
        _ => postgres::fresh_database_url().await,
    };
    let key = "42".repeat(32);
    let settings = [("DOCCARE_DATABASE_URL", url.as_str()), ("DOCCARE_KEY", &key), ("DOCCARE_RATE_LIMITS", "off")];
    let start = |version: &Path| Server::spawn(program(version, data.path(), &["serve"]).envs(settings));
    let fill = ["demo", "--doctors", "60", "--users", "20", "--bookings", "3", "--donors", "50"];
    run(program(old, data.path(), &fill).envs(settings));
    let load = Load { acknowledged: Arc::default() };
    let new = Path::new(NEW);
    let server = start(old);
    load.on(&server, 0);
    load.booked(SOME).await;
    let (by_old, begun) = (load.known(), Instant::now());
    let pause = if engine == "SQLite" {
        // One program at a time: today's migrates, then the older one comes back, then today's again.
        drop(server);
        for (round, version) in [(1, new), (2, old), (3, new)] {
            let server = start(version);
            load.on(&server, round);
            load.booked(SOME).await;
        }
        Duration::ZERO
    } else {
        // The older one serves on while today's migrates, then starts again on the new schema.
        let migrating = tokio::task::spawn_blocking({
            let mut command = program(new, data.path(), &["serve"]);
            command.envs(settings);
            move || Server::spawn(&mut command)
        });
        let pause = load.booked(SOME).await;
        let beside = migrating.await.unwrap();
        load.on(&beside, 1);
        load.booked(SOME).await;
        drop(server);
        let server = start(old);
        load.on(&server, 2);
        load.booked(SOME).await;
        assert!(beside.resident() > 0);
        drop((server, beside));
        pause
    };
    println!("{engine}: {:?} under way", begun.elapsed());
    let db = Db::open(&url.parse().unwrap()).unwrap();
    let ids: db::Result<Vec<String>> = db.read(async |tx| tx.all("SELECT id FROM appointments", &[]).await).await;
    let ids: HashSet<String> = ids.unwrap().into_iter().collect();
    let lost = load.acknowledged.lock().unwrap().difference(&ids).count();
    let disagreeing: db::Result<i64> = db.read(async |tx| tx.count(DISAGREEING, &[]).await).await;
    assert_eq!((lost, disagreeing.unwrap()), (0, 0));
    let (all, paused) = (load.known(), pause.as_millis());
    let pause = if engine == "SQLite" { "one program at a time".to_owned() } else { format!("{paused} ms") };
    let steps = &STEPS[STEPS.len() - 2..];
    format!("| {engine} | {} → {} | {by_old} | {} | {lost} | {pause} |", steps[0].name, steps[1].name, all - by_old)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "builds an older version of the program: `make soak`"]
async fn soak_upgrade() {
    let old = build_older();
    let mut page = String::from(
        "| engine | from, to | acknowledged by the older program alone | while both served, and after the older one was started again | lost | longest without a booking while the other migrated |\n\
         |---|---|---|---|---|---|\n",
    );
    for engine in ["SQLite", "PostgreSQL"] {
        writeln!(page, "{}", roll(engine, &old).await).unwrap();
    }
    report::write("upgrade", &page);
}

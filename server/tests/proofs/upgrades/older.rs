//! The long form: the program of the previous schema, built from the history, and today's, on one database under load.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use doccare::migrations::STEPS;
use doccare::platform::db::Db;
use tempfile::TempDir;

use crate::harness::{ENGINES, KEY, database_url};
use crate::process::{Server, itself, program};
use crate::proofs::bookers::{Bookers, lost};
use crate::proofs::{report, sums};

const CALLERS: usize = 4;
/// The number of bookings of each program before the next step of the test.
const SOME: usize = 50;

fn run(command: &mut Command) -> String {
    let ran = command.output().unwrap();
    assert!(ran.status.success(), "{command:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap().trim().to_owned()
}

/// Builds the program as it was before the newest migration, and returns which migration was its last. Its pages are today's; they are not
/// requested.
pub fn build_older() -> (PathBuf, String) {
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
    let steps = std::fs::read_dir(source.join("migrations")).unwrap();
    let last = steps.map(|step| step.unwrap().path()).max().unwrap();
    (target.join("debug/doccare"), last.file_stem().unwrap().to_str().unwrap().to_owned())
}

async fn roll(engine: &str, (old, its_last): (&Path, &str)) -> String {
    let data = TempDir::new().unwrap();
    let url = database_url(engine, data.path()).await;
    let settings = [("DOCCARE_DATABASE_URL", url.as_str()), ("DOCCARE_KEY", KEY), ("DOCCARE_RATE_LIMITS", "off")];
    let start = |version: &Path| Server::spawn(program(version, data.path(), &["serve"]).envs(settings));
    let fill = ["demo", "--doctors", "60", "--users", "20", "--bookings", "3", "--donors", "50"];
    run(program(old, data.path(), &fill).envs(settings));
    let (mut bookers, new) = (Bookers::default(), itself());
    let server = start(old);
    bookers.come(&server.url, CALLERS, 0);
    bookers.until_booked(SOME).await;
    let (by_old, begun) = (bookers.known(), Instant::now());
    let pause = if engine == "SQLite" {
        // One program at a time: today's migrates, then the older one runs, then today's again.
        drop(server);
        for (round, version) in [(1, &*new), (2, old), (3, &*new)] {
            let server = start(version);
            bookers.come(&server.url, CALLERS, round);
            bookers.until_booked(SOME).await;
        }
        "one program at a time".to_owned()
    } else {
        // The older one serves on while today's migrates, then restarts on the new schema.
        let migrating = tokio::task::spawn_blocking({
            let mut command = program(&new, data.path(), &["serve"]);
            command.envs(settings);
            move || Server::spawn(&mut command)
        });
        let (beside, pause) = bookers.longest_pause_during(migrating).await;
        let beside = beside.unwrap();
        bookers.until_booked(SOME).await;
        bookers.come(&beside.url, CALLERS, 1);
        bookers.until_booked(SOME).await;
        drop(server);
        let server = start(old);
        bookers.come(&server.url, CALLERS, 2);
        bookers.until_booked(SOME).await;
        assert!(beside.resident() > 0);
        drop((server, beside));
        format!("{} ms", pause.as_millis())
    };
    println!("{engine}: {:?} under way", begun.elapsed());
    bookers.until_ended().await;
    let db = Db::open(&url.parse().unwrap()).unwrap();
    assert_eq!((lost(&bookers.acknowledged(), &db).await, sums::read(&db).await), (vec![], vec![]));
    let (later, newest) = (bookers.known() - by_old, STEPS.last().unwrap().name);
    format!("| {engine} | {its_last} → {newest} | {by_old} | {later} | 0 | {pause} |")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "builds an older version of the program: `make soak`"]
async fn soak_upgrade() {
    let (old, its_last) = build_older();
    let mut page = String::from(
        "| engine | from, to | acknowledged by the older program alone | while both served, and after the older one was started again | lost | longest without a booking while the other migrated |\n\
         |---|---|---|---|---|---|\n",
    );
    for engine in ENGINES {
        writeln!(page, "{}", roll(engine, (&old, &its_last)).await).unwrap();
    }
    report::write("upgrade", &page);
}

//! Backups by the clock: one when it is due, by one instance, and the oldest go only when a new one is whole.

use std::fs;
use std::path::{Path, PathBuf};

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::jobs;
use doccare::migrations::STEPS;
use doccare::platform::background::{Runner, Turn};
use doccare::platform::backup::Backup;
use doccare::platform::backup::schedule::Plan;
use jiff::SignedDuration;
use tempfile::TempDir;

use crate::harness::{TestServer, config, on_both_engines};
use crate::process::Server;
use crate::record::refusals::Log;

fn plan(folder: &Path) -> Plan {
    Plan { every: SignedDuration::from_hours(24), keep: 3, folder: folder.join("backups") }
}

fn backups_in(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder.join("backups")).into_iter().flatten().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

async fn step(app: &App) {
    let runner = Runner::new(app.db.clone(), app.clock.clone(), app.stop.clone());
    let job = jobs::ALL.iter().find(|job| job.name == "backups").unwrap();
    assert_eq!(runner.turn(job, app).await.unwrap(), Turn::Done);
}

#[tokio::test]
async fn a_backup_is_made_when_it_is_due_and_the_oldest_go() {
    on_both_engines(async |url| {
        let folder = TempDir::new().unwrap();
        let server = TestServer::start_with(url, |config| config.backups = Some(plan(folder.path()))).await;
        for day in 0..6 {
            step(&server.app).await;
            assert_eq!(backups_in(folder.path()).len(), (day + 1).min(3), "the first at once, then one a day");
            server.clock.advance(SignedDuration::from_hours(23));
            step(&server.app).await;
            assert_eq!(backups_in(folder.path()).len(), (day + 1).min(3), "not before it is due");
            server.clock.advance(SignedDuration::from_hours(1));
        }
        let left = backups_in(folder.path());
        assert!(left[0].ends_with("doccare-20261118T033000Z.backup"), "{left:?}");
        assert!(left.iter().all(|file| Backup::open(file, STEPS).is_ok()));
        // A clock that was wrong for an hour keeps nobody from backing up.
        server.clock.advance(SignedDuration::from_hours(-24 * 365));
        step(&server.app).await;
        assert_eq!(backups_in(folder.path()).len(), 3);
        assert!(backups_in(folder.path())[0].ends_with("doccare-20251121T033000Z.backup"));
    })
    .await;
}

#[tokio::test]
async fn one_instance_makes_it_and_a_restart_makes_no_other() {
    on_both_engines(async |url| {
        let folder = TempDir::new().unwrap();
        let (here, there) = (folder.path().join("here"), folder.path().join("there"));
        let server = TestServer::start_with(url.clone(), |config| config.backups = Some(plan(&here))).await;
        step(&server.app).await;
        let mut other = config(url, folder.path());
        other.backups = Some(plan(&there));
        let other = App::build(other, server.clock.clone(), Cost::Low).await.unwrap();
        step(&other).await;
        assert_eq!((backups_in(&here).len(), backups_in(&there).len()), (1, 0));
        server.clock.advance(SignedDuration::from_hours(24));
        step(&other).await;
        step(&server.app).await;
        assert_eq!((backups_in(&here).len(), backups_in(&there).len()), (1, 1));
    })
    .await;
}

#[tokio::test]
async fn a_backup_that_fails_is_loud_and_removes_no_older_one() {
    on_both_engines(async |url| {
        let folder = TempDir::new().unwrap();
        let plan = Plan { keep: 1, ..plan(folder.path()) };
        let server = TestServer::start_with(url, |config| config.backups = Some(plan.clone())).await;
        step(&server.app).await;
        let made = backups_in(folder.path());
        server.clock.advance(SignedDuration::from_hours(24));
        let in_the_way = plan.folder.join(".doccare-backup.partial");
        fs::create_dir(&in_the_way).unwrap();
        let (log, guard) = Log::capture();
        step(&server.app).await;
        drop(guard);
        assert!(log.text().contains("THE BACKUP FAILED") && log.text().contains("ERROR"), "{}", log.text());
        assert!(made[0].exists());
        fs::remove_dir(&in_the_way).unwrap();
        step(&server.app).await;
        let left = backups_in(folder.path());
        assert!(left.len() == 1 && left != made, "the next turn makes it, and now the older one goes: {left:?}");
    })
    .await;
}

#[test]
fn the_program_backs_up_while_it_serves() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[("DOCCARE_BACKUP_EVERY", "24h"), ("DOCCARE_BACKUP_KEEP", "2")]);
    while backups_in(data.path()).iter().all(|file| file.extension().is_none_or(|end| end != "backup")) {
        std::thread::yield_now();
    }
    let made = backups_in(data.path());
    assert!(Backup::open(made.last().unwrap(), STEPS).is_ok(), "{made:?}");
    server.terminate();
    assert!(server.ended().0);
}

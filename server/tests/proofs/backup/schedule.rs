//! Scheduled backups: made when due, by one instance; the oldest are deleted only when a new one is complete.

use std::fs;
use std::path::{Path, PathBuf};

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::migrations::STEPS;
use doccare::platform::backup::Backup;
use doccare::platform::backup::schedule::Plan;
use jiff::SignedDuration;
use tempfile::TempDir;

use crate::harness::{TestServer, config, do_job, on_both_engines, until};
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

#[tokio::test]
async fn a_backup_is_made_when_it_is_due_and_the_oldest_go() {
    on_both_engines(async |url| {
        let folder = TempDir::new().unwrap();
        let server = TestServer::start_with(url, |config| config.backups = Some(plan(folder.path()))).await;
        for day in 0..6 {
            do_job(&server.app, "backups").await;
            assert_eq!(backups_in(folder.path()).len(), (day + 1).min(3), "the first at once, then one a day");
            server.clock.advance(SignedDuration::from_hours(23));
            do_job(&server.app, "backups").await;
            assert_eq!(backups_in(folder.path()).len(), (day + 1).min(3), "not before it is due");
            server.clock.advance(SignedDuration::from_hours(1));
        }
        let left = backups_in(folder.path());
        assert!(left[0].ends_with("doccare-20261118T033000Z.backup"), "{left:?}");
        assert!(left.iter().all(|file| Backup::open(file, STEPS).is_ok()));
        // A clock that was wrong for an hour does not prevent later backups.
        server.clock.advance(SignedDuration::from_hours(-24 * 365));
        do_job(&server.app, "backups").await;
        assert_eq!(backups_in(folder.path()).len(), 4, "and those of that time stay");
        assert!(backups_in(folder.path())[0].ends_with("doccare-20251121T033000Z.backup"));
    })
    .await;
}

#[tokio::test]
async fn backups_from_the_time_when_the_clock_was_a_year_ahead_cost_no_later_one() {
    on_both_engines(async |url| {
        let folder = TempDir::new().unwrap();
        let server = TestServer::start_with(url, |config| config.backups = Some(plan(folder.path()))).await;
        let (day, year) = (SignedDuration::from_hours(24), SignedDuration::from_hours(24 * 365));
        server.clock.advance(year);
        for _ in 0..3 {
            do_job(&server.app, "backups").await;
            server.clock.advance(day);
        }
        server.clock.advance(-year - 3 * day);
        let (log, guard) = Log::capture();
        for _ in 0..5 {
            do_job(&server.app, "backups").await;
            server.clock.advance(day);
        }
        drop(guard);
        let left = backups_in(folder.path());
        let names: Vec<&str> = left.iter().map(|file| file.file_name().unwrap().to_str().unwrap()).collect();
        let right =
            ["doccare-20261117T033000Z.backup", "doccare-20261118T033000Z.backup", "doccare-20261119T033000Z.backup"];
        assert_eq!(
            (&names[..3], names.len()),
            (&right[..], 6),
            "the newest three of the right time, and what was made before"
        );
        assert!(log.text().contains("NAMES FROM THE FUTURE"), "{}", log.text());
    })
    .await;
}

#[tokio::test]
async fn one_instance_makes_it_and_a_restart_makes_no_other() {
    on_both_engines(async |url| {
        let folder = TempDir::new().unwrap();
        let (here, there) = (folder.path().join("here"), folder.path().join("there"));
        let server = TestServer::start_with(url.clone(), |config| config.backups = Some(plan(&here))).await;
        do_job(&server.app, "backups").await;
        let mut other = config(url, folder.path());
        other.backups = Some(plan(&there));
        let other = App::build(other, server.clock.clone(), Cost::Low).await.unwrap();
        do_job(&other, "backups").await;
        assert_eq!((backups_in(&here).len(), backups_in(&there).len()), (1, 0));
        server.clock.advance(SignedDuration::from_hours(24));
        do_job(&other, "backups").await;
        do_job(&server.app, "backups").await;
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
        do_job(&server.app, "backups").await;
        let made = backups_in(folder.path());
        server.clock.advance(SignedDuration::from_hours(24));
        let in_the_way = plan.folder.join(".doccare-backup.partial");
        fs::create_dir(&in_the_way).unwrap();
        let (log, guard) = Log::capture();
        do_job(&server.app, "backups").await;
        drop(guard);
        assert!(log.text().contains("THE BACKUP FAILED") && log.text().contains("ERROR"), "{}", log.text());
        assert!(made[0].exists());
        fs::remove_dir(&in_the_way).unwrap();
        do_job(&server.app, "backups").await;
        let left = backups_in(folder.path());
        assert!(left.len() == 1 && left != made, "the next turn makes it, and now the older one goes: {left:?}");
    })
    .await;
}

#[tokio::test]
async fn the_program_backs_up_while_it_serves() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[("DOCCARE_BACKUP_EVERY", "24h"), ("DOCCARE_BACKUP_KEEP", "2")]);
    let made = until("a backup", async || {
        let files = backups_in(data.path());
        let made = files.iter().find(|file| file.extension().is_some_and(|end| end == "backup")).cloned();
        made.ok_or(files)
    })
    .await;
    assert!(Backup::open(&made, STEPS).is_ok(), "{made:?}");
    server.terminate();
    assert!(server.ended().0);
}

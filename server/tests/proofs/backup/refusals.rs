//! A truncated backup is not restored, existing data is not overwritten, and a failure leaves nothing behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use doccare::migrations::STEPS;
use doccare::platform::backup::{self, Backup};
use doccare::platform::db::{self, DatabaseUrl, Db};
use sha2::{Digest, Sha256};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::Installation;
use crate::harness::{ENGINES, KEY, database_url};
use crate::process::{run, run_on_full_disk};
use crate::proofs::content::content;
use crate::proofs::upgrades::fill;

fn files_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[tokio::test]
async fn a_backup_that_was_cut_off_or_changed_anywhere_is_refused() {
    let source = Installation::empty("SQLite").await;
    fill(&source.db, STEPS.len()).await;
    let file = source.path("whole.backup");
    source.back_up(&file).await.unwrap();
    let whole = fs::read(&file).unwrap();
    assert!(Backup::open(&file, STEPS).is_ok());
    let worse = source.path("worse.backup");
    let check = |bytes: &[u8], what: &str| {
        fs::write(&worse, bytes).unwrap();
        let refused = Backup::open(&worse, STEPS).unwrap_err();
        assert!(matches!(refused, backup::Error::Broken(..)), "{what}: {refused}");
        assert!(refused.to_string().contains("Nothing was restored"));
    };
    for at in (0..whole.len()).step_by(97).chain([whole.len() - 1]) {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        check(&changed, &format!("a bit of byte {at}"));
        check(&whole[..at], &format!("cut off after {at}"));
    }
    check(&[&whole[..], b"x"].concat(), "something behind it");
    let missing = Backup::open(&source.path("none.backup"), STEPS).unwrap_err();
    assert!(matches!(missing, backup::Error::File(..)), "{missing}");
}

#[tokio::test]
async fn nothing_is_ever_overwritten() {
    for engine in ENGINES {
        let source = Installation::empty(engine).await;
        fill(&source.db, STEPS.len()).await;
        let before = content(&source.db).await;
        let file = source.path("one.backup");
        source.back_up(&file).await.unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let made = fs::read(&file).unwrap();
        assert!(matches!(source.back_up(&file).await, Err(backup::Error::Exists(_))));
        assert_eq!(fs::read(&file).unwrap(), made);
        assert!(matches!(source.restore(&file).await, Err(backup::Error::NotEmpty)));
        assert_eq!(content(&source.db).await, before);
        let unused = Installation::empty(engine).await;
        assert!(matches!(unused.back_up(&unused.path("x.backup")).await, Err(backup::Error::NotOurs)));
    }
}

#[tokio::test]
async fn photos_are_restored_and_a_different_one_of_the_same_name_is_reported_and_kept() {
    const NAME: &str = "0123456789abcdef0123456789abcdef-320.webp";
    for engine in ENGINES {
        let source = Installation::empty(engine).await;
        fill(&source.db, STEPS.len()).await;
        fs::write(source.path("photos").join(NAME), "a face").unwrap();
        let file = source.path("one.backup");
        source.back_up(&file).await.unwrap();
        let target = Installation::empty(engine).await;
        let photo = target.path("photos").join(NAME);
        for in_the_way in ["", "a fac", "another face"] {
            fs::write(&photo, in_the_way).unwrap();
            let refused = target.restore(&file).await.unwrap_err().to_string();
            assert!(refused.contains(NAME) && refused.contains("move it away"), "{refused}");
            assert_eq!(fs::read_to_string(&photo).unwrap(), in_the_way);
            assert!(content(&target.db).await.is_empty(), "no row came without its photo");
        }
        // The same photo is not in the way, and an empty folder is filled.
        fs::write(&photo, "a face").unwrap();
        assert_eq!(target.restore(&file).await.unwrap().photos, 1);
        let empty = Installation::empty(engine).await;
        assert_eq!(files_in(&empty.path("photos")), Vec::<String>::new());
        empty.restore(&file).await.unwrap();
        assert_eq!(fs::read_to_string(empty.path("photos").join(NAME)).unwrap(), "a face");
    }
}

/// For a snapshot taken before, PostgreSQL shows a recreated table as empty.
#[tokio::test]
async fn a_backup_that_meets_a_migration_waits_and_then_holds_its_rows_or_is_refused() {
    let source = Installation::empty("PostgreSQL").await;
    fill(&source.db, STEPS.len()).await;
    let before = source.back_up(&source.path("before.backup")).await.unwrap();
    for (is_step, name) in [(false, "one.backup"), (true, "two.backup")] {
        let (held, is_held) = oneshot::channel();
        let (go_on, told) = oneshot::channel::<()>();
        let db = source.db.clone();
        let migrating = tokio::spawn(async move {
            db.write(async move |tx| {
                tx.execute("ALTER TABLE mail_queue ALTER COLUMN tries TYPE BIGINT USING tries + 0", &[]).await?;
                if is_step {
                    tx.execute("INSERT INTO schema_migrations (name) VALUES ('9999_of_tomorrow')", &[]).await?;
                }
                let _ = held.send(());
                let _ = told.await;
                Ok::<_, db::Error>(())
            })
            .await
        });
        is_held.await.unwrap();
        let (file, mut made) = (source.path(name), None);
        let mut backing_up = pin!(source.back_up(&file));
        while made.is_none() && !somebody_waits(&source.db).await {
            made = timeout(Duration::from_millis(5), &mut backing_up).await.ok();
        }
        assert!(made.is_none(), "it did not wait for the migration");
        go_on.send(()).unwrap();
        let made = backing_up.await;
        migrating.await.unwrap().unwrap();
        if is_step {
            assert!(matches!(made, Err(backup::Error::Changed)), "{made:?}");
        } else {
            assert_eq!(made.unwrap().rows, before.rows);
        }
    }
}

/// Whether a transaction waits for another's lock.
async fn somebody_waits(db: &Db) -> bool {
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let waiting: db::Result<i64> = db.read(async |tx| tx.count(sql, &[]).await).await;
    waiting.unwrap() > 0
}

#[tokio::test]
async fn one_backup_at_a_time_in_a_folder_and_leftovers_of_a_crash_are_overwritten() {
    let source = Installation::empty("SQLite").await;
    fill(&source.db, STEPS.len()).await;
    let folder = source.path("backups");
    fs::create_dir(&folder).unwrap();
    let partial = fs::File::create(folder.join(".doccare-backup.partial")).unwrap();
    partial.lock().unwrap();
    let taken = source.back_up(&folder.join("one.backup")).await;
    assert!(matches!(taken, Err(backup::Error::Taken(_))));
    // The other program died.
    drop(partial);
    fs::write(folder.join(".doccare-backup.partial"), vec![b'x'; 1_000_000]).unwrap();
    source.back_up(&folder.join("one.backup")).await.unwrap();
    assert_eq!(files_in(&folder), ["one.backup"]);
    assert_eq!(fs::metadata(folder.join("one.backup")).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(Backup::open(&folder.join("one.backup"), STEPS).is_ok());
}

#[tokio::test]
async fn a_full_disk_leaves_no_backup_and_no_half_of_a_restored_one() {
    for engine in ENGINES {
        let data = tempfile::tempdir().unwrap();
        let url = database_url(engine, data.path()).await;
        let settings = [("DOCCARE_DATABASE_URL", url.as_str())];
        let db = Db::open(&url.parse().unwrap()).unwrap();
        fill(&db, STEPS.len()).await;
        db.close().await;
        // Random data, which cannot be compressed.
        let noise: Vec<u8> = (0..10_000_u32).flat_map(|n| Sha256::digest(n.to_be_bytes())).collect();
        let photo = data.path().join("photos/0123456789abcdef0123456789abcdef-320.webp");
        fs::create_dir_all(data.path().join("photos")).unwrap();
        fs::write(&photo, noise).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("one.backup");
        let arguments = |command| [command, file.to_str().unwrap()];
        let full = run_on_full_disk(data.path(), &arguments("backup"), &settings, 128);
        assert!(!full.status.success() && text(&full.stderr).contains("one.backup"), "{}", text(&full.stderr));
        assert_eq!(files_in(folder.path()), Vec::<String>::new());
        fs::remove_file(&photo).unwrap();
        let made = run(data.path(), &arguments("backup"), &settings);
        assert!(made.status.success() && text(&made.stdout).contains("The key is not in it"), "{}", text(&made.stderr));

        // The tables alone do not fit.
        let target = tempfile::tempdir().unwrap();
        let sqlite = DatabaseUrl::sqlite(&target.path().join("doccare.db"));
        let full = run_on_full_disk(target.path(), &arguments("restore"), &[], 128);
        assert!(!full.status.success(), "{}", text(&full.stdout));
        let tables = content(&Db::open(&sqlite).unwrap()).await;
        assert!(tables.is_empty(), "{tables:?}");
        let again = run(target.path(), &arguments("restore"), &[]);
        assert!(again.status.success(), "{}", text(&again.stderr));
    }
}

#[tokio::test]
async fn a_changed_backup_is_refused_and_a_missing_key_is_named() {
    let source = Installation::empty("SQLite").await;
    fill(&source.db, STEPS.len()).await;
    let file = source.path("one.backup");
    source.back_up(&file).await.unwrap();
    let mut changed = fs::read(&file).unwrap();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    fs::write(source.path("changed.backup"), changed).unwrap();
    let target = tempfile::tempdir().unwrap();
    let data = target.path().join("data");
    let refused = run(&data, &["restore", source.path("changed.backup").to_str().unwrap()], &[]);
    let said = text(&refused.stderr);
    assert!(!refused.status.success() && said.contains("it was changed since it was made"), "{said}");
    assert!(!data.exists(), "nothing was even opened");
    let restored = run(&data, &["restore", file.to_str().unwrap()], &[]);
    let said = text(&restored.stdout);
    assert!(restored.status.success(), "{}", text(&restored.stderr));
    assert!(said.contains("The key 425ed4e4a36b30ea is not here"), "{said}");
    assert!(said.contains("recovery codes still work") && said.contains("audit log"), "{said}");
    assert!(!data.join("key").exists(), "no key is made in its place");
    let (no_key, again) = (target.path().join("no key"), target.path().join("again"));
    fs::write(&no_key, "no key").unwrap();
    let restored = run(&again, &["restore", file.to_str().unwrap()], &[("DOCCARE_KEY_FILE", no_key.to_str().unwrap())]);
    let said = text(&restored.stdout);
    assert!(restored.status.success() && said.contains("rows and"), "{said}{}", text(&restored.stderr));
    assert!(said.contains("The key 425ed4e4a36b30ea is needed"), "{said}");
    let serve = run(&data, &["audit", "verify"], &[("DOCCARE_KEY", KEY)]);
    assert!(text(&serve.stdout).contains("seals hold"), "{}", text(&serve.stderr));
    let none = run(&target.path().join("nowhere"), &["backup", "x.backup"], &[]);
    assert!(!none.status.success() && text(&none.stderr).contains("there is no database"), "{}", text(&none.stderr));
}

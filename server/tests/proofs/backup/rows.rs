//! Row for row: every table of both engines into both, backups of older programs, and all photos.

use std::collections::BTreeMap;
use std::fs;

use doccare::migrations::STEPS;
use doccare::platform::backup::{self, Backup, LEFT_OUT};
use doccare::platform::db::migrate::{self, Step};

use super::Installation;
use crate::harness::ENGINES;
use crate::proofs::content::{Content, content};
use crate::proofs::upgrades::{assert_kept, fill};

/// The tables that a backup contains.
fn copied(mut content: Content) -> Content {
    content.retain(|table, _| !LEFT_OUT.contains(&table.as_str()));
    content
}

/// What a restore puts back of it: links of donors end.
fn restored(content: Content) -> Content {
    let mut content = copied(content);
    if let Some(links) = content.get_mut("blood_links") {
        links.retain(|link| !link["kind"].contains("donor"));
    }
    content
}

fn photos_in(installation: &Installation) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(installation.path("photos")).unwrap().map(|file| file.unwrap());
    files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())).collect()
}

fn add_photos(installation: &Installation) {
    for (name, content) in
        [("0123456789abcdef0123456789abcdef-96.webp", 1), ("0123456789abcdef0123456789abcdef-320.webp", 2)]
    {
        fs::write(installation.path("photos").join(name), vec![content; 5000]).unwrap();
    }
}

#[tokio::test]
async fn every_table_comes_back_row_for_row_into_either_engine_and_back_again() {
    for from in ENGINES {
        let source = Installation::empty(from).await;
        fill(&source.db, STEPS.len()).await;
        add_photos(&source);
        fs::write(source.path("photos/not-a-photo.txt"), "x").unwrap();
        let file = source.path("one.backup");
        let made = source.back_up(&file).await.unwrap();
        let written = copied(content(&source.db).await);
        assert_eq!(made.rows, written.values().map(|rows| rows.len() as u64).sum::<u64>());
        let held = restored(content(&source.db).await);
        assert_eq!((made.photos, made.bytes), (2, fs::metadata(&file).unwrap().len()));
        for to in ENGINES {
            println!("from {from} to {to}");
            let target = Installation::empty(to).await;
            let told = target.restore(&file).await.unwrap();
            assert!(told.left_out.is_empty(), "{:?}", told.left_out);
            let found = copied(content(&target.db).await);
            assert_eq!(found.keys().collect::<Vec<_>>(), held.keys().collect::<Vec<_>>());
            for (table, rows) in &found {
                assert_eq!(rows, &held[table], "{table}");
            }
            let mut photos = photos_in(&source);
            photos.remove("not-a-photo.txt");
            assert_eq!(photos_in(&target), photos);
            // And from there into an engine as the first one.
            let again = target.path("two.backup");
            target.back_up(&again).await.unwrap();
            let back = Installation::empty(from).await;
            back.restore(&again).await.unwrap();
            assert_eq!(copied(content(&back.db).await), held);
        }
    }
}

#[tokio::test]
async fn triggers_and_constraints_work_in_the_restored_copy() {
    for from in ENGINES {
        let source = Installation::empty(from).await;
        fill(&source.db, STEPS.len()).await;
        let file = source.path("one.backup");
        source.back_up(&file).await.unwrap();
        for to in ENGINES {
            let target = Installation::empty(to).await;
            target.restore(&file).await.unwrap();
            // The million restored rows have no change log entries; each change from now on has one.
            let notes = content(&target.db).await["doctor_change_log"].len();
            assert_eq!(notes, 1, "{from} to {to}");
            let sql = "UPDATE doctors SET experience = 22 WHERE doctor_id = 'TCMC/101'";
            let changed: doccare::platform::db::Result<u64> =
                target.db.write(async move |tx| tx.execute(sql, &[]).await).await;
            assert_eq!(changed.unwrap(), 1);
            assert_eq!(content(&target.db).await["doctor_change_log"].len(), 2, "{from} to {to}");
            let overlapping = "INSERT INTO appointments (id, doctor_id, user_id, patient_name, contact_number, starts_at, fee, status, sequence, created_at)
                SELECT 'x', doctor_id, user_id, 'x', 'x', starts_at + 60000, 1, 'Pending', 0, 0 FROM appointments WHERE patient_name = 'Binu'";
            let refused: doccare::platform::db::Result<u64> =
                target.db.write(async move |tx| tx.execute(overlapping, &[]).await).await;
            assert!(refused.unwrap_err().is_conflict("appointments_overlap"), "{from} to {to}");
        }
    }
}

#[tokio::test]
async fn a_backup_of_the_version_before_is_restored_and_migrated_and_one_of_a_newer_is_refused() {
    for (from, to) in [("SQLite", "PostgreSQL"), ("PostgreSQL", "SQLite")] {
        for steps in [2, STEPS.len() - 1] {
            let source = Installation::empty(from).await;
            fill(&source.db, steps).await;
            let file = source.path("old.backup");
            source.back_up(&file).await.unwrap();
            let target = Installation::empty(to).await;
            target.restore(&file).await.unwrap();
            assert!(migrate::is_done(&target.db, STEPS).await.unwrap());
            let before = restored(content(&source.db).await);
            assert_kept(&before, &content(&target.db).await, STEPS[steps - 1].name);
            let refused = Backup::open(&file, &STEPS[..steps - 1]).unwrap_err();
            assert!(matches!(refused, backup::Error::Newer(..)), "{refused}");
        }
    }
}

/// The head of a backup from before 1.0.0 names its migrations.
#[tokio::test]
async fn a_backup_from_before_1_0_0_is_refused_by_name() {
    const BEFORE: &[Step] = &[
        Step { name: "0001_identity", sql: "CREATE TABLE accounts (id {text} PRIMARY KEY);" },
        Step { name: "0002_outbox", sql: "CREATE TABLE outbox (id {text} PRIMARY KEY);" },
    ];
    for from in ENGINES {
        let source = Installation::empty(from).await;
        migrate::run(&source.db, BEFORE).await.unwrap();
        let file = source.path("old.backup");
        source.back_up(&file).await.unwrap();
        let refused = Backup::open(&file, STEPS).unwrap_err();
        assert!(matches!(refused, backup::Error::TooOld(..)), "{refused}");
        assert!(refused.to_string().contains("before 1.0.0") && refused.to_string().contains("Nothing was restored"));
    }
}

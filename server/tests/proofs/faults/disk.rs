//! A disk that is full, read-only, or fails to sync (`disk.c`).

use std::path::{Path, PathBuf};
use std::process::Command;

use doccare::platform::db::{Db, Error, Result, migrate};
use serde_json::json;
use tempfile::TempDir;

use crate::harness::{postgres, until};
use crate::proofs::preload;
use crate::proofs::program::{Person, Program};

/// A disk whose fault is configured in a file.
struct Disk {
    folder: TempDir,
}

impl Disk {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn fault(&self) -> PathBuf {
        self.folder.path().join("fault")
    }

    fn is(&self, fault: &str) {
        std::fs::write(self.fault(), fault).unwrap();
    }

    fn is_well(&self) {
        std::fs::remove_file(self.fault()).unwrap();
    }

    /// The program on this disk.
    fn under(&self, data: &Path) -> Command {
        let mut command = crate::process::doccare_itself();
        command
            .env("LD_PRELOAD", preload::compile("faults/disk.c"))
            .env("DISK_FAULT", self.fault())
            .env("DISK_FOLDER", data);
        command
    }
}

async fn count_bookings(program: &Program) -> i64 {
    let db = Db::open(&program.database.parse().unwrap()).unwrap();
    let whole: Result<Vec<String>> =
        db.read(async |tx| tx.query("PRAGMA integrity_check", &[], |row| row.get(0)).await).await;
    assert_eq!(whole.unwrap(), ["ok"]);
    let count: Result<i64> = db.read(async |tx| tx.count("SELECT count(*) FROM appointments", &[]).await).await;
    count.unwrap()
}

async fn until_mails(program: &Program, many: usize) {
    until("as many mails", async || {
        let files = program.mail_files();
        if files >= many { Ok(()) } else { Err(files) }
    })
    .await;
}

/// Everything that can be read is.
async fn assert_reads(program: &Program, doctor: &str, person: &Person) {
    let photo = &program.get(&format!("/user/api/doctor/{doctor}")).await.body["data"]["Image"];
    for path in ["/", "/readyz", "/user/api/reference", "/user/api/finddoctors", photo.as_str().expect("a photo")] {
        assert_eq!(program.get(path).await.status, 200, "{path}");
    }
    let own = format!("/user/api/previous/booking/{}", person.id);
    assert_eq!(program.ask("GET", &own, Some(&person.token), None).await.status, 200);
    assert!(!program.free_slots(doctor).await.is_empty());
}

#[tokio::test]
async fn on_a_full_or_read_only_disk_writes_are_refused_and_reads_go_on() {
    let disk = Disk::new();
    let program = Program::started_by(|data| disk.under(data), "SQLite", (2, 2, 0), &[]).await;
    let (person, doctor) = (program.sign_in(0).await, program.doctors().await[0].clone());
    let slots = program.free_slots(&doctor).await;
    let mut booked = 0;
    for fault in ["full", "read-only"] {
        disk.is(fault);
        program.book(&person, &doctor, &slots[booked]).await.assert_later("60");
        program.ask("POST", "/user/api/login", None, Some(Program::login_form(1))).await.assert_later("60");
        let message = json!({"name": "Asha", "email": "asha@example.org", "message": "Hello"});
        program.ask("POST", "/user/api/contact", None, Some(message)).await.assert_later("60");
        assert_reads(&program, &doctor, &person).await;
        disk.is_well();
        let said = program.book(&person, &doctor, &slots[booked]).await;
        assert_eq!(said.status, 200, "{fault}: it goes on by itself: {said:?}");
        booked += 1;
        // A mail that was in progress at the next fault waits until its claim expires.
        until_mails(&program, 2 * booked).await;
    }
    // The write may be lost or not: the same form again returns the one booking.
    disk.is("unsynced");
    let said = program.book(&person, &doctor, &slots[booked]).await;
    assert_eq!((said.status, &said.body["code"]), (500, &json!("outcome_unknown")), "{said:?}");
    assert_reads(&program, &doctor, &person).await;
    disk.is_well();
    let said = program.book(&person, &doctor, &slots[booked]).await;
    assert!(said.status == 200, "{said:?}");
    assert_eq!(count_bookings(&program).await, 3, "one for each slot");
    until_mails(&program, 6).await;
    program.server.terminate();
    let (data, (ended, log)) = (program.data, program.server.ended());
    assert!(ended, "{log}");
    assert_eq!(
        std::fs::read_dir(data.path().join("mails")).unwrap().count(),
        6,
        "two for each booking, and no half ones"
    );
}

#[tokio::test]
async fn a_log_without_space_is_reset() {
    let disk = Disk::new();
    let program = Program::started_by(|data| disk.under(data), "SQLite", (2, 2, 0), &[]).await;
    // Two people book in turn: each may have only so many open bookings.
    let people = [program.sign_in(0).await, program.sign_in(1).await];
    let doctor = program.doctors().await[0].clone();
    let slots = program.free_slots(&doctor).await;
    for (booked, slot) in slots[..3].iter().enumerate() {
        assert_eq!(program.book(&people[booked % 2], &doctor, slot).await.status, 200);
    }
    disk.is("log-full");
    let mut booked = 3;
    let refused = loop {
        let said = program.book(&people[booked % 2], &doctor, &slots[booked]).await;
        if said.status != 200 {
            break said;
        }
        // The log was reset before: it has room up to its old size.
        booked += 1;
    };
    refused.assert_later("60");
    let said = program.book(&people[booked % 2], &doctor, &slots[booked]).await;
    assert_eq!(said.status, 200, "what the log held is in the database now: {said:?}");
    assert_eq!(count_bookings(&program).await, i64::try_from(booked).unwrap() + 1);
}

/// A PostgreSQL whose disk is full, or that is read-only, reports it by its error code.
#[tokio::test]
async fn a_full_or_read_only_postgresql_is_distinguished_from_a_broken_one() {
    const SCHEMA: &[migrate::Step] =
        &[migrate::Step { name: "0001", sql: "CREATE TABLE notes (id BIGINT PRIMARY KEY);" }];
    let db = Db::open(&postgres::fresh_database().await).unwrap();
    migrate::run(&db, SCHEMA).await.unwrap();
    for sql in ["SET LOCAL transaction_read_only = on", "DO $$BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END$$"] {
        let refused: Result<u64> = db
            .write(async move |tx| {
                tx.execute(sql, &[]).await?;
                tx.execute("INSERT INTO notes (id) VALUES (1)", &[]).await
            })
            .await;
        assert!(matches!(refused, Err(Error::ReadOnly(_))), "{sql}: {refused:?}");
    }
    db.write(async |tx| tx.execute("INSERT INTO notes (id) VALUES (1)", &[]).await).await.expect("and goes on");
}

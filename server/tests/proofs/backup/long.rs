//! The long form: a million bookings on SQLite, 200,000 on PostgreSQL, backed up under load and restored into the other engine.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use doccare::app::App;
use doccare::demo;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::db::{self, Db, Kind, Row};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::serving::{DISAGREEING, url_of};
use crate::harness::config;
use crate::process::{Measured, Server, run_measured};
use crate::proofs::bookers::book_until_gone;
use crate::proofs::report;

const CALLERS: usize = 8;
/// How long bookings are counted before and after the backup, to compare.
const USUAL: Duration = Duration::from_secs(20);

/// Of each table a sum of all its rows, in whatever order they come.
type Sums = BTreeMap<String, (u64, u128)>;

async fn sums(url: &str) -> Sums {
    let db = Db::open(&url.parse().unwrap()).unwrap();
    let sums = db.snapshot(async |tx| {
        let mut sums = Sums::new();
        for table in tx.tables().await? {
            let mut sum = (0, 0_u128);
            let add = |row: &Row<'_>| -> db::Result<()> {
                let mut digest = Sha256::new();
                for (index, (name, kind)) in table.columns.iter().enumerate() {
                    let value = match kind {
                        Kind::Text => format!("{name}{:?}", row.get::<Option<String>>(index)?),
                        Kind::Number => format!("{name}{:?}", row.get::<Option<i64>>(index)?),
                        Kind::Truth => format!("{name}{:?}", row.get::<Option<bool>>(index)?),
                    };
                    digest.update(value);
                }
                let bytes: [u8; 16] = digest.finalize()[..16].try_into().unwrap();
                sum = (sum.0 + 1, sum.1.wrapping_add(u128::from_be_bytes(bytes)));
                Ok(())
            };
            let sql = format!("SELECT {} FROM {}", table.column_names().join(", "), table.name);
            tx.stream(&sql, add).await?;
            sums.insert(table.name, sum);
        }
        Ok::<_, db::Error>(sums)
    });
    let mut sums = sums.await.unwrap();
    db.close().await;
    // Of the running installation, or of one engine only.
    for table in ["migrations", "contractions", "job_leases", "tries", "doctor_changes", "trusted"] {
        sums.remove(table);
    }
    sums
}

async fn command(data: &Path, arguments: &[&str], url: &str, key: &str) -> Measured {
    let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
    let (data, url, key) = (data.to_owned(), url.to_owned(), key.to_owned());
    let ran = tokio::task::spawn_blocking(move || {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        run_measured(&data, &arguments, &[("DOCCARE_DATABASE_URL", &url), ("DOCCARE_KEY", &key)])
    });
    let ran = ran.await.unwrap();
    assert!(ran.output.status.success(), "{}", String::from_utf8_lossy(&ran.output.stderr));
    ran
}

/// A line of the page.
async fn measure(from: &str, to: &str, bookings: usize) -> String {
    let key = "42".repeat(32);
    let (old, new) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (from_url, to_url) = (url_of(from, old.path()).await, url_of(to, new.path()).await);
    let app = App::build(config(from_url.parse().unwrap(), old.path()), Clock::System, Cost::Low).await.unwrap();
    let size = demo::Size { doctors: 1000, users: 20_000, bookings, donors: 1000 };
    demo::fill(&app, size, false).await.unwrap();
    app.db.close().await;
    println!("{from}: {bookings} bookings are there");

    let settings = [("DOCCARE_DATABASE_URL", from_url.as_str()), ("DOCCARE_KEY", &key), ("DOCCARE_RATE_LIMITS", "off")];
    let server = Server::start(old.path(), &settings);
    let acknowledged = Arc::new(Mutex::new(HashSet::new()));
    let callers: Vec<_> = (0..CALLERS)
        .map(|caller| tokio::spawn(book_until_gone(server.url.clone(), caller, 0, acknowledged.clone())))
        .collect();
    let rate_while = async |work: &mut (dyn Future<Output = ()> + Unpin)| {
        let (begun, before) = (Instant::now(), acknowledged.lock().unwrap().len());
        work.await;
        let booked = acknowledged.lock().unwrap().len() - before;
        f64::from(u32::try_from(booked).unwrap()) / begun.elapsed().as_secs_f64()
    };
    tokio::time::sleep(Duration::from_secs(5)).await;
    let earlier = rate_while(&mut Box::pin(tokio::time::sleep(USUAL))).await;
    let known = acknowledged.lock().unwrap().clone();
    let file = old.path().join("under-load.backup");
    let mut made = None;
    let meanwhile = rate_while(&mut Box::pin(async {
        made = Some(command(old.path(), &["backup", file.to_str().unwrap()], &from_url, &key).await);
    }))
    .await;
    let later = rate_while(&mut Box::pin(tokio::time::sleep(USUAL))).await;
    drop(server);
    for caller in callers {
        caller.await.unwrap();
    }
    let Measured { took: made_in, memory: making, .. } = made.unwrap();
    let size = std::fs::metadata(&file).unwrap().len();

    // Nobody writes any more: what is restored now is compared with what is there.
    let still = old.path().join("at-rest.backup");
    let quiet = command(old.path(), &["backup", still.to_str().unwrap()], &from_url, &key).await;
    let restored = command(new.path(), &["restore", still.to_str().unwrap()], &to_url, &key).await;
    let (there, here) = (sums(&from_url).await, sums(&to_url).await);
    let differing: Vec<&String> = there.keys().filter(|table| there.get(*table) != here.get(*table)).collect();
    assert!(differing.is_empty() && there.len() == here.len(), "{differing:?}");
    let rows: u64 = there.values().map(|(rows, _)| rows).sum();

    // And what was acknowledged before the first one is in that.
    let first = TempDir::new().unwrap();
    let first_url = url_of("SQLite", first.path()).await;
    command(first.path(), &["restore", file.to_str().unwrap()], &first_url, &key).await;
    let db = Db::open(&first_url.parse().unwrap()).unwrap();
    let ids: db::Result<Vec<String>> = db.read(async |tx| tx.all("SELECT id FROM appointments", &[]).await).await;
    let ids: HashSet<String> = ids.unwrap().into_iter().collect();
    let lost = known.difference(&ids).count();
    let disagreeing: db::Result<i64> = db.read(async |tx| tx.count(DISAGREEING, &[]).await).await;
    assert_eq!((lost, disagreeing.unwrap()), (0, 0));

    let (usual, megabytes) = (f64::midpoint(earlier, later), size / 1_000_000);
    format!(
        "| {from} | {bookings} | {rows} | {:.1} s ({:.1} s at rest) | {megabytes} MB | {making} MB | {usual:.0} → {meanwhile:.0} a second (× {:.2}) | {} / 0 | {to}: {:.1} s, {} MB | 0 |",
        made_in.as_secs_f64(),
        quiet.took.as_secs_f64(),
        meanwhile / usual,
        known.len(),
        restored.took.as_secs_f64(),
        restored.memory,
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "some ten minutes: `make soak`"]
async fn soak_backup() {
    let mut page = String::from(
        "| engine | bookings | rows in all | made in | file | memory at most | bookings by 8 callers, usual → meanwhile | acknowledged before / lost | restored into | rows that differ |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (from, to, bookings) in [("SQLite", "PostgreSQL", 1_000_000), ("PostgreSQL", "SQLite", 200_000)] {
        writeln!(page, "{}", measure(from, to, bookings).await).unwrap();
    }
    report::write("backup", &page);
}

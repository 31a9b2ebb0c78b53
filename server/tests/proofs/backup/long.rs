//! The long form: a million bookings on SQLite, 200,000 on PostgreSQL, backed up under load and restored into the other engine.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::platform::backup::LEFT_OUT;
use doccare::platform::clock::Clock;
use doccare::platform::db::{self, Db, Row};
use doccare_demo as demo;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::command;
use crate::harness::{KEY, config, database_url};
use crate::process::{Measured, Server};
use crate::proofs::bookers::{Bookers, lost};
use crate::proofs::content::shown;
use crate::proofs::{report, sums as agreement};

const CALLERS: usize = 8;
/// How long bookings are counted before and after the backup, for comparison.
const USUAL: Duration = Duration::from_secs(20);

/// An order-independent checksum of all rows of each table.
type Sums = BTreeMap<String, (u64, u128)>;

async fn sums(url: &str) -> Sums {
    let db = Db::open(&url.parse().unwrap()).unwrap();
    let sums = db.backup_snapshot(async |tx| {
        let mut sums = Sums::new();
        for table in tx.tables().await? {
            let mut sum = (0, 0_u128);
            let add = |row: &Row<'_>| -> db::Result<()> {
                let mut digest = Sha256::new();
                for (index, (name, kind)) in table.columns.iter().enumerate() {
                    digest.update(format!("{name}{}", shown(row, index, *kind)?));
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
    sums.retain(|table, _| !LEFT_OUT.contains(&table.as_str()));
    sums
}

fn settings(url: &str) -> [(&str, &str); 3] {
    [("DOCCARE_DATABASE_URL", url), ("DOCCARE_KEY", KEY), ("DOCCARE_RATE_LIMITS", "off")]
}

/// A row of the page's table.
async fn measure(from: &str, to: &str, bookings: usize) -> String {
    let (old, new) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (from_url, to_url) = (database_url(from, old.path()).await, database_url(to, new.path()).await);
    let app = App::build(config(from_url.parse().unwrap(), old.path()), Clock::System, Cost::Low).await.unwrap();
    let size = demo::Size { doctors: 1000, users: 20_000, bookings, donors: 1000 };
    demo::fill(&app, size, false).await.unwrap();
    app.db.close().await;
    println!("{from}: {bookings} bookings are there");

    let old_settings = settings(&from_url);
    let server = Server::start(old.path(), &old_settings);
    let mut bookers = Bookers::default();
    bookers.come(&server.url, CALLERS, 0);
    let rate_while = async |work: &mut (dyn Future<Output = ()> + Unpin)| {
        let (begun, before) = (Instant::now(), bookers.known());
        work.await;
        let booked = bookers.known() - before;
        f64::from(u32::try_from(booked).unwrap()) / begun.elapsed().as_secs_f64()
    };
    tokio::time::sleep(Duration::from_secs(5)).await;
    let earlier = rate_while(&mut Box::pin(tokio::time::sleep(USUAL))).await;
    let known = bookers.acknowledged();
    let file = old.path().join("under-load.backup");
    let mut made = None;
    let meanwhile = rate_while(&mut Box::pin(async {
        made = Some(command(old.path(), &["backup", file.to_str().unwrap()], &old_settings));
    }))
    .await;
    let later = rate_while(&mut Box::pin(tokio::time::sleep(USUAL))).await;
    drop(server);
    bookers.until_ended().await;
    let Measured { took: made_in, memory: making, .. } = made.unwrap();
    let size = std::fs::metadata(&file).unwrap().len();

    // No more writes: the restored rows are compared with the current ones.
    let still = old.path().join("at-rest.backup");
    let quiet = command(old.path(), &["backup", still.to_str().unwrap()], &old_settings);
    let restored = command(new.path(), &["restore", still.to_str().unwrap()], &settings(&to_url));
    let (there, here) = (sums(&from_url).await, sums(&to_url).await);
    let differing: Vec<&String> = there.keys().filter(|table| there.get(*table) != here.get(*table)).collect();
    assert!(differing.is_empty() && there.len() == here.len(), "{differing:?}");
    let rows: u64 = there.values().map(|(rows, _)| rows).sum();

    // And everything acknowledged before the first one is in it.
    let first = TempDir::new().unwrap();
    let first_url = database_url("SQLite", first.path()).await;
    command(first.path(), &["restore", file.to_str().unwrap()], &settings(&first_url));
    let db = Db::open(&first_url.parse().unwrap()).unwrap();
    assert_eq!((lost(&known, &db).await, agreement::read(&db).await), (vec![], vec![]));

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

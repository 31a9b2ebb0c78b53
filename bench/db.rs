//! Durable single-row writes from 64 concurrent callers on SQLite: the group commit of `platform::db` against one commit per write, in the
//! same run, on the same disk. Run by `make bench-db`; each run ends after a few seconds.

use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use doccare::platform::db::migrate::{self, Step};
use doccare::platform::db::{DatabaseUrl, Db, Error};
use rusqlite::Connection;

const CALLERS: usize = 64;
const FOR: Duration = Duration::from_secs(3);
const INSERT: &str = "INSERT INTO rows (id, body) VALUES ($1, $2)";
const SCHEMA: &[Step] =
    &[Step { name: "0001_rows", sql: "CREATE TABLE rows (id BIGINT PRIMARY KEY, body {text} NOT NULL);" }];

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `cargo bench` and `cargo test --benches` pass flags of their own; only bench/db-run names a disk.
    let Some(disk) = std::env::args().nth(1).filter(|argument| !argument.starts_with("--")) else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let together = group_commit(&folder.path().join("together.db")).await?;
    let alone = one_commit_per_write(&folder.path().join("alone.db")).await?;
    println!("{disk}: {CALLERS} callers, durable single-row writes");
    println!("  one commit per write  {alone:>9.0}/s   1.00");
    println!("  group commit          {together:>9.0}/s   {:.2}", together / alone);
    Ok(())
}

async fn group_commit(path: &Path) -> Result<f64, Box<dyn std::error::Error>> {
    let db = Db::open(&DatabaseUrl::sqlite(path))?;
    migrate::run(&db, SCHEMA).await?;
    let write = async move |id: i64| {
        let written = db.write(async move |tx| tx.execute(INSERT, &[&id, &"a booking"]).await);
        written.await.map(drop)
    };
    Ok(rate(write).await)
}

/// A program without the group commit: a connection behind a mutex, and a commit for each write.
async fn one_commit_per_write(path: &Path) -> Result<f64, Box<dyn std::error::Error>> {
    let connection = Connection::open(path)?;
    connection.execute_batch(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE rows (id BIGINT PRIMARY KEY, body TEXT NOT NULL);",
    )?;
    let connection = Arc::new(Mutex::new(connection));
    let write = async move |id: i64| {
        let connection = connection.clone();
        let work = tokio::task::spawn_blocking(move || {
            let connection = connection.lock().map_err(|_| Error::Busy)?;
            connection.prepare_cached(INSERT)?.execute((id, "a booking"))?;
            Ok(())
        });
        work.await.map_err(|_| Error::Busy)?
    };
    Ok(rate(write).await)
}

/// Writes per second of all the callers together.
async fn rate<F>(write: F) -> f64
where
    F: AsyncFn(i64) -> Result<(), Error>,
{
    let (ids, start) = (AtomicI64::new(0), Instant::now());
    let caller = async || {
        while start.elapsed() < FOR {
            let id = ids.fetch_add(1, Ordering::Relaxed);
            write(id).await.unwrap_or_else(|error| panic!("write {id}: {error}"));
        }
    };
    futures::future::join_all((0..CALLERS).map(|_| caller())).await;
    f64::from(u32::try_from(ids.load(Ordering::Relaxed)).unwrap_or(u32::MAX)) / start.elapsed().as_secs_f64()
}

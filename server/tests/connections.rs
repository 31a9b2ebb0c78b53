//! PostgreSQL connections of callers that disconnected: their statements are cancelled.

use std::time::Duration;

use doccare::platform::db::{Db, Error, Limits, Lock, Result, Tx};
use futures::future::join_all;
use futures::{FutureExt, join};
use tokio::sync::oneshot;

use crate::harness::postgres::fresh_database;

fn one_connection() -> Limits {
    Limits { connections: 1, ..Limits::default() }
}

async fn open(limits: Limits) -> Db {
    Db::open_with(&fresh_database().await, &limits).unwrap()
}

async fn sleep_long(tx: &mut Tx<'_>) -> Result<()> {
    tx.query("SELECT pg_sleep(600)", &[], |_| Ok(())).await.map(drop)
}

async fn work(tx: &mut Tx<'_>) -> Result<()> {
    tx.query("SELECT 1", &[], |_| Ok(())).await.map(drop)
}

async fn count_sleepers(db: &Db) -> i64 {
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
               AND query = 'SELECT pg_sleep(600)'";
    let count: Result<_> = db.read(async |tx| tx.find(sql, &[], |row| row.get(0)).await).await;
    count.unwrap().unwrap_or(0)
}

/// Polls a call until its statement runs on the server, then drops it.
async fn abandon(watcher: &Db, call: impl Future<Output = Result<()>>) {
    let mut call = Box::pin(call);
    while count_sleepers(watcher).await == 0 {
        assert!(call.as_mut().now_or_never().is_none(), "it sleeps for long");
    }
}

#[tokio::test]
async fn statements_of_disconnected_callers_are_cancelled_and_block_nobody() {
    let url = fresh_database().await;
    let (db, watcher) = (Db::open_with(&url, &one_connection()).unwrap(), Db::open(&url).unwrap());
    abandon(&watcher, db.read(async |tx| sleep_long(tx).await)).await;
    db.read(async |tx| work(tx).await).await.expect("the one connection is free again");
    abandon(&watcher, db.write(async |tx| sleep_long(tx).await)).await;
    db.write(async |tx| work(tx).await).await.expect("the one connection is free again");
    while count_sleepers(&watcher).await > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_statement_that_takes_too_long_is_overload_and_the_connection_works_on() {
    let db = open(Limits { statement: Duration::from_millis(500), ..one_connection() }).await;
    let late = db.read(async |tx| sleep_long(tx).await).await;
    assert!(matches!(late, Err(Error::Busy)), "{late:?}");
    let late = db.write(async |tx| sleep_long(tx).await).await;
    assert!(matches!(late, Err(Error::Busy)), "{late:?}");
    db.write(async |tx| work(tx).await).await.unwrap();
    let report: Result<Vec<()>> = db.report(async |tx| tx.query("SELECT pg_sleep(1)", &[], |_| Ok(())).await).await;
    report.expect("a report may take longer");
}

#[tokio::test]
async fn a_lock_that_does_not_come_is_overload() {
    let db = open(Limits { connections: 2, acquire_timeout: Duration::from_millis(500), ..Limits::default() }).await;
    let second = db.clone();
    let waited: Result<Result<()>> = db
        .write(async move |tx| {
            tx.lock(Lock::User("a")).await?;
            work(tx).await?;
            Ok(second.write(async |tx| tx.lock(Lock::User("a")).await).await)
        })
        .await;
    assert!(matches!(waited, Ok(Err(Error::Busy))), "{waited:?}");
}

#[tokio::test]
async fn a_transaction_that_ignores_a_failed_statement_is_not_reported_as_committed() {
    let db = open(one_connection()).await;
    let told: Result<()> = db
        .write(async |tx| {
            drop(tx.execute("INSERT INTO nowhere VALUES (1)", &[]).await);
            Ok(())
        })
        .await;
    assert!(matches!(told, Err(Error::Other(_))), "{told:?}");
    db.write(async |tx| work(tx).await).await.unwrap();
}

#[tokio::test]
async fn whoever_sends_twenty_writes_at_once_leaves_connections_to_the_others() {
    let url = fresh_database().await;
    let limits = Limits { connections: 6, ..Limits::default() };
    let (db, watcher) = (Db::open_with(&url, &limits).unwrap(), Db::open(&url).unwrap());
    let hasty = || db.write_for_account("hasty", async |tx| tx.lock(Lock::User("hasty")).await);
    let (held, is_held) = oneshot::channel();
    let (go_on, told) = oneshot::channel();
    let holder = db.write(async move |tx| {
        tx.lock(Lock::User("hasty")).await?;
        work(tx).await?;
        let _ = held.send(());
        let _ = told.await;
        Ok::<_, Error>(())
    });
    let rest = async {
        is_held.await.unwrap();
        let other = async {
            while count_backlog(&watcher).await < 4 {
                tokio::task::yield_now().await;
            }
            db.write_for_account("other", async |tx| work(tx).await).await.expect("a connection is left");
            let _ = go_on.send(());
        };
        join!(join_all((0..20).map(|_| hasty())), other).0
    };
    let (held, waited) = join!(holder, rest);
    assert!(held.is_ok() && waited.iter().all(Result::is_ok), "{waited:?}");
}

async fn count_backlog(db: &Db) -> i64 {
    let sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let count: Result<_> = db.read(async |tx| tx.find(sql, &[], |row| row.get(0)).await).await;
    count.unwrap().unwrap_or(0)
}

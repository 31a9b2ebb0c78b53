//! Statements that may take longer than the timeout, and connections that are given up without an answer.

use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use doccare::platform::db::migrate;
use doccare::platform::db::{Db, Error, Limits, Result};

use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use super::{SCHEMA, count, insert};
use crate::harness::line::{Line, Weather};
use crate::harness::{TestServer, on_empty_databases, postgres, with_server};

/// Rows that PostgreSQL sends one by one, because each fills its send buffer.
const LARGE: &str = "SELECT repeat('x', 10000)";

#[tokio::test]
async fn a_unit_that_takes_its_time_may_pause_between_its_statements() {
    on_empty_databases(async |url| {
        let limits = Limits { statement: Duration::from_secs(1), ..Limits::default() };
        migrate::run(&Db::open(&url).unwrap(), SCHEMA).await.unwrap();
        let db = Db::open_with(&url, &limits).unwrap();
        let written: Result<u64> = db
            .write(async |tx| {
                tx.disable_timeouts().await?;
                sleep(Duration::from_millis(1500));
                insert(tx, 1, "a").await
            })
            .await;
        assert!(matches!(written, Ok(1)), "{written:?}");
        assert_eq!(count(&db).await, 1);
    })
    .await;
}

#[tokio::test]
async fn each_of_the_statements_that_go_out_together_has_its_time() {
    let limits = Limits { statement: Duration::from_secs(2), ..Limits::default() };
    let db = Db::open_with(&postgres::fresh_database().await, &limits).unwrap();
    let written: Result<()> = db
        .write(async |tx| {
            for _ in 0..4 {
                tx.send("SELECT pg_sleep(1.2)", &[]).await?;
            }
            Ok(())
        })
        .await;
    assert!(written.is_ok(), "{written:?}");
}

#[tokio::test]
async fn a_snapshot_takes_as_long_as_it_takes_while_rows_come() {
    let limits =
        Limits { statement: Duration::from_millis(500), row_timeout: Duration::from_millis(500), ..Limits::default() };
    let db = Db::open_with(&postgres::fresh_database().await, &limits).unwrap();
    let seen: Result<usize> = db
        .backup_snapshot(async |tx| {
            let mut rows = 0;
            let sql = format!("{LARGE}, pg_sleep(0.7) FROM generate_series(1, 5)");
            let shown = tx.stream(&sql, |_| {
                rows += 1;
                Ok::<_, Error>(())
            });
            shown.await?;
            Ok(rows)
        })
        .await;
    assert!(matches!(seen, Ok(5)), "{seen:?}");
}

#[tokio::test]
async fn a_snapshot_whose_rows_stop_coming_is_given_up() {
    let line = Arc::new(Line::lay().await);
    let db = Db::open_with(&line.database, &Limits { row_timeout: Duration::ZERO, ..Limits::default() }).unwrap();
    let silent = line.clone();
    let seen: Result<()> = db
        .backup_snapshot(async move |tx| {
            // More than fits into the network buffers.
            let sql = format!("{LARGE} FROM generate_series(1, 20000)");
            tx.stream(&sql, |_| {
                silent.turn(Weather::Silent);
                Ok::<_, Error>(())
            })
            .await
        })
        .await;
    assert!(matches!(seen, Err(Error::Busy)), "{seen:?}");
}

/// Administrators' reports that run until released: as many as may run concurrently.
async fn hold_reports(server: &TestServer) -> (watch::Sender<bool>, Vec<JoinHandle<Result<()>>>) {
    let (end, may_end) = watch::channel(false);
    let mut reports = Vec::new();
    for _ in 0..2 {
        let (db, may_end, (begun, has_begun)) = (server.app.db.clone(), may_end.clone(), oneshot::channel());
        reports.push(tokio::spawn(async move {
            db.report(async move |tx| {
                let _ = begun.send(());
                while !*may_end.borrow() {
                    tx.all::<i64>("SELECT CAST(1 AS BIGINT)", &[]).await?;
                    sleep(Duration::from_millis(5));
                }
                Ok(())
            })
            .await
        }));
        has_begun.await.unwrap();
    }
    (end, reports)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn public_pages_do_not_wait_for_reports_of_administrators() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let (end, reports) = hold_reports(&server).await;
        let facts = server.get("/user/api/blood/facts").await;
        let export = format!("/user/api/user/data/{}", patient.id);
        let export = server.ask("GET", &export, &patient.token, None).await;
        end.send(true).unwrap();
        for report in reports {
            report.await.unwrap().unwrap();
        }
        assert_eq!(facts.status, 200, "{}", facts.text);
        assert_eq!(export.status, 200, "{}", export.text);
    })
    .await;
}

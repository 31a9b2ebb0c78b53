//! The request timeout: 408 if nothing was written, `outcome_unknown` if a write may have been committed (decision 0016).

use std::future::pending;
use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use doccare::app::App;
use doccare::platform::db;
use doccare::platform::http::middleware::{self, Site};
use tokio::net::TcpListener;

use crate::harness::{Answer, TestServer, http_client, site, until, with_server};

/// Adds a row that the tests look for.
async fn write(app: &App) -> db::Result<u64> {
    let sql = "INSERT INTO job_leases (job, instance, until) VALUES ('written', 'a test', 0)";
    app.db.write(async move |tx| tx.execute(sql, &[]).await).await
}

async fn is_written(server: &TestServer) -> bool {
    let sql = "SELECT count(*) FROM job_leases WHERE job = 'written'";
    server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap() == 1
}

async fn reads_then_hangs(app: App) -> &'static str {
    let _ = app.db.read(async |tx| tx.count("SELECT count(*) FROM accounts", &[]).await).await;
    pending().await
}

async fn writes(app: App) -> &'static str {
    write(&app).await.expect("a row");
    "done"
}

async fn writes_then_hangs(app: App) -> &'static str {
    writes(app).await;
    pending().await
}

/// Sends a request to test handlers, behind the product's middleware with a short timeout.
async fn ask(server: &TestServer, method: &str, path: &str) -> Answer {
    let router = Router::new()
        .route("/user/api/reads", get(reads_then_hangs).post(reads_then_hangs))
        .route("/user/api/writes", post(writes))
        .route("/user/api/hangs", post(writes_then_hangs))
        .with_state(server.app.clone());
    let site = Site { request_timeout: Duration::from_millis(300), ..site() };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/user/api/{path}", listener.local_addr().unwrap());
    let serving = tokio::spawn(async move { axum::serve(listener, middleware::wrap(router, site)).await });
    let answer = Answer::read(http_client().request(method.parse().unwrap(), url)).await;
    serving.abort();
    answer
}

#[tokio::test]
async fn a_timeout_after_a_commit_is_an_unknown_outcome() {
    with_server(async |server| {
        ask(&server, "POST", "hangs").await.assert_problem(500, "outcome_unknown");
        assert!(is_written(&server).await);
    })
    .await;
}

#[tokio::test]
async fn a_timeout_of_a_request_that_wrote_nothing_is_408() {
    with_server(async |server| {
        for method in ["GET", "POST"] {
            ask(&server, method, "reads").await.assert_problem(408, "timeout");
        }
    })
    .await;
}

/// SQLite's writer commits a queued transaction although its request has timed out. On PostgreSQL a transaction that waits for a lock is
/// rolled back with its request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_timeout_of_a_waiting_write_answers_408_only_if_it_is_never_committed() {
    with_server(async |server| {
        let (release, released) = std::sync::mpsc::channel::<()>();
        let (app, is_postgres) = (server.app.clone(), server.app.db.is_multi_instance());
        let held = server.hold(None, Some("job_leases IN ACCESS EXCLUSIVE"), "").await;
        let blocking = tokio::spawn(async move {
            let blocked: db::Result<()> = app
                .db
                .write(async move |_| {
                    let _ = if is_postgres { Ok(()) } else { released.recv() };
                    Ok(())
                })
                .await;
            blocked
        });
        let answer = ask(&server, "POST", "writes").await;
        let _ = release.send(());
        blocking.await.unwrap().unwrap();
        held.go_on().await;
        if is_postgres {
            answer.assert_problem(408, "timeout");
            write(&server.app).await.expect("it was rolled back, so that the row can be added");
        } else {
            answer.assert_problem(500, "outcome_unknown");
            until("the writer commits it", async || if is_written(&server).await { Ok(()) } else { Err("no row") })
                .await;
        }
    })
    .await;
}

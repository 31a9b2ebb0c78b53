//! An instance whose clock differs from PostgreSQL's, by libfaketime.

use std::path::PathBuf;

use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::db::DatabaseUrl;
use jiff::SignedDuration;

use super::{Server, doccare, run, text};
use crate::harness::{KEY, TestServer, http_client, postgres, until};

/// Three days: a clock jump of less than 30 days is not suspect.
const AHEAD: &str = "+3d";

fn libfaketime() -> PathBuf {
    let folders = std::fs::read_dir("/usr/lib").unwrap().map(|entry| entry.unwrap().path());
    let libraries = folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1"));
    libraries.into_iter().find(|path| path.exists()).expect("libfaketime: run scripts/install-tools")
}

async fn scrape(server: &Server) -> String {
    http_client().get(format!("http://{}/metrics", server.metrics)).send().await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn an_instance_whose_clock_is_ahead_of_the_databases_ends_no_requests() {
    let data = tempfile::tempdir().unwrap();
    let url = postgres::fresh_database_url().await;
    let database: DatabaseUrl = url.parse().unwrap();
    let server = TestServer::start_by(Clock::System, Cost::Low, database, |_| ()).await;
    let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
    let tomorrow = (Clock::System.india().date() + SignedDuration::from_hours(24)).to_string();
    let booking = server.booked(&patient, &doctor, &tomorrow, "10:00").await;

    let library = libfaketime();
    let settings = [
        ("DOCCARE_DATABASE_URL", url.as_str()),
        ("DOCCARE_KEY", KEY),
        ("DOCCARE_METRICS_LISTEN", "127.0.0.1:0"),
        ("LD_PRELOAD", library.to_str().unwrap()),
        ("FAKETIME", AHEAD),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ("NO_FAKE_STAT", "1"),
    ];
    let ahead = Server::spawn(doccare(data.path(), &["serve"]).envs(settings));
    let turned = "doccare_job_last_done_timestamp_seconds{job_name=\"unanswered\"}";
    let figures = until("a turn of the job that ends requests", async || {
        let page = scrape(&ahead).await;
        let done_at = page.lines().find_map(|line| line.strip_prefix(turned)?.trim().parse::<f64>().ok());
        if done_at.is_some() { Ok(page) } else { Err(page) }
    })
    .await;
    let status: String = {
        let sql = "SELECT status FROM appointments WHERE id = $1";
        server.app.db.read(async |tx| tx.first(sql, &[&booking]).await).await.unwrap().unwrap()
    };
    assert_eq!(status, "Pending");
    let skew = figures.lines().find_map(|line| line.strip_prefix("doccare_clock_skew_seconds ")?.parse::<f64>().ok());
    assert!(skew.is_some_and(|skew| (skew - 3.0 * 86_400.0).abs() < 60.0), "{skew:?}");

    let checked = run(data.path(), &["check"], &settings);
    let said = text(&checked.stdout);
    assert!(!checked.status.success() && said.contains("irreversible jobs"), "{said}");
    ahead.terminate();
    let (_, log) = ahead.ended();
    assert!(log.contains("CLOCK AND THE DATABASE'S DIFFER"), "{log}");
}

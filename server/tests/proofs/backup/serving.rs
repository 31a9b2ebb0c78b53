//! A backup under load, restored on the other engine and served from there.

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::db::Db;
use doccare_demo as demo;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::command;
use crate::harness::{KEY, config, database_url, http_client};
use crate::process::Server;
use crate::proofs::bookers::{Bookers, lost};
use crate::proofs::sums;

const CALLERS: usize = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_sqlite_under_load_is_served_by_postgres() {
    restore_on_other_engine("SQLite", "PostgreSQL").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_postgres_under_load_is_served_by_sqlite() {
    restore_on_other_engine("PostgreSQL", "SQLite").await;
}

async fn restore_on_other_engine(from: &str, to: &str) {
    let (old, new) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (from, to) = (database_url(from, old.path()).await, database_url(to, new.path()).await);
    let app = App::build(config(from.parse().unwrap(), old.path()), Clock::System, Cost::Low).await.unwrap();
    // The crowd's bookings would count for the callers, who may have twenty at a time.
    let size = demo::Size { doctors: 30, users: CALLERS + 1, bookings: 3, donors: 20 };
    demo::fill(&app, size, false).await.unwrap();
    app.db.close().await;
    // The callers book as long as the backup takes, without the hourly limit of bookings.
    let old_settings = [("DOCCARE_DATABASE_URL", from.as_str()), ("DOCCARE_KEY", KEY), ("DOCCARE_RATE_LIMITS", "off")];
    let server = Server::start(old.path(), &old_settings);
    let mut bookers = Bookers::default();
    bookers.come(&server.url, CALLERS, 0);
    bookers.until_booked(10).await;
    let before = bookers.acknowledged();
    let file = old.path().join("under-load.backup");
    command(old.path(), &["backup", file.to_str().unwrap()], &old_settings);
    bookers.until_booked(1).await;
    drop(server);
    bookers.until_ended().await;

    let new_settings = [("DOCCARE_DATABASE_URL", to.as_str()), ("DOCCARE_KEY", KEY)];
    let said = command(new.path(), &["restore", file.to_str().unwrap()], &new_settings).text();
    assert!(!said.contains("is not here"), "the key is known: {said}");
    let db = Db::open(&to.parse().unwrap()).unwrap();
    let lost = lost(&before, &db).await;
    assert!(lost.is_empty(), "acknowledged before, and not in the backup: {lost:?}");
    assert_eq!(sums::read(&db).await, Vec::<String>::new());
    db.close().await;
    assert!(command(new.path(), &["audit", "verify"], &new_settings).text().contains("seals hold"));
    let server = Server::start(new.path(), &new_settings);
    check_served(&server.url).await;
}

/// People sign in, see what they had, and book.
async fn check_served(url: &str) {
    let client = http_client();
    let ask = async |request: reqwest::RequestBuilder| -> Value { request.send().await.unwrap().json().await.unwrap() };
    let login = json!({"email": "asha@demo.example", "password": "demo-patient-1"});
    let session = ask(client.post(format!("{url}/user/api/login")).json(&login)).await;
    let (user, token) = (session["data"]["_id"].as_str().unwrap(), session["token"].as_str().unwrap());
    let own = ask(client.get(format!("{url}/user/api/previous/booking/{user}")).bearer_auth(token)).await;
    assert!(!own["data"].as_array().unwrap().is_empty(), "{own}");
    let doctors = ask(client.get(format!("{url}/user/api/finddoctors"))).await;
    let doctors = doctors["data"].as_array().unwrap();
    assert!(doctors.len() >= 30);
    let photo = doctors.iter().find_map(|doctor| doctor["Image"].as_str()).unwrap();
    let photo = client.get(format!("{url}{photo}")).send().await.unwrap();
    assert_eq!((photo.status().as_u16(), &photo.headers()["content-type"]), (200, &"image/webp".parse().unwrap()));
    let mut bookers = Bookers::default();
    bookers.come(url, 1, 3);
    bookers.until_booked(1).await;
}

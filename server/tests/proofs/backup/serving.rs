//! A backup while people book, and the product served again from what was restored, on the other engine.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use doccare::app::App;
use doccare::demo;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::db::{self, Db};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{config, http_client, postgres};
use crate::process::{Server, run};
use crate::proofs::bookers::book_until_gone;

const CALLERS: usize = 4;

/// What of one snapshot must agree: how many bookings there are, and how many were counted while they were made.
pub const DISAGREEING: &str = "SELECT count(*) FROM (SELECT doctor_id, status, count(*) AS bookings FROM appointments
        GROUP BY doctor_id, status) a
    FULL JOIN (SELECT * FROM booking_counts WHERE bookings > 0) c ON c.doctor_id = a.doctor_id AND c.status = a.status
    WHERE a.bookings IS NULL OR c.bookings IS NULL OR a.bookings <> c.bookings";

pub async fn url_of(engine: &str, data: &Path) -> String {
    match engine {
        "SQLite" => format!("sqlite://{}", data.join("doccare.db").display()),
        _ => postgres::fresh_database_url().await,
    }
}

/// Runs a command of the program off the test's threads, and returns what it printed.
async fn command(data: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> String {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let (data, arguments) = (data.to_owned(), owned(arguments));
    let settings: Vec<(String, String)> = settings.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect();
    let ran = tokio::task::spawn_blocking(move || {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let settings: Vec<(&str, &str)> = settings.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        run(&data, &arguments, &settings)
    });
    let ran = ran.await.unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_backed_up_under_load_is_served_again_by_the_other_engine() {
    for (from, to) in [("SQLite", "PostgreSQL"), ("PostgreSQL", "SQLite")] {
        println!("from {from} to {to}");
        move_house(from, to).await;
    }
}

async fn move_house(from: &str, to: &str) {
    let key = "42".repeat(32);
    let (old, new) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (from, to) = (url_of(from, old.path()).await, url_of(to, new.path()).await);
    let app = App::build(config(from.parse().unwrap(), old.path()), Clock::System, Cost::Low).await.unwrap();
    // A crowd's bookings would be the callers', who may hold twenty at a time.
    let size = demo::Size { doctors: 30, users: CALLERS + 1, bookings: 3, donors: 20 };
    demo::fill(&app, size, false).await.unwrap();
    app.db.close().await;
    let old_settings = [("DOCCARE_DATABASE_URL", from.as_str()), ("DOCCARE_KEY", &key)];
    let server = Server::start(old.path(), &old_settings);
    let acknowledged = Arc::new(Mutex::new(HashSet::new()));
    let callers: Vec<_> = (0..CALLERS)
        .map(|caller| tokio::spawn(book_until_gone(server.url.clone(), caller, 0, acknowledged.clone())))
        .collect();
    let known = || acknowledged.lock().unwrap().len();
    let booked = async |more: usize| {
        let enough = known() + more;
        while known() < enough {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    booked(10).await;
    let before = acknowledged.lock().unwrap().clone();
    let file = old.path().join("under-load.backup");
    command(old.path(), &["backup", file.to_str().unwrap()], &old_settings).await;
    booked(1).await;
    drop(server);
    for caller in callers {
        caller.await.unwrap();
    }

    let new_settings = [("DOCCARE_DATABASE_URL", to.as_str()), ("DOCCARE_KEY", &key)];
    let said = command(new.path(), &["restore", file.to_str().unwrap()], &new_settings).await;
    assert!(!said.contains("is not here"), "the key is known: {said}");
    let db = Db::open(&to.parse().unwrap()).unwrap();
    let ids: db::Result<Vec<String>> = db.read(async |tx| tx.all("SELECT id FROM appointments", &[]).await).await;
    let ids: HashSet<String> = ids.unwrap().into_iter().collect();
    let lost: Vec<&String> = before.difference(&ids).collect();
    assert!(lost.is_empty(), "acknowledged before, and not in the backup: {lost:?}");
    let disagreeing: db::Result<i64> = db.read(async |tx| tx.count(DISAGREEING, &[]).await).await;
    assert_eq!(disagreeing.unwrap(), 0);
    db.close().await;
    assert!(command(new.path(), &["audit", "verify"], &new_settings).await.contains("seals hold"));
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
    let acknowledged = Arc::new(Mutex::new(HashSet::new()));
    let caller = tokio::spawn(book_until_gone(url.to_owned(), 0, 3, acknowledged.clone()));
    while acknowledged.lock().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    caller.abort();
}

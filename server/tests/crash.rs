//! The power goes: whatever was acknowledged is there afterwards, and nothing is there twice.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::db::DatabaseUrl;
use serde_json::{Value, json};

use crate::harness::{config, http_client};
use crate::process::Server;

const ROUNDS: usize = 20;
const CALLERS: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_bookings_survive_kill_9_on_sqlite() {
    // The harness's, which made the database.
    let key = "42".repeat(32);
    let data = tempfile::tempdir().unwrap();
    let path = DatabaseUrl::sqlite(&data.path().join("doccare.db"));
    let app = App::build(config(path.clone(), data.path()), Clock::System, Cost::Low).await.unwrap();
    let size = doccare::demo::Size { doctors: 30, users: CALLERS + 1, bookings: 0, donors: 0 };
    doccare::demo::fill(&app, size, false).await.unwrap();
    let acknowledged = Arc::new(Mutex::new(HashSet::new()));
    for round in 0..ROUNDS {
        let server = Server::start(data.path(), &[("DOCCARE_KEY", &key)]);
        let callers: Vec<_> = (0..CALLERS)
            .map(|caller| tokio::spawn(storm(server.url.clone(), caller, round, acknowledged.clone())))
            .collect();
        // A few bookings were made, and more are under way, when the power goes.
        let enough = acknowledged.lock().unwrap().len() + 2 + round % 7;
        while acknowledged.lock().unwrap().len() < enough {
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
        drop(server); // kill -9
        for caller in callers {
            caller.await.unwrap();
        }
    }
    let kept = app.db.read(async |tx| {
        tx.query("SELECT id, doctor_id, starts_at, status FROM appointments", &[], |row| {
            Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<i64>(2)?, row.get::<String>(3)?))
        })
        .await
    });
    let kept: Vec<_> = doccare::platform::db::Result::unwrap(kept.await);
    let ids: HashSet<&str> = kept.iter().map(|(id, ..)| id.as_str()).collect();
    let acknowledged = acknowledged.lock().unwrap();
    let lost: Vec<_> = acknowledged.iter().filter(|id: &&String| !ids.contains(id.as_str())).collect();
    println!("{} acknowledged, {} kept", acknowledged.len(), kept.len());
    assert!(lost.is_empty(), "lost: {lost:?}");
    assert!(acknowledged.len() > ROUNDS, "the storm booked too little: {}", acknowledged.len());
    let active = kept.iter().filter(|(.., status)| status == "Pending" || status == "Checked");
    let mut slots = HashSet::new();
    assert!(active.into_iter().all(|(_, doctor, starts_at, _)| slots.insert((doctor, starts_at))), "a slot twice");
}

/// Books and cancels until the server is gone, noting every booking that was acknowledged.
pub async fn storm(url: String, caller: usize, round: usize, acknowledged: Arc<Mutex<HashSet<String>>>) {
    let client = http_client();
    let send = async |request: reqwest::RequestBuilder| -> Option<Value> {
        request.send().await.ok()?.json::<Value>().await.ok()
    };
    let login = json!({"email": format!("user{caller}@demo.example"), "password": "demo-crowd-1"});
    let Some(session) = send(client.post(format!("{url}/user/api/login")).json(&login)).await else { return };
    let (user, token) =
        (session["data"]["_id"].as_str().unwrap_or_default(), session["token"].as_str().unwrap_or_default());
    let Some(doctors) = send(client.get(format!("{url}/user/api/finddoctors"))).await else { return };
    let doctors = doctors["data"].as_array().cloned().unwrap_or_default();
    for number in 0.. {
        let doctor = doctors[(caller * 3 + number + round) % doctors.len()]["_id"].as_str().unwrap_or_default();
        let Some(days) = send(client.get(format!("{url}/user/api/doctor/{doctor}/availability"))).await else { return };
        let Some(date) = days["data"][1 + number % 6]["day"].as_str() else { continue };
        let slots = client.get(format!("{url}/user/api/doctor/{doctor}/slots?date={date}"));
        let Some(slots) = send(slots).await else { return };
        // The doctor may be away on that day.
        let Some(time) = slots["data"][caller]["time"].as_str() else { continue };
        let form = json!({"name": "Storm", "phoneNumber": "9876543210", "date": date, "time": time});
        let path = format!("{url}/user/api/doctor/{doctor}/appointment/booking/{user}");
        let Some(booked) = send(client.post(path).bearer_auth(token).json(&form)).await else { return };
        let Some(id) = booked["data"]["_id"].as_str() else { continue };
        acknowledged.lock().unwrap().insert(id.to_owned());
        let cancel = format!("{url}/user/api/appointment/cancel/{id}");
        if send(client.patch(cancel).bearer_auth(token)).await.is_none() {
            return;
        }
    }
}

//! The program is killed while people write under an `Idempotency-Key`: each key is done once (decision 0067).

use std::collections::BTreeMap;
use std::time::Duration;

use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::db::{self, Db};
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::json;
use tempfile::TempDir;

use super::program::STORMED;
use crate::harness::{Answer, ENGINES, TestServer, database_url, http_client};
use crate::process::Server;

const DOCTORS: usize = 6;
/// The days off that each of them takes.
const TAKEN: usize = 10;

/// A client that got no answer repeats the call with the same key until it gets one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_in_the_middle_every_key_is_done_once() {
    for engine in ENGINES {
        println!("engine: {engine}");
        let folder = TempDir::new().unwrap();
        let url = database_url(engine, folder.path()).await;
        let before = TestServer::start_by(Clock::System, Cost::Low, url.parse().unwrap(), |_| {}).await;
        let mut doctors = Vec::new();
        for number in 0..DOCTORS {
            let id = before.doctor(number).await;
            doctors.push((before.sign_in_doctor(&id).await, id));
        }
        let day = (before.clock.now() + SignedDuration::from_hours(24 * 30)).strftime("%F").to_string();
        before.app.db.close().await;
        drop(before);
        let settings: Vec<_> = STORMED.into_iter().chain([("DOCCARE_DATABASE_URL", url.as_str())]).collect();
        let mut server = Server::start(folder.path(), &settings);
        let wanted = (0..DOCTORS).flat_map(|doctor| (0..TAKEN).map(move |number| (doctor, number)));
        let wanted: Vec<(usize, usize)> = wanted.collect();
        let (client, mut told) = (http_client(), BTreeMap::new());
        for round in 0..4 {
            let missing = wanted.iter().filter(|one| !told.contains_key(*one));
            let asked: Vec<_> = missing
                .map(|&(doctor, number)| {
                    let (token, id) = &doctors[doctor];
                    let request = client
                        .post(format!("{}/user/api/doctor/leave/{id}", server.url))
                        .bearer_auth(token)
                        .header("idempotency-key", format!("day-{number}"))
                        .json(&json!({"from": day, "note": format!("{doctor} {number}")}));
                    async move { ((doctor, number), Answer::heard(request).await) }
                })
                .collect();
            let asking = tokio::spawn(join_all(asked));
            if round < 3 {
                // `kill -9`, each time a little later.
                tokio::time::sleep(Duration::from_millis(10 + 15 * round)).await;
                drop(server);
                server = Server::start(folder.path(), &settings);
            }
            for (one, answer) in asking.await.unwrap() {
                match answer {
                    Ok(answer) if answer.status == 200 => drop(told.insert(one, answer.id())),
                    // Done, but its answer was lost with the program.
                    Ok(answer) if answer.body["code"] == "idempotency_answer_lost" => {
                        told.insert(one, String::new());
                    }
                    // A request that was in progress when the program died counts as in progress for a minute.
                    Ok(answer) => answer.assert_problem(409, "idempotency_key_in_use"),
                    Err(_) => {}
                }
            }
        }
        drop(server);
        let done = taken(&url).await;
        assert!(!told.is_empty(), "nobody heard anything: nothing was tried");
        for ((doctor, number), id) in &told {
            let found = done.get(&format!("{doctor} {number}")).expect("what was said to be done is");
            assert!(id.is_empty() || found == std::slice::from_ref(id), "{doctor} {number}: {found:?}");
        }
        assert!(done.values().all(|ids| ids.len() == 1), "{done:?}");
    }
}

/// The ids of the days off by what their doctors wrote.
async fn taken(url: &str) -> BTreeMap<String, Vec<String>> {
    let db = Db::open(&url.parse().unwrap()).unwrap();
    let rows: db::Result<Vec<(String, String)>> = db
        .read(async |tx| tx.query("SELECT note, id FROM doctor_leave", &[], |row| Ok((row.get(0)?, row.get(1)?))).await)
        .await;
    let mut taken: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (note, id) in rows.unwrap() {
        taken.entry(note).or_default().push(id);
    }
    taken
}

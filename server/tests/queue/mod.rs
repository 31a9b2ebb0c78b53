//! The clinic's day: tokens, arrivals, walk-ins, a late doctor, and the live queue.

mod absent;
mod day;
mod edges;
mod figures;
mod now;
mod screens;
mod shown;
mod thousand;
mod walk_ins;

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::people::{Doctor, Patient};
use crate::harness::{Answer, TestServer};

/// The tests begin on a Sunday, at nine in the morning in India; doctors work from ten to twelve.
const TODAY: &str = "2026-11-15";
const MONDAY: &str = "2026-11-16";

impl Doctor {
    async fn today(&self, server: &TestServer) -> Value {
        let answer = self.ask(server, "GET", &format!("today/{}", self.id), None).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.body["data"].clone()
    }

    async fn mark(&self, server: &TestServer, id: &str, attendance: Option<&str>) -> Answer {
        let path = format!("today/{}/attendance/{id}", self.id);
        self.ask(server, "PATCH", &path, Some(json!({"attendance": attendance}))).await
    }

    /// Marks a patient, which must be possible.
    async fn says(&self, server: &TestServer, id: &str, attendance: &str) {
        let marked = self.mark(server, id, Some(attendance).filter(|text| !text.is_empty())).await;
        assert_eq!(marked.status, 200, "{}", marked.text);
    }

    async fn walk_in(&self, server: &TestServer, name: &str, time: Option<&str>) -> Answer {
        let body = json!({"name": name, "phoneNumber": "9876543211", "time": time});
        self.ask(server, "POST", &format!("today/{}/walkins", self.id), Some(body)).await
    }

    async fn is_late(&self, server: &TestServer, minutes: i64) -> Answer {
        self.ask(server, "PUT", &format!("today/{}/late", self.id), Some(json!({"minutes": minutes}))).await
    }

    /// The link of a new screen.
    async fn screen(&self, server: &TestServer) -> String {
        server.pair_screen(&self.id, &self.token).await
    }

    async fn answers(&self, server: &TestServer, answered_by: &str) {
        let path = format!("answering/{}", self.id);
        let saved = self.ask(server, "PUT", &path, Some(json!({"answeredBy": answered_by}))).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
    }
}

/// A visit that the doctor has approved.
async fn approved(server: &TestServer, patient: &Patient, doctor: &Doctor, date: &str, time: &str) -> String {
    let id = server.booked(patient, &doctor.id, date, time).await;
    server.approve(&doctor.token, &id).await;
    id
}

/// Four patients, each at the next quarter of an hour from ten on.
async fn four(server: &TestServer, doctor: &Doctor) -> Vec<String> {
    let mut ids = Vec::new();
    for (number, time) in ["10:00", "10:15", "10:30", "10:45"].into_iter().enumerate() {
        ids.push(approved(server, &server.patient(number).await, doctor, TODAY, time).await);
    }
    ids
}

async fn own(server: &TestServer, patient: &Patient, id: &str) -> Value {
    let path = format!("/user/api/previous/booking/{}", patient.id);
    let all = server.ask("GET", &path, &patient.token, None).await;
    let rows = all.body["data"].as_array().unwrap();
    rows.iter().find(|row| row["_id"] == id).cloned().unwrap_or_else(|| panic!("{}", all.text))
}

fn each<'a>(day: &'a Value, field: &str) -> Vec<&'a Value> {
    day["comers"].as_array().unwrap().iter().map(|comer| &comer[field]).collect()
}

/// The mark of a patient of the day.
fn mark_of(day: &Value, id: &str) -> Value {
    let found = day["comers"].as_array().unwrap().iter().find(|comer| comer["_id"] == id);
    found.map_or(json!("missing"), |comer| comer["attendance"].clone())
}

/// The token of the page of a patient's visit.
async fn link_of(server: &TestServer, patient: &Patient, id: &str) -> String {
    let page = own(server, patient, id).await["queuePage"].as_str().unwrap().to_owned();
    page.strip_prefix("/visit#").unwrap().to_owned()
}

async fn page(server: &TestServer, link: &str) -> Answer {
    server.with_link("GET", "/user/api/visit", link, None).await
}

/// The next queue in a stream.
async fn told(stream: &mut reqwest::Response) -> Option<Value> {
    let mut text = String::new();
    loop {
        let chunk =
            tokio::time::timeout(Duration::from_secs(10), stream.chunk()).await.expect("nothing is told").unwrap()?;
        text.push_str(std::str::from_utf8(&chunk).unwrap());
        if let Some((_, after)) = text.split_once("event: queue\ndata: ")
            && let Some((data, _)) = after.split_once("\n\n")
        {
            return Some(serde_json::from_str(data).unwrap());
        }
    }
}

async fn follow(server: &TestServer, path: &str, link: &str) -> reqwest::Response {
    let stream = server.request("GET", path).bearer_auth(link).send().await.unwrap();
    assert_eq!(stream.status(), 200);
    stream
}

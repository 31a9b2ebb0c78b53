//! The door of a place: its code, arrivals and tokens without a login, who sees what, and what is refused (decision 0085).

mod arrivals;
mod codes;
mod limits;
mod storm;
mod tokens;

use serde_json::{Value, json};

use crate::harness::people::{Doctor, HospitalDoctor, Patient};
use crate::harness::{Answer, TestServer};

/// The tests begin on a Sunday, at nine in the morning in India; doctors work from ten to twelve.
const TODAY: &str = "2026-11-15";

/// A phone at the door of a place.
struct Phone<'a> {
    server: &'a TestServer,
    place: String,
    device: String,
    network: &'static str,
}

impl<'a> Phone<'a> {
    fn at(server: &'a TestServer, place: &str, number: usize) -> Self {
        let device = format!("0b6a54c2-0d1c-4a55-9c9e-{number:012}");
        Self { server, place: place.to_owned(), device, network: "198.51.100.1" }
    }

    async fn send(&self, call: &str, mut body: Value) -> Answer {
        body["device"] = json!(self.device);
        let request = self.server.request("POST", &format!("/user/api/door/{}/{call}", self.place));
        Answer::read(request.header("x-forwarded-for", self.network).json(&body)).await
    }

    async fn arrive(&self, code: &str, number: &str) -> Answer {
        self.send("arrival", json!({"code": code, "phoneNumber": number})).await
    }

    async fn take(&self, code: &str, doctor: &str, name: &str, number: &str) -> Answer {
        let body = json!({"code": code, "doctor": doctor, "name": name, "phoneNumber": number});
        self.send("token", body).await
    }
}

/// The token of a page's path.
fn link_of(visit: &Value) -> String {
    visit["page"].as_str().unwrap().strip_prefix("/visit#").unwrap().to_owned()
}

async fn page(server: &TestServer, visit: &Value) -> Answer {
    server.with_link("GET", "/user/api/visit", &link_of(visit), None).await
}

async fn today(server: &TestServer, doctor: &Doctor) -> Value {
    let answer = doctor.ask(server, "GET", "today/{id}", None).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"].clone()
}

/// The code that the doctor's Today shows.
async fn code(server: &TestServer, doctor: &Doctor) -> String {
    today(server, doctor).await["door"]["code"].as_str().unwrap().to_owned()
}

/// Four digits that are not this code.
fn other_than(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:04}", (number + 5000) % 10_000)
}

async fn give_tokens(server: &TestServer, doctor: &Doctor, tokens: i64) {
    let saved = doctor.ask(server, "PUT", "door/{id}", Some(json!({"tokens": tokens}))).await;
    assert_eq!((saved.status, &saved.body["data"]["tokens"]), (200, &json!(tokens)), "{}", saved.text);
}

/// A visit that the doctor has approved, booked under this number.
async fn booked(server: &TestServer, patient: &Patient, doctor: &Doctor, (time, number): (&str, &str)) -> String {
    let path = format!("/user/api/doctor/{}/appointment/booking/{}", doctor.id, patient.id);
    let form = json!({"name": "Asha Nair", "phoneNumber": number, "date": TODAY, "time": time});
    let id = server.ask("POST", &path, &patient.token, Some(form)).await.id();
    server.approve(&doctor.token, &id).await;
    id
}

/// A doctor whose session of today, from ten to twelve, is at the hospital that has confirmed them.
async fn at_hospital(server: &TestServer, number: usize, hospital: Option<&str>) -> HospitalDoctor {
    let HospitalDoctor { doctor, hospital: own } = HospitalDoctor::of(server, number).await;
    let hospital = hospital.map_or(own, String::from);
    server.confirm_at(&doctor.id, &hospital).await;
    let session = json!({"weekday": "Sunday", "from": "10:00", "to": "12:00", "place": hospital});
    let saved = doctor.ask(server, "PUT", "sessions/{id}", Some(json!({"sessions": [session]}))).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    HospitalDoctor { doctor, hospital }
}

/// How somebody of the day is marked.
fn mark_of(day: &Value, id: &str) -> Value {
    let found = day["comers"].as_array().unwrap().iter().find(|comer| comer["_id"] == id);
    found.map_or(json!("missing"), |comer| comer["attendance"].clone())
}

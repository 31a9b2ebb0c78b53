//! Consultations by phone: sessions and the search, booking with consent, the doctor's calls, and what is said of them. Decision 0087.

mod booking;
mod calling;
mod choosing;
mod searching;
mod telling;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::people::{Patient, booking_form, booking_path};
use crate::harness::{Answer, TestServer};
use crate::logins;

/// The tests begin on a Sunday, at nine in the morning in India.
const TODAY: &str = "2026-11-15";
const MONDAY: &str = "2026-11-16";
const TUESDAY: &str = "2026-11-17";
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A doctor with an assistant, at the own clinic from ten to eleven, and by phone from twelve to one for 199 rupees.
struct Practice<'a> {
    server: &'a TestServer,
    doctor: String,
    token: String,
    assistant_token: String,
}

impl<'a> Practice<'a> {
    async fn new(server: &'a TestServer) -> Self {
        let doctor = server.doctor(1).await;
        logins::give_password(server, &doctor).await;
        let (assistant, _) = server.desk_staff(&doctor, 1).await;
        let practice = Self {
            server,
            token: server.sign_in_doctor(&doctor).await,
            assistant_token: server.sign_in_desk(&assistant).await,
            doctor,
        };
        let saved = practice.ask("PUT", "doctor/sessions/{doctor}", Some(week("12:00"))).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        server.catch_up().await;
        practice
    }

    async fn ask_as(&self, token: &str, method: &str, path: &str, body: Option<Value>) -> Answer {
        let path = path.replace("{doctor}", &self.doctor);
        self.server.clock.advance(SignedDuration::from_millis(1));
        self.server.ask(method, &format!("/user/api/{path}"), token, body).await
    }

    async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        self.ask_as(&self.token, method, path, body).await
    }

    async fn at_desk(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        self.ask_as(&self.assistant_token, method, path, body).await
    }

    async fn book(&self, patient: &Patient, (date, time): (&str, &str), more: Value) -> Answer {
        let mut form = booking_form(date, time);
        form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.server.clock.advance(SignedDuration::from_millis(1));
        self.server.ask("POST", &booking_path(&self.doctor, &patient.id), &patient.token, Some(form)).await
    }

    /// A visit by phone that the doctor has approved.
    async fn approved(&self, patient: &Patient, date: &str, time: &str) -> String {
        let booked = self.book(patient, (date, time), consent()).await;
        assert_eq!(booked.status, 200, "{}", booked.text);
        let id = booked.id();
        self.server.approve(&self.token, &id).await;
        id
    }

    /// Whoever comes, or is called, today, as this caller sees it.
    async fn entry(&self, token: &str, id: &str) -> Value {
        let today = self.ask_as(token, "GET", "doctor/today/{doctor}", None).await;
        let entries = today.body["data"]["comers"].as_array().unwrap_or_else(|| panic!("{}", today.text)).clone();
        entries.into_iter().find(|entry| entry["_id"] == id).unwrap_or_else(|| panic!("{}", today.text))
    }

    async fn note(&self, token: &str, id: &str, outcome: &str, tries: Option<usize>) -> Answer {
        let body = json!({"outcome": outcome, "tries": tries});
        self.ask_as(token, "POST", &format!("doctor/today/{{doctor}}/calls/{id}"), Some(body)).await
    }

    /// Sets the clock to a time of today by India's clock.
    fn at(&self, time: &str) {
        let at = format!("{TODAY}T{time}:00+05:30").parse::<jiff::Timestamp>().unwrap();
        self.server.clock.advance(at.duration_since(self.server.clock.now()));
    }
}

/// A week of sessions at the clinic from ten to eleven and by phone from that time on, for an hour.
fn week(phone_from: &str) -> Value {
    let to = format!("{}:{}", phone_from[..2].parse::<u8>().unwrap() + 1, &phone_from[3..]);
    let sessions = WEEKDAYS.map(|weekday| {
        [
            json!({"weekday": weekday, "from": "10:00", "to": "11:00"}),
            json!({"weekday": weekday, "from": phone_from, "to": to, "fee": 199, "mode": "phone"}),
        ]
    });
    json!({"sessions": sessions.concat()})
}

/// What an adult says who books by phone.
fn consent() -> Value {
    json!({"phoneConsent": true, "patientAge": 34, "patientLocation": "Kollam"})
}

fn own_booking(bookings: &Answer, id: &str) -> Value {
    let rows = bookings.body["data"].as_array().unwrap_or_else(|| panic!("{}", bookings.text));
    rows.iter().find(|row| row["_id"] == id).cloned().unwrap_or_else(|| panic!("{}", bookings.text))
}

impl TestServer {
    async fn own_booking(&self, patient: &Patient, id: &str) -> Value {
        let path = format!("/user/api/previous/booking/{}", patient.id);
        own_booking(&self.ask("GET", &path, &patient.token, None).await, id)
    }
}

//! The waiting list of a full day: who gets a freed slot, for how long it is held, and how an entry ends.

mod accepting;
mod away;
mod joining;
mod leaving;
mod offers;
mod turns;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::eml::Eml;
use crate::harness::people::Patient;
use crate::harness::{Answer, TestServer, do_job};

const MONDAY: &str = "2026-11-16";
const TIMES: [&str; 8] = ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"];
/// The tests begin on a Sunday at nine: freed slots are held for so long.
const HALF_AN_HOUR: SignedDuration = SignedDuration::from_mins(30);

/// A doctor whose Monday is full, and the bookings of that day with their patients.
struct Full {
    doctor: String,
    visits: Vec<(Patient, String)>,
}

async fn full(server: &TestServer, number: usize) -> Full {
    let doctor = server.doctor(number).await;
    let patients = [server.patient(number * 100 + 90).await, server.patient(number * 100 + 91).await];
    let mut visits = Vec::new();
    for (place, time) in TIMES.iter().enumerate() {
        let patient = patients[place / 4].clone();
        let booked = server.book(&patient, &doctor, MONDAY, time).await;
        assert_eq!(booked.status, 200, "{}", booked.text);
        visits.push((patient, booked.id()));
    }
    Full { doctor, visits }
}

impl Full {
    async fn free(&self, server: &TestServer, time: &str) {
        let (patient, id) = &self.visits[TIMES.iter().position(|known| *known == time).unwrap()];
        let path = format!("/user/api/appointment/cancel/{id}");
        assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
    }

    /// A slot is freed and offered to a waiting patient.
    async fn offer(&self, server: &TestServer, time: &str, to: &Patient) {
        self.free(server, time).await;
        job(server).await;
        assert_eq!(offered_time(server, to).await.as_deref(), Some(time));
    }
}

async fn wait_for(server: &TestServer, patient: &Patient, doctor: &str, body: Value) -> Answer {
    // Ids sort by the millisecond, so the clock has to advance.
    server.clock.advance(SignedDuration::from_millis(1));
    server.ask("POST", &format!("/user/api/doctor/{doctor}/waitlist/{}", patient.id), &patient.token, Some(body)).await
}

/// A new patient joins the list of Monday.
async fn waiting(server: &TestServer, number: usize, doctor: &str) -> Patient {
    let patient = server.patient(number).await;
    let waits = wait_for(server, &patient, doctor, json!({"date": MONDAY})).await;
    assert_eq!(waits.status, 201, "{}", waits.text);
    patient
}

/// A full Monday with two entries.
async fn two_waiting(server: &TestServer) -> (Full, Patient, Patient) {
    let full = full(server, 1).await;
    let (first, second) = (waiting(server, 1, &full.doctor).await, waiting(server, 2, &full.doctor).await);
    (full, first, second)
}

async fn waits(server: &TestServer, patient: &Patient) -> Vec<Value> {
    let list = server.ask("GET", &format!("/user/api/user/waitlist/{}", patient.id), &patient.token, None).await;
    list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text)).clone()
}

async fn offered_time(server: &TestServer, patient: &Patient) -> Option<String> {
    waits(server, patient).await.first()?["offer"]["time"].as_str().map(String::from)
}

async fn free_times(server: &TestServer, doctor: &str) -> Vec<String> {
    let slots = server.get(&format!("/user/api/doctor/{doctor}/slots?date={MONDAY}")).await;
    slots.body["data"].as_array().unwrap().iter().map(|slot| slot["time"].as_str().unwrap().to_owned()).collect()
}

async fn job(server: &TestServer) {
    do_job(&server.app, "waitlist").await;
    assert_eq!(server.app.backoff.count(), 0);
}

async fn mails_to(server: &TestServer, patient: &Patient, subject: &str) -> Vec<Eml> {
    let mut mails = server.mails().await;
    mails.retain(|mail| mail.header("to").contains(&patient.email) && mail.header("subject").starts_with(subject));
    mails
}

const OFFER: &str = "A time has become free";
const ENDED: &str = "You are no longer on the waiting list";
const AWAY: &str = "The doctor is away";

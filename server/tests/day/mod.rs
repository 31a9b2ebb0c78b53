//! What happens to a clinic's day when its hours and places change, and what is told of each place to whom.

mod ahead;
mod copying;
mod desks;
mod places;
mod tokens;
mod waiting;

use serde_json::{Value, json};

use crate::harness::TestServer;
use crate::harness::people::{HospitalDoctor as Doctor, Patient};

/// The tests begin on a Sunday, at nine in the morning in India; doctors work from ten to twelve.
const SUNDAY: &str = "2026-11-15";
const MONDAY: &str = "2026-11-16";
const TUESDAY: &str = "2026-11-17";

impl Doctor {
    /// A doctor who lets the hospital's desk run the day there.
    async fn with_desk(server: &TestServer, number: usize) -> Self {
        let doctor = Self::of(server, number).await;
        server.let_desk(&doctor.id, &doctor.hospital).await;
        doctor
    }

    /// Asserts that the call is allowed, and returns its answer.
    async fn done(&self, server: &TestServer, method: &str, path: &str, body: Option<Value>) -> Value {
        let answer = self.ask(server, method, path, body).await;
        assert!([200, 201].contains(&answer.status), "{method} {path}: {} {}", answer.status, answer.text);
        answer.body
    }

    /// Mondays at these hours, at the hospital or at the clinic.
    async fn works(&self, server: &TestServer, sessions: &[(&str, &str, bool)]) {
        let session = |(from, to, there): &(&str, &str, bool)| json!({"weekday": "Monday", "from": from, "to": to, "place": there.then_some(&self.hospital)});
        let sessions: Vec<Value> = sessions.iter().map(session).collect();
        self.done(server, "PUT", "sessions/{id}", Some(json!({"sessions": sessions}))).await;
    }

    async fn add_extra(&self, server: &TestServer, date: &str, (from, to): (&str, &str), there: bool) -> String {
        let body = json!({"date": date, "from": from, "to": to, "place": there.then_some(&self.hospital)});
        let added = self.done(server, "POST", "sessions/{id}/extra", Some(body)).await;
        let extra = added["data"]["schedule"]["extraSessions"].as_array().unwrap();
        let own = extra.iter().find(|session| session["date"] == date && session["from"] == from);
        own.unwrap()["_id"].as_str().unwrap().to_owned()
    }

    async fn book(&self, server: &TestServer, patient: &Patient, date: &str, time: &str) -> String {
        let booked = server.book(patient, &self.id, date, time).await;
        booked.body["data"]["_id"].as_str().unwrap_or_else(|| panic!("{}", booked.text)).to_owned()
    }

    /// A visit that is approved.
    async fn visit(&self, server: &TestServer, patient: &Patient, date: &str, time: &str) -> String {
        let id = self.book(server, patient, date, time).await;
        self.done(server, "PATCH", &format!("appointment/approve/{id}"), None).await;
        id
    }

    /// The tokens of upcoming visits, in order.
    async fn tokens(&self, server: &TestServer) -> Vec<String> {
        let coming = self.done(server, "GET", "appointment/upcoming/{id}", None).await;
        let rows = coming["data"].as_array().unwrap().iter();
        rows.map(|row| row["token"].as_str().unwrap().to_owned()).collect()
    }

    /// The hospital no longer confirms the doctor.
    async fn is_denied(&self, server: &TestServer) {
        server.unconfirm(&self.id).await;
    }
}

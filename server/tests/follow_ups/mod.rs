//! Follow-ups: noting them, proposals (when, to whom, only once), and how they end.

mod ending;
mod marking;
mod proposing;
mod taking;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::eml::Eml;
use crate::harness::people::{Patient, booking_form, booking_path};
use crate::harness::{Answer, TestServer, do_job};

/// The tests begin on a Sunday, the 15th, at nine in the morning in India; the doctor works from ten to twelve.
const TODAY: &str = "2026-11-15";

struct Practice {
    server: TestServer,
    patient: Patient,
    doctor: String,
    token: String,
    /// An approved visit that began half an hour ago.
    visit: String,
}

async fn begin(server: TestServer) -> Practice {
    let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
    let token = server.sign_in_doctor(&doctor).await;
    let visit = approved(&server, &patient, &doctor, &token, booking_form(TODAY, "10:00")).await;
    server.clock.advance(SignedDuration::from_mins(90));
    Practice { server, patient, doctor, token, visit }
}

async fn approved(server: &TestServer, patient: &Patient, doctor: &str, token: &str, form: Value) -> String {
    let id = server.ask("POST", &booking_path(doctor, &patient.id), &patient.token, Some(form)).await.id();
    server.approve(token, &id).await;
    id
}

impl Practice {
    async fn mark(&self, body: Value) -> Answer {
        self.mark_of(&self.visit, body).await
    }

    async fn mark_of(&self, visit: &str, body: Value) -> Answer {
        self.server.ask("PUT", &format!("/user/api/doctor/followup/{visit}"), &self.token, Some(body)).await
    }

    async fn marked(&self, days: i64, without_fee: bool) {
        let marked = self.mark(json!({"days": days, "withoutFee": without_fee})).await;
        assert_eq!(marked.status, 200, "{}", marked.text);
    }

    async fn unmark(&self) -> Answer {
        self.server.ask("DELETE", &format!("/user/api/doctor/followup/{}", self.visit), &self.token, None).await
    }

    /// The visit's follow-up as the doctor sees it.
    async fn seen(&self) -> Value {
        let path = format!("/user/api/doctor/followups/{}", self.doctor);
        let list = self.server.ask("GET", &path, &self.token, None).await;
        let rows = list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text)).clone();
        rows.into_iter().find(|row| row["_id"] == self.visit.as_str()).unwrap_or_default()["followUp"].clone()
    }

    async fn proposals(&self) -> Vec<Value> {
        let path = format!("/user/api/user/followups/{}", self.patient.id);
        let list = self.server.ask("GET", &path, &self.patient.token, None).await;
        list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text)).clone()
    }

    /// The times of the visit's proposal, as in `2026-11-17 10:00`.
    async fn offered(&self) -> Vec<String> {
        let proposals = self.proposals().await;
        let slots = proposals.first().map(|proposal| proposal["slots"].as_array().unwrap().clone());
        let when = |slot: &Value| {
            let starts_at = slot["startsAt"].as_str().unwrap();
            format!("{} {}", &starts_at[..10], slot["time"].as_str().unwrap())
        };
        slots.iter().flatten().map(when).collect()
    }

    async fn take(&self, date: &str, time: &str) -> Answer {
        let path = format!("/user/api/user/followups/{}/{}", self.patient.id, self.visit);
        self.server.ask("POST", &path, &self.patient.token, Some(json!({"date": date, "time": time}))).await
    }

    async fn decline(&self) -> Answer {
        let path = format!("/user/api/user/followups/{}/{}", self.patient.id, self.visit);
        self.server.ask("DELETE", &path, &self.patient.token, None).await
    }

    /// The proposals that were mailed.
    async fn mails(&self) -> Vec<Eml> {
        do_job(&self.server.app, "follow-ups").await;
        let mails = self.server.mails().await;
        mails.into_iter().filter(|mail| mail.header("subject").starts_with("Time for your next visit")).collect()
    }

    async fn leave(&self, from: &str, to: &str) {
        let path = format!("/user/api/doctor/leave/{}", self.doctor);
        let added = self.server.ask("POST", &path, &self.token, Some(json!({"from": from, "to": to}))).await;
        assert_eq!(added.status, 200, "{}", added.text);
    }

    async fn rows(&self) -> i64 {
        self.server.app.db.read(async |tx| tx.count("SELECT count(*) FROM follow_ups", &[]).await).await.unwrap()
    }
}

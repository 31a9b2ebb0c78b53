//! Patients who come again are found by the desk: among the doctor's own, at its own place, and not by the hundred.

use jiff::SignedDuration;
use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use serde_json::{Value, json};

use super::{Caller, Clinic, MONDAY, TODAY};
use crate::harness::stored::approved_visit;
use crate::harness::{Answer, TestServer, with_limits, with_server};

impl Caller<'_> {
    async fn search(&self, text: &str) -> Answer {
        let path = format!("/user/api/doctor/desk/patients/{}", self.doctor);
        let text = percent_encode(text.as_bytes(), NON_ALPHANUMERIC).to_string();
        Answer::read(self.server.request("GET", &path).bearer_auth(&self.token).header("x-search", text)).await
    }

    /// The names and numbers that are found.
    async fn found(&self, text: &str) -> Vec<String> {
        let answer = self.search(text).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let rows = answer.body["data"].as_array().unwrap().iter();
        let told = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
        rows.map(|row| format!("{} {}", told(row, "name"), told(row, "phoneNumber"))).collect()
    }
}

/// A visit of some days ago, at the own clinic or at a hospital.
async fn stored(server: &TestServer, (id, doctor, user): (&str, &str, &str), patient: (&str, &str), ago: i64) {
    let at = server.clock.now_millis() - ago * 86_400_000;
    let mut visit = approved_visit(id, doctor, user, at - at.rem_euclid(900_000));
    (visit.patient_name, visit.contact_number) = (patient.0.into(), patient.1.into());
    server.store_visits(vec![visit]).await;
}

#[tokio::test]
async fn patients_are_found_by_name_and_number_with_the_days_of_their_visits() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let (patient, doctor) = (server.patient(1).await, clinic.doctor.doctor.as_str());
        for (number, ago) in [3, 40, 80, 400].into_iter().enumerate() {
            let id = format!("old-{number}");
            stored(&server, (&id, doctor, &patient.id), ("Rema Devi", "9847012345"), ago).await;
        }
        stored(&server, ("old-ml", doctor, &patient.id), ("ലീലാമ്മ", "9847099999"), 5).await;
        let assistant = &clinic.assistant;
        for text in ["rem", "dev", "Rema D", "98470 12345", "+91 98470 12345", "2345"] {
            assert_eq!(assistant.found(text).await, ["Rema Devi 9847012345"], "{text}");
        }
        assert_eq!(assistant.found("ലീ").await, ["ലീലാമ്മ 9847099999"]);
        for text in ["r", "984", "ema", "Devika", ""] {
            assert_eq!(assistant.found(text).await, Vec::<String>::new(), "{text}");
        }
        // Booked again, the day is said too.
        let form = json!({"name": "Rema Devi", "phoneNumber": "9847012345", "date": MONDAY, "time": "10:15"});
        assistant.done("POST", "doctor/desk/bookings/{doctor}", Some(form)).await;
        let found = assistant.search("rema").await.body["data"].clone();
        assert_eq!(
            found,
            json!([{
                "name": "Rema Devi", "phoneNumber": "9847012345", "next": MONDAY,
                "visits": ["2026-11-12", "2026-10-06", "2026-08-27"],
            }])
        );
        // The log says who searched, once an hour, and not for what.
        let rows = async || {
            let sql = format!(
                "SELECT count(*) FROM audit_log WHERE action = 'find_patients' AND actor_id = '{}'",
                clinic.assistant_id
            );
            server.app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap()
        };
        assert_eq!(rows().await, 1);
        server.clock.advance(SignedDuration::from_mins(61));
        assistant.found("rema").await;
        assert_eq!(rows().await, 2);
        let typed = "SELECT count(*) FROM audit_details WHERE reason LIKE '%rem%' OR subject_name LIKE '%rem%'";
        assert_eq!(server.app.db.read(async |tx| tx.count(typed, &[]).await).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn nobody_finds_patients_of_another_doctor_or_another_place() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let (patient, doctor) = (server.patient(1).await, clinic.doctor.doctor.as_str());
        let other = server.doctor(7).await;
        stored(&server, ("elsewhere", &other, &patient.id), ("Rema Elsewhere", "9847011111"), 3).await;
        stored(&server, ("own", doctor, &patient.id), ("Rema Own", "9847022222"), 3).await;
        stored(&server, ("there", doctor, &patient.id), ("Rema There", "9847033333"), 4).await;
        server
            .execute(&format!("UPDATE appointments SET hospital_id = '{}' WHERE id = 'there'", clinic.hospital))
            .await;
        // One that was only asked for, and one that was cancelled, are no visits.
        clinic.book(&patient, TODAY, "10:15").await;
        stored(&server, ("cancelled", doctor, &patient.id), ("Rema Cancelled", "9847044444"), 6).await;
        server.execute("UPDATE appointments SET status = 'Cancelled' WHERE id = 'cancelled'").await;
        for (caller, expected) in [
            (&clinic.doctor, vec!["Rema Own 9847022222", "Rema There 9847033333"]),
            (&clinic.assistant, vec!["Rema Own 9847022222", "Rema There 9847033333"]),
            (&clinic.desk, vec!["Rema There 9847033333"]),
        ] {
            assert_eq!(caller.found("rema").await, expected);
            assert_eq!(caller.found("asha").await, Vec::<String>::new());
        }
        assert_eq!(clinic.desk.found("9847022222").await, Vec::<String>::new());
        // Another doctor is not there for them, nor are this one's patients for another doctor.
        let path = format!("/user/api/doctor/desk/patients/{other}?q=rema");
        for caller in [&clinic.assistant, &clinic.desk] {
            server.ask("GET", &path, &caller.token, None).await.assert_problem(404, "not_found");
        }
        let path = format!("/user/api/doctor/desk/patients/{doctor}?q=rema");
        let others = server.sign_in_doctor(&other).await;
        server.ask("GET", &path, &others, None).await.assert_problem(403, "forbidden");
        server.ask("GET", &path, &patient.token, None).await.assert_problem(403, "forbidden");
    })
    .await;
}

#[tokio::test]
async fn five_are_shown_and_an_account_that_searches_without_end_waits() {
    with_limits(async |server| {
        let clinic = Clinic::new(&server).await;
        let (patient, doctor) = (server.patient(1).await, clinic.doctor.doctor.as_str());
        for number in 0..8 {
            let (id, phone) = (format!("old-{number}"), format!("984701234{number}"));
            stored(&server, (&id, doctor, &patient.id), ("Rema", &phone), 3 + number).await;
        }
        assert_eq!(clinic.assistant.found("rema").await.len(), 5);
        let mut answered = 1;
        while clinic.assistant.search("rema").await.status == 200 {
            answered += 1;
        }
        assert_eq!(answered, 200);
        // Short texts are not looked for, and others at the desk go on.
        assert_eq!(clinic.assistant.search("r").await.status, 200);
        assert_eq!(clinic.desk.search("rema").await.status, 200);
    })
    .await;
}

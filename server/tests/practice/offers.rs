//! Another time that a doctor offers with a rejection, and the links of mails to the doctor.

use serde_json::{Value, json};

use super::{DAY, booked, decide, says};
use crate::harness::people::Doctor;
use crate::harness::with_server;

fn offer(date: &str, time: &str) -> Value {
    json!({"reason": "I am in surgery.", "offerDate": date, "offerTime": time})
}

#[tokio::test]
async fn a_rejection_offers_another_time_that_is_confirmed_when_the_patient_books_it() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let (other, id) = (server.patient(2).await, booked(&server, &patient, &doctor, DAY, "10:00").await);
        booked(&server, &other, &doctor, DAY, "10:30").await;
        for (date, time, code) in [
            (DAY, "10:30", "slot_taken"),
            (DAY, "13:00", "invalid_fields"),
            ("Nov 14, 2026", "10:00", "invalid_fields"),
            (DAY, "", "invalid_fields"),
            ("", "10:45", "invalid_fields"),
        ] {
            let refused = decide(&server, &doctor, "reject", &id, Some(offer(date, time))).await;
            refused.assert_problem(if code == "slot_taken" { 409 } else { 422 }, code);
        }
        let rejected = decide(&server, &doctor, "reject", &id, Some(offer(DAY, "10:45"))).await;
        assert_eq!(rejected.status, 200, "{}", rejected.text);
        assert_eq!(rejected.body["data"]["offered"], "2026-11-16T10:45:00+05:30");
        let mails = server.mails().await;
        let told = mails.iter().rfind(|mail| mail.header("to").contains(&patient.email)).unwrap();
        assert!(says(told, "10:45") && says(told, "/user/bookings"), "{:?}", told.text("text/plain"));
        let own = format!("/user/api/previous/booking/{}", patient.id);
        let own = server.ask("GET", &own, &patient.token, None).await;
        assert_eq!(own.body["data"][0]["offered"], "2026-11-16T10:45:00+05:30", "{}", own.text);

        // It was offered to one patient; for another it is a request like any other.
        let asked = server.book(&other, &doctor.id, DAY, "10:45").await;
        assert_eq!(asked.body["data"]["status"], "Pending", "{}", asked.text);
        let cancel = format!("/user/api/appointment/cancel/{}", asked.id());
        assert_eq!(server.ask("PATCH", &cancel, &other.token, None).await.status, 200);
        let elsewhere = server.book(&patient, &doctor.id, DAY, "11:00").await;
        assert_eq!(elsewhere.body["data"]["status"], "Pending", "another time was not offered");
        let taken = server.book(&patient, &doctor.id, DAY, "10:45").await;
        assert_eq!((&taken.body["data"]["status"], &taken.body["data"]["token"]), (&json!("Checked"), &json!("4")));
        let own = server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        assert!(own.body["data"].as_array().unwrap().iter().all(|row| row["offered"].is_null()), "{}", own.text);
    })
    .await;
}

#[tokio::test]
async fn a_mail_about_a_request_carries_a_link_that_opens_it() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = booked(&server, &patient, &doctor, DAY, "10:00").await;
        let mails = server.mails().await;
        let link = format!("/doctor/appointments?request={id}");
        assert!(
            mails.iter().any(|mail| says(mail, &link)),
            "{:?}",
            mails.iter().map(|mail| mail.text("text/plain")).collect::<Vec<_>>()
        );
        assert!(!mails.iter().any(|mail| mail.header("to").contains(&patient.email) && says(mail, &link)));
    })
    .await;
}

//! When an unanswered request ends, and the alternatives for its patient.

use jiff::SignedDuration;
use serde_json::json;

use super::answers::{own_bookings, wait};
use super::{DAY, Doctor, booked, decide, get, says};
use crate::harness::{do_job, with_server};

/// The tests begin on Sunday, November 15, at nine in the morning.
#[tokio::test]
async fn a_request_ends_halfway_to_its_slot_after_a_day_at_most_and_never_at_night() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        for (date, time, answer_by, hours) in [
            ("Nov 15, 2026", "11:00", "2026-11-15T10:00:00+05:30", 1),
            ("Nov 16, 2026", "10:00", "2026-11-16T08:00:00+05:30", 23),
            ("Nov 20, 2026", "10:00", "2026-11-16T09:00:00+05:30", 24),
        ] {
            let id = booked(&server, &patient, &doctor, date, time).await;
            let own =
                async || own_bookings(&server, &patient).await.into_iter().find(|row| row["_id"] == json!(id)).unwrap();
            assert_eq!(own().await["answerBy"], answer_by);
            let almost = SignedDuration::from_hours(hours) - SignedDuration::from_secs(1);
            server.clock.advance(almost);
            do_job(&server.app, "unanswered").await;
            assert_eq!(own().await["status"], "Pending", "not before {answer_by}");
            server.clock.advance(SignedDuration::from_secs(1));
            do_job(&server.app, "unanswered").await;
            let ended = own().await;
            assert_eq!((&ended["status"], &ended["unanswered"]), (&json!("Rejected"), &json!(true)), "{answer_by}");
            server.clock.advance(SignedDuration::from_hours(-hours));
        }
    })
    .await;
}

#[tokio::test]
async fn a_moved_request_has_its_own_end_and_an_approved_one_has_none() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = booked(&server, &patient, &doctor, "Nov 15, 2026", "11:00").await;
        let path = format!("/user/api/appointment/reschedule/{id}");
        let moved = server.ask("PATCH", &path, &patient.token, Some(json!({"date": DAY, "time": "10:00"}))).await;
        assert_eq!(moved.body["data"]["answerBy"], "2026-11-16T08:00:00+05:30", "{}", moved.text);
        wait(&server, 2);
        do_job(&server.app, "unanswered").await;
        assert_eq!(own_bookings(&server, &patient).await[0]["status"], "Pending");
        decide(&server, &doctor, "approve", &id, None).await;
        assert_eq!(own_bookings(&server, &patient).await[0]["answerBy"], json!(null));
    })
    .await;
}

#[tokio::test]
async fn the_patient_of_an_unanswered_request_is_offered_the_next_free_times() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = booked(&server, &patient, &doctor, "Nov 15, 2026", "11:00").await;
        server.mails().await;
        wait(&server, 1);
        do_job(&server.app, "unanswered").await;
        let mails = server.mails().await;
        let mail = mails
            .iter()
            .find(|mail| mail.header("subject").starts_with("Your request was not answered in time"))
            .expect("a mail to the patient");
        for time in ["10:15", "10:30", "10:45"] {
            assert!(says(mail, time), "{:?}", mail.text("text/plain"));
        }
        assert!(says(mail, &format!("/user/bookings?instead={id}")), "{:?}", mail.text("text/plain"));
    })
    .await;
}

#[tokio::test]
async fn requests_are_sorted_by_their_deadline() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let mut ids = Vec::new();
        for (date, time) in [("Nov 20, 2026", "10:00"), ("Nov 15, 2026", "11:00"), (DAY, "10:00")] {
            ids.push(booked(&server, &patient, &doctor, date, time).await);
            server.clock.advance(SignedDuration::from_millis(1));
        }
        let shown = get(&server, &doctor, &format!("appointments/{}?sort=ending", doctor.id)).await;
        let shown: Vec<_> = shown.body["data"].as_array().unwrap().iter().map(|row| row["_id"].clone()).collect();
        assert_eq!(shown, [json!(ids[1]), json!(ids[2]), json!(ids[0])]);
        get(&server, &doctor, &format!("appointments/{}?sort=loudest", doctor.id))
            .await
            .assert_problem(422, "invalid_fields");
    })
    .await;
}

//! A patient books a proposed slot.

use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::json;

use super::{Practice, TODAY, approved, begin};
use crate::harness::people::booking_form;
use crate::harness::with_server;

#[tokio::test]
async fn taken_slots_are_replaced_and_a_proposal_is_booked_once() {
    with_server(async |server| {
        let practice = begin(server).await;
        let (server, other) = (&practice.server, practice.server.patient(2).await);
        practice.marked(3, true).await;
        practice.take("2026-11-18", "10:00").await.assert_problem(409, "not_changeable");
        assert_eq!(practice.mails().await.len(), 1);
        assert_eq!(practice.offered().await, ["2026-11-18 10:00", "2026-11-18 10:45", "2026-11-18 11:30"]);
        for time in ["10:00", "10:45", "11:30"] {
            assert_eq!(server.book(&other, &practice.doctor, "2026-11-18", time).await.status, 200);
        }
        practice.take("2026-11-18", "10:45").await.assert_problem(409, "slot_taken");
        assert_eq!(practice.offered().await, ["2026-11-18 10:15", "2026-11-18 11:00", "2026-11-18 11:45"]);
        let first = practice.take("2026-11-18", "11:00").await;
        assert_eq!(first.status, 200, "{}", first.text);
        let again = practice.take("2026-11-18", "11:00").await;
        assert_eq!((again.status, &again.body["data"]["_id"]), (200, &first.body["data"]["_id"]));
        practice.take("2026-11-18", "10:15").await.assert_problem(409, "not_changeable");
        practice.decline().await.assert_problem(409, "not_changeable");

        // One that the doctor rejects can be chosen again while the proposal is valid.
        let path = format!("/user/api/doctor/appointment/reject/{}", first.id());
        assert_eq!(server.ask("PATCH", &path, &practice.token, None).await.status, 200);
        assert_eq!(practice.seen().await["state"], "proposed");
        let second = practice.take("2026-11-18", "11:45").await;
        assert_eq!((second.status, &second.body["data"]["withoutFee"]), (200, &json!(true)), "{}", second.text);
        // A moved visit stays a follow-up.
        let path = format!("/user/api/appointment/reschedule/{}", second.id());
        let slot = json!({"date": "2026-11-19", "time": "10:00"});
        let moved = server.ask("PATCH", &path, &practice.patient.token, Some(slot)).await;
        assert_eq!(moved.body["data"]["withoutFee"], true, "{}", moved.text);
        assert_eq!(server.assert_none_overlap(&practice.doctor).await, 5);
    })
    .await;
}

#[tokio::test]
async fn two_presses_at_once_book_one_visit() {
    with_server(async |server| {
        let practice = begin(server).await;
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 1);
        let times = ["10:00", "10:15", "10:30", "10:45", "11:00"];
        let answers = join_all(times.iter().map(|time| practice.take("2026-11-18", time))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        let booked = "SELECT count(*) FROM appointments WHERE follows_id IS NOT NULL";
        assert_eq!(practice.server.app.db.read(async |tx| tx.count(booked, &[]).await).await.unwrap(), 1);
    })
    .await;
}

#[tokio::test]
async fn it_is_for_the_same_person_also_when_they_are_saved_no_more() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        let people = format!("/user/api/user/people/{}", patient.id);
        let amma = json!({"name": "Amma", "phoneNumber": "9876543211"});
        let amma = server.ask("POST", &people, &patient.token, Some(amma)).await.body["data"]["_id"].clone();
        let mut practices = Vec::new();
        for time in ["10:00", "10:15"] {
            let mut form = booking_form(TODAY, time);
            (form["name"], form["phoneNumber"], form["person"]) = (json!("Amma"), json!("9876543211"), amma.clone());
            practices.push(approved(&server, &patient, &doctor, &token, form).await);
        }
        server.clock.advance(SignedDuration::from_mins(90));
        let [first, second] = <[String; 2]>::try_from(practices).unwrap();
        let practice = Practice { server, patient, doctor, token, visit: first };
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 1);
        let booked = practice.take("2026-11-18", "10:00").await;
        assert_eq!((&booked.body["data"]["patient_name"], &booked.body["data"]["person"]), (&json!("Amma"), &amma));
        let one = format!("{people}/{}", amma.as_str().unwrap());
        assert_eq!(practice.server.ask("DELETE", &one, &practice.patient.token, None).await.status, 200);
        let practice = Practice { visit: second, ..practice };
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 2);
        let booked = practice.take("2026-11-18", "10:15").await;
        let data = &booked.body["data"];
        assert_eq!((booked.status, &data["patient_name"], &data["person"]), (200, &json!("Amma"), &json!(null)));
    })
    .await;
}

#[tokio::test]
async fn the_limits_of_every_booking_hold_for_these_too() {
    with_server(async |server| {
        let practice = begin(server).await;
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 1);
        for time in ["10:00", "10:15", "10:30", "10:45"] {
            let booked = practice.server.book(&practice.patient, &practice.doctor, "2026-11-18", time).await;
            assert_eq!(booked.status, 200, "{}", booked.text);
        }
        practice.take("2026-11-18", "11:00").await.assert_problem(409, "too_many_bookings");
        practice.take("2026-11-18", "11:07").await.assert_problem(422, "invalid_fields");
        assert_eq!(practice.proposals().await.len(), 1, "it is still there");
        assert_eq!(practice.take("2026-11-19", "11:00").await.status, 200);
    })
    .await;
}

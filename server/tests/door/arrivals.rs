//! "I have a booking": which visits are marked as arrived, and what is told of them.

use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Phone, at_hospital, booked, code, link_of, mark_of, page, today};
use crate::harness::people::Doctor;
use crate::harness::stored::approved_visit;
use crate::harness::with_server;
use crate::proofs::sums;

#[tokio::test]
async fn the_number_of_a_booking_marks_its_patient_as_arrived_and_opens_the_live_page() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let mine = booked(&server, &patient, &doctor, ("10:00", "9847000001")).await;
        let others = booked(&server, &server.patient(2).await, &doctor, ("10:15", "9847000002")).await;
        let (phone, code) = (Phone::at(&server, &doctor.id, 1), code(&server, &doctor).await);
        let arrived = phone.arrive(&code, "+91 98470 00001").await;
        assert_eq!(arrived.body["message"], "You are marked as arrived.", "{}", arrived.text);
        let visits = arrived.body["data"]["visits"].as_array().unwrap();
        assert_eq!(visits.len(), 1, "{}", arrived.text);
        assert_eq!(
            (&visits[0]["token"], &visits[0]["time"], &visits[0]["arrived"]),
            (&json!("1"), &json!("10:00"), &json!(true))
        );
        for secret in ["Asha", "Nair", "98470", &patient.id, &mine] {
            assert!(!arrived.text.contains(secret), "{secret}: {}", arrived.text);
        }
        let day = today(&server, &doctor).await;
        assert_eq!((mark_of(&day, &mine), mark_of(&day, &others)), (json!("arrived"), json!(null)));
        let live = page(&server, &visits[0]).await;
        assert_eq!((&live.body["data"]["attendance"], &live.body["data"]["token"]), (&json!("arrived"), &json!("1")));
        // A lost answer: sent again, it is the same.
        let again = phone.arrive(&code, "9847000001").await;
        assert_eq!(again.body["data"]["visits"][0]["token"], "1");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        // The program did it, by the word of a phone: that is in the log, by ids.
        let admin = server.admin_token().await;
        let log = server.ask("GET", "/admin/api/audit?action=arrived&actor=program", &admin, None).await;
        assert_eq!(log.body["data"].as_array().unwrap().len(), 1, "once, however often it is sent: {}", log.text);
        assert!(log.text.contains(&mine), "{}", log.text);
    })
    .await;
}

/// A number that nobody has, and one whose visit is elsewhere, over, cancelled, not approved or of another day: the same answer.
#[tokio::test]
async fn who_has_no_visit_that_waits_here_is_told_the_same_whatever_the_reason() {
    with_server(async |server| {
        let (patient, doctor, other) =
            (server.patient(1).await, Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        let done = booked(&server, &patient, &doctor, ("10:00", "9847000001")).await;
        let path = format!("today/{{id}}/attendance/{done}");
        let marked = doctor.ask(&server, "PATCH", &path, Some(json!({"attendance": "done"}))).await;
        assert_eq!(marked.status, 200);
        booked(&server, &patient, &other, ("10:00", "9847000002")).await;
        let cancelled = booked(&server, &patient, &doctor, ("10:15", "9847000003")).await;
        let cancel = format!("/user/api/appointment/cancel/{cancelled}");
        assert_eq!(server.ask("PATCH", &cancel, &patient.token, None).await.status, 200);
        let path = format!("/user/api/doctor/{}/appointment/booking/{}", doctor.id, patient.id);
        for (number, date, time) in [("9847000004", "2026-11-15", "10:30"), ("9847000005", "2026-11-16", "10:00")] {
            let form = json!({"name": "Asha", "phoneNumber": number, "date": date, "time": time});
            let id = server.ask("POST", &path, &patient.token, Some(form)).await.id();
            if time == "10:00" {
                server.approve(&doctor.token, &id).await;
            }
        }
        let code = code(&server, &doctor).await;
        let mut told = Vec::new();
        for number in ["9847000001", "9847000002", "9847000003", "9847000004", "9847000005", "9999999999"] {
            let answer = Phone::at(&server, &doctor.id, 1).arrive(&code, number).await;
            told.push((answer.status, answer.body));
        }
        assert_eq!(told[0].1["data"], json!({"visits": []}));
        assert!(told.iter().all(|answer| *answer == told[0]), "{told:#?}");
        assert_eq!(told[0].0, 200);
    })
    .await;
}

#[tokio::test]
async fn hours_before_the_visit_nobody_is_marked_yet() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        booked(&server, &patient, &doctor, ("11:00", "9847000001")).await;
        let late = booked(&server, &patient, &doctor, ("11:15", "9847000002")).await;
        let phone = Phone::at(&server, &doctor.id, 1);
        let fresh = code(&server, &doctor).await;
        assert_eq!(phone.arrive(&fresh, "9847000001").await.body["data"]["visits"][0]["arrived"], true);
        let early = phone.arrive(&fresh, "9847000002").await;
        assert_eq!(
            (&early.body["data"]["visits"][0]["arrived"], &early.body["data"]["visits"][0]["token"]),
            (&json!(false), &json!("6"))
        );
        assert!(early.body["message"].as_str().unwrap().contains("two hours"), "{}", early.text);
        assert_eq!(mark_of(&today(&server, &doctor).await, &late), json!(null));
        server.clock.advance(SignedDuration::from_mins(15));
        let fresh = code(&server, &doctor).await;
        assert_eq!(phone.arrive(&fresh, "9847000002").await.body["data"]["visits"][0]["arrived"], true);
    })
    .await;
}

#[tokio::test]
async fn at_a_hospitals_door_all_visits_of_the_number_there_are_marked_and_none_elsewhere() {
    with_server(async |server| {
        let first = at_hospital(&server, 1, None).await;
        let second = at_hospital(&server, 2, Some(&first.hospital)).await;
        let (elsewhere, patient) = (Doctor::of(&server, 3).await, server.patient(1).await);
        let number = "9847000001";
        let here = [
            booked(&server, &patient, &first, ("10:00", number)).await,
            booked(&server, &patient, &second, ("10:30", number)).await,
        ];
        let away = booked(&server, &patient, &elsewhere, ("10:45", number)).await;
        let code = code(&server, &first).await;
        let arrived = Phone::at(&server, &first.hospital, 1).arrive(&code, number).await;
        let times: Vec<&Value> =
            arrived.body["data"]["visits"].as_array().unwrap().iter().map(|visit| &visit["time"]).collect();
        assert_eq!(times, ["10:00", "10:30"], "{}", arrived.text);
        assert_eq!(mark_of(&today(&server, &first).await, &here[0]), "arrived");
        assert_eq!(mark_of(&today(&server, &second).await, &here[1]), "arrived");
        assert_eq!(mark_of(&today(&server, &elsewhere).await, &away), json!(null));
        // The code of one place opens no other door.
        let refused = Phone::at(&server, &elsewhere.id, 1).arrive(&code, number).await;
        assert_eq!(refused.bad_fields(), ["code"]);
        Phone::at(&server, "nowhere", 1).arrive(&code, number).await.assert_problem(422, "invalid_fields");
    })
    .await;
}

/// A visit that an older program has approved has no token yet.
#[tokio::test]
async fn a_visit_without_a_token_gets_one_and_what_the_desk_has_marked_stays() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let ten = "2026-11-15T04:30:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond();
        server.store_visits(vec![approved_visit("older", &doctor.id, &patient.id, ten)]).await;
        let (phone, code) = (Phone::at(&server, &doctor.id, 1), code(&server, &doctor).await);
        let arrived = phone.arrive(&code, "9876543210").await;
        assert_eq!(arrived.body["data"]["visits"][0]["token"], "1", "{}", arrived.text);
        let path = "today/{id}/attendance/older";
        assert_eq!(doctor.ask(&server, "PATCH", path, Some(json!({"attendance": "called"}))).await.status, 200);
        let again = phone.arrive(&code, "9876543210").await;
        assert!(!link_of(&again.body["data"]["visits"][0]).is_empty());
        assert_eq!(mark_of(&today(&server, &doctor).await, "older"), "called", "not arrived again");
    })
    .await;
}

/// A second tap on a bad line, and the relative who came along: both are told that the patient is marked.
#[tokio::test]
async fn of_arrivals_at_the_same_moment_each_is_told_and_none_counts_as_a_failed_try() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = booked(&server, &patient, &doctor, ("10:00", "9847000001")).await;
        let code = code(&server, &doctor).await;
        let phones: Vec<Phone<'_>> = (0..12).map(|number| Phone::at(&server, &doctor.id, number)).collect();
        let answers = join_all(phones.iter().map(|phone| phone.arrive(&code, "9847000001"))).await;
        for answer in &answers {
            assert_eq!(answer.body["data"]["visits"][0]["arrived"], true, "{}", answer.text);
        }
        assert_eq!(mark_of(&today(&server, &doctor).await, &id), "arrived");
        let rows = "SELECT count(*) FROM audit_log WHERE action = 'arrived'";
        assert_eq!(server.app.db.read(async |tx| tx.count(rows, &[]).await).await.unwrap(), 1, "marked once");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

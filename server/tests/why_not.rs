//! If a day or a time cannot be booked, page and API give the reason, and alternatives. Neither contains personal data.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::{TestServer, with_server};

async fn slots(server: &TestServer, doctor: &str, date: &str) -> Value {
    server.get(&format!("/user/api/doctor/{doctor}/slots?date={date}")).await.body
}

async fn instead(server: &TestServer, doctor: &str, date: &str) -> Value {
    let answer = server.get(&format!("/user/api/doctor/{doctor}/alternatives?date={date}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"].clone()
}

/// Sunday, the 15th, 11:45 in India: for a doctor who works from 10:00 to 12:00 today is over. Tuesdays are off, the 18th to the 20th is
/// leave.
async fn doctor_who_is_often_away(server: &TestServer) -> String {
    let doctor = server.doctor(1).await;
    let token = server.sign_in_doctor(&doctor).await;
    let week = format!("/user/api/doctor/schedule/{doctor}");
    assert_eq!(server.ask("PUT", &week, &token, Some(json!({"daysOff": ["Tuesday"]}))).await.status, 200);
    for (from, to) in [("2026-11-18", "2026-11-19"), ("2026-11-20", "2026-11-20")] {
        let leave = json!({"from": from, "to": to, "note": "An operation of my own"});
        let path = format!("/user/api/doctor/leave/{doctor}");
        assert_eq!(server.ask("POST", &path, &token, Some(leave)).await.status, 200);
    }
    doctor
}

#[tokio::test]
async fn every_day_without_a_slot_has_a_reason_without_personal_data() {
    with_server(async |server| {
        let doctor = doctor_who_is_often_away(&server).await;
        let patients = [server.patient(1).await, server.patient(2).await];
        for (number, time) in
            ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"].iter().enumerate()
        {
            assert_eq!(server.book(&patients[number / 4], &doctor, "2026-11-16", time).await.status, 200);
        }
        server.clock.advance(SignedDuration::from_mins(165));
        let leave = json!({"reason": "leave", "until": "2026-11-20"});
        let week = [
            ("2026-11-15", json!({"reason": "past"})),
            ("2026-11-16", json!({"reason": "full"})),
            ("2026-11-17", json!({"reason": "day_off"})),
            ("2026-11-18", leave.clone()),
            ("2026-11-19", leave.clone()),
            ("2026-11-20", leave),
            ("2026-11-21", json!(null)),
        ];
        let path = format!("/user/api/doctor/{doctor}/availability?days=7");
        let days = server.get(&path).await;
        for (place, (day, why)) in week.iter().enumerate() {
            let shown = &days.body["data"][place];
            assert_eq!((&shown["day"], &shown["whyNot"]), (&json!(day), why), "{day}");
            let slots = slots(&server, &doctor, day).await;
            assert_eq!(slots["whyNot"], *why, "{day}");
            assert_eq!(slots["data"].as_array().unwrap().is_empty(), !why.is_null(), "{day}");
        }
        assert_eq!(slots(&server, &doctor, "2026-11-14").await["whyNot"], json!({"reason": "past"}));
        assert_eq!(slots(&server, &doctor, "2026-11-22").await["whyNot"], json!({"reason": "too_far_ahead"}));
        for private in ["operation", "Asha", "9876543210"] {
            assert!(!days.text.contains(private), "{private}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_refused_booking_carries_its_reason() {
    with_server(async |server| {
        let doctor = doctor_who_is_often_away(&server).await;
        let (patient, other) = (server.patient(1).await, server.patient(2).await);
        assert_eq!(server.book(&other, &doctor, "2026-11-16", "11:45").await.status, 200);
        server.clock.advance(SignedDuration::from_mins(75)); // 10:15 in India
        for (date, time, status, reason) in [
            ("2026-11-15", "10:00", 422, "past"),
            ("2026-11-22", "10:00", 422, "too_far_ahead"),
            ("2026-11-17", "10:00", 422, "day_off"),
            ("2026-11-19", "10:00", 422, "leave"),
            ("2026-11-16", "09:00", 422, "outside_hours"),
            ("2026-11-16", "10:05", 422, "off_grid"),
            ("2026-11-16", "11:45", 409, "taken"),
        ] {
            let refused = server.book(&patient, &doctor, date, time).await;
            assert_eq!((refused.status, &refused.body["reason"]), (status, &json!(reason)), "{date} {time}");
            let until = if reason == "leave" { json!("2026-11-20") } else { json!(null) };
            assert_eq!(refused.body["until"], until, "{date} {time}");
            if reason == "leave" {
                assert_eq!(refused.body["message"], "The doctor is on leave until Fri 20 Nov.");
            }
        }
        for time in ["10:00", "10:15", "10:30", "10:45"] {
            assert_eq!(server.book(&patient, &doctor, "2026-11-16", time).await.status, 200);
        }
        let fifth = server.book(&patient, &doctor, "2026-11-16", "11:00").await;
        fifth.assert_problem(409, "too_many_bookings");
        assert_eq!(fifth.body["reason"], "own_limit");
        // Refusals that are not about days and times have no reason.
        let nobody = server.book(&patient, "nobody", "2026-11-16", "11:00").await;
        assert_eq!((nobody.status, &nobody.body["reason"]), (404, &json!(null)));
    })
    .await;
}

#[tokio::test]
async fn instead_of_a_day_the_next_slot_and_other_free_doctors_are_listed() {
    with_server(async |server| {
        let doctor = doctor_who_is_often_away(&server).await;
        let same = server.doctor(2).await;
        let elsewhere = server.doctor_with(3, |new| new.district = "Kollam").await;
        let other_kind =
            server.doctor_with(4, |new| new.specialization = &doccare::reference::specialities::all()[1].title).await;
        let unlisted = server.unlisted_doctor(5, |_| {}).await;
        let next = async |date: &str| instead(&server, &doctor, date).await["nextSlot"]["startsAt"].clone();
        assert_eq!(next("2026-11-17").await, "2026-11-21T10:00:00+05:30", "after leave");
        assert_eq!(next("2026-11-15").await, "2026-11-15T10:00:00+05:30");
        assert_eq!(next("2026-12-24").await, "2026-11-15T10:00:00+05:30", "nothing so far ahead");

        let others = async |date: &str| -> Vec<Value> {
            let found = instead(&server, &doctor, date).await["others"].as_array().unwrap().clone();
            found.iter().map(|other| other["_id"].clone()).collect()
        };
        assert_eq!(others("2026-11-17").await, [json!(same)]);
        for nobody in [&elsewhere, &other_kind, &unlisted, &doctor] {
            assert!(!others("2026-11-17").await.contains(&json!(nobody)));
        }
        let first = instead(&server, &doctor, "2026-11-17").await["others"][0]["nextSlot"]["startsAt"].clone();
        assert_eq!(first, "2026-11-17T10:00:00+05:30", "on that very day");
        assert_eq!(others("2026-12-24").await, [json!(null); 0]);
        assert_eq!(others("2026-11-14").await, [json!(null); 0]);

        // The earliest first, and no more than three.
        for (number, minutes) in [(6, 8 * 60), (7, 9 * 60), (8, 11 * 60)] {
            let start = doccare::directory::DayTime::from_minutes(minutes).unwrap();
            server.doctor_with(number, |new| new.schedule.start = start).await;
        }
        let found = instead(&server, &doctor, "2026-11-17").await["others"].clone();
        let times: Vec<&str> =
            found.as_array().unwrap().iter().map(|other| other["nextSlot"]["time"].as_str().unwrap()).collect();
        assert_eq!(times, ["08:00", "09:00", "10:00"]);
        server.get("/user/api/doctor/nobody/alternatives?date=2026-11-17").await.assert_problem(404, "not_found");
        let wrong = server.get(&format!("/user/api/doctor/{doctor}/alternatives?date=soon")).await;
        wrong.assert_problem(422, "invalid_fields");
    })
    .await;
}

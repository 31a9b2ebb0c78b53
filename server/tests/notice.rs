//! A doctor's minimum notice: slots within it are neither listed nor bookable for patients; the desk and the doctor are not limited.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::people::Doctor;
use crate::harness::{Answer, TestServer, do_job, with_server};

/// The tests begin on this Sunday at nine in India, or a moment later; the doctor works from 10:00 to 12:00.
const TODAY: &str = "2026-11-15";
const TOMORROW: &str = "2026-11-16";

async fn set_notice(server: &TestServer, doctor: &Doctor, minutes: impl Into<Value>) -> Answer {
    let (path, body) = (format!("/user/api/doctor/schedule/{}", doctor.id), json!({"noticeMinutes": minutes.into()}));
    server.ask("PUT", &path, &doctor.token, Some(body)).await
}

async fn times(server: &TestServer, doctor: &Doctor, list: &str, date: &str) -> Vec<String> {
    let rows = server.get(&format!("/user/api/doctor/{}/{list}?date={date}", doctor.id)).await;
    rows.body["data"].as_array().unwrap().iter().map(|row| row["time"].as_str().unwrap().to_owned()).collect()
}

fn assert_too_soon(refused: &Answer) {
    refused.assert_problem(422, "invalid_fields");
    assert_eq!(refused.body["reason"], "too_soon", "{}", refused.text);
}

#[tokio::test]
async fn slots_sooner_than_the_notice_are_neither_shown_nor_booked() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::of(&server, 1).await, server.patient(1).await);
        let found = async |path: String| server.get(&path).await.body["data"].clone();
        let own = found(format!("/user/api/doctor/{}", doctor.id)).await;
        assert_eq!(
            (&own["nextSlot"]["time"], own.get("noticeMinutes")),
            (&json!("10:00"), None),
            "no notice by default"
        );
        let booked = server.book(&patient, &doctor.id, TODAY, "11:45").await.id();

        let saved = set_notice(&server, &doctor, "120").await;
        assert_eq!(
            (saved.status, &saved.body["data"]["schedule"]["noticeMinutes"]),
            (200, &json!(120)),
            "{}",
            saved.text
        );
        set_notice(&server, &doctor, "45").await.assert_problem(422, "invalid_fields");
        assert_eq!(times(&server, &doctor, "slots", TODAY).await, ["11:15", "11:30"]);
        let closed = times(&server, &doctor, "bookings", TODAY).await;
        assert_eq!(
            closed,
            ["10:00", "10:15", "10:30", "10:45", "11:00", "11:45"],
            "what the spec's own client is told"
        );
        for path in [format!("/user/api/doctor/{}", doctor.id), "/user/api/finddoctors?sort=earliest".into()] {
            let mut one = found(path).await;
            if let Some(first) = one.get_mut(0) {
                one = first.take();
            }
            assert_eq!((&one["nextSlot"]["time"], &one["noticeMinutes"]), (&json!("11:15"), &json!(120)), "{one}");
        }
        let early = server.get(&format!("/user/api/finddoctors?day={TODAY}&to=11:15")).await;
        assert_eq!(early.body["data"], json!([]), "nobody is free so soon");

        let refused = server.book(&patient, &doctor.id, TODAY, "10:45").await;
        assert_too_soon(&refused);
        assert!(refused.body["message"].as_str().unwrap().contains("2 hours"), "{}", refused.text);
        let to = json!({"date": TODAY, "time": "10:45"});
        let path = format!("/user/api/appointment/reschedule/{booked}");
        assert_too_soon(&server.ask("PATCH", &path, &patient.token, Some(to)).await);
        assert_eq!(server.book(&patient, &doctor.id, TODAY, "11:15").await.status, 200);

        // The booked visit stays, and can be moved to a slot outside the notice.
        let to = json!({"date": TOMORROW, "time": "10:00"});
        assert_eq!(server.ask("PATCH", &path, &patient.token, Some(to)).await.status, 200);
        server.clock.advance(SignedDuration::from_mins(61));
        let day = server.get(&format!("/user/api/doctor/{}/slots?date={TODAY}", doctor.id)).await;
        assert_eq!((&day.body["data"], &day.body["whyNot"]["reason"]), (&json!([]), &json!("too_soon")));

        assert_eq!(set_notice(&server, &doctor, 0).await.status, 200);
        assert_eq!(server.book(&patient, &doctor.id, TODAY, "10:15").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn the_minimum_notice_does_not_apply_to_the_desk_and_to_what_the_doctor_offers() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::of(&server, 1).await, server.patient(1).await);
        let asked = server.book(&patient, &doctor.id, TODAY, "11:45").await.id();
        assert_eq!(set_notice(&server, &doctor, "2880").await.status, 200);
        assert!(times(&server, &doctor, "slots", TODAY).await.is_empty());

        let today = format!("/user/api/doctor/today/{}", doctor.id);
        let free = server.ask("GET", &today, &doctor.token, None).await.body["data"]["free"].clone();
        assert_eq!(free[0], json!("10:00"), "{free}");
        let walk_in = json!({"name": "Devi Nair", "time": "10:00"});
        let added = server.ask("POST", &format!("{today}/walkins"), &doctor.token, Some(walk_in)).await;
        assert_eq!(added.status, 201, "{}", added.text);

        let other = json!({"reason": "I am in surgery.", "offerDate": TODAY, "offerTime": "10:30"});
        let reject = format!("/user/api/doctor/appointment/reject/{asked}");
        let rejected = server.ask("PATCH", &reject, &doctor.token, Some(other)).await;
        assert_eq!(rejected.status, 200, "{}", rejected.text);
        let stranger = server.patient(2).await;
        assert_too_soon(&server.book(&stranger, &doctor.id, TODAY, "10:30").await);
        let taken = server.book(&patient, &doctor.id, TODAY, "10:30").await;
        assert_eq!(taken.body["data"]["status"], "Checked", "{}", taken.text);
    })
    .await;
}

#[tokio::test]
async fn slots_within_the_minimum_notice_are_not_offered_to_the_waiting_list() {
    with_server(async |server| {
        let (doctor, patient, waiting) =
            (Doctor::of(&server, 1).await, server.patient(1).await, server.patient(2).await);
        let mut visits = Vec::new();
        for time in ["10:00", "10:15", "10:30", "10:45"] {
            visits.push(server.book(&patient, &doctor.id, TOMORROW, time).await.id());
        }
        let path = format!("/user/api/doctor/{}/waitlist/{}", doctor.id, waiting.id);
        let hours = json!({"date": TOMORROW, "from": "10:00", "to": "11:00"});
        assert_eq!(server.ask("POST", &path, &waiting.token, Some(hours.clone())).await.status, 201);
        assert_eq!(set_notice(&server, &doctor, "2880").await.status, 200);
        let cancel = format!("/user/api/appointment/cancel/{}", visits[0]);
        assert_eq!(server.ask("PATCH", &cancel, &patient.token, None).await.status, 200);
        let offered = async || {
            do_job(&server.app, "waitlist").await;
            let own = format!("/user/api/user/waitlist/{}", waiting.id);
            server.ask("GET", &own, &waiting.token, None).await.body["data"][0]["offer"]["time"].clone()
        };
        assert_eq!(offered().await, Value::Null);
        let late = server.patient(3).await;
        let path = format!("/user/api/doctor/{}/waitlist/{}", doctor.id, late.id);
        assert_too_soon(&server.ask("POST", &path, &late.token, Some(hours)).await);
        assert_eq!(set_notice(&server, &doctor, "1440").await.status, 200);
        assert_eq!(offered().await, json!("10:00"), "an hour is left to accept it");
    })
    .await;
}

//! Phone messages that are not about a change of a visit: a late doctor, a held slot, and a follow-up.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{MONDAY, kinds, with_provider};
use crate::harness::people::Patient;
use crate::harness::provider::Receiver;
use crate::harness::stored::approved_visit;
use crate::harness::{TestServer, do_job};

const TODAY: &str = "2026-11-15";

/// The latest message: its kind, its variables, and when it expires.
fn latest(receiver: &Receiver) -> (Value, Value, Value) {
    let body = receiver.came().pop().expect("a message").body;
    (body["kind"].clone(), body["variables"].clone(), body["until"].clone())
}

async fn cancel(server: &TestServer, patient: &Patient, id: &str) {
    server.tick();
    let path = format!("/user/api/appointment/cancel/{id}");
    assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
}

#[tokio::test]
async fn a_late_doctor_causes_one_message_for_each_change() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        let id = server.booked(&patient, &doctor, TODAY, "10:00").await;
        server.approve(&token, &id).await;
        server.hand_over().await;
        let is_late = async |minutes: i64| {
            server.tick();
            let path = format!("/user/api/doctor/today/{doctor}/late");
            assert_eq!(server.ask("PUT", &path, &token, Some(json!({"minutes": minutes}))).await.status, 200);
        };
        is_late(20).await;
        is_late(20).await;
        assert_eq!(server.hand_over().await, 1);
        let until = json!("2026-11-15T11:20:00+05:30");
        assert_eq!(latest(&receiver), (json!("late"), json!(["Dr. Doctor Number1", "20", "10:00 am"]), until));
        is_late(0).await;
        assert_eq!(server.hand_over().await, 1);
        let until = json!("2026-11-15T11:00:00+05:30");
        assert_eq!(latest(&receiver), (json!("ontime"), json!(["Dr. Doctor Number1", "10:00 am"]), until));
        is_late(20).await;
        assert_eq!(server.hand_over().await, 1, "late once more is another change");
        is_late(40).await;
        cancel(&server, &patient, &id).await;
        assert_eq!(server.hand_over().await, 0, "nobody who cancelled is told");
    })
    .await;
}

#[tokio::test]
async fn a_held_slot_sends_a_phone_message_that_is_withdrawn_when_they_leave() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "whatsapp", &receiver).await, server.doctor(1).await);
        let mut visits = Vec::new();
        for (place, time) in
            ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"].into_iter().enumerate()
        {
            let other = if place % 4 == 0 { server.patient(10 + place).await } else { visits_owner(&visits) };
            let booked = server.book(&other, &doctor, MONDAY, time).await;
            visits.push((other, booked.body["data"]["_id"].as_str().unwrap().to_owned()));
        }
        server.tick();
        let path = format!("/user/api/doctor/{doctor}/waitlist/{}", patient.id);
        let waits = server.ask("POST", &path, &patient.token, Some(json!({"date": MONDAY}))).await;
        assert_eq!(waits.status, 201, "{}", waits.text);
        cancel(&server, &visits[2].0, &visits[2].1).await;
        do_job(&server.app, "waitlist").await;
        do_job(&server.app, "waitlist").await;
        assert_eq!(server.hand_over().await, 1);
        let (kind, variables, _) = latest(&receiver);
        let expected = json!(["Dr. Doctor Number1", "Mon 16 Nov", "10:30 am", "9:30 am"]);
        assert_eq!((kind, variables), (json!("offer"), expected));
        // The next message still waits for the provider when they leave the waiting list.
        server.clock.advance(SignedDuration::from_mins(31));
        cancel(&server, &visits[4].0, &visits[4].1).await;
        do_job(&server.app, "waitlist").await;
        assert_eq!(server.states(&patient).await[0], ("offer".into(), "queued".into()));
        let id = waits.body["data"]["_id"].as_str().unwrap();
        let path = format!("/user/api/user/waitlist/{}/{id}", patient.id);
        assert_eq!(server.ask("DELETE", &path, &patient.token, None).await.status, 200);
        assert_eq!(server.hand_over().await, 0);
        assert_eq!(kinds(&receiver), ["offer"]);
    })
    .await;
}

fn visits_owner(visits: &[(Patient, String)]) -> Patient {
    visits.last().expect("a visit").0.clone()
}

/// A past visit with a follow-up for today.
async fn follow_up(server: &TestServer, patient: &Patient, doctor: &str, number: i64) -> String {
    let (id, today) = (format!("before-{number}"), 1_794_681_000_000_i64);
    let begun = today - 86_400_000 * number;
    server.store_visits(vec![approved_visit(&id, doctor, &patient.id, begun)]).await;
    let (path, form) = (format!("/user/api/doctor/followup/{id}"), json!({"days": number, "withoutFee": true}));
    let marked = server.ask("PUT", &path, &server.sign_in_doctor(doctor).await, Some(form)).await;
    assert_eq!(marked.status, 200, "{}", marked.text);
    id
}

#[tokio::test]
async fn a_follow_up_message_is_sent_once_and_withdrawn_by_an_answer() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        server.set_language(&patient.id, "ml").await;
        follow_up(&server, &patient, &doctor, 1).await;
        do_job(&server.app, "follow-ups").await;
        do_job(&server.app, "follow-ups").await;
        assert_eq!(server.hand_over().await, 1);
        let (kind, variables, _) = latest(&receiver);
        assert_eq!((kind, variables), (json!("proposal"), json!(["Dr. Doctor Number1", "നവംബർ 15 ഞായർ"])));
        for (number, method, slot) in [(2, "DELETE", None), (3, "POST", Some(json!({"date": MONDAY, "time": "10:00"})))]
        {
            let visit = follow_up(&server, &patient, &doctor, number).await;
            server.tick();
            do_job(&server.app, "follow-ups").await;
            assert_eq!(server.states(&patient).await[0], ("proposal".into(), "queued".into()));
            server.tick();
            let path = format!("/user/api/user/followups/{}/{visit}", patient.id);
            let answered = server.ask(method, &path, &patient.token, slot).await;
            assert_eq!(answered.status, 200, "{}", answered.text);
            assert_eq!(server.hand_over().await, 0, "{method}");
        }
    })
    .await;
}

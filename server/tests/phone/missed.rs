//! The message after a missed visit, and its link to book again.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{kinds, with_provider};
use crate::harness::people::Patient;
use crate::harness::provider::Receiver;
use crate::harness::{TestServer, do_job};
use crate::missed::{SATURDAY, missed};

const TODAY: &str = "2026-11-15";

/// Runs the job, and returns the message that came, if one did.
async fn told(server: &TestServer, receiver: &Receiver) -> Option<Value> {
    do_job(&server.app, "missed visits").await;
    server.hand_over().await;
    receiver.came().pop().map(|came| came.body).filter(|body| body["kind"] == "missed")
}

/// The page that the link of a message leads to.
async fn opened(server: &TestServer, message: &Value) -> Value {
    let link = message["variables"][2].as_str().unwrap();
    assert!(link.len() <= 30, "{link}");
    let code = link.strip_prefix("care.example/v#").unwrap();
    let answer = server.ask("POST", "/user/api/messagelink", code, None).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"]["page"].clone()
}

#[tokio::test]
async fn who_gets_messages_gets_a_link_to_the_doctors_page() {
    with_provider(async |server, receiver| {
        let doctor = server.doctor(1).await;
        let by_number = server.without_address(1, &receiver).await;
        let by_both = server.reachable(2, "whatsapp", &receiver).await;
        for (patient, starts_at) in [(&by_number, SATURDAY), (&by_both, SATURDAY + 900_000)] {
            missed(&server, &doctor, patient, starts_at).await;
            let message = told(&server, &receiver).await.unwrap();
            let variables = message["variables"].as_array().unwrap();
            assert_eq!(variables[..2], [json!("Dr. Doctor Number1"), json!("Sat 14 Nov")]);
            assert_eq!(opened(&server, &message).await, json!(format!("/doctors/{doctor}?book=1")));
        }
        assert_eq!(kinds(&receiver), ["missed", "missed"]);
        // The link is older than what became of the doctor.
        let message = receiver.came().pop().unwrap().body;
        let path = format!("/admin/api/doctors/{doctor}/suspend");
        assert_eq!(server.ask("POST", &path, &server.admin_token().await, None).await.status, 200);
        assert_eq!(opened(&server, &message).await, json!("/viewdoctors"));
    })
    .await;
}

/// A visit of today that the doctor booked for a caller, who did not come.
async fn of_caller(server: &TestServer, doctor: &str, (number, time): (&str, &str)) -> String {
    let token = server.sign_in_doctor(doctor).await;
    let body = json!({"name": "Rema Devi", "phoneNumber": number, "date": TODAY, "time": time, "lang": "en"});
    let booked = server.ask("POST", &format!("/user/api/doctor/desk/bookings/{doctor}"), &token, Some(body)).await;
    assert_eq!(booked.status, 201, "{}", booked.text);
    booked.id()
}

async fn mark_missed(server: &TestServer, doctor: &str, id: &str) {
    let path = format!("/user/api/doctor/today/{doctor}/attendance/{id}");
    let token = server.sign_in_doctor(doctor).await;
    assert_eq!(server.ask("PATCH", &path, &token, Some(json!({"attendance": "absent"}))).await.status, 200);
}

#[tokio::test]
async fn the_number_of_a_desk_booking_is_written_to_unless_its_owner_said_no() {
    with_provider(async |server, receiver| {
        let (owner, doctor): (Patient, String) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        let other = of_caller(&server, &doctor, ("9811111111", "10:00")).await;
        server.tick();
        let theirs = of_caller(&server, &doctor, ("9800000001", "10:15")).await;
        server.tick();
        let claim = format!("/user/api/user/claims/{}/{theirs}", owner.id);
        assert_eq!(server.ask("DELETE", &claim, &owner.token, None).await.status, 200);
        server.clock.advance(SignedDuration::from_hours(2));
        for id in [&other, &theirs] {
            mark_missed(&server, &doctor, id).await;
        }
        server.clock.advance(SignedDuration::from_hours(22));
        let message = told(&server, &receiver).await.unwrap();
        assert_eq!(message["to"], "+919811111111");
        assert_eq!(opened(&server, &message).await, json!(format!("/doctors/{doctor}?book=1")));
        assert_eq!(kinds(&receiver).iter().filter(|kind| *kind == "missed").count(), 1);
    })
    .await;
}

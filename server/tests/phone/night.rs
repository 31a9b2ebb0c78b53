//! Phone messages at night, and about a doctor's leave.

use doccare::admin::erasure::{ErasureSubject, erase};
use jiff::SignedDuration;
use serde_json::json;

use super::{MONDAY, confirmed, decide, kinds, with_provider};
use crate::harness::TestServer;
use crate::harness::people::Patient;
use crate::harness::provider::Receiver;

/// Leave on Monday, with messages to the patients.
async fn go_on_leave(server: &TestServer, doctor: &str) {
    server.tick();
    let token = server.sign_in_doctor(doctor).await;
    let body = json!({"from": MONDAY, "bookings": "notify"});
    let added = server.ask("POST", &format!("/user/api/doctor/leave/{doctor}"), &token, Some(body)).await;
    assert_eq!(added.status, 200, "{}", added.text);
}

async fn count_away_mails(server: &TestServer, patient: &Patient) -> usize {
    let is_away = |mail: &&crate::eml::Eml| {
        mail.header("to").contains(&patient.email) && mail.header("subject").starts_with("The doctor will be away")
    };
    server.mails().await.iter().filter(is_away).count()
}

#[tokio::test]
async fn each_leave_is_a_message_of_its_own() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        confirmed(&server, &patient, &doctor, "10:30").await;
        server.hand_over().await;
        go_on_leave(&server, &doctor).await;
        server.hand_over().await;
        go_on_leave(&server, &doctor).await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["approved", "away", "away"]);
        assert_eq!(count_away_mails(&server, &patient).await, 2);
    })
    .await;
}

#[tokio::test]
async fn a_patient_who_cancels_at_the_same_time_gets_no_message_about_leave() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        let booking = confirmed(&server, &patient, &doctor, "10:30").await;
        server.hand_over().await;
        // The patient's cancellation locks the appointment, and commits while the leave is being added.
        let cancel = format!("UPDATE appointments SET status = 'Cancelled' WHERE id = '{booking}'");
        let held = server.hold_after(&cancel).await;
        server.meet(held, go_on_leave(&server, &doctor)).await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["approved"]);
        assert_eq!(count_away_mails(&server, &patient).await, 0);
    })
    .await;
}

/// The tests begin at nine in the morning.
fn until_clock(hour: i64, minute: i64) -> SignedDuration {
    SignedDuration::from_mins((hour - 9) * 60 + minute)
}

/// The doctor cancels a visit at 21:00 of the day before. Returns the patient and the booking.
async fn cancelled_at_night(server: &TestServer, receiver: &Receiver) -> (Patient, String) {
    let (patient, doctor) = (server.reachable(1, "sms", receiver).await, server.doctor(1).await);
    let booking = confirmed(server, &patient, &doctor, "10:30").await;
    server.hand_over().await;
    server.clock.advance(until_clock(21, 0));
    decide(server, &doctor, "cancel", &booking).await;
    (patient, booking)
}

#[tokio::test]
async fn a_message_in_the_night_waits_for_the_morning() {
    with_provider(async |server, receiver| {
        let (patient, _) = cancelled_at_night(&server, &receiver).await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["approved"]);
        assert_eq!(server.states(&patient).await[0], ("cancelled".into(), "queued".into()));
        server.clock.advance(SignedDuration::from_mins(9 * 60 + 29));
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["approved"], "it is 6:29");
        server.clock.advance(SignedDuration::from_mins(1));
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["approved", "cancelled"], "it is 6:30");
    })
    .await;
}

#[tokio::test]
async fn a_message_that_would_be_too_late_in_the_morning_goes_in_the_night() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        server.set_start(&doctor, 360).await;
        let early = confirmed(&server, &patient, &doctor, "08:15").await;
        let later = confirmed(&server, &patient, &doctor, "08:30").await;
        server.hand_over().await;
        server.clock.advance(until_clock(22, 0));
        for booking in [&early, &later] {
            decide(&server, &doctor, "cancel", booking).await;
        }
        server.hand_over().await;
        let came: Vec<_> = receiver.came().iter().map(|came| came.body["variables"].clone()).collect();
        assert_eq!(kinds(&receiver), ["approved", "approved", "cancelled"]);
        assert_eq!(came.last().unwrap()[2], "8:15 am");
    })
    .await;
}

#[tokio::test]
async fn a_retry_that_falls_into_the_night_waits_too_and_a_code_never_does() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        server.clock.advance(until_clock(20, 59));
        confirmed(&server, &patient, &doctor, "10:30").await;
        receiver.become_one_that(crate::harness::provider::Mood::Answers(503));
        server.hand_over().await;
        receiver.become_one_that(crate::harness::provider::Mood::Answers(200));
        let tried = receiver.came().len();
        server.clock.advance(SignedDuration::from_hours(3));
        server.hand_over().await;
        assert_eq!(receiver.came().len(), tried);
        let path = format!("/user/api/user/phone/{}/code", patient.id);
        assert_eq!(server.ask("POST", &path, &patient.token, None).await.status, 200);
        server.hand_over().await;
        assert_eq!(receiver.came().last().unwrap().body["kind"], "code");
        server.clock.advance(SignedDuration::from_hours(7));
        server.hand_over().await;
        assert_eq!(receiver.came().last().unwrap().body["kind"], "approved");
    })
    .await;
}

#[tokio::test]
async fn erasing_a_booking_deletes_the_message_about_it_that_waits_for_the_morning() {
    with_provider(async |server, receiver| {
        let (_, booking) = cancelled_at_night(&server, &receiver).await;
        assert!(erase(&server.app, ErasureSubject::Patient, booking).await.unwrap());
        server.clock.advance(SignedDuration::from_hours(12));
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["approved"]);
    })
    .await;
}

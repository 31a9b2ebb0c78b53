//! What is sent to the number of somebody who called, whose visit the desk booked.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::linked::{templates_without, with_other_provider};
use super::{MONDAY, kinds, with_provider};
use crate::harness::people::Patient;
use crate::harness::{TestServer, do_job};

const NUMBER: &str = "9800000001";

/// A visit that the doctor booked for a number.
async fn booked(server: &TestServer, (doctor, token): (&str, &str), number: &str, time: &str) -> String {
    server.tick();
    let body = json!({"name": "Rema Devi", "phoneNumber": number, "date": MONDAY, "time": time, "lang": "en"});
    let path = format!("/user/api/doctor/desk/bookings/{doctor}");
    let booked = server.ask("POST", &path, token, Some(body)).await;
    assert_eq!((booked.status, &booked.body["data"]["told"]), (201, &json!(true)), "{}", booked.text);
    booked.id()
}

async fn done(server: &TestServer, method: &str, path: &str, token: &str, body: Option<Value>) {
    server.tick();
    let answer = server.ask(method, path, token, body).await;
    assert_eq!(answer.status, 200, "{path} {}", answer.text);
}

async fn claim(server: &TestServer, method: &str, patient: &Patient, id: &str) {
    done(server, method, &format!("/user/api/user/claims/{}/{id}", patient.id), &patient.token, None).await;
}

#[tokio::test]
async fn the_number_is_told_of_the_visit_its_move_its_reminders_and_its_end() {
    with_provider(async |server, receiver| {
        let doctor = server.doctor(1).await;
        let token = server.sign_in_doctor(&doctor).await;
        let id = booked(&server, (&doctor, &token), NUMBER, "10:30").await;
        server.hand_over().await;
        let came = receiver.came().pop().unwrap();
        assert_eq!(
            (&came.body["kind"], &came.body["to"], &came.body["variables"]),
            (
                &json!("booked"),
                &json!("+919800000001"),
                &json!(["Dr. Doctor Number1", "Mon 16 Nov", "10:30 am", "the doctor's clinic"])
            )
        );
        let moved = json!({"date": MONDAY, "time": "11:15", "reason": "The doctor is in surgery."});
        done(&server, "PATCH", &format!("/user/api/doctor/appointment/move/{id}"), &token, Some(moved)).await;
        server.hand_over().await;
        let came = receiver.came().pop().unwrap();
        assert_eq!((&came.body["kind"], &came.body["variables"][2]), (&json!("rescheduled"), &json!("11:15 am")));
        // The evening before.
        server.clock.advance(SignedDuration::from_hours(10));
        do_job(&server.app, "reminders").await;
        server.hand_over().await;
        let token = server.sign_in_doctor(&doctor).await;
        done(&server, "PATCH", &format!("/user/api/doctor/appointment/cancel/{id}"), &token, None).await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["booked", "rescheduled", "tomorrow", "cancelled"]);
        assert!(receiver.came().iter().all(|came| came.body["to"] == "+919800000001"));
        // No mail is written to nobody.
        let empty = "SELECT count(*) FROM mail_queue WHERE recipient = ''";
        assert_eq!(server.app.db.read(async |tx| tx.count(empty, &[]).await).await.unwrap(), 0);
        assert!(server.mails().await.iter().all(|mail| mail.header("to").contains('@')));
    })
    .await;
}

#[tokio::test]
async fn a_message_of_a_visit_that_is_moved_before_it_went_is_not_sent() {
    with_provider(async |server, receiver| {
        let doctor = server.doctor(1).await;
        let token = server.sign_in_doctor(&doctor).await;
        let id = booked(&server, (&doctor, &token), NUMBER, "10:30").await;
        let moved = json!({"date": MONDAY, "time": "11:15", "reason": "The doctor is in surgery."});
        done(&server, "PATCH", &format!("/user/api/doctor/appointment/move/{id}"), &token, Some(moved)).await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["rescheduled"]);
    })
    .await;
}

#[tokio::test]
async fn nothing_more_is_sent_once_the_owner_of_the_number_says_that_it_is_not_theirs() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        let id = booked(&server, (&doctor, &token), NUMBER, "10:30").await;
        claim(&server, "DELETE", &patient, &id).await;
        server.hand_over().await;
        done(&server, "PATCH", &format!("/user/api/doctor/appointment/cancel/{id}"), &token, None).await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver), Vec::<String>::new(), "not even what waited");
    })
    .await;
}

#[tokio::test]
async fn an_account_that_took_the_visit_is_told_as_it_chose() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "whatsapp", &receiver).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        let id = booked(&server, (&doctor, &token), NUMBER, "10:30").await;
        server.hand_over().await;
        claim(&server, "POST", &patient, &id).await;
        done(&server, "PATCH", &format!("/user/api/doctor/appointment/cancel/{id}"), &token, None).await;
        server.hand_over().await;
        let came: Vec<(Value, Value)> =
            receiver.came().into_iter().map(|came| (came.body["kind"].clone(), came.body["channel"].clone())).collect();
        let of_visit: Vec<_> = came.into_iter().filter(|(kind, _)| kind != "code").collect();
        assert_eq!(of_visit, [(json!("booked"), json!("sms")), (json!("cancelled"), json!("whatsapp"))]);
        let mails = server.mails().await;
        let told = mails.iter().any(|mail| {
            mail.header("to").contains(&patient.email) && mail.header("subject").starts_with("The doctor cancelled")
        });
        assert!(told, "the mail too");
    })
    .await;
}

#[tokio::test]
async fn a_reminder_that_waits_is_sent_though_an_account_takes_the_visit_and_is_the_accounts() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        let id = booked(&server, (&doctor, &token), NUMBER, "10:30").await;
        server.hand_over().await;
        // The evening before.
        server.clock.advance(SignedDuration::from_hours(9));
        do_job(&server.app, "reminders").await;
        let patient = patient.again(&server).await;
        claim(&server, "POST", &patient, &id).await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["booked", "tomorrow"]);
        do_job(&server.app, "reminders").await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver).len(), 2, "once");
        let path = format!("/user/api/user/messages/{}", patient.id);
        let own = server.ask("GET", &path, &patient.token, None).await.body["data"]["messages"].clone();
        let listed: Vec<&Value> = own.as_array().unwrap().iter().map(|message| &message["kind"]).collect();
        assert!(listed.contains(&&json!("tomorrow")), "{own}");
    })
    .await;
}

#[tokio::test]
async fn the_desk_is_told_that_nothing_is_sent_to_a_number_that_was_disclaimed_or_without_a_template() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        let id = booked(&server, (&doctor, &token), NUMBER, "10:30").await;
        claim(&server, "DELETE", &patient, &id).await;
        let moved = json!({"date": MONDAY, "time": "11:15", "reason": "The doctor is in surgery."});
        let path = format!("/user/api/doctor/appointment/move/{id}");
        let moved = server.ask("PATCH", &path, &token, Some(moved)).await;
        assert_eq!((moved.status, &moved.body["data"]["told"]), (200, &json!(false)), "{}", moved.text);
    })
    .await;
    with_other_provider(
        |provider| provider.templates = templates_without(|kind| kind == "booked"),
        async |server, _| {
            let doctor = server.doctor(1).await;
            let token = server.sign_in_doctor(&doctor).await;
            let body = json!({"name": "Rema", "phoneNumber": NUMBER, "date": MONDAY, "time": "10:30"});
            let path = format!("/user/api/doctor/desk/bookings/{doctor}");
            let booked = server.ask("POST", &path, &token, Some(body)).await;
            assert_eq!((booked.status, &booked.body["data"]["told"]), (201, &json!(false)), "{}", booked.text);
        },
    )
    .await;
}

//! Delivery: encrypted, signed and once; and the next channel, which is used only after the push failed.

use serde_json::json;

use super::{Browser, MONDAY, claims, count, devices, has_mail, key, push, subjects, subscribed, wait, with_push};
use crate::harness::TestServer;
use crate::harness::people::{Doctor, Patient};

const CONFIRMED: &str = "Your appointment is confirmed";

/// A request that the doctor approves.
async fn approved(server: &TestServer, patient: &Patient, doctor: &Doctor, time: &str) -> String {
    server.tick();
    let visit = server.booked(patient, &doctor.id, MONDAY, time).await;
    server.tick();
    server.approve(&doctor.token, &visit).await;
    visit
}

/// The messages to phones that the provider got, without codes.
fn messages(receiver: &crate::harness::provider::Receiver) -> usize {
    receiver.came().iter().filter(|came| came.body["kind"] != "code").count()
}

#[tokio::test]
async fn a_push_is_encrypted_and_signed_and_takes_the_place_of_mail_and_message() {
    with_push(async |server, service, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, Doctor::of(&server, 1).await);
        let browser = subscribed(&server, &service, &patient.token, "a").await;
        let key = key(&server, &patient.token).await;
        approved(&server, &patient, &doctor, "10:30").await;
        push(&server).await;
        let came = service.take();
        assert_eq!(came.len(), 1);
        let came = &came[0];
        assert_eq!((came.path.as_str(), came.header("content-encoding")), ("/push/a", "aes128gcm"));
        assert_eq!((came.header("urgency"), came.header("topic").len()), ("high", 32));
        let ttl: i64 = came.header("ttl").parse().unwrap();
        assert!((80_000..=92_000).contains(&ttl), "until the visit: {ttl}");
        let expires = server.clock.now().as_second() + 12 * 3600;
        assert_eq!(claims(came, &key), json!({"aud": service.origin, "exp": expires, "sub": "https://care.example"}));
        assert_eq!(came.body.len(), 16 + 4 + 1 + 65 + 1024 + 1 + 16, "padded");
        let read = browser.read(&came.body);
        assert_eq!(
            (&read["title"], &read["body"], &read["page"], &read["lang"]),
            (
                &json!(CONFIRMED),
                &json!("Mon 16 Nov, 10:30 am. The doctor expects you."),
                &json!("/user/bookings"),
                &json!("en")
            )
        );
        let text = read.to_string();
        for name in ["Doctor Number1", "Asha", "Patient 1", "Cardio"] {
            assert!(!text.contains(name), "{text}");
        }
        server.hand_over().await;
        assert!(!has_mail(&server, &patient.email, CONFIRMED).await, "one channel");
        assert_eq!(messages(&receiver), 0, "and none that costs");
        push(&server).await;
        assert_eq!((service.came().len(), count(&server, "push_queue").await), (0, 0), "once");
        assert!(devices(&server, &patient.token).await[0]["lastUsedAt"].is_string());
    })
    .await;
}

#[tokio::test]
async fn a_push_is_in_the_language_of_its_reader_and_a_patient_without_devices_hears_as_before() {
    with_push(async |server, service, _| {
        let (patient, other, doctor) = (server.patient(1).await, server.patient(2).await, Doctor::of(&server, 1).await);
        server.set_language(&patient.id, "ml").await;
        let browser = subscribed(&server, &service, &patient.token, "a").await;
        approved(&server, &patient, &doctor, "10:30").await;
        approved(&server, &other, &doctor, "10:45").await;
        push(&server).await;
        let came = service.take();
        assert_eq!(came.len(), 1);
        let read = browser.read(&came[0].body);
        assert_eq!((&read["lang"], &read["title"]), (&json!("ml"), &json!("നിങ്ങളുടെ അപ്പോയിന്റ്മെന്റ് സ്ഥിരീകരിച്ചു")));
        assert!(has_mail(&server, &other.email, CONFIRMED).await);
    })
    .await;
}

#[tokio::test]
async fn a_gone_subscription_ends_and_mail_and_message_follow() {
    with_push(async |server, service, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, Doctor::of(&server, 1).await);
        for (number, status) in [(0, 410), (1, 404)] {
            subscribed(&server, &service, &patient.token, &format!("{status}")).await;
            service.answers(status);
            approved(&server, &patient, &doctor, ["10:30", "10:45"][number]).await;
            push(&server).await;
            assert_eq!(service.take().len(), 1);
            assert_eq!(devices(&server, &patient.token).await.len(), 0, "{status}");
            server.hand_over().await;
            let found = subjects(&server, &patient.email).await;
            assert_eq!(found.iter().filter(|subject| subject.starts_with(CONFIRMED)).count(), number + 1);
            assert_eq!(messages(&receiver), number + 1, "{status}");
        }
        // Without a device there is nothing to wait for.
        approved(&server, &patient, &doctor, "11:00").await;
        assert_eq!(count(&server, "push_queue").await, 0);
        server.hand_over().await;
        assert_eq!(messages(&receiver), 3);
    })
    .await;
}

#[tokio::test]
async fn no_message_follows_to_a_number_whose_owner_wants_none_any_more() {
    with_push(async |server, service, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, Doctor::of(&server, 1).await);
        subscribed(&server, &service, &patient.token, "a").await;
        service.answers(410);
        approved(&server, &patient, &doctor, "10:30").await;
        let path = format!("/user/api/user/messages/{}", patient.id);
        let chosen = server.ask("PUT", &path, &patient.token, Some(json!({"channel": ""}))).await;
        assert_eq!(chosen.status, 200, "{}", chosen.text);
        push(&server).await;
        assert_eq!(service.take().len(), 1);
        server.hand_over().await;
        assert!(has_mail(&server, &patient.email, CONFIRMED).await);
        assert_eq!(messages(&receiver), 0);
    })
    .await;
}

#[tokio::test]
async fn a_service_that_is_down_is_tried_for_three_minutes_and_then_the_next_channel_is_used() {
    with_push(async |server, service, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, Doctor::of(&server, 1).await);
        subscribed(&server, &service, &patient.token, "a").await;
        service.answers(503);
        approved(&server, &patient, &doctor, "10:30").await;
        push(&server).await;
        assert!(!has_mail(&server, &patient.email, CONFIRMED).await, "not yet");
        wait(&server, 61);
        push(&server).await;
        assert!(!has_mail(&server, &patient.email, CONFIRMED).await, "not yet");
        wait(&server, 121);
        push(&server).await;
        assert_eq!((service.take().len(), count(&server, "push_queue").await), (3, 0));
        server.hand_over().await;
        assert!(has_mail(&server, &patient.email, CONFIRMED).await);
        assert_eq!(messages(&receiver), 1);
        let own = devices(&server, &patient.token).await;
        assert_eq!((own.len(), &own[0]["failing"]), (1, &json!(true)), "an hour's failure ends nothing");

        // It works again in time.
        approved(&server, &patient, &doctor, "10:45").await;
        push(&server).await;
        service.answers(201);
        wait(&server, 61);
        push(&server).await;
        server.hand_over().await;
        assert_eq!((service.take().len(), messages(&receiver)), (2, 1));
        assert_eq!(devices(&server, &patient.token).await[0]["failing"], false);
    })
    .await;
}

#[tokio::test]
async fn a_refusal_or_a_redirect_is_not_tried_again_and_ends_the_subscription_when_it_goes_on() {
    with_push(async |server, service, _| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        subscribed(&server, &service, &patient.token, "a").await;
        let mut told = 0;
        for (number, status) in [403, 307, 400, 413].into_iter().enumerate() {
            service.answers(status);
            approved(&server, &patient, &doctor, ["10:00", "10:15", "10:30", "10:45"][number]).await;
            push(&server).await;
            let came = service.take();
            assert_eq!((came.len(), came[0].path.as_str()), (1, "/push/a"), "a redirect is not followed");
            let found = subjects(&server, &patient.email).await;
            told += 1;
            assert_eq!(found.iter().filter(|subject| subject.starts_with(CONFIRMED)).count(), told, "{status}");
        }
        assert_eq!(devices(&server, &patient.token).await.len(), 1, "all within a day");
        wait(&server, 25 * 3600);
        let visit = server.booked(&patient, &doctor.id, "2026-11-17", "10:00").await;
        server.approve(&doctor.token, &visit).await;
        push(&server).await;
        assert_eq!(devices(&server, &patient.token).await.len(), 0, "the fifth, a day after the first");
    })
    .await;
}

#[tokio::test]
async fn a_push_that_is_no_longer_true_goes_nowhere() {
    with_push(async |server, service, _| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        subscribed(&server, &service, &patient.token, "a").await;
        let visit = approved(&server, &patient, &doctor, "10:30").await;
        assert_eq!(count(&server, "push_queue").await, 1);
        let path = format!("/user/api/doctor/appointment/cancel/{visit}");
        assert_eq!(server.ask("PATCH", &path, &doctor.token, Some(json!({"reason": "Surgery."}))).await.status, 200);
        push(&server).await;
        assert_eq!(service.take().len(), 0);
        let found = subjects(&server, &patient.email).await;
        assert!(found.iter().any(|subject| subject.starts_with("The doctor cancelled")), "{found:?}");
        assert!(!found.iter().any(|subject| subject.starts_with(CONFIRMED)), "{found:?}");
    })
    .await;
}

#[tokio::test]
async fn at_night_a_push_waits_for_the_morning_and_one_of_two_devices_is_enough() {
    with_push(async |server, service, _| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let again = patient.again(&server).await;
        subscribed(&server, &service, &patient.token, "a").await;
        subscribed(&server, &service, &again.token, "b").await;
        // Half past nine in the evening.
        wait(&server, 45_000);
        let visit = server.booked(&patient, &doctor.id, "2026-11-17", "10:30").await;
        server.approve(&doctor.token, &visit).await;
        push(&server).await;
        assert_eq!((service.take().len(), count(&server, "push_queue").await), (0, 1));
        wait(&server, 9 * 3600);
        push(&server).await;
        let mut paths: Vec<String> = service.take().into_iter().map(|came| came.path).collect();
        paths.sort();
        assert_eq!(paths, ["/push/a", "/push/b"]);
        assert!(!has_mail(&server, &patient.email, CONFIRMED).await);
    })
    .await;
}

#[tokio::test]
async fn without_the_service_in_the_setting_nothing_is_sent_there_any_more() {
    with_push(async |server, service, _| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        subscribed(&server, &service, &patient.token, "a").await;
        let elsewhere = Browser::new(&service, "b").endpoint.replace("127.0.0.1", "127.0.0.2");
        server.execute(&format!("UPDATE push_subscriptions SET endpoint = '{elsewhere}'")).await;
        approved(&server, &patient, &doctor, "10:30").await;
        push(&server).await;
        assert_eq!(service.take().len(), 0);
        assert!(has_mail(&server, &patient.email, CONFIRMED).await);
    })
    .await;
}

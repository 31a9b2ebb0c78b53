//! Delivery of messages to the provider: enqueued exactly once, delivered at least once, and never to an address of the internal network.

use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::delivery_queue;
use futures::future::join;
use jiff::SignedDuration;
use serde_json::json;

use super::{MONDAY, book, confirmed, decide, kinds, with_provider};
use crate::harness::people::PASSWORD;
use crate::harness::provider::{Mood, Receiver, provider};
use crate::harness::{NOW, TestServer, do_job, on_both_engines, with_server};

#[tokio::test]
async fn appointment_messages_go_to_the_verified_number_signed_and_by_template() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        let booking = book(&server, &patient, &doctor, "10:30").await;
        assert_eq!(server.states(&patient).await[0].0, "code", "nobody is told what they did themselves");
        server.mails().await;
        decide(&server, &doctor, "approve", &booking).await;
        assert_eq!(server.states(&patient).await[0], ("approved".into(), "queued".into()));
        server.hand_over().await;
        let came = receiver.came().pop().unwrap();
        assert!(came.is_signed);
        let id = came.body["id"].as_str().unwrap();
        assert_eq!(came.idempotency_key, id);
        let text = "Doc Care: your booking with Dr. Doctor Number1 on Mon 16 Nov at 10:30 am (the doctor's clinic) is confirmed.";
        let expected = json!({
            "id": id, "channel": "sms", "kind": "approved", "to": "+919800000001",
            "entity": "1101234567890123456", "header": "DOCCAR",
            "template": {"id": "1107160000000000121", "lang": "en"},
            "variables": ["Dr. Doctor Number1", "Mon 16 Nov", "10:30 am", "the doctor's clinic"],
            "text": text, "segments": 1, "until": "2026-11-16T10:30:00+05:30",
        });
        assert_eq!(came.body, expected);
        assert_eq!(server.states(&patient).await[0], ("approved".into(), "taken".into()), "not delivered yet");
        server.tick();
        let moved = json!({"date": MONDAY, "time": "11:30"});
        let path = format!("/user/api/appointment/reschedule/{booking}");
        assert_eq!(server.ask("PATCH", &path, &patient.token, Some(moved)).await.status, 200);
        assert_eq!(server.hand_over().await, 0);
        server.mails().await;
        for deed in ["approve", "cancel"] {
            decide(&server, &doctor, deed, &booking).await;
            server.hand_over().await;
        }
        assert_eq!(kinds(&receiver), ["approved", "approved", "cancelled"], "in their order");
        let own = confirmed(&server, &patient, &doctor, "10:45").await;
        server.hand_over().await;
        server.tick();
        let path = format!("/user/api/appointment/cancel/{own}");
        assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
        assert_eq!(server.hand_over().await, 0);
        // Mails are sent all the same.
        let subjects = server.mails().await.iter().map(|mail| mail.header("subject").to_owned()).collect::<Vec<_>>();
        for told in ["Your appointment is requested", "Your new time is requested", "Your appointment is cancelled"] {
            assert!(subjects.iter().any(|subject| subject.starts_with(told)), "{told}: {subjects:?}");
        }
        // Doctors get mails only.
        assert!(receiver.came().iter().all(|came| came.body["to"] == "+919800000001"));
    })
    .await;
}

#[tokio::test]
async fn messages_use_the_template_of_the_language_and_the_chosen_channel() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "whatsapp", &receiver).await, server.doctor(1).await);
        server.set_language(&patient.id, "ml").await;
        confirmed(&server, &patient, &doctor, "10:30").await;
        server.hand_over().await;
        let body = receiver.came().pop().unwrap().body;
        assert_eq!(body["channel"], "whatsapp");
        assert_eq!(body["template"], json!({"id": "doccare_approved_ml", "lang": "ml"}));
        assert_eq!(
            body["variables"],
            json!(["Dr. Doctor Number1", "നവംബർ 16 തിങ്കൾ", "രാവിലെ 10:30", "ഡോക്ടറുടെ ക്ലിനിക്ക്"])
        );
        assert_eq!(body["segments"], 2);
    })
    .await;
}

#[tokio::test]
async fn reminders_come_once_and_are_taken_back_with_the_visit() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        confirmed(&server, &patient, &doctor, "10:30").await;
        let cancelled = confirmed(&server, &patient, &doctor, "11:30").await;
        server.hand_over().await;
        server.clock.advance(SignedDuration::from_hours(9));
        do_job(&server.app, "reminders").await;
        do_job(&server.app, "reminders").await;
        server.tick();
        let path = format!("/user/api/appointment/cancel/{cancelled}");
        assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
        server.hand_over().await;
        let came = kinds(&receiver);
        assert_eq!(came[2..], ["tomorrow"], "{came:?}");
        assert_eq!(server.states(&patient).await.iter().filter(|(kind, _)| kind == "tomorrow").count(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_failed_delivery_is_retried_under_the_same_id() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        let before = receiver.came().len();
        for answer in [500, 429, 401, 302] {
            receiver.become_one_that(Mood::Answers(answer));
            if answer == 500 {
                confirmed(&server, &patient, &doctor, "10:30").await;
            }
            assert_eq!(server.hand_over().await, 1, "{answer}");
            assert_eq!(server.hand_over().await, 0, "it waits");
            assert_eq!(server.states(&patient).await[0].1, "queued", "{answer}");
            server.clock.advance(SignedDuration::from_mins(10));
        }
        // Its answer was lost the last time; the provider has it.
        receiver.become_one_that(Mood::Answers(409));
        assert_eq!(server.hand_over().await, 1);
        assert_eq!(server.states(&patient).await[0].1, "taken");
        let ids: Vec<_> = receiver.came()[before..].iter().map(|came| came.idempotency_key.clone()).collect();
        assert_eq!(ids.len(), 5);
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        server.clock.advance(SignedDuration::from_hours(1));
        assert_eq!(server.hand_over().await, 0, "and no more");
    })
    .await;
}

#[tokio::test]
async fn refused_messages_have_failed_and_are_counted_for_the_administrator() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        receiver.become_one_that(Mood::Answers(422));
        confirmed(&server, &patient, &doctor, "10:30").await;
        server.hand_over().await;
        assert_eq!(server.states(&patient).await[0], ("approved".into(), "failed".into()));
        let left: i64 = server
            .app
            .db
            .read(async |tx| tx.count("SELECT count(*) FROM phone_message_queue", &[]).await)
            .await
            .unwrap();
        assert_eq!(left, 0, "nothing waits");
        let admin = server.admin_token().await;
        let figures = server.ask("GET", "/admin/api/phonemessages", &admin, None).await;
        let sms = json!({"channel": "sms", "queued": 0, "taken": 1, "delivered": 0, "failed": 1});
        assert_eq!(figures.body["data"]["channels"][0], sms, "{}", figures.text);
        let reasons = json!([{"reason": "refused: the provider answered 422", "count": 1}]);
        assert_eq!(figures.body["data"]["reasons"], reasons);
        assert_eq!(figures.body["data"]["set"], true);
    })
    .await;
}

#[tokio::test]
async fn an_unreachable_provider_blocks_nothing_and_late_messages_are_dropped() {
    on_both_engines(async |url| {
        let clock = Clock::set_to(NOW.parse().unwrap());
        let receiver = Receiver::start(clock.clone()).await;
        let there = receiver.url.clone();
        let server =
            TestServer::start_by(clock, Cost::Low, url, |config| config.messages = Some(provider(&there))).await;
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        drop(receiver);
        // A decision does not wait for a phone message.
        confirmed(&server, &patient, &doctor, "10:30").await;
        server.tick();
        let path = format!("/user/api/user/phone/{}/code", patient.id);
        assert_eq!(server.ask("POST", &path, &patient.token, None).await.status, 200);
        for _ in 0..4 {
            server.hand_over().await;
            server.clock.advance(SignedDuration::from_mins(2));
        }
        server.hand_over().await;
        let states = server.states(&patient).await;
        assert_eq!(states[..2], [("code".into(), "failed".into()), ("approved".into(), "queued".into())], "{states:?}");
        server.clock.advance(SignedDuration::from_hours(48));
        server.hand_over().await;
        assert_eq!(server.states(&patient).await[1].1, "failed");
    })
    .await;
}

#[tokio::test]
async fn redirects_of_the_provider_are_not_followed() {
    with_provider(async |server, receiver| {
        let elsewhere = Receiver::start(server.clock.clone()).await;
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        receiver.become_one_that(Mood::SendsOn(elsewhere.url.clone()));
        confirmed(&server, &patient, &doctor, "10:30").await;
        server.hand_over().await;
        assert!(elsewhere.came().is_empty());
        assert_eq!(server.states(&patient).await[0].1, "queued");
    })
    .await;
}

/// As if the provider's name suddenly resolved to this machine.
#[tokio::test]
async fn a_provider_address_in_a_private_network_is_refused() {
    on_both_engines(async |url| {
        let clock = Clock::set_to(NOW.parse().unwrap());
        let receiver = Receiver::start(clock.clone()).await;
        let there = receiver.url.replace("127.0.0.1", "localhost");
        let (inside, allowed) = (provider(&there), provider(&there));
        let strict = TestServer::start_by(clock.clone(), Cost::Low, url.clone(), |config| {
            config.messages = Some(doccare::platform::phone_messages::Provider { loopback: false, ..inside });
        })
        .await;
        let patient = strict.patient(1).await;
        let path = format!("/user/api/user/phone/{}/code", patient.id);
        assert_eq!(strict.ask("POST", &path, &patient.token, None).await.status, 200);
        assert_eq!(strict.hand_over().await, 1);
        assert!(receiver.came().is_empty());
        assert_eq!(strict.states(&patient).await[0].1, "queued");
        // With the setting for tests the same name is connected to.
        let loose = TestServer::start_by(clock, Cost::Low, url, |config| config.messages = Some(allowed)).await;
        loose.clock.advance(SignedDuration::from_mins(2));
        assert_eq!(loose.hand_over().await, 1);
        assert_eq!(receiver.came().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn waiting_messages_are_withdrawn_by_newer_ones_and_by_a_changed_number() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        let own = confirmed(&server, &patient, &doctor, "10:30").await;
        server.tick();
        let cancel = format!("/user/api/appointment/cancel/{own}");
        assert_eq!(server.ask("PATCH", &cancel, &patient.token, None).await.status, 200);
        assert_eq!(server.hand_over().await, 0, "who cancelled knows");
        let booking = confirmed(&server, &patient, &doctor, "10:30").await;
        decide(&server, &doctor, "cancel", &booking).await;
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["cancelled"]);
        confirmed(&server, &patient, &doctor, "10:45").await;
        let change = json!({"phone_number": "9811111111", "current_password": PASSWORD});
        let path = format!("/user/api/user/profile/{}", patient.id);
        assert_eq!(server.ask("PUT", &path, &patient.token, Some(change)).await.status, 200);
        server.hand_over().await;
        assert_eq!(kinds(&receiver), ["cancelled"], "nobody reads it who should not");
    })
    .await;
}

#[tokio::test]
async fn two_instances_deliver_each_message_once() {
    on_both_engines(async |url| {
        let clock = Clock::set_to(NOW.parse().unwrap());
        let receiver = Receiver::start(clock.clone()).await;
        let start = async || {
            let there = provider(&receiver.url);
            TestServer::start_by(clock.clone(), Cost::Low, url.clone(), |config| config.messages = Some(there)).await
        };
        let (one, other) = (start().await, start().await);
        let doctor = one.doctor(1).await;
        let mut patients = Vec::new();
        for number in 0..4 {
            patients.push(one.reachable(number, "sms", &receiver).await);
        }
        for (number, patient) in patients.iter().enumerate() {
            confirmed(&one, patient, &doctor, &format!("10:{:02}", 15 * number)).await;
        }
        let step = async |server: &TestServer| {
            delivery_queue::step(&server.app.db, server.app.messenger.as_ref().unwrap(), &server.clock).await.unwrap()
        };
        let (first, second) = join(step(&one), step(&other)).await;
        assert_eq!(first + second, 4);
        assert_eq!(kinds(&receiver).len(), 4);
    })
    .await;
}

#[tokio::test]
async fn without_a_provider_nothing_is_offered_and_nothing_waits() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let own = format!("/user/api/user/messages/{}", patient.id);
        let told = server.ask("GET", &own, &patient.token, None).await;
        assert_eq!(
            told.body["data"],
            json!({"channels": [], "proved": false, "channel": null, "only": false, "messages": []})
        );
        assert_eq!(server.get("/user/api/login/ways").await.body["data"]["channels"], json!([]));
        let phone = format!("/user/api/user/phone/{}", patient.id);
        let code = json!({"challenge": "x", "code": "123456"});
        for (method, path, body) in [
            ("PUT", own, Some(json!({"channel": "sms"}))),
            ("POST", format!("{phone}/code"), None),
            ("POST", format!("{phone}/proof"), Some(code.clone())),
            ("POST", "/user/api/login/phone".into(), Some(json!({"phone_number": "9800000001"}))),
            ("POST", "/user/api/login/phone/code".into(), Some(code)),
            ("POST", "/api/messages/reports".into(), Some(json!({"reports": []}))),
        ] {
            let refused = server.ask(method, &path, &patient.token, body).await;
            refused.assert_problem(404, "not_found");
            assert_eq!(refused.body["message"], "Messages to phones are not set up here.", "{path}");
        }
        // A user chose the channel while there was a provider.
        let chosen = "UPDATE accounts SET verified_phone = phone, message_channel = 'sms'";
        server.execute(chosen).await;
        confirmed(&server, &patient, &doctor, "10:30").await;
        do_job(&server.app, "phone messages").await;
        do_job(&server.app, "old phone messages").await;
        assert_eq!(
            server.states(&patient).await,
            [("approved".into(), "queued".into())],
            "another instance may send it"
        );
        server.clock.advance(SignedDuration::from_hours(49));
        do_job(&server.app, "old phone messages").await;
        assert_eq!(server.states(&patient).await, [("approved".into(), "failed".into())]);
    })
    .await;
}

//! Messages that fail, are withdrawn and are enqueued concurrently, and the priority of codes.

use std::sync::atomic::AtomicBool;

use doccare::platform::db::{self, Lock};
use doccare::platform::delivery_queue;
use doccare::platform::lang::Lang;
use doccare::platform::phone_messages;
use jiff::SignedDuration;

use super::{confirmed, with_provider};
use crate::harness::TestServer;
use crate::harness::provider::Mood;

async fn count(server: &TestServer, sql: &str) -> i64 {
    server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap()
}

#[tokio::test]
async fn concurrent_failure_and_withdrawal_of_a_message_do_not_deadlock() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        confirmed(&server, &patient, &doctor, "10:30").await;
        receiver.become_one_that(Mood::Answers(422));
        // The withdrawal has begun with `phone_messages`, and comes to `phone_message_queue` when the message is already given up.
        let take_back = "DELETE FROM phone_messages WHERE kind = 'approved' AND state = 'queued'";
        let held = server.hold(None, Some("phone_messages IN SHARE ROW EXCLUSIVE"), take_back).await;
        let step = delivery_queue::step(&server.app.db, server.app.messenger.as_ref().unwrap(), &server.clock);
        let tried = server.meet(held, step).await;
        assert!(tried.is_ok(), "{tried:?}");
        assert_eq!(count(&server, "SELECT count(*) FROM phone_messages WHERE kind = 'approved'").await, 0);
        assert_eq!(count(&server, "SELECT count(*) FROM phone_message_queue").await, 0);
    })
    .await;
}

#[tokio::test]
async fn messages_that_arrive_during_a_drop_are_dropped_by_the_next_run() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        confirmed(&server, &patient, &doctor, "10:30").await;
        let waiting = "SELECT count(*) FROM phone_messages m WHERE m.state = 'queued'
                       AND NOT EXISTS (SELECT 1 FROM phone_message_queue q WHERE q.id = m.id)";
        let give_up = async || {
            let later = server.clock.now_millis() + 3 * 86_400_000;
            let given_up: db::Result<()> = server
                .app
                .db
                .write(async move |tx| {
                    tx.lock(Lock::PhoneMessages).await?;
                    phone_messages::fail_unsent(tx, later).await
                })
                .await;
            given_up.unwrap();
        };
        // It waits for the first message, and the second one is enqueued meanwhile.
        let first = "UPDATE phone_messages SET changed_at = changed_at WHERE kind = 'approved'";
        let held = server.hold_after(first).await;
        let second = async {
            server.until_waiting(1, &AtomicBool::new(false)).await;
            let message = phone_messages::PhoneMessage {
                account_id: patient.id.clone(),
                key: "another".into(),
                about: None,
                to: "9800000001".into(),
                content: phone_messages::MessageContent {
                    channel: phone_messages::Channel::Sms,
                    kind: phone_messages::MessageKind::Soon,
                    lang: Lang::En,
                    variables: vec!["Dr. Ravi".into(), "Mon 16 Nov".into(), "10:30 am".into()],
                    until: server.clock.now_millis() + 86_400_000,
                    needed_by: None,
                    link: None,
                    sealed_for: None,
                },
            };
            let now = server.clock.now();
            let added: db::Result<()> =
                server.app.db.write(async move |tx| phone_messages::enqueue(tx, &[message], now).await).await;
            added.unwrap();
            held.go_on().await;
        };
        if server.app.db.is_multi_instance() {
            futures::future::join(give_up(), second).await;
        } else {
            second.await;
            give_up().await;
        }
        assert_eq!(count(&server, waiting).await, 0, "none waits for ever");
        give_up().await;
        assert_eq!(count(&server, "SELECT count(*) FROM phone_messages WHERE state = 'queued'").await, 0);
        assert_eq!(count(&server, "SELECT count(*) FROM phone_message_queue").await, 0);
    })
    .await;
}

#[tokio::test]
async fn codes_are_sent_before_other_waiting_messages() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        let due = server.clock.now_millis() - 1;
        let until = due + 86_400_000;
        for number in 0..60 {
            server
                .execute(&format!(
                    "INSERT INTO phone_messages (id, account_id, key, channel, kind, state, created_at, changed_at)
                     VALUES ('waits-{number}', '{}', 'waits-{number}', 'sms', 'soon', 'queued', {due}, {due})",
                    patient.id
                ))
                .await;
            server
                .execute(&format!(
                    "INSERT INTO phone_message_queue (id, recipient, content, due_at, tries)
                     VALUES ('waits-{number}', '97000000{number:02}',
                       '{{\"channel\":\"sms\",\"kind\":\"soon\",\"lang\":\"en\",\"variables\":[\"a\",\"b\",\"c\"],\"until\":{until}}}',
                       {due}, 0)"
                ))
                .await;
        }
        server.tick();
        let path = format!("/user/api/user/phone/{}/code", patient.id);
        assert_eq!(server.ask("POST", &path, &patient.token, None).await.status, 200);
        // One step claims fewer than are queued.
        let messenger = server.app.messenger.as_ref().unwrap();
        delivery_queue::step(&server.app.db, messenger, &server.clock).await.unwrap();
        let came = receiver.came();
        assert!(came.len() < 60 && came.iter().any(|came| came.body["kind"] == "code"), "{} came", came.len());
        server.clock.advance(SignedDuration::from_mins(1));
        server.hand_over().await;
        assert_eq!(receiver.came().len(), 61);
    })
    .await;
}

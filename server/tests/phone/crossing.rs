//! Messages that are given up, taken back and added at the same moment, and codes that go before everything else.

use std::sync::atomic::AtomicBool;

use doccare::platform::db::{self, Lock};
use doccare::platform::lang::Lang;
use doccare::platform::messages;
use doccare::platform::outbox::queue;
use jiff::SignedDuration;

use super::{confirmed, with_provider};
use crate::harness::TestServer;
use crate::harness::provider::Mood;

async fn count(server: &TestServer, sql: &str) -> i64 {
    server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap()
}

#[tokio::test]
async fn a_message_that_is_given_up_and_taken_back_at_once_blocks_nobody() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        confirmed(&server, &patient, &doctor, "10:30").await;
        receiver.become_one_that(Mood::Answers(422));
        // Whoever takes it back has begun with `messages`, and comes to `message_queue` when it is given up already.
        let take_back = "DELETE FROM messages WHERE kind = 'approved' AND state = 'queued'";
        let held = server.hold(None, Some("messages IN SHARE ROW EXCLUSIVE"), take_back).await;
        let step = queue::step(&server.app.db, server.app.messenger.as_ref().unwrap(), &server.clock);
        let tried = server.meet(held, step).await;
        assert!(tried.is_ok(), "{tried:?}");
        assert_eq!(count(&server, "SELECT count(*) FROM messages WHERE kind = 'approved'").await, 0);
        assert_eq!(count(&server, "SELECT count(*) FROM message_queue").await, 0);
    })
    .await;
}

#[tokio::test]
async fn what_comes_to_wait_while_all_is_given_up_is_given_up_the_next_time() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        confirmed(&server, &patient, &doctor, "10:30").await;
        let waiting = "SELECT count(*) FROM messages m WHERE m.state = 'queued'
                       AND NOT EXISTS (SELECT 1 FROM message_queue q WHERE q.id = m.id)";
        let give_up = async || {
            let later = server.clock.now_millis() + 3 * 86_400_000;
            let given_up: db::Result<()> = server
                .app
                .db
                .write(async move |tx| {
                    tx.lock(Lock::PhoneMessages).await?;
                    messages::fail_unsent(tx, later).await
                })
                .await;
            given_up.unwrap();
        };
        // It waits for the first message, and the second one comes meanwhile.
        let first = "UPDATE messages SET changed_at = changed_at WHERE kind = 'approved'";
        let held = server.hold_after(first).await;
        let second = async {
            server.until_waiting(1, &AtomicBool::new(false)).await;
            let message = messages::Message {
                account_id: patient.id.clone(),
                key: "another".into(),
                about: None,
                to: "9800000001".into(),
                content: messages::Content {
                    channel: messages::Channel::Sms,
                    kind: messages::MessageKind::Soon,
                    lang: Lang::En,
                    variables: vec!["Dr. Ravi".into(), "Mon 16 Nov".into(), "10:30 am".into()],
                    until: server.clock.now_millis() + 86_400_000,
                    needed_by: None,
                    sealed_for: None,
                },
            };
            let now = server.clock.now();
            let added: db::Result<()> =
                server.app.db.write(async move |tx| messages::enqueue(tx, &[message], now).await).await;
            added.unwrap();
            held.go_on().await;
        };
        if server.app.db.has_neighbours() {
            futures::future::join(give_up(), second).await;
        } else {
            second.await;
            give_up().await;
        }
        assert_eq!(count(&server, waiting).await, 0, "none waits for ever");
        give_up().await;
        assert_eq!(count(&server, "SELECT count(*) FROM messages WHERE state = 'queued'").await, 0);
        assert_eq!(count(&server, "SELECT count(*) FROM message_queue").await, 0);
    })
    .await;
}

#[tokio::test]
async fn a_code_goes_before_whatever_else_waits() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        let due = server.clock.now_millis() - 1;
        let until = due + 86_400_000;
        for number in 0..60 {
            server
                .execute(&format!(
                    "INSERT INTO messages (id, account_id, key, channel, kind, state, created_at, changed_at)
                     VALUES ('waits-{number}', '{}', 'waits-{number}', 'sms', 'soon', 'queued', {due}, {due})",
                    patient.id
                ))
                .await;
            server
                .execute(&format!(
                    "INSERT INTO message_queue (id, recipient, content, due_at, tries)
                     VALUES ('waits-{number}', '97000000{number:02}',
                       '{{\"channel\":\"sms\",\"kind\":\"soon\",\"lang\":\"en\",\"variables\":[\"a\",\"b\",\"c\"],\"until\":{until}}}',
                       {due}, 0)"
                ))
                .await;
        }
        server.tick();
        let path = format!("/user/api/user/phone/{}/code", patient.id);
        assert_eq!(server.ask("POST", &path, &patient.token, None).await.status, 200);
        // One step takes fewer than wait.
        let messenger = server.app.messenger.as_ref().unwrap();
        queue::step(&server.app.db, messenger, &server.clock).await.unwrap();
        let came = receiver.came();
        assert!(came.len() < 60 && came.iter().any(|came| came.body["kind"] == "code"), "{} came", came.len());
        server.clock.advance(SignedDuration::from_mins(1));
        server.hand_over().await;
        assert_eq!(receiver.came().len(), 61);
    })
    .await;
}

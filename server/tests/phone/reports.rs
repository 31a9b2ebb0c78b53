//! The provider's reports: signed, in any order, repeated.

use doccare::platform::phone_messages::sign;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{confirmed, with_provider};
use crate::harness::TestServer;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::provider::{Mood, Receiver, SECRET};
use crate::record::planted::tables_with;

async fn count(server: &TestServer, sql: &str) -> i64 {
    server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap()
}

/// A patient's approved visit, and the id of the message about it, which the provider has accepted.
async fn handed_over(server: &TestServer, receiver: &Receiver) -> (Patient, String, String) {
    let (patient, doctor) = (server.reachable(1, "sms", receiver).await, server.doctor(1).await);
    confirmed(server, &patient, &doctor, "10:30").await;
    server.hand_over().await;
    (patient, doctor, receiver.came().pop().unwrap().idempotency_key)
}

#[tokio::test]
async fn delivery_states_only_advance_in_any_order_of_reports() {
    with_provider(async |server, receiver| {
        let (patient, _, id) = handed_over(&server, &receiver).await;
        let state = async |told: Value| {
            assert_eq!(server.report(json!([told])).await.status, 200);
            server.states(&patient).await[0].1.clone()
        };
        for (told, becomes) in [
            ("queued", "taken"),
            ("taken", "taken"),
            ("failed", "failed"),
            ("failed", "failed"),
            ("taken", "failed"),
            // A receipt is final.
            ("delivered", "delivered"),
            ("delivered", "delivered"),
            ("failed", "delivered"),
            ("taken", "delivered"),
        ] {
            assert_eq!(state(json!({"id": id, "state": told, "reason": "absent"})).await, becomes, "{told}");
        }
        assert_eq!(server.report(json!([{"id": "nobody's", "state": "delivered"}])).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_report_may_come_before_the_answer_and_ends_all_tries() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        for (answer, time) in [(200, "10:30"), (500, "10:45")] {
            receiver.become_one_that(Mood::ReportsFirst(server.url.clone(), answer));
            confirmed(&server, &patient, &doctor, time).await;
            assert_eq!(server.hand_over().await, 1);
            assert_eq!(server.states(&patient).await[0].1, "delivered", "{answer}");
            server.clock.advance(SignedDuration::from_mins(10));
            assert_eq!(server.hand_over().await, 0, "delivered is delivered");
        }
    })
    .await;
}

#[tokio::test]
async fn only_reports_with_a_valid_recent_signature_are_accepted() {
    with_provider(async |server, receiver| {
        let (patient, _, id) = handed_over(&server, &receiver).await;
        let body = json!({"reports": [{"id": id, "state": "delivered"}]}).to_string();
        let now = server.clock.now();
        let good = sign(SECRET, now, body.as_bytes());
        let old = sign(SECRET, now - SignedDuration::from_secs(301), body.as_bytes());
        for signature in ["", "t=1,v1=00", &sign("another secret of 32 characters..", now, body.as_bytes()), &old] {
            server.report_signed(body.clone(), signature).await.assert_problem(401, "unauthenticated");
        }
        server.report_signed(body.replace("delivered", "failed"), &good).await.assert_problem(401, "unauthenticated");
        assert_eq!(server.states(&patient).await[0].1, "taken");
        for wrong in ["[]", "{}", r#"{"reports": [{"id": "x", "state": "read"}]}"#, "not json"] {
            let signature = sign(SECRET, now, wrong.as_bytes());
            server.report_signed(wrong.into(), &signature).await.assert_problem(400, "invalid_request");
        }
        assert_eq!(server.report_signed(body, &good).await.status, 200);
        assert_eq!(server.states(&patient).await[0].1, "delivered");
    })
    .await;
}

#[tokio::test]
async fn reasons_contain_no_number_and_messages_are_in_the_export_until_the_account_is_deleted() {
    with_provider(async |server, receiver| {
        let (patient, doctor, id) = handed_over(&server, &receiver).await;
        let told = json!([{"id": id, "state": "failed", "reason": "9800000001 is switched off"}]);
        assert_eq!(server.report(told).await.status, 200);
        let path = format!("/user/api/user/data/{}", patient.id);
        let data = server.ask("GET", &path, &patient.token, None).await;
        assert_eq!(data.body["data"]["messages"][0]["reason"], "… is switched off", "{}", data.text);
        // Queued messages are deleted with the account.
        confirmed(&server, &patient, &doctor, "10:45").await;
        assert!(tables_with(&server, "9800000001").await.contains("phone_message_queue"));
        let path = format!("/user/api/user/profile/{}", patient.id);
        assert_eq!(server.ask("DELETE", &path, &patient.token, Some(json!({"password": PASSWORD}))).await.status, 200);
        assert!(!tables_with(&server, "9800000001").await.contains("accounts"));
        assert_eq!(count(&server, "SELECT count(*) FROM phone_messages").await, 0);
        assert_eq!(count(&server, "SELECT count(*) FROM phone_message_queue").await, 0);
        assert_eq!(count(&server, "SELECT count(*) FROM phone_codes").await, 0);
    })
    .await;
}

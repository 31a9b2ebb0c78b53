//! Messages that failed for good: the operator sees them with the failed mails, and retries or drops them.

use doccare::identity::passwords::Cost;
use doccare::platform::outbox::{Backlog, count_backlog};
use doccare::platform::phone_messages::Messenger;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{confirmed, start, with_provider};
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::provider::{Mood, Receiver};
use crate::harness::{TestServer, do_job, on_both_engines};
use crate::record::planted::tables_with;

const FAILED: &str = "/admin/api/operations/failed";
const NUMBER: &str = "9800000001";

/// A patient, and a message to them that the provider refused, by its id.
async fn failed_message(server: &TestServer, receiver: &Receiver) -> (Patient, String) {
    server.make_admin().await;
    let (patient, doctor) = (server.reachable(1, "sms", receiver).await, server.doctor(1).await);
    receiver.become_one_that(Mood::Answers(422));
    confirmed(server, &patient, &doctor, "10:30").await;
    server.hand_over().await;
    receiver.become_one_that(Mood::Answers(200));
    assert_eq!(server.states(&patient).await[0], ("approved".into(), "failed".into()));
    let id = receiver.came().pop().unwrap().idempotency_key;
    // The mail to the visit's doctor, with the number.
    server.mails().await;
    (patient, id)
}

/// The operator's list of failures.
async fn listed(server: &TestServer) -> Value {
    let admin = server.admin_token_again().await;
    let answer = server.ask("GET", FAILED, &admin, None).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"].clone()
}

async fn waiting(server: &TestServer) -> Backlog {
    server.app.db.read(async |tx| count_backlog::<Messenger>(tx, server.clock.now_millis()).await).await.unwrap()
}

#[tokio::test]
async fn a_failed_message_is_stored_encrypted_and_resent_unchanged() {
    with_provider(async |server, receiver| {
        let (patient, id) = failed_message(&server, &receiver).await;
        let first = receiver.came().pop().unwrap().body;
        let rows = listed(&server).await;
        assert_eq!(rows.as_array().unwrap().len(), 1, "{rows}");
        assert_eq!(
            (&rows[0]["_id"], &rows[0]["recipient"], &rows[0]["tries"]),
            (&json!(id), &json!(NUMBER), &json!(1))
        );
        assert_eq!(rows[0]["reason"], "refused: the provider answered 422");
        assert_eq!(rows[0]["retryable"], true);
        let sql = "SELECT content, kept FROM mail_queue WHERE failed_at IS NOT NULL";
        let kept: Option<(Option<String>, String)> =
            server.app.db.read(async |tx| tx.first(sql, &[]).await).await.unwrap();
        let (content, kept) = kept.unwrap();
        assert!(content.is_none() && !kept.contains("Number1"), "{kept}");

        server.clock.advance(SignedDuration::from_hours(2));
        let (admin, path) = (server.admin_token_again().await, format!("{FAILED}/{id}/retry"));
        let retried = server.ask("POST", &path, &admin, None).await;
        assert_eq!(retried.status, 200, "{}", retried.text);
        server.ask("POST", &path, &admin, None).await.assert_problem(404, "not_found");
        assert_eq!(listed(&server).await, json!([]));
        assert_eq!(server.states(&patient).await[0], ("approved".into(), "queued".into()));
        // Its waiting time begins now, not when it was written.
        assert_eq!(waiting(&server).await, Backlog { count: 1, since: Some(server.clock.now_millis()) });
        assert_eq!(server.hand_over().await, 1);
        assert_eq!(receiver.came().pop().unwrap().body, first, "with all that it said, under its id");
        assert_eq!(server.states(&patient).await[0].1, "taken");
        let log = server.ask("GET", "/admin/api/audit?action=retry", &admin, None).await;
        let row = &log.body["data"][0];
        let subject = ["kind", "_id", "name"].map(|field| row["subject"][field].as_str().unwrap());
        assert_eq!(subject, ["phonemessage", &id, ""], "no number stays");
        assert_eq!(row["reason"], "refused: the provider answered 422");
    })
    .await;
}

#[tokio::test]
async fn failed_messages_are_dropped_and_deleted_like_mails() {
    with_provider(async |server, receiver| {
        let (patient, id) = failed_message(&server, &receiver).await;
        server.clock.advance(SignedDuration::from_hours(7 * 24 + 1));
        do_job(&server.app, "failed mails").await;
        assert_eq!(listed(&server).await[0]["retryable"], false);
        let (admin, path) = (server.admin_token_again().await, format!("{FAILED}/{id}"));
        server.ask("POST", &format!("{path}/retry"), &admin, None).await.assert_problem(409, "not_changeable");
        assert_eq!(server.ask("DELETE", &path, &admin, None).await.status, 200);
        server.ask("DELETE", &path, &admin, None).await.assert_problem(404, "not_found");
        assert!(!tables_with(&server, NUMBER).await.contains("mail_queue"));
        let log = server.ask("GET", "/admin/api/audit?action=drop", &admin, None).await;
        assert_eq!(log.body["data"][0]["subject"]["kind"], "phonemessage", "{}", log.text);
        assert_eq!(server.states(&patient).await[0].1, "failed", "which its owner still reads");
    })
    .await;
}

/// Runs a statement as an older program would, which does not know of failed messages.
async fn by_older_program(server: &TestServer, sql: &'static str) {
    assert!(server.app.db.write(async move |tx| tx.execute(sql, &[]).await).await.unwrap() > 0, "{sql}");
}

#[tokio::test]
async fn a_message_is_resent_only_to_a_number_and_channel_that_are_still_wanted() {
    with_provider(async |server, receiver| {
        let (_, id) = failed_message(&server, &receiver).await;
        let (admin, path) = (server.admin_token_again().await, format!("{FAILED}/{id}/retry"));
        for sql in [
            "UPDATE accounts SET message_channel = 'whatsapp' WHERE role = 'user'",
            "UPDATE accounts SET message_channel = 'sms', phone = '9811111111' WHERE role = 'user'",
        ] {
            by_older_program(&server, sql).await;
            server.ask("POST", &path, &admin, None).await.assert_problem(409, "not_changeable");
        }
        assert_eq!(server.hand_over().await, 0);
    })
    .await;
}

#[tokio::test]
async fn changed_declined_and_erased_numbers_are_removed_from_the_queue() {
    with_provider(async |server, receiver| {
        let (patient, id) = failed_message(&server, &receiver).await;
        let (admin, path) = (server.admin_token_again().await, format!("{FAILED}/{id}/retry"));
        assert!(tables_with(&server, NUMBER).await.contains("mail_queue"));
        let own = format!("/user/api/user/messages/{}", patient.id);
        let chosen = server.ask("PUT", &own, &patient.token, Some(json!({"channel": ""}))).await;
        assert_eq!(chosen.status, 200, "{}", chosen.text);
        server.ask("POST", &path, &admin, None).await.assert_problem(404, "not_found");
        assert!(!tables_with(&server, NUMBER).await.contains("mail_queue"));
    })
    .await;
    with_provider(async |server, receiver| {
        let (patient, _) = failed_message(&server, &receiver).await;
        let profile = format!("/user/api/user/profile/{}", patient.id);
        let gone = server.ask("DELETE", &profile, &patient.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(gone.status, 200, "{}", gone.text);
        server.mails().await;
        assert!(!tables_with(&server, NUMBER).await.contains("mail_queue"));
    })
    .await;
    for erased in ["DELETE FROM phone_messages", "UPDATE accounts SET state = 'deleted' WHERE role = 'user'"] {
        with_provider(async |server, receiver| {
            failed_message(&server, &receiver).await;
            do_job(&server.app, "failed mails").await;
            assert_eq!(listed(&server).await.as_array().unwrap().len(), 1, "its owner is there");
            by_older_program(&server, erased).await;
            do_job(&server.app, "failed mails").await;
            assert_eq!(listed(&server).await, json!([]), "{erased}");
        })
        .await;
    }
}

#[tokio::test]
async fn delivered_and_outdated_messages_are_not_listed_as_failed() {
    with_provider(async |server, receiver| {
        let (patient, id) = failed_message(&server, &receiver).await;
        assert_eq!(server.report(json!([{"id": id, "state": "failed", "reason": "absent"}])).await.status, 200);
        assert_eq!(listed(&server).await.as_array().unwrap().len(), 1);
        assert_eq!(server.report(json!([{"id": id, "state": "delivered"}])).await.status, 200);
        assert_eq!(listed(&server).await, json!([]));
        receiver.become_one_that(Mood::Answers(422));
        let doctor = server.doctor(2).await;
        let visit = confirmed(&server, &patient, &doctor, "11:30").await;
        server.hand_over().await;
        assert_eq!(listed(&server).await.as_array().unwrap().len(), 1);
        let cancel = format!("/user/api/appointment/cancel/{visit}");
        assert_eq!(server.ask("PATCH", &cancel, &patient.token, None).await.status, 200);
        assert_eq!(listed(&server).await, json!([]));
    })
    .await;
}

#[tokio::test]
async fn without_a_provider_messages_stay_queued() {
    on_both_engines(async |url| {
        let (server, receiver) = start(url.clone(), false).await;
        let (_, id) = failed_message(&server, &receiver).await;
        let other = TestServer::start_by(server.clock.clone(), Cost::Low, url, |_| ()).await;
        let (admin, path) = (other.admin_token_again().await, format!("{FAILED}/{id}/retry"));
        other.ask("POST", &path, &admin, None).await.assert_problem(404, "not_found");
        assert_eq!(listed(&other).await[0]["retryable"], true);
    })
    .await;
}

#[tokio::test]
async fn the_waiting_time_of_a_code_begins_when_it_is_written() {
    with_provider(async |server, _receiver| {
        let patient = server.patient(1).await;
        let path = format!("/user/api/user/phone/{}/code", patient.id);
        assert_eq!(server.ask("POST", &path, &patient.token, None).await.status, 200);
        assert_eq!(waiting(&server).await, Backlog { count: 1, since: Some(server.clock.now_millis()) });
    })
    .await;
}

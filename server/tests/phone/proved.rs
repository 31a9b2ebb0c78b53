//! A verified number: which account it logs in, and when it stops.

use doccare::identity::Role;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{confirmed, with_provider};
use crate::harness::TestServer;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::provider::Receiver;
use crate::logins::{reset, reset_link};

const NEW_PASSWORD: &str = "another long password";

/// The settings of messages in the profile: whether the number is verified, and the channel.
async fn own(server: &TestServer, patient: &Patient) -> (bool, Value) {
    let path = format!("/user/api/user/messages/{}", patient.id);
    let data = server.ask("GET", &path, &patient.token, None).await.body["data"].clone();
    (data["proved"].as_bool().unwrap(), data["channel"].clone())
}

/// How the consents to messages of an account ended; empty while one is valid.
async fn message_consents(server: &TestServer, id: &str) -> Vec<String> {
    let sql = "SELECT COALESCE(ended_by, '') FROM consents WHERE subject_id = $1 AND purpose = 'messages' ORDER BY id";
    server.app.db.read(async |tx| tx.all(sql, &[&id]).await).await.unwrap()
}

async fn change_number(server: &TestServer, patient: &Patient, number: &str) {
    let body = json!({"phone_number": number, "current_password": PASSWORD});
    let path = format!("/user/api/user/profile/{}", patient.id);
    assert_eq!(server.ask("PUT", &path, &patient.token, Some(body)).await.status, 200);
}

async fn log_in(server: &TestServer, name: &str, password: &str) -> Value {
    let entered = server.post("/user/api/login", json!({"email": name, "password": password})).await;
    assert_eq!(entered.status, 200, "{}", entered.text);
    entered.body
}

#[tokio::test]
async fn changing_the_password_with_the_old_one_keeps_the_proved_number() {
    with_provider(async |server, receiver| {
        let mut patient = server.reachable(1, "sms", &receiver).await;
        confirmed(&server, &patient, &server.doctor(1).await, "10:30").await;
        let body = json!({"current_password": PASSWORD, "password": NEW_PASSWORD});
        let changed = server.ask("PUT", "/user/api/password", &patient.token, Some(body)).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        patient.token = changed.body["token"].as_str().unwrap().to_owned();
        assert_eq!(own(&server, &patient).await, (true, json!("sms")));
        assert_eq!(message_consents(&server, &patient.id).await, [""]);
        assert_eq!(server.hand_over().await, 1, "what waits still goes");
    })
    .await;
}

/// The subjects of the mails to a patient.
async fn subjects(server: &TestServer, patient: &Patient) -> Vec<String> {
    let mails = server.mails().await;
    let to_owner = mails.iter().filter(|mail| mail.header("to").contains(&patient.email));
    to_owner.map(|mail| mail.header("subject").to_owned()).collect()
}

async fn reset_password(server: &TestServer, patient: &mut Patient) {
    let link = reset_link(server, Role::User, &patient.email).await;
    server.tick();
    let done = reset(server, &link, NEW_PASSWORD).await;
    assert_eq!(done.status, 200, "{}", done.text);
    let entered = log_in(server, &patient.email, NEW_PASSWORD).await;
    entered["token"].as_str().unwrap().clone_into(&mut patient.token);
}

#[tokio::test]
async fn a_reset_by_link_drops_the_verified_number_and_notifies_by_mail_and_message() {
    with_provider(async |server, receiver| {
        let mut patient = server.reachable(1, "whatsapp", &receiver).await;
        confirmed(&server, &patient, &server.doctor(1).await, "10:30").await;
        let before = receiver.came().len();
        // At night too, because the message is urgent.
        server.clock.advance(SignedDuration::from_hours(14));
        reset_password(&server, &mut patient).await;
        assert_eq!(own(&server, &patient).await, (false, Value::Null));
        assert_eq!(message_consents(&server, &patient.id).await, ["withdrawn"]);
        server.hand_over().await;
        let came: Vec<Value> = receiver.came().into_iter().skip(before).map(|came| came.body).collect();
        assert_eq!(came.len(), 1, "what waited about the visit was withdrawn: {came:?}");
        let told = (&came[0]["kind"], &came[0]["channel"], &came[0]["to"]);
        assert_eq!(told, (&json!("reset"), &json!("whatsapp"), &json!("+919800000001")));
        assert!(came[0]["text"].as_str().unwrap().contains("password"), "{}", came[0]);
        let told = subjects(&server, &patient).await;
        assert!(told.iter().any(|subject| subject == "Your password was reset"), "{told:?}");
        let mails = server.mails().await;
        let mail = mails.iter().rfind(|mail| mail.header("subject") == "Your password was reset").unwrap();
        let text = mail.text("text/plain").unwrap();
        assert!(text.contains("confirm your mobile number again"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn a_reset_without_a_proved_number_sends_no_message_and_does_not_speak_of_one() {
    with_provider(async |server, receiver| {
        let mut patient = server.patient(1).await;
        reset_password(&server, &mut patient).await;
        assert_eq!((server.hand_over().await, receiver.came().len()), (0, 0));
        let mails = server.mails().await;
        let mail = mails.iter().rfind(|mail| mail.header("subject") == "Your password was reset").unwrap();
        let text = mail.text("text/plain").unwrap();
        assert!(!text.contains("mobile number"), "{text}");
    })
    .await;
}

/// Every way in which a verification ends also ends the consent and withdraws queued messages.
#[tokio::test]
async fn changing_or_losing_the_number_ends_the_consent_to_messages() {
    with_provider(async |server, receiver| {
        let doctor = server.doctor(1).await;
        let (changing, losing) =
            (server.reachable(1, "sms", &receiver).await, server.reachable(2, "sms", &receiver).await);
        confirmed(&server, &changing, &doctor, "10:30").await;
        confirmed(&server, &losing, &doctor, "10:45").await;
        change_number(&server, &changing, "9811111111").await;
        let other = server.patient(3).await;
        change_number(&server, &other, "9800000002").await;
        server.prove_number(&other, &receiver).await;
        for patient in [&changing, &losing] {
            assert_eq!(own(&server, patient).await, (false, Value::Null));
            assert_eq!(message_consents(&server, &patient.id).await, ["withdrawn"]);
        }
        let waits = "SELECT count(*) FROM phone_messages WHERE state = 'queued'";
        let waits = server.app.db.read(async |tx| tx.count(waits, &[]).await).await.unwrap();
        assert_eq!(waits, 0, "nothing goes to a number that is no longer theirs");
    })
    .await;
}

/// Three accounts with one number.
async fn sharing(server: &TestServer, receiver: &Receiver) -> [Patient; 3] {
    let patients = [server.patient(1).await, server.patient(2).await, server.patient(3).await];
    for patient in &patients[1..] {
        server.tick();
        change_number(server, patient, "9800000001").await;
    }
    server.prove_number(&patients[2], receiver).await;
    patients
}

#[tokio::test]
async fn a_number_signs_in_the_account_that_proved_it_and_else_the_one_that_had_it_first() {
    with_provider(async |server, receiver| {
        let [first, _, proved] = sharing(&server, &receiver).await;
        let holder = async || log_in(&server, "9800000001", PASSWORD).await["data"]["_id"].clone();
        assert_eq!(holder().await, proved.id.as_str());
        // An account that may not log in does not block the number for others.
        server.execute(&format!("UPDATE accounts SET state = 'blocked' WHERE id = '{}'", proved.id)).await;
        assert_eq!(holder().await, first.id.as_str());
        server.execute(&format!("UPDATE accounts SET state = 'active' WHERE id = '{}'", proved.id)).await;
        assert_eq!(holder().await, proved.id.as_str());
        // A verification is valid while it is the account's number.
        let proved = proved.again(&server).await;
        change_number(&server, &proved, "9833333333").await;
        assert_eq!(holder().await, first.id.as_str());
    })
    .await;
}

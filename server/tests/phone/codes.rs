//! Codes: six digits, five minutes, five attempts; they verify a number, and log in an account with a verified number.

use doccare::identity::Role;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::with_provider;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::provider::Receiver;
use crate::harness::{Answer, TestServer};
use crate::logins::{reset, reset_link};
use crate::record::planted::tables_with;

const ASK: &str = "/user/api/login/phone";
const ENTER: &str = "/user/api/login/phone/code";

async fn ask_to_prove(server: &TestServer, patient: &Patient) -> Answer {
    server.tick();
    server.ask("POST", &format!("/user/api/user/phone/{}/code", patient.id), &patient.token, None).await
}

async fn prove(server: &TestServer, patient: &Patient, challenge: &Value, code: &str) -> Answer {
    let body = json!({"challenge": challenge, "code": code});
    server.ask("POST", &format!("/user/api/user/phone/{}/proof", patient.id), &patient.token, Some(body)).await
}

async fn ask(server: &TestServer, number: &str) -> Value {
    server.tick();
    let asked = server.post(ASK, json!({"phone_number": number})).await;
    assert_eq!(asked.status, 200, "{}", asked.text);
    asked.body["data"]["challenge"].clone()
}

async fn enter(server: &TestServer, challenge: &Value, code: &str) -> Answer {
    server.post(ENTER, json!({"challenge": challenge, "code": code})).await
}

/// A different code.
fn wrong(code: &str) -> String {
    let first = if code.starts_with('0') { "1" } else { "0" };
    format!("{first}{}", &code[1..])
}

/// Logs in by a code to the number.
async fn log_in(server: &TestServer, receiver: &Receiver, number: &str) -> Answer {
    let challenge = ask(server, number).await;
    server.hand_over().await;
    enter(server, &challenge, &receiver.code()).await
}

#[tokio::test]
async fn a_number_is_verified_by_the_code_that_is_sent_to_it() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        let own = format!("/user/api/user/messages/{}", patient.id);
        let early = server.ask("PUT", &own, &patient.token, Some(json!({"channel": "sms"}))).await;
        early.assert_problem(409, "not_changeable");
        let challenge = ask_to_prove(&server, &patient).await.body["data"]["challenge"].clone();
        let waiting =
            server.app.db.read(async |tx| tx.first::<String>("SELECT content FROM phone_message_queue", &[]).await);
        let content = waiting.await.unwrap().unwrap();
        server.hand_over().await;
        let code = receiver.code();
        assert!(!content.contains(&code), "the database never holds it");
        assert_eq!(tables_with(&server, &code).await.len(), 0);
        assert_eq!(prove(&server, &patient, &challenge, &wrong(&code)).await.bad_fields(), ["code"]);
        assert_eq!(prove(&server, &patient, &json!("made up"), &code).await.status, 410);
        let other = server.patient(2).await;
        assert_eq!(prove(&server, &other, &challenge, &code).await.status, 410, "it is another's");
        assert_eq!(enter(&server, &challenge, &code).await.status, 410, "it is for something else");
        assert_eq!(prove(&server, &patient, &challenge, &code).await.status, 200);
        assert_eq!(prove(&server, &patient, &challenge, &code).await.status, 410, "once");
        let told = server.ask("GET", &own, &patient.token, None).await.body["data"].clone();
        assert_eq!((&told["proved"], &told["channel"]), (&json!(true), &json!(null)));
        assert_eq!(told["channels"], json!(["sms", "whatsapp"]));
    })
    .await;
}

#[tokio::test]
async fn an_sms_with_a_code_ends_with_the_origin_bound_line() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        ask_to_prove(&server, &patient).await;
        server.hand_over().await;
        let (code, body) = (receiver.code(), receiver.came().pop().unwrap().body);
        let text = body["text"].as_str().unwrap();
        assert_eq!(body["channel"], "sms");
        // The harness' public address is https://care.example.
        assert_eq!(text.lines().last(), Some(format!("@care.example #{code}").as_str()), "{text}");
        assert_eq!((&body["variables"], &body["segments"]), (&json!([code, code]), &json!(1)));
    })
    .await;
}

#[tokio::test]
async fn a_code_ends_after_five_minutes_and_after_five_wrong_ones() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        let challenge = ask_to_prove(&server, &patient).await.body["data"]["challenge"].clone();
        server.hand_over().await;
        server.clock.advance(SignedDuration::from_mins(5));
        assert_eq!(prove(&server, &patient, &challenge, &receiver.code()).await.status, 410);
        let challenge = ask_to_prove(&server, &patient).await.body["data"]["challenge"].clone();
        server.hand_over().await;
        let code = receiver.code();
        for _ in 0..5 {
            assert_eq!(prove(&server, &patient, &challenge, &wrong(&code)).await.status, 422);
        }
        assert_eq!(prove(&server, &patient, &challenge, &code).await.status, 410);
        server.prove_number(&patient, &receiver).await;
        let challenge = ask(&server, "9800000001").await;
        server.hand_over().await;
        let code = receiver.code();
        for _ in 0..5 {
            enter(&server, &challenge, &wrong(&code)).await.assert_problem(401, "wrong_code");
        }
        enter(&server, &challenge, &code).await.assert_problem(410, "challenge_ended");
    })
    .await;
}

#[tokio::test]
async fn an_account_with_a_verified_number_logs_in_by_a_code() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        let entered = log_in(&server, &receiver, "+91 98000 00001").await;
        assert_eq!(entered.status, 200, "{}", entered.text);
        assert_eq!(entered.body["data"]["_id"], patient.id.as_str());
        let token = entered.body["token"].as_str().unwrap();
        assert_eq!(server.ask("GET", "/user/api/sessions", token, None).await.status, 200);
        // A new password ends pending codes.
        let challenge = ask(&server, "9800000001").await;
        server.hand_over().await;
        let password = json!({"current_password": PASSWORD, "password": "another long password"});
        assert_eq!(server.ask("PUT", "/user/api/password", token, Some(password)).await.status, 200);
        assert_eq!(enter(&server, &challenge, &receiver.code()).await.status, 410);
    })
    .await;
}

#[tokio::test]
async fn a_login_by_code_does_not_reveal_whether_a_number_is_known() {
    with_provider(async |server, receiver| {
        let known = server.patient(1).await;
        server.prove_number(&known, &receiver).await;
        // An account with a number that was never verified.
        server.patient(2).await;
        let blocked = server.patient(3).await;
        server.prove_number(&blocked, &receiver).await;
        server.execute(&format!("UPDATE accounts SET state = 'blocked' WHERE id = '{}'", blocked.id)).await;
        let before = receiver.came().len();
        let mut heard = Vec::new();
        for number in ["9800000001", "9800000002", "9800000003", "9800000009"] {
            let asked = server.post(ASK, json!({"phone_number": number})).await;
            let challenge = asked.body["data"]["challenge"].clone();
            assert_eq!(challenge.as_str().unwrap().len(), 64);
            let mut answers = vec![(asked.status, asked.body["message"].clone())];
            for _ in 0..6 {
                // Wrong, except once in a million.
                let answer = enter(&server, &challenge, "000000").await;
                answers.push((answer.status, answer.body["message"].clone()));
            }
            heard.push(answers);
        }
        assert!(heard.iter().all(|answers| *answers == heard[0]), "{heard:#?}");
        assert_eq!(heard[0].iter().map(|(status, _)| *status).collect::<Vec<_>>(), [200, 401, 401, 401, 401, 401, 410]);
        server.hand_over().await;
        assert_eq!(receiver.came().len(), before + 1, "one of them got a code");
    })
    .await;
}

#[tokio::test]
async fn a_changed_number_must_be_verified_again_and_belongs_to_one_account() {
    with_provider(async |server, receiver| {
        let (patient, other) = (server.reachable(1, "sms", &receiver).await, server.patient(2).await);
        let change = async |patient: &Patient, number: &str| {
            let body = json!({"phone_number": number, "current_password": PASSWORD});
            let path = format!("/user/api/user/profile/{}", patient.id);
            assert_eq!(server.ask("PUT", &path, &patient.token, Some(body)).await.status, 200);
        };
        let own = async |patient: &Patient| {
            let path = format!("/user/api/user/messages/{}", patient.id);
            let told = server.ask("GET", &path, &patient.token, None).await.body["data"].clone();
            (told["proved"].as_bool().unwrap(), told["channel"].clone())
        };
        assert_eq!(own(&patient).await, (true, json!("sms")));
        // The number gets another owner, who verifies it.
        change(&other, "9800000001").await;
        server.prove_number(&other, &receiver).await;
        assert!(own(&other).await.0);
        assert_eq!(own(&patient).await, (false, json!(null)), "what is sent there is read by who has it now");
        let entered = log_in(&server, &receiver, "9800000001").await;
        assert_eq!(entered.body["data"]["_id"], other.id.as_str());
        change(&other, "9811111111").await;
        assert_eq!(own(&other).await, (false, json!(null)));
        // A code to the previous number verifies nothing.
        let challenge = ask_to_prove(&server, &other).await.body["data"]["challenge"].clone();
        server.hand_over().await;
        let code = receiver.code();
        change(&other, "9822222222").await;
        assert_eq!(prove(&server, &other, &challenge, &code).await.status, 410);
    })
    .await;
}

#[tokio::test]
async fn a_password_reset_ends_the_verification_of_the_number() {
    with_provider(async |server, receiver| {
        let patient = server.reachable(1, "sms", &receiver).await;
        let link = reset_link(&server, Role::User, &patient.email).await;
        assert_eq!(reset(&server, &link, "a new password").await.status, 200);
        let codes = || receiver.came().into_iter().filter(|came| came.body["kind"] == "code").count();
        let before = codes();
        ask(&server, "9800000001").await;
        server.hand_over().await;
        assert_eq!(codes(), before, "nobody gets a code");
    })
    .await;
}

#[tokio::test]
async fn a_long_unused_number_needs_the_password_once() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        let with_password = async |challenge: &Value, code: &str, password: &str| {
            server.post(ENTER, json!({"challenge": challenge, "code": code, "password": password})).await
        };
        server.clock.advance(SignedDuration::from_hours(60 * 24));
        let challenge = ask(&server, "9800000001").await;
        server.hand_over().await;
        let code = receiver.code();
        let refused = enter(&server, &challenge, &code).await;
        assert_eq!((refused.status, refused.bad_fields()), (422, vec!["password"]), "{}", refused.text);
        assert!(refused.body["message"].as_str().unwrap().contains("is a new device"), "{}", refused.text);
        assert_eq!(with_password(&challenge, &code, "not the password").await.bad_fields(), ["password"]);
        with_password(&challenge, &wrong(&code), PASSWORD).await.assert_problem(401, "wrong_code");
        assert_eq!(with_password(&challenge, &code, PASSWORD).await.status, 200, "the code was good all along");
        assert_eq!(log_in(&server, &receiver, "9800000001").await.status, 200, "once");
        // Without a time the number counts as verified long ago.
        server.execute("UPDATE accounts SET phone_verified_at = NULL").await;
        assert_eq!(log_in(&server, &receiver, "9800000001").await.bad_fields(), ["password"]);
        server.prove_number(&patient.again(&server).await, &receiver).await;
        assert_eq!(log_in(&server, &receiver, "9800000001").await.status, 200, "proved anew by who is signed in");
        let unknown = ask(&server, "9800000009").await;
        assert_eq!(with_password(&unknown, &code, PASSWORD).await.bad_fields(), ["password"], "nobody learns more");
    })
    .await;
}

#[tokio::test]
async fn the_owner_is_mailed_about_a_verified_number_and_logins_by_code() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        let told = async || {
            let mails = server.mails().await;
            let to_owner = mails.iter().filter(|mail| mail.header("to").contains(&patient.email));
            to_owner.map(|mail| mail.header("subject").to_owned()).collect::<Vec<_>>()
        };
        server.mark_unreached(&patient.email).await;
        server.prove_number(&patient, &receiver).await;
        assert_eq!(told().await, ["Your mobile number is confirmed"]);
        let challenge = ask(&server, "9800000001").await;
        server.hand_over().await;
        let code = receiver.code();
        enter(&server, &challenge, &wrong(&code)).await.assert_problem(401, "wrong_code");
        assert_eq!(told().await.len(), 1, "nobody signed in");
        assert_eq!(enter(&server, &challenge, &code).await.status, 200);
        let told = told().await;
        assert!(told.len() == 2 && told.contains(&"A login with a code".to_owned()), "{told:?}");
    })
    .await;
}

/// The owner is notified that the number was lost, even if mails bounced: it may be an attack.
#[tokio::test]
async fn an_account_that_loses_its_number_to_another_gets_a_mail() {
    with_provider(async |server, receiver| {
        let (former, other) = (server.reachable(1, "sms", &receiver).await, server.patient(2).await);
        server.mark_unreached(&former.email).await;
        let body = json!({"phone_number": "9800000001", "current_password": PASSWORD});
        let path = format!("/user/api/user/profile/{}", other.id);
        assert_eq!(server.ask("PUT", &path, &other.token, Some(body)).await.status, 200);
        let known = server.mails().await.len();
        server.prove_number(&other, &receiver).await;
        let mails = server.mails().await;
        let to_former: Vec<_> =
            mails[known..].iter().filter(|mail| mail.header("to").contains(&former.email)).collect();
        assert_eq!(to_former.len(), 1, "one mail to the account that had the number");
        assert_eq!(to_former[0].header("subject"), "Another account has confirmed your mobile number");
        let text = to_former[0].text("text/plain").unwrap();
        assert!(!text.contains(&other.email) && !text.contains(&other.id), "it does not say whose it is now: {text}");
        // Verified again by the same account, it is lost by no other.
        let known = mails.len();
        server.prove_number(&other, &receiver).await;
        let again = server.mails().await;
        assert!(again[known..].iter().all(|mail| !mail.header("to").contains(&former.email)));
    })
    .await;
}

//! A login by code on known and on new devices. Carriers reassign unused numbers after 90 days.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::with_provider;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::provider::Receiver;
use crate::harness::{Answer, TestServer};
use crate::logins::{self, link_of};

const NUMBER: &str = "9800000001";
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The device cookie that an answer sets, as a browser sends it back.
pub fn cookie(answer: &Answer) -> String {
    let set = answer.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let mut devices = set.filter_map(|cookie| cookie.split(';').next()).filter(|cookie| cookie.contains("-device="));
    devices.next().unwrap_or_default().to_owned()
}

/// Logs in with the password on a new device, and returns its cookie.
pub async fn new_device(server: &TestServer, patient: &Patient) -> String {
    let entered = server.post("/user/api/login", json!({"email": patient.email, "password": PASSWORD})).await;
    assert_eq!(entered.status, 200, "{}", entered.text);
    cookie(&entered)
}

async fn post(server: &TestServer, path: &str, device: &str, body: Value) -> Answer {
    Answer::read(server.request("POST", path).header("cookie", device).json(&body)).await
}

/// A code to the number, and its challenge.
async fn code(server: &TestServer, receiver: &Receiver, device: &str) -> Value {
    server.tick();
    let asked = post(server, "/user/api/login/phone", device, json!({"phone_number": NUMBER})).await;
    assert_eq!(asked.status, 200, "{}", asked.text);
    server.hand_over().await;
    json!({"challenge": asked.body["data"]["challenge"], "code": receiver.code()})
}

async fn log_in(server: &TestServer, receiver: &Receiver, device: &str) -> Answer {
    let body = code(server, receiver, device).await;
    post(server, "/user/api/login/phone/code", device, body).await
}

#[tokio::test]
async fn a_number_that_was_not_used_for_60_days_needs_the_password_on_a_new_device() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        server.clock.advance(DAY * 59);
        assert_eq!(log_in(&server, &receiver, "").await.status, 200, "used 59 days ago");
        server.clock.advance(DAY * 59);
        assert_eq!(log_in(&server, &receiver, "").await.status, 200, "a login by code is a use of the number");
        server.clock.advance(DAY * 60);
        let mut body = code(&server, &receiver, "").await;
        let refused = post(&server, "/user/api/login/phone/code", "", body.clone()).await;
        assert_eq!((refused.status, refused.bad_fields()), (422, vec!["password"]), "{}", refused.text);
        body["password"] = json!(PASSWORD);
        assert_eq!(post(&server, "/user/api/login/phone/code", "", body).await.status, 200);
        assert_eq!(log_in(&server, &receiver, "").await.status, 200, "the password confirmed the number");
    })
    .await;
}

#[tokio::test]
async fn a_known_device_signs_in_by_code_alone() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        let device = new_device(&server, &patient).await;
        assert!(!device.is_empty(), "a login marks the device");
        let stranger = new_device(&server, &server.patient(2).await).await;
        server.clock.advance(DAY * 80);
        assert_eq!(log_in(&server, &receiver, &stranger).await.bad_fields(), ["password"], "known to somebody else");
        assert_eq!(log_in(&server, &receiver, &device).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_login_link_replaces_the_password_and_does_not_verify_the_number() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        server.clock.advance(DAY * 60);
        let mut wrong = code(&server, &receiver, "").await;
        let right = wrong["code"].take();
        wrong["code"] = json!(if right == "000000" { "000001" } else { "000000" });
        let link = async |body: &Value| post(&server, "/user/api/login/phone/link", "", body.clone()).await;
        link(&wrong).await.assert_problem(401, "wrong_code");
        wrong["code"] = right;
        assert_eq!(link(&wrong).await.status, 200);
        link(&wrong).await.assert_problem(410, "challenge_ended");
        let mails = server.mails().await;
        let mailed: Vec<String> = mails.iter().filter_map(|mail| link_of(mail, "login/link")).collect();
        assert_eq!(mailed.len(), 1, "one link for one code");
        let token = json!({"token": mailed[0]});
        let entered = server.post("/user/api/login/link", token.clone()).await;
        assert_eq!((entered.status, &entered.body["data"]["_id"]), (200, &json!(patient.id)), "{}", entered.text);
        server.post("/user/api/login/link", token).await.assert_problem(410, "link_ended");
        // The new owner of the number, without the mailbox, still has to enter the password.
        assert_eq!(log_in(&server, &receiver, "").await.bad_fields(), ["password"]);
        assert_eq!(log_in(&server, &receiver, &cookie(&entered)).await.status, 200, "this device is known now");
    })
    .await;
}

#[tokio::test]
async fn a_login_link_ends_after_an_hour_and_with_the_password() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        let link = async || {
            let body = code(&server, &receiver, "").await;
            assert_eq!(post(&server, "/user/api/login/phone/link", "", body).await.status, 200);
            let mails = server.mails().await;
            json!({"token": mails.iter().rev().find_map(|mail| link_of(mail, "login/link")).unwrap()})
        };
        let late = link().await;
        server.clock.advance(SignedDuration::from_hours(1));
        server.post("/user/api/login/link", late).await.assert_problem(410, "link_ended");
        let ended = link().await;
        let body = json!({"current_password": PASSWORD, "password": "another long password"});
        let token = patient.again(&server).await.token;
        assert_eq!(server.ask("PUT", "/user/api/password", &token, Some(body)).await.status, 200);
        server.post("/user/api/login/link", ended).await.assert_problem(410, "link_ended");
        let blocked = link().await;
        server.execute(&format!("UPDATE accounts SET state = 'blocked' WHERE id = '{}'", patient.id)).await;
        server.post("/user/api/login/link", blocked).await.assert_problem(403, "blocked");
        server.post("/user/api/login/link", json!({"token": "made up"})).await.assert_problem(410, "link_ended");
    })
    .await;
}

/// A reader of the old mailbox must not log in by a link that was mailed there before.
#[tokio::test]
async fn a_link_that_was_mailed_to_the_old_address_ends_when_the_address_changes() {
    with_provider(async |server, receiver| {
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        let body = json!({"email": "new1@example.org", "current_password": PASSWORD});
        let path = format!("/user/api/user/profile/{}", patient.id);
        assert_eq!(server.ask("PUT", &path, &patient.token, Some(body)).await.status, 200);
        let body = code(&server, &receiver, "").await;
        assert_eq!(post(&server, "/user/api/login/phone/link", "", body).await.status, 200);
        let mails = server.mails().await;
        let old = mails.iter().rev().find_map(|mail| link_of(mail, "login/link")).expect("a link to the old address");
        let confirmation = logins::confirmation(&server, "new1@example.org").await;
        assert_eq!(logins::confirm(&server, &confirmation).await.status, 200);
        server.post("/user/api/login/link", json!({"token": old})).await.assert_problem(410, "link_ended");
    })
    .await;
}

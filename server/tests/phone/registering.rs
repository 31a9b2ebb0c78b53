//! Accounts by number: registered and entered by a code, with neither address nor password, until their owner adds these.

use std::collections::BTreeSet;

use doccare::platform::db::Result;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::devices::cookie;
use super::{MONDAY, decide, start, with_limits, with_provider};
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::provider::Receiver;
use crate::harness::{Answer, TestServer, on_both_engines, with_server};

const ASK: &str = "/user/api/register/phone";
const ENTER: &str = "/user/api/register/phone/code";
pub const NUMBER: &str = "9847012345";

pub async fn post(server: &TestServer, path: &str, device: &str, body: Value) -> Answer {
    Answer::read(server.request("POST", path).header("cookie", device).json(&body)).await
}

/// A code that came to the number, and what it is sent back with.
pub async fn code(server: &TestServer, receiver: &Receiver, number: &str, device: &str) -> Value {
    server.tick();
    let asked = post(server, ASK, device, json!({"phone_number": number})).await;
    assert_eq!(asked.status, 200, "{}", asked.text);
    server.hand_over().await;
    json!({"challenge": asked.body["data"]["challenge"], "code": receiver.code()})
}

/// Enters by a code on a device, with a name where an account may be new.
pub async fn enter(server: &TestServer, receiver: &Receiver, number: &str, name: &str, device: &str) -> Answer {
    let mut body = code(server, receiver, number, device).await;
    body["username"] = json!(name);
    post(server, ENTER, device, body).await
}

pub fn patient_of(entered: &Answer) -> Patient {
    assert_eq!(entered.status, 200, "{}", entered.text);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Patient { id: text(&entered.body["data"]["_id"]), token: text(&entered.body["token"]), email: String::new() }
}

/// A patient with a number and nothing else.
pub async fn newcomer(server: &TestServer, receiver: &Receiver) -> Patient {
    patient_of(&enter(server, receiver, NUMBER, "Devi", "").await)
}

async fn profile(server: &TestServer, patient: &Patient) -> Value {
    let path = format!("/user/api/user/profile/{}", patient.id);
    let own = server.ask("GET", &path, &patient.token, None).await;
    assert_eq!(own.status, 200, "{}", own.text);
    own.body["data"].clone()
}

/// A fresh code to the own number, which takes the place of the password.
pub async fn own_code(server: &TestServer, receiver: &Receiver, patient: &Patient) -> Value {
    server.tick();
    let path = format!("/user/api/user/phone/{}/code", patient.id);
    let asked = server.ask("POST", &path, &patient.token, None).await;
    assert_eq!(asked.status, 200, "{}", asked.text);
    server.hand_over().await;
    json!({"challenge": asked.body["data"]["challenge"], "code": receiver.code()})
}

fn with(proof: &Value, field: &str, value: &str) -> Value {
    let mut body = proof.clone();
    body[field] = json!(value);
    body
}

fn wrong(proof: &Value) -> Value {
    let other = if proof["code"] == "000000" { "000001" } else { "000000" };
    with(proof, "code", other)
}

async fn count(server: &TestServer, sql: &'static str) -> i64 {
    let counted: Result<i64> = server.app.db.read(async |tx| tx.count(sql, &[]).await).await;
    counted.unwrap()
}

#[tokio::test]
async fn a_new_number_gets_an_account_by_its_code_and_a_name() {
    with_provider(async |server, receiver| {
        let mut body = code(&server, &receiver, "+91 98470 12345", "").await;
        post(&server, ENTER, "", wrong(&body)).await.assert_problem(401, "wrong_code");
        let nameless = post(&server, ENTER, "", body.clone()).await;
        assert_eq!((nameless.status, nameless.bad_fields()), (422, vec!["username"]), "{}", nameless.text);
        assert_eq!(post(&server, ENTER, "", with(&body, "username", &"x".repeat(101))).await.status, 422);
        body["username"] = json!("  Devi   Nair ");
        let patient = patient_of(&post(&server, ENTER, "", body.clone()).await);
        // The answer was lost: the same again gets the same session, and nobody else does.
        let again = patient_of(&post(&server, ENTER, "", body.clone()).await);
        assert_eq!((&again.id, &again.token), (&patient.id, &patient.token));
        assert_eq!(count(&server, "SELECT count(*) FROM sessions").await, 1);
        post(&server, ENTER, "", wrong(&body)).await.assert_problem(410, "challenge_ended");
        server.clock.advance(SignedDuration::from_mins(5));
        post(&server, ENTER, "", body).await.assert_problem(410, "challenge_ended");
        let own = profile(&server, &patient).await;
        assert_eq!(
            (&own["username"], &own["email"], &own["phone_number"], &own["hasPassword"]),
            (&json!("Devi Nair"), &json!(""), &json!(NUMBER), &json!(false))
        );
        // The notice is agreed to as at every registration, and messages go to the number.
        let path = format!("/user/api/user/data/{}", patient.id);
        let data = server.ask("GET", &path, &patient.token, None).await.body["data"].clone();
        let purposes: BTreeSet<&str> =
            data["consents"].as_array().unwrap().iter().filter_map(|one| one["purpose"].as_str()).collect();
        assert_eq!(purposes, BTreeSet::from(["account", "messages"]));
        let messages = format!("/user/api/user/messages/{}", patient.id);
        let own = server.ask("GET", &messages, &patient.token, None).await.body["data"].clone();
        assert_eq!((&own["proved"], &own["channel"]), (&json!(true), &json!("sms")));
        // The second time the same account, whatever name comes along.
        let again = patient_of(&enter(&server, &receiver, NUMBER, "Somebody", "").await);
        assert_eq!(again.id, patient.id);
        assert_eq!(count(&server, "SELECT count(*) FROM users WHERE username <> ''").await, 1);
        // No password logs in where there is none.
        for password in ["", " ", PASSWORD] {
            let login = server.post("/user/api/login", json!({"email": NUMBER, "password": password})).await;
            assert!([401, 422].contains(&login.status), "{}", login.text);
        }
    })
    .await;
}

#[tokio::test]
async fn a_code_sent_back_again_opens_no_session_that_was_ended_or_of_an_account_that_is_blocked() {
    with_provider(async |server, receiver| {
        let mut body = code(&server, &receiver, NUMBER, "").await;
        body["username"] = json!("Devi");
        let (one, two) = tokio::join!(post(&server, ENTER, "", body.clone()), post(&server, ENTER, "", body.clone()));
        let (one, two) = (patient_of(&one), patient_of(&two));
        assert_eq!((&one.id, &one.token), (&two.id, &two.token), "at once");
        let set = async |state: &str| {
            server.execute(&format!("UPDATE accounts SET state = '{state}' WHERE id = '{}'", one.id)).await;
        };
        set("blocked").await;
        post(&server, ENTER, "", body.clone()).await.assert_problem(410, "challenge_ended");
        set("active").await;
        assert_eq!(post(&server, ENTER, "", body.clone()).await.status, 200);
        assert_eq!(server.ask("POST", "/user/api/logout", &one.token, None).await.status, 200);
        post(&server, ENTER, "", body).await.assert_problem(410, "challenge_ended");
    })
    .await;
}

#[tokio::test]
async fn an_account_by_number_books_and_is_told_by_message() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (newcomer(&server, &receiver).await, server.doctor(1).await);
        let visit = server.booked(&patient, &doctor, MONDAY, "10:00").await;
        // Before the decision, which withdraws it.
        server.hand_over().await;
        decide(&server, &doctor, "approve", &visit).await;
        server.hand_over().await;
        let kinds: Vec<String> =
            receiver.came().iter().map(|came| came.body["kind"].as_str().unwrap().to_owned()).collect();
        assert!(kinds.ends_with(&["requestedlink".to_owned(), "approvedlink".to_owned()]), "{kinds:?}");
        assert!(server.mails().await.iter().all(|mail| !mail.header("to").is_empty()));
        let path = format!("/user/api/appointment/{visit}/calendar");
        let file = server.ask("GET", &path, &patient.token, None).await;
        assert!(file.status == 200 && !file.text.contains("ATTENDEE"), "{}", file.text);
    })
    .await;
}

#[tokio::test]
async fn the_answers_are_alike_whether_a_number_is_known_and_each_gets_its_code() {
    with_provider(async |server, receiver| {
        newcomer(&server, &receiver).await;
        // Has a number, and never proved it.
        server.patient(2).await;
        let blocked = server.patient(3).await;
        server.prove_number(&blocked, &receiver).await;
        server.execute(&format!("UPDATE accounts SET state = 'blocked' WHERE id = '{}'", blocked.id)).await;
        let mut heard = Vec::new();
        for number in [NUMBER, "9800000002", "9800000003", "9800000009"] {
            let before = receiver.came().len();
            let body = code(&server, &receiver, number, "").await;
            assert_eq!(receiver.came().len(), before + 1, "{number}");
            assert_eq!(receiver.came().pop().unwrap().body["to"], format!("+91{number}"));
            let mut answers = Vec::new();
            for _ in 0..6 {
                let answer = post(&server, ENTER, "", with(&wrong(&body), "username", "Devi")).await;
                answers.push((answer.status, answer.body["message"].clone()));
            }
            heard.push(answers);
        }
        assert!(heard.iter().all(|answers| *answers == heard[0]), "{heard:#?}");
        assert_eq!(heard[0].iter().map(|(status, _)| *status).collect::<Vec<_>>(), [401, 401, 401, 401, 401, 410]);
    })
    .await;
}

#[tokio::test]
async fn somebody_elses_unproved_number_stays_apart_from_the_account_of_its_owner() {
    with_provider(async |server, receiver| {
        let typed = server.patient(1).await;
        let owner = patient_of(&enter(&server, &receiver, "9800000001", "Owner", "").await);
        assert_ne!(owner.id, typed.id, "a number that was only typed opens nothing");
        assert_eq!(profile(&server, &typed).await["username"], "Patient 1");
        assert_eq!(typed.again(&server).await.id, typed.id, "with the password as before");
    })
    .await;
}

#[tokio::test]
async fn codes_on_two_devices_at_once_make_one_account() {
    with_provider(async |server, receiver| {
        let first = with(&code(&server, &receiver, NUMBER, "").await, "username", "Devi");
        server.clock.advance(SignedDuration::from_mins(2));
        let second = with(&code(&server, &receiver, NUMBER, "").await, "username", "Devi");
        let (one, two) = tokio::join!(post(&server, ENTER, "", first), post(&server, ENTER, "", second));
        assert_eq!(patient_of(&one).id, patient_of(&two).id);
        assert_eq!(count(&server, "SELECT count(*) FROM users WHERE username = 'Devi'").await, 1);
    })
    .await;
}

#[tokio::test]
async fn a_code_for_a_login_makes_no_account_and_ends_after_five_minutes() {
    with_provider(async |server, receiver| {
        let asked = server.post("/user/api/login/phone", json!({"phone_number": NUMBER})).await;
        let body = json!({"challenge": asked.body["data"]["challenge"], "code": "123456", "username": "Devi"});
        post(&server, ENTER, "", body).await.assert_problem(401, "wrong_code");
        let body = code(&server, &receiver, NUMBER, "").await;
        post(&server, "/user/api/login/phone/code", "", body.clone()).await.assert_problem(401, "wrong_code");
        server.clock.advance(SignedDuration::from_mins(5));
        post(&server, ENTER, "", with(&body, "username", "Devi")).await.assert_problem(410, "challenge_ended");
        assert_eq!(count(&server, "SELECT count(*) FROM users WHERE username <> ''").await, 0);
    })
    .await;
}

#[tokio::test]
async fn a_blocked_account_is_not_entered_by_its_number() {
    with_provider(async |server, receiver| {
        let patient = newcomer(&server, &receiver).await;
        let path = format!("/admin/api/blockandunblock/{}", patient.id);
        let admin = server.admin_token().await;
        assert_eq!(server.ask("PATCH", &path, &admin, None).await.status, 200);
        server.clock.advance(SignedDuration::from_mins(2));
        enter(&server, &receiver, NUMBER, "Devi", "").await.assert_problem(403, "blocked");
        assert_eq!(count(&server, "SELECT count(*) FROM users WHERE username <> ''").await, 1);
    })
    .await;
}

#[tokio::test]
async fn without_a_password_a_fresh_code_proves_the_owner() {
    with_provider(async |server, receiver| {
        let patient = newcomer(&server, &receiver).await;
        let path = format!("/user/api/user/profile/{}", patient.id);
        let put = async |body: Value| server.ask("PUT", &path, &patient.token, Some(body)).await;
        assert_eq!(put(json!({"email": "", "pincode": "673001"})).await.status, 200, "there is none, as before");
        let email = json!({"email": "devi@example.org"});
        assert_eq!(put(email.clone()).await.bad_fields(), ["current_password"]);
        let proof = own_code(&server, &receiver, &patient).await;
        assert_eq!(put(with(&wrong(&proof), "email", "devi@example.org")).await.bad_fields(), ["code"]);
        let asked = put(with(&proof, "email", "devi@example.org")).await;
        assert_eq!(asked.status, 200, "{}", asked.text);
        let spent = put(with(&proof, "email", "other@example.org")).await;
        assert_eq!((spent.status, spent.bad_fields()), (422, vec!["code"]), "each proves once: {}", spent.text);
        assert_eq!(profile(&server, &patient).await["email"], "", "until the link is opened");
        let link = server.link_in_mail("devi@example.org", "/confirmemail#").await;
        assert_eq!(server.ask("POST", "/user/api/email/confirm", &link, None).await.status, 200);
        assert_eq!(profile(&server, &patient).await["email"], "devi@example.org");
        // A code that came to somebody else proves nothing.
        let other = server.patient(1).await;
        server.prove_number(&other, &receiver).await;
        let others = own_code(&server, &receiver, &other).await;
        assert_eq!(put(with(&others, "phone_number", "9847099999")).await.bad_fields(), ["code"]);
        // An account with both an address and a password sends the password.
        let path = format!("/user/api/user/profile/{}", other.id);
        let body = with(&own_code(&server, &receiver, &other).await, "phone_number", "9847099999");
        assert_eq!(server.ask("PUT", &path, &other.token, Some(body)).await.bad_fields(), ["current_password"]);
    })
    .await;
}

#[tokio::test]
async fn a_password_is_added_by_a_code_and_replaced_by_one_while_there_is_no_address() {
    with_provider(async |server, receiver| {
        let mut patient = newcomer(&server, &receiver).await;
        for password in ["a first long password", "a second long password"] {
            let body = with(&own_code(&server, &receiver, &patient).await, "password", password);
            let changed = server.ask("PUT", "/user/api/password", &patient.token, Some(body.clone())).await;
            assert_eq!(server.ask("PUT", "/user/api/password", &patient.token, Some(body)).await.status, 401);
            patient = patient_of(&changed);
            assert_eq!(profile(&server, &patient).await["hasPassword"], true);
            let login = server.post("/user/api/login", json!({"email": NUMBER, "password": password})).await;
            assert_eq!(login.status, 200, "{}", login.text);
        }
        let old = json!({"email": NUMBER, "password": "a first long password"});
        assert_eq!(server.post("/user/api/login", old).await.status, 401);
        let own_name = with(&own_code(&server, &receiver, &patient).await, "password", NUMBER);
        assert_eq!(server.ask("PUT", "/user/api/password", &patient.token, Some(own_name)).await.status, 422);
    })
    .await;
}

#[tokio::test]
async fn sessions_are_ended_and_the_account_is_deleted_by_a_code() {
    with_provider(async |server, receiver| {
        let elsewhere = newcomer(&server, &receiver).await;
        let patient = newcomer(&server, &receiver).await;
        let without = server.ask("DELETE", "/user/api/sessions", &patient.token, Some(json!({}))).await;
        assert_eq!(without.bad_fields(), ["current_password"]);
        let proof = own_code(&server, &receiver, &patient).await;
        let ended = server.ask("DELETE", "/user/api/sessions", &patient.token, Some(proof)).await;
        assert_eq!(ended.status, 200, "{}", ended.text);
        let path = format!("/user/api/user/profile/{}", patient.id);
        assert_eq!(server.ask("GET", &path, &elsewhere.token, None).await.status, 401);
        let third = newcomer(&server, &receiver).await;
        let sessions = server.ask("GET", "/user/api/sessions", &patient.token, None).await.body["data"].clone();
        let other = sessions.as_array().unwrap().iter().find(|one| one["current"] == false).unwrap();
        let one = format!("/user/api/sessions/{}", other["_id"].as_str().unwrap());
        let proof = own_code(&server, &receiver, &patient).await;
        assert_eq!(server.ask("DELETE", &one, &patient.token, Some(proof)).await.status, 200);
        assert_eq!(server.ask("GET", &path, &third.token, None).await.status, 401);

        let refused = server.ask("DELETE", &path, &patient.token, Some(json!({"password": ""}))).await;
        assert_eq!(refused.bad_fields(), ["password"]);
        let proof = own_code(&server, &receiver, &patient).await;
        assert_eq!(server.ask("DELETE", &path, &patient.token, Some(wrong(&proof))).await.bad_fields(), ["code"]);
        let gone = server.ask("DELETE", &path, &patient.token, Some(proof)).await;
        assert_eq!(gone.status, 200, "{}", gone.text);
        // The number is free for a new account.
        assert_ne!(newcomer(&server, &receiver).await.id, patient.id);
    })
    .await;
}

#[tokio::test]
async fn a_number_that_is_the_only_login_is_not_given_away() {
    with_provider(async |server, receiver| {
        let patient = newcomer(&server, &receiver).await;
        let path = format!("/user/api/user/profile/{}", patient.id);
        let body = with(&own_code(&server, &receiver, &patient).await, "phone_number", "9847099999");
        server.ask("PUT", &path, &patient.token, Some(body)).await.assert_problem(409, "not_changeable");
        assert_eq!(profile(&server, &patient).await["phone_number"], NUMBER);
        assert_eq!(patient_of(&enter(&server, &receiver, NUMBER, "", "").await).id, patient.id);
    })
    .await;
}

#[tokio::test]
async fn what_asks_for_an_address_answers_an_account_without_one() {
    with_provider(async |server, receiver| {
        let patient = newcomer(&server, &receiver).await;
        let ask = async |method: &str, path: &str| server.ask(method, path, &patient.token, None).await;
        let waiting = ask("GET", "/user/api/email/change").await;
        assert_eq!((waiting.status, &waiting.body["data"]["unreached"]), (200, &json!(null)));
        assert_eq!(ask("POST", "/user/api/email/change").await.status, 404);
        assert_eq!(ask("DELETE", "/user/api/email/change").await.status, 404);
        let admin = server.admin_token().await;
        let found = server.ask("GET", "/admin/api/admin/search?q=devi", &admin, None).await;
        let found =
            if found.status == 404 { server.ask("GET", "/admin/api/search?q=devi", &admin, None).await } else { found };
        assert!(found.status == 200 && found.text.contains(NUMBER), "{}", found.text);
        assert!(!found.text.contains("\" · "), "no separator before a number that stands alone: {}", found.text);
        let details = server.ask("GET", &format!("/admin/api/users/{}", patient.id), &admin, None).await;
        assert_eq!((&details.body["data"]["email"], &details.body["data"]["formerNumber"]), (&json!(""), &json!(null)));
        let named = doccare::admin::erasure::find_person(
            &server.app,
            doccare::admin::erasure::ErasureSubject::Account(doccare::identity::Role::User),
            &patient.id,
        );
        assert_eq!(named.await.unwrap(), Some(format!("Devi ({NUMBER})")));
    })
    .await;
}

#[tokio::test]
async fn codes_to_new_numbers_are_limited_and_counted_like_others() {
    with_limits(async |server, receiver| {
        for _ in 0..5 {
            code(&server, &receiver, NUMBER, "").await;
            server.clock.advance(SignedDuration::from_mins(2));
        }
        let sixth = server.post(ASK, json!({"phone_number": NUMBER})).await;
        assert_eq!(sixth.status, 429, "{}", sixth.text);
        let sql = "SELECT codes FROM phone_code_counts WHERE prefix = ''";
        assert_eq!(count(&server, sql).await, 5, "each costs as much as one to a known number");
    })
    .await;
}

#[tokio::test]
async fn without_a_provider_nobody_registers_by_number_and_everything_else_works() {
    with_server(async |server| {
        assert_eq!(server.post(ASK, json!({"phone_number": NUMBER})).await.status, 404);
        let body = json!({"challenge": "some", "code": "123456", "username": "Devi"});
        assert_eq!(server.post(ENTER, body).await.status, 404);
        let ways = server.ask("GET", "/user/api/login/ways", "", None).await;
        assert_eq!(ways.body["data"]["channels"], json!([]));
        let patient = server.patient(1).await;
        patient.again(&server).await;
    })
    .await;
}

#[tokio::test]
async fn a_device_that_entered_by_number_is_known_from_then_on() {
    on_both_engines(async |url| {
        let (server, receiver) = start(url, false).await;
        let entered = enter(&server, &receiver, NUMBER, "Devi", "").await;
        let device = cookie(&entered);
        let patient = patient_of(&entered);
        server.clock.advance(SignedDuration::from_hours(80 * 24));
        assert_eq!(patient_of(&enter(&server, &receiver, NUMBER, "", &device).await).id, patient.id);
    })
    .await;
}

/// The time of an answer is the time of its statements: they are as many for a number with an account as for one without.
#[tokio::test]
async fn asking_for_a_code_takes_as_many_statements_for_a_known_number_as_for_an_unknown_one() {
    with_provider(async |server, receiver| {
        newcomer(&server, &receiver).await;
        let ask = async |number: &str| {
            server.tick();
            let before = server.app.db.counts();
            assert_eq!(post(&server, ASK, "", json!({"phone_number": number})).await.status, 200);
            let counts = server.app.db.counts().since(before);
            (counts.statements, counts.trips)
        };
        // What a connection runs for the first time costs more.
        for number in ["9847000001", NUMBER, "9847000002", NUMBER] {
            ask(number).await;
        }
        assert_eq!(ask(NUMBER).await, ask("9847000003").await);
    })
    .await;
}

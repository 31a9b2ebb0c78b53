//! A number that was given to somebody else: an account with neither password nor address loses it after 60 days without use, and an
//! administrator returns its visits to the account that their owner has now.

use std::collections::BTreeSet;

use doccare::platform::db::Result;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::devices::cookie;
use super::registering::{NUMBER, code, enter, newcomer, own_code, patient_of, post};
use super::{MONDAY, with_provider};
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{ADMIN, Answer, TestServer};

const DAY: SignedDuration = SignedDuration::from_hours(24);
const ENTER: &str = "/user/api/register/phone/code";

async fn bookings(server: &TestServer, patient: &Patient) -> Vec<Value> {
    let path = format!("/user/api/previous/booking/{}", patient.id);
    let own = server.ask("GET", &path, &patient.token, None).await;
    assert_eq!(own.status, 200, "{}", own.text);
    own.body["data"].as_array().unwrap().clone()
}

async fn details(server: &TestServer, admin: &str, id: &str) -> Value {
    server.ask("GET", &format!("/admin/api/users/{id}"), admin, None).await.body["data"].clone()
}

async fn return_visits(server: &TestServer, admin: &str, id: &str, number: &str) -> Answer {
    let body = json!({"phone_number": number, "reason": "Showed a ration card.", "current_password": PASSWORD});
    server.ask("POST", &format!("/admin/api/users/{id}/return"), admin, Some(body)).await
}

#[tokio::test]
async fn after_60_days_a_new_device_starts_empty_and_a_known_one_goes_on() {
    with_provider(async |server, receiver| {
        let first = enter(&server, &receiver, NUMBER, "Devi", "").await;
        let old = patient_of(&first);
        let doctor = server.doctor(1).await;
        server.booked(&old, &doctor, MONDAY, "10:00").await;
        server.clock.advance(DAY * 59);
        let again = enter(&server, &receiver, NUMBER, "", "").await;
        assert_eq!(patient_of(&again).id, old.id, "used 59 days ago");
        let device = cookie(&again);
        server.clock.advance(DAY * 60);
        assert_eq!(patient_of(&enter(&server, &receiver, NUMBER, "", &device).await).id, old.id, "a known device");
        server.clock.advance(DAY * 60);
        let body = code(&server, &receiver, NUMBER, "").await;
        let nameless = post(&server, ENTER, "", body.clone()).await;
        assert_eq!(nameless.bad_fields(), ["username"], "{}", nameless.text);
        let entered = patient_of(
            &post(
                &server,
                ENTER,
                "",
                json!({
                    "challenge": body["challenge"], "code": body["code"], "username": "Gopi",
                }),
            )
            .await,
        );
        assert_ne!(entered.id, old.id);
        assert!(bookings(&server, &entered).await.is_empty());
        // The number is the new account's, also on a device that knew the old one.
        server.tick();
        assert_eq!(patient_of(&enter(&server, &receiver, NUMBER, "", &device).await).id, entered.id);
        let admin = server.admin_token().await;
        let old = details(&server, &admin, &old.id).await;
        assert_eq!((&old["phone_number"], &old["formerNumber"]["phone"]), (&json!(""), &json!(NUMBER)));
        assert_eq!(old["bookings"]["total"], 1, "it keeps its visits");
        let new = details(&server, &admin, &entered.id).await;
        assert_eq!(new["formerAccounts"][0]["_id"], old["_id"]);
    })
    .await;
}

#[tokio::test]
async fn an_account_with_a_password_or_an_address_is_asked_for_it_and_keeps_its_number() {
    with_provider(async |server, receiver| {
        let patient = newcomer(&server, &receiver).await;
        let path = format!("/user/api/user/profile/{}", patient.id);
        let mut body = own_code(&server, &receiver, &patient).await;
        body["email"] = json!("devi@example.org");
        assert_eq!(server.ask("PUT", &path, &patient.token, Some(body)).await.status, 200);
        let link = server.link_in_mail("devi@example.org", "/confirmemail#").await;
        assert_eq!(server.ask("POST", "/user/api/email/confirm", &link, None).await.status, 200);
        server.clock.advance(DAY * 60);
        let body = code(&server, &receiver, NUMBER, "").await;
        let refused = post(&server, ENTER, "", body.clone()).await;
        assert_eq!((refused.status, refused.bad_fields()), (422, vec!["link"]), "{}", refused.text);
        assert_eq!(post(&server, "/user/api/login/phone/link", "", body).await.status, 200);
        let link = server.link_in_mail("devi@example.org", "/login/link#").await;
        let entered = patient_of(&server.post("/user/api/login/link", json!({"token": link})).await);
        assert_eq!(entered.id, patient.id);

        // With a password alone there is no link to mail.
        server.execute("UPDATE accounts SET email = NULL, email_key = NULL WHERE email_key = 'devi@example.org'").await;
        let hash = "(SELECT password_hash FROM accounts WHERE email_key = 'patient1@example.org')";
        server.patient(1).await;
        server.execute(&format!("UPDATE accounts SET password_hash = {hash} WHERE id = '{}'", patient.id)).await;
        let mut body = code(&server, &receiver, NUMBER, "").await;
        assert_eq!(post(&server, ENTER, "", body.clone()).await.bad_fields(), ["password"]);
        assert_eq!(post(&server, "/user/api/login/phone/link", "", body.clone()).await.status, 404);
        body["password"] = json!(PASSWORD);
        assert_eq!(patient_of(&post(&server, ENTER, "", body).await).id, patient.id);
    })
    .await;
}

/// The next holder of a number knows no password of the one before.
#[tokio::test]
async fn who_got_the_number_from_somebody_else_starts_anew_and_the_earlier_account_keeps_what_it_has() {
    with_provider(async |server, receiver| {
        let (old, doctor) = (newcomer(&server, &receiver).await, server.doctor(1).await);
        server.booked(&old, &doctor, MONDAY, "10:00").await;
        let mut body = own_code(&server, &receiver, &old).await;
        body["password"] = json!(PASSWORD);
        let old = patient_of(&server.ask("PUT", "/user/api/password", &old.token, Some(body)).await);
        let start = async |device: &str, more: Value| {
            let mut body = code(&server, &receiver, NUMBER, device).await;
            body["startAnew"] = json!(true);
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            post(&server, ENTER, device, body).await
        };
        // As long as the number cannot have gone to anybody, it is the account's.
        server.clock.advance(DAY * 59);
        let entered = start("", json!({"username": "Gopi"})).await;
        assert_eq!(patient_of(&entered).id, old.id);
        let device = cookie(&entered);
        server.clock.advance(DAY * 60);
        assert_eq!(patient_of(&start(&device, json!({"username": "Gopi"})).await).id, old.id, "a device that it knows");
        server.clock.advance(DAY * 60);
        assert_eq!(start("", json!({"startAnew": "yes"})).await.bad_fields(), ["startAnew"]);
        assert_eq!(start("", json!({"startAnew": false})).await.bad_fields(), ["password"]);
        assert_eq!(start("", json!({})).await.bad_fields(), ["username"]);
        let own = start("", json!({"password": PASSWORD, "username": "Gopi"})).await;
        assert_eq!(patient_of(&own).id, old.id, "the password counts more");
        server.clock.advance(DAY * 60);
        let entered = patient_of(&start("", json!({"username": "Gopi"})).await);
        assert_ne!(entered.id, old.id);
        assert!(bookings(&server, &entered).await.is_empty());
        // Its owner still has the password, and the visits.
        let login = server.post("/user/api/login", json!({"email": NUMBER, "password": PASSWORD})).await;
        let old = patient_of(&login);
        assert_eq!((old.id == entered.id, bookings(&server, &old).await.len()), (false, 1));
        // Without it the administrator returns them.
        let admin = server.admin_token().await;
        let former = details(&server, &admin, &old.id).await;
        assert_eq!((&former["formerNumber"]["phone"], &former["phone_number"]), (&json!(NUMBER), &json!(NUMBER)));
    })
    .await;
}

#[tokio::test]
async fn an_account_with_an_address_loses_a_number_that_went_to_somebody_else_and_is_told() {
    with_provider(async |server, receiver| {
        let old = server.patient(1).await;
        server.prove_number(&old, &receiver).await;
        server.clock.advance(DAY * 60);
        let mut body = code(&server, &receiver, "9800000001", "").await;
        assert_eq!(post(&server, ENTER, "", body.clone()).await.bad_fields(), ["password"]);
        body["startAnew"] = json!(true);
        body["username"] = json!("Gopi");
        let entered = patient_of(&post(&server, ENTER, "", body).await);
        assert_ne!(entered.id, old.id);
        assert_eq!(old.again(&server).await.id, old.id, "by its address, as before");
        let mails = server.mails().await;
        let told = mails.iter().filter(|mail| mail.header("to").contains(&old.email));
        assert!(told.into_iter().any(|mail| mail.text("text/plain").unwrap().contains("/user/profile")), "a notice");
    })
    .await;
}

#[tokio::test]
async fn an_account_with_nothing_but_a_number_loses_it_to_another_that_proves_it() {
    with_provider(async |server, receiver| {
        let (old, other) = (newcomer(&server, &receiver).await, server.patient(1).await);
        let path = format!("/user/api/user/profile/{}", other.id);
        let body = json!({"phone_number": NUMBER, "current_password": PASSWORD});
        assert_eq!(server.ask("PUT", &path, &other.token, Some(body)).await.status, 200);
        server.prove_number(&other, &receiver).await;
        let admin = server.admin_token().await;
        let former = details(&server, &admin, &old.id).await;
        assert_eq!((&former["phone_number"], &former["formerNumber"]["phone"]), (&json!(""), &json!(NUMBER)));
        // Its own data tell it, as long as it is signed in somewhere.
        let own = server.ask("GET", &format!("/user/api/user/data/{}", old.id), &old.token, None).await;
        assert_eq!(own.body["data"]["formerNumber"]["phone"], NUMBER, "{}", own.text);
        let profile = server.ask("GET", &format!("/user/api/user/profile/{}", old.id), &old.token, None).await;
        assert_eq!(profile.body["data"]["phone_number"], "");
    })
    .await;
}

#[tokio::test]
async fn an_administrator_returns_the_visits_to_the_account_that_their_owner_has_now() {
    with_provider(async |server, receiver| {
        let (old, doctor) = (newcomer(&server, &receiver).await, server.doctor(1).await);
        let visit = server.booked(&old, &doctor, MONDAY, "10:00").await;
        let person = json!({"name": "Amma", "phoneNumber": NUMBER});
        let people = format!("/user/api/user/people/{}", old.id);
        assert_eq!(server.ask("POST", &people, &old.token, Some(person)).await.status, 201);
        let admin = server.admin_token().await;
        let set = "UPDATE accounts SET password_hash = (SELECT password_hash FROM accounts WHERE email_key = 'patient1@example.org')";
        server.patient(1).await;
        server.execute(&format!("{set} WHERE role = 'admin'")).await;
        // It still has its number.
        enter(&server, &receiver, "9847055555", "Devi", "").await;
        return_visits(&server, &admin, &old.id, "9847055555").await.assert_problem(404, "not_found");
        server.clock.advance(DAY * 60);
        let second = patient_of(&enter(&server, &receiver, "9847055555", "Devi", "").await);
        let login = json!({"email": ADMIN.0, "password": PASSWORD});
        let admin = server.post("/admin/api/login", login).await.body["token"].as_str().unwrap().to_owned();
        let stranger = patient_of(&enter(&server, &receiver, NUMBER, "Gopi", "").await);
        let wrong = json!({"phone_number": "9847055555", "reason": "x", "current_password": "not this one"});
        let unknown = return_visits(&server, &admin, &old.id, "9847066666").await;
        assert_eq!((unknown.status, unknown.bad_fields()), (422, vec!["phone_number"]), "{}", unknown.text);
        let path = format!("/admin/api/users/{}/return", old.id);
        assert_eq!(server.ask("POST", &path, &admin, Some(wrong)).await.bad_fields(), ["current_password"]);
        let silent = json!({"phone_number": "9847055555", "reason": " ", "current_password": PASSWORD});
        assert_eq!(server.ask("POST", &path, &admin, Some(silent)).await.bad_fields(), ["reason"]);
        assert_eq!(server.ask("POST", &path, &stranger.token, Some(json!({}))).await.status, 403);

        let returned = return_visits(&server, &admin, &old.id, "9847055555").await;
        assert_eq!(returned.status, 200, "{}", returned.text);
        assert_eq!(returned.body["data"], json!({"_id": second.id, "visits": 1}));
        let second = patient_of(&enter(&server, &receiver, "9847055555", "Devi", "").await);
        let own = bookings(&server, &second).await;
        assert_eq!((own.len(), &own[0]["_id"]), (1, &json!(visit)));
        let people = format!("/user/api/user/people/{}", second.id);
        let people = server.ask("GET", &people, &second.token, None).await;
        assert!(people.text.contains("Amma"), "{}", people.text);
        assert!(bookings(&server, &stranger).await.is_empty());
        // The former account is gone, and who did it and how it was checked stays in the log.
        assert_eq!(server.ask("GET", &format!("/admin/api/users/{}", old.id), &admin, None).await.status, 404);
        return_visits(&server, &admin, &old.id, "9847055555").await.assert_problem(404, "not_found");
        let audit = details(&server, &admin, &second.id).await["audit"].clone();
        let row = audit.as_array().unwrap().iter().find(|row| row["action"] == "return_visits").unwrap().clone();
        assert_eq!(row["reason"], "Showed a ration card.", "{audit}");
        let sql = "SELECT l.subject_id, b.on_behalf_of FROM audit_log l JOIN audit_on_behalf b ON b.id = l.id
                   WHERE l.action = 'return_visits'";
        let rows: Result<Vec<(String, String)>> = server.app.db.read(async |tx| tx.all(sql, &[]).await).await;
        let (former, second) = (old.id.clone(), second.id.clone());
        let expected = BTreeSet::from([(second.clone(), former.clone()), (former, second)]);
        assert_eq!(BTreeSet::from_iter(rows.unwrap()), expected, "each names the other");
    })
    .await;
}

#[tokio::test]
async fn an_account_that_lost_its_number_takes_another_one_or_is_deleted_by_its_session_alone() {
    with_provider(async |server, receiver| {
        let old = newcomer(&server, &receiver).await;
        let path = format!("/user/api/user/profile/{}", old.id);
        let delete = async || server.ask("DELETE", &path, &old.token, Some(json!({}))).await;
        let take = async |patient: &Patient, number: &str, password: &str| {
            let path = format!("/user/api/user/profile/{}", patient.id);
            let body = json!({"phone_number": number, "current_password": password});
            server.ask("PUT", &path, &patient.token, Some(body)).await
        };
        assert_eq!(delete().await.bad_fields(), ["password"], "a code to its number can be asked for");
        let (first, second) = (server.patient(1).await, server.patient(2).await);
        assert_eq!(take(&first, NUMBER, PASSWORD).await.status, 200);
        server.prove_number(&first, &receiver).await;
        let taken = take(&old, "9847055555", "").await;
        assert_eq!(taken.status, 200, "{}", taken.text);
        server.prove_number(&old, &receiver).await;
        // That number is its login now, and nothing of the former one is left to an administrator.
        assert_eq!(take(&old, "9847066666", "").await.bad_fields(), ["current_password"]);
        assert_eq!(delete().await.bad_fields(), ["password"]);
        let admin = server.admin_token().await;
        assert_eq!(details(&server, &admin, &old.id).await["formerNumber"], json!(null));
        assert_eq!(take(&second, "9847055555", PASSWORD).await.status, 200);
        server.prove_number(&second, &receiver).await;
        let deleted = delete().await;
        assert_eq!(deleted.status, 200, "{}", deleted.text);
    })
    .await;
}

/// After so many days the number may be somebody else's, who proves nothing more than that they have it.
#[tokio::test]
async fn who_has_nothing_but_an_unused_number_is_not_told_that_the_account_is_blocked() {
    with_provider(async |server, receiver| {
        let patient = newcomer(&server, &receiver).await;
        server.patient(1).await;
        let hash = "(SELECT password_hash FROM accounts WHERE email_key = 'patient1@example.org')";
        let set = format!("UPDATE accounts SET state = 'blocked', password_hash = {hash} WHERE id = '{}'", patient.id);
        server.execute(&set).await;
        let body = code(&server, &receiver, NUMBER, "").await;
        post(&server, ENTER, "", body).await.assert_problem(403, "blocked");
        server.clock.advance(DAY * 60);
        let mut body = code(&server, &receiver, NUMBER, "").await;
        assert_eq!(post(&server, ENTER, "", body.clone()).await.bad_fields(), ["password"]);
        body["password"] = json!(PASSWORD);
        post(&server, ENTER, "", body).await.assert_problem(403, "blocked");
    })
    .await;
}

#[tokio::test]
async fn a_code_by_which_the_owner_proves_themselves_is_a_use_of_the_number() {
    with_provider(async |server, receiver| {
        let patient = newcomer(&server, &receiver).await;
        let days = format!("UPDATE accounts SET phone_verified_at = phone_verified_at - {}", 59 * 86_400_000_i64);
        server.execute(&format!("{days} WHERE id = '{}'", patient.id)).await;
        let body = own_code(&server, &receiver, &patient).await;
        let ended = server.ask("DELETE", "/user/api/sessions", &patient.token, Some(body)).await;
        assert_eq!(ended.status, 200, "{}", ended.text);
        server.clock.advance(DAY * 2);
        assert_eq!(patient_of(&enter(&server, &receiver, NUMBER, "Gopi", "").await).id, patient.id);
    })
    .await;
}

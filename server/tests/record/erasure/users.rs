//! Patients with an account, erased by themselves and by the operator.

use doccare::admin::erasure::{ErasureSubject, erase};
use doccare::identity::{self, Role};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::{NAME, NUMBER, Planted, REASON, erase_as_operator, fine, later};
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{TestServer, with_server};
use crate::record::planted::mails_with;
use crate::record::refusals::Log;
use crate::record::{from_afar, rows_of, seal};

async fn book(server: &TestServer, patient: &Patient, doctor: &str, time: &str) -> String {
    let body = json!({"name": NAME, "phoneNumber": NUMBER, "date": "2026-11-18", "time": time});
    let path = format!("/user/api/doctor/{doctor}/appointment/booking/{}", patient.id);
    fine(server.ask("POST", &path, &patient.token, Some(body)).await).id()
}

/// A user who did everything that a user can, and to whom everything was done.
async fn planted_user(server: &TestServer, email: &str) -> Patient {
    let form = json!({"username": NAME, "email": email, "phone_number": NUMBER, "password": PASSWORD});
    fine(server.post("/user/api/register", form).await);
    let login = json!({"email": email, "password": PASSWORD});
    let answer = fine(from_afar(server, "POST", "/user/api/login", "", Some(login.clone())).await);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let patient =
        Patient { id: text(&answer.body["data"]["_id"]), token: text(&answer.body["token"]), email: email.into() };
    for name in [email, NUMBER, NAME] {
        server.post("/user/api/login", json!({"email": name, "password": "wrong"})).await;
    }
    identity::record_failed_logins(&server.app).await.unwrap();

    let doctor = server.doctor(1).await;
    let session = server.sign_in_doctor(&doctor).await;
    for (time, deed) in [("10:00", "approve"), ("10:15", "reject"), ("10:30", "cancel"), ("10:45", "")] {
        let id = book(server, &patient, &doctor, time).await;
        let decide = async |deed: &str| {
            let path = format!("/user/api/doctor/appointment/{deed}/{id}");
            fine(server.ask("PATCH", &path, &session, Some(json!({"reason": REASON}))).await);
        };
        match deed {
            "" => {}
            "cancel" => {
                decide("approve").await;
                decide("cancel").await;
            }
            deed => decide(deed).await,
        }
        later(server);
    }
    let person = json!({"name": NAME, "phoneNumber": NUMBER, "under18": true, "guardian": true});
    let people = format!("/user/api/user/people/{}", patient.id);
    fine(server.ask("POST", &people, &patient.token, Some(person)).await);
    let admin = server.admin_token().await;
    for _ in 0..2 {
        let path = format!("/admin/api/blockandunblock/{}", patient.id);
        fine(server.ask("PATCH", &path, &admin, Some(json!({"reason": REASON}))).await);
        later(server);
    }
    let answer = fine(server.post("/user/api/login", login).await);
    Patient { token: text(&answer.body["token"]), ..patient }
}

const USERS: &str = "zubaida.plant@example.org";

#[tokio::test]
async fn whoever_deletes_their_account_is_nowhere_any_more() {
    with_server(async |server| {
        let (log, _guard) = Log::capture();
        let mut planted = Planted::of(USERS);
        let patient = planted_user(&server, USERS).await;
        // Mails that were sent as files, and one that was never sent.
        server.mails().await;
        seal(&server).await;
        planted.words.push("zubaida.elsewhere");
        let profile = format!("/user/api/user/profile/{}", patient.id);
        let change = json!({"email": "zubaida.elsewhere@example.org", "current_password": PASSWORD});
        fine(server.ask("PUT", &profile, &patient.token, Some(change)).await);
        fine(server.post("/user/api/password/forgot", json!({"role": "user", "email": USERS})).await);
        server
            .execute(&format!("UPDATE mail_queue SET failed_at = 1, content = NULL WHERE recipient = '{USERS}'"))
            .await;
        planted
            .assert_everywhere(
                &server,
                &[
                    "accounts",
                    "users",
                    "related_persons",
                    "appointments",
                    "audit_details",
                    "mail_queue",
                    "search_words",
                ],
            )
            .await;
        assert!(planted.tables(&server).await.contains("email_changes"));
        assert!(!mails_with(&server, "zubaidaplant", USERS, Timestamp::MAX).is_empty());

        let erased_at = later(&server);
        let goodbye = Some(json!({"password": PASSWORD}));
        fine(from_afar(&server, "DELETE", &profile, &patient.token, goodbye).await);
        planted.assert_gone(&server, &log, erased_at).await;
        let admin = server.admin_token_again().await;
        let story = server.ask("GET", &format!("/admin/api/audit?q={}", patient.id), &admin, None).await;
        let rows = story.body["data"].as_array().unwrap();
        assert!(rows.iter().any(|row| row["action"] == "block" && row["subject"]["name"] == ""), "{rows:?}");
        assert!(rows.iter().all(|row| row["reason"].is_null()));
    })
    .await;
}

#[tokio::test]
async fn the_operator_erases_a_user_who_cannot_log_in() {
    with_server(async |server| {
        let (log, _guard) = Log::capture();
        let planted = Planted::of(USERS);
        let patient = planted_user(&server, USERS).await;
        planted
            .assert_everywhere(
                &server,
                &["accounts", "users", "related_persons", "appointments", "audit_details", "mail_queue"],
            )
            .await;
        let erased_at = erase_as_operator(&server, ErasureSubject::Account(Role::User), &patient.id).await;
        planted.assert_gone(&server, &log, erased_at).await;
        let admin = server.admin_token_again().await;
        let erasures = rows_of(&server, &admin, "erase").await;
        assert_eq!(
            (&erasures[0]["actor"]["role"], &erasures[0]["subject"]["_id"]),
            (&json!("operator"), &json!(patient.id))
        );
        assert!(!erase(&server.app, ErasureSubject::Account(Role::User), "nobody".into()).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn an_id_of_another_kind_erases_nothing() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let patient = server.patient(1).await;
        let block = format!("/admin/api/blockandunblock/{}", patient.id);
        fine(server.ask("PATCH", &block, &admin, Some(json!({"reason": "Never came"}))).await);
        let row = async || rows_of(&server, &admin, "block").await[0].clone();
        let before = row().await;
        let admin_id = before["actor"]["_id"].as_str().unwrap();
        for (whom, id) in [
            (ErasureSubject::Account(Role::User), admin_id),
            (ErasureSubject::Donor, admin_id),
            (ErasureSubject::Account(Role::Doctor), patient.id.as_str()),
            (ErasureSubject::Requester, patient.id.as_str()),
        ] {
            assert!(!erase(&server.app, whom, id.into()).await.unwrap(), "{whom:?}");
        }
        assert_eq!((row().await, &before["reason"]), (before.clone(), &json!("Never came")));
    })
    .await;
}

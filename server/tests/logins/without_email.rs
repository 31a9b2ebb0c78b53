//! An account without an e-mail address logs in with its number and can do everything else; no mails are sent to it.

use doccare::identity::Role;
use doccare::platform::db::Result;
use serde_json::json;

use super::log_in;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::with_server;

#[tokio::test]
async fn an_account_without_an_address_books_is_listed_exported_and_erased() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let phone = "9800000001";
        server
            .execute(&format!("UPDATE accounts SET email = NULL, email_key = NULL WHERE id = '{}'", patient.id))
            .await;
        server.mails().await;

        let login = log_in(&server, Role::User, phone, PASSWORD).await;
        assert_eq!(login.status, 200, "{}", login.text);
        let token = login.body["token"].as_str().unwrap().to_owned();
        let patient = Patient { token, ..patient };
        let visit = server.booked(&patient, &doctor, "2026-11-16", "10:00").await;
        let own = server.ask("GET", &format!("/user/api/user/profile/{}", patient.id), &patient.token, None).await;
        assert_eq!((own.status, &own.body["data"]["email"]), (200, &json!("")), "{}", own.text);

        let doctor_token = server.sign_in_doctor(&doctor).await;
        let listed = server.ask("GET", &format!("/user/api/doctor/appointments/{doctor}"), &doctor_token, None).await;
        assert!(listed.status == 200 && listed.text.contains(&visit), "{}", listed.text);
        server.approve(&doctor_token, &visit).await;
        let admin = server.admin_token().await;
        for path in [
            "/admin/api/userdata".to_owned(),
            format!("/admin/api/userdata?q={phone}"),
            "/admin/api/bookings".to_owned(),
        ] {
            let answer = server.ask("GET", &path, &admin, None).await;
            assert!(answer.status == 200 && answer.text.contains(&patient.id), "{path}: {}", answer.text);
        }
        let path = format!("/user/api/user/data/{}", patient.id);
        let data = server.ask("GET", &path, &patient.token, None).await;
        assert_eq!((data.status, &data.body["data"]["profile"]["email"]), (200, &json!("")), "{}", data.text);

        let path = format!("/user/api/appointment/cancel/{visit}");
        assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
        let mails = server.mails().await;
        assert!(mails.iter().all(|mail| !mail.header("to").is_empty()), "mails to nobody");
        let queued: Result<i64> = server
            .app
            .db
            .read(async |tx| tx.count("SELECT count(*) FROM mail_queue WHERE recipient = ''", &[]).await)
            .await;
        assert_eq!(queued.unwrap(), 0);
        let path = format!("/user/api/user/profile/{}", patient.id);
        let gone = server.ask("DELETE", &path, &patient.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(gone.status, 200, "{}", gone.text);
    })
    .await;
}

#[tokio::test]
async fn several_accounts_may_have_no_address_but_an_address_is_unique_ignoring_case() {
    with_server(async |server| {
        let (one, two) = (server.patient(1).await, server.patient(2).await);
        for id in [&one.id, &two.id] {
            server.execute(&format!("UPDATE accounts SET email = NULL, email_key = NULL WHERE id = '{id}'")).await;
        }
        let set = async |id: &str| {
            let sql = format!("UPDATE accounts SET email = 'A@b.in', email_key = 'a@b.in' WHERE id = '{id}'");
            let done: Result<u64> = server.app.db.write(async move |tx| tx.execute(&sql, &[]).await).await;
            done
        };
        assert_eq!(set(&one.id).await.unwrap(), 1);
        assert!(set(&two.id).await.unwrap_err().is_conflict("accounts_email"));
        let missing = server.post("/user/api/login", json!({"email": "", "password": PASSWORD})).await;
        assert_ne!(missing.status, 200, "an empty name is nobody's");
    })
    .await;
}

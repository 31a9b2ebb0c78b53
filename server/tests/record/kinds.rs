//! The contents of the audit log: who, what, when and from which network.

use std::collections::BTreeSet;

use doccare::identity;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::planted::tables_with;
use super::{AFAR, from_afar, rows_of};
use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, TestServer, with_limits, with_server};

fn token_of(answer: &crate::harness::Answer) -> String {
    answer.body["token"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
}

#[tokio::test]
async fn what_people_do_with_their_account_is_in_the_log_with_the_network() {
    with_server(async |server| {
        server.make_admin().await;
        let patient = server.patient(1).await;
        let next = || server.clock.advance(SignedDuration::from_millis(1));
        let login = json!({"email": patient.email, "password": PASSWORD});
        let mut tokens = Vec::new();
        for _ in 0..4 {
            next();
            tokens.push(token_of(&from_afar(&server, "POST", "/user/api/login", "", Some(login.clone())).await));
        }
        let done = async |method: &str, path: &str, token: &str, body: Option<Value>| {
            next();
            let answer = from_afar(&server, method, path, token, body).await;
            assert_eq!(answer.status, 200, "{path} {}", answer.text);
            answer
        };
        let own = &tokens[0];
        done("POST", "/user/api/logout", &tokens[1], None).await;
        let sessions = done("GET", "/user/api/sessions", own, None).await;
        let other = sessions.body["data"].as_array().unwrap().iter().find(|one| one["current"] == false).unwrap();
        let proof = json!({"current_password": PASSWORD});
        let other = format!("/user/api/sessions/{}", other["_id"].as_str().unwrap());
        done("DELETE", &other, own, Some(proof.clone())).await;
        done("DELETE", "/user/api/sessions", own, Some(proof)).await;
        done("GET", &format!("/user/api/user/data/{}", patient.id), own, None).await;
        let profile = format!("/user/api/user/profile/{}", patient.id);
        let phone = json!({"phone_number": "9847000001", "current_password": PASSWORD});
        done("PUT", &profile, own, Some(phone)).await;
        let email = json!({"email": "elsewhere@example.org", "current_password": PASSWORD});
        done("PUT", &profile, own, Some(email)).await;
        let link = server.link_in_mail("elsewhere@example.org", "/confirmemail#").await;
        done("POST", "/user/api/email/confirm", &link, None).await;
        let password = json!({"current_password": PASSWORD, "password": "another good one"});
        done("PUT", "/user/api/password", own, Some(password)).await;
        let forgot = json!({"role": "user", "email": "elsewhere@example.org"});
        done("POST", "/user/api/password/forgot", "", Some(forgot)).await;
        let link = server.link_in_mail("elsewhere@example.org", "/resetpassword#").await;
        let reset = json!({"token": link, "password": "a third good one"});
        done("POST", "/user/api/password/reset", "", Some(reset)).await;
        let login = json!({"email": "elsewhere@example.org", "password": "a third good one"});
        let own = token_of(&done("POST", "/user/api/login", "", Some(login)).await);
        done("DELETE", &profile, &own, Some(json!({"password": "a third good one"}))).await;

        let admin = server.admin_token_again().await;
        let log = server.ask("GET", &format!("/admin/api/audit?q={}&limit=50", patient.id), &admin, None).await;
        let rows = log.body["data"].as_array().unwrap();
        let actions: Vec<&str> = rows.iter().rev().map(|row| row["action"].as_str().unwrap()).collect();
        let expected = [
            "login",
            "login",
            "login",
            "login",
            "login",
            "logout",
            "end_session",
            "end_sessions",
            "export",
            "phone",
            "email_asked",
            "email",
            "password",
            "reset",
            "login",
            "delete",
        ];
        assert_eq!(actions, expected);
        for row in &rows[..rows.len() - 1] {
            assert_eq!((&row["network"], &row["subject"]["kind"]), (&json!(AFAR), &json!("account")), "{row}");
            assert_eq!((&row["actor"]["_id"], &row["actor"]["role"]), (&json!(patient.id), &json!("user")), "{row}");
        }
        let of_patient = server.ask("GET", "/admin/api/audit?actor=user&subject=account&action=reset", &admin, None);
        assert_eq!(of_patient.await.body["total"], 1);
        // Others' actions on an account are not hidden by its logins.
        let known = server.patient(2).await;
        let details = server.ask("GET", &format!("/admin/api/users/{}", known.id), &admin, None).await;
        assert_eq!(details.body["data"]["audit"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn new_administrators_and_lists_that_are_taken_away_are_in_the_log() {
    with_server(async |server| {
        server.make_admin().await;
        let login = json!({"email": ADMIN.0, "password": ADMIN.1});
        let admin = token_of(&from_afar(&server, "POST", "/admin/api/login", "", Some(login)).await);
        let own = json!({"current_password": ADMIN.1});
        for (path, file) in [("users/export?q=asha", "users.csv"), ("blood/donors/export", "donors.csv")] {
            server.clock.advance(SignedDuration::from_millis(1));
            let table = from_afar(&server, "POST", &format!("/admin/api/{path}"), &admin, Some(own.clone())).await;
            let attachment = format!("attachment; filename=\"{file}\"");
            assert_eq!((table.status, table.header("content-disposition")), (200, attachment.as_str()));
        }
        let created = &rows_of(&server, &admin, "create").await[0];
        assert_eq!((&created["actor"]["role"], &created["subject"]["name"]), (&json!("operator"), &json!(ADMIN.0)));
        let exports = rows_of(&server, &admin, "export").await;
        let lists: Vec<&Value> = exports.iter().map(|row| &row["subject"]["_id"]).collect();
        assert_eq!(lists, ["donors", "users"]);
        assert!(exports.iter().all(|row| row["network"] == AFAR && row["actor"]["name"] == ADMIN.0));
        assert!(exports.iter().all(|row| row["reason"].is_null()), "what was looked for may be a name");
    })
    .await;
}

/// Tries a wrong password, and lets the job record it.
async fn try_wrong(server: &TestServer, name: &str, minutes: i64) {
    let body = json!({"email": name, "password": "wrong password"});
    let answer = from_afar(server, "POST", "/user/api/login", "", Some(body)).await;
    assert!([401, 429].contains(&answer.status), "{}", answer.text);
    identity::record_failed_logins(&server.app).await.unwrap();
    server.clock.advance(SignedDuration::from_mins(minutes));
}

#[tokio::test]
async fn wrong_passwords_are_in_the_log_once_at_once_and_counted_after_an_hour() {
    with_server(async |server| {
        server.make_admin().await;
        let patient = server.patient(1).await;
        for _ in 0..12 {
            try_wrong(&server, &patient.email, 1).await;
        }
        let admin = server.admin_token_again().await;
        let rows = rows_of(&server, &admin, "login_failed").await;
        assert_eq!(rows.len(), 1, "{rows:?}");
        let subject = json!({"kind": "account", "_id": patient.id, "name": "Patient 1"});
        assert_eq!((&rows[0]["times"], &rows[0]["subject"], &rows[0]["network"]), (&json!(1), &subject, &json!(AFAR)));
        assert_eq!(rows[0]["actor"], json!({"_id": "", "role": "user", "name": ""}), "nobody knows who it was");
        server.clock.advance(SignedDuration::from_mins(48));
        identity::record_failed_logins(&server.app).await.unwrap();
        let admin = server.admin_token_again().await;
        let rows = rows_of(&server, &admin, "login_failed").await;
        assert_eq!(rows.iter().map(|row| row["times"].as_i64().unwrap()).collect::<Vec<_>>(), [11, 1]);
    })
    .await;
}

#[tokio::test]
async fn an_attack_on_many_names_is_one_row_an_hour_and_no_name_is_written_down() {
    with_limits(async |server| {
        server.make_admin().await;
        for number in 0..40 {
            try_wrong(&server, &format!("hunter{number}-secret"), 0).await;
        }
        server.clock.advance(SignedDuration::from_hours(1));
        identity::record_failed_logins(&server.app).await.unwrap();
        let admin = server.admin_token_again().await;
        let rows = rows_of(&server, &admin, "login_failed").await;
        let times: Vec<i64> = rows.iter().map(|row| row["times"].as_i64().unwrap()).collect();
        assert_eq!(times, [29, 1], "what is refused before the password is looked at is no wrong password");
        assert!(rows.iter().all(|row| row["subject"]["_id"] == ""));
        assert_eq!(tables_with(&server, "hunter").await, BTreeSet::new());
    })
    .await;
}

#[tokio::test]
async fn the_first_disclosure_of_a_number_is_logged_by_ids() {
    with_server(async |server| {
        server.make_admin().await;
        server.donor(1, json!({})).await;
        let request = server.open_request(1, json!({})).await;
        let question = server.question_to(1).await;
        assert_eq!(server.with_link("POST", "/user/api/bloodanswer/accept", &question, None).await.status, 200);
        for _ in 0..2 {
            server.clock.advance(SignedDuration::from_hours(1));
            assert_eq!(from_afar(&server, "GET", "/user/api/bloodrequest", &request, None).await.status, 200);
        }
        let admin = server.admin_token_again().await;
        let rows = rows_of(&server, &admin, "reveal").await;
        let kinds: Vec<_> = rows.iter().map(|row| (&row["actor"]["role"], &row["subject"]["kind"])).collect();
        assert_eq!(kinds, [(&json!("bloodrequest"), &json!("donor")), (&json!("donor"), &json!("bloodrequest"))]);
        assert_eq!((&rows[0]["actor"]["_id"], &rows[0]["network"]), (&rows[1]["subject"]["_id"], &json!(AFAR)));
        assert_eq!((&rows[0]["subject"]["name"], &rows[0]["reason"]), (&json!(""), &Value::Null));
    })
    .await;
}

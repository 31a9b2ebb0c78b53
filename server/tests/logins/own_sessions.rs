//! The list of an account's sessions, and ending them remotely.

use doccare::identity::Role;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Owner, ROLES, log_in, login_path, token};
use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, Answer, TestServer, with_server};

const PHONE: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile \
                     Safari/537.36";

fn path(role: Role) -> &'static str {
    if role == Role::Admin { "/admin/api/sessions" } else { "/user/api/sessions" }
}

async fn list(server: &TestServer, role: Role, token: &str) -> Vec<Value> {
    let answer = server.ask("GET", path(role), token, None).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"].as_array().unwrap().clone()
}

/// Ends a session, or all others, with that password.
async fn end(server: &TestServer, path: &str, token: &str, password: &str) -> Answer {
    server.ask("DELETE", path, token, Some(json!({"current_password": password}))).await
}

/// A login from a phone in a separate network, as the trusted proxy reports it.
async fn log_in_by_phone(server: &TestServer, role: Role, email: &str, password: &str) -> String {
    let request = server.request("POST", login_path(role)).header("user-agent", PHONE);
    let request =
        request.header("x-forwarded-for", "2001:db8:1:2::7").json(&json!({"email": email, "password": password}));
    token(&Answer::read(request).await)
}

/// An account of each role: the role, the address and the password.
async fn everybody(server: &TestServer) -> Vec<(Role, String, &'static str)> {
    server.make_admin().await;
    let mut everybody = vec![(Role::Admin, ADMIN.0.to_owned(), ADMIN.1)];
    for role in ROLES {
        everybody.push((role, Owner::new(server, role, 1).await.email, PASSWORD));
    }
    everybody
}

#[tokio::test]
async fn every_role_sees_where_it_is_signed_in_and_ends_it_there() {
    with_server(async |server| {
        for (role, email, password) in everybody(&server).await {
            let path = path(role);
            let here = token(&log_in(&server, role, &email, password).await);
            assert_eq!(end(&server, path, &here, password).await.status, 200);
            server.clock.advance(SignedDuration::from_mins(2));
            let there = log_in_by_phone(&server, role, &email, password).await;
            let sessions = list(&server, role, &here).await;
            assert_eq!(sessions.len(), 2, "{sessions:?}");
            // The administrator's use just now was stored; for all others it is stored once a day.
            let phone = sessions.iter().find(|session| session["current"] == false).unwrap();
            assert_eq!((&phone["browser"], &phone["system"]), (&json!("Chrome"), &json!("Android")));
            assert_eq!(phone["network"], "2001:db8:1:2::/64");
            assert_eq!(phone["signedInAt"], phone["lastUsedAt"]);
            let own = sessions.iter().find(|session| session["current"] == true).unwrap();
            assert_eq!((&own["browser"], &own["network"]), (&Value::Null, &json!("127.0.0.1")));
            assert_eq!(own["lastUsedAt"] == own["signedInAt"], role != Role::Admin, "{own}");

            let one = format!("{path}/{}", phone["_id"].as_str().unwrap());
            for (path, wrong) in [(one.as_str(), "wrong"), (one.as_str(), ""), (path, "wrong"), (path, "")] {
                assert_eq!(end(&server, path, &here, wrong).await.bad_fields(), ["current_password"], "{path}");
            }
            assert_eq!(list(&server, role, &here).await.len(), 2, "a token alone ends nothing");
            assert_eq!(end(&server, &one, &here, password).await.status, 200);
            server.ask("GET", path, &there, None).await.assert_problem(401, "unauthenticated");
            end(&server, &one, &here, password).await.assert_problem(404, "not_found");

            let (second, third) = (
                log_in_by_phone(&server, role, &email, password).await,
                log_in_by_phone(&server, role, &email, password).await,
            );
            assert_eq!(end(&server, path, &here, password).await.status, 200);
            for ended in [second, third] {
                server.ask("GET", path, &ended, None).await.assert_problem(401, "unauthenticated");
            }
            assert_eq!(list(&server, role, &here).await.len(), 1);
        }
    })
    .await;
}

#[tokio::test]
async fn nobody_sees_or_ends_the_sessions_of_another() {
    with_server(async |server| {
        let (asha, ravi) = (Owner::new(&server, Role::User, 1).await, Owner::new(&server, Role::User, 2).await);
        let theirs = list(&server, Role::User, &ravi.token).await;
        // They registered and logged in, and the test logged in once more.
        assert_eq!(theirs.len(), 2);
        assert!(!list(&server, Role::User, &asha.token).await.contains(&theirs[0]));
        let one = format!("/user/api/sessions/{}", theirs[0]["_id"].as_str().unwrap());
        end(&server, &one, &asha.token, PASSWORD).await.assert_problem(404, "not_found");
        assert_eq!(end(&server, "/user/api/sessions", &asha.token, PASSWORD).await.status, 200);
        assert_eq!(list(&server, Role::User, &ravi.token).await.len(), 2);
        // The list contains nothing that could be used as a token.
        server
            .ask("GET", "/user/api/sessions", theirs[0]["_id"].as_str().unwrap(), None)
            .await
            .assert_problem(401, "unauthenticated");
    })
    .await;
}

#[tokio::test]
async fn sessions_that_have_ended_are_not_listed() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::User, 1).await;
        server.clock.advance(SignedDuration::from_hours(29 * 24));
        let here = token(&log_in(&server, Role::User, &owner.email, PASSWORD).await);
        assert_eq!(list(&server, Role::User, &here).await.len(), 3);
        server.clock.advance(SignedDuration::from_hours(24));
        assert_eq!(list(&server, Role::User, &here).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_login_ends_the_previous_session_of_the_browser() {
    with_server(async |server| {
        let everybody = everybody(&server).await;
        let password_of = |role| if role == Role::Admin { ADMIN.1 } else { PASSWORD };
        for &(role, ref email, password) in &everybody {
            let log_in_with = async |former: &str, password: &str| {
                let body = json!({"email": email, "password": password});
                Answer::read(server.request("POST", login_path(role)).bearer_auth(former).json(&body)).await
            };
            let (elsewhere, former) = (
                token(&log_in(&server, role, email, password).await),
                token(&log_in(&server, role, email, password).await),
            );
            assert_ne!(log_in_with(&former, "wrong").await.status, 200);
            let before = list(&server, role, &former).await.len();
            let fresh = token(&log_in_with(&former, password).await);
            assert_ne!(fresh, former);
            server.ask("GET", path(role), &former, None).await.assert_problem(401, "unauthenticated");
            assert_eq!(list(&server, role, &fresh).await.len(), before, "{role:?}: the others stay");
            assert_eq!(list(&server, role, &elsewhere).await.len(), before);
            // A session of another role stays open.
            for (another, email, password) in everybody.iter().filter(|(another, ..)| *another != role) {
                let other = token(&log_in(&server, *another, email, password).await);
                assert_eq!(log_in_with(&other, password_of(role)).await.status, 200);
                assert_eq!(server.ask("GET", path(*another), &other, None).await.status, 200, "{role:?} {another:?}");
            }
            // An ended or unknown session does not prevent a login.
            for unknown in [former.as_str(), "forged"] {
                assert_eq!(log_in_with(unknown, password).await.status, 200);
            }
        }
    })
    .await;
}

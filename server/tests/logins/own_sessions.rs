//! Where somebody is signed in, and ending it from afar.

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

/// A login from a phone in a network of its own, as our proxy names it.
async fn log_in_by_phone(server: &TestServer, role: Role, email: &str, password: &str) -> String {
    let request = server.request("POST", login_path(role)).header("user-agent", PHONE);
    let request =
        request.header("x-forwarded-for", "2001:db8:1:2::7").json(&json!({"email": email, "password": password}));
    token(&Answer::read(request).await)
}

#[tokio::test]
async fn every_role_sees_where_it_is_signed_in_and_ends_it_there() {
    with_server(async |server| {
        server.make_admin().await;
        let mut everybody = vec![(Role::Admin, ADMIN.0.to_owned(), ADMIN.1)];
        for role in ROLES {
            everybody.push((role, Owner::new(&server, role, 1).await.email, PASSWORD));
        }
        for (role, email, password) in everybody {
            let path = path(role);
            let here = token(&log_in(&server, role, &email, password).await);
            assert_eq!(server.ask("DELETE", path, &here, None).await.status, 200);
            server.clock.advance(SignedDuration::from_mins(2));
            let there = log_in_by_phone(&server, role, &email, password).await;
            let sessions = list(&server, role, &here).await;
            assert_eq!(sessions.len(), 2, "{sessions:?}");
            // An administrator's use now was written down; everybody else's is, once a day.
            let phone = sessions.iter().find(|session| session["current"] == false).unwrap();
            assert_eq!((&phone["browser"], &phone["system"]), (&json!("Chrome"), &json!("Android")));
            assert_eq!(phone["network"], "2001:db8:1:2::/64");
            assert_eq!(phone["signedInAt"], phone["lastUsedAt"]);
            let own = sessions.iter().find(|session| session["current"] == true).unwrap();
            assert_eq!((&own["browser"], &own["network"]), (&Value::Null, &json!("127.0.0.1")));
            assert_eq!(own["lastUsedAt"] == own["signedInAt"], role != Role::Admin, "{own}");

            let one = format!("{path}/{}", phone["_id"].as_str().unwrap());
            assert_eq!(server.ask("DELETE", &one, &here, None).await.status, 200);
            server.ask("GET", path, &there, None).await.assert_problem(401, "unauthenticated");
            server.ask("DELETE", &one, &here, None).await.assert_problem(404, "not_found");

            let (second, third) = (
                log_in_by_phone(&server, role, &email, password).await,
                log_in_by_phone(&server, role, &email, password).await,
            );
            assert_eq!(server.ask("DELETE", path, &here, None).await.status, 200);
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
        // They registered and signed in, and the test signed in once more.
        assert_eq!(theirs.len(), 2);
        assert!(!list(&server, Role::User, &asha.token).await.contains(&theirs[0]));
        let one = format!("/user/api/sessions/{}", theirs[0]["_id"].as_str().unwrap());
        server.ask("DELETE", &one, &asha.token, None).await.assert_problem(404, "not_found");
        assert_eq!(server.ask("DELETE", "/user/api/sessions", &asha.token, None).await.status, 200);
        assert_eq!(list(&server, Role::User, &ravi.token).await.len(), 2);
        // What the list shows of a session signs nobody in.
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

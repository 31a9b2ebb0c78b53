//! Accounts and sessions over HTTP: who can log in, and for how long.

use axum::Router;
use axum::routing::get;
use doccare::app::App;
use doccare::identity::callers::{Admin, Doctor, FacilityStaff, Patient};
use doccare::identity::{self, Email, NewPassword, Owner, Role};
use doccare::platform::db::Result;
use doccare::platform::http::middleware;
use jiff::SignedDuration;
use serde_json::json;

use crate::harness::stored::account;
use crate::harness::{ADMIN, Answer, TestServer, http_client, site, with_server};

#[tokio::test]
async fn an_administrator_signs_in_whatever_the_case_of_the_address() {
    with_server(async |server| {
        server.make_admin().await;
        for email in [ADMIN.0, "admin@example.org", " ADMIN@EXAMPLE.ORG "] {
            let answer = server.post("/admin/api/login", json!({"email": email, "password": ADMIN.1})).await;
            assert_eq!((answer.status, &answer.body["message"]), (200, &json!("You are logged in.")));
            assert!(answer.body["token"].as_str().is_some_and(|token| token.len() == 64));
            assert!(answer.body["data"]["_id"].is_string());
            assert!(!answer.text.contains("argon2"));
        }
    })
    .await;
}

#[tokio::test]
async fn unknown_names_and_wrong_passwords_get_the_same_answer() {
    with_server(async |server| {
        server.make_admin().await;
        let mut answers = Vec::new();
        for (email, password) in [
            (ADMIN.0, "wrong"),
            ("nobody@example.org", ADMIN.1),
            ("not an address", ADMIN.1),
            (ADMIN.0, "CORRECT HORSE BATTERY"),
        ] {
            let answer = server.post("/admin/api/login", json!({"email": email, "password": password})).await;
            answer.assert_problem(401, "wrong_credentials");
            answers.push(answer.text);
        }
        answers.dedup();
        assert_eq!(answers.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_login_without_its_fields_names_each_in_the_callers_language() {
    with_server(async |server| {
        for body in [json!({}), json!({"email": "", "password": null}), json!({"email": [1], "password": {}})] {
            let answer = server.post("/admin/api/login", body).await;
            answer.assert_problem(422, "invalid_fields");
            assert_eq!(answer.bad_fields(), ["email", "password"]);
        }
        let request = server.request("POST", "/admin/api/login").header("cookie", "lang=ml").json(&json!({}));
        let malayalam = Answer::read(request).await;
        assert_eq!(malayalam.body["errors"][1]["message"], "പാസ്‌വേഡ് നൽകുക.");
        assert_eq!(malayalam.header("content-language"), "ml");
    })
    .await;
}

#[tokio::test]
async fn logging_out_ends_the_session_on_the_server_and_can_be_repeated() {
    with_server(async |server| {
        let token = server.admin_token().await;
        assert!(is_admin(&server, &token).await);
        for _ in 0..2 {
            let answer = Answer::read(server.request("POST", "/admin/api/logout").bearer_auth(&token)).await;
            assert_eq!((answer.status, &answer.body["message"]), (200, &json!("You are logged out.")));
            assert!(!is_admin(&server, &token).await);
        }
        let forged = server.post("/user/api/logout", json!({})).await;
        assert_eq!(forged.status, 200, "as another site would send it");
    })
    .await;
}

#[tokio::test]
async fn an_admins_session_ends_after_half_an_hour_without_use_and_after_twelve_hours_in_all() {
    with_server(async |server| {
        let token = server.admin_token().await;
        for _ in 0..24 {
            assert!(is_admin(&server, &token).await);
            server.clock.advance(SignedDuration::from_mins(29));
        }
        // 11 hours and 36 minutes have passed.
        assert!(is_admin(&server, &token).await);
        server.clock.advance(SignedDuration::from_mins(24));
        assert!(!is_admin(&server, &token).await, "in all");
        let token = server.post("/admin/api/login", json!({"email": ADMIN.0, "password": ADMIN.1})).await.body["token"]
            .as_str()
            .unwrap()
            .to_owned();
        server.clock.advance(SignedDuration::from_mins(30));
        assert!(!is_admin(&server, &token).await, "without use");
    })
    .await;
}

#[tokio::test]
async fn background_requests_do_not_prolong_a_session() {
    with_server(async |server| {
        let token = server.admin_token().await;
        let ask = async |header: (&str, &str)| {
            let request = server.request("GET", "/admin/api/notifications").bearer_auth(&token);
            Answer::read(request.header(header.0, header.1)).await.status
        };
        for _ in 0..2 {
            server.clock.advance(SignedDuration::from_mins(10));
            assert_eq!(ask(("x-background", "1")).await, 200, "it is answered");
        }
        server.clock.advance(SignedDuration::from_mins(5));
        let stream = server.request("GET", "/admin/api/events").bearer_auth(&token);
        assert_eq!(stream.header("accept", "text/event-stream").send().await.unwrap().status(), 200);
        server.clock.advance(SignedDuration::from_mins(5));
        assert_eq!(ask(("x-background", "1")).await, 401, "half an hour after the login");
    })
    .await;
}

#[tokio::test]
async fn a_users_session_lasts_as_long_as_it_is_used_every_thirty_days() {
    with_server(async |server| {
        let (_, token) = sign_in_as(&server, Role::User, "asha@example.org").await;
        server.clock.advance(SignedDuration::from_hours(29 * 24));
        assert_eq!(ask(&server, "/patient", Some(&token)).await.status, 200);
        server.clock.advance(SignedDuration::from_hours(30 * 24));
        ask(&server, "/patient", Some(&token)).await.assert_problem(401, "unauthenticated");
    })
    .await;
}

#[tokio::test]
async fn sessions_of_other_roles_end_after_ninety_days_in_all() {
    with_server(async |server| {
        for (role, room) in [
            (Role::User, "/patient"),
            (Role::Doctor, "/doctor"),
            (Role::Hospital, "/worker"),
            (Role::Pharmacy, "/worker"),
        ] {
            let (_, token) = sign_in_as(&server, role, "asha@example.org").await;
            for _ in 0..3 {
                server.clock.advance(SignedDuration::from_hours(29 * 24));
                assert_eq!(ask(&server, room, Some(&token)).await.status, 200);
            }
            server.clock.advance(SignedDuration::from_hours(3 * 24 - 1));
            assert_eq!(ask(&server, room, Some(&token)).await.status, 200);
            server.clock.advance(SignedDuration::from_hours(1));
            ask(&server, room, Some(&token)).await.assert_problem(401, "unauthenticated");
        }
    })
    .await;
}

#[tokio::test]
async fn each_role_reaches_its_own_paths_only() {
    with_server(async |server| {
        let rooms = ["/patient", "/doctor", "/worker", "/worker", "/admin", "none of these"];
        for (index, role) in Role::ALL.into_iter().enumerate() {
            let (id, token) = sign_in_as(&server, role, "one@example.org").await;
            for room in ["/patient", "/doctor", "/worker", "/admin"] {
                let answer = ask(&server, room, Some(&token)).await;
                if room == rooms[index] {
                    assert_eq!((answer.status, answer.text.as_str()), (200, id.as_str()));
                } else {
                    answer.assert_problem(403, "forbidden");
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn no_token_a_forged_one_and_garbage_are_all_unauthenticated() {
    with_server(async |server| {
        let forged = "0".repeat(64);
        for token in [None, Some(""), Some("x"), Some(forged.as_str()), Some("%00' OR 1=1 --")] {
            for room in ["/patient", "/doctor", "/worker", "/admin"] {
                ask(&server, room, token).await.assert_problem(401, "unauthenticated");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn ending_an_accounts_sessions_ends_all_of_them_and_no_others() {
    with_server(async |server| {
        let (id, first) = sign_in_as(&server, Role::User, "asha@example.org").await;
        let second = server.sign_in(&id, Role::User).await;
        let (_, other) = sign_in_as(&server, Role::User, "other@example.org").await;
        server.app.db.write(async move |tx| identity::end_sessions(tx, &id).await).await.unwrap();
        for token in [first, second] {
            ask(&server, "/patient", Some(&token)).await.assert_problem(401, "unauthenticated");
        }
        assert_eq!(ask(&server, "/patient", Some(&other)).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn one_address_has_one_account_per_role() {
    with_server(async |server| {
        sign_in_as(&server, Role::User, "asha@example.org").await;
        sign_in_as(&server, Role::Doctor, "asha@example.org").await;
        assert!(add_account(&server.app, Role::User, "ASHA@example.org").await.is_none());
    })
    .await;
}

#[tokio::test]
async fn a_second_administrator_of_one_address_changes_nothing() {
    with_server(async |server| {
        server.make_admin().await;
        let email = Email::parse("admin@EXAMPLE.org").map_err(|_| ()).unwrap();
        let password = NewPassword::parse("another password", &Owner::new([])).map_err(|_| ()).unwrap();
        assert!(!identity::create_admin(&server.app, email, password).await.unwrap());
        let answer = server.post("/admin/api/login", json!({"email": ADMIN.0, "password": ADMIN.1})).await;
        assert_eq!(answer.status, 200);
    })
    .await;
}

/// Test routes for each extractor, behind the product's middleware.
async fn ask(server: &TestServer, room: &str, token: Option<&str>) -> Answer {
    let rooms = Router::new()
        .route("/user/api/patient", get(|caller: Patient| async move { caller.id.clone() }))
        .route("/user/api/doctor", get(|caller: Doctor| async move { caller.id.clone() }))
        .route("/user/api/worker", get(|caller: FacilityStaff| async move { caller.id.clone() }))
        .route("/user/api/admin", get(|caller: Admin| async move { caller.id.clone() }))
        .with_state(server.app.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/user/api{room}", listener.local_addr().unwrap());
    let serving = tokio::spawn(async move { axum::serve(listener, middleware::wrap(rooms, site())).await });
    let mut request = http_client().get(url);
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let answer = Answer::read(request).await;
    serving.abort();
    answer
}

async fn is_admin(server: &TestServer, token: &str) -> bool {
    ask(server, "/admin", Some(token)).await.status == 200
}

async fn add_account(app: &App, role: Role, email: &str) -> Option<String> {
    let account = account(role, email, None);
    let now = app.clock.now();
    let added: Result<Option<String>> =
        app.db.write(async move |tx| identity::insert_account(tx, account, now).await).await;
    added.unwrap()
}

/// An active account of a role with an open session: its id and token.
async fn sign_in_as(server: &TestServer, role: Role, email: &str) -> (String, String) {
    let id = add_account(&server.app, role, email).await.unwrap();
    let active = id.clone();
    server.app.db.write(async move |tx| identity::activate(tx, &active).await).await.unwrap();
    let token = server.sign_in(&id, role).await;
    (id, token)
}

#[tokio::test]
async fn a_password_is_taken_as_it_was_typed() {
    with_server(async |server| {
        let typed = "  Tea Boat 42 ആശ  ";
        let form = json!({
            "username": "Asha", "email": "typed@example.org", "phone_number": "9847012345", "password": typed
        });
        assert_eq!(server.post("/user/api/register", form).await.status, 201);
        let login = async |password: &str| {
            server.post("/user/api/login", json!({"email": "typed@example.org", "password": password})).await.status
        };
        for other in [typed.trim(), typed.trim_end(), &typed.to_lowercase(), &typed.to_uppercase(), &typed[..10]] {
            assert_eq!(login(other).await, 401, "{other:?}");
        }
        assert_eq!(login(typed).await, 200);
    })
    .await;
}

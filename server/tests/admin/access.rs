//! Unknown ids in every call of the administrator, and the administrator's password change.

use doccare::router;
use serde_json::json;

use crate::harness::{ADMIN, with_server};

/// Every call under `/admin/api` of the API description, with its parameters filled in; without logins and logouts, which need no valid
/// token.
fn admin_calls() -> Vec<(String, String)> {
    let description = serde_json::to_value(router::openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let without = ["/admin/api/login", "/admin/api/login/code", "/admin/api/logout"];
        if !path.starts_with("/admin/api/") || without.contains(&path.as_str()) {
            continue;
        }
        let path = path.replace("{category}", "Doctor").replace("{id}", "nobody");
        for method in methods.as_object().unwrap().keys() {
            calls.push((method.to_uppercase(), path.clone()));
        }
    }
    calls
}

#[tokio::test]
async fn an_unknown_id_is_answered_404_by_every_call_that_takes_one() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for (method, path) in admin_calls().iter().filter(|(_, path)| path.contains("nobody")) {
            let body = match path.rsplit('/').next() {
                _ if path.contains("/administrators/") => Some(json!({"reason": "Left", "current_password": ADMIN.1})),
                _ if *method == "PATCH" && path.contains("/doctors/") => Some(json!({"experience": 13})),
                _ if *method == "DELETE" && path.contains("/imports/") => Some(json!({"current_password": ADMIN.1})),
                _ if path.contains("/sessions/") => Some(json!({"current_password": ADMIN.1})),
                Some("return") => {
                    Some(json!({"phone_number": "9847055555", "reason": "A card.", "current_password": ADMIN.1}))
                }
                Some("answer") => Some(json!({"text": "Hello"})),
                Some("extend") => Some(json!({"Needed_by": "2026-11-20"})),
                Some("off") => Some(json!({"reason": "The phone is lost.", "current_password": ADMIN.1})),
                _ => None,
            };
            server.ask(method, path, &admin, body).await.assert_problem(404, "not_found");
        }
    })
    .await;
}

#[tokio::test]
async fn an_administrator_changes_their_password_and_every_session_ends_for_a_new_one() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let login = async |password: &str| {
            server.post("/admin/api/login", json!({"email": ADMIN.0, "password": password})).await
        };
        let other = login(ADMIN.1).await.body["token"].as_str().unwrap().to_owned();
        let change = async |current: &str, password: &str| {
            let body = json!({"current_password": current, "password": password});
            server.ask("PUT", "/admin/api/password", &admin, Some(body)).await
        };
        assert_eq!(change("wrong", "a new password").await.bad_fields(), ["current_password"]);
        assert_eq!(change(ADMIN.1, "short").await.bad_fields(), ["password"]);
        let changed = change(ADMIN.1, "a new password").await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        let path = "/admin/api/notifications";
        let fresh = changed.body["token"].as_str().unwrap();
        assert_eq!(server.ask("GET", path, fresh, None).await.status, 200);
        for ended in [&admin, &other] {
            server.ask("GET", path, ended, None).await.assert_problem(401, "unauthenticated");
        }
        login(ADMIN.1).await.assert_problem(401, "wrong_credentials");
        assert_eq!(login("a new password").await.status, 200);
        let log = server.ask("GET", "/admin/api/audit?action=password&subject=account&actor=admin", fresh, None).await;
        assert_eq!((&log.body["total"], &log.body["data"][0]["actor"]["name"]), (&json!(1), &json!(ADMIN.0)));
    })
    .await;
}

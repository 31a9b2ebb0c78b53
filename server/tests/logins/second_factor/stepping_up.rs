//! Step-up: calls that require the password of a logged-in user require the code too, once a second factor is set up.

use doccare::identity::Role;
use serde_json::{Value, json};

use super::{Enrolled, WITH_CODES};
use crate::admin::imports;
use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, Answer, TestServer, with_limits, with_server};
use crate::logins::{Owner, give_password, log_in, token};

/// A call with step-up authentication, without `current_password` and `code`.
struct Protected {
    method: &'static str,
    path: String,
    body: Value,
    success: u16,
}

fn protected(method: &'static str, path: impl Into<String>, body: Value, success: u16) -> Protected {
    Protected { method, path: path.into(), body, success }
}

impl Protected {
    async fn send(&self, server: &TestServer, token: &str, password: Option<&str>, code: Option<&str>) -> Answer {
        let mut body = self.body.clone();
        for (name, value) in [("current_password", password), ("code", code)] {
            if let Some(value) = value {
                body[name] = json!(value);
            }
        }
        server.ask(self.method, &self.path, token, Some(body)).await
    }
}

/// Another administrator's id.
async fn another_administrator(server: &TestServer, admin: &str, code: &str) -> String {
    let body = json!({"email": "third@example.org", "current_password": ADMIN.1, "code": code});
    let added = server.ask("POST", "/admin/api/administrators", admin, Some(body)).await;
    assert_eq!(added.status, 201, "{}", added.text);
    let list = server.ask("GET", "/admin/api/administrators", admin, None).await;
    list.body["data"][0]["_id"].as_str().unwrap().to_owned()
}

/// The call that undoes an import, which is created first.
async fn undo_import(server: &TestServer, admin: &str, number: usize, code: Option<&str>) -> Protected {
    let import = protected("POST", "/admin/api/imports", json!({"table": imports::doctors([number])}), 201);
    let made = import.send(server, admin, Some(ADMIN.1), code).await;
    assert_eq!(made.status, 201, "{}", made.text);
    protected("DELETE", format!("/admin/api/imports/{}", made.id()), json!({}), 200)
}

/// The administrator's calls; the one that ends the session is last.
async fn of_admin(server: &TestServer, admin: &Enrolled) -> Vec<Protected> {
    let third = another_administrator(server, &admin.token, &admin.fresh_code(server)).await;
    let undo = undo_import(server, &admin.token, 4, Some(&admin.fresh_code(server))).await;
    let doctor = Enrolled::new(server, Role::Doctor, 7).await;
    let off = format!("/admin/api/workers/Doctor/twofactor/{}/off", doctor.id);
    vec![
        protected("POST", "/admin/api/administrators", json!({"email": "second@example.org"}), 201),
        protected("DELETE", format!("/admin/api/administrators/{third}"), json!({"reason": "Left"}), 200),
        protected("POST", off, json!({"reason": "The phone is lost."}), 200),
        protected("POST", "/admin/api/imports", json!({"table": imports::doctors([3])}), 201),
        undo,
        protected("POST", "/admin/api/users/export", json!({}), 200),
        protected("POST", "/admin/api/blood/donors/export", json!({}), 200),
        protected("PUT", "/admin/api/password", json!({"password": "another long password"}), 200),
    ]
}

#[tokio::test]
async fn an_administrator_with_a_second_factor_needs_its_code_for_every_protected_call() {
    with_server(async |server| {
        let admin = Enrolled::new(&server, Role::Admin, 1).await;
        for call in of_admin(&server, &admin).await {
            let Protected { method, path, .. } = &call;
            let without = call.send(&server, &admin.token, Some(ADMIN.1), None).await;
            assert_eq!((without.status, without.bad_fields()), (422, vec!["code"]), "{method} {path}");
            let wrong = call.send(&server, &admin.token, Some(ADMIN.1), Some(&admin.wrong_code(&server))).await;
            assert_eq!((wrong.status, wrong.bad_fields()), (422, vec!["code"]), "{method} {path}");
            let code = admin.fresh_code(&server);
            let wrong = call.send(&server, &admin.token, Some("wrong"), Some(&code)).await;
            assert_eq!(wrong.bad_fields(), ["current_password"], "{method} {path}");
            let done = call.send(&server, &admin.token, Some(ADMIN.1), Some(&code)).await;
            assert_eq!(done.status, call.success, "{method} {path}: {}", done.text);
        }
    })
    .await;
}

#[tokio::test]
async fn an_administrator_without_a_second_factor_needs_the_password_alone() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let doctor = Enrolled::new(&server, Role::Doctor, 7).await;
        let off = format!("/admin/api/workers/Doctor/twofactor/{}/off", doctor.id);
        for call in [
            protected("POST", off, json!({"reason": "The phone is lost."}), 200),
            protected("POST", "/admin/api/imports", json!({"table": imports::doctors([3])}), 201),
            undo_import(&server, &admin, 4, None).await,
            protected("POST", "/admin/api/users/export", json!({}), 200),
            protected("POST", "/admin/api/blood/donors/export", json!({}), 200),
        ] {
            for password in [None, Some("wrong")] {
                let refused = call.send(&server, &admin, password, None).await;
                assert_eq!((refused.status, refused.bad_fields()), (422, vec!["current_password"]), "{}", call.path);
            }
            let done = call.send(&server, &admin, Some(ADMIN.1), None).await;
            assert_eq!(done.status, call.success, "{}: {}", call.path, done.text);
        }
    })
    .await;
}

#[tokio::test]
async fn a_worker_with_a_second_factor_needs_its_code_for_another_address_number_or_password() {
    with_server(async |server| {
        for role in [Role::Doctor, Role::Hospital, Role::Pharmacy] {
            let one = Enrolled::new(&server, role, 1).await;
            let owner = Owner {
                role,
                id: one.id.clone(),
                token: one.token.clone(),
                email: String::new(),
                phone: String::new(),
            };
            for (field, value) in [(owner.email_field(), "another@example.org"), (owner.phone_field(), "9447000001")] {
                let put = async |code: Option<&str>| {
                    let mut fields = vec![(field, value), ("current_password", PASSWORD)];
                    fields.extend(code.map(|code| ("code", code)));
                    owner.put(&server, &fields).await
                };
                assert_eq!(put(None).await.bad_fields(), ["code"], "{role:?} {field}");
                assert_eq!(put(Some(&one.wrong_code(&server))).await.bad_fields(), ["code"], "{role:?} {field}");
                let saved = put(Some(&one.fresh_code(&server))).await;
                assert_eq!(saved.status, 200, "{role:?} {field}: {}", saved.text);
            }
            // A change of fields that are not for logging in needs neither.
            assert_eq!(owner.put(&server, &[("pincode", "682002"), ("Pincode", "682002")]).await.status, 200);
        }
        for role in WITH_CODES.into_iter().filter(|role| *role != Role::Admin) {
            let one = Enrolled::new(&server, role, 2).await;
            let change = async |code: Option<String>| {
                let body = json!({"current_password": PASSWORD, "password": "another long password", "code": code});
                server.ask("PUT", "/user/api/password", &one.token, Some(body)).await
            };
            assert_eq!(change(None).await.bad_fields(), ["code"], "{role:?}");
            assert_eq!(change(Some(one.wrong_code(&server))).await.bad_fields(), ["code"], "{role:?}");
            let changed = change(Some(one.fresh_code(&server))).await;
            assert_eq!(changed.status, 200, "{role:?}: {}", changed.text);
        }
    })
    .await;
}

/// The phone with the second factor may be what was lost.
#[tokio::test]
async fn ending_sessions_needs_no_code() {
    with_server(async |server| {
        for (role, area) in [(Role::Doctor, "user"), (Role::Admin, "admin")] {
            let one = Enrolled::new(&server, role, 1).await;
            let body = json!({"current_password": one.password});
            let ended = server.ask("DELETE", &format!("/{area}/api/sessions"), &one.token, Some(body)).await;
            assert_eq!(ended.status, 200, "{}", ended.text);
        }
    })
    .await;
}

#[tokio::test]
async fn a_code_is_used_up_by_one_action_and_by_none_that_fails() {
    with_server(async |server| {
        let admin = Enrolled::new(&server, Role::Admin, 1).await;
        let add = async |email: &str, code: &str| {
            let body = json!({"email": email, "current_password": ADMIN.1, "code": code});
            server.ask("POST", "/admin/api/administrators", &admin.token, Some(body)).await
        };
        let code = admin.fresh_code(&server);
        add(ADMIN.0, &code).await.assert_problem(409, "already_registered");
        assert_eq!(add("second@example.org", &code).await.status, 201);
        assert_eq!(add("third@example.org", &code).await.bad_fields(), ["code"]);
        let recovery = &admin.recovery[0];
        add(ADMIN.0, recovery).await.assert_problem(409, "already_registered");
        assert_eq!(add("third@example.org", recovery).await.status, 201);
        assert_eq!(add("fourth@example.org", recovery).await.bad_fields(), ["code"]);
        // The code of a step-up cannot be used for a login either.
        let code = admin.fresh_code(&server);
        assert_eq!(add("fourth@example.org", &code).await.status, 201);
        admin.log_in_with(&server, &code).await.assert_problem(401, "wrong_code");
    })
    .await;
}

#[tokio::test]
async fn a_stolen_session_with_the_password_cannot_try_all_codes_of_a_step_up() {
    with_limits(async |server| {
        let admin = Enrolled::new(&server, Role::Admin, 1).await;
        let body = json!({"current_password": ADMIN.1, "code": admin.wrong_code(&server)});
        let mut heard = Vec::new();
        for _ in 0..7 {
            let answer = server.ask("POST", "/admin/api/users/export", &admin.token, Some(body.clone())).await;
            heard.push(answer.status);
        }
        assert_eq!(heard.last(), Some(&429), "{heard:?}");
    })
    .await;
}

/// The second factor is set up while an action of the same account, verified by the password alone, waits for the account's lock.
#[tokio::test]
async fn a_second_factor_that_is_set_up_meanwhile_is_asked_for() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::Doctor, 1).await;
        give_password(&server, &owner.id).await;
        let session = token(&log_in(&server, Role::Doctor, &owner.email, PASSWORD).await);
        let lock = doccare::identity::lock_of(Role::Doctor, owner.id.clone().leak());
        let on = format!(
            "INSERT INTO second_factors (account_id, secret, last_step, enrolled_at) VALUES ('{}', 'none', 0, 0)",
            owner.id
        );
        let held = server.hold(Some(lock), None, &on).await;
        let body = json!({"current_password": PASSWORD, "password": "another long password"});
        let answer = server.meet(held, server.ask("PUT", "/user/api/password", &session, Some(body))).await;
        assert_eq!(answer.bad_fields(), ["code"], "{}", answer.text);
    })
    .await;
}

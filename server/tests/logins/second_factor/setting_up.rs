//! Setting up, changing and disabling a second factor, by its owner, an administrator or the operator.

use doccare::identity::Role;
use doccare::platform::keys::{self, KeySource};
use doccare::router;
use doccare::startup;
use jiff::SignedDuration;
use serde_json::json;

use super::{AuthenticatorApp, Enrolled, WITH_CODES, answer_with, codes_in, confirm_app, offer, switched_on, titles};
use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, TestServer, on_both_engines, with_limits, with_server};
use crate::logins::{Owner, log_in, tick, token};
use crate::record::rows_of;

#[tokio::test]
async fn setting_it_up_asks_for_the_password_and_a_code_and_ends_every_other_session() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::Doctor, 1).await;
        server.mark_unreached(&owner.email).await;
        let other = token(&log_in(&server, Role::Doctor, &owner.email, PASSWORD).await);
        let ask = async |password: &str| offer(&server, Role::Doctor, &owner.token, password).await;
        assert_eq!(ask("wrong").await.bad_fields(), ["password"]);
        assert_eq!(ask("").await.bad_fields(), ["password"]);
        let nothing_offered = confirm_app(&server, Role::Doctor, &owner.token, "123456").await;
        nothing_offered.assert_problem(409, "not_changeable");
        let first = ask(PASSWORD).await.body["data"].clone();
        let second = ask(PASSWORD).await.body["data"].clone();
        assert_ne!(first["secret"], second["secret"]);
        let link = second["link"].as_str().unwrap();
        assert!(link.starts_with("otpauth://totp/Doc%20Care:doctor1%40example.org"), "{link}");
        assert!(second["path"].as_str().unwrap().starts_with('M') && second["size"].as_i64().unwrap() > 20);
        // The earlier secret was replaced.
        let old = AuthenticatorApp::set_up(first["secret"].as_str().unwrap());
        let app = AuthenticatorApp::set_up(second["secret"].as_str().unwrap());
        let code = old.code(&server, 0);
        assert_eq!(confirm_app(&server, Role::Doctor, &owner.token, &code).await.bad_fields(), ["code"]);
        assert_eq!(confirm_app(&server, Role::Doctor, &owner.token, "").await.bad_fields(), ["code"]);
        assert_eq!(log_in(&server, Role::Doctor, &owner.email, PASSWORD).await.status, 200, "it is not on yet");
        server.clock.advance(SignedDuration::from_mins(30));
        let late = confirm_app(&server, Role::Doctor, &owner.token, &app.code(&server, 0)).await;
        late.assert_problem(409, "not_changeable");
        let third = ask(PASSWORD).await.body["data"]["secret"].as_str().unwrap().to_owned();
        let app = AuthenticatorApp::set_up(&third);
        assert_eq!(confirm_app(&server, Role::Doctor, &owner.token, &app.code(&server, 0)).await.status, 200);
        server.ask("GET", &owner.profile(), &other, None).await.assert_problem(401, "unauthenticated");
        assert_eq!(server.ask("GET", &owner.profile(), &owner.token, None).await.status, 200, "this one stays");
        assert_eq!(titles(&server, &owner.email, 0).await, ["Two-factor login is on"]);
        ask(PASSWORD).await.assert_problem(409, "not_changeable");
        // What the database holds opens nothing: the secret is encrypted.
        let rows: Vec<(String, String)> = server
            .app
            .db
            .read(async |tx| tx.all("SELECT f.secret, r.code_digest FROM second_factors f JOIN recovery_codes r ON r.account_id = f.account_id", &[]).await)
            .await
            .unwrap();
        assert_eq!(rows.len(), 10);
        assert!(rows.iter().all(|(secret, _)| secret.starts_with(server.app.keys.id()) && !secret.contains(&third)));
    })
    .await;
}

#[tokio::test]
async fn patients_cannot_set_up_a_second_factor_and_no_account_can_for_another() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let doctor = Owner::new(&server, Role::Doctor, 1).await;
        offer(&server, Role::Doctor, &patient.token, PASSWORD).await.assert_problem(403, "forbidden");
        offer(&server, Role::Admin, &doctor.token, PASSWORD).await.assert_problem(403, "forbidden");
        offer(&server, Role::Doctor, "forged", PASSWORD).await.assert_problem(401, "unauthenticated");
    })
    .await;
}

#[tokio::test]
async fn new_recovery_codes_and_switching_off_ask_for_password_and_code() {
    with_server(async |server| {
        for role in WITH_CODES {
            let one = Enrolled::new(&server, role, 1).await;
            let known = server.mails().await.len();
            server.mark_unreached(&one.email).await;
            for name in ["/codes", "/off"] {
                let code = one.fresh_code(&server);
                assert_eq!(one.change(&server, name, "wrong", &code).await.bad_fields(), ["password"]);
                assert_eq!(one.change(&server, name, "", "").await.bad_fields(), ["password", "code"]);
                let wrong = one.change(&server, name, one.password, &one.wrong_code(&server)).await;
                assert_eq!(wrong.bad_fields(), ["code"]);
            }
            tick(&server);
            let renewed = one.change(&server, "/codes", one.password, &one.fresh_code(&server)).await;
            let codes = codes_in(&renewed);
            assert_eq!((codes.len(), one.shown(&server).await["recoveryCodesLeft"].clone()), (10, json!(10)));
            one.log_in_with(&server, &one.recovery[0]).await.assert_problem(401, "wrong_code");
            tick(&server);
            // A recovery code is accepted: the phone may be lost.
            assert_eq!(one.change(&server, "/off", one.password, &codes[0]).await.status, 200);
            assert_eq!(one.shown(&server).await, json!({"enrolledAt": null, "recoveryCodesLeft": 0}));
            assert_eq!(log_in(&server, role, &one.email, one.password).await.status, 200);
            one.change(&server, "/off", one.password, "123456").await.assert_problem(409, "not_changeable");
            let told = titles(&server, &one.email, known).await;
            assert_eq!(told, ["You have new recovery codes", "Two-factor login is off"]);
            let actions: Vec<String> = one.recorded(&server).await.into_iter().map(|(action, ..)| action).collect();
            assert_eq!(actions, ["second_factor_off", "recovery_codes", "second_factor_on"]);
        }
    })
    .await;
}

#[tokio::test]
async fn a_stolen_session_with_the_password_cannot_try_all_codes() {
    with_limits(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        for _ in 0..5 {
            let wrong = one.change(&server, "/off", PASSWORD, &one.wrong_code(&server)).await;
            assert_eq!(wrong.bad_fields(), ["code"]);
        }
        let right = one.change(&server, "/off", PASSWORD, &one.fresh_code(&server)).await;
        right.assert_problem(429, "too_many_tries");
    })
    .await;
}

#[tokio::test]
async fn a_stolen_session_cannot_guess_the_first_code_of_an_app_that_is_being_set_up() {
    with_limits(async |server| {
        let owner = Owner::new(&server, Role::Doctor, 1).await;
        let token = token(&log_in(&server, Role::Doctor, &owner.email, PASSWORD).await);
        let offer = offer(&server, Role::Doctor, &token, PASSWORD).await;
        let app = AuthenticatorApp::set_up(offer.body["data"]["secret"].as_str().expect(&offer.text));
        let far_off = app.code(&server, 100);
        for _ in 0..5 {
            assert_eq!(confirm_app(&server, Role::Doctor, &token, &far_off).await.bad_fields(), ["code"]);
        }
        let right = confirm_app(&server, Role::Doctor, &token, &app.code(&server, 0)).await;
        right.assert_problem(429, "too_many_tries");
    })
    .await;
}

/// The worker's name in the directory.
fn name_of(role: Role) -> String {
    if role == Role::Doctor { "Doctor Number1".into() } else { format!("{} 1", role.as_str()) }
}

#[tokio::test]
async fn an_offer_ends_with_the_password_that_it_was_made_for() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::Doctor, 1).await;
        let offered = offer(&server, Role::Doctor, &owner.token, PASSWORD).await.body["data"].clone();
        let app = AuthenticatorApp::set_up(offered["secret"].as_str().unwrap());
        let body = json!({"current_password": PASSWORD, "password": "three boats at noon"});
        let changed = server.ask("PUT", "/user/api/password", &owner.token, Some(body)).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        let late = confirm_app(&server, Role::Doctor, &token(&changed), &app.code(&server, 0)).await;
        late.assert_problem(409, "not_changeable");
    })
    .await;
}

#[tokio::test]
async fn an_administrator_switches_a_workers_off_with_a_reason_that_the_worker_reads() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for role in [Role::Doctor, Role::Hospital, Role::Pharmacy] {
            let one = Enrolled::new(&server, role, 1).await;
            let path = format!("/admin/api/workers/{}/twofactor/{}", role.as_str(), one.id);
            let off = async |token: &str, reason: &str| {
                let body = json!({"reason": reason, "current_password": ADMIN.1});
                server.ask("POST", &format!("{path}/off"), token, Some(body)).await
            };
            let challenge = one.challenge(&server).await;
            assert_eq!(server.ask("GET", &path, &admin, None).await.body["data"]["recoveryCodesLeft"], 10);
            assert_eq!(off(&admin, " ").await.bad_fields(), ["reason"]);
            off(&one.token, "Mine").await.assert_problem(403, "forbidden");
            let known = server.mails().await.len();
            server.mark_unreached(&one.email).await;
            tick(&server);
            let done = off(&admin, "The phone fell into the backwaters.").await;
            assert_eq!(done.status, 200, "{}", done.text);
            let code = one.fresh_code(&server);
            answer_with(&server, role, &challenge, &code).await.assert_problem(410, "challenge_ended");
            server.ask("GET", "/user/api/sessions", &one.token, None).await.assert_problem(401, "unauthenticated");
            assert_eq!(log_in(&server, role, &one.email, PASSWORD).await.status, 200);
            off(&admin, "Again").await.assert_problem(409, "not_changeable");
            let mails = server.mails().await;
            let [told] = &mails[known..] else { panic!("{} mails", mails.len() - known) };
            assert!(told.header("to").contains(&one.email));
            assert!(told.text("text/plain").unwrap().contains("The phone fell into the backwaters."));
            let (action, actor, reason) = one.recorded(&server).await.remove(0);
            assert_eq!((action.as_str(), actor.as_str()), ("second_factor_off", "admin"));
            assert_eq!(reason.as_deref(), Some("The phone fell into the backwaters."));
            let row = &rows_of(&server, &admin, "second_factor_off").await[0];
            assert_eq!(row["subject"]["name"], name_of(role), "{row}");
        }
        let patient = server.patient(9).await.id;
        for path in
            [format!("Doctor/twofactor/{patient}"), "Doctor/twofactor/some".into(), "User/twofactor/some".into()]
        {
            let unknown = server.ask("GET", &format!("/admin/api/workers/{path}"), &admin, None).await;
            unknown.assert_problem(404, "not_found");
        }
    })
    .await;
}

/// Every reading call of the administrator without an id in its path.
fn admin_reads() -> Vec<String> {
    let api = serde_json::to_value(router::openapi()).unwrap();
    let paths = api["paths"].as_object().unwrap().iter();
    let reads = paths
        .filter(|(path, calls)| path.starts_with("/admin/api/") && calls["get"].is_object() && !path.contains('{'));
    reads.map(|(path, _)| path.clone()).collect()
}

#[tokio::test]
async fn where_it_is_demanded_an_administrator_can_do_nothing_but_set_it_up() {
    on_both_engines(async |url| {
        let server = TestServer::start_with(url, |config| config.second_factor_roles = "admin".parse().unwrap()).await;
        let token = server.admin_token().await;
        let reads = admin_reads();
        assert!(reads.len() > 10, "{reads:?}");
        for path in reads.iter().filter(|path| *path != "/admin/api/twofactor") {
            server.ask("GET", path, &token, None).await.assert_problem(403, "enrolment_required");
        }
        let block = server.ask("PATCH", "/admin/api/blockandunblock/some", &token, None).await;
        block.assert_problem(403, "enrolment_required");
        let offered = offer(&server, Role::Admin, &token, ADMIN.1).await;
        let app = AuthenticatorApp::set_up(offered.body["data"]["secret"].as_str().unwrap());
        assert_eq!(confirm_app(&server, Role::Admin, &token, &app.code(&server, 0)).await.status, 200);
        let dashboard = server.ask("GET", "/admin/api/dashboard", &token, None).await;
        assert_eq!((dashboard.status, &dashboard.body["data"]["adminsWithoutSecondFactor"]), (200, &json!(0)));
        // It applies to administrators only.
        let doctor = Owner::new(&server, Role::Doctor, 1).await;
        assert_eq!(server.ask("GET", &doctor.profile(), &doctor.token, None).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn it_can_be_demanded_of_doctors_hospitals_pharmacies_and_desks() {
    on_both_engines(async |url| {
        let roles = "doctor,hospital, pharmacy,desk".parse().unwrap();
        let server = TestServer::start_with(url, |config| config.second_factor_roles = roles).await;
        for role in [Role::Doctor, Role::Hospital, Role::Pharmacy, Role::Desk] {
            let owner = Owner::new(&server, role, 1).await;
            let path = if role == Role::Desk { "/user/api/desk/me".into() } else { owner.profile() };
            server.ask("GET", &path, &owner.token, None).await.assert_problem(403, "enrolment_required");
            let shown = server.ask("GET", "/user/api/twofactor", &owner.token, None).await;
            assert_eq!(shown.status, 200, "{}", shown.text);
            switched_on(&server, role, &owner.token, PASSWORD).await;
            let done = server.ask("GET", &path, &owner.token, None).await;
            assert_eq!(done.status, 200, "{role:?}: {}", done.text);
        }
        // Roles that are not listed do not need one.
        let admin = server.admin_token().await;
        assert_eq!(server.ask("GET", "/admin/api/dashboard", &admin, None).await.status, 200);
        let patient = server.patient(9).await;
        let own = format!("/user/api/user/profile/{}", patient.id);
        assert_eq!(server.ask("GET", &own, &patient.token, None).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn the_dashboard_counts_administrators_without_a_second_factor() {
    with_server(async |server| {
        let token = server.admin_token().await;
        let without = async |token: &str| {
            let dashboard = server.ask("GET", "/admin/api/dashboard", token, None).await;
            dashboard.body["data"]["adminsWithoutSecondFactor"].clone()
        };
        assert_eq!(without(&token).await, 1);
        let offered = offer(&server, Role::Admin, &token, ADMIN.1).await;
        let app = AuthenticatorApp::set_up(offered.body["data"]["secret"].as_str().unwrap());
        assert_eq!(confirm_app(&server, Role::Admin, &token, &app.code(&server, 0)).await.status, 200);
        assert_eq!(without(&token).await, 0);
    })
    .await;
}

#[tokio::test]
async fn use_reencrypts_the_secret_with_a_renewed_key_and_recovery_codes_work_without_the_key() {
    on_both_engines(async |url| {
        let given = |lines: &str| KeySource::Given(lines.parse().unwrap());
        let (old, new, other) = ("a".repeat(64), "b".repeat(64), "c".repeat(64));
        let start = async |keys: &str| TestServer::start_with(url.clone(), |config| config.key = given(keys)).await;
        let server = start(&old).await;
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let renewed = start(&format!("{new},{old}")).await;
        renewed.clock.advance(SignedDuration::from_mins(1));
        assert_eq!(one.log_in_with(&renewed, &one.app.code(&renewed, 0)).await.status, 200);
        // After one use it is encrypted with the new key, so the old one can be removed.
        let without_old = start(&new).await;
        without_old.clock.advance(SignedDuration::from_mins(2));
        assert_eq!(one.log_in_with(&without_old, &one.app.code(&without_old, 0)).await.status, 200);
        let lost = keys::Keys::load(&given(&other)).unwrap();
        startup::forget_lost_key(&without_old.app.db, &lost, without_old.clock.now()).await.unwrap();
        let server = start(&other).await;
        server.clock.advance(SignedDuration::from_mins(3));
        let code = one.app.code(&server, 0);
        one.log_in_with(&server, &code).await.assert_problem(401, "wrong_code");
        let entered = one.log_in_with(&server, &one.recovery[0]).await;
        assert_eq!(entered.status, 200, "{}", entered.text);
        let body = json!({"password": PASSWORD, "code": one.recovery[1]});
        let off = server.ask("POST", "/user/api/twofactor/off", &token(&entered), Some(body)).await;
        assert_eq!(off.status, 200, "{}", off.text);
    })
    .await;
}

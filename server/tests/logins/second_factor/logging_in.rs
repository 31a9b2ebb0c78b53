//! The code at every login: it is valid once, and cannot be bypassed.

use doccare::identity::Role;
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Enrolled, WITH_CODES, answer_with, challenge_in, half_a_minute, titles};
use crate::eml::Eml;
use crate::harness::people::PASSWORD;
use crate::harness::{TestServer, postgres, with_server};
use crate::logins::{Owner, confirm, confirmation, log_in, reset, reset_link, tick, token};

#[tokio::test]
async fn every_worker_and_administrator_sets_it_up_and_logs_in_with_password_and_code() {
    with_server(async |server| {
        for role in WITH_CODES {
            let known = server.mails().await.len();
            let one = Enrolled::new(&server, role, 1).await;
            assert_eq!(one.recovery.len(), 10);
            assert_eq!(one.shown(&server).await["recoveryCodesLeft"], 10);
            assert!(one.shown(&server).await["enrolledAt"].is_string());
            let refused = log_in(&server, role, &one.email, one.password).await;
            let challenge = challenge_in(&refused);
            match role {
                Role::Hospital => assert_eq!(refused.body["message"], "Hospital not complited"),
                Role::Pharmacy => assert_eq!(refused.body["message"], "Pharmacy not complited"),
                _ => assert!(refused.body["message"].as_str().unwrap().contains("authenticator")),
            }
            half_a_minute(&server);
            let entered = answer_with(&server, role, &challenge, &one.app.code(&server, 0)).await;
            assert_eq!(entered.status, 200, "{}", entered.text);
            assert_eq!(
                (&entered.body["data"]["_id"], &entered.body["message"]),
                (&json!(one.id), &json!("You are logged in."))
            );
            let sessions = if role == Role::Admin { "/admin/api/sessions" } else { "/user/api/sessions" };
            let own = server.ask("GET", sessions, &token(&entered), None).await;
            assert_eq!((own.status, own.body["data"].as_array().unwrap().len()), (200, 2));
            // The second step of a login works once.
            half_a_minute(&server);
            let again = answer_with(&server, role, &challenge, &one.app.code(&server, 0)).await;
            again.assert_problem(410, "challenge_ended");
            assert_eq!(titles(&server, &one.email, known).await, ["Two-factor login is on"]);
            let recorded = one.recorded(&server).await;
            assert_eq!(recorded, [("second_factor_on".into(), role.as_str().into(), None)]);
        }
    })
    .await;
}

#[tokio::test]
async fn a_code_counts_once_and_a_step_early_or_late() {
    with_server(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        // The code that switched it on is used up.
        let first = one.app.code(&server, 0);
        one.log_in_with(&server, &first).await.assert_problem(401, "wrong_code");
        server.clock.advance(SignedDuration::from_mins(5));
        for (off_by, counts) in [(-2, false), (2, false), (-1, true), (0, true), (1, true)] {
            let entered = one.log_in_with(&server, &one.app.code(&server, off_by)).await;
            assert_eq!(entered.status == 200, counts, "{off_by}: {}", entered.text);
        }
        for off_by in [-1, 0, 1] {
            let replayed = one.log_in_with(&server, &one.app.code(&server, off_by)).await;
            replayed.assert_problem(401, "wrong_code");
        }
        half_a_minute(&server);
        one.log_in_with(&server, &one.app.code(&server, 0)).await.assert_problem(401, "wrong_code");
        assert_eq!(one.log_in_with(&server, &one.fresh_code(&server)).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn concurrent_logins_with_one_code_succeed_once() {
    with_server(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        for code in [one.fresh_code(&server), one.recovery[0].clone()] {
            let mut challenges = Vec::new();
            for _ in 0..8 {
                challenges.push(one.challenge(&server).await);
            }
            let answers = challenges.iter().map(|challenge| answer_with(&server, one.role, challenge, &code));
            let statuses: Vec<u16> = join_all(answers).await.iter().map(|answer| answer.status).collect();
            assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
            assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 7, "{statuses:?}");
        }
        // One login, many right codes at once: one of them completes it.
        let challenge = one.challenge(&server).await;
        let answers = one.recovery[1..5].iter().map(|code| answer_with(&server, one.role, &challenge, code));
        let answers = join_all(answers).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        assert_eq!(one.shown(&server).await["recoveryCodesLeft"], 8);
    })
    .await;
}

#[tokio::test]
async fn two_instances_accept_a_code_once() {
    let url = postgres::fresh_database().await;
    let (first, second) = (TestServer::start(url.clone()).await, TestServer::start(url).await);
    let one = Enrolled::new(&first, Role::Doctor, 1).await;
    half_a_minute(&second);
    let code = one.fresh_code(&first);
    let (here, there) = (one.challenge(&first).await, one.challenge(&second).await);
    let answers =
        tokio::join!(answer_with(&first, one.role, &here, &code), answer_with(&second, one.role, &there, &code));
    let mut statuses = [answers.0.status, answers.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    // A login that one instance began is completed by another.
    half_a_minute(&second);
    let challenge = one.challenge(&first).await;
    let code = one.fresh_code(&first);
    assert_eq!(answer_with(&second, one.role, &challenge, &code).await.status, 200);
}

#[tokio::test]
async fn a_recovery_code_signs_in_once_and_the_owner_is_told() {
    with_server(async |server| {
        let one = Enrolled::new(&server, Role::Hospital, 1).await;
        let known = server.mails().await.len();
        server.mark_unreached(&one.email).await;
        tick(&server);
        let typed = one.recovery[3].to_lowercase().replace('-', " ");
        assert_eq!(one.log_in_with(&server, &typed).await.status, 200);
        one.log_in_with(&server, &one.recovery[3]).await.assert_problem(401, "wrong_code");
        assert_eq!(one.shown(&server).await["recoveryCodesLeft"], 9);
        assert_eq!(titles(&server, &one.email, known).await, ["A recovery code was used"]);
        let text = server.mails().await.last().and_then(|mail: &Eml| mail.text("text/plain")).unwrap();
        assert!(text.contains("left: 9") && text.contains("/forgotpassword?role=hospital"), "{text}");
        assert_eq!(one.recorded(&server).await[0].0, "recovery_code");
        // Codes of another account are wrong.
        let other = Enrolled::new(&server, Role::Hospital, 2).await;
        one.log_in_with(&server, &other.recovery[0]).await.assert_problem(401, "wrong_code");
    })
    .await;
}

#[tokio::test]
async fn a_login_waits_five_minutes_for_its_code_and_takes_five_wrong_ones() {
    with_server(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let challenge = one.challenge(&server).await;
        server.clock.advance(SignedDuration::from_millis(5 * 60_000 - 1));
        answer_with(&server, one.role, &challenge, &one.wrong_code(&server)).await.assert_problem(401, "wrong_code");
        server.clock.advance(SignedDuration::from_millis(1));
        let late = answer_with(&server, one.role, &challenge, &one.app.code(&server, 0)).await;
        late.assert_problem(410, "challenge_ended");
        let challenge = one.challenge(&server).await;
        for _ in 0..5 {
            let wrong = answer_with(&server, one.role, &challenge, &one.wrong_code(&server)).await;
            wrong.assert_problem(401, "wrong_code");
        }
        let code = one.fresh_code(&server);
        answer_with(&server, one.role, &challenge, &code).await.assert_problem(410, "challenge_ended");
        assert_eq!(one.log_in_with(&server, &code).await.status, 200);
        // Input that is not a code is a typing error, and is not counted.
        let challenge = one.challenge(&server).await;
        for typed in ["", "12345", "hello"] {
            assert_eq!(answer_with(&server, one.role, &challenge, typed).await.bad_fields(), ["code"]);
        }
        for made_up in ["", "nonsense", &"0".repeat(64)] {
            let answer = answer_with(&server, one.role, made_up, &one.fresh_code(&server)).await;
            assert!(answer.status == 410 || answer.bad_fields() == ["challenge"], "{}", answer.text);
        }
        // It is of the role that logged in.
        for role in [Role::Admin, Role::Hospital, Role::Pharmacy] {
            let elsewhere = answer_with(&server, role, &challenge, &one.app.code(&server, 0)).await;
            elsewhere.assert_problem(410, "challenge_ended");
        }
    })
    .await;
}

#[tokio::test]
async fn a_login_that_waits_ends_with_the_password_and_with_the_account() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let challenge = one.challenge(&server).await;
        let code = one.fresh_code(&server);
        let password = json!({"current_password": PASSWORD, "password": "three boats at noon", "code": code});
        assert_eq!(server.ask("PUT", "/user/api/password", &one.token, Some(password)).await.status, 200);
        let code = one.fresh_code(&server);
        answer_with(&server, one.role, &challenge, &code).await.assert_problem(410, "challenge_ended");
        let challenge = challenge_in(&log_in(&server, one.role, &one.email, "three boats at noon").await);
        let suspend = format!("/admin/api/doctors/{}/suspend", one.id);
        assert_eq!(server.ask("POST", &suspend, &admin, None).await.status, 200);
        answer_with(&server, one.role, &challenge, &code).await.assert_problem(410, "challenge_ended");
        log_in(&server, one.role, &one.email, "three boats at noon").await.assert_problem(403, "blocked");
    })
    .await;
}

#[tokio::test]
async fn neither_a_reset_nor_another_address_or_number_bypasses_the_code() {
    with_server(async |server| {
        for role in [Role::Doctor, Role::Hospital, Role::Pharmacy, Role::Admin] {
            let mut one = Enrolled::new(&server, role, 1).await;
            let challenge = one.challenge(&server).await;
            let link = reset_link(&server, role, &one.email).await;
            let answer = reset(&server, &link, "three boats at noon").await;
            assert_eq!((answer.status, &answer.body["token"]), (200, &Value::Null), "{}", answer.text);
            let code = one.fresh_code(&server);
            answer_with(&server, role, &challenge, &code).await.assert_problem(410, "challenge_ended");
            one.password = "three boats at noon";
            let entered = one.log_in_with(&server, &code).await;
            assert_eq!(entered.status, 200, "{}", entered.text);
            if role == Role::Admin {
                continue;
            }
            challenge_in(&log_in(&server, role, &one.phone, one.password).await);
            let owner = Owner {
                role,
                id: one.id.clone(),
                token: token(&entered),
                email: one.email.clone(),
                phone: one.phone.clone(),
            };
            let new = format!("new-{}@example.org", role.as_str());
            let code = one.fresh_code(&server);
            let sent = [(owner.email_field(), new.as_str()), ("current_password", one.password), ("code", &code)];
            assert_eq!(owner.put(&server, &sent).await.status, 200);
            let confirmed = confirm(&server, &confirmation(&server, &new).await).await;
            assert_eq!((confirmed.status, &confirmed.body["token"]), (200, &Value::Null));
            challenge_in(&log_in(&server, role, &new, one.password).await);
        }
    })
    .await;
}

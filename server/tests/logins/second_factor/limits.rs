//! The rate limit of wrong codes: a separate counter, which only a right code clears.

use doccare::identity::Role;
use serde_json::{Value, json};

use super::{Enrolled, challenge_in};
use crate::harness::people::PASSWORD;
use crate::harness::{Answer, with_limits};
use crate::limits::{DEVICE_COOKIE, device_in, guess_until_refused, log_in_from, post_from};
use crate::logins::{login_path, reset_link};

#[tokio::test]
async fn a_right_password_does_not_clear_the_count_of_wrong_codes() {
    with_limits(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let mut answered = 0;
        for _ in 0..5 {
            for _ in 0..4 {
                let wrong = one.change(&server, "/codes", PASSWORD, &one.wrong_code(&server)).await;
                answered += usize::from(wrong.status != 429);
            }
            // Any call that verifies the password.
            let body = json!({"current_password": PASSWORD});
            server.ask("DELETE", "/user/api/sessions", &one.token, Some(body)).await;
        }
        assert_eq!(answered, 5);
    })
    .await;
}

/// Strangers try passwords all the time; the owner has the mailbox and the app, but no known device.
#[tokio::test]
async fn a_reset_and_the_second_factor_log_in_despite_strangers_attempts() {
    with_limits(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let path = login_path(one.role);
        guess_until_refused(&server, path, &one.email).await;
        let link = reset_link(&server, one.role, &one.email).await;
        let body = json!({"token": link, "password": "three boats at noon"});
        let reset = post_from(&server, "/user/api/password/reset", "203.0.113.80", None, body).await;
        assert_eq!((reset.status, &reset.body["token"]), (200, &Value::Null), "{}", reset.text);
        guess_until_refused(&server, path, &one.email).await;
        let device = device_in(&reset);
        let login = (one.email.as_str(), "three boats at noon");
        let challenge = challenge_in(&log_in_from(&server, path, "203.0.113.81", Some(&device), login).await);
        let body = json!({"challenge": challenge, "code": one.fresh_code(&server)});
        let entered = post_from(&server, &format!("{path}/code"), "203.0.113.81", Some(&device), body).await;
        assert_eq!(entered.status, 200, "{}", entered.text);
    })
    .await;
}

/// An attacker who knows the password begins new logins, from other networks and devices.
#[tokio::test]
async fn wrong_codes_of_all_ways_are_counted_together_and_cleared_by_a_right_one() {
    with_limits(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let path = login_path(one.role);
        let code_path = format!("{path}/code");
        let login = (one.email.as_str(), PASSWORD);
        let by_code = async |from: &str, device: Option<&str>, code: String| {
            let challenge = challenge_in(&log_in_from(&server, path, from, device, login).await);
            post_from(&server, &code_path, from, device, json!({"challenge": challenge, "code": code})).await
        };
        for number in 0..5 {
            let wrong = by_code(&format!("198.51.100.{number}"), None, one.wrong_code(&server)).await;
            wrong.assert_problem(401, "wrong_code");
        }
        let refused = by_code("203.0.113.1", None, one.fresh_code(&server)).await;
        refused.assert_problem(429, "too_many_tries");
        assert_eq!(refused.header("retry-after"), "30", "a minute, of which half is over");
        server.clock.advance(jiff::SignedDuration::from_mins(1));
        let entered = by_code("203.0.113.1", None, one.fresh_code(&server)).await;
        assert_eq!(entered.status, 200, "{}", entered.text);
        let device = device_in(&entered);
        // A right code has cleared the count. Its device is known from now on, with a separate counter.
        for number in 0..5 {
            let wrong = by_code(&format!("198.51.100.{number}"), None, one.wrong_code(&server)).await;
            wrong.assert_problem(401, "wrong_code");
        }
        by_code("203.0.113.1", None, one.fresh_code(&server)).await.assert_problem(429, "too_many_tries");
        for _ in 0..4 {
            let wrong = by_code("203.0.113.1", Some(&device), one.wrong_code(&server)).await;
            wrong.assert_problem(401, "wrong_code");
        }
        // The login and what a signed-in browser asks for share it.
        let token = entered.body["token"].as_str().unwrap().to_owned();
        let off = async |code: String| {
            let request = server.request("POST", "/user/api/twofactor/off").bearer_auth(&token);
            let request = request.header("cookie", format!("{DEVICE_COOKIE}={device}"));
            Answer::read(request.json(&json!({"password": PASSWORD, "code": code}))).await
        };
        assert_eq!(off(one.wrong_code(&server)).await.bad_fields(), ["code"]);
        off(one.fresh_code(&server)).await.assert_problem(429, "too_many_tries");
        let by_login = by_code("203.0.113.1", Some(&device), one.app.code(&server, 0)).await;
        by_login.assert_problem(429, "too_many_tries");
    })
    .await;
}

/// Resets by mail make new devices known, with a counter each: all of them together have a limit.
#[tokio::test]
async fn new_devices_bring_no_more_than_30_wrong_codes_a_day() {
    with_limits(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let path = login_path(one.role);
        let (mut wrong, mut password) = (0, PASSWORD.to_owned());
        for round in 0..8 {
            let link = reset_link(&server, one.role, &one.email).await;
            password = format!("three boats at noon {round}");
            let body = json!({"token": link, "password": password});
            let device = device_in(&post_from(&server, "/user/api/password/reset", "203.0.113.80", None, body).await);
            let login = (one.email.as_str(), password.as_str());
            let challenge = challenge_in(&log_in_from(&server, path, "203.0.113.80", Some(&device), login).await);
            for _ in 0..5 {
                let body = json!({"challenge": challenge, "code": one.wrong_code(&server)});
                let answer = post_from(&server, &format!("{path}/code"), "203.0.113.80", Some(&device), body).await;
                wrong += usize::from(answer.status == 401);
            }
            // Codes of logins are limited by network and minute as well.
            server.clock.advance(jiff::SignedDuration::from_mins(1));
        }
        assert_eq!(wrong, 30, "{password}");
    })
    .await;
}

//! Strangers who know a login name do not lock its owner out; a device that signed in before has a counter of its own.

use serde_json::json;

use super::{DEVICE_COOKIE, LOGIN, device_in, guess_until_refused, log_in_from, post_from};
use crate::harness::people::PASSWORD;
use crate::harness::with_limits;

#[tokio::test]
async fn strangers_do_not_lock_out_a_device_that_signed_in_before() {
    with_limits(async |server| {
        let name = server.patient(1).await.email;
        let signed_in = log_in_from(&server, LOGIN, "192.0.2.7", None, (&name, PASSWORD)).await;
        assert_eq!(signed_in.status, 200);
        let device = device_in(&signed_in);
        guess_until_refused(&server, LOGIN, &name).await;
        let elsewhere = log_in_from(&server, LOGIN, "203.0.113.80", Some(&device), (&name, PASSWORD)).await;
        assert_eq!(elsewhere.status, 200, "a phone in another network: {}", elsewhere.text);
        let renewed = device_in(&elsewhere);
        for _ in 0..5 {
            let wrong = log_in_from(&server, LOGIN, "203.0.113.80", Some(&renewed), (&name, "wrong")).await;
            wrong.assert_problem(401, "wrong_credentials");
        }
        for device in [&device, &renewed] {
            let refused = log_in_from(&server, LOGIN, "192.0.2.7", Some(device), (&name, PASSWORD)).await;
            refused.assert_problem(429, "too_many_tries");
        }
    })
    .await;
}

#[tokio::test]
async fn the_address_and_the_number_of_an_account_are_counted_together() {
    with_limits(async |server| {
        let name = server.patient(1).await.email;
        for number in 0..5 {
            let name = if number % 2 == 0 { name.as_str() } else { "9800000001" };
            let from = format!("198.51.100.{number}");
            log_in_from(&server, LOGIN, &from, None, (name, "wrong")).await.assert_problem(401, "wrong_credentials");
        }
        for name in [name.as_str(), "9800000001", "+91 98000 00001"] {
            let refused = log_in_from(&server, LOGIN, "203.0.113.1", None, (name, PASSWORD)).await;
            refused.assert_problem(429, "too_many_tries");
        }
    })
    .await;
}

#[tokio::test]
async fn the_wait_grows_with_every_wrong_password() {
    with_limits(async |server| {
        let name = server.patient(1).await.email;
        assert_eq!(guess_until_refused(&server, LOGIN, &name).await, 5);
        for minutes in [1, 2, 4, 8, 15, 15] {
            let refused = log_in_from(&server, LOGIN, "203.0.113.1", None, (&name, PASSWORD)).await;
            refused.assert_problem(429, "too_many_tries");
            assert_eq!(refused.header("retry-after"), (minutes * 60).to_string());
            server.clock.advance(jiff::SignedDuration::from_mins(minutes));
            let wrong = log_in_from(&server, LOGIN, "203.0.113.1", None, (&name, "wrong")).await;
            wrong.assert_problem(401, "wrong_credentials");
        }
    })
    .await;
}

#[tokio::test]
async fn a_reset_by_mail_leads_in_on_a_new_device_though_strangers_go_on() {
    with_limits(async |server| {
        let name = server.patient(1).await.email;
        guess_until_refused(&server, LOGIN, &name).await;
        assert_eq!(server.post("/user/api/password/forgot", json!({"role": "user", "email": name})).await.status, 200);
        let token = server.link_in_mail(&name, "/resetpassword#").await;
        let body = json!({"token": token, "password": "another password"});
        let reset = post_from(&server, "/user/api/password/reset", "203.0.113.80", None, body).await;
        assert_eq!(reset.status, 200, "{}", reset.text);
        guess_until_refused(&server, LOGIN, &name).await;
        let device = device_in(&reset);
        let entered = log_in_from(&server, LOGIN, "203.0.113.81", Some(&device), (&name, "another password")).await;
        assert_eq!(entered.status, 200, "{}", entered.text);
    })
    .await;
}

#[tokio::test]
async fn the_device_cookie_is_set_by_every_way_in_and_is_kept_from_scripts_and_other_sites() {
    with_limits(async |server| {
        let name = server.patient(1).await.email;
        let first = log_in_from(&server, LOGIN, "192.0.2.7", None, (&name, PASSWORD)).await;
        let set = first.header("set-cookie");
        let value = device_in(&first);
        assert_eq!(
            set,
            format!("{DEVICE_COOKIE}={value}; Path=/; Max-Age=7776000; Secure; HttpOnly; SameSite=Lax"),
            "the prefix needs Secure, Path=/ and no Domain"
        );
        // Another account on the same device: the cookie has both.
        let other = server.patient(2).await.email;
        let both = device_in(&log_in_from(&server, LOGIN, "192.0.2.7", Some(&value), (&other, PASSWORD)).await);
        for who in [&name, &other] {
            guess_until_refused(&server, LOGIN, who).await;
            let entered = log_in_from(&server, LOGIN, "203.0.113.1", Some(&both), (who, PASSWORD)).await;
            assert_eq!(entered.status, 200, "{}", entered.text);
            let refused = log_in_from(&server, LOGIN, "203.0.113.1", None, (who, PASSWORD)).await;
            assert_eq!((refused.status, refused.header("set-cookie")), (429, ""));
        }
        // A wrong password, a changed cookie and an expired one do not make a known device.
        let wrong = log_in_from(&server, LOGIN, "203.0.113.2", Some(&both), (&name, "wrong")).await;
        assert_eq!((wrong.status, wrong.header("set-cookie")), (401, ""));
        let forged = format!("x{both}");
        let refused = log_in_from(&server, LOGIN, "203.0.113.1", Some(&forged), (&name, PASSWORD)).await;
        refused.assert_problem(429, "too_many_tries");
        server.clock.advance(jiff::SignedDuration::from_hours(90 * 24));
        guess_until_refused(&server, LOGIN, &name).await;
        let expired = log_in_from(&server, LOGIN, "203.0.113.1", Some(&both), (&name, PASSWORD)).await;
        expired.assert_problem(429, "too_many_tries");
        // A new password, set in a session.
        let body = json!({"current_password": PASSWORD, "password": "tea-boat-42"});
        let again = log_in_from(&server, LOGIN, "192.0.2.9", None, (&other, PASSWORD)).await;
        let token = again.body["token"].as_str().unwrap().to_owned();
        let changed = server.ask("PUT", "/user/api/password", &token, Some(body)).await;
        assert_eq!((changed.status, device_in(&changed).is_empty()), (200, false), "{}", changed.text);
    })
    .await;
}

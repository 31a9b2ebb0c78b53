//! Wrong passwords are rate-limited, for every role, whether or not the name exists.

use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::json;

use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, Answer, TestServer, postgres, with_limits, with_server};
use crate::limits::{DEVICE_COOKIE, device_in, log_in_from, post_from};

const LOGINS: [&str; 5] = [
    "/user/api/login",
    "/user/api/doctor/login",
    "/user/api/hospital/login",
    "/user/api/pharmacy/login",
    "/admin/api/login",
];

/// A login from a separate address, as the trusted proxy reports it.
async fn login(server: &TestServer, path: &str, from: &str, name: &str, password: &str) -> Answer {
    let body = json!({"email": name, "password": password});
    Answer::read(server.request("POST", path).header("x-forwarded-for", from).json(&body)).await
}

#[tokio::test]
async fn after_five_wrong_passwords_a_login_waits_whether_or_not_anybody_has_the_name() {
    with_limits(async |server| {
        server.patient(1).await;
        server.make_admin().await;
        for path in LOGINS {
            for name in ["patient1@example.org", ADMIN.0, "nobody@example.org"] {
                for number in 0..5 {
                    // Each from another address: the name is what is counted.
                    let answer = login(&server, path, &format!("198.51.100.{number}"), name, "wrong").await;
                    answer.assert_problem(401, "wrong_credentials");
                }
                let refused = login(&server, path, "203.0.113.1", name, "wrong").await;
                refused.assert_problem(429, "too_many_tries");
                assert_eq!(refused.header("retry-after"), "60");
            }
        }
        server.clock.advance(SignedDuration::from_secs(50));
        let right = login(&server, LOGINS[0], "203.0.113.1", "PATIENT1@example.org", PASSWORD).await;
        right.assert_problem(429, "too_many_tries");
        assert_eq!(right.header("retry-after"), "10", "waiting is not prolonged by trying");
        server.clock.advance(SignedDuration::from_secs(10));
        assert_eq!(login(&server, LOGINS[0], "203.0.113.1", "patient1@example.org", PASSWORD).await.status, 200);
    })
    .await;
}

/// Wrong passwords for many names, until the address has no attempts left.
async fn use_up(server: &TestServer, from: &str) {
    for number in 0..30 {
        login(server, LOGINS[0], from, &format!("name{number}@example.org"), "wrong").await;
    }
    login(server, LOGINS[0], from, "newcomer@example.org", "wrong").await.assert_problem(429, "too_many_tries");
}

#[tokio::test]
async fn a_known_device_is_not_shut_out_by_neighbours_behind_the_same_address() {
    with_limits(async |server| {
        let (here, elsewhere) = (server.patient(1).await.email, server.patient(2).await.email);
        let shared = "198.51.100.9";
        let device = device_in(&login(&server, LOGINS[0], shared, &here, PASSWORD).await);
        use_up(&server, shared).await;
        for (name, status) in [(&elsewhere, 429), (&here, 200)] {
            let answer = log_in_from(&server, LOGINS[0], shared, Some(&device), (name, PASSWORD)).await;
            assert_eq!(answer.status, status, "{}", answer.text);
        }
    })
    .await;
}

#[tokio::test]
async fn a_reset_by_mail_leads_in_behind_an_address_that_is_used_up() {
    with_limits(async |server| {
        let name = server.patient(1).await.email;
        let shared = "198.51.100.9";
        use_up(&server, shared).await;
        login(&server, LOGINS[0], shared, &name, PASSWORD).await.assert_problem(429, "too_many_tries");
        assert_eq!(server.post("/user/api/password/forgot", json!({"role": "user", "email": name})).await.status, 200);
        let token = server.link_in_mail(&name, "/resetpassword#").await;
        let body = json!({"token": token, "password": "another password"});
        let reset = post_from(&server, "/user/api/password/reset", shared, None, body).await;
        assert_eq!(reset.status, 200);
        let device = device_in(&reset);
        let entered = log_in_from(&server, LOGINS[0], shared, Some(&device), (&name, "another password")).await;
        assert_eq!(entered.status, 200, "{}", entered.text);
    })
    .await;
}

#[tokio::test]
async fn a_right_password_forgives_the_wrong_ones_before_it() {
    with_limits(async |server| {
        let name = server.patient(1).await.email;
        for _ in 0..3 {
            for _ in 0..4 {
                login(&server, LOGINS[0], "192.0.2.7", &name, "wrong").await.assert_problem(401, "wrong_credentials");
            }
            assert_eq!(login(&server, LOGINS[0], "192.0.2.7", &name, PASSWORD).await.status, 200);
        }
    })
    .await;
}

/// A stolen token allows no more guesses than a login by a stranger, and uses up none of the owner's.
#[tokio::test]
async fn every_question_for_the_password_is_counted_for_the_session_or_for_the_device() {
    with_limits(async |server| {
        let patient = server.patient(1).await;
        let profile = format!("/user/api/user/profile/{}", patient.id);
        let wrong = json!({"password": "wrong", "current_password": "wrong", "phone_number": "9800000002"});
        let right = json!({"password": PASSWORD, "current_password": PASSWORD, "phone_number": "9800000002"});
        let changed = |current: &str| json!({"current_password": current, "password": "tea-boat-42"});
        let calls = |form: &serde_json::Value, current| {
            [
                ("DELETE", profile.clone(), form.clone()),
                ("PUT", profile.clone(), form.clone()),
                ("PUT", "/user/api/password".into(), changed(current)),
                ("DELETE", "/user/api/sessions".into(), form.clone()),
                ("DELETE", "/user/api/sessions/some".into(), form.clone()),
            ]
        };
        for (method, path, body) in calls(&wrong, "wrong") {
            let answer = server.ask(method, &path, &patient.token, Some(body)).await;
            answer.assert_problem(422, "invalid_fields");
        }
        for (method, path, body) in calls(&right, PASSWORD) {
            let refused = server.ask(method, &path, &patient.token, Some(body)).await;
            refused.assert_problem(429, "too_many_tries");
            assert_eq!(refused.header("retry-after"), "60");
        }
        let owner = login(&server, LOGINS[0], "192.0.2.7", &patient.email, PASSWORD).await;
        assert_eq!(owner.status, 200, "the owner elsewhere: {}", owner.text);
        // In a browser the login and later calls are one device.
        let (device, token) = (device_in(&owner), owner.body["token"].as_str().unwrap());
        for _ in 0..4 {
            log_in_from(&server, LOGINS[0], "192.0.2.7", Some(&device), (&patient.email, "wrong")).await;
        }
        let cookie = format!("{DEVICE_COOKIE}={device}");
        let end = async |password: &str| {
            let request = server.request("DELETE", "/user/api/sessions").bearer_auth(token).header("cookie", &cookie);
            Answer::read(request.json(&json!({"current_password": password}))).await
        };
        end("wrong").await.assert_problem(422, "invalid_fields");
        end(PASSWORD).await.assert_problem(429, "too_many_tries");
    })
    .await;
}

#[tokio::test]
async fn one_machine_tries_thirty_names_in_five_minutes_and_no_more_also_all_at_once() {
    with_limits(async |server| {
        let names: Vec<String> = (0..40).map(|number| format!("name{number}@example.org")).collect();
        let mut refused = 0;
        for some in names.chunks(20) {
            let tries = some.iter().map(|name| login(&server, LOGINS[0], "198.51.100.9", name, "wrong"));
            let answers = join_all(tries).await;
            refused += answers.iter().filter(|answer| answer.status == 429).count();
        }
        assert_eq!(refused, 10);
        let elsewhere = login(&server, LOGINS[0], "198.51.100.10", "name1@example.org", "wrong").await;
        elsewhere.assert_problem(401, "wrong_credentials");
        server.clock.advance(SignedDuration::from_mins(5));
        let again = login(&server, LOGINS[0], "198.51.100.9", "name1@example.org", "wrong").await;
        again.assert_problem(401, "wrong_credentials");
    })
    .await;
}

#[tokio::test]
async fn a_name_that_is_nobodys_is_counted_by_itself() {
    with_limits(async |server| {
        for (number, name) in ["asha", "priya", "an at is missing", "12", "x", "y", "z"].iter().enumerate() {
            let from = format!("198.51.100.{number}");
            login(&server, LOGINS[0], &from, name, "wrong").await.assert_problem(401, "wrong_credentials");
        }
    })
    .await;
}

#[tokio::test]
async fn instances_on_one_database_count_together() {
    let url = postgres::fresh_database().await;
    let first = TestServer::start_with(url.clone(), |config| config.rate_limits = true).await;
    let second = TestServer::start_with(url, |config| config.rate_limits = true).await;
    let name = first.patient(1).await.email;
    let home = "192.0.2.7";
    let device = device_in(&login(&first, LOGINS[0], home, &name, PASSWORD).await);
    let tries = (0..12).map(|number| {
        let server = if number % 2 == 0 { &first } else { &second };
        login(server, LOGINS[0], "198.51.100.9", &name, "wrong")
    });
    let answers = join_all(tries).await;
    let refused = answers.iter().filter(|answer| answer.status == 429).count();
    assert_eq!((answers.len() - refused, refused), (5, 7), "exactly, also all at once");
    let there = log_in_from(&second, LOGINS[0], home, Some(&device), (&name, PASSWORD)).await;
    assert_eq!(there.status, 200, "a device is known there too: {}", there.text);
    let mut registered = Vec::new();
    for number in 0..31 {
        let server = if number % 2 == 0 { &first } else { &second };
        let request = server.request("POST", "/user/api/register").header("x-forwarded-for", home).json(&json!({}));
        registered.push(Answer::read(request).await.status);
    }
    assert_eq!((registered[29], registered[30]), (422, 429));
    assert_counters_are_deleted_when_they_no_longer_matter(&first).await;
}

async fn assert_counters_are_deleted_when_they_no_longer_matter(server: &TestServer) {
    let sql = "SELECT class FROM rate_limits";
    let rows = async || server.app.db.read(async |tx| tx.all::<String>(sql, &[]).await).await.unwrap();
    let classes = rows().await;
    assert!(classes.iter().any(|class| class == "passwords of an account"), "{classes:?}");
    server.clock.advance(SignedDuration::from_hours(25));
    server.app.rate_limiter.forget_old(server.clock.now_millis()).await.unwrap();
    assert!(rows().await.is_empty());
}

#[tokio::test]
async fn disabled_limits_refuse_nothing() {
    with_server(async |server| {
        for _ in 0..8 {
            login(&server, LOGINS[0], "198.51.100.9", "x@example.org", "wrong")
                .await
                .assert_problem(401, "wrong_credentials");
        }
    })
    .await;
}

//! Wrong passwords are slowed down, for every role, whether or not anybody has that name.

use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::json;

use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, Answer, TestServer, postgres, with_limits, with_server};

const LOGINS: [&str; 5] = [
    "/user/api/login",
    "/user/api/doctor/login",
    "/user/api/hospital/login",
    "/user/api/pharmacy/login",
    "/admin/api/login",
];

/// A login from an address of its own, as our proxy names it.
async fn login(server: &TestServer, path: &str, from: &str, name: &str, password: &str) -> Answer {
    let body = json!({"email": name, "password": password});
    Answer::read(server.request("POST", path).header("x-forwarded-for", from).json(&body)).await
}

#[tokio::test]
async fn after_five_wrong_passwords_a_name_rests_for_a_quarter_of_an_hour() {
    with_limits(async |server| {
        server.patient(1).await;
        server.make_admin().await;
        for path in LOGINS {
            for name in ["patient1@example.org", ADMIN.0, "nobody@example.org"] {
                for number in 0..5 {
                    // Each from another machine: the name is what is counted.
                    let answer = login(&server, path, &format!("198.51.100.{number}"), name, "wrong").await;
                    answer.assert_problem(401, "wrong_credentials");
                }
                let refused = login(&server, path, "203.0.113.1", name, "wrong").await;
                refused.assert_problem(429, "too_many_tries");
                assert_eq!(refused.header("retry-after"), "900");
            }
        }
        server.clock.advance(SignedDuration::from_mins(14));
        let right = login(&server, LOGINS[0], "203.0.113.1", "PATIENT1@example.org", PASSWORD).await;
        right.assert_problem(429, "too_many_tries");
        assert_eq!(right.header("retry-after"), "60", "waiting is not prolonged by trying");
        server.clock.advance(SignedDuration::from_mins(1));
        assert_eq!(login(&server, LOGINS[0], "203.0.113.1", "patient1@example.org", PASSWORD).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn who_signed_in_here_before_is_not_locked_out_by_strangers() {
    with_limits(async |server| {
        let name = server.patient(1).await.email;
        let home = "192.0.2.7";
        assert_eq!(login(&server, LOGINS[0], home, &name, PASSWORD).await.status, 200);
        for number in 0..5 {
            login(&server, LOGINS[0], &format!("198.51.100.{number}"), &name, "wrong").await;
        }
        login(&server, LOGINS[0], "203.0.113.1", &name, PASSWORD).await.assert_problem(429, "too_many_tries");
        assert_eq!(login(&server, LOGINS[0], home, &name, PASSWORD).await.status, 200);
        for _ in 0..5 {
            login(&server, LOGINS[0], home, &name, "wrong").await.assert_problem(401, "wrong_credentials");
        }
        login(&server, LOGINS[0], home, &name, PASSWORD).await.assert_problem(429, "too_many_tries");
    })
    .await;
}

/// Wrong passwords for many names, until the address has no tries left.
async fn use_up(server: &TestServer, from: &str) {
    for number in 0..30 {
        login(server, LOGINS[0], from, &format!("name{number}@example.org"), "wrong").await;
    }
    login(server, LOGINS[0], from, "newcomer@example.org", "wrong").await.assert_problem(429, "too_many_tries");
}

#[tokio::test]
async fn who_signed_in_here_before_is_not_shut_out_by_neighbours_behind_the_same_address() {
    with_limits(async |server| {
        let (here, elsewhere) = (server.patient(1).await.email, server.patient(2).await.email);
        let shared = "198.51.100.9";
        assert_eq!(login(&server, LOGINS[0], shared, &here, PASSWORD).await.status, 200);
        use_up(&server, shared).await;
        login(&server, LOGINS[0], shared, &elsewhere, PASSWORD).await.assert_problem(429, "too_many_tries");
        assert_eq!(login(&server, LOGINS[0], shared, &here, PASSWORD).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_link_from_the_own_mail_opens_the_door_past_the_limit() {
    with_limits(async |server| {
        let name = server.patient(1).await.email;
        let shared = "198.51.100.9";
        use_up(&server, shared).await;
        login(&server, LOGINS[0], shared, &name, PASSWORD).await.assert_problem(429, "too_many_tries");
        assert_eq!(server.post("/user/api/password/forgot", json!({"role": "user", "email": name})).await.status, 200);
        let token = server.link_in_mail(&name, "/resetpassword#").await;
        let body = json!({"token": token, "password": "another password"});
        let reset = server.request("POST", "/user/api/password/reset").header("x-forwarded-for", shared).json(&body);
        assert_eq!(Answer::read(reset).await.status, 200);
        assert_eq!(login(&server, LOGINS[0], shared, &name, "another password").await.status, 200);
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

/// Whoever holds a stolen token has no more guesses than a stranger at the login.
#[tokio::test]
async fn every_question_for_the_password_counts_together_with_logins() {
    with_limits(async |server| {
        let patient = server.patient(1).await;
        let wrong = json!({"password": "wrong", "current_password": "wrong", "phone_number": "9800000002"});
        let changed = json!({"current_password": "wrong", "password": "tea-boat-42"});
        let profile = format!("/user/api/user/profile/{}", patient.id);
        for (method, path, body) in [
            ("DELETE", profile.as_str(), &wrong),
            ("PUT", &profile, &wrong),
            ("PUT", "/user/api/password", &changed),
            ("DELETE", "/user/api/sessions", &wrong),
        ] {
            let answer = server.ask(method, path, &patient.token, Some(body.clone())).await;
            answer.assert_problem(422, "invalid_fields");
        }
        let login = async |password: &str| {
            server.post("/user/api/login", json!({"email": patient.email, "password": password})).await
        };
        login("wrong").await.assert_problem(401, "wrong_credentials");
        login(PASSWORD).await.assert_problem(429, "too_many_tries");
        for (method, path, body) in [
            ("DELETE", profile.as_str(), json!({"password": PASSWORD})),
            ("PUT", &profile, json!({"phone_number": "9800000002", "current_password": PASSWORD})),
            ("PUT", "/user/api/password", json!({"current_password": PASSWORD, "password": "tea-boat-42"})),
            ("DELETE", "/user/api/sessions", json!({"current_password": PASSWORD})),
            ("DELETE", "/user/api/sessions/some", json!({"current_password": PASSWORD})),
        ] {
            let refused = server.ask(method, path, &patient.token, Some(body)).await;
            refused.assert_problem(429, "too_many_tries");
            assert_eq!(refused.header("retry-after"), "900");
        }
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
    assert_eq!(login(&first, LOGINS[0], home, &name, PASSWORD).await.status, 200);
    let tries = (0..12).map(|number| {
        let server = if number % 2 == 0 { &first } else { &second };
        login(server, LOGINS[0], "198.51.100.9", &name, "wrong")
    });
    let answers = join_all(tries).await;
    let refused = answers.iter().filter(|answer| answer.status == 429).count();
    assert_eq!((answers.len() - refused, refused), (5, 7), "exactly, also all at once");
    assert_eq!(login(&second, LOGINS[0], home, &name, PASSWORD).await.status, 200, "who was right is known there too");
    let mut registered = Vec::new();
    for number in 0..31 {
        let server = if number % 2 == 0 { &first } else { &second };
        let request = server.request("POST", "/user/api/register").header("x-forwarded-for", home).json(&json!({}));
        registered.push(Answer::read(request).await.status);
    }
    assert_eq!((registered[29], registered[30]), (422, 429));
    assert_holds_digests_and_not_for_good(&first).await;
}

async fn assert_holds_digests_and_not_for_good(server: &TestServer) {
    let sql = "SELECT key FROM tries UNION ALL SELECT who FROM trusted";
    let kept: Vec<String> = server.app.db.read(async |tx| tx.query(sql, &[], |row| row.get(0)).await).await.unwrap();
    assert!(
        kept.len() > 5 && kept.iter().all(|key| key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit())),
        "{kept:?}"
    );
    server.clock.advance(SignedDuration::from_hours(91 * 24));
    server.app.tries.forget_old(server.clock.now_millis()).await.unwrap();
    let left = server.app.db.read(async |tx| tx.query(sql, &[], |_| Ok(())).await);
    assert!(left.await.unwrap().is_empty());
}

#[tokio::test]
async fn switched_off_nobody_waits() {
    with_server(async |server| {
        for _ in 0..8 {
            login(&server, LOGINS[0], "198.51.100.9", "x@example.org", "wrong")
                .await
                .assert_problem(401, "wrong_credentials");
        }
    })
    .await;
}

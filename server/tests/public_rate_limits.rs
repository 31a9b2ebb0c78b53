//! Floods: calls without a login are limited by network, and a flood of one kind does not block another.

use doccare::identity::passwords::Cost;
use doccare::router;
use futures::future::{join, join_all};
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::people::PASSWORD;
use crate::harness::{Answer, TestServer, on_both_engines, with_limits};

/// Sends a form from a separate address, as the trusted proxy reports it.
async fn post(server: &TestServer, path: &str, from: &str, body: &Value) -> Answer {
    Answer::read(server.request("POST", path).header("x-forwarded-for", from).json(body)).await
}

fn registration(number: usize) -> Value {
    let email = format!("patient{number}@example.org");
    json!({"username": "Patient", "email": email, "phone_number": format!("98{number:08}"), "password": PASSWORD})
}

/// Paths of the API that write and need no token, from its description, except the doors of places: a network has another counter for each
/// door (`door`).
pub fn open_writes() -> Vec<String> {
    let api = serde_json::to_value(router::openapi()).unwrap();
    let mut open = Vec::new();
    for (path, calls) in api["paths"].as_object().unwrap() {
        for (method, call) in calls.as_object().unwrap() {
            if method != "get" && call["security"].is_null() {
                assert_eq!(method, "post", "{path}");
                assert!(call["responses"]["429"].is_object(), "{path} does not describe its limit");
                open.push(path.clone());
            }
        }
    }
    open.retain(|path| !path.starts_with("/user/api/door/"));
    open
}

#[tokio::test]
async fn whatever_needs_no_token_is_limited_by_network_and_free_again_after_minutes() {
    with_limits(async |server| {
        let paths = open_writes();
        assert!(paths.len() >= 14, "{paths:?}");
        for path in &paths {
            let send = async |from: &str, number: usize| {
                let body = json!({"email": format!("nobody{number}@example.org"), "password": "wrong"});
                let answer = post(&server, path, from, &body).await;
                assert!(answer.status < 500, "{path}: {}", answer.text);
                answer
            };
            let mut refused = None;
            for number in 0..60 {
                refused = Some(send("198.51.100.1", number).await).filter(|answer| answer.status == 429);
                if refused.is_some() {
                    break;
                }
            }
            let refused = refused.unwrap_or_else(|| panic!("{path} has no limit"));
            refused.assert_problem(429, "too_many_tries");
            let wait: i64 = refused.header("retry-after").parse().unwrap();
            assert!((1..=300).contains(&wait), "{path}: {wait}");
            assert_ne!(send("198.51.100.2", 61).await.status, 429, "{path}: another network is not concerned");
            server.clock.advance(SignedDuration::from_secs(wait));
            assert_ne!(send("198.51.100.1", 62).await.status, 429, "{path}: waiting as told is enough");
        }
    })
    .await;
}

#[tokio::test]
async fn clients_behind_one_address_get_a_retry_after_below_a_minute() {
    with_limits(async |server| {
        for number in 0..30 {
            assert_eq!(post(&server, "/user/api/register", "198.51.100.1", &registration(number)).await.status, 201);
            server.clock.advance(SignedDuration::from_secs(1));
        }
        let request = server.request("POST", "/user/api/register").header("x-forwarded-for", "198.51.100.1");
        let request = request.json(&registration(30));
        let english = Answer::read(request.try_clone().unwrap()).await;
        let malayalam = Answer::read(request.header("cookie", "lang=ml")).await;
        assert_eq!(english.header("retry-after"), "30");
        assert_eq!(english.body["message"], "There were too many tries. Please try again in 30 seconds.");
        assert_eq!(malayalam.body["message"], "ശ്രമങ്ങൾ കൂടുതലായി. 30 സെക്കൻഡ് കഴിഞ്ഞ് വീണ്ടും ശ്രമിക്കുക.");
        server.clock.advance(SignedDuration::from_secs(30));
        assert_eq!(post(&server, "/user/api/register", "198.51.100.1", &registration(30)).await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn ninety_clients_repeat_one_registration_and_every_login_gets_in() {
    on_both_engines(async |url| {
        let server = TestServer::start_at(Cost::Proper, url, |config| config.rate_limits = true).await;
        for number in 0..12 {
            server.patient(number).await;
        }
        let again = registration(0);
        let froms: Vec<String> = (0..90).map(|number| format!("198.51.100.{number}")).collect();
        let repeated = join_all(froms.iter().map(|from| post(&server, "/user/api/register", from, &again)));
        let names: Vec<Value> = (0..12)
            .map(|number| json!({"email": format!("patient{number}@example.org"), "password": PASSWORD}))
            .collect();
        let logins = join_all(names.iter().map(|login| post(&server, "/user/api/login", "203.0.113.1", login)));
        let (repeated, logins) = join(repeated, logins).await;
        let statuses = |answers: &[Answer]| answers.iter().map(|answer| answer.status).collect::<Vec<_>>();
        assert_eq!(statuses(&logins), [200; 12]);
        assert_eq!(statuses(&repeated), [200; 90], "known already: nothing to hash");
    })
    .await;
}

#[tokio::test]
async fn a_stranger_cannot_choose_the_address_by_which_it_is_counted() {
    on_both_engines(async |url| {
        let server = TestServer::start_with(url, |config| {
            config.rate_limits = true;
            config.trusted_proxies = "10.0.0.0/8".parse().unwrap();
        })
        .await;
        let mut statuses = Vec::new();
        for number in 0..31 {
            let from = format!("198.51.100.{number}");
            statuses.push(post(&server, "/user/api/register", &from, &json!({})).await.status);
        }
        assert_eq!((statuses[29], statuses[30]), (422, 429), "all came from the peer");
    })
    .await;
}

#[tokio::test]
async fn a_refused_upload_is_read_to_its_end_so_that_the_client_gets_the_answer() {
    with_limits(async |server| {
        let mut last = None;
        for _ in 0..11 {
            let photo = reqwest::multipart::Part::bytes(vec![0; 4 << 20]).file_name("photo.jpg");
            let form = reqwest::multipart::Form::new().part("image", photo);
            last = Some(Answer::read(server.request("POST", "/user/api/doctor/register").multipart(form)).await);
        }
        last.unwrap().assert_problem(429, "too_many_tries");
    })
    .await;
}

//! Errors that browsers report: logged without anything personal, counted, and bounded.

use jiff::SignedDuration;
use serde_json::json;

use crate::harness::{TestServer, with_limits, with_server};
use crate::record::refusals::Log;

const PATH: &str = "/user/api/client-errors";

async fn shown(server: &TestServer, admin: &str) -> serde_json::Value {
    server.ask("GET", "/admin/api/operations", admin, None).await.body["data"]["clientErrors"].clone()
}

#[tokio::test]
async fn a_reported_error_is_logged_scrubbed_and_counted_for_the_operator() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        assert_eq!(shown(&server, &admin).await, 0);
        let (log, _guard) = Log::capture();
        let report = json!({
            "name": "TypeError", "message": "no visit 0193a2b4-7c11-7000-8000-1234abcd5678 of asha@example.org, 9876543210",
            "route": "/doctors/0193a2b4-7c11-7000-8000-1234abcd5678", "file": "https://x.org/assets/home-a1.js?token=secret",
            "line": 12, "column": "345", "version": "0.1.0", "browser": "Firefox",
        });
        assert_eq!(server.post(PATH, report).await.status, 200);
        // What is missing is no reason to refuse it.
        assert_eq!(server.post(PATH, json!({"name": "Error", "line": "x"})).await.status, 200);
        let text = log.text();
        let line = text.lines().find(|line| line.contains("doccare::client_errors")).unwrap_or_else(|| panic!("{text}"));
        for kept in ["WARN", "TypeError", "no visit <id> of <email> <number>", "/doctors/:id", "home-a1.js", "345", "Firefox"] {
            assert!(line.contains(kept), "{kept}: {line}");
        }
        assert!(!line.contains(" message="), "the field would come twice in JSON: {line}");
        for personal in ["asha", "98765", "0193a2b4", "secret"] {
            assert!(!text.contains(personal), "{personal}: {text}");
        }
        assert_eq!(shown(&server, &admin).await, 2);
        server.clock.advance(SignedDuration::from_hours(25));
        let of_day = server.app.metrics.client_errors_of_day(server.clock.now_millis());
        assert_eq!(of_day, 0, "only those of the last day");
    })
    .await;
}

#[tokio::test]
async fn reports_are_small_and_bounded_by_network_and_in_all() {
    with_limits(async |server| {
        let long = json!({"message": "x".repeat(5000)});
        server.post(PATH, long).await.assert_problem(413, "too_large");
        let send = async |network: usize| {
            let address = format!("203.0.{}.{}", network / 200, network % 200);
            let request = server.request("POST", PATH).header("x-forwarded-for", address);
            request.json(&json!({"name": "Error"})).send().await.unwrap().status().as_u16()
        };
        let mut statuses = Vec::new();
        for _ in 0..21 {
            statuses.push(send(1).await);
        }
        assert_eq!((statuses[19], statuses[20]), (200, 429), "{statuses:?}");
        let mut all = 20;
        for network in 2..600 {
            match send(network).await {
                200 => all += 1,
                status => {
                    assert_eq!(status, 429);
                    break;
                }
            }
        }
        assert_eq!(all, 500);
    })
    .await;
}

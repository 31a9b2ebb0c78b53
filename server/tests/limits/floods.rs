//! Floods of other requests from changing networks do not clear the count of wrong passwords.

use doccare::platform::rate_limit::Limit;
use jiff::SignedDuration;

use serde_json::json;

use super::{LOGIN, guess_until_refused, log_in_from, post_from};
use crate::harness::{TestServer, with_limits};
use crate::public_rate_limits::open_writes;

/// A request of a class from each of many networks. On PostgreSQL each is a row, so there the flood is smaller.
async fn flood(server: &TestServer, limit: Limit) {
    let networks = if server.app.db.is_multi_instance() { 100 } else { 30_000 };
    let now = server.clock.now_millis();
    for number in 0..networks {
        let key = format!("10.{}.{}.{}", number >> 16, (number >> 8) & 255, number & 255);
        let _ = server.app.rate_limiter.take(&[(&key, limit)], now).await;
    }
}

#[tokio::test]
async fn a_flood_from_changing_networks_does_not_clear_the_count_of_wrong_passwords() {
    with_limits(async |server| {
        let name = server.patient(1).await.email;
        assert_eq!(guess_until_refused(&server, LOGIN, &name).await, 5);
        flood(&server, Limit::new("flood", 5, SignedDuration::from_hours(24))).await;
        let again = log_in_from(&server, LOGIN, "203.0.113.1", None, (&name, "wrong")).await;
        again.assert_problem(429, "too_many_tries");
    })
    .await;
}

/// Every call without a token has a separate class. One network uses all of them up; then each class is flooded.
#[tokio::test]
async fn a_flood_of_any_call_leaves_the_limits_of_every_other_call_as_they_were() {
    with_limits(async |server| {
        let paths = open_writes();
        let send = async |path: &str, number: usize| {
            let body = json!({"email": format!("nobody{number}@example.org"), "password": "wrong"});
            post_from(&server, path, "203.0.113.9", None, body).await.status
        };
        for path in &paths {
            let mut number = 0;
            while send(path, number).await != 429 {
                number += 1;
                assert!(number < 60, "{path}");
            }
        }
        for flooded in &paths {
            flood(&server, Limit::new(flooded.clone().leak(), 5, SignedDuration::from_mins(1))).await;
            for path in &paths {
                assert_eq!(send(path, 99).await, 429, "{path} after a flood of {flooded}");
            }
        }
    })
    .await;
}

//! Slow requests are in the log with their statements.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{ENGINES, database_url, http_client};
use crate::process::Server;

/// The program's log of a login with a wrong password and with the right one.
async fn log_of_logins(engine: &str, slow: &str) -> Vec<Value> {
    let folder = TempDir::new().unwrap();
    let database = database_url(engine, folder.path()).await;
    let settings = [
        ("DOCCARE_DATABASE_URL", database.as_str()),
        ("DOCCARE_ADMIN_EMAIL", "first@example.org"),
        ("DOCCARE_ADMIN_PASSWORD", "a long password"),
        ("DOCCARE_SLOW_REQUEST", slow),
    ];
    let server = Server::start(folder.path(), &settings);
    for password in ["wrong", "a long password"] {
        let body = json!({"email": "first@example.org", "password": password});
        http_client().post(format!("{}/admin/api/login", server.url)).json(&body).send().await.unwrap();
    }
    http_client().get(format!("{}/healthz", server.url)).send().await.unwrap();
    server.terminate();
    let (_, log) = server.ended();
    assert!(!log.contains("first@example.org"), "{log}");
    log.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|entry: &Value| entry["message"] == "slow")
        .collect()
}

#[tokio::test]
async fn a_slow_request_is_logged_with_the_times_of_its_statements() {
    for engine in ENGINES {
        println!("engine: {engine}");
        let slow = log_of_logins(engine, "0ms").await;
        let of_route = |route: &str| slow.iter().filter(|entry| entry["span"]["route"] == route).collect::<Vec<_>>();
        let logins = of_route("/admin/api/login");
        let statuses: Vec<_> = logins.iter().map(|entry| entry["status"].as_u64().unwrap()).collect();
        assert_eq!(statuses, [401, 200], "{slow:?}");
        let statements = logins[1]["statements"].as_str().unwrap();
        let micros = logins[1]["micros"].to_string();
        assert!(micros.trim_matches('"').parse::<u64>().unwrap() > 0, "{micros}");
        for part in ["1 x ", " ms SELECT ", "COMMIT", "$1"] {
            assert!(statements.contains(part), "{part}: {statements}");
        }
        assert_eq!(of_route("/healthz")[0]["statements"], "", "it asks nothing of the database");
        assert!(log_of_logins(engine, "3600s").await.is_empty());
    }
}

//! The running program: it serves, stops gracefully, and logs failures.

use std::io::{Read, Write};
use std::net::TcpStream;

use doccare::platform::db::Db;
use serde_json::{Value, json};

use super::{ADMIN, Server, login, register, run, text};
use crate::harness::{http_client, postgres};

/// Submits the login form as a browser without JavaScript does.
async fn send_form_without_scripts(url: &str) -> u16 {
    let form = http_client().post(format!("{url}/admin/login"));
    let form = form.header("content-type", "application/x-www-form-urlencoded");
    let page = form.body("email=first%40example.org&password=a+long+password").send().await.unwrap();
    page.status().as_u16()
}

#[tokio::test]
async fn it_starts_on_both_engines_with_the_first_administrator_and_stops_on_sigterm() {
    let postgres = postgres::fresh_database_url().await;
    for database in [None, Some(("DOCCARE_DATABASE_URL", postgres.as_str()))] {
        let data = tempfile::tempdir().unwrap();
        let settings: Vec<_> =
            ADMIN.into_iter().chain(database).chain([("DOCCARE_LOG", "info,doccare=debug")]).collect();
        let server = Server::start(data.path(), &settings);
        assert_eq!(login(&server.url, "first@example.org", "a long password").await, 200);
        assert_eq!(send_form_without_scripts(&server.url).await, 200);
        let healthy = run(data.path(), &["healthcheck"], &[("DOCCARE_LISTEN", server.address())]);
        assert_eq!((healthy.status.success(), text(&healthy.stdout).trim()), (true, "ready"));
        let address = server.address().to_owned();
        server.terminate();
        let (ended, log) = server.ended();
        assert!(ended, "{log}");
        for secret in ["first@example.org", "first%40example.org", "a long password", "a+long+password"] {
            assert!(log.contains("answered") && !log.contains(secret), "{log}");
        }
        assert!(!run(data.path(), &["healthcheck"], &[("DOCCARE_LISTEN", &address)]).status.success());
    }
}

#[test]
fn stopping_lets_running_requests_finish() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &ADMIN);
    let body = json!({"email": ADMIN[0].1, "password": ADMIN[1].1}).to_string();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    let length = body.len();
    let head = "POST /admin/api/login HTTP/1.1\r\nHost: care\r\nContent-Type: application/json\r\nConnection: close";
    write!(stream, "{head}\r\nContent-Length: {length}\r\nExpect: 100-continue\r\n\r\n").unwrap();
    let mut go_on = [0; 12];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100", "the request is under way");
    server.terminate();
    // Stopping has begun once new connections are refused.
    while TcpStream::connect(server.address()).is_ok() {
        std::thread::yield_now();
    }
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("HTTP/1.1 200 OK") && answer.contains("token"), "{answer}");
    assert!(server.ended().0);
}

#[tokio::test]
async fn any_number_of_passwords_leaves_little_memory_behind() {
    const CLIENTS: usize = 6;
    const PEOPLE: usize = 20;
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[("DOCCARE_RATE_LIMITS", "off")]);
    let before = server.resident();
    let clients = (0..CLIENTS).map(async |client| {
        for person in (0..PEOPLE).map(|person| client * PEOPLE + person) {
            assert_eq!(register(&server.url, person).await, 201);
            let login = json!({"email": format!("person{person}@example.org"), "password": "their own password"});
            let login = http_client().post(format!("{}/user/api/login", server.url)).json(&login);
            assert_eq!(login.send().await.unwrap().status(), 200);
        }
    });
    futures::future::join_all(clients).await;
    let after = server.resident();
    println!("{before} MB at the start, {after} MB after {} hashes", 2 * CLIENTS * PEOPLE);
    assert!(after <= 120, "{before} MB at the start, {after} MB after {} hashes", 2 * CLIENTS * PEOPLE);
}

/// A failure is logged as one JSON line, and the response does not contain its cause.
#[tokio::test]
async fn a_failure_is_in_the_log_as_json_in_utc_and_nothing_of_it_in_the_answer() {
    let postgres = postgres::fresh_database_url().await;
    for on_postgres in [false, true] {
        let data = tempfile::tempdir().unwrap();
        let url = if on_postgres { postgres.clone() } else { format!("sqlite://{}/care.db", data.path().display()) };
        let server =
            Server::start(data.path(), &[("DOCCARE_DATABASE_URL", &url), ("DOCCARE_LOG", "info,doccare=debug")]);
        let db = Db::open(&url.parse().unwrap()).unwrap();
        db.write(async |tx| tx.execute("ALTER TABLE contact_messages RENAME TO gone", &[]).await).await.unwrap();
        db.close().await;
        let forged = "Asha\n{\"level\":\"ERROR\",\"fields\":{\"message\":\"forged\"}}\r\n";
        let message = json!({"name": forged, "email": "asha@example.org", "message": forged});
        let ask = http_client().post(format!("{}/user/api/contact?q=%0Aforged%0D", server.url)).json(&message);
        let answer = ask.header("user-agent", "forged\tagent").send().await.unwrap();
        let (status, id) = (answer.status(), answer.headers()["x-request-id"].to_str().unwrap().to_owned());
        let answer = answer.text().await.unwrap();
        assert!(status.is_server_error(), "{status} {answer}");
        for inside in ["contact_messages", "table", "relation", "SQL", "sqlite", "postgres"] {
            assert!(!answer.contains(inside), "{inside}: {answer}");
        }
        server.terminate();
        let (_, log) = server.ended();
        let mut told = false;
        for line in log.lines() {
            let entry: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
            assert!(entry["timestamp"].as_str().is_some_and(|time| time.ends_with('Z')), "in UTC: {line}");
            assert!(!line.contains("forged") && !line.contains("asha@example.org"), "{line}");
            let is_grave = entry["level"] == "WARN" || entry["level"] == "ERROR";
            told |= is_grave && line.contains(&id) && line.contains("contact_messages");
        }
        assert!(told, "the reason, with the request's id: {log}");
    }
}

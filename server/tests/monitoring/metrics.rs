//! The Prometheus metrics after real calls: the counts are right, and they contain no address, id or person.

use std::collections::{BTreeMap, BTreeSet};

use doccare::platform::backup::schedule::Plan;
use doccare::{metrics_endpoint, router};
use jiff::SignedDuration;
use serde_json::json;
use tokio::net::TcpListener;

use crate::harness::people::{Patient, booking_path};
use crate::harness::{TestServer, do_job, http_client, on_both_engines, until, with_server};

/// The page of the metrics listener.
async fn listen(server: &TestServer) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(metrics_endpoint::serve(server.app.clone(), listener));
    url
}

async fn scrape(url: &str) -> String {
    let answer = http_client().get(format!("{url}/metrics")).send().await.unwrap();
    assert!(answer.headers()["content-type"].to_str().unwrap().starts_with("application/openmetrics-text"));
    answer.text().await.unwrap()
}

/// Every series with its labels, and its value.
fn series(page: &str) -> BTreeMap<&str, f64> {
    let lines = page.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.rsplit_once(' ').unwrap()).map(|(name, value)| (name, value.parse().unwrap())).collect()
}

#[track_caller]
fn assert_told(page: &str, expected: &[(&str, f64)]) {
    let told = series(page);
    for (name, value) in expected {
        assert_eq!(told.get(name), Some(value), "{name}\n{page}");
    }
}

async fn book(server: &TestServer, patient: &Patient, doctor: &str) -> u16 {
    server.book(patient, doctor, "2026-11-16", "10:00").await.status
}

#[tokio::test]
async fn bookings_conflicts_and_requests_are_counted_by_route() {
    with_server(async |server| {
        let (doctor, url) = (server.doctor(1).await, listen(&server).await);
        let (one, other) = (server.patient(1).await, server.patient(2).await);
        for time in ["the first", "the same again is the same booking"] {
            assert_eq!(book(&server, &one, &doctor).await, 200, "{time}");
        }
        assert_eq!(book(&server, &other, &doctor).await, 409);
        let route = "route=\"/user/api/doctor/{id}/appointment/booking/{userId}\"";
        let counted =
            |class: &str| format!("doccare_http_requests_total{{method=\"POST\",{route},status=\"{class}\"}}");
        let took = format!("doccare_http_request_seconds_count{{method=\"POST\",{route}}}");
        assert_told(
            &scrape(&url).await,
            &[
                ("doccare_bookings_total", 1.0),
                ("doccare_refusals_total{code=\"slot_taken\"}", 1.0),
                ("doccare_refusals_total{code=\"not_found\"}", 0.0),
                (&counted("2xx"), 2.0),
                (&counted("4xx"), 1.0),
                (&took, 3.0),
                ("doccare_http_requests_in_progress", 0.0),
            ],
        );
    })
    .await;
}

#[tokio::test]
async fn gauges_of_queues_streams_hashes_and_the_database_are_right() {
    on_both_engines(async |database| {
        let server = TestServer::start(database).await;
        let (doctor, url) = (server.doctor(1).await, listen(&server).await);
        let token = server.sign_in_doctor(&doctor).await;
        let patient = server.patient(1).await;
        let before = scrape(&url).await;
        book(&server, &patient, &doctor).await;
        let path = format!("/user/api/doctor/events/{doctor}");
        let stream = server.request("GET", &path).bearer_auth(&token).send().await.unwrap();
        server.clock.advance(SignedDuration::from_secs(90));
        let page = scrape(&url).await;
        let is_sqlite = !server.app.db.is_multi_instance();
        let engine = if is_sqlite { "sqlite" } else { "postgresql" };
        let build = format!("doccare_build_info{{version=\"{}\",engine=\"{engine}\"}}", env!("CARGO_PKG_VERSION"));
        let waiting = "doccare_outbox_waiting{kind=\"mails\"}";
        assert_told(
            &page,
            &[
                (&build, 1.0),
                ("doccare_event_streams{by=\"account\"}", 1.0),
                ("doccare_outbox_oldest_seconds{kind=\"mails\"}", 90.0),
                ("doccare_password_hashes_running", 0.0),
                ("doccare_password_hashes_waiting", 0.0),
                ("doccare_db_queue", 0.0),
                ("doccare_db_queue_limit", 1024.0),
                ("doccare_job_items_waiting", 0.0),
                ("doccare_load_refused_ratio", 0.0),
            ],
        );
        let (was, is) = (series(&before), series(&page));
        // One hash for the registration, one for the login.
        assert!(is["doccare_password_hash_seconds_count"] >= 2.0, "{page}");
        assert!(is[waiting] > was[waiting], "the mails of the booking: {page}");
        assert!(is["doccare_db_statements_total"] > was["doccare_db_statements_total"] + 5.0);
        assert!(is["doccare_db_commit_seconds_count"] > was["doccare_db_commit_seconds_count"]);
        assert_eq!(is.contains_key("doccare_db_transactions_per_commit_count"), is_sqlite);
        assert_eq!(is.contains_key("doccare_db_connections_limit"), !is_sqlite);
        assert!(is["process_resident_memory_bytes"] > 1e6 && is["process_cpu_seconds_total"] > 0.0);
        drop(stream);
        until("the stream ends", async || {
            let page = scrape(&url).await;
            if series(&page)["doccare_event_streams{by=\"account\"}"] == 0.0 { Ok(()) } else { Err(page) }
        })
        .await;
        do_job(&server.app, "mails").await;
        assert_told(&scrape(&url).await, &[(waiting, 0.0), ("doccare_outbox_oldest_seconds{kind=\"mails\"}", 0.0)]);
    })
    .await;
}

#[tokio::test]
async fn the_last_good_backup_is_exported_if_the_program_makes_backups() {
    on_both_engines(async |database| {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan { every: SignedDuration::from_hours(24), keep: 3, folder: folder.path().join("backups") };
        let server = TestServer::start_with(database, |config| config.backups = Some(plan)).await;
        let (url, last) = (listen(&server).await, "doccare_backup_last_good_timestamp_seconds");
        assert_told(&scrape(&url).await, &[(last, 0.0), ("doccare_backup_interval_seconds", 86_400.0)]);
        do_job(&server.app, "backups").await;
        let made = server.clock.now().as_second();
        // The next one fails.
        std::fs::remove_dir_all(folder.path().join("backups")).unwrap();
        std::fs::write(folder.path().join("backups"), "no folder").unwrap();
        server.clock.advance(SignedDuration::from_hours(25));
        do_job(&server.app, "backups").await;
        assert_told(&scrape(&url).await, &[(last, f64::from(u32::try_from(made).unwrap()))]);
    })
    .await;
    with_server(async |server| {
        assert!(!scrape(&listen(&server).await).await.contains("doccare_backup"), "nobody asked for any");
    })
    .await;
}

/// Whether it contains a UUID: 8, 4, 4, 4 and 12 hexadecimal digits.
fn holds_an_id(text: &str) -> bool {
    let is_id = |part: &str| {
        let lengths: Vec<usize> = part.split('-').map(str::len).collect();
        lengths == [8, 4, 4, 4, 12] && part.chars().all(|c| c == '-' || c.is_ascii_hexdigit())
    };
    text.split(|c: char| c != '-' && !c.is_ascii_hexdigit()).any(is_id)
}

#[tokio::test]
async fn routes_are_labelled_by_their_pattern_without_personal_data() {
    with_server(async |server| {
        let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
        let url = listen(&server).await;
        book(&server, &patient, &doctor).await;
        for path in [
            format!("/user/api/doctor/{doctor}"),
            format!("/user/api/nowhere/{doctor}"),
            format!("/doctors/{doctor}"),
            format!("/nowhere/{doctor}"),
            format!("/photos/{doctor}.webp"),
            format!("/user/api/finddoctors?q={}", patient.email),
            booking_path(&doctor, &patient.id),
        ] {
            server.request("GET", &path).send().await.unwrap();
        }
        server.post("/user/api/login", json!({"email": patient.email, "password": "wrong"})).await;
        let page = scrape(&url).await;
        assert!(!holds_an_id(&page) && !page.contains(&patient.email), "{page}");
        let known: BTreeSet<String> = router::openapi().paths.paths.into_keys().collect();
        let others = ["page", "/doctors/{id}", "/photos/{file}"];
        let mut told = BTreeSet::new();
        for part in page.split("route=\"").skip(1) {
            told.insert(part.split('"').next().unwrap().to_owned());
        }
        assert!(told.contains("page") && told.contains("/user/api/doctor/{id}"), "{told:?}");
        let strange: Vec<_> = told.iter().filter(|route| !known.contains(*route)).collect();
        assert!(strange.iter().all(|route| others.contains(&route.as_str())), "{strange:?}");
    })
    .await;
    assert!(
        holds_an_id("a{x=\"/doctors/0199d2c4-5e5b-7d20-8a45-5a3c9f2b7e10\"} 1") && !holds_an_id("route=\"/a-b/{id}\"")
    );
}

#[tokio::test]
async fn prometheus_has_a_listener_of_its_own() {
    with_server(async |server| {
        let url = listen(&server).await;
        let there = http_client().get(format!("{url}/user/api/finddoctors")).send().await.unwrap();
        assert_eq!(there.status(), 404, "nothing of the product");
        let here = server.request("GET", "/metrics").send().await.unwrap();
        assert!(!here.text().await.unwrap().contains("doccare_bookings"), "and no figures at the product");
        server.app.stop.cancel();
        until("it stops with the program", async || match http_client().get(format!("{url}/metrics")).send().await {
            Ok(answer) => Err(answer),
            Err(_) => Ok(()),
        })
        .await;
    })
    .await;
}

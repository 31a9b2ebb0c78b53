//! Query plans: no list and no frequent statement scans a whole table, on either engine.
//!
//! The statements are those that PostgreSQL logged while the calls below were made. Each is explained on both engines, because both run the
//! same text.

use std::collections::BTreeSet;

use doccare::platform::clock::Clock;
use doccare::platform::db::DatabaseUrl;
use doccare_demo as demo;
use jiff::SignedDuration;
use serde_json::json;
use tempfile::TempDir;
use tokio_postgres::SimpleQueryMessage;

use super::calls::{answer_in_every_way, call_desk, call_phone, call_sessions};
use crate::admin::imports;
use crate::bounces;
use crate::harness::provider::{Receiver, provider};
use crate::harness::{NOW, TestServer, do_job, postgres};

/// Statements that may scan a table, with the reason.
const WHOLE: [(&str, &str); 14] = [
    (
        "DELETE FROM mail_queue WHERE recipient IN",
        "somebody is erased, by the program alone; mails that wait or failed are few",
    ),
    ("SELECT c.place_id FROM clinic_moves c", "a few rows: places with a new address, each for minutes or two days"),
    ("SELECT DISTINCT doctor_id FROM move_proposals", "reads the index of the proposals that wait for an answer"),
    ("FROM job_runs", "a row for each job that has something to tell"),
    ("FROM encryption_keys", "a row for each key there ever was"),
    ("SELECT salt FROM blood_count_salt", "one row"),
    ("FROM appointment_counts", "a few rows for each doctor, so that no booking is counted"),
    ("FROM revenue WHERE visits > 0", "ends at the first row"),
    ("SELECT EXISTS (SELECT 1 FROM accounts)", "ends at the first row"),
    (
        "SELECT id FROM doctors WHERE listed_at IS NOT NULL ORDER BY id",
        "read when the program starts, and when notes of changes were lost",
    ),
    ("INSERT INTO doctors (", "SQLite walks only to mend what breaks a foreign key, and nothing can"),
    ("DELETE FROM accounts WHERE id = $1", "an import is undone: SQLite looks whether anything is theirs"),
    ("DELETE FROM doctors WHERE id = $1", "the same"),
    ("email_key NOT LIKE", "asked once, before the demo comes into a database"),
];

/// Names in plans that are parts of a statement, not tables.
const PARTS: [&str; 7] = ["page", "found", "part", "hit", "few", "both_tables", "mine"];

/// Every list, with every order and filter.
const LISTS: [&str; 49] = [
    "/admin/api/userdata?",
    "/admin/api/userdata?sort=oldest",
    "/admin/api/userdata?sort=name",
    "/admin/api/userdata?q=patient%201",
    "/admin/api/userdata?q=patient&sort=name",
    "/admin/api/userdata?q=user1@demo.example",
    "/admin/api/userdata?q=98470",
    "/admin/api/doctors/view/data?",
    "/admin/api/doctors/view/data?district=Kollam",
    "/admin/api/doctors/view/data?specialization=ENT",
    "/admin/api/doctors/view/data?gender=male&q=a",
    "/admin/api/doctors/view/data?q=TCMC",
    "/admin/api/doctors/view/data?sort=unanswered",
    "/admin/api/doctors/view/data?sort=unanswered&district=Kollam",
    "/admin/api/doctors/data/dashboard?",
    "/admin/api/hospital/data/dashboard?",
    "/admin/api/workers/data?category=Pharmacy",
    "/admin/api/workers/data?category=Hospital&q=a",
    "/admin/api/workers/Doctor/pendingrequest?",
    "/admin/api/workers/Hospital/pendingrequest?",
    "/admin/api/workers/changes?",
    "/admin/api/administrators?",
    "/admin/api/imports?",
    "/admin/api/bookings?",
    "/admin/api/bookings?status=Checked",
    "/admin/api/bookings?q=patient",
    "/admin/api/bookings?q=7000&status=Checked",
    "/admin/api/bookings?q=01",
    "/admin/api/bookings?date=2026-01-05",
    "/admin/api/bookings?date=2026-01-05&status=Checked",
    "/admin/api/bookings?doctor=a",
    "/admin/api/bookings?doctor=a&status=Checked",
    "/admin/api/bookings?doctor=a&date=2026-01-05&q=patient",
    "/admin/api/audit?",
    "/admin/api/audit?action=approve",
    "/admin/api/audit?q=a",
    "/admin/api/messages?",
    "/admin/api/operations/failed?",
    "/admin/api/messages?status=open",
    "/admin/api/blood/requests?",
    "/admin/api/blood/requests?status=Open",
    "/admin/api/blood/donors?",
    "/admin/api/blood/donors?Blood_group=O-&District=Kollam",
    "/admin/api/blood/donors?q=a",
    "/user/api/finddoctors?",
    "/user/api/finddoctors?district=Kollam&specialization=ENT",
    "/user/api/finddoctors?district=k&q=a",
    "/user/api/hospitals?",
    "/user/api/pharmacies?district=Kollam&q=a",
];

async fn call_everything(server: &TestServer, receiver: &Receiver) {
    let size = demo::Size { doctors: 24, users: 40, bookings: 120, donors: 40 };
    demo::fill(&server.app, size, false).await.unwrap();
    let login = json!({"email": "admin@demo.example", "password": "demo-admin-1"});
    let admin = server.post("/admin/api/login", login).await.body["token"].as_str().unwrap().to_owned();
    let get = async |path: &str, token: &str| {
        let answer = server.ask("GET", path, token, None).await;
        assert_eq!(answer.status, 200, "{path} {}", answer.text);
        answer
    };
    let id_in = |answer: &crate::harness::Answer| answer.body["data"][0]["_id"].as_str().unwrap_or_default().to_owned();
    for list in LISTS {
        let first = get(&format!("{list}&limit=1"), &admin).await;
        if let Some(next) = first.body["next"].as_str() {
            let next = next.replace('%', "%25").replace(' ', "%20");
            get(&format!("{list}&limit=1&cursor={next}"), &admin).await;
        }
    }
    for path in [
        "/admin/api/dashboard",
        "/admin/api/notifications",
        "/admin/api/operations",
        "/admin/api/search?q=pa",
        "/admin/api/search?q=0192",
    ] {
        get(path, &admin).await;
    }
    for path in ["/admin/api/users/export?q=patient", "/admin/api/blood/donors/export"] {
        let body = json!({"current_password": "demo-admin-1"});
        assert_eq!(server.ask("POST", path, &admin, Some(body)).await.status, 200, "{path}");
    }
    let imported = imports::import(server, &admin, "demo-admin-1", &imports::doctors([70, 71])).await.id();
    let undo = imports::undo_with(server, &admin, "demo-admin-1", &imported).await;
    assert_eq!(undo.status, 200, "{}", undo.text);
    assert_eq!(imports::send(server, &admin, "/preview", &imports::facilities([72])).await.status, 200);
    let user = id_in(&get("/admin/api/userdata?sort=oldest&limit=1", &admin).await);
    let doctor = id_in(&get("/user/api/finddoctors?limit=1", &admin).await);
    get(&format!("/admin/api/users/{user}"), &admin).await;
    get(&format!("/admin/api/doctors/{doctor}"), &admin).await;
    for (list, details) in [("workers/data?category=Hospital", "hospitals"), ("bookings?", "bookings")] {
        let id = id_in(&get(&format!("/admin/api/{list}&limit=1"), &admin).await);
        get(&format!("/admin/api/{details}/{id}"), &admin).await;
    }
    let (patient, own) = (server.patient(1).await, server.doctor(1).await);
    assert_eq!(server.book(&patient, &own, "2026-11-16", "10:00").await.status, 200);
    let token = server.sign_in_doctor(&own).await;
    get(&format!("/user/api/previous/booking/{}?doctor={own}", patient.id), &patient.token).await;
    for path in ["previous/booking", "user/profile", "user/data"] {
        get(&format!("/user/api/{path}/{}?limit=1", patient.id), &patient.token).await;
    }
    call_phone(server, receiver, &patient, &own, &admin).await;
    bounces::come_back_and_arrive(server, &patient).await;
    for path in
        ["appointments", "appointment/previous", "appointment/upcoming", "total/appointments", "dashboard", "schedule"]
    {
        get(&format!("/user/api/doctor/{path}/{own}?limit=1"), &token).await;
    }
    get(&format!("/user/api/doctor/{doctor}/slots?date=2026-11-16"), &admin).await;
    get(&format!("/user/api/doctor/{doctor}/alternatives?date=2026-11-16"), &admin).await;
    call_sessions(server, &own, &token).await;
    call_desk(server, &patient, &own, &token).await;
    answer_in_every_way(server, &patient, &own, &token).await;
    let donor = server.donor(1, json!({})).await;
    get("/user/api/blooddonor", &donor).await;
    let request = server.open_request(1, json!({})).await;
    get("/user/api/bloodrequest", &request).await;
    // An announcement, and 30 days later the end of accounts and visits.
    for days in [4 * 365, 31] {
        server.clock.advance(SignedDuration::from_hours(24 * days));
        do_job(&server.app, "retention").await;
    }
}

/// The scans in a plan of SQLite. A list without a filter is counted by an index, and read in index order until its page is full.
fn sqlite_scans(connection: &rusqlite::Connection, sql: &str) -> Vec<String> {
    let mut plan =
        connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap_or_else(|error| panic!("{error}: {sql}"));
    let (mut rows, mut scans, mut outer) = (plan.raw_query(), Vec::new(), BTreeSet::new());
    while let Some(row) = rows.next().unwrap() {
        let step: String = row.get(3).unwrap();
        // Steps under one parent are nested loops.
        let is_outer =
            !step.starts_with("SCAN ") && !step.starts_with("SEARCH ") || outer.insert(row.get::<_, i64>(1).unwrap());
        let Some(table) = step.strip_prefix("SCAN ") else { continue };
        let by_index = table.contains("INDEX") && (sql.contains("LIMIT") || sql.starts_with("SELECT count(*)"));
        let is_part = PARTS.iter().any(|part| table.starts_with(part));
        let is_given = table == "CONSTANT ROW" || table.ends_with("VALUES CLAUSE");
        if !(by_index || is_part || is_given) || is_part && !is_outer {
            scans.push(step);
        }
    }
    scans
}

/// The scans in a plan of PostgreSQL, with sequential scans made expensive.
async fn postgres_scans(client: &tokio_postgres::Client, sql: &str) -> Vec<String> {
    let params = (1..10_000).take_while(|number| sql.contains(&format!("${number}"))).count();
    let nulls = if params == 0 { String::new() } else { format!("({})", vec!["NULL"; params].join(", ")) };
    client.batch_execute(&format!("PREPARE explained AS {sql}")).await.unwrap_or_else(|error| panic!("{error}: {sql}"));
    let plan = client.simple_query(&format!("EXPLAIN EXECUTE explained{nulls}")).await.unwrap();
    client.batch_execute("DEALLOCATE explained").await.unwrap();
    let lines = plan.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(String::from),
        _ => None,
    });
    lines.filter(|line| line.contains("Seq Scan on ")).collect()
}

#[tokio::test]
async fn no_list_and_no_frequent_statement_walks_through_a_table() {
    let url = postgres::fresh_database_url().await;
    let name = url.rsplit('/').next().unwrap().to_owned();
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(&format!("ALTER DATABASE {name} SET log_statement = 'all'")).await.unwrap();
    let receiver = Receiver::start(Clock::set_to(NOW.parse().unwrap())).await;
    let there = provider(&receiver.url);
    let server = TestServer::start_with(url.parse().unwrap(), |config| {
        config.messages = Some(there);
        config.demo = true;
        bounces::take_reports(config);
    })
    .await;
    Box::pin(call_everything(&server, &receiver)).await;
    let statements = postgres::statements(&name);
    assert!(statements.len() > 100, "{}", statements.len());

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("empty.db");
    let _migrated = TestServer::start(DatabaseUrl::sqlite(&path)).await;
    let sqlite = rusqlite::Connection::open(&path).unwrap();
    client.batch_execute("SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan").await.unwrap();
    let mut walks = BTreeSet::new();
    for sql in &statements {
        if ["pg_", "migrations"].iter().any(|own| sql.contains(own)) {
            continue;
        }
        // SQLite has one writer, and no row locks.
        let mut found =
            sqlite_scans(&sqlite, sql.replace("FOR UPDATE SKIP LOCKED", "").trim_end_matches(" FOR UPDATE"));
        found.extend(postgres_scans(&client, sql).await);
        if !found.is_empty() && !WHOLE.iter().any(|(whole, _)| sql.contains(whole)) {
            walks.insert(format!("{sql}\n  {}", found.join("\n  ")));
        }
    }
    assert!(walks.is_empty(), "{}", walks.into_iter().collect::<Vec<_>>().join("\n\n"));
}

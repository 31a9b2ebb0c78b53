//! The demo's crowd: the bulk-inserted data is as consistent as real bookings.

use doccare::platform::config::Config;
use doccare::platform::db::Tx;
use doccare_demo as demo;
use serde_json::json;

use crate::harness::people::PASSWORD;
use crate::harness::{Answer, TestServer, on_both_engines, with_server};

const CROWD: demo::Size = demo::Size { doctors: 4, users: 20, bookings: 800, donors: 0 };

async fn count(server: &TestServer, sql: &'static str) -> i64 {
    server.app.db.read(async |tx: &mut Tx<'_>| tx.count(sql, &[]).await).await.unwrap()
}

/// The statements that create the indexes of the bookings.
async fn indexes(server: &TestServer) -> Vec<String> {
    let sql = if server.app.db.is_multi_instance() {
        "SELECT indexdef FROM pg_indexes WHERE tablename = 'appointments' ORDER BY 1"
    } else {
        "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'appointments' AND sql IS NOT NULL ORDER BY 1"
    };
    server.app.db.read(async |tx: &mut Tx<'_>| tx.all(sql, &[]).await).await.unwrap()
}

#[tokio::test]
async fn a_crowd_is_counted_right_and_leaves_every_index_behind() {
    with_server(async |server| {
        let before = indexes(&server).await;
        assert!(before.len() > 5, "{before:?}");
        demo::fill(&server.app, CROWD, false).await.unwrap();
        assert_eq!(indexes(&server).await, before);

        // A few of the crowd's bookings would overlap those of the usual demo, and are skipped.
        let crowd = count(&server, "SELECT count(*) FROM appointments WHERE patient_name LIKE 'Patient %'").await;
        assert!((600..800).contains(&crowd), "{crowd}");
        let bookings = count(&server, "SELECT count(*) FROM appointments").await;
        assert_eq!(count(&server, "SELECT CAST(sum(bookings) AS BIGINT) FROM appointment_counts").await, bookings);
        let sql = "SELECT CAST(sum(fee) AS BIGINT) FROM appointments
                   WHERE status = 'Checked' AND COALESCE(attendance, '') <> 'absent'";
        let earned = count(&server, sql).await;
        assert_eq!(count(&server, "SELECT CAST(sum(amount) AS BIGINT) FROM revenue").await, earned);
        assert_about_a_third_is_taken(&server).await;
        assert!(
            count(&server, "SELECT count(*) FROM move_proposals WHERE state = 'open'").await > 0,
            "a session moves"
        );
        // A hospital's name, a pharmacy's district, a doctor's name in Malayalam.
        assert_eq!(count(&server, "SELECT count(*) FROM profile_change_requests").await, 3, "changes that wait");
        let all_day =
            "SELECT count(*) FROM facilities WHERE start_minute = 0 AND end_minute = 0 AND listed_at IS NOT NULL";
        assert!(count(&server, all_day).await > 0, "a pharmacy that is open 24 hours");
        let past_midnight = "SELECT count(*) FROM facilities WHERE end_minute < start_minute AND listed_at IS NOT NULL";
        assert!(count(&server, past_midnight).await > 0, "a pharmacy that closes after midnight");
    })
    .await;
}

/// In the coming week of the demo's first doctor, who works from 09:00 to 13:00 on every day and has a few other visits.
async fn assert_about_a_third_is_taken(server: &TestServer) {
    let doctors = server.get("/user/api/finddoctors").await.body["data"].as_array().unwrap().clone();
    let first = doctors.last().unwrap();
    assert_eq!((&first["startTime"], &first["endTime"]), (&json!("09:00"), &json!("13:00")));
    let path = format!("/user/api/doctor/{}/availability", first["_id"].as_str().unwrap());
    let days = server.get(&path).await.body["data"].as_array().unwrap().clone();
    // A part of today may be over.
    let free: i64 = days[1..].iter().map(|day| day["free"].as_i64().unwrap()).sum();
    let taken = 6 * 16 - free;
    assert!((32..48).contains(&taken), "{taken} of 96");
}

const FEW: demo::Size = demo::Size { doctors: 1, users: 1, bookings: 0, donors: 0 };

async fn log_in(server: &TestServer, path: &str, name: &str, password: &str) -> Answer {
    server.post(path, json!({"email": name, "password": password})).await
}

/// The tests' server has a public address, like an installation that others reach.
#[tokio::test]
async fn published_logins_are_refused_where_others_reach_the_server() {
    with_server(async |server| {
        let logins = demo::fill(&server.app, FEW, false).await.unwrap();
        assert!(logins.len() > 4);
        for (path, name, password) in [
            ("/admin/api/login", "admin@demo.example", "demo-admin-1"),
            ("/user/api/login", "asha@demo.example", "demo-patient-1"),
            ("/user/api/login", "9847012345", "demo-patient-1"),
            ("/user/api/doctor/login", "doctor0@demo.example", "demo-doctor-1"),
            ("/user/api/doctor/login", "9447000000", "demo-doctor-1"),
        ] {
            let refused = log_in(&server, path, name, password).await;
            assert_eq!(refused.status, 403, "{name}: {}", refused.text);
            refused.assert_problem(403, "forbidden");
            log_in(&server, path, name, "wrong").await.assert_problem(401, "wrong_credentials");
        }
        let patient = server.patient(1).await;
        assert_eq!(log_in(&server, "/user/api/login", &patient.email, PASSWORD).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn published_logins_work_on_the_operators_word_and_on_the_machine_itself() {
    on_both_engines(async |url| {
        let server = TestServer::start_with(url, |config| config.demo = true).await;
        demo::fill(&server.app, FEW, false).await.unwrap();
        let login = log_in(&server, "/user/api/doctor/login", "doctor0@demo.example", "demo-doctor-1").await;
        assert_eq!(login.status, 200, "{}", login.text);
    })
    .await;
    on_both_engines(async |url| {
        let own = |config: &mut Config| config.public_url = "http://127.0.0.1:8080".into();
        let server = TestServer::start_with(url, own).await;
        demo::fill(&server.app, FEW, false).await.unwrap();
        let login = log_in(&server, "/admin/api/login", "admin@demo.example", "demo-admin-1").await;
        assert_eq!(login.status, 200, "{}", login.text);
    })
    .await;
}

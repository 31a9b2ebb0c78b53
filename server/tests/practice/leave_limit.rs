//! The limit of a doctor's stored leave.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::people::Doctor;
use crate::harness::{do_job, with_server};

#[tokio::test]
async fn coming_leave_of_a_doctor_has_a_limit_and_old_leave_is_deleted() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let add = async |body: Value| doctor.ask(&server, "POST", "leave/{id}", Some(body)).await;
        let an_hour = |day: i8, hour: usize| {
            let day = format!("2026-11-{day:02}");
            json!({"from": day, "startTime": format!("{hour:02}:00"), "endTime": format!("{hour:02}:30")})
        };
        for number in 0..100 {
            let added = add(an_hour(16 + i8::try_from(number / 20).unwrap(), number % 20)).await;
            assert_eq!(added.status, 200, "{number}: {}", added.text);
        }
        add(json!({"from": "2026-12-01"})).await.assert_problem(409, "limit_reached");
        let stored = async || {
            let sql = "SELECT count(*) FROM doctor_leave";
            server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap()
        };
        assert_eq!(stored().await, 100);
        // A deleted or past leave does not count.
        let schedule = doctor.ask(&server, "GET", "schedule/{id}", None).await;
        let id = schedule.body["data"]["leave"][50]["_id"].as_str().unwrap().to_owned();
        assert_eq!(doctor.ask(&server, "DELETE", &format!("leave/{{id}}/{id}"), None).await.status, 200);
        assert_eq!(add(json!({"from": "2026-12-01"})).await.status, 200);
        server.clock.advance(SignedDuration::from_hours(2 * 24));
        assert_eq!(add(json!({"from": "2026-12-02"})).await.status, 200);

        let other = Doctor::of(&server, 2).await;
        let added = other.ask(&server, "POST", "leave/{id}", Some(json!({"from": "2026-12-01"}))).await;
        assert_eq!(added.status, 200, "each doctor has a limit of their own: {}", added.text);

        server.clock.advance(SignedDuration::from_hours(200 * 24));
        doccare::platform::clock_guard::trust(&server.app.db, server.clock.now()).await.unwrap();
        do_job(&server.app, "old walk-ins").await;
        assert_eq!(stored().await, 0, "as old extra sessions are");
    })
    .await;
}

//! No-shows: the revenue, and the counts.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Doctor, MONDAY, TODAY, approved, own};
use crate::harness::with_server;
use crate::proofs::sums;

#[tokio::test]
async fn a_no_show_is_subtracted_from_the_revenue_until_it_is_undone() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = approved(&server, &patient, &doctor, TODAY, "10:00").await;
        let later = approved(&server, &patient, &doctor, TODAY, "11:45").await;
        server.clock.advance(SignedDuration::from_mins(90));
        let admin = server.admin_token().await;
        let earned = async || {
            let own = doctor.ask(&server, "GET", &format!("dashboard/{}", doctor.id), None).await;
            let all = server.ask("GET", "/admin/api/dashboard", &admin, None).await;
            assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
            let sum = |revenue: &Value, part: &str| {
                revenue[part].as_array().unwrap().iter().map(|one| one["amount"].as_i64().unwrap()).sum::<i64>()
            };
            let own = &own.body["data"]["revenue"];
            let all = &all.body["data"]["revenue"];
            [sum(own, "today"), sum(own, "monthly"), sum(all, "today"), sum(all, "monthly")]
        };
        let fee = own(&server, &patient, &id).await["doctorId"]["consultation_Fee"].as_i64().unwrap();
        assert!(fee > 0);
        assert_eq!(earned().await, [fee; 4], "unmarked visits count as happened");
        doctor.says(&server, &id, "absent").await;
        assert_eq!(earned().await, [0; 4]);
        doctor.says(&server, &id, "absent").await;
        assert_eq!(earned().await, [0; 4], "once");
        doctor.says(&server, &id, "done").await;
        assert_eq!(earned().await, [fee; 4]);
        // A visit that was called in before its time can no longer be cancelled; with another mark it can be cancelled or moved.
        let path = format!("/user/api/appointment/cancel/{later}");
        for mark in ["called", "done"] {
            doctor.says(&server, &later, mark).await;
            server.ask("PATCH", &path, &patient.token, None).await.assert_problem(409, "not_changeable");
        }
        doctor.says(&server, &later, "arrived").await;
        assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
        assert_eq!(earned().await, [fee; 4]);
        let moved = approved(&server, &patient, &doctor, TODAY, "11:30").await;
        doctor.says(&server, &moved, "arrived").await;
        let path = format!("/user/api/appointment/reschedule/{moved}");
        let slot = json!({"date": MONDAY, "time": "10:00"});
        assert_eq!(server.ask("PATCH", &path, &patient.token, Some(slot)).await.status, 200);
        assert_eq!(own(&server, &patient, &moved).await["attendance"], json!(null));
        assert_eq!(earned().await, [fee; 4]);
    })
    .await;
}

#[tokio::test]
async fn a_no_show_counts_as_not_seen() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = approved(&server, &patient, &doctor, TODAY, "10:00").await;
        approved(&server, &server.patient(2).await, &doctor, TODAY, "10:15").await;
        doctor.answers(&server, "known").await;
        server.clock.advance(SignedDuration::from_hours(3));
        doctor.says(&server, &id, "absent").await;
        let status = async |time: &str| {
            server.book(&patient, &doctor.id, MONDAY, time).await.body["data"]["status"].as_str().unwrap().to_owned()
        };
        assert_eq!(status("10:00").await, "Pending");
        doctor.says(&server, &id, "done").await;
        assert_eq!(status("10:15").await, "Checked");
    })
    .await;
}

//! Figures, open items, and the event stream about changes of them.

use std::time::Duration;

use doccare::appointments::{Appointment, Status};
use doccare::platform::db;
use doccare::statistics::Tally;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::get;
use crate::harness::{TestServer, stored, with_server};

const DAY: &str = "Nov 16, 2026";

fn visit(doctor: &str, patient: &str, starts_at: &str, fee: i64, status: Status) -> Appointment {
    Appointment { fee, status, ..stored::visit(doctor, patient, starts_at.parse().unwrap()) }
}

/// The stored sums, and the sums computed from the bookings: always equal.
async fn sums(server: &TestServer) -> (Vec<(i64, i64, i64)>, Vec<(String, i64)>) {
    let read = server.app.db.read(async |tx| {
        let three = |row: &doccare::platform::db::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let two = |row: &doccare::platform::db::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let days = "SELECT day, CAST(sum(amount) AS BIGINT), CAST(sum(visits) AS BIGINT) FROM revenue
                    GROUP BY day HAVING sum(visits) <> 0 OR sum(amount) <> 0 ORDER BY day";
        let true_days = "SELECT (starts_at + 19800000) / 86400000, CAST(sum(fee) AS BIGINT), count(*) FROM appointments
                         WHERE status = 'Checked' GROUP BY 1 ORDER BY 1";
        let kept: Vec<(i64, i64, i64)> = tx.query(days, &[], three).await?;
        assert_eq!(kept, tx.query(true_days, &[], three).await?);
        let counts = "SELECT status, CAST(sum(bookings) AS BIGINT) FROM appointment_counts WHERE bookings <> 0
                      GROUP BY status ORDER BY status";
        let true_counts = "SELECT status, count(*) FROM appointments GROUP BY status ORDER BY status";
        let counted: Vec<(String, i64)> = tx.query(counts, &[], two).await?;
        assert_eq!(counted, tx.query(true_counts, &[], two).await?);
        Ok::<_, doccare::platform::db::Error>((kept, counted))
    });
    read.await.unwrap()
}

#[tokio::test]
async fn revenue_is_the_sum_of_fees_of_past_approved_visits() {
    with_server(async |server| {
        let (admin, patient, doctor) = (server.admin_token().await, server.patient(1).await, server.doctor(1).await);
        let empty = get(&server, &admin, "dashboard").await;
        assert_eq!(empty.body["data"]["sample"], true, "{}", empty.text);
        let rows = vec![
            visit(&doctor, &patient.id, "2026-11-15T03:00:00Z", 100, Status::Checked),
            visit(&doctor, &patient.id, "2026-11-15T10:00:00Z", 1_000, Status::Checked),
            visit(&doctor, &patient.id, "2026-11-14T10:00:00Z", 20, Status::Checked),
            visit(&doctor, &patient.id, "2026-10-20T10:00:00Z", 3, Status::Checked),
            visit(&doctor, &patient.id, "2026-11-14T11:00:00Z", 500, Status::Rejected),
            visit(&doctor, &patient.id, "2025-12-31T18:00:00Z", 7, Status::Checked),
            // Midnight in India: the first visit of the year.
            visit(&doctor, &patient.id, "2025-12-31T18:30:00Z", 9, Status::Checked),
            visit(&doctor, &patient.id, "2024-01-05T10:00:00Z", 11, Status::Checked),
            visit(&doctor, &patient.id, "2023-06-05T10:00:00Z", 13, Status::Checked),
        ];
        server.store_visits(rows).await;
        let answer = get(&server, &admin, "dashboard").await;
        let data = &answer.body["data"];
        let years = json!([{"year": 2026, "amount": 132}, {"year": 2025, "amount": 7}, {"year": 2024, "amount": 11}]);
        assert_eq!((&data["yearly"], &data["sample"]), (&years, &json!(false)), "{}", answer.text);
        let revenue = &data["revenue"];
        assert_eq!(revenue["today"][8], json!({"label": "08:00", "amount": 100}));
        assert_eq!(revenue["today"].as_array().map(Vec::len), Some(10), "it is nine o'clock");
        assert_eq!(
            revenue["weekly"][6],
            json!({"label": "2026-11-15", "amount": 100}),
            "the evening is not earned yet"
        );
        assert_eq!(revenue["weekly"][5]["amount"], 20);
        let month: i64 = revenue["monthly"].as_array().unwrap().iter().map(|day| day["amount"].as_i64().unwrap()).sum();
        assert_eq!(month, 123);
        server.clock.advance(SignedDuration::from_hours(8));
        let evening = get(&server, &server.admin_token_again().await, "dashboard").await;
        assert_eq!(evening.body["data"]["yearly"][0]["amount"], 1132);
    })
    .await;
}

#[tokio::test]
async fn the_sums_stay_true_whatever_happens_to_a_booking() {
    with_server(async |server| {
        let (admin, patient, doctor) = (server.admin_token().await, server.patient(1).await, server.doctor(1).await);
        let own = server.sign_in_doctor(&doctor).await;
        let mut ids = Vec::new();
        for time in ["10:00", "10:15", "10:30", "10:45"] {
            ids.push(server.booked(&patient, &doctor, DAY, time).await);
        }
        let doctor_does = async |verb: &str, id: &str| {
            let path = format!("/user/api/doctor/appointment/{verb}/{id}");
            assert_eq!(server.ask("PATCH", &path, &own, None).await.status, 200, "{verb}");
        };
        let patient_does = async |verb: &str, id: &str, body: Option<Value>| {
            let path = format!("/user/api/appointment/{verb}/{id}");
            assert_eq!(server.ask("PATCH", &path, &patient.token, body).await.status, 200, "{verb}");
        };
        for id in &ids[..3] {
            doctor_does("approve", id).await;
        }
        doctor_does("reject", &ids[3]).await;
        assert_eq!(
            sums(&server).await.0.iter().map(|(_, amount, visits)| (*amount, *visits)).collect::<Vec<_>>(),
            [(900, 3)]
        );
        patient_does("reschedule", &ids[0], Some(json!({"date": "Nov 17, 2026", "time": "10:00"}))).await;
        assert_eq!(sums(&server).await.1, [("Checked".into(), 2), ("Pending".into(), 1), ("Rejected".into(), 1)]);
        patient_does("reschedule", &ids[0], Some(json!({"date": "Nov 18, 2026", "time": "10:00"}))).await;
        doctor_does("approve", &ids[0]).await;
        assert_eq!(sums(&server).await.0.len(), 2);
        doctor_does("cancel", &ids[1]).await;
        patient_does("cancel", &ids[2], None).await;
        sums(&server).await;
        let leave = format!("/user/api/doctor/leave/{doctor}");
        let away = json!({"from": "2026-11-18", "bookings": "cancel"});
        assert_eq!(server.ask("POST", &leave, &own, Some(away)).await.status, 200);
        assert_eq!(sums(&server).await.0, [], "nothing is left to be earned");
        let path = format!("/user/api/user/profile/{}", patient.id);
        assert_eq!(server.book(&patient, &doctor, DAY, "11:00").await.status, 200);
        let password = json!({"password": crate::harness::people::PASSWORD});
        assert_eq!(server.ask("DELETE", &path, &patient.token, Some(password)).await.status, 200);
        assert_eq!(sums(&server).await.1, [("Cancelled".into(), 4), ("Rejected".into(), 1)]);
        assert_eq!(get(&server, &admin, "bookings").await.body["total"], 5);
    })
    .await;
}

#[tokio::test]
async fn notifications_count_pending_items_and_are_updated_live() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let none = get(&server, &admin, "notifications").await;
        let expected = json!({"pending": {"Doctor": 0, "Hospital": 0, "Pharmacy": 0}, "bloodRequests": 0, "heldRequests": 0,
                              "changes": 0, "messages": 0, "total": 0, "jumps": {"bloodRequests": null, "donors": null}});
        assert_eq!(none.body["data"], expected, "{}", none.text);
        let mut stream = server.request("GET", "/admin/api/events").bearer_auth(&admin).send().await.unwrap();
        assert_eq!(stream.headers()["content-type"], "text/event-stream");
        assert!(stream.chunk().await.unwrap().unwrap().starts_with(b": open"));
        let id = server.unlisted_doctor(1, |_| {}).await;
        let message = json!({"name": "Biju", "email": "biju@example.org", "message": "Hello"});
        assert_eq!(server.post("/user/api/contact", message).await.status, 201);
        let heard = tokio::time::timeout(Duration::from_secs(5), stream.chunk()).await.unwrap().unwrap().unwrap();
        assert_eq!(heard, "event: news\ndata: {}\n\n");
        let some = get(&server, &admin, "notifications").await;
        let data = &some.body["data"];
        assert_eq!((&data["pending"]["Doctor"], &data["messages"], &data["total"]), (&json!(1), &json!(1), &json!(2)));
        let approve = format!("/admin/api/workers/Doctor/approved/{id}");
        assert_eq!(server.ask("PATCH", &approve, &admin, None).await.status, 200);
        let heard = tokio::time::timeout(Duration::from_secs(5), stream.chunk()).await.unwrap().unwrap().unwrap();
        assert!(heard.starts_with(b"event: news"), "a decision is news for the other administrators");
        assert_eq!(get(&server, &admin, "notifications").await.body["data"]["total"], 1);
    })
    .await;
}

#[tokio::test]
async fn approvals_of_one_day_do_not_wait_for_each_other() {
    with_server(async |server| {
        // SQLite has one writer.
        if !server.app.db.is_multi_instance() {
            return;
        }
        let patient = server.patient(1).await;
        let (one, other) = (server.doctor(1).await, server.doctor(2).await);
        assert_eq!(server.book(&patient, &other, DAY, "10:00").await.status, 200);
        let booked = server
            .ask("GET", &format!("/user/api/doctor/appointments/{other}"), &server.sign_in_doctor(&other).await, None)
            .await;
        let id = booked.body["data"][0]["_id"].as_str().unwrap().to_owned();
        let (approved, is_approved) = oneshot::channel();
        let (end, ended) = oneshot::channel::<()>();
        let (db, visit) =
            (server.app.db.clone(), visit(&one, &patient.id, "2026-11-16T05:00:00Z", 300, Status::Checked));
        let open = tokio::spawn(async move {
            db.write(async move |tx| {
                let mut tally = Tally::default();
                tally.add(&visit.counted());
                tally.save(tx).await?;
                approved.send(()).unwrap();
                ended.await.unwrap();
                Ok::<_, db::Error>(())
            })
            .await
        });
        is_approved.await.unwrap();
        let token = server.sign_in_doctor(&other).await;
        let path = format!("/user/api/doctor/appointment/approve/{id}");
        let second = server.ask("PATCH", &path, &token, None);
        let second = tokio::time::timeout(Duration::from_secs(15), second).await.expect("it does not wait");
        assert_eq!(second.status, 200, "{}", second.text);
        end.send(()).unwrap();
        open.await.unwrap().unwrap();
    })
    .await;
}

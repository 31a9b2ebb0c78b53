//! Two active bookings of a doctor never overlap, also when the hours were moved by minutes between them.

use futures::future::join_all;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use crate::harness::people::Patient;
use crate::harness::stored::visit;
use crate::harness::{Answer, TestServer, with_server};
use crate::workers;

const DAY: &str = "2026-11-16";

/// Sets the minute at which the doctor's day begins.
async fn begin_at(server: &TestServer, doctor: &str, token: &str, time: &str) {
    let saved =
        workers::put(server, &format!("/user/api/doctor/profile/{doctor}"), token, &[("startTime", time)]).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
}

async fn times(server: &TestServer, doctor: &str, call: &str, day: &str) -> Vec<String> {
    let answer = server.get(&format!("/user/api/doctor/{doctor}/{call}?date={day}")).await;
    let rows = answer.body["data"].as_array().unwrap_or_else(|| panic!("{}", answer.text));
    rows.iter().map(|row| row["time"].as_str().unwrap().to_owned()).collect()
}

async fn move_to(server: &TestServer, patient: &Patient, id: &str, time: &str) -> Answer {
    let path = format!("/user/api/appointment/reschedule/{id}");
    server.ask("PATCH", &path, &patient.token, Some(json!({"date": DAY, "time": time}))).await
}

#[tokio::test]
async fn after_hours_moved_by_minutes_no_overlapping_slot_is_offered_or_booked() {
    with_server(async |server| {
        let (one, two) = (server.patient(1).await, server.patient(2).await);
        let doctor = server.doctor(1).await;
        let token = server.sign_in_doctor(&doctor).await;
        let first = server.booked(&one, &doctor, DAY, "10:15").await;
        begin_at(&server, &doctor, &token, "09:10").await;

        let free = times(&server, &doctor, "slots", DAY).await;
        assert_eq!(&free[..5], ["09:10", "09:25", "09:40", "09:55", "10:40"]);
        // With the full quarters of an hour, which are no longer starts of slots.
        let occupied = times(&server, &doctor, "bookings", DAY).await;
        assert!(
            ["10:10", "10:25", "09:15", "11:45"].iter().all(|time| occupied.iter().any(|other| other == time)),
            "{occupied:?}"
        );
        assert!(free.iter().all(|time| !occupied.contains(time)), "{occupied:?}");
        let days = server.get(&format!("/user/api/doctor/{doctor}/availability")).await;
        assert_eq!(days.body["data"][1]["free"], free.len());

        for time in ["10:10", "10:25"] {
            server.book(&two, &doctor, DAY, time).await.assert_problem(409, "slot_taken");
        }
        let second = server.booked(&two, &doctor, DAY, "09:55").await;
        for time in ["10:10", "10:25"] {
            move_to(&server, &two, &second, time).await.assert_problem(409, "slot_taken");
        }
        assert_eq!(move_to(&server, &two, &second, "10:40").await.status, 200);
        assert_eq!(move_to(&server, &one, &first, "10:10").await.status, 200, "it meets nobody but itself");
        assert_eq!(server.assert_none_overlap(&doctor).await, 2);
    })
    .await;
}

#[tokio::test]
async fn the_next_free_slot_overlaps_no_visit_that_has_begun_or_is_about_to() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        for time in ["10:00", "10:30"] {
            assert_eq!(server.book(&patient, &doctor, "2026-11-15", time).await.status, 200);
        }
        begin_at(&server, &doctor, &token, "10:10").await;
        let next = async || server.get("/user/api/finddoctors").await.body["data"][0]["nextSlot"]["time"].clone();
        assert_eq!(next().await, "10:55", "10:10 meets the first, 10:25 and 10:40 the second");
        server.clock.advance(SignedDuration::from_mins(65)); // 10:05 in India: the first visit has begun
        assert_eq!(next().await, "10:55");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writers_on_three_interleaved_grids_at_once_leave_no_overlap() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let start: Timestamp = "2026-11-16T04:30:00Z".parse().unwrap();
        for round in 0..8 {
            // 10:00 to 12:00 in steps of five minutes, each four times.
            let writers = (0..96_i64).map(|number| {
                let minutes = (number * 35 + round * 5) % 120 / 5 * 5;
                let row = visit(&doctor, &patient.id, start + SignedDuration::from_mins(minutes));
                let db = server.app.db.clone();
                tokio::spawn(async move {
                    db.write(async move |tx| doccare::appointments::insert_all(tx, &[row]).await).await
                })
            });
            for written in join_all(writers).await {
                written.unwrap().unwrap();
            }
            let held = server.assert_none_overlap(&doctor).await;
            // A visit blocks at most five of the 24 starts; every visit that did not overlap was kept.
            assert!(held >= 5, "{held}");
            let clear = server.app.db.write(async |tx| {
                tx.execute("UPDATE appointments SET status = 'Cancelled' WHERE status = 'Pending'", &[]).await
            });
            clear.await.unwrap();
        }
    })
    .await;
}

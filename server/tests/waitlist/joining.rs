//! Limits of waiting list entries.

use serde_json::json;

use super::{MONDAY, free_times, full, job, offered_time, wait_for, waiting, waits};
use crate::harness::with_server;

#[tokio::test]
async fn joining_for_free_or_unbookable_hours_is_refused() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let (patient, doctor) = (server.patient(1).await, &full.doctor);
        for (body, status, code) in [
            (json!({"date": "2026-11-17"}), 409, "no_longer_needed"),
            (json!({"date": "2026-11-14"}), 422, "invalid_fields"),
            (json!({"date": "2026-11-22"}), 422, "invalid_fields"),
            (json!({"date": MONDAY, "from": "13:00"}), 422, "invalid_fields"),
            (json!({"date": MONDAY, "from": "11:00", "to": "11:00"}), 422, "invalid_fields"),
            (json!({"date": MONDAY, "person": "nobody"}), 404, "not_found"),
        ] {
            wait_for(&server, &patient, doctor, body).await.assert_problem(status, code);
        }
        let unknown = wait_for(&server, &patient, "nobody", json!({"date": MONDAY})).await;
        unknown.assert_problem(404, "not_found");
        // Sent again it is the same entry with other hours.
        let whole = wait_for(&server, &patient, doctor, json!({"date": MONDAY})).await;
        let part = wait_for(&server, &patient, doctor, json!({"date": MONDAY, "from": "11:00", "to": "11:30"})).await;
        assert_eq!(whole.body["data"]["_id"], part.body["data"]["_id"]);
        let own = waits(&server, &patient).await;
        assert_eq!((own.len(), &own[0]["from"], &own[0]["to"]), (1, &json!("11:00"), &json!("11:30")));
        full.free(&server, "10:00").await;
        assert_eq!(free_times(&server, doctor).await, ["10:00"], "it is none of their hours");
        let stranger = server.patient(2).await;
        let other_hours = json!({"date": MONDAY, "from": "11:00"});
        assert_eq!(wait_for(&server, &stranger, doctor, other_hours).await.status, 201);
        let day = json!({"date": MONDAY});
        wait_for(&server, &stranger, doctor, day).await.assert_problem(409, "no_longer_needed");
    })
    .await;
}

#[tokio::test]
async fn holds_count_as_booked_and_the_limit_is_five_entries() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let doctor = &full.doctor;
        // Four with one doctor on one day; the owner of the first four cancels one, and joins.
        let (owner, _) = full.visits[0].clone();
        wait_for(&server, &owner, doctor, json!({"date": MONDAY})).await.assert_problem(409, "too_many_bookings");
        let patient = waiting(&server, 1, doctor).await;
        for time in ["11:00", "11:15", "11:30", "11:45"] {
            full.free(&server, time).await;
        }
        job(&server).await;
        assert_eq!(offered_time(&server, &patient).await.as_deref(), Some("11:00"));
        // The others are not reserved, and with three of them and the held one there are four.
        let wider = format!("UPDATE doctors SET end_minute = 780 WHERE id = '{doctor}'");
        server.execute(&wider).await;
        let entry = waits(&server, &patient).await[0]["_id"].as_str().unwrap().to_owned();
        // The entry is for the hours up to 11:15 only: a later booking does not end it.
        server.execute(&format!("UPDATE waitlist_entries SET to_minute = 675 WHERE id = '{entry}'")).await;
        for time in ["11:15", "11:30", "11:45"] {
            assert_eq!(server.book(&patient, doctor, MONDAY, time).await.status, 200);
        }
        server.book(&patient, doctor, MONDAY, "12:00").await.assert_problem(409, "too_many_bookings");
        assert_eq!(server.book(&patient, doctor, MONDAY, "11:00").await.status, 200, "the one that is held");

        let busy = server.patient(2).await;
        for number in 0..6 {
            let other = server.doctor_with(number + 10, |doctor| doctor.schedule.end = doctor.schedule.start).await;
            if number < 5 {
                let nobody_there = wait_for(&server, &busy, &other, json!({"date": MONDAY})).await;
                nobody_there.assert_problem(422, "invalid_fields");
            }
            let hours = format!("UPDATE doctors SET end_minute = start_minute + 15 WHERE id = '{other}'");
            server.execute(&hours).await;
            assert_eq!(server.book(&server.patient(number + 20).await, &other, MONDAY, "10:00").await.status, 200);
            let waits = wait_for(&server, &busy, &other, json!({"date": MONDAY})).await;
            if number < 5 {
                assert_eq!(waits.status, 201, "{}", waits.text);
            } else {
                waits.assert_problem(409, "limit_reached");
            }
        }
    })
    .await;
}

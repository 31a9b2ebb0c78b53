//! Patients who come without a booking.

use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::json;

use super::{Doctor, TODAY, approved, each};
use crate::harness::{do_job, with_server};
use crate::proofs::sums;

#[tokio::test]
async fn a_walk_in_waits_or_gets_a_slot_exclusively() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        approved(&server, &patient, &doctor, TODAY, "10:15").await;
        assert_eq!(doctor.walk_in(&server, "Binu", None).await.status, 201);
        assert_eq!(doctor.walk_in(&server, "Binu", None).await.status, 201, "the same form sent again");
        let day = doctor.walk_in(&server, "Chandran", Some("10:00")).await.body["data"].clone();
        assert_eq!(each(&day, "token"), ["W2", "W1", "2"], "who is in the clinic comes first: {day}");
        assert_eq!(each(&day, "walkIn"), [true, true, false]);
        assert_eq!(each(&day, "attendance"), [&json!("arrived"), &json!("arrived"), &json!(null)]);
        assert!(!day["free"].as_array().unwrap().contains(&json!("10:00")));
        doctor.walk_in(&server, "Devi", Some("10:00")).await.assert_problem(409, "slot_taken");
        doctor.walk_in(&server, "Devi", Some("10:15")).await.assert_problem(409, "slot_taken");
        doctor.walk_in(&server, "Devi", Some("10:07")).await.assert_problem(422, "invalid_fields");
        doctor.walk_in(&server, "Devi", Some("13:00")).await.assert_problem(422, "invalid_fields");
        server.book(&patient, &doctor.id, TODAY, "10:00").await.assert_problem(409, "slot_taken");
        let slots = server.get(&format!("/user/api/doctor/{}/slots?date={TODAY}", doctor.id)).await;
        assert_eq!(slots.body["data"][0]["time"], "10:30");
        let listed = doctor.ask(&server, "GET", &format!("appointment/upcoming/{}", doctor.id), None).await;
        assert_eq!(listed.body["data"][0]["patient_name"], "Chandran");
        // A walk-in has no account.
        let admin = server.admin_token().await;
        assert_eq!(server.ask("GET", "/admin/api/userdata", &admin, None).await.body["total"], 1);
        let bookings = server.ask("GET", "/admin/api/bookings", &admin, None).await;
        assert_eq!((bookings.status, &bookings.body["total"]), (200, &json!(2)), "{}", bookings.text);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        // The doctor can cancel such a visit; no mail is sent.
        let id = day["comers"][0]["_id"].as_str().unwrap();
        let cancelled = doctor.ask(&server, "PATCH", &format!("appointment/cancel/{id}"), Some(json!({}))).await;
        assert_eq!(cancelled.status, 200, "{}", cancelled.text);
        assert_eq!(server.book(&patient, &doctor.id, TODAY, "10:00").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn of_concurrent_walk_ins_and_bookings_one_gets_the_slot() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let patients = join_all((0..6).map(|number| server.patient(number))).await;
        let book = |patient| server.book(patient, &doctor.id, TODAY, "11:00");
        let names: Vec<String> =
            (0..6).map(|number| format!("Walker {}", ["A", "B", "C", "D", "E", "F"][number])).collect();
        let walk = |name| doctor.walk_in(&server, name, Some("11:00"));
        let (booked, walked) =
            futures::future::join(join_all(patients.iter().map(book)), join_all(names.iter().map(|name| walk(name))))
                .await;
        let got = booked.iter().chain(&walked).filter(|answer| answer.status < 300).count();
        assert_eq!(got, 1);
        for answer in booked.iter().chain(&walked).filter(|answer| answer.status >= 300) {
            answer.assert_problem(409, "slot_taken");
        }
        assert_eq!(server.assert_none_overlap(&doctor.id).await, 1);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn old_walk_ins_are_deleted() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        assert_eq!(doctor.walk_in(&server, "Binu", None).await.status, 201);
        let count = async || {
            let sql = "SELECT (SELECT count(*) FROM walk_ins) + (SELECT count(*) FROM clinic_days)";
            server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap()
        };
        server.clock.advance(SignedDuration::from_hours(90 * 24));
        do_job(&server.app, "old walk-ins").await;
        assert_eq!(count().await, 2);
        server.clock.advance(SignedDuration::from_hours(24));
        do_job(&server.app, "old walk-ins").await;
        assert_eq!(count().await, 0);
    })
    .await;
}

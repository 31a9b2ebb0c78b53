//! Two active bookings of a doctor never overlap, also when the hours were moved by minutes between them.

use doccare::identity::Role;
use doccare::migrations::STEPS;
use doccare::platform::db::{self, Db, Tx, migrate};
use futures::future::join_all;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::harness::people::Patient;
use crate::harness::stored::visit;
use crate::harness::{Answer, TestServer, on_both_engines, with_server};
use crate::workers;

const DAY: &str = "2026-11-16";

/// The doctor's day begins at another minute from now on.
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
async fn a_day_moved_by_minutes_offers_nothing_and_books_nothing_that_meets_a_visit() {
    with_server(async |server| {
        let (one, two) = (server.patient(1).await, server.patient(2).await);
        let doctor = server.doctor(1).await;
        let token = server.sign_in_doctor(&doctor).await;
        let first = server.booked(&one, &doctor, DAY, "10:15").await;
        begin_at(&server, &doctor, &token, "09:10").await;

        let free = times(&server, &doctor, "slots", DAY).await;
        assert_eq!(&free[..5], ["09:10", "09:25", "09:40", "09:55", "10:40"]);
        // With the full quarters of an hour, which are no starts of slots any more.
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
async fn the_next_free_slot_meets_no_visit_that_has_begun_or_is_about_to() {
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
                tokio::spawn(
                    async move { db.write(async move |tx| doccare::booking::insert_all(tx, &[row]).await).await },
                )
            });
            for written in join_all(writers).await {
                written.unwrap().unwrap();
            }
            let held = server.assert_none_overlap(&doctor).await;
            // Of the 24 starts a visit bars five at most, and whoever could stay has stayed.
            assert!(held >= 5, "{held}");
            let clear = server.app.db.write(async |tx| {
                tx.execute("UPDATE appointments SET status = 'Cancelled' WHERE status = 'Pending'", &[]).await
            });
            clear.await.unwrap();
        }
    })
    .await;
}

const PATIENT: &str = "01900000-0000-7000-8000-000000000001";
const OTHER: &str = "01900000-0000-7000-8000-000000000002";
const DOCTOR: &str = "01900000-0000-7000-8000-000000000003";

/// A clinic of the time when overlaps could be booked. The statements name the columns of then.
async fn fill_old_clinic(tx: &mut Tx<'_>) -> db::Result<()> {
    let account = "INSERT INTO accounts (id, role, email, email_key, phone, password_hash, state, lang, created_at)
                   VALUES ($1, $2, $3, $3, $4, 'unused', 'active', 'en', 0)";
    tx.execute(account, &[&PATIENT, &"user", &"asha@example.org", &"9876543210"]).await?;
    tx.execute(account, &[&OTHER, &"user", &"biju@example.org", &"9876543211"]).await?;
    tx.execute(account, &[&DOCTOR, &"doctor", &"meera@example.org", &"9846012345"]).await?;
    for id in [PATIENT, OTHER] {
        tx.execute("INSERT INTO users (id, username, name_key) VALUES ($1, 'Asha', 'asha')", &[&id]).await?;
    }
    let doctor = "INSERT INTO doctors (id, doctor_id, doctor_id_key, full_name, gender, dob, specialization, experience,
                    consultation_fee, consultation_address, state, district, pincode, start_minute, end_minute, listed_at,
                    approved_at, number_bare)
                  VALUES ($1, 'TCMC 1', 'tcmc1', 'Meera', 'Female', '1980-01-01', 'Dermatology', 9, 300, 'MG Road', 'Kerala',
                    'Kozhikode', '673001', 600, 720, 1, 1, 'tcmc1')";
    tx.execute(doctor, &[&DOCTOR]).await?;
    for (id, patient, day, time, status) in [
        ("a", PATIENT, "16", "10:15", "Checked"),
        ("b", PATIENT, "16", "10:10", "Pending"),
        ("c", PATIENT, "16", "10:25", "Checked"),
        ("lone", OTHER, "16", "11:00", "Checked"),
        ("gone", OTHER, "16", "11:05", "Cancelled"),
        ("back to back", OTHER, "16", "11:15", "Pending"),
        ("past 1", OTHER, "10", "10:00", "Checked"),
        ("past 2", PATIENT, "10", "10:14", "Checked"),
    ] {
        let starts_at: Timestamp = format!("2026-11-{day}T{time}:00+05:30").parse().unwrap();
        let row =
            "INSERT INTO appointments (id, doctor_id, user_id, patient_name, contact_number, starts_at, fee, status,
                     sequence, created_at, patient_key)
                   VALUES ($1, $2, $3, $1, '9876543210', $4, 300, $5, 0, 0, $1)";
        tx.execute(row, &[&id, &DOCTOR, &patient, &starts_at.as_millisecond(), &status]).await?;
    }
    Ok(())
}

/// The ids of the marked visits on a list of the doctor's.
async fn marked(server: &TestServer, token: &str, list: &str) -> Vec<String> {
    let answer = server.ask("GET", &format!("/user/api/doctor/{list}/{DOCTOR}"), token, None).await;
    let rows = if list == "total/appointments" { &answer.body["data"]["booking"] } else { &answer.body["data"] };
    let rows = rows.as_array().unwrap_or_else(|| panic!("{}", answer.text));
    let id = |row: &Value| row["_id"].as_str().unwrap().to_owned();
    rows.iter().filter(|row| row["overlaps"] == true).map(id).collect()
}

#[tokio::test]
async fn overlaps_from_before_survive_the_migration_and_are_shown_to_the_doctor() {
    on_both_engines(async |url| {
        let db = Db::open(&url).unwrap();
        migrate::run(&db, &STEPS[..8]).await.unwrap();
        db.write(async |tx| fill_old_clinic(tx).await).await.unwrap();
        db.close().await;

        let server = TestServer::start(url).await;
        let doctor = server.sign_in_doctor(DOCTOR).await;
        assert_eq!(server.taken(DOCTOR).await.len(), 7, "nothing is lost");
        assert_eq!(marked(&server, &doctor, "appointments").await, ["b"]);
        assert_eq!(marked(&server, &doctor, "appointment/upcoming").await, ["a", "c"]);
        assert_eq!(marked(&server, &doctor, "total/appointments").await, ["c", "a", "b", "past 2", "past 1"]);

        // New ones meet neither the marked nor the others, and what stays where it is can be decided.
        let newcomer = server.patient(1).await;
        for time in ["10:00", "10:15", "10:30"] {
            server.book(&newcomer, DOCTOR, DAY, time).await.assert_problem(409, "slot_taken");
        }
        let approved = server.ask("PATCH", "/user/api/doctor/appointment/approve/b", &doctor, None).await;
        assert_eq!((approved.status, &approved.body["data"]["overlaps"]), (200, &json!(true)), "{}", approved.text);

        // Once the one in the middle has moved, the others meet nobody.
        let asha = asha(&server).await;
        move_to(&server, &asha, "a", "10:30").await.assert_problem(409, "slot_taken");
        assert_eq!(move_to(&server, &asha, "a", "11:30").await.status, 200);
        assert_eq!(marked(&server, &doctor, "total/appointments").await, ["past 2", "past 1"]);
        server.book(&newcomer, DOCTOR, DAY, "11:30").await.assert_problem(409, "slot_taken");
        server.book(&newcomer, DOCTOR, DAY, "10:15").await.assert_problem(409, "slot_taken");
        assert_eq!(server.book(&newcomer, DOCTOR, DAY, "10:45").await.status, 200);
    })
    .await;
}

/// The patient of the old clinic, signed in.
async fn asha(server: &TestServer) -> Patient {
    let token = server.sign_in(PATIENT, Role::User).await;
    Patient { id: PATIENT.into(), token, email: "asha@example.org".into() }
}

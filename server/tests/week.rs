//! Doctors found by time, fee and gender; and the availability index: whatever was answered as done is in the next answer of every
//! instance.

use doccare::directory::{DayTime, Schedule};
use doccare::identity::person::Gender;
use doccare::platform::db::{self, ChangeLog, ChangesSince};
use doccare::scheduling;
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::harness::people::HospitalDoctor;
use crate::harness::{Answer, TestServer, on_both_engines, postgres, until, with_server};
use crate::workers;

const DAY: &str = "2026-11-16";
const NOTES: ChangeLog = ChangeLog { table: "doctor_change_log", of: "doctor_id" };

fn daily(from: &str, to: &str) -> Schedule {
    let time = |text| DayTime::parse(text).map_err(|_| ()).unwrap();
    Schedule::daily(time(from), time(to))
}

async fn free(server: &TestServer, doctor: &str) -> Vec<String> {
    let answer = server.get(&format!("/user/api/doctor/{doctor}/slots?date={DAY}")).await;
    let rows = answer.body["data"].as_array().unwrap_or_else(|| panic!("{}", answer.text));
    rows.iter().map(|row| row["time"].as_str().unwrap().to_owned()).collect()
}

fn ok(answer: Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

/// Names and first slots, as `Number1 10:00`.
async fn found(server: &TestServer, query: &str) -> Vec<String> {
    let body = ok(server.get(&format!("/user/api/finddoctors?{query}")).await);
    let rows = body["data"].as_array().unwrap();
    let shown = |row: &Value| {
        let name = row["full_Name"].as_str().unwrap().replace("Doctor ", "");
        format!("{name} {}", row["nextSlot"]["time"].as_str().unwrap_or("never"))
    };
    assert!(body["next"].is_string() || query.contains("cursor") || body["total"] == rows.len(), "{body}");
    rows.iter().map(shown).collect()
}

#[tokio::test]
async fn doctors_are_found_by_free_time_fee_and_gender() {
    with_server(async |server| {
        // It is Sunday, 09:00.
        let patient = server.patient(1).await;
        let morning = server.doctor_with(1, |doctor| doctor.schedule = daily("10:00", "10:30")).await;
        server
            .doctor_with(2, |doctor| {
                (doctor.schedule, doctor.fee, doctor.gender) = (daily("16:00", "18:00"), 500, Gender::Male);
            })
            .await;
        server.doctor_with(3, |doctor| (doctor.schedule, doctor.district) = (daily("09:10", "17:00"), "Kollam")).await;
        server.doctor_with(4, |doctor| doctor.schedule = daily("08:00", "08:00")).await;

        assert_eq!(found(&server, "").await, ["Number4 never", "Number3 09:10", "Number2 16:00", "Number1 10:00"]);
        let earliest = ["Number3 09:10", "Number1 10:00", "Number2 16:00", "Number4 never"];
        assert_eq!(found(&server, "sort=earliest").await, earliest);
        assert_eq!(found(&server, "sort=earliest&district=Kozhikode").await, earliest[1..]);
        assert_eq!(found(&server, "from=16:00&sort=earliest").await, ["Number2 16:00", "Number3 16:10"]);
        assert_eq!(found(&server, "from=4:00 PM&to=16:10").await, ["Number2 16:00"]);
        assert_eq!(found(&server, "to=10:00&day=").await, ["Number3 09:10"]);
        assert_eq!(found(&server, &format!("day={DAY}&to=10:15")).await, ["Number3 09:10", "Number1 10:00"]);
        assert_eq!(found(&server, "day=Nov 22, 2026").await.len(), 0, "further ahead than bookings go");
        assert_eq!(found(&server, "day=2026-11-14").await.len(), 0);
        assert_eq!(found(&server, "gender=male").await, ["Number2 16:00"]);
        assert_eq!(found(&server, "maxFee=499&gender=Female&q=number1").await, ["Number1 10:00"]);
        assert_eq!(found(&server, "maxFee=300&from=null&sort=").await.len(), 3);

        for time in ["10:00", "10:15"] {
            assert_eq!(server.book(&patient, &morning, "2026-11-15", time).await.status, 200);
        }
        assert_eq!(found(&server, "day=2026-11-15&to=12:00").await, ["Number3 09:10"], "nothing is left");
        assert_eq!(found(&server, "sort=earliest&q=number1").await, ["Number1 10:00"], "tomorrow");
        server.clock.advance(SignedDuration::from_hours(8)); // 17:00: a moment in which slots of 17:00 have begun
        assert_eq!(found(&server, "day=2026-11-15").await, ["Number2 17:15"]);
        server.clock.advance(SignedDuration::from_hours(24));
        assert_eq!(found(&server, &format!("day={DAY}")).await, ["Number2 17:15"], "the next day, without a change");

        for (query, field) in [
            ("gender=Others", "gender"),
            ("maxFee=-1", "maxFee"),
            ("day=soon", "day"),
            ("from=25:00", "from"),
            ("to=x", "to"),
            ("from=10:00&to=10:00", "to"),
            ("sort=cheapest", "sort"),
        ] {
            let refused = server.get(&format!("/user/api/finddoctors?{query}")).await;
            refused.assert_problem(422, "invalid_fields");
            assert_eq!(refused.bad_fields(), [field]);
        }
    })
    .await;
}

#[tokio::test]
async fn a_search_in_a_district_shows_only_slots_in_that_district() {
    with_server(async |server| {
        // The doctor's own clinic is in Kozhikode, the hospital in Ernakulam. It is Sunday, 09:00.
        let doctor = HospitalDoctor::of(&server, 1).await;
        let sessions = json!({"sessions": [
            {"weekday": "Monday", "from": "09:00", "to": "10:00", "place": doctor.hospital},
            {"weekday": "Monday", "from": "17:00", "to": "18:00"},
            {"weekday": "Tuesday", "from": "11:00", "to": "12:00", "place": doctor.hospital},
        ]});
        assert_eq!(doctor.ask(&server, "PUT", "sessions/{id}", Some(sessions)).await.status, 200);
        for (query, expected) in [
            ("", Some("09:00")),
            ("district=Ernakulam", Some("09:00")),
            ("district=Kozhikode", Some("17:00")),
            ("district=Kozhikode&sort=earliest", Some("17:00")),
            ("district=Kozhikode&day=2026-11-16", Some("17:00")),
            ("district=Ernakulam&day=2026-11-17", Some("11:00")),
            // On that day the doctor is in another district alone.
            ("district=Kozhikode&day=2026-11-17", None),
            ("district=Kozhikode&to=12:00", None),
            ("district=Ernakulam&from=12:00", None),
        ] {
            let expected: Vec<String> = expected.map(|time| format!("Number1 {time}")).into_iter().collect();
            assert_eq!(found(&server, query).await, expected, "{query}");
        }
        // A doctor without a slot there is still found if no time is requested.
        let patient = server.patient(1).await;
        for time in ["17:00", "17:15", "17:30", "17:45"] {
            assert_eq!(server.book(&patient, &doctor.id, "2026-11-16", time).await.status, 200);
        }
        assert_eq!(found(&server, "district=Kozhikode").await, ["Number1 never"]);
        assert_eq!(found(&server, "district=Kozhikode&sort=earliest").await, ["Number1 never"]);
    })
    .await;
}

#[tokio::test]
async fn any_part_of_a_district_is_enough_and_beginnings_come_first() {
    with_server(async |server| {
        // Without another criterion the newest is first.
        for (number, district) in ["Kannur", "Thrissur", "Kollam", "Thrissur", "Kannur", "Nanded"].iter().enumerate() {
            server.doctor_with(number + 1, |doctor| doctor.district = district).await;
        }
        let names = async |query: &str| {
            let body = ok(server.get(&format!("/user/api/finddoctors?{query}")).await);
            let name_of = |row: &Value| row["district"].as_str().unwrap().to_owned();
            let names: Vec<String> = body["data"].as_array().unwrap().iter().map(name_of).collect();
            (names.join(" "), body["next"].as_str().map(String::from))
        };
        for (district, expected) in [
            ("issur", "Thrissur Thrissur"),
            ("ssu", "Thrissur Thrissur"),
            ("nur", "Kannur Kannur"),
            ("ശ്ശൂ", "Thrissur Thrissur"),
            // Nanded begins with the text; Kannur contains it in its older name Cannanore.
            ("nan", "Nanded Kannur Kannur"),
            // A complete name matches that district only.
            ("Kollam", "Kollam"),
            ("atlantis", ""),
        ] {
            assert_eq!(names(&format!("district={district}")).await.0, expected, "{district}");
            assert_eq!(names(&format!("district={district}&sort=earliest")).await.0, expected, "{district}, earliest");
            let (mut paged, mut cursor) = (Vec::new(), String::new());
            loop {
                let (page, next) = names(&format!("district={district}&limit=1{cursor}")).await;
                paged.push(page);
                let Some(next) = next else { break };
                cursor = format!("&cursor={next}");
            }
            assert_eq!(paged.join(" "), expected, "{district}, a page at a time");
        }
    })
    .await;
}

/// Clients of the specification count in full quarters of an hour: they offer these times, and subtract those that `/bookings` lists.
#[tokio::test]
async fn full_quarters_that_are_no_start_of_a_slot_are_named_as_not_bookable() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let doctor = server.doctor_with(1, |doctor| doctor.schedule = daily("08:50", "10:10")).await;
        assert_eq!(free(&server, &doctor).await, ["08:50", "09:05", "09:20", "09:35", "09:50", "10:05"]);
        let closed = async || {
            let body = ok(server.get(&format!("/user/api/doctor/{doctor}/bookings?date={DAY}")).await);
            let rows = body["data"].as_array().unwrap().iter().map(|row| row["time"].as_str().unwrap().to_owned());
            rows.collect::<Vec<_>>()
        };
        let quarters = ["09:00", "09:15", "09:30", "09:45", "10:00"];
        assert_eq!(closed().await, quarters);
        for time in quarters {
            assert_eq!(server.book(&patient, &doctor, DAY, time).await.status, 422, "{time}");
        }
        ok(server.book(&patient, &doctor, DAY, "09:20").await);
        assert_eq!(closed().await, ["09:00", "09:15", "09:20", "09:30", "09:45", "10:00"]);
    })
    .await;
}

#[tokio::test]
async fn paging_by_the_first_free_slot_repeats_and_misses_no_doctor() {
    with_server(async |server| {
        for number in 0..13 {
            let hours = daily(["10:00", "11:00", "08:00"][number % 3], ["12:00", "12:00", "08:00"][number % 3]);
            server.doctor_with(number, |doctor| doctor.schedule = hours).await;
        }
        for query in ["sort=earliest", "from=08:00", "day=2026-11-16&sort=earliest", "from=11:00&sort=newest"] {
            let whole = found(&server, query).await;
            let (mut paged, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = format!("{query}&limit=4{cursor}");
                paged.extend(found(&server, &page).await);
                let body = server.get(&format!("/user/api/finddoctors?{page}")).await.body;
                assert_eq!(body["total"], whole.len());
                let Some(next) = body["next"].as_str() else { break };
                cursor = format!("&cursor={next}");
            }
            assert_eq!(paged, whole, "{query}");
        }
    })
    .await;
}

#[tokio::test]
async fn every_change_is_in_the_next_answer_of_another_instance() {
    on_both_engines(async |url| {
        let (here, there) = (TestServer::start(url.clone()).await, TestServer::start(url).await);
        let (patient, doctor, admin) = (here.patient(1).await, here.doctor(1).await, here.admin_token().await);
        let token = here.sign_in_doctor(&doctor).await;
        let all = free(&there, &doctor).await;
        assert_eq!(all.len(), 8);
        let left = async |expected: &[&str]| {
            let missing: Vec<String> = {
                let now = free(&there, &doctor).await;
                all.iter().filter(|time| !now.contains(time)).cloned().collect()
            };
            assert_eq!(missing, expected);
        };

        let booked = ok(here.book(&patient, &doctor, DAY, "10:15").await);
        left(&["10:15"]).await;
        let id = booked["data"]["_id"].as_str().unwrap().to_owned();
        let to = json!({"date": DAY, "time": "11:00"});
        ok(here.ask("PATCH", &format!("/user/api/appointment/reschedule/{id}"), &patient.token, Some(to)).await);
        left(&["11:00"]).await;
        ok(here.ask("PATCH", &format!("/user/api/appointment/cancel/{id}"), &patient.token, None).await);
        left(&[]).await;

        let leave = json!({"from": DAY, "to": DAY});
        let path = format!("/user/api/doctor/leave/{doctor}");
        let added = ok(here.ask("POST", &path, &token, Some(leave)).await);
        assert_eq!(free(&there, &doctor).await.len(), 0);
        let leave = added["data"]["_id"].as_str().unwrap();
        ok(here.ask("DELETE", &format!("{path}/{leave}"), &token, None).await);
        left(&[]).await;

        let profile = format!("/user/api/doctor/profile/{doctor}");
        ok(workers::put(&here, &profile, &token, &[("startTime", "11:00")]).await);
        assert_eq!(free(&there, &doctor).await.len(), 4);
        ok(workers::put(&here, &profile, &token, &[("startTime", "10:00")]).await);

        ok(here.book(&patient, &doctor, DAY, "10:30").await);
        left(&["10:30"]).await;
        let block = format!("/admin/api/blockandunblock/{}", patient.id);
        ok(here.ask("PATCH", &block, &admin, Some(json!({"cancelBookings": true}))).await);
        let blocked = free(&there, &doctor).await;
        assert_eq!(blocked, free(&here, &doctor).await);

        let call = async |what: &str| {
            let path = format!("/admin/api/doctors/{doctor}/{what}");
            ok(here.ask("POST", &path, &admin, Some(json!({}))).await)
        };
        call("suspend").await;
        there.get(&format!("/user/api/doctor/{doctor}")).await.assert_problem(404, "not_found");
        assert_eq!(there.get("/user/api/finddoctors").await.body["total"], 0);
        call("restore").await;
        assert_eq!(free(&there, &doctor).await, blocked);
        here.doctor(2).await;
        assert_eq!(there.get("/user/api/finddoctors").await.body["total"], 2);
    })
    .await;
}

#[tokio::test]
async fn a_hospitals_new_name_is_shown_with_its_doctors() {
    with_server(async |server| {
        let (admin, doctor) = (server.admin_token().await, server.doctor(1).await);
        let hospital = workers::approved_facility(&server, &admin, &[("category", Some("Hospital"))]).await;
        let name = async || {
            server.get(&format!("/user/api/doctor/{doctor}")).await.body["data"]["hospital"]["Hospital_name"].clone()
        };
        assert_eq!(name().await, Value::Null);
        server.confirm_at(&doctor, &hospital).await;
        let before = name().await;
        assert!(before.is_string());
        server.execute(&format!("UPDATE facilities SET name = 'Another name' WHERE id = '{hospital}'")).await;
        assert_eq!(name().await, "Another name");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_slot_booked_by_one_instance_is_not_offered_by_another() {
    on_both_engines(async |url| {
        let servers = [TestServer::start(url.clone()).await, TestServer::start(url).await];
        let mut doctors = Vec::new();
        for number in 0..3 {
            doctors.push(servers[0].doctor_with(number, |doctor| doctor.schedule = daily("09:00", "17:00")).await);
        }
        let bookers = (0..12).map(async |number: usize| {
            let (mine, other) = (&servers[number % 2], &servers[(number + 1) % 2]);
            let patient = servers[0].patient(number).await;
            for step in 0..4_usize {
                let (doctor, minutes) = (&doctors[(number + step) % 3], (number * 4 + step) % 32 * 15 + 9 * 60);
                let time = format!("{:02}:{:02}", minutes / 60, minutes % 60);
                let booked = mine.book(&patient, doctor, DAY, &time).await;
                assert!([200, 409].contains(&booked.status), "{}", booked.text);
                assert!(!free(other, doctor).await.contains(&time), "{time} is offered although it is taken");
                if booked.status == 200 && step % 2 == 0 {
                    let path = format!("/user/api/appointment/cancel/{}", booked.id());
                    ok(mine.ask("PATCH", &path, &patient.token, None).await);
                }
            }
        });
        join_all(bookers).await;
        for doctor in &doctors {
            let taken = servers[0].taken(doctor).await.len();
            for server in &servers {
                assert_eq!(free(server, doctor).await.len(), 32 - taken);
            }
        }
    })
    .await;
}

/// On PostgreSQL a transaction can end after one that began later; on SQLite transactions are serial.
#[tokio::test]
async fn a_change_that_began_earlier_and_ends_later_is_not_missed() {
    let server = TestServer::start(postgres::fresh_database().await).await;
    let (one, two) = (server.doctor(1).await, server.doctor(2).await);
    let fee =
        async |id: &str| server.get(&format!("/user/api/doctor/{id}")).await.body["data"]["consultation_Fee"].clone();
    assert_eq!((fee(&one).await, fee(&two).await), (json!(300), json!(300)));
    let sql = "UPDATE doctors SET consultation_fee = $2 WHERE id = $1";
    let ((begun, has_begun), (end, may_end)) = (oneshot::channel(), oneshot::channel::<()>());
    let (db, id) = (server.app.db.clone(), one.clone());
    let slow = tokio::spawn(async move {
        db.write(async move |tx| {
            tx.execute(sql, &[&id, &700_i64]).await?;
            let _ = begun.send(());
            let _ = may_end.await;
            Ok::<_, db::Error>(())
        })
        .await
    });
    has_begun.await.unwrap();
    let id = two.clone();
    server.app.db.write(async move |tx| tx.execute(sql, &[&id, &800_i64]).await).await.unwrap();
    assert_eq!((fee(&one).await, fee(&two).await), (json!(300), json!(800)));
    scheduling::availability_index::prune_change_log(&server.app).await.unwrap();
    end.send(()).unwrap();
    slow.await.unwrap().unwrap();
    assert_eq!((fee(&one).await, fee(&two).await), (json!(700), json!(800)));
}

/// The rows of the change log that this connection has read since PostgreSQL last flushed its statistics, which it does between
/// transactions.
async fn notes_read(tx: &mut db::Tx<'_>) -> db::Result<i64> {
    let sql =
        "SELECT CAST(COALESCE(seq_tup_read, 0) + COALESCE(idx_tup_fetch, 0) AS BIGINT) FROM pg_stat_xact_user_tables
               WHERE relname = 'doctor_change_log'";
    Ok(tx.first(sql, &[]).await?.unwrap_or(0))
}

/// A transaction that stays open anywhere in the cluster does not make every query read the change log since its start.
#[tokio::test]
async fn a_long_transaction_in_another_database_makes_no_search_slower() {
    let server = TestServer::start(postgres::fresh_database().await).await;
    let doctor = server.doctor(1).await;
    let elsewhere = postgres::fresh_database_url().await;
    let (client, connection) = tokio_postgres::connect(&elsewhere, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute("BEGIN; SELECT pg_current_xact_id();").await.unwrap();

    let db = &server.app.db;
    let mut mark = db.read(async |tx| tx.change_cursor(NOTES).await).await.unwrap();
    let change = async || {
        let id = doctor.clone();
        let sql = "UPDATE doctors SET consultation_fee = consultation_fee + 1 WHERE id = $1";
        db.write(async move |tx| tx.execute(sql, &[&id]).await).await.unwrap();
    };
    for _ in 0..60 {
        change().await;
    }
    let changed = ChangesSince::Rows([doctor.clone()].into());
    assert_eq!(db.read(async |tx| tx.changes_since(NOTES, &mut mark).await).await.unwrap(), changed);
    change().await;
    let read: db::Result<(ChangesSince, i64)> = db
        .write(async move |tx| {
            // So few rows would be read by a scan of the table.
            tx.execute("SET LOCAL enable_seqscan = off", &[]).await?;
            let before = notes_read(tx).await?;
            Ok((tx.changes_since(NOTES, &mut mark).await?, notes_read(tx).await? - before))
        })
        .await;
    let (noted, rows) = read.unwrap();
    assert_eq!(noted, changed);
    assert!(rows < 10, "{rows} notes were read for one that is new");
    client.batch_execute("ROLLBACK").await.unwrap();
}

/// Ids of transactions that left nothing on the disk are assigned again after a crash.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_after_a_crash_of_the_database_is_not_missed() {
    let mut database = postgres::Server::start();
    postgres::run(&database.url_of("postgres"), "CREATE DATABASE care").await;
    let url = database.url_of("care");
    let server = TestServer::start(url.parse().unwrap()).await;
    let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
    assert_eq!(free(&server, &doctor).await.len(), 8);
    ok(server.book(&patient, &doctor, DAY, "10:00").await);
    postgres::run(&url, &"BEGIN; SELECT pg_current_xact_id(); ROLLBACK;".repeat(100)).await;
    assert_eq!(free(&server, &doctor).await.len(), 7);
    tokio::task::block_in_place(|| database.crash());
    until("a booking after the crash", async || {
        let answer = server.book(&patient, &doctor, DAY, "10:15").await;
        if answer.status == 200 { Ok(()) } else { Err(answer) }
    })
    .await;
    assert_eq!(free(&server, &doctor).await.len(), 6);
}

#[tokio::test]
async fn notes_that_were_deleted_before_they_were_read_are_not_missed() {
    on_both_engines(async |url| {
        let (here, there) = (TestServer::start(url.clone()).await, TestServer::start(url).await);
        let (patient, one, two) = (here.patient(1).await, here.doctor(1).await, here.doctor(2).await);
        assert_eq!((free(&there, &one).await.len(), free(&there, &two).await.len()), (8, 8));
        ok(here.book(&patient, &one, DAY, "10:00").await);
        ok(here.book(&patient, &two, DAY, "10:00").await);
        // The database sets the time of the rows: with a clock far ahead they are old.
        here.clock.advance(SignedDuration::from_hours(24 * 365 * 50));
        // PostgreSQL cannot remove them while an older transaction of any database runs: one of another test, for example.
        until("all notes but the last forgotten", async || {
            scheduling::availability_index::prune_change_log(&here.app).await.unwrap();
            let count = "SELECT COUNT(*) FROM doctor_change_log";
            match here.app.db.read(async |tx| tx.first::<i64>(count, &[]).await).await.unwrap() {
                Some(1) => Ok(()),
                left => Err(left),
            }
        })
        .await;
        assert_eq!(scheduling::availability_index::prune_change_log(&here.app).await.unwrap(), 0, "the last one stays");
        assert_eq!((free(&there, &one).await.len(), free(&there, &two).await.len()), (7, 7));
    })
    .await;
}

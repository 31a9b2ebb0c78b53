//! Lists: pages with a stable order and exact totals, filters, and CSV exports.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, mpsc};

use doccare::identity::Role;
use doccare::identity::person::Gender;
use doccare::platform::db::{self, DatabaseUrl};
use futures::future;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{column, get, walk};
use crate::harness::stored::{account, name};
use crate::harness::{ADMIN, Answer, TestServer, with_server};

fn ids(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["_id"].as_str().unwrap()).collect()
}

async fn patients(server: &TestServer, count: usize) {
    for number in 0..count {
        // Ids sort by the millisecond, so the clock has to advance.
        server.clock.advance(jiff::SignedDuration::from_millis(1));
        server.patient(number).await;
    }
}

#[tokio::test]
async fn users_are_paged_in_each_order_without_a_gap_or_a_double() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        patients(&server, 7).await;
        for sort in ["newest", "oldest", "name"] {
            let (rows, total) = walk(&server, &admin, &format!("userdata?sort={sort}"), 3).await;
            let distinct: HashSet<&str> = ids(&rows).into_iter().collect();
            assert_eq!((rows.len(), distinct.len(), total), (7, 7, 7), "{sort}");
            let names: Vec<&str> = rows.iter().map(|row| row["username"].as_str().unwrap()).collect();
            let mut expected = names.clone();
            expected.sort_unstable();
            if sort == "newest" {
                expected.reverse();
            }
            assert_eq!(names, expected, "{sort}");
        }
        let (found, total) = walk(&server, &admin, "userdata?q=patient", 2).await;
        assert_eq!((found.len(), total), (7, 7));
        let row = &found[0];
        assert_eq!((&row["email"], &row["phone_number"]), (&json!("patient6@example.org"), &json!("9800000006")));
        let created = row["accountCreatedDate"].as_str().unwrap();
        assert!(created.starts_with("2026-11-15T09:00:00") && created.ends_with("+05:30"), "{created}");
        assert_eq!(row["isDeleted"], false);
        assert_eq!(get(&server, &admin, "userdata?sort=colour").await.bad_fields(), ["sort"]);
        // A row that is added during paging does not shift the next pages.
        let first = get(&server, &admin, "userdata?limit=3").await;
        server.clock.advance(jiff::SignedDuration::from_millis(1));
        server.patient(99).await;
        let next = first.body["next"].as_str().unwrap();
        let second = get(&server, &admin, &format!("userdata?limit=3&cursor={next}")).await;
        assert_eq!(column(&second, "username"), ["Patient 3", "Patient 2", "Patient 1"]);
    })
    .await;
}

#[tokio::test]
async fn doctors_are_filtered_and_paged_with_totals() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for number in 0..6 {
            let change = |doctor: &mut doccare::directory::NewDoctor| {
                doctor.gender = if number % 2 == 0 { Gender::Male } else { Gender::Female };
                doctor.district = if number < 4 { "Kozhikode" } else { "Ernakulam" };
                doctor.specialization = if number < 3 { "Cardiology" } else { "ENT" };
            };
            server.doctor_with(number, change).await;
        }
        server.unlisted_doctor(9, |_| {}).await;
        for (query, total) in [
            ("", 6),
            ("gender=male", 3),
            ("gender=FEMALE", 3),
            ("specialization=cardiology", 3),
            ("district=calicut", 4),
            ("district=calicut&specialization=ent&gender=female", 1),
            ("district=null&gender=", 6),
            ("district=Atlantis", 0),
            ("gender=robot", 0),
            ("q=number3&district=Kozhikode", 1),
            ("q=Dr%20.", 0),
        ] {
            let (rows, counted) = walk(&server, &admin, &format!("doctors/view/data?{query}"), 2).await;
            assert_eq!((rows.len(), counted), (total, i64::try_from(total).unwrap()), "{query}");
        }
        let card = &get(&server, &admin, "doctors/view/data").await.body["data"][0];
        for (field, value) in [
            ("full_Name", json!("Doctor Number5")),
            ("doctor_ID", json!("TCMC 5")),
            ("experience", json!(12)),
            ("consultation_Fee", json!(300)),
            ("phone_Number", json!("9400000005")),
            ("Image", Value::Null),
            ("suspended", json!(false)),
        ] {
            assert_eq!(card[field], value, "{card}");
        }
        let table = get(&server, &admin, "doctors/data/dashboard?limit=2").await;
        assert_eq!((&table.body["total"], column(&table, "doctor_ID")), (&json!(6), vec!["TCMC 5", "TCMC 4"]));
        let (rows, total) = walk(&server, &admin, "workers/data", 4).await;
        assert_eq!(
            (rows.len(), total, &rows[0]["number"], &rows[0]["category"]),
            (6, 6, &json!("TCMC 5"), &json!("Doctor"))
        );
        assert_eq!(get(&server, &admin, "workers/data?category=Baker").await.bad_fields(), ["category"]);
    })
    .await;
}

#[tokio::test]
async fn bookings_are_paged_the_newest_first_by_status_or_all() {
    with_server(async |server| {
        let (admin, doctor) = (server.admin_token().await, server.doctor(1).await);
        let patient = server.patient(1).await;
        for (day, time) in [("16", "10:00"), ("16", "10:15"), ("17", "10:00"), ("18", "10:00"), ("18", "10:15")] {
            server.clock.advance(jiff::SignedDuration::from_millis(1));
            assert_eq!(server.book(&patient, &doctor, &format!("2026-11-{day}"), time).await.status, 200);
        }
        let (rows, total) = walk(&server, &admin, "bookings", 2).await;
        assert_eq!((rows.len(), total, ids(&rows).is_sorted_by(|a, b| a > b)), (5, 5, true));
        let row = &rows[0];
        assert_eq!(row["doctor"], json!({"_id": doctor, "full_Name": "Doctor Number1"}));
        assert_eq!(row["user"], json!({"_id": patient.id, "username": "Patient 1"}));
        assert_eq!((&row["date"], &row["time"], &row["fee"]), (&json!("Nov 18, 2026"), &json!("10:15"), &json!(300)));
        for (status, count) in [("pending", 5), ("Checked", 0)] {
            assert_eq!(walk(&server, &admin, &format!("bookings?status={status}"), 3).await.1, count, "{status}");
        }
        assert_eq!(get(&server, &admin, "bookings?status=lost").await.bad_fields(), ["status"]);
        let other = server.doctor(2).await;
        server.clock.advance(jiff::SignedDuration::from_millis(1));
        assert_eq!(server.book(&patient, &other, "2026-11-18", "10:30").await.status, 200);
        let times = async |query: &str| {
            let (rows, total) = walk(&server, &admin, &format!("bookings?{query}"), 2).await;
            assert_eq!(rows.len(), usize::try_from(total).unwrap(), "{query}");
            let day = |row: &Value| row["startsAt"].as_str().unwrap()[8..10].to_owned();
            rows.iter()
                .map(|row| format!("{} {}", day(row), row["time"].as_str().unwrap()))
                .collect::<Vec<_>>()
                .join(", ")
        };
        for (query, found) in [
            ("date=2026-11-18", "18 10:00, 18 10:15, 18 10:30"),
            ("date=2026-11-18&status=Checked", ""),
            ("date=2026-11-18&doctor=number1", "18 10:00, 18 10:15"),
            ("doctor=Number2", "18 10:30"),
            ("doctor=number1", "18 10:15, 18 10:00, 17 10:00, 16 10:15, 16 10:00"),
            ("doctor=number1&status=pending&q=asha&date=2026-11-17", "17 10:00"),
            ("doctor=nobody", ""),
        ] {
            assert_eq!(times(query).await, found, "{query}");
        }
        assert_eq!(get(&server, &admin, "bookings?date=soon").await.bad_fields(), ["date"]);
    })
    .await;
}

/// The users as a CSV file.
pub(super) async fn export(server: &TestServer, admin: &str, query: &str) -> Answer {
    let body = json!({"current_password": ADMIN.1});
    server.ask("POST", &format!("/admin/api/users/export{query}"), admin, Some(body)).await
}

#[tokio::test]
async fn the_table_of_users_opens_in_a_spreadsheet_and_runs_nothing() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for (number, name) in ["=HYPERLINK(\"http://x\")", "Nair, Asha", "ആശ", "@SUM(A1)"].into_iter().enumerate() {
            server.clock.advance(jiff::SignedDuration::from_millis(1));
            let (email, phone) = (format!("u{number}@example.org"), format!("70000000{number:02}"));
            let form = json!({"username": name, "email": email, "phone_number": phone, "password": "long enough"});
            assert_eq!(server.post("/user/api/register", form).await.status, 201);
        }
        let table = export(&server, &admin, "").await;
        assert_eq!((table.status, table.header("content-type")), (200, "text/csv; charset=utf-8"));
        assert_eq!(table.header("content-disposition"), "attachment; filename=\"users.csv\"");
        let lines: Vec<&str> = table.text.split("\r\n").collect();
        assert_eq!(
            lines,
            [
                "\u{feff}Name,Email,Phone Number,Account Create Date,Blocked",
                "\"'=HYPERLINK(\"\"http://x\"\")\",u0@example.org,7000000000,2026-11-15,No",
                "\"Nair, Asha\",u1@example.org,7000000001,2026-11-15,No",
                "ആശ,u2@example.org,7000000002,2026-11-15,No",
                "\"'@SUM(A1)\",u3@example.org,7000000003,2026-11-15,No",
                "",
            ]
        );
        let some = export(&server, &admin, "?q=asha").await;
        assert_eq!(some.text.lines().count(), 2);
        assert!(export(&server, &admin, "?lang=ml").await.text.starts_with("\u{feff}പേര്,"));
    })
    .await;
}

#[tokio::test]
async fn a_table_longer_than_a_page_is_whole() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let now = server.clock.now();
        let write = server.app.db.write(async move |tx| {
            for number in 0..2500 {
                let account = account(Role::User, &format!("crowd{number}@example.org"), None);
                let name = name(&format!("Crowd {number}"));
                let id = doccare::identity::insert_account(tx, account, now).await?.unwrap();
                doccare::identity::users::insert(tx, &id, &name).await?;
            }
            Ok::<_, doccare::platform::db::Error>(())
        });
        write.await.unwrap();
        let table = export(&server, &admin, "").await;
        let emails: HashSet<&str> = table.text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
        assert_eq!(emails.len(), 2500);
        assert_eq!(export(&server, &admin, "?q=crowd%2024").await.text.lines().count(), 1 + 111);
    })
    .await;
}

/// Only on SQLite, where a read that is not a report runs on the calling thread.
#[tokio::test]
async fn an_administrators_list_waits_for_the_threads_of_reports_and_patients_do_not() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::start(DatabaseUrl::sqlite(&folder.path().join("test.db"))).await;
    let admin = server.admin_token().await;
    for path in ["userdata", "doctors/view/data", "bookings", "audit", "search?q=patient", "blood/donors", "messages"] {
        // As many long reads as may run concurrently are blocked until the channel closes.
        let (release, until) = mpsc::channel::<()>();
        let until = Arc::new(Mutex::new(until));
        let (begin, mut has_begun) = tokio::sync::mpsc::unbounded_channel();
        let reports = [(); 2].map(|()| {
            let (db, until, begin) = (server.app.db.clone(), until.clone(), begin.clone());
            tokio::spawn(async move {
                let unit = async move |_: &mut db::Tx<'_>| {
                    let _ = begin.send(());
                    let _ = until.lock().unwrap().recv();
                    Ok::<_, db::Error>(())
                };
                db.report(unit).await
            })
        });
        assert_eq!((has_begun.recv().await, has_begun.recv().await), (Some(()), Some(())));
        let answered = RefCell::new(Vec::new());
        let list = async {
            let answer = get(&server, &admin, path).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
            answered.borrow_mut().push("the administrator");
        };
        let patients = async {
            for _ in 0..5 {
                assert_eq!(server.get("/user/api/finddoctors").await.status, 200);
            }
            answered.borrow_mut().push("patients");
            drop(release);
        };
        future::join(list, patients).await;
        assert_eq!(answered.into_inner(), ["patients", "the administrator"], "{path}");
        for report in reports {
            report.await.unwrap().unwrap();
        }
    }
}

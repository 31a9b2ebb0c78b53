//! Lists of the spec's calls are whole.

use doccare::appointments::{Appointment, Status};
use doccare::directory;
use doccare::directory::facilities::{self, Category};
use doccare::identity::{self, NewAccount, Role, users};
use doccare::platform::db;
use doccare::platform::ids::new_id;
use jiff::SignedDuration;

use crate::harness::{TestServer, stored, with_server};

/// More than the hundred rows after which lists were once cut.
const MANY: usize = 105;
/// More donors than any answer holds.
const DONORS: usize = 1_005;

fn account(role: Role, number: usize) -> NewAccount {
    stored::account(role, &format!("many{number}@example.org"), Some(&format!("95{number:08}")))
}

/// So many of everybody, and donors more than an answer holds.
async fn many_people(server: &TestServer) {
    let now = server.clock.now();
    let filled = server.app.db.write(async move |tx| {
        let at = Some(now.as_millisecond());
        for number in 0..MANY {
            let id = identity::insert_account(tx, account(Role::User, number), now).await?.unwrap();
            users::insert(tx, &id, &stored::name("Many")).await?;
            // The first half is approved, the second waits.
            for (listed_at, number) in [(at, number), (None, MANY + number)] {
                let id = identity::insert_account(tx, account(Role::Doctor, number), now).await?.unwrap();
                directory::insert(tx, &id, &stored::doctor(MANY + number), listed_at).await?;
            }
            let id = identity::insert_account(tx, account(Role::Hospital, number), now).await?.unwrap();
            let hospital = stored::facility(Category::Hospital, "Many", &format!("MANY {number}"));
            facilities::insert(tx, &id, &hospital, at).await?;
        }
        for number in 0..DONORS {
            let sql =
                "INSERT INTO donors (id, name, name_key, blood_group, gender, born, email, email_key, phone, district,
                                           state, lang, created_at, paused_until, last_donation, cooldown_until)
                       VALUES ($1, 'Many', $1, 'O+', 'Male', '1990-01-01', 'm@example.org', 'm@example.org',
                               '9500000000', 'Kollam', 'Kerala', 'en', 0, '', '', 0)";
            tx.execute(sql, &[&format!("00000000-0000-7000-8000-{number:012}")]).await?;
        }
        Ok::<_, db::Error>(())
    });
    filled.await.unwrap();
}

/// Bookings of every status, one each quarter of an hour from tomorrow on.
async fn many_bookings(server: &TestServer, doctor_id: &str, user_id: &str) {
    let (now, first) = (server.clock.now(), server.clock.now() + SignedDuration::from_hours(24));
    let rows: Vec<Appointment> = (0..3 * MANY)
        .map(|number| {
            let starts_at = first + SignedDuration::from_mins(15 * i64::try_from(number).unwrap());
            let status = [Status::Pending, Status::Checked, Status::Rejected][number % 3];
            let created_at = now.as_millisecond();
            Appointment { id: new_id(now), created_at, status, ..stored::visit(doctor_id, user_id, starts_at) }
        })
        .collect();
    server.store_visits(rows).await;
}

/// How many rows a list answers, of how many, and where it goes on.
async fn rows_of(server: &TestServer, path: &str, token: &str) -> (usize, i64, Option<String>) {
    let answer = server.ask("GET", path, token, None).await;
    let data = &answer.body["data"];
    let rows = data.as_array().or_else(|| data["booking"].as_array()).unwrap_or_else(|| panic!("{}", answer.text));
    (rows.len(), answer.body["total"].as_i64().unwrap(), answer.body["next"].as_str().map(String::from))
}

#[tokio::test]
async fn lists_of_the_spec_are_whole_up_to_a_thousand_rows() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        many_people(&server).await;
        let patient = server.patient(1).await;
        let busy = server.doctor(1).await;
        many_bookings(&server, &busy, &patient.id).await;
        let token = server.sign_in_doctor(&busy).await;
        let count = |rows: usize| i64::try_from(rows).unwrap();

        for (path, token, rows) in [
            ("/admin/api/userdata".into(), &admin, MANY + 1),
            ("/admin/api/doctors/data/dashboard".into(), &admin, MANY + 1),
            ("/admin/api/doctors/view/data".into(), &admin, MANY + 1),
            ("/admin/api/hospital/data/dashboard".into(), &admin, MANY),
            ("/admin/api/workers/Doctor/pendingrequest".into(), &admin, MANY),
            (format!("/user/api/doctor/total/appointments/{busy}"), &token, 3 * MANY),
            (format!("/user/api/doctor/appointments/{busy}"), &token, MANY),
            (format!("/user/api/doctor/appointment/previous/{busy}"), &token, 2 * MANY),
            (format!("/user/api/previous/booking/{}", patient.id), &patient.token, 3 * MANY),
        ] {
            assert_eq!(rows_of(&server, &path, token).await, (rows, count(rows), None), "{path}");
            let (most, total, next) = rows_of(&server, &format!("{path}?limit=2"), token).await;
            assert_eq!((most, total), (2, count(rows)), "{path}");
            let rest = rows_of(&server, &format!("{path}?cursor={}", next.unwrap()), token).await;
            assert_eq!(rest, (rows - 2, count(rows), None), "{path}");
        }

        let donors = "/admin/api/blood/donors";
        for (query, rows) in [("", 1_000), ("?limit=1000", 1_000), ("?limit=1", 1)] {
            let (most, total, next) = rows_of(&server, &format!("{donors}{query}"), &admin).await;
            assert_eq!((most, total, next.is_some()), (rows, count(DONORS), true), "{query}");
        }
        let next = rows_of(&server, donors, &admin).await.2.unwrap();
        assert_eq!(rows_of(&server, &format!("{donors}?cursor={next}"), &admin).await.0, DONORS - 1_000);

        let found = "/user/api/finddoctors";
        for (query, rows) in [("", MANY + 1), ("?limit=1000", MANY + 1), ("?limit=101", 101), ("?limit=40", 40)] {
            let (most, total, _) = rows_of(&server, &format!("{found}{query}"), "").await;
            assert_eq!((most, total), (rows, count(MANY + 1)), "{query}");
        }
        let all = server.get("/user/api/finddoctors?limit=1000").await;
        let free = all.body["data"].as_array().unwrap().iter().filter(|doctor| doctor["nextSlot"].is_object()).count();
        assert_eq!(free, MANY + 1, "each with its first free slot");
    })
    .await;
}

//! Lists of the spec's calls are whole.

use doccare::booking::{Appointment, Slot, Status};
use doccare::directory::facilities::{self, Category, NewFacility};
use doccare::directory::{self, DayTime, DaysOff, NewDoctor, Schedule};
use doccare::identity::person::{Gender, Mobile, PersonName};
use doccare::identity::{self, Email, NewAccount, Origin, Role, users};
use doccare::platform::db;
use doccare::platform::ids::new_id;
use doccare::platform::lang::Lang;

use crate::harness::{TestServer, with_server};

/// More than the hundred rows after which lists were once cut.
const MANY: usize = 105;
/// More donors than any answer holds.
const DONORS: usize = 1_005;

fn account(role: Role, number: usize) -> NewAccount {
    NewAccount {
        role,
        email: Email::parse(&format!("many{number}@example.org")).map_err(|_| ()).unwrap(),
        phone: Some(Mobile::parse(&format!("95{number:08}")).map_err(|_| ()).unwrap()),
        password_hash: "$argon2id$unused".into(),
        lang: Lang::En,
    }
}

fn doctor(number: usize) -> NewDoctor {
    let time = |text| DayTime::parse(text).map_err(|_| ()).unwrap();
    NewDoctor {
        doctor_id: format!("MANY {number}"),
        full_name: PersonName::parse("Many").map_err(|_| ()).unwrap(),
        gender: Gender::Male,
        dob: "1980-01-01".parse().unwrap(),
        specialization: "ENT",
        experience: 1,
        place: None,
        fee: 100,
        address: "MG Road".into(),
        state: "Kerala",
        district: "Kollam",
        pincode: "691001".into(),
        image: None,
        schedule: Schedule::daily(time("10:00"), time("12:00")),
    }
}

fn hospital(number: usize) -> NewFacility {
    NewFacility {
        category: Category::Hospital,
        license_number: format!("MANY {number}"),
        name: PersonName::parse("Many").map_err(|_| ()).unwrap(),
        address: "MG Road".into(),
        city: "Kollam".into(),
        state: "Kerala",
        district: "Kollam",
        pincode: "691001".into(),
        image: None,
        hours: None,
        days_off: DaysOff::default(),
    }
}

/// So many of everybody, and donors more than an answer holds.
async fn many_people(server: &TestServer) {
    let now = server.clock.now();
    let filled = server.app.db.write(async move |tx| {
        let at = Some(now.as_millisecond());
        for number in 0..MANY {
            let id = identity::insert_account(tx, account(Role::User, number), now).await?.unwrap();
            users::insert(tx, &id, &PersonName::parse("Many").map_err(|_| ()).unwrap()).await?;
            // The first half is approved, the second waits.
            for (listed_at, number) in [(at, number), (None, MANY + number)] {
                let id = identity::insert_account(tx, account(Role::Doctor, number), now).await?.unwrap();
                directory::insert(tx, &id, &doctor(number), listed_at).await?;
            }
            let id = identity::insert_account(tx, account(Role::Hospital, number), now).await?.unwrap();
            facilities::insert(tx, &id, &hospital(number), at).await?;
        }
        for number in 0..DONORS {
            let sql =
                "INSERT INTO donors (id, name, name_key, blood_group, gender, born, email, email_key, phone, district,
                                           state, lang, created_at, paused_until, last_given, quiet_until)
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
    let (now, first) = (server.clock.now(), server.clock.now_millis() + 86_400_000);
    let rows: Vec<Appointment> = (0..3 * MANY)
        .map(|number| Appointment {
            id: new_id(now),
            doctor_id: doctor_id.into(),
            user_id: user_id.into(),
            person_id: None,
            follows: None,
            patient_name: "Anu".into(),
            contact_number: "9876543210".into(),
            slot: Slot::from_millis(first + i64::try_from(number).unwrap() * 900_000).unwrap(),
            fee: 100,
            status: [Status::Pending, Status::Checked, Status::Rejected][number % 3],
            sequence: 0,
            created_at: now.as_millisecond(),
            reason: None,
            unanswered_at: None,
            token: None,
            attendance: None,
            called_at: None,
            overlaps: false,
        })
        .collect();
    server.app.db.write(async move |tx| doccare::booking::insert_all(tx, &rows).await).await.unwrap();
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
        let (id, now) = (busy.clone(), server.clock.now_millis());
        let session = server
            .app
            .db
            .write(async move |tx| identity::open_session(tx, &id, Role::Doctor, &Origin::default(), now).await);
        let token = session.await.unwrap().expose().to_owned();
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
        for (query, rows) in [("", 100), ("?limit=1000", MANY + 1), ("?limit=101", 101), ("?limit=40", 40)] {
            let (most, total, _) = rows_of(&server, &format!("{found}{query}"), "").await;
            assert_eq!((most, total), (rows, count(MANY + 1)), "{query}");
        }
        let all = server.get("/user/api/finddoctors?limit=1000").await;
        let free = all.body["data"].as_array().unwrap().iter().filter(|doctor| doctor["nextSlot"].is_object()).count();
        assert_eq!(free, MANY + 1, "each with its first free slot");
    })
    .await;
}

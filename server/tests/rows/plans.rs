//! No list and no statement that runs often walks through a whole table, on either engine.
//!
//! The statements are those that PostgreSQL heard while the calls below were made. Each is explained on both engines, because
//! both run the same text.

use std::collections::BTreeSet;

use doccare::demo;
use doccare::directory::facilities::Category;
use doccare::platform::clock::Clock;
use doccare::platform::db::DatabaseUrl;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_postgres::SimpleQueryMessage;

use crate::admin::imports;
use crate::bounces;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::provider::{Mood, Receiver, provider};
use crate::harness::{NOW, TestServer, do_job, postgres};
use crate::logins;

/// What may read all of a table, and why.
const WHOLE: [(&str, &str); 14] = [
    (
        "DELETE FROM mails WHERE recipient IN",
        "somebody is erased, by the program alone; mails that wait or failed are few",
    ),
    ("DELETE FROM outbox WHERE recipient IN", "the same"),
    ("FROM clinic_moves WHERE noticed_at", "a few rows: places with a new address, each for some minutes"),
    ("FROM job_results", "a row for each job that has something to tell"),
    ("FROM keys_used", "a row for each key there ever was"),
    ("SELECT salt FROM blood_count_salt", "one row"),
    ("FROM booking_counts", "a few rows for each doctor, so that no booking is counted"),
    ("FROM revenue WHERE visits > 0", "ends at the first row"),
    ("SELECT EXISTS (SELECT 1 FROM accounts)", "ends at the first row"),
    (
        "SELECT id FROM doctors WHERE listed_at IS NOT NULL ORDER BY id",
        "read when the program starts, and when notes of changes were lost",
    ),
    ("INSERT INTO doctors (", "SQLite walks only to mend what breaks a foreign key, and nothing can"),
    ("DELETE FROM accounts WHERE id = $1", "an import is undone: SQLite looks whether anything is theirs"),
    ("DELETE FROM doctors WHERE id = $1", "the same"),
    ("email_key NOT LIKE", "asked once, before the demo comes into a database"),
];

/// Parts of a statement, not tables.
const PARTS: [&str; 7] = ["page", "found", "part", "hit", "few", "both_tables", "mine"];

/// Every list, in every order and by every filter.
const LISTS: [&str; 44] = [
    "/admin/api/userdata?",
    "/admin/api/userdata?sort=oldest",
    "/admin/api/userdata?sort=name",
    "/admin/api/userdata?q=patient%201",
    "/admin/api/userdata?q=patient&sort=name",
    "/admin/api/userdata?q=user1@demo.example",
    "/admin/api/userdata?q=98470",
    "/admin/api/doctors/view/data?",
    "/admin/api/doctors/view/data?district=Kollam",
    "/admin/api/doctors/view/data?specialization=ENT",
    "/admin/api/doctors/view/data?gender=male&q=a",
    "/admin/api/doctors/view/data?q=TCMC",
    "/admin/api/doctors/view/data?sort=unanswered",
    "/admin/api/doctors/view/data?sort=unanswered&district=Kollam",
    "/admin/api/doctors/data/dashboard?",
    "/admin/api/hospital/data/dashboard?",
    "/admin/api/workers/data?category=Pharmacy",
    "/admin/api/workers/data?category=Hospital&q=a",
    "/admin/api/workers/Doctor/pendingrequest?",
    "/admin/api/workers/Hospital/pendingrequest?",
    "/admin/api/workers/changes?",
    "/admin/api/administrators?",
    "/admin/api/imports?",
    "/admin/api/bookings?",
    "/admin/api/bookings?status=Checked",
    "/admin/api/bookings?q=patient",
    "/admin/api/bookings?q=7000&status=Checked",
    "/admin/api/bookings?q=01",
    "/admin/api/audit?",
    "/admin/api/audit?action=approve",
    "/admin/api/audit?q=a",
    "/admin/api/messages?",
    "/admin/api/operations/failed?",
    "/admin/api/messages?status=open",
    "/admin/api/blood/requests?",
    "/admin/api/blood/requests?status=Open",
    "/admin/api/blood/donors?",
    "/admin/api/blood/donors?Blood_group=O-&District=Kollam",
    "/admin/api/blood/donors?q=a",
    "/user/api/finddoctors?",
    "/user/api/finddoctors?district=Kollam&specialization=ENT",
    "/user/api/finddoctors?district=k&q=a",
    "/user/api/hospitals?",
    "/user/api/pharmacies?district=Kollam&q=a",
];

async fn call_everything(server: &TestServer, receiver: &Receiver) {
    let size = demo::Size { doctors: 24, users: 40, bookings: 120, donors: 40 };
    demo::fill(&server.app, size, false).await.unwrap();
    let login = json!({"email": "admin@demo.example", "password": "demo-admin-1"});
    let admin = server.post("/admin/api/login", login).await.body["token"].as_str().unwrap().to_owned();
    let get = async |path: &str, token: &str| {
        let answer = server.ask("GET", path, token, None).await;
        assert_eq!(answer.status, 200, "{path} {}", answer.text);
        answer
    };
    let id_in = |answer: &crate::harness::Answer| answer.body["data"][0]["_id"].as_str().unwrap_or_default().to_owned();
    for list in LISTS {
        let first = get(&format!("{list}&limit=1"), &admin).await;
        if let Some(next) = first.body["next"].as_str() {
            let next = next.replace('%', "%25").replace(' ', "%20");
            get(&format!("{list}&limit=1&cursor={next}"), &admin).await;
        }
    }
    for path in [
        "/admin/api/dashboard",
        "/admin/api/notifications",
        "/admin/api/operations",
        "/admin/api/search?q=pa",
        "/admin/api/search?q=0192",
    ] {
        get(path, &admin).await;
    }
    for path in ["/admin/api/users/export?q=patient", "/admin/api/blood/donors/export"] {
        let body = json!({"current_password": "demo-admin-1"});
        assert_eq!(server.ask("POST", path, &admin, Some(body)).await.status, 200, "{path}");
    }
    let imported = imports::import(server, &admin, "demo-admin-1", &imports::doctors([70, 71])).await.id();
    let undo = imports::undo_with(server, &admin, "demo-admin-1", &imported).await;
    assert_eq!(undo.status, 200, "{}", undo.text);
    assert_eq!(imports::send(server, &admin, "/preview", &imports::facilities([72])).await.status, 200);
    let user = id_in(&get("/admin/api/userdata?sort=oldest&limit=1", &admin).await);
    let doctor = id_in(&get("/user/api/finddoctors?limit=1", &admin).await);
    get(&format!("/admin/api/users/{user}"), &admin).await;
    get(&format!("/admin/api/doctors/{doctor}"), &admin).await;
    for (list, details) in [("workers/data?category=Hospital", "hospitals"), ("bookings?", "bookings")] {
        let id = id_in(&get(&format!("/admin/api/{list}&limit=1"), &admin).await);
        get(&format!("/admin/api/{details}/{id}"), &admin).await;
    }
    let (patient, own) = (server.patient(1).await, server.doctor(1).await);
    assert_eq!(server.book(&patient, &own, "2026-11-16", "10:00").await.status, 200);
    let token = server.sign_in_doctor(&own).await;
    get(&format!("/user/api/previous/booking/{}?doctor={own}", patient.id), &patient.token).await;
    for path in ["previous/booking", "user/profile", "user/data"] {
        get(&format!("/user/api/{path}/{}?limit=1", patient.id), &patient.token).await;
    }
    call_phone(server, receiver, &patient, &own, &admin).await;
    bounces::come_back_and_arrive(server, &patient).await;
    for path in
        ["appointments", "appointment/previous", "appointment/upcoming", "total/appointments", "dashboard", "schedule"]
    {
        get(&format!("/user/api/doctor/{path}/{own}?limit=1"), &token).await;
    }
    get(&format!("/user/api/doctor/{doctor}/slots?date=2026-11-16"), &admin).await;
    get(&format!("/user/api/doctor/{doctor}/alternatives?date=2026-11-16"), &admin).await;
    call_sessions(server, &own, &token).await;
    call_desk(server, &patient, &own, &token).await;
    answer_in_every_way(server, &patient, &own, &token).await;
    let donor = server.donor(1, json!({})).await;
    get("/user/api/blooddonor", &donor).await;
    let request = server.open_request(1, json!({})).await;
    get("/user/api/bloodrequest", &request).await;
    // An announcement, and 30 days later the end of accounts and visits.
    for days in [4 * 365, 31] {
        server.clock.advance(SignedDuration::from_hours(24 * days));
        do_job(&server.app, "retention").await;
    }
}

/// Sessions on one day, which go again.
async fn call_sessions(server: &TestServer, doctor: &str, token: &str) {
    let path = format!("/user/api/doctor/sessions/{doctor}");
    let extra = json!({"date": "2026-11-22", "from": "17:00", "to": "18:00"});
    let added = server.ask("POST", &format!("{path}/extra"), token, Some(extra)).await;
    assert_eq!(added.status, 201, "{}", added.text);
    let weeks = json!({"from": "2026-11-22", "to": "2026-11-23"});
    assert_eq!(server.ask("POST", &format!("{path}/copy"), token, Some(weeks)).await.status, 200);
    let id = added.body["data"]["schedule"]["extraSessions"][0]["_id"].as_str().unwrap();
    assert_eq!(server.ask("DELETE", &format!("{path}/extra/{id}"), token, None).await.status, 200);
    let none = json!({"sessions": []});
    assert_eq!(server.ask("PUT", &path, token, Some(none)).await.status, 200);
    // The week in memory reads those that are left.
    let slots = format!("/user/api/doctor/{doctor}/slots?date=2026-11-16");
    assert_eq!(server.ask("GET", &slots, token, None).await.status, 200);
}

/// A day of a doctor, from the approval to the screen.
async fn call_queue(server: &TestServer, patient: &Patient, doctor: &str, token: &str) {
    let ask = async |method: &str, path: &str, token: &str, body: Option<serde_json::Value>| {
        let answer = server.ask(method, path, token, body).await;
        assert!([200, 201].contains(&answer.status), "{method} {path} {}", answer.text);
        answer.body["data"].clone()
    };
    let visit = server.book(patient, doctor, "2026-11-15", "10:00").await.body["data"]["_id"].clone();
    let visit = visit.as_str().unwrap();
    ask("PATCH", &format!("/user/api/doctor/appointment/approve/{visit}"), token, None).await;
    let today = format!("/user/api/doctor/today/{doctor}");
    let walk_in = json!({"name": "Binu", "phoneNumber": "9876543211"});
    ask("POST", &format!("{today}/walkins"), token, Some(walk_in)).await;
    let in_slot = json!({"name": "Chandran", "phoneNumber": "9876543212", "time": "10:15"});
    let day = ask("POST", &format!("{today}/walkins"), token, Some(in_slot)).await;
    for comer in day["comers"].as_array().unwrap() {
        let mark = format!("{today}/attendance/{}", comer["_id"].as_str().unwrap());
        for attendance in ["called", "absent"] {
            ask("PATCH", &mark, token, Some(json!({"attendance": attendance}))).await;
        }
    }
    ask("PUT", &format!("{today}/late"), token, Some(json!({"minutes": 20}))).await;
    let screen = ask("POST", &format!("{today}/screen"), token, None).await;
    let screen = screen["address"].as_str().unwrap().split_once('#').unwrap().1.to_owned();
    ask("GET", &today, token, None).await;
    ask("GET", &format!("/user/api/doctor/noshows/{doctor}"), token, None).await;
    ask("GET", "/user/api/screen", &screen, None).await;
    let page = server.app.keys.encrypt("visit page", "", visit.as_bytes());
    ask("GET", "/user/api/visit", &page, None).await;
    do_job(&server.app, "old walk-ins").await;
    for (place, is_hospital) in [(doctor, "FALSE"), ("of no visit", "TRUE")] {
        let moved = format!("'{place}', {is_hospital}, 'before', '', '', '', '', 0");
        server
            .execute(&format!(
                "INSERT INTO clinic_moves (place_id, is_hospital, address, city, district, state, pincode, noticed_at)
                 VALUES ({moved})"
            ))
            .await;
    }
    do_job(&server.app, "clinic moves").await;
}

/// Everything that somebody at a desk does, an assistant and a hospital's, until they are ended.
async fn call_desk(server: &TestServer, patient: &Patient, doctor: &str, token: &str) {
    let ask = async |method: &str, path: String, token: &str, body: Option<Value>| {
        let answer = server.ask(method, &format!("/user/api/{path}"), token, body).await;
        assert!([200, 201].contains(&answer.status), "{method} {path} {}", answer.text);
        answer.body["data"].clone()
    };
    let (hospital, ..) = logins::facility(server, Category::Hospital, 50).await;
    server.let_desk(doctor, &hospital).await;
    for (employer, number, minutes) in [(doctor, 1, 0), (&hospital, 2, 15)] {
        let (staff, _) = server.desk_staff(employer, number).await;
        let desk = server.sign_in_desk(&staff).await;
        let visit = server.book(patient, doctor, "2026-11-17", &format!("10:{:02}", 15 + minutes)).await;
        let visit = visit.body["data"]["_id"].as_str().unwrap().to_owned();
        server.execute(&format!("UPDATE appointments SET hospital_id = '{hospital}' WHERE id = '{visit}'")).await;
        for path in ["me", "doctors", "data"] {
            ask("GET", format!("desk/{path}"), &desk, None).await;
        }
        for list in ["appointments", "appointment/upcoming", "today"] {
            ask("GET", format!("doctor/{list}/{doctor}"), &desk, None).await;
        }
        ask("PATCH", format!("doctor/appointment/approve/{visit}"), &desk, None).await;
        let walk_in = json!({"name": format!("Walked {number}"), "phoneNumber": "9876543219"});
        ask("POST", format!("doctor/today/{doctor}/walkins"), &desk, Some(walk_in)).await;
        let events = format!("/user/api/doctor/events/{doctor}");
        assert_eq!(server.request("GET", &events).bearer_auth(&desk).send().await.unwrap().status(), 200);
    }
    logins::give_password(server, doctor).await;
    let invited = json!({"name": "Sita", "email": "sita@example.org", "current_password": PASSWORD});
    ask("POST", "desk/staff".into(), token, Some(invited)).await;
    let link = server.link_in_mail("sita@example.org", "/desk/invitation#").await;
    ask("GET", "desk/invitation".into(), &link, None).await;
    ask("POST", "desk/invitation".into(), &link, Some(json!({"password": PASSWORD}))).await;
    let invited = json!({"name": "Anu", "email": "anu@example.org", "current_password": PASSWORD});
    let invitation = ask("POST", "desk/staff".into(), token, Some(invited)).await;
    ask("DELETE", format!("desk/staff/{}", invitation["_id"].as_str().unwrap()), token, None).await;
    ask("PUT", format!("doctor/desk/hospital/{doctor}"), token, Some(json!({"allowed": false}))).await;
    ask("GET", "desk/staff".into(), token, None).await;
    ask("GET", format!("doctor/desk/acts/{doctor}?limit=1"), token, None).await;
    do_job(&server.app, "ended desk staff").await;
    for _ in 0..2 {
        let leave = server.request("POST", &format!("/user/api/doctor/leave/{doctor}")).bearer_auth(token);
        let leave = leave.header("idempotency-key", "once").json(&json!({"from": "2026-12-24"}));
        assert_eq!(leave.send().await.unwrap().status(), 200);
    }
    do_job(&server.app, "idempotency keys").await;
}

/// What stands beside bookings, each way of answering requests, and the jobs at an hour of digests, when what was booked has begun.
async fn answer_in_every_way(server: &TestServer, patient: &Patient, doctor: &str, token: &str) {
    call_people(server, patient).await;
    call_queue(server, patient, doctor, token).await;
    follow_up(server, patient, doctor, token).await;
    call_waitlist(server).await;
    for (answered_by, time) in [("known", "10:15"), ("all", "10:30")] {
        let path = format!("/user/api/doctor/answering/{doctor}");
        let saved = server.ask("PUT", &path, token, Some(json!({"answeredBy": answered_by}))).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        assert_eq!(server.book(patient, doctor, "2026-11-16", time).await.status, 200);
    }
    server.clock.advance(SignedDuration::from_hours(34));
    for job in ["reminders", "follow-ups", "unanswered", "digests", "old unanswered"] {
        do_job(&server.app, job).await;
    }
}

/// Everything about a visit after which the patient is to come again.
async fn follow_up(server: &TestServer, patient: &Patient, doctor: &str, token: &str) {
    let ask = async |method: &str, path: &str, token: &str, body: Option<serde_json::Value>| {
        let answer = server.ask(method, path, token, body).await;
        assert_eq!(answer.status, 200, "{method} {path} {}", answer.text);
        answer
    };
    let own = format!("/user/api/user/followups/{}", patient.id);
    let begun = server.clock.now_millis() - 3_600_000;
    for (number, time) in [(1, "11:00"), (2, "11:15")] {
        let visit = format!(
            "INSERT INTO appointments (id, doctor_id, user_id, patient_name, patient_key, contact_number, starts_at, fee,
               status, sequence, created_at)
             VALUES ('again{number}', '{doctor}', '{}', 'Asha', 'asha', '9876543210', {}, 0, 'Checked', 0, 0)",
            patient.id,
            begun - number * 3_600_000
        );
        server.execute(&visit).await;
        let path = format!("/user/api/doctor/followup/again{number}");
        ask("PUT", &path, token, Some(json!({"days": 1}))).await;
        ask("DELETE", &path, token, None).await;
        ask("PUT", &path, token, Some(json!({"days": 1, "withoutFee": true}))).await;
        do_job(&server.app, "follow-ups").await;
        ask("GET", &own, &patient.token, None).await;
        let one = format!("{own}/again{number}");
        if number == 1 {
            ask("POST", &one, &patient.token, Some(json!({"date": "2026-11-16", "time": time}))).await;
        } else {
            ask("DELETE", &one, &patient.token, None).await;
        }
    }
    ask("GET", &format!("/user/api/doctor/followups/{doctor}?limit=1"), token, None).await;
}

/// Everything about somebody whom a patient books for.
async fn call_people(server: &TestServer, patient: &Patient) {
    let people = format!("/user/api/user/people/{}", patient.id);
    let ask = async |method: &str, path: &str| {
        let form = json!({"name": "Amma", "phoneNumber": "9876543211"});
        let answer = server.ask(method, path, &patient.token, ["POST", "PUT"].contains(&method).then_some(form)).await;
        assert!([200, 201].contains(&answer.status), "{method} {path} {}", answer.text);
        answer.body["data"]["_id"].as_str().unwrap_or_default().to_owned()
    };
    let person = format!("{people}/{}", ask("POST", &people).await);
    for (method, path) in [("GET", &people), ("PUT", &person), ("DELETE", &person)] {
        ask(method, path).await;
    }
}

/// Somebody waits, is offered what becomes free, leaves, and another has it; then a doctor is suspended for whom somebody waits.
async fn call_waitlist(server: &TestServer) {
    let doctor = server.doctor_with(2, |doctor| doctor.schedule.rest = None).await;
    server.execute(&format!("UPDATE doctors SET end_minute = start_minute + 15 WHERE id = '{doctor}'")).await;
    let [owner, one, other] = [server.patient(2).await, server.patient(3).await, server.patient(4).await];
    let visit = server.booked(&owner, &doctor, "2026-11-16", "10:00").await;
    let ask = async |method: &str, path: String, token: &str, body: Option<serde_json::Value>| {
        let answer = server.ask(method, &path, token, body).await;
        assert!([200, 201].contains(&answer.status), "{method} {path} {}", answer.text);
        answer.body["data"]["_id"].as_str().unwrap_or_default().to_owned()
    };
    let mut entries = Vec::new();
    for patient in [&one, &other] {
        let path = format!("/user/api/doctor/{doctor}/waitlist/{}", patient.id);
        entries.push(ask("POST", path, &patient.token, Some(json!({"date": "2026-11-16"}))).await);
    }
    ask("GET", format!("/user/api/user/waitlist/{}", one.id), &one.token, None).await;
    ask("PATCH", format!("/user/api/appointment/cancel/{visit}"), &owner.token, None).await;
    do_job(&server.app, "waitlist").await;
    server.clock.advance(SignedDuration::from_mins(31));
    do_job(&server.app, "waitlist").await;
    ask("DELETE", format!("/user/api/user/waitlist/{}/{}", one.id, entries[0]), &one.token, None).await;
    assert_eq!(server.book(&other, &doctor, "2026-11-16", "10:00").await.status, 200);
    let path = format!("/user/api/doctor/{doctor}/waitlist/{}", one.id);
    ask("POST", path, &one.token, Some(json!({"date": "2026-11-16"}))).await;
    server.execute(&format!("UPDATE doctors SET listed_at = NULL WHERE id = '{doctor}'")).await;
    do_job(&server.app, "waitlist").await;
}

/// Everything about messages to a patient's phone.
async fn call_phone(server: &TestServer, receiver: &Receiver, patient: &Patient, doctor: &str, admin: &str) {
    let ask = async |method: &str, path: String, body: Option<Value>| {
        let answer = server.ask(method, &path, &patient.token, body).await;
        assert_eq!(answer.status, 200, "{path} {}", answer.text);
        answer.body["data"].clone()
    };
    server.prove_number(patient, receiver).await;
    let own = format!("/user/api/user/messages/{}", patient.id);
    ask("PUT", own.clone(), Some(json!({"channel": "sms"}))).await;
    let booked = server.booked(patient, doctor, "2026-11-17", "10:00").await;
    server.approve(&server.sign_in_doctor(doctor).await, &booked).await;
    server.hand_over().await;
    do_job(&server.app, "phone messages").await;
    let id = receiver.came().pop().unwrap().idempotency_key;
    assert_eq!(server.report(json!([{"id": id, "state": "delivered"}])).await.status, 200);
    ask("PATCH", format!("/user/api/appointment/cancel/{booked}"), None).await;
    server.hand_over().await;
    call_failed(server, receiver, patient, doctor, admin).await;
    let asked = ask("POST", "/user/api/login/phone".into(), Some(json!({"phone_number": "9800000001"}))).await;
    server.hand_over().await;
    let code = json!({"challenge": asked["challenge"], "code": receiver.code()});
    let entered = server.post("/user/api/login/phone/code", code).await;
    assert_eq!(entered.status, 200, "{}", entered.text);
    let asked = ask("POST", "/user/api/login/phone".into(), Some(json!({"phone_number": "9800000001"}))).await;
    server.hand_over().await;
    let code = json!({"challenge": asked["challenge"], "code": receiver.code()});
    assert_eq!(server.post("/user/api/login/phone/link", code).await.status, 200);
    let mails = server.mails().await;
    let link = mails.iter().rev().find_map(|mail| logins::link_of(mail, "login/link")).expect("a link");
    assert_eq!(server.post("/user/api/login/link", json!({"token": link})).await.status, 200);
    ask("GET", own, None).await;
    assert_eq!(server.ask("GET", "/admin/api/phonemessages", admin, None).await.status, 200);
}

/// A message that the provider refuses goes again, is refused again, and is dropped.
async fn call_failed(server: &TestServer, receiver: &Receiver, patient: &Patient, doctor: &str, admin: &str) {
    receiver.become_one_that(Mood::Answers(422));
    let booked = server.booked(patient, doctor, "2026-11-17", "10:00").await;
    server.approve(&server.sign_in_doctor(doctor).await, &booked).await;
    server.hand_over().await;
    let path = format!("/admin/api/operations/failed/{}", receiver.came().pop().unwrap().idempotency_key);
    assert_eq!(server.ask("POST", &format!("{path}/retry"), admin, None).await.status, 200);
    server.hand_over().await;
    assert_eq!(server.ask("DELETE", &path, admin, None).await.status, 200);
    receiver.become_one_that(Mood::Answers(200));
    let cancel = format!("/user/api/appointment/cancel/{booked}");
    assert_eq!(server.ask("PATCH", &cancel, &patient.token, None).await.status, 200);
}

/// What SQLite would walk through. A list without a filter is counted by an index, and read in the order of one until its
/// page is full.
fn sqlite_scans(connection: &rusqlite::Connection, sql: &str) -> Vec<String> {
    let mut plan =
        connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap_or_else(|error| panic!("{error}: {sql}"));
    let (mut rows, mut scans, mut outer) = (plan.raw_query(), Vec::new(), BTreeSet::new());
    while let Some(row) = rows.next().unwrap() {
        let step: String = row.get(3).unwrap();
        // Steps under one parent are loops, each inside the one before it.
        let is_outer =
            !step.starts_with("SCAN ") && !step.starts_with("SEARCH ") || outer.insert(row.get::<_, i64>(1).unwrap());
        let Some(table) = step.strip_prefix("SCAN ") else { continue };
        let by_index = table.contains("INDEX") && (sql.contains("LIMIT") || sql.starts_with("SELECT count(*)"));
        let is_part = PARTS.iter().any(|part| table.starts_with(part));
        let is_given = table == "CONSTANT ROW" || table.ends_with("VALUES CLAUSE");
        if !(by_index || is_part || is_given) || is_part && !is_outer {
            scans.push(step);
        }
    }
    scans
}

/// What PostgreSQL would walk through although walking costs it a fortune.
async fn postgres_scans(client: &tokio_postgres::Client, sql: &str) -> Vec<String> {
    let params = (1..1000).take_while(|number| sql.contains(&format!("${number}"))).count();
    let nulls = if params == 0 { String::new() } else { format!("({})", vec!["NULL"; params].join(", ")) };
    client.batch_execute(&format!("PREPARE explained AS {sql}")).await.unwrap_or_else(|error| panic!("{error}: {sql}"));
    let plan = client.simple_query(&format!("EXPLAIN EXECUTE explained{nulls}")).await.unwrap();
    client.batch_execute("DEALLOCATE explained").await.unwrap();
    let lines = plan.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(String::from),
        _ => None,
    });
    lines.filter(|line| line.contains("Seq Scan on ")).collect()
}

#[tokio::test]
async fn no_list_and_no_frequent_statement_walks_through_a_table() {
    let url = postgres::fresh_database_url().await;
    let name = url.rsplit('/').next().unwrap().to_owned();
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(&format!("ALTER DATABASE {name} SET log_statement = 'all'")).await.unwrap();
    let receiver = Receiver::start(Clock::set_to(NOW.parse().unwrap())).await;
    let there = provider(&receiver.url);
    let server = TestServer::start_with(url.parse().unwrap(), |config| {
        config.messages = Some(there);
        config.demo = true;
        bounces::take_reports(config);
    })
    .await;
    call_everything(&server, &receiver).await;
    let statements = postgres::statements(&name);
    assert!(statements.len() > 100, "{}", statements.len());

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("empty.db");
    let _migrated = TestServer::start(DatabaseUrl::sqlite(&path)).await;
    let sqlite = rusqlite::Connection::open(&path).unwrap();
    client.batch_execute("SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan").await.unwrap();
    let mut walks = BTreeSet::new();
    for sql in &statements {
        if ["pg_", "migrations"].iter().any(|own| sql.contains(own)) {
            continue;
        }
        // SQLite has one writer, and holds no rows.
        let mut found =
            sqlite_scans(&sqlite, sql.replace("FOR UPDATE SKIP LOCKED", "").trim_end_matches(" FOR UPDATE"));
        found.extend(postgres_scans(&client, sql).await);
        if !found.is_empty() && !WHOLE.iter().any(|(whole, _)| sql.contains(whole)) {
            walks.insert(format!("{sql}\n  {}", found.join("\n  ")));
        }
    }
    assert!(walks.is_empty(), "{}", walks.into_iter().collect::<Vec<_>>().join("\n\n"));
}

//! Budgets of the most important calls: statements on both engines, and round trips to PostgreSQL. A call that exceeds its budget fails
//! here; one that needs less fails too, until its budget is lowered. On a warm server no statement is prepared again.

use std::sync::atomic::{AtomicUsize, Ordering};

use doccare::identity::callers;
use doccare::platform::db::Counts;
use doccare::platform::ids::Secret;
use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Patient, booking_form, booking_path};
use crate::harness::stored::approved_visit;
use crate::harness::{Answer, TestServer, on_both_engines, with_server};

/// The call, its statements on SQLite, and its statements and round trips on PostgreSQL, where locks are statements too.
const COSTS: [(&str, u64, (u64, u64)); 29] = [
    ("token check", 1, (1, 1)),
    ("login", 5, (6, 4)),
    ("one doctor", 1, (1, 1)),
    ("free slots", 1, (1, 1)),
    ("week", 1, (1, 1)),
    ("alternatives", 1, (1, 1)),
    ("page of doctors", 1, (1, 1)),
    ("own bookings", 3, (3, 3)),
    ("doctor's dashboard", 6, (6, 6)),
    ("book", 10, (12, 4)),
    ("people", 2, (2, 2)),
    ("book for a person", 11, (13, 4)),
    ("book with one for whom somebody waits", 13, (15, 6)),
    ("book with one who has sessions", 11, (13, 4)),
    ("free slots of sessions", 1, (1, 1)),
    ("book with one who knows the patient", 15, (18, 6)),
    ("book with one who approves all", 15, (18, 6)),
    ("proposals", 3, (3, 3)),
    ("book by a proposal", 14, (16, 6)),
    ("reschedule", 12, (14, 5)),
    ("cancel", 11, (12, 5)),
    ("approve", 15, (16, 5)),
    ("today", 8, (8, 2)),
    ("figures", 4, (4, 2)),
    ("mark", 15, (16, 6)),
    ("page of a visit", 7, (7, 2)),
    ("page of a door", 4, (4, 3)),
    ("arrive at a door", 11, (12, 8)),
    ("token at a door", 15, (18, 8)),
];

/// The number of calls before the measured one, so that every connection has prepared the statements.
const WARM_UP: usize = 4;

const ATTEMPTS: usize = 5;

/// Statements of a login for its rate limit, on PostgreSQL.
const LOGIN_COUNTED: u64 = 12;

struct People {
    patient: Patient,
    doctor: String,
    doctor_token: String,
}

/// Makes a call for the `turn`-th time; the data that it needs is created before `begin` is called.
async fn call(server: &TestServer, people: &People, name: &str, turn: usize) -> Counts {
    let People { patient, doctor, doctor_token } = people;
    let (date, begin) = (format!("2026-11-{}", 16 + turn), || server.app.db.counts());
    let get = async |path: String, token: &str| {
        let before = begin();
        assert_ok(&server.ask("GET", &path, token, None).await);
        begin().since(before)
    };
    match name {
        "token check" => {
            let before = begin();
            let caller = callers::Patient::of_token(&server.app, &Secret::shown(&patient.token)).await;
            assert_eq!(caller.unwrap().id, patient.id);
            begin().since(before)
        }
        "login" => {
            let before = begin();
            let form = json!({"email": patient.email, "password": PASSWORD});
            assert_ok(&server.post("/user/api/login", form).await);
            begin().since(before)
        }
        "one doctor" => get(format!("/user/api/doctor/{doctor}"), "").await,
        "free slots" => get(format!("/user/api/doctor/{doctor}/slots?date={date}"), "").await,
        "week" => get(format!("/user/api/doctor/{doctor}/availability?days=7"), "").await,
        "alternatives" => get(format!("/user/api/doctor/{doctor}/alternatives?date={date}"), "").await,
        "page of doctors" => get("/user/api/finddoctors?limit=20".into(), "").await,
        "own bookings" => get(format!("/user/api/previous/booking/{}?limit=10", patient.id), &patient.token).await,
        "doctor's dashboard" => get(format!("/user/api/doctor/dashboard/{doctor}"), doctor_token).await,
        "book" => {
            let before = begin();
            book(server, people, &date, "10:00").await;
            begin().since(before)
        }
        "people" => get(format!("/user/api/user/people/{}", patient.id), &patient.token).await,
        "book for a person" => {
            let mut form = booking_form(&date, "10:30");
            form["person"] = json!(person(server, patient).await);
            let before = begin();
            assert_ok(&server.ask("POST", &booking_path(doctor, &patient.id), &patient.token, Some(form)).await);
            begin().since(before)
        }
        "book with one for whom somebody waits" => {
            server.execute(&format!("UPDATE doctors SET has_waitlist = TRUE WHERE id = '{doctor}'")).await;
            let counted = book_for_a_while(server, people, &date, "11:30").await;
            server.execute(&format!("UPDATE doctors SET has_waitlist = FALSE WHERE id = '{doctor}'")).await;
            counted
        }
        "book with one who has sessions" => {
            plan_sessions(server, doctor).await;
            let counted = book_for_a_while(server, people, &date, "11:30").await;
            server.execute("DELETE FROM doctor_sessions").await;
            counted
        }
        "free slots of sessions" => {
            plan_sessions(server, doctor).await;
            let path = format!("/user/api/doctor/{doctor}/slots?date={date}");
            // They are changes for the availability index.
            get(path.clone(), "").await;
            let counted = get(path, "").await;
            server.execute("DELETE FROM doctor_sessions").await;
            counted
        }
        "book with one who knows the patient" => {
            answer(server, people, "known").await;
            book_in_the_past(server, people, turn).await;
            let counted = book_for_a_while(server, people, &date, "11:30").await;
            answer(server, people, "each").await;
            counted
        }
        "book with one who approves all" => {
            answer(server, people, "all").await;
            let counted = book_for_a_while(server, people, &date, "11:45").await;
            answer(server, people, "each").await;
            counted
        }
        "proposals" => {
            propose(server, people, turn).await;
            // The visit is a change for the availability index.
            get(format!("/user/api/doctor/{doctor}/slots?date={date}"), "").await;
            let counted = get(format!("/user/api/user/followups/{}", patient.id), &patient.token).await;
            server.execute("DELETE FROM follow_ups").await;
            counted
        }
        "book by a proposal" => take_proposal(server, people, turn, &date).await,
        "reschedule" => {
            let id = book(server, people, &date, "10:15").await;
            let (before, slot) = (begin(), json!({"date": date, "time": "10:45"}));
            let path = format!("/user/api/appointment/reschedule/{id}");
            assert_ok(&server.ask("PATCH", &path, &patient.token, Some(slot)).await);
            begin().since(before)
        }
        "cancel" => {
            let id = book(server, people, &date, "11:00").await;
            let before = begin();
            assert_ok(&server.ask("PATCH", &format!("/user/api/appointment/cancel/{id}"), &patient.token, None).await);
            begin().since(before)
        }
        _ => call_of_clinic(server, people, name, turn).await,
    }
}

/// The calls of a clinic's day, measured in the same way.
async fn call_of_clinic(server: &TestServer, people: &People, name: &str, turn: usize) -> Counts {
    let begin = || server.app.db.counts();
    let get = async |path: &str, token: &str| {
        let before = begin();
        assert_ok(&server.ask("GET", path, token, None).await);
        begin().since(before)
    };
    match name {
        "approve" => {
            let id = book(server, people, &format!("2026-11-{}", 16 + turn), "11:15").await;
            let before = begin();
            let path = format!("/user/api/doctor/appointment/approve/{id}");
            assert_ok(&server.ask("PATCH", &path, &people.doctor_token, None).await);
            begin().since(before)
        }
        "today" => get(&format!("/user/api/doctor/today/{}", people.doctor), &people.doctor_token).await,
        "figures" => get(&format!("/user/api/doctor/figures/{}?days=90", people.doctor), &people.doctor_token).await,
        "mark" => mark(server, people, turn).await,
        "page of a visit" => {
            let link = server.app.keys.encrypt("visit page", "", visit_today(server, people, turn).await.as_bytes());
            get("/user/api/visit", &link).await
        }
        "page of a door" => {
            give_tokens(server, people).await;
            get(&format!("/user/api/door/{}", people.doctor), "").await
        }
        "arrive at a door" => {
            visit_today(server, people, turn).await;
            at_door(server, people, "arrival", turn).await
        }
        "token at a door" => {
            give_tokens(server, people).await;
            at_door(server, people, "token", turn).await
        }
        _ => panic!("no such call: {name}"),
    }
}

/// The same hours as before, and more in the evening.
async fn plan_sessions(server: &TestServer, doctor: &str) {
    for weekday in 0..7 {
        for (from, to) in [(600, 720), (1020, 1080)] {
            server
                .execute(&format!(
                    "INSERT INTO doctor_sessions (id, doctor_id, weekday, from_minute, to_minute)
                     VALUES ('{weekday} {from}', '{doctor}', {weekday}, {from}, {to})"
                ))
                .await;
        }
    }
}

/// The cost of a booking; then it is cancelled.
async fn book_for_a_while(server: &TestServer, people: &People, date: &str, time: &str) -> Counts {
    let before = server.app.db.counts();
    let id = book(server, people, date, time).await;
    let counted = server.app.db.counts().since(before);
    let cancel = format!("/user/api/appointment/cancel/{id}");
    assert_ok(&server.ask("PATCH", &cancel, &people.patient.token, None).await);
    counted
}

/// The cost of marking a no-show.
async fn mark(server: &TestServer, people: &People, turn: usize) -> Counts {
    let id = visit_today(server, people, turn).await;
    let (before, body) = (server.app.db.counts(), json!({"attendance": "absent"}));
    let path = format!("/user/api/doctor/today/{}/attendance/{id}", people.doctor);
    assert_ok(&server.ask("PATCH", &path, &people.doctor_token, Some(body)).await);
    server.app.db.counts().since(before)
}

async fn give_tokens(server: &TestServer, People { doctor, .. }: &People) {
    server.execute(&format!("UPDATE doctors SET door_tokens = 200 WHERE id = '{doctor}'")).await;
}

/// What a phone does at the door of the doctor's clinic: with the number of all bookings, or as a walk-in whose phone and number are new,
/// because each takes at most three tokens a day.
async fn at_door(server: &TestServer, People { doctor, doctor_token, .. }: &People, call: &str, turn: usize) -> Counts {
    let today = server.ask("GET", &format!("/user/api/doctor/today/{doctor}"), doctor_token, None).await;
    let (number, device) = if call == "arrival" {
        ("9876543210".to_owned(), "device-of-a-patient".to_owned())
    } else {
        static WALK_INS: AtomicUsize = AtomicUsize::new(0);
        let number = WALK_INS.fetch_add(1, Ordering::Relaxed);
        (format!("98470{number:05}"), format!("device-of-walk-in-{number}"))
    };
    let body = json!({
        "code": today.body["data"]["door"]["code"], "phoneNumber": number, "device": device,
        "doctor": doctor, "name": format!("Walker {turn}"),
    });
    let before = server.app.db.counts();
    let answer = server.post(&format!("/user/api/door/{doctor}/{call}"), body).await;
    assert!([200, 201].contains(&answer.status), "{}", answer.text);
    server.app.db.counts().since(before)
}

/// Always the same one.
async fn person(server: &TestServer, patient: &Patient) -> String {
    let (path, form) =
        (format!("/user/api/user/people/{}", patient.id), json!({"name": "Amma", "phoneNumber": "9876543211"}));
    let saved = server.ask("POST", &path, &patient.token, Some(form)).await;
    assert_eq!(saved.status, 201, "{}", saved.text);
    saved.id()
}

async fn answer(server: &TestServer, People { doctor, doctor_token, .. }: &People, answered_by: &str) {
    let path = format!("/user/api/doctor/answering/{doctor}");
    assert_ok(&server.ask("PUT", &path, doctor_token, Some(json!({"answeredBy": answered_by}))).await);
}

/// An approved visit in the past; created once.
async fn book_in_the_past(server: &TestServer, People { patient, doctor, .. }: &People, turn: usize) {
    if turn == 0 {
        server.store_visits(vec![approved_visit(&format!("seen-{}", patient.id), doctor, &patient.id, 0)]).await;
    }
}

/// A past visit with a follow-up for today, which is proposed already.
async fn propose(server: &TestServer, People { patient, doctor, .. }: &People, turn: usize) -> String {
    let today = 1_794_681_000_000;
    let (id, begun) = (format!("again-{turn}-{}", patient.id), today - 86_400_000 * i64::try_from(turn + 1).unwrap());
    let visit = approved_visit(&id, doctor, &patient.id, begun);
    server.store_visits(vec![visit.clone()]).await;
    server.store_follow_up(&visit, today, Some(1)).await;
    id
}

/// An approved visit of today; created once.
async fn visit_today(server: &TestServer, People { patient, doctor, .. }: &People, turn: usize) -> String {
    let id = format!("today-{turn}-{}", patient.id);
    let starts_at = server.clock.now_millis() - i64::try_from(turn).unwrap() * 900_000;
    server.store_visits(vec![approved_visit(&id, doctor, &patient.id, starts_at)]).await;
    id
}

async fn take_proposal(server: &TestServer, people: &People, turn: usize, date: &str) -> Counts {
    let patient = &people.patient;
    let visit = propose(server, people, turn).await;
    let path = format!("/user/api/user/followups/{}/{visit}", patient.id);
    let (before, slot) = (server.app.db.counts(), json!({"date": date, "time": "11:45"}));
    let booked = server.ask("POST", &path, &patient.token, Some(slot)).await;
    let counted = server.app.db.counts().since(before);
    assert_ok(&booked);
    let id = booked.id();
    assert_ok(&server.ask("PATCH", &format!("/user/api/appointment/cancel/{id}"), &patient.token, None).await);
    server.execute("DELETE FROM follow_ups").await;
    counted
}

#[track_caller]
fn assert_ok(answer: &Answer) {
    assert_eq!(answer.status, 200, "{}", answer.text);
}

async fn book(server: &TestServer, People { patient, doctor, .. }: &People, date: &str, time: &str) -> String {
    let booked = server.book(patient, doctor, date, time).await;
    assert_ok(&booked);
    let id: &Value = &booked.body["data"]["_id"];
    id.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn no_call_exceeds_its_statement_budget_and_nothing_is_prepared_twice() {
    with_server(async |server| {
        let on_postgres = server.app.db.is_multi_instance();
        let mut left = COSTS.to_vec();
        let mut wrong = Vec::new();
        // The pool may use a connection that has not prepared the statements yet; then it is measured again, with other people.
        for attempt in 0..ATTEMPTS {
            let (patient, doctor) = (server.patient(attempt).await, server.doctor(attempt).await);
            let people = People { doctor_token: server.sign_in_doctor(&doctor).await, patient, doctor };
            let mut again = Vec::new();
            wrong.clear();
            for (name, on_sqlite, costs) in left {
                for turn in 0..WARM_UP {
                    call(&server, &people, name, turn).await;
                }
                let found = call(&server, &people, name, WARM_UP).await;
                let (statements, trips) = if on_postgres { costs } else { (on_sqlite, 0) };
                let wanted = Counts { statements, trips, compiled: 0 };
                if found != wanted {
                    wrong.push(format!("{name}: {found:?} instead of {wanted:?}"));
                    again.push((name, on_sqlite, costs));
                }
            }
            left = again;
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    })
    .await;
}

#[tokio::test]
async fn counting_tries_costs_sqlite_nothing_and_a_booking_nothing_anywhere() {
    on_both_engines(async |url| {
        let costs = async |rate_limits| {
            let server = TestServer::start_with(url.clone(), |config| config.rate_limits = rate_limits).await;
            let number = usize::from(rate_limits);
            let (patient, doctor) = (server.patient(number).await, server.doctor(number).await);
            let people = People { doctor_token: String::new(), patient, doctor };
            let mut statements = Vec::new();
            for name in ["login", "book"] {
                call(&server, &people, name, 0).await;
                statements.push(call(&server, &people, name, 1).await.statements);
            }
            (statements, server.app.db.is_multi_instance())
        };
        let ((mut without, on_postgres), (with, _)) = (costs(false).await, costs(true).await);
        if on_postgres {
            // Counters of the account and of the network are locked, read and written at the start of the attempt, and again when it is
            // settled.
            without[0] += LOGIN_COUNTED;
        }
        assert_eq!(with, without);
    })
    .await;
}

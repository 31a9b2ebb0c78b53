//! What the calls that matter most may cost: statements on both engines, and round trips to PostgreSQL. One that asks more of
//! the database than its line says fails here, and one that asks less gets a better line. On a warm server no statement is
//! compiled again.

use doccare::identity::callers;
use doccare::platform::db::Counts;
use doccare::platform::ids::Secret;
use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{Answer, TestServer, on_both_engines, with_server};

/// The call, its statements on SQLite, and its statements and round trips on PostgreSQL, where locks are statements too.
const COSTS: [(&str, u64, (u64, u64)); 12] = [
    ("token check", 1, (1, 1)),
    ("login", 4, (5, 4)),
    ("one doctor", 1, (1, 1)),
    ("free slots", 1, (1, 1)),
    ("week", 1, (1, 1)),
    ("page of doctors", 1, (1, 1)),
    ("own bookings", 3, (3, 3)),
    ("doctor's dashboard", 6, (6, 6)),
    ("book", 10, (12, 4)),
    ("reschedule", 10, (12, 5)),
    ("cancel", 9, (10, 5)),
    ("approve", 12, (13, 4)),
];

/// So many times each call is made before it is measured: every connection that takes part has seen it.
const WARM_UP: usize = 4;

const ATTEMPTS: usize = 5;

/// Statements of a login that count it, on PostgreSQL.
const LOGIN_COUNTED: u64 = 6;

struct People {
    patient: Patient,
    doctor: String,
    doctor_token: String,
}

/// Makes a call for the `turn`-th time; what it needs is made before `begin` is asked.
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
        "page of doctors" => get("/user/api/finddoctors?limit=20".into(), "").await,
        "own bookings" => get(format!("/user/api/previous/booking/{}?limit=10", patient.id), &patient.token).await,
        "doctor's dashboard" => get(format!("/user/api/doctor/dashboard/{doctor}"), doctor_token).await,
        "book" => {
            let before = begin();
            book(server, people, &date, "10:00").await;
            begin().since(before)
        }
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
        "approve" => {
            let id = book(server, people, &date, "11:15").await;
            let before = begin();
            let path = format!("/user/api/doctor/appointment/approve/{id}");
            assert_ok(&server.ask("PATCH", &path, doctor_token, None).await);
            begin().since(before)
        }
        _ => panic!("no such call: {name}"),
    }
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
async fn no_call_costs_more_than_its_line_says_and_nothing_is_compiled_twice() {
    with_server(async |server| {
        let on_postgres = server.app.db.has_neighbours();
        let mut left = COSTS.to_vec();
        let mut wrong = Vec::new();
        // The pool may give a call a connection that has not seen it yet; then it is measured again, with other people.
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
            (statements, server.app.db.has_neighbours())
        };
        let ((mut without, on_postgres), (with, _)) = (costs(false).await, costs(true).await);
        if on_postgres {
            // Who was right here before? Then the try with its lock, and the try taken back with its lock.
            without[0] += LOGIN_COUNTED;
        }
        assert_eq!(with, without);
    })
    .await;
}

//! Figures of past visits: from the marks of a day to what the doctor sees.

use doccare::appointments::{Appointment, Attendance};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Doctor, TODAY, approved};
use crate::harness::stored::approved_visit;
use crate::harness::{TestServer, with_server};
use crate::missed::SATURDAY;

async fn figures(server: &TestServer, doctor: &Doctor, query: &str) -> Value {
    let answer = doctor.ask(server, "GET", &format!("figures/{}{query}", doctor.id), None).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"].clone()
}

/// The figures of an hour; none without visits or walk-ins.
fn of_hour(figures: &Value, hour: i64) -> Value {
    let found = figures["hours"].as_array().unwrap().iter().find(|one| one["hour"] == hour);
    found.cloned().unwrap_or(Value::Null)
}

#[tokio::test]
async fn the_waiting_time_is_from_the_arrival_to_being_called_in() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let mut ids = Vec::new();
        for (number, time) in ["10:00", "10:15", "10:30", "10:45", "11:00"].into_iter().enumerate() {
            ids.push(approved(&server, &server.patient(number).await, &doctor, TODAY, time).await);
        }
        for id in &ids {
            doctor.says(&server, id, "arrived").await;
        }
        server.clock.advance(SignedDuration::from_mins(20));
        // Arrived again is no new arrival; but taken back, the patient was not there.
        doctor.says(&server, &ids[0], "arrived").await;
        doctor.says(&server, &ids[1], "").await;
        doctor.says(&server, &ids[1], "arrived").await;
        server.clock.advance(SignedDuration::from_mins(100));
        for id in &ids {
            doctor.says(&server, id, "called").await;
        }
        // Back, and in again: the wait began with the arrival.
        doctor.says(&server, &ids[2], "arrived").await;
        server.clock.advance(SignedDuration::from_hours(1));
        doctor.says(&server, &ids[2], "called").await;
        let found = figures(&server, &doctor, "").await;
        // 120, 100, 180, 120 and 120 minutes.
        assert_eq!((&found["days"], &found["visits"], &found["waitMinutes"]), (&json!(30), &json!(5), &json!(128)));
        assert_eq!(found["missedPercent"], 0);
        let hour = json!({"hour": 10, "visits": 4, "missedPercent": null, "waited": 4, "waitMinutes": null});
        assert_eq!(of_hour(&found, 10), hour, "four are too few");
        assert_eq!(found["leadTimes"][0], json!({"days": 0, "visits": 5}));
        // A patient who did not come has not waited.
        doctor.says(&server, &ids[4], "absent").await;
        let found = figures(&server, &doctor, "?days=90").await;
        assert_eq!((&found["missedPercent"], &found["waitMinutes"]), (&json!(20), &json!(null)));
        assert_eq!(found["weekdays"][6], json!({"weekday": "Sunday", "visits": 5, "missedPercent": 20}));
    })
    .await;
}

#[tokio::test]
async fn walk_ins_wait_from_when_they_came_also_when_they_get_a_slot() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        for number in 0..5 {
            let added = doctor.walk_in(&server, &format!("Walker {number}"), None).await;
            assert_eq!(added.status, 201, "{}", added.text);
        }
        server.clock.advance(SignedDuration::from_mins(90));
        // The first gets a slot by now, keeps the place, and waits no longer for that.
        assert_eq!(doctor.walk_in(&server, "Walker 0", Some("11:00")).await.status, 201);
        let day = doctor.today(&server).await;
        for comer in day["comers"].as_array().unwrap() {
            doctor.says(&server, comer["_id"].as_str().unwrap(), "called").await;
        }
        server.clock.advance(SignedDuration::from_hours(2));
        let found = figures(&server, &doctor, "").await;
        assert_eq!(found["waitMinutes"], 90);
        assert_eq!((&of_hour(&found, 9)["waited"], &of_hour(&found, 9)["visits"]), (&json!(4), &json!(0)));
        assert_eq!((&of_hour(&found, 11)["waited"], &of_hour(&found, 11)["visits"]), (&json!(1), &json!(1)));
        assert_eq!(found["leadTimes"][0]["visits"], 0, "walk-ins did not book");
    })
    .await;
}

#[tokio::test]
async fn the_period_is_thirty_or_ninety_days_and_forgotten_marks_are_no_waits() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let (day, minute) = (86_400_000, 60_000);
        // The day before, and other days before that; the first visit of each was missed.
        let visit = |number: i64, days: i64| {
            let starts_at = SATURDAY - days * day + (number % 8) * 15 * minute;
            let visit = approved_visit(&format!("v{days}-{number}"), &doctor.id, &patient.id, starts_at);
            let is_missed = number == 0;
            let wait = if number == 1 { 7 * 60 * minute } else { 30 * minute };
            Appointment {
                attendance: Some(if is_missed { Attendance::Absent } else { Attendance::Done }),
                arrived_at: (!is_missed).then_some(starts_at),
                called_at: (!is_missed).then_some(starts_at + wait),
                created_at: starts_at - 2 * day,
                ..visit
            }
        };
        for days in [0, 20, 40, 95] {
            server.store_visits((0..8).map(|number| visit(number, days)).collect()).await;
        }
        let found = figures(&server, &doctor, "?days=30").await;
        assert_eq!(
            (&found["visits"], &found["missedPercent"], &found["waitMinutes"]),
            (&json!(16), &json!(13), &json!(30))
        );
        assert_eq!(of_hour(&found, 10)["waited"], 4, "one of four waited for seven hours");
        assert_eq!((&found["leadTimes"][2]["visits"], &found["leadTimes"][6]["visits"]), (&json!(16), &json!(0)));
        assert_eq!(figures(&server, &doctor, "?days=90").await["visits"], 24);
        let refused = doctor.ask(&server, "GET", &format!("figures/{}?days=31", doctor.id), None).await;
        assert_eq!(refused.bad_fields(), ["days"]);
    })
    .await;
}

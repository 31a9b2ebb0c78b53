//! Decisions that name the shown state, about a request that has changed since.

use serde_json::{Value, json};

use super::{DAY, booked, decide};
use crate::harness::people::{Doctor, Patient};
use crate::harness::{TestServer, with_server};

async fn move_to(server: &TestServer, patient: &Patient, id: &str, date: &str, time: &str) {
    let path = format!("/user/api/appointment/reschedule/{id}");
    let moved = server.ask("PATCH", &path, &patient.token, Some(json!({"date": date, "time": time}))).await;
    assert_eq!(moved.status, 200, "{}", moved.text);
}

fn seen(date: &str, time: &str) -> Value {
    json!({"date": date, "time": time})
}

#[tokio::test]
async fn a_decision_about_a_request_that_was_moved_is_refused_with_the_request_as_it_is() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = booked(&server, &patient, &doctor, DAY, "10:00").await;
        move_to(&server, &patient, &id, "Nov 17, 2026", "10:30").await;
        for (verb, body) in [
            ("approve", Some(seen(DAY, "10:00"))),
            ("reject", Some(seen(DAY, "10:00"))),
            // A difference in one of both is a conflict.
            ("approve", Some(json!({"date": DAY}))),
            ("approve", Some(json!({"time": "10:00"}))),
        ] {
            let refused = decide(&server, &doctor, verb, &id, body).await;
            refused.assert_problem(409, "not_changeable");
            let now = &refused.body["data"];
            assert_eq!(
                (&now["_id"], &now["date"], &now["time"], &now["status"]),
                (&json!(id), &json!("Nov 17, 2026"), &json!("10:30"), &json!("Pending")),
                "{}",
                refused.text
            );
        }
        let approved = decide(&server, &doctor, "approve", &id, Some(seen("2026-11-17", "10:30 AM"))).await;
        assert_eq!((approved.status, &approved.body["data"]["status"]), (200, &json!("Checked")), "{}", approved.text);

        // A request that was decided or cancelled meanwhile gets the same kind of answer.
        let refused = decide(&server, &doctor, "reject", &id, Some(seen("2026-11-17", "10:30"))).await;
        refused.assert_problem(409, "not_changeable");
        assert_eq!(refused.body["data"]["status"], "Checked", "{}", refused.text);
    })
    .await;
}

#[tokio::test]
async fn a_decision_that_names_nothing_works_as_before() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        for (number, body) in [None, Some(json!({})), Some(json!({"date": "", "time": null}))].into_iter().enumerate() {
            let id = booked(&server, &patient, &doctor, DAY, ["10:00", "10:15", "10:30"][number]).await;
            move_to(&server, &patient, &id, "Nov 17, 2026", ["10:00", "10:15", "10:30"][number]).await;
            let verb = if number == 1 { "reject" } else { "approve" };
            let decided = decide(&server, &doctor, verb, &id, body).await;
            assert_eq!(decided.status, 200, "{}", decided.text);
        }
        let id = booked(&server, &patient, &doctor, DAY, "10:00").await;
        for body in [Some(seen("yesterday", "10:00")), Some(seen(DAY, "late")), Some(seen("9999-12-31", "99:99"))] {
            let refused = decide(&server, &doctor, "approve", &id, body).await;
            assert_eq!(refused.status, 422, "{}", refused.text);
        }
    })
    .await;
}

#[tokio::test]
async fn a_desk_is_shown_only_what_it_may_see_of_a_request_that_changed() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let (staff, _) = server.desk_staff(&doctor.id, 1).await;
        let assistant = doctor.with_token(server.sign_in_desk(&staff).await);
        let id = booked(&server, &patient, &doctor, DAY, "10:00").await;
        move_to(&server, &patient, &id, DAY, "11:00").await;
        let refused = decide(&server, &assistant, "approve", &id, Some(seen(DAY, "10:00"))).await;
        refused.assert_problem(409, "not_changeable");
        assert_eq!(refused.body["data"]["time"], "11:00");
        let other = Doctor::of(&server, 2).await;
        let refused = decide(&server, &other, "approve", &id, Some(seen(DAY, "10:00"))).await;
        assert!([403, 404].contains(&refused.status) && refused.body["data"].is_null(), "{}", refused.text);
    })
    .await;
}

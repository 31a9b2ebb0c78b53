//! Requests that need no answer or get none: approved automatically if the doctor chose it, ended at their deadline (`unanswered`), and
//! listed in digests (`digests`).

use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{DAY, Doctor, booked, decide, get, says};
use crate::eml::Eml;
use crate::harness::people::{Patient, booking_path};
use crate::harness::{TestServer, with_server};
use crate::proofs::sums;

pub async fn answers(server: &TestServer, doctor: &Doctor, setting: Value) {
    let path = format!("/user/api/doctor/answering/{}", doctor.id);
    let saved = server.ask("PUT", &path, &doctor.token, Some(setting)).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
}

/// The status of a new booking.
async fn book(server: &TestServer, patient: &Patient, doctor: &Doctor, date: &str, time: &str) -> String {
    let answer = server.book(patient, &doctor.id, date, time).await;
    answer.body["data"]["status"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
}

/// The beginnings of the subjects of the mails to an address, sorted.
pub fn subjects<'a>(mails: &'a [Eml], to: &str) -> Vec<&'a str> {
    let mut found: Vec<&str> = mails
        .iter()
        .filter(|mail| mail.header("to").contains(to))
        .map(|mail| mail.header("subject").split(':').next().unwrap_or_default())
        .collect();
    found.sort_unstable();
    found
}

pub async fn own_bookings(server: &TestServer, patient: &Patient) -> Vec<Value> {
    let path = format!("/user/api/previous/booking/{}", patient.id);
    server.ask("GET", &path, &patient.token, None).await.body["data"].as_array().unwrap().clone()
}

pub async fn log_of(server: &TestServer, admin: &str, action: &str) -> Vec<Value> {
    let log = server.ask("GET", &format!("/admin/api/audit?action={action}"), admin, None).await;
    log.body["data"].as_array().unwrap_or_else(|| panic!("{}", log.text)).clone()
}

/// Advances the clock to so many hours after the start of the tests, nine in the morning of a Sunday.
pub fn wait(server: &TestServer, hours: i64) {
    server.clock.advance(SignedDuration::from_hours(hours));
}

#[tokio::test]
async fn a_doctor_answers_each_request_until_they_choose_otherwise() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let path = format!("answering/{}", doctor.id);
        let usual = json!({"answeredBy": "each", "atOnceADay": 10, "digests": true});
        assert_eq!(get(&server, &doctor, &path).await.body["data"], usual);
        assert_eq!(book(&server, &patient, &doctor, DAY, "10:00").await, "Pending");

        answers(&server, &doctor, json!({"answeredBy": "all", "atOnceADay": "3", "digests": false})).await;
        answers(&server, &doctor, json!({})).await;
        let chosen = json!({"answeredBy": "all", "atOnceADay": 3, "digests": false});
        assert_eq!(get(&server, &doctor, &path).await.body["data"], chosen, "what is left out stays");
        let wrong = json!({"answeredBy": "some", "atOnceADay": 0, "digests": "no"});
        let refused = server.ask("PUT", &format!("/user/api/doctor/{path}"), &doctor.token, Some(wrong)).await;
        refused.assert_problem(422, "invalid_fields");
        assert_eq!(refused.bad_fields(), ["answeredBy", "atOnceADay", "digests"]);
        for most in ["97", "1.5", "-1", "many"] {
            let wrong = Some(json!({"atOnceADay": most}));
            let refused = server.ask("PUT", &format!("/user/api/doctor/{path}"), &doctor.token, wrong).await;
            assert_eq!(refused.bad_fields(), ["atOnceADay"], "{most}");
        }
        let waiting = get(&server, &doctor, &format!("appointments/{}", doctor.id)).await;
        assert_eq!(waiting.body["total"], 1, "what waited before goes on waiting");
        // A change of the profile keeps the setting.
        let week = Some(json!({"daysOff": ["Sunday"]}));
        let path = format!("/user/api/doctor/schedule/{}", doctor.id);
        assert_eq!(server.ask("PUT", &path, &doctor.token, week).await.status, 200);
        assert_eq!(get(&server, &doctor, &format!("answering/{}", doctor.id)).await.body["data"], chosen);
    })
    .await;
}

#[tokio::test]
async fn known_patients_are_approved_automatically_also_after_a_move() {
    with_server(async |server| {
        server.make_admin().await;
        let (patient, stranger, doctor) =
            (server.patient(1).await, server.patient(2).await, Doctor::of(&server, 1).await);
        answers(&server, &doctor, json!({"answeredBy": "known"})).await;
        let first = booked(&server, &patient, &doctor, DAY, "10:00").await;
        decide(&server, &doctor, "approve", &first, None).await;
        assert_eq!(book(&server, &patient, &doctor, DAY, "10:30").await, "Pending", "the visit is still to come");
        wait(&server, 25);
        server.clock.advance(SignedDuration::from_mins(14));
        assert_eq!(book(&server, &patient, &doctor, DAY, "11:00").await, "Pending", "the visit is not over");
        server.clock.advance(SignedDuration::from_mins(1));
        let before = server.mails().await.len();

        let answer = server.book(&patient, &doctor.id, "2026-11-17", "10:00").await;
        assert_eq!(answer.body["data"]["status"], "Checked", "{}", answer.text);
        assert_eq!(answer.body["message"], "Your appointment is booked and confirmed.");
        let mails = server.mails().await;
        assert_eq!(mails.len(), before + 2);
        let of_it = &mails[before..];
        assert_eq!(subjects(of_it, &patient.email), ["Your appointment is confirmed"]);
        assert_eq!(subjects(of_it, "doctor1@example.org"), ["An appointment was approved at once"]);
        assert!(of_it.iter().all(|mail| mail.parts().len() > 2), "both have it in their calendar");

        assert_eq!(book(&server, &stranger, &doctor, "2026-11-17", "10:15").await, "Pending", "somebody else");
        let brother = json!({"name": "Binu Nair", "phoneNumber": "9876543210", "date": "2026-11-17", "time": "10:30"});
        let brother = server.ask("POST", &booking_path(&doctor.id, &patient.id), &patient.token, Some(brother)).await;
        assert_eq!(
            brother.body["data"]["status"], "Pending",
            "a patient whom the doctor has not seen: {}",
            brother.text
        );

        let id = answer.id();
        let path = format!("/user/api/appointment/reschedule/{id}");
        let slot = json!({"date": "2026-11-18", "time": "11:45"});
        let moved = server.ask("PATCH", &path, &patient.token, Some(slot)).await;
        assert_eq!((&moved.body["data"]["status"], &moved.body["data"]["time"]), (&json!("Checked"), &json!("11:45")));
        let mails = server.mails().await;
        let moved = mails.iter().find(|mail| mail.header("to").contains(&patient.email) && says(mail, "Before:"));
        assert!(says(moved.unwrap(), "The new time is confirmed"));

        let by_program = log_of(&server, &server.admin_token_again().await, "approve_at_once").await;
        let who: Vec<_> = by_program.iter().map(|row| (&row["actor"]["role"], &row["subject"]["_id"])).collect();
        assert_eq!(who, [(&json!("program"), &json!(id)), (&json!("program"), &json!(id))], "{by_program:?}");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn everybody_is_approved_at_once_until_the_day_is_full() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        answers(&server, &doctor, json!({"answeredBy": "all", "atOnceADay": 2})).await;
        let patients = server.patients(0..4).await;
        let id = booked(&server, &patients[0], &doctor, DAY, "10:00").await;
        assert_eq!(book(&server, &patients[1], &doctor, DAY, "10:15").await, "Checked");
        assert_eq!(book(&server, &patients[2], &doctor, DAY, "10:30").await, "Pending", "the day is full");
        assert_eq!(book(&server, &patients[2], &doctor, "2026-11-17", "10:30").await, "Checked", "another day is not");
        // A move within a full day keeps the approval; a move into it becomes a request.
        let reschedule = async |patient: &Patient, id: &str, date: &str, time: &str| {
            let slot = Some(json!({"date": date, "time": time}));
            let answer =
                server.ask("PATCH", &format!("/user/api/appointment/reschedule/{id}"), &patient.token, slot).await;
            answer.body["data"]["status"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
        };
        assert_eq!(reschedule(&patients[0], &id, DAY, "11:00").await, "Checked");
        let other = booked(&server, &patients[3], &doctor, "2026-11-17", "10:45").await;
        assert_eq!(reschedule(&patients[3], &other, DAY, "11:15").await, "Pending");
        decide(&server, &doctor, "cancel", &id, None).await;
        assert_eq!(book(&server, &patients[0], &doctor, DAY, "11:30").await, "Checked", "a place is free again");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn concurrent_bookings_do_not_exceed_the_daily_automatic_approvals() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        answers(&server, &doctor, json!({"answeredBy": "all", "atOnceADay": 3})).await;
        let patients = server.patients(0..8).await;
        let times = ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"];
        let all = patients.iter().zip(times).map(|(patient, time)| book(&server, patient, &doctor, DAY, time));
        let statuses = join_all(all).await;
        assert_eq!(statuses.iter().filter(|status| *status == "Checked").count(), 3, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| *status == "Pending").count(), 5, "{statuses:?}");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

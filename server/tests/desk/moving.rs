//! The desk and the doctor move and cancel visits, with a reason; the patient is told.

use futures::future::join;
use serde_json::json;

use super::{Caller, Clinic, MONDAY, TODAY, recorded, set_sessions};
use crate::harness::people::Patient;
use crate::harness::{Answer, TestServer, with_limits, with_server};
use crate::proofs::sums;

const REASON: &str = "The doctor is in surgery.";

impl Caller<'_> {
    async fn move_to(&self, id: &str, (date, time): (&str, &str)) -> Answer {
        let body = json!({"date": date, "time": time, "reason": REASON});
        self.ask("PATCH", &format!("doctor/appointment/move/{id}"), Some(body)).await
    }

    pub(super) async fn cancel(&self, id: &str) -> Answer {
        self.ask("PATCH", &format!("doctor/appointment/cancel/{id}"), Some(json!({"reason": REASON}))).await
    }
}

impl Clinic<'_> {
    pub(super) async fn approved(&self, patient: &Patient, date: &str, time: &str) -> String {
        let id = self.book(patient, date, time).await;
        assert_eq!(self.doctor.approve(&id).await.status, 200);
        id
    }
}

/// The subjects and texts of the mails to a patient.
pub(super) async fn mails_to(server: &TestServer, patient: &Patient) -> Vec<(String, String)> {
    let mails = server.mails().await;
    let own = mails.iter().filter(|mail| mail.header("to").contains(&patient.email));
    own.map(|mail| (mail.header("subject").to_owned(), mail.text("text/plain").unwrap_or_default())).collect()
}

#[tokio::test]
async fn a_desk_moves_a_visit_which_stays_approved_with_another_token() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let (patient, assistant) = (server.patient(1).await, &clinic.assistant);
        let id = clinic.approved(&patient, TODAY, "10:00").await;
        let taken = clinic.approved(&server.patient(2).await, MONDAY, "10:15").await;
        server.mails().await;
        let moved = assistant.move_to(&id, (MONDAY, "10:30")).await;
        assert_eq!(moved.status, 200, "{}", moved.text);
        let visit = &moved.body["data"];
        assert_eq!(
            (&visit["status"], &visit["token"], &visit["date"], &visit["time"], &visit["reason"]),
            (&json!("Checked"), &json!("3"), &json!("Nov 16, 2026"), &json!("10:30"), &json!(REASON))
        );
        let mails = mails_to(&server, &patient).await;
        let told = mails.iter().find(|(subject, _)| subject.starts_with("The doctor moved your appointment"));
        let (_, text) = told.unwrap_or_else(|| panic!("{mails:?}"));
        for said in [REASON, "10:00 am", "10:30 am"] {
            assert!(text.contains(said), "{said}: {text}");
        }
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        // The old time is free, the new one is not.
        assert_eq!(server.book(&server.patient(3).await, &assistant.doctor, TODAY, "10:00").await.status, 200);
        assistant.move_to(&taken, (MONDAY, "10:30")).await.assert_problem(409, "slot_taken");
        assert_eq!(assistant.move_to(&id, (MONDAY, "10:30")).await.status, 200, "where it is already");
        let actions: Vec<String> = recorded(&server, &clinic.assistant_id).await.into_iter().map(|row| row.0).collect();
        assert_eq!(actions, ["move"]);
        // A patient who moves it again asks anew, and the doctor's reason is over.
        let path = format!("/user/api/appointment/reschedule/{id}");
        let again = server.ask("PATCH", &path, &patient.token, Some(json!({"date": MONDAY, "time": "10:45"}))).await;
        assert_eq!((&again.body["data"]["status"], &again.body["data"]["reason"]), (&json!("Pending"), &json!(null)));
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_moved_stays_and_the_answer_says_why() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let (patient, desk) = (server.patient(1).await, &clinic.desk);
        let here = clinic.approved(&patient, MONDAY, "11:00").await;
        let elsewhere = clinic.approved(&patient, MONDAY, "10:15").await;
        let waits = clinic.book(&patient, MONDAY, "11:15").await;
        for caller in [&clinic.desk, &clinic.assistant] {
            caller.move_to(&waits, (MONDAY, "11:45")).await.assert_problem(409, "not_changeable");
        }
        // What happens elsewhere is not there for a hospital's desk, and it moves nothing there.
        desk.move_to(&elsewhere, (MONDAY, "11:45")).await.assert_problem(404, "not_found");
        desk.cancel(&elsewhere).await.assert_problem(404, "not_found");
        assert_eq!(desk.move_to(&here, (MONDAY, "10:30")).await.bad_fields(), ["time"]);
        let without = json!({"date": MONDAY, "time": "11:45"});
        let path = format!("doctor/appointment/move/{here}");
        assert_eq!(desk.ask("PATCH", &path, Some(without)).await.bad_fields(), ["reason"]);
        let late = json!({"date": MONDAY, "time": "11:45", "reason": REASON, "seenDate": MONDAY, "seenTime": "10:45"});
        let changed = desk.ask("PATCH", &path, Some(late)).await;
        changed.assert_problem(409, "not_changeable");
        assert_eq!(changed.body["data"]["time"], "11:00");
        let other = server.doctor(7).await;
        let others = server.sign_in_doctor(&other).await;
        let body = json!({"date": MONDAY, "time": "11:45", "reason": REASON});
        let path = format!("/user/api/{path}");
        server.ask("PATCH", &path, &others, Some(body.clone())).await.assert_problem(403, "forbidden");
        server.ask("PATCH", &path, &patient.token, Some(body)).await.assert_problem(403, "forbidden");
        let starts = ["2026-11-16T11:00:00+05:30", "2026-11-16T10:15:00+05:30", "2026-11-16T11:15:00+05:30"];
        let own = server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        for visit in own.body["data"].as_array().unwrap() {
            assert!(starts.contains(&visit["startsAt"].as_str().unwrap()), "{visit}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_desk_cancels_with_a_reason_that_the_patient_reads() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let patient = server.patient(1).await;
        let id = clinic.approved(&patient, MONDAY, "11:00").await;
        server.mails().await;
        let cancelled = clinic.desk.cancel(&id).await;
        assert_eq!((cancelled.status, &cancelled.body["data"]["status"]), (200, &json!("Cancelled")));
        clinic.desk.cancel(&id).await.assert_problem(409, "not_changeable");
        let mails = mails_to(&server, &patient).await;
        let told = mails.iter().find(|(subject, _)| subject.starts_with("The doctor cancelled your appointment"));
        assert!(told.is_some_and(|(_, text)| text.contains(REASON)), "{mails:?}");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        let rows = recorded(&server, &clinic.desk_id).await;
        assert_eq!(rows, [("cancel".to_owned(), "Staff 2".to_owned(), json!("Doctor Number1"))]);
    })
    .await;
}

#[tokio::test]
async fn a_move_and_a_booking_of_one_slot_are_one_visit_there() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let (one, other) = (server.patient(1).await, server.patient(2).await);
        let doctor = clinic.doctor.doctor.as_str();
        for (number, time) in ["10:15", "10:30", "10:45", "11:15"].into_iter().enumerate() {
            let id = clinic.approved(&one, &format!("2026-11-{}", 17 + number), "10:00").await;
            let body = json!({"date": MONDAY, "time": time, "reason": REASON});
            let path = format!("/user/api/doctor/appointment/move/{id}");
            let (moved, booked) = join(
                server.ask("PATCH", &path, &clinic.assistant.token, Some(body)),
                server.book(&other, doctor, MONDAY, time),
            )
            .await;
            assert_eq!(
                [moved.status, booked.status].into_iter().filter(|status| *status == 200).count(),
                1,
                "{} {}",
                moved.text,
                booked.text
            );
        }
        server.assert_none_overlap(doctor).await;
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn a_move_whose_answer_was_lost_is_answered_again_and_not_called_changed() {
    with_server(async |server| {
        let (clinic, patient) = (Clinic::new(&server).await, server.patient(1).await);
        let id = clinic.approved(&patient, MONDAY, "10:00").await;
        let body = |time: &str| {
            json!({"date": MONDAY, "time": time, "reason": REASON, "seenDate": MONDAY, "seenTime": "10:00"})
        };
        let path = format!("doctor/appointment/move/{id}");
        for _ in 0..2 {
            let moved = clinic.assistant.ask("PATCH", &path, Some(body("10:30"))).await;
            assert_eq!((moved.status, &moved.body["data"]["time"]), (200, &json!("10:30")), "{}", moved.text);
            assert_eq!(moved.body["data"]["told"], true, "by mail");
        }
        clinic.assistant.ask("PATCH", &path, Some(body("10:45"))).await.assert_problem(409, "not_changeable");
        let mails = mails_to(&server, &patient).await;
        let told = mails.iter().filter(|(subject, _)| subject.starts_with("The doctor moved"));
        assert_eq!(told.count(), 1, "told once");
    })
    .await;
}

#[tokio::test]
async fn who_cannot_be_told_of_a_move_or_an_end_is_to_be_called() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let form = json!({"name": "Rema", "phoneNumber": "9847012345", "date": MONDAY, "time": "10:00"});
        let booked = clinic.assistant.ask("POST", "doctor/desk/bookings/{doctor}", Some(form)).await;
        let id = booked.id();
        for answer in [clinic.assistant.move_to(&id, (MONDAY, "10:30")).await, clinic.assistant.cancel(&id).await] {
            assert_eq!((answer.status, &answer.body["data"]["told"]), (200, &json!(false)), "{}", answer.text);
            assert!(answer.body["message"].as_str().unwrap().contains("please call the patient"), "{}", answer.text);
        }
        let patient = clinic.approved(&server.patient(1).await, MONDAY, "11:00").await;
        let cancelled = clinic.assistant.cancel(&patient).await;
        assert_eq!(cancelled.body["data"]["told"], true, "{}", cancelled.text);
    })
    .await;
}

#[tokio::test]
async fn a_desk_that_moves_without_end_waits() {
    with_limits(async |server| {
        let clinic = Clinic::new(&server).await;
        let mut refused = None;
        let id = clinic.approved(&server.patient(1).await, MONDAY, "10:00").await;
        for number in 0..130 {
            let time = ["10:15", "10:30"][number % 2];
            if clinic.assistant.move_to(&id, (MONDAY, time)).await.status == 429 {
                refused = Some(number);
                break;
            }
        }
        assert_eq!(refused, Some(120));
    })
    .await;
}

/// The clinic moves it, and not the patient: the fee that was agreed is the most that the patient pays.
#[tokio::test]
async fn a_visit_that_the_desk_moves_gets_no_dearer() {
    with_server(async |server| {
        let (clinic, patient) = (Clinic::new(&server).await, server.patient(1).await);
        set_sessions(&clinic.doctor, &clinic.hospital, 900).await;
        let id = clinic.approved(&patient, MONDAY, "11:00").await;
        let cheaper = clinic.assistant.move_to(&id, (MONDAY, "10:00")).await;
        assert_eq!(cheaper.body["data"]["fee"], 300, "{}", cheaper.text);
        let dearer = clinic.assistant.move_to(&id, (MONDAY, "11:15")).await;
        assert_eq!(dearer.body["data"]["fee"], 300, "{}", dearer.text);
    })
    .await;
}

//! The day as the desk runs it: order by presence, marks from a stale page, undo, no-shows, and walk-ins that are removed.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Doctor, TODAY, approved, each, four, mark_of};
use crate::harness::{Answer, TestServer, with_server};
use crate::proofs::sums;

impl Doctor {
    async fn mark_seen(&self, server: &TestServer, id: &str, body: Value) -> Answer {
        self.ask(server, "PATCH", &format!("today/{}/attendance/{id}", self.id), Some(body)).await
    }

    async fn remove_walk_in(&self, server: &TestServer, id: &str) -> Answer {
        self.ask(server, "DELETE", &format!("today/{}/walkins/{id}", self.id), None).await
    }

    async fn waiting_tokens(&self, server: &TestServer) -> Vec<String> {
        let screen = self.screen(server).await;
        let shown = server.with_link("GET", "/user/api/screen", &screen, None).await;
        let waiting = shown.body["data"]["queue"]["waiting"].as_array().unwrap().clone();
        waiting.iter().map(|one| one["token"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn the_day_and_the_screen_are_ordered_by_presence() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let ids = four(&server, &doctor).await;
        assert_eq!(doctor.walk_in(&server, "Binu", None).await.status, 201);
        doctor.says(&server, &ids[3], "arrived").await;
        let day = doctor.today(&server).await;
        assert_eq!(each(&day, "token"), ["4", "W1", "1", "2", "3"], "in the clinic, then expected");
        assert_eq!(doctor.waiting_tokens(&server).await, ["4", "W1", "1", "2", "3"]);
        doctor.says(&server, &ids[2], "called").await;
        let day = doctor.today(&server).await;
        assert_eq!(each(&day, "token"), ["3", "4", "W1", "1", "2"], "with the doctor first");
        doctor.says(&server, &ids[2], "done").await;
        let day = doctor.today(&server).await;
        assert_eq!(each(&day, "token"), ["4", "W1", "1", "2", "3"], "who was seen comes last");
        assert!(day["now"].as_str().unwrap().starts_with("2026-11-15T09:00:0"), "{}", day["now"]);
    })
    .await;
}

#[tokio::test]
async fn no_expected_time_is_before_the_session_and_walk_ins_delay_no_slot() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        four(&server, &doctor).await;
        for name in ["Binu", "Chandran", "Devi"] {
            assert_eq!(doctor.walk_in(&server, name, None).await.status, 201);
        }
        let shown = server.with_link("GET", "/user/api/screen", &doctor.screen(&server).await, None).await;
        let waiting = shown.body["data"]["queue"]["waiting"].as_array().unwrap().clone();
        let from = |token: &str| {
            let place = waiting.iter().find(|one| one["token"] == token).unwrap();
            (place["from"].as_str().unwrap().to_owned(), place["to"].as_str().unwrap().to_owned())
        };
        assert_eq!(from("1"), ("09:55".into(), "10:05".into()), "{waiting:?}");
        assert!(from("W1").0.as_str() >= "10:30", "{waiting:?}");
    })
    .await;
}

#[tokio::test]
async fn a_patient_is_marked_absent_only_after_the_time() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = approved(&server, &patient, &doctor, TODAY, "10:00").await;
        let refused = doctor.mark(&server, &id, Some("absent")).await;
        refused.assert_problem(409, "not_changeable");
        assert!(refused.body["message"].as_str().unwrap().contains("10:00"), "{}", refused.text);
        assert_eq!(doctor.walk_in(&server, "Binu", None).await.status, 201);
        let day = doctor.today(&server).await;
        let walk_in =
            day["comers"].as_array().unwrap().iter().find(|one| one["walkIn"] == true).unwrap()["_id"].clone();
        doctor.says(&server, walk_in.as_str().unwrap(), "absent").await;
        server.clock.advance(SignedDuration::from_hours(1));
        doctor.says(&server, &id, "absent").await;
    })
    .await;
}

#[tokio::test]
async fn a_mark_from_a_stale_page_is_refused() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let ids = four(&server, &doctor).await;
        doctor.says(&server, &ids[0], "called").await;
        let refused = doctor.mark_seen(&server, &ids[0], json!({"attendance": "arrived", "was": "none"})).await;
        refused.assert_problem(409, "not_changeable");
        assert_eq!(mark_of(&doctor.today(&server).await, &ids[0]), "called");
        // Two desks with the same mark do not conflict.
        let same = doctor.mark_seen(&server, &ids[0], json!({"attendance": "called", "was": "none"})).await;
        assert_eq!(same.status, 200, "{}", same.text);
        let seen = doctor.mark_seen(&server, &ids[0], json!({"attendance": "done", "was": "called"})).await;
        assert_eq!(seen.status, 200, "{}", seen.text);
        let wrong = doctor.mark_seen(&server, &ids[0], json!({"attendance": "done", "was": "asleep"})).await;
        wrong.assert_problem(422, "invalid_fields");
    })
    .await;
}

#[tokio::test]
async fn undoing_a_call_restores_the_previous_patient() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let ids = four(&server, &doctor).await;
        doctor.says(&server, &ids[1], "arrived").await;
        doctor.says(&server, &ids[0], "called").await;
        doctor.says(&server, &ids[1], "called").await;
        let undo = json!({"attendance": "arrived", "was": "called", "recall": ids[0]});
        let undone = doctor.mark_seen(&server, &ids[1], undo.clone()).await;
        assert_eq!(undone.status, 200, "{}", undone.text);
        let day = doctor.today(&server).await;
        assert_eq!((mark_of(&day, &ids[0]), mark_of(&day, &ids[1])), (json!("called"), json!("arrived")));
        // Another patient is with the doctor by now: nothing is undone.
        doctor.says(&server, &ids[1], "called").await;
        doctor.says(&server, &ids[0], "called").await;
        doctor.mark_seen(&server, &ids[1], undo).await.assert_problem(409, "not_changeable");
        let wrong = json!({"attendance": "arrived", "was": "done", "recall": ids[2]});
        doctor.mark_seen(&server, &ids[1], wrong).await.assert_problem(409, "not_changeable");
        let unknown = json!({"attendance": "arrived", "was": "done", "recall": "nobody"});
        doctor.mark_seen(&server, &ids[1], unknown).await.assert_problem(404, "not_found");
        assert_eq!(mark_of(&doctor.today(&server).await, &ids[1]), "done");
    })
    .await;
}

#[tokio::test]
async fn a_walk_in_needs_no_number_is_named_with_the_token_and_can_be_removed() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let add = async |body: Value| {
            let added = doctor.ask(&server, "POST", &format!("today/{}/walkins", doctor.id), Some(body)).await;
            assert_eq!(added.status, 201, "{}", added.text);
            added
        };
        let binu = add(json!({"name": "Binu"})).await;
        assert_eq!(binu.body["data"]["added"]["token"], "W1");
        assert!(binu.body["message"].as_str().unwrap().contains("W1"), "{}", binu.text);
        // A name alone does not identify a person.
        let other = add(json!({"name": "Binu", "phoneNumber": ""})).await;
        assert_eq!(other.body["data"]["added"]["token"], "W2");
        let timed = add(json!({"name": "Devi", "time": "10:30"})).await;
        let waits = binu.body["data"]["added"]["_id"].as_str().unwrap();
        let booked = timed.body["data"]["added"]["_id"].as_str().unwrap();
        let again = add(json!({"name": "Esha", "phoneNumber": "9876543211"})).await;
        let same = add(json!({"name": "Esha", "phoneNumber": "9876543211"})).await;
        assert_eq!(again.body["data"]["added"], same.body["data"]["added"], "the same form sent again");

        doctor.says(&server, waits, "called").await;
        doctor.remove_walk_in(&server, waits).await.assert_problem(409, "not_changeable");
        doctor.says(&server, waits, "arrived").await;
        for id in [waits, booked] {
            let removed = doctor.remove_walk_in(&server, id).await;
            assert_eq!(removed.status, 200, "{}", removed.text);
            assert_eq!(mark_of(&removed.body["data"], id), "missing");
            doctor.remove_walk_in(&server, id).await.assert_problem(404, "not_found");
        }
        assert!(doctor.today(&server).await["free"].as_array().unwrap().contains(&json!("10:30")));
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        // A patient's own booking is not a walk-in.
        let visit = approved(&server, &server.patient(1).await, &doctor, TODAY, "11:00").await;
        doctor.remove_walk_in(&server, &visit).await.assert_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn a_mail_about_a_delay_contains_the_expected_time() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        approved(&server, &patient, &doctor, TODAY, "10:15").await;
        assert_eq!(doctor.is_late(&server, 20).await.status, 200);
        let mail = server.mails().await.into_iter().rfind(|mail| mail.header("subject").contains("late")).unwrap();
        let text = mail.text("text/plain").unwrap();
        assert!(text.contains("10:35"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn the_counts_of_a_doctors_first_page_add_up() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        approved(&server, &patient, &doctor, TODAY, "10:00").await;
        let id = server.booked(&patient, &doctor.id, TODAY, "10:15").await;
        let path = format!("/user/api/appointment/cancel/{id}");
        assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
        let figures = doctor.ask(&server, "GET", &format!("dashboard/{}", doctor.id), None).await;
        let of = |name: &str| figures.body["data"][name].as_i64().unwrap_or(-1);
        assert_eq!(of("cancelled"), 1, "{}", figures.text);
        assert_eq!(of("total"), of("pending") + of("approved") + of("rejected") + of("cancelled"));
    })
    .await;
}

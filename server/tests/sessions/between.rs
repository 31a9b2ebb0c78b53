//! Between two sessions of a day: which session a delay and a walk-in belong to.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Doctor, SUNDAY, book};
use crate::harness::people::Patient;
use crate::harness::{Answer, TestServer, with_server};

/// A doctor with sessions today from 10 to 11 at a hospital and from 17 to 18 at the doctor's own clinic, an approved visit in each, and
/// the ids of both. The patient of the morning is called in at 10:30 and never marked as done.
async fn busy_morning(server: &TestServer) -> (Doctor, Patient, [String; 2]) {
    let (doctor, patient) = (Doctor::of(server, 1).await, server.patient(1).await);
    let sunday = json!({"sessions": [
        {"weekday": "Sunday", "from": "10:00", "to": "11:00", "place": doctor.hospital},
        {"weekday": "Sunday", "from": "17:00", "to": "18:00"},
    ]});
    assert_eq!(doctor.put_sessions(server, "", sunday).await.status, 200);
    let mut visits = Vec::new();
    for time in ["10:15", "17:00"] {
        let id = book(server, &patient, &doctor, SUNDAY, time).await["_id"].as_str().unwrap().to_owned();
        server.approve(&doctor.token, &id).await;
        visits.push(id);
    }
    advance(server, 90);
    let called = mark(server, &doctor, &visits[0], "called").await;
    assert_eq!(called.status, 200, "{}", called.text);
    (doctor, patient, visits.try_into().unwrap())
}

fn advance(server: &TestServer, minutes: i64) {
    server.clock.advance(SignedDuration::from_mins(minutes));
}

async fn mark(server: &TestServer, doctor: &Doctor, id: &str, attendance: &str) -> Answer {
    let body = json!({"attendance": attendance});
    doctor.ask(server, "PATCH", &format!("today/{{id}}/attendance/{id}"), Some(body)).await
}

async fn today(server: &TestServer, doctor: &Doctor) -> Value {
    doctor.ask(server, "GET", "today/{id}", None).await.body["data"].clone()
}

async fn be_late(server: &TestServer, doctor: &Doctor, minutes: i64) -> Value {
    let late = doctor.ask(server, "PUT", "today/{id}/late", Some(json!({"minutes": minutes}))).await;
    assert_eq!(late.status, 200, "{}", late.text);
    late.body["data"].clone()
}

async fn walk_in(server: &TestServer, doctor: &Doctor, name: &str, session: Option<&str>) -> Answer {
    // Ids sort by the millisecond, so the clock has to advance.
    server.clock.advance(SignedDuration::from_millis(1));
    let mut body = json!({"name": name, "phoneNumber": "9876543211"});
    if let Some(session) = session {
        body["session"] = json!(session);
    }
    doctor.ask(server, "POST", "today/{id}/walkins", Some(body)).await
}

/// The sessions of the walk-ins, by name.
fn sessions_of_walk_ins(today: &Value) -> Vec<(&str, u64)> {
    let comers = today["comers"].as_array().unwrap().iter().filter(|comer| comer["walkIn"] == true);
    comers.map(|comer| (comer["patient_name"].as_str().unwrap(), comer["session"].as_u64().unwrap())).collect()
}

#[tokio::test]
async fn a_delay_between_two_sessions_is_for_the_next_one_and_mailed_to_its_patients() {
    with_server(async |server| {
        let (doctor, patient, _) = busy_morning(&server).await;
        // 12:30: a patient of the morning is still marked as called in.
        advance(&server, 120);
        let before = server.mails().await.len();
        let shown = be_late(&server, &doctor, 30).await;
        assert_eq!((&shown["current"], &shown["late"]), (&json!(1), &json!(30)));
        let mails = server.mails().await;
        assert_eq!(mails.len() - before, 1, "the patient of the evening is told");
        let told = mails.iter().find(|mail| mail.header("subject").to_lowercase().contains("late")).expect("a mail");
        assert!(told.header("to").contains(&patient.email));
        assert!(told.text("text/plain").unwrap().contains("5:00"), "{}", told.text("text/plain").unwrap());
        advance(&server, 4 * 60 + 35);
        assert_eq!(today(&server, &doctor).await["late"], 30, "17:05: the evening is under way, and late");
    })
    .await;
}

#[tokio::test]
async fn a_delay_of_a_session_can_be_changed_until_the_delayed_end() {
    with_server(async |server| {
        let (doctor, ..) = busy_morning(&server).await;
        assert_eq!(be_late(&server, &doctor, 40).await["current"], 0, "10:30: of the morning");
        // 11:20: the session ends at 11:40 now.
        advance(&server, 50);
        let shown = be_late(&server, &doctor, 60).await;
        assert_eq!((&shown["current"], &shown["late"]), (&json!(0), &json!(60)));
        // 12:00 is its end.
        advance(&server, 40);
        let shown = today(&server, &doctor).await;
        assert_eq!((&shown["current"], &shown["late"]), (&json!(1), &json!(0)));
    })
    .await;
}

#[tokio::test]
async fn a_walk_in_between_two_sessions_is_added_to_the_next_unless_the_desk_chooses() {
    with_server(async |server| {
        let (doctor, ..) = busy_morning(&server).await;
        // 11:10: the morning runs over.
        advance(&server, 40);
        let added = walk_in(&server, &doctor, "Binu", None).await;
        assert_eq!(added.status, 201, "{}", added.text);
        let kept = walk_in(&server, &doctor, "Chitra", Some("10:00")).await;
        assert_eq!(kept.status, 201, "{}", kept.text);
        let shown = today(&server, &doctor).await;
        assert_eq!(sessions_of_walk_ins(&shown), [("Binu", 1), ("Chitra", 0)]);
        let chitra = shown["comers"].as_array().unwrap().iter().find(|comer| comer["patient_name"] == "Chitra");
        assert_eq!(chitra.unwrap()["place"], json!(doctor.hospital), "where that session is");
        let open = |shown: &Value| {
            let sessions = shown["sessions"].as_array().unwrap().iter();
            sessions.map(|session| session["open"].as_bool().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(open(&shown), [true, true]);
        for wrong in ["10:15", "tomorrow"] {
            let refused = walk_in(&server, &doctor, "Devi", Some(wrong)).await;
            assert_eq!(refused.bad_fields(), ["session"], "{wrong}: {}", refused.text);
        }
        // From 17:00 on the board of the morning is not shown.
        advance(&server, 6 * 60);
        assert_eq!(open(&today(&server, &doctor).await), [false, true]);
        assert_eq!(walk_in(&server, &doctor, "Devi", Some("10:00")).await.bad_fields(), ["session"]);
        let link = server.pair_screen(&doctor.id, &doctor.token).await;
        let board = server.ask("GET", "/user/api/screen", &link, None).await.body["data"]["queue"].clone();
        let tokens: Vec<&str> =
            board["waiting"].as_array().unwrap().iter().map(|place| place["token"].as_str().unwrap()).collect();
        assert_eq!(tokens, ["W1", "1"], "the evening's board has the walk-in: {board}");
    })
    .await;
}

#[tokio::test]
async fn the_screen_shows_the_morning_while_its_patients_wait() {
    with_server(async |server| {
        let (doctor, _, [morning, _]) = busy_morning(&server).await;
        advance(&server, 40);
        let link = server.pair_screen(&doctor.id, &doctor.token).await;
        let serving = async || {
            let shown = server.ask("GET", "/user/api/screen", &link, None).await;
            shown.body["data"]["queue"]["serving"].clone()
        };
        assert_eq!(serving().await, "2", "11:10: token 2 of the morning is inside");
        assert_eq!(mark(&server, &doctor, &morning, "done").await.status, 200);
        assert_eq!(serving().await, Value::Null, "the evening, which has not begun");
    })
    .await;
}

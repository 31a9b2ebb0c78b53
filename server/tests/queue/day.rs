//! Tokens, arrivals, and a late doctor.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Doctor, MONDAY, TODAY, approved, each, four, mark_of, own};
use crate::harness::with_server;

#[tokio::test]
async fn a_token_is_the_number_of_the_slot_and_is_fixed_when_the_visit_is_approved() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let waiting = server.booked(&patient, &doctor.id, MONDAY, "10:30").await;
        let asked = own(&server, &patient, &waiting).await;
        assert_eq!((&asked["token"], &asked["queuePage"]), (&json!(null), &json!(null)));
        let by_hand = doctor.ask(&server, "PATCH", &format!("appointment/approve/{waiting}"), None).await;
        assert_eq!(by_hand.body["data"]["token"], "3");
        // Sent at once, because a queued mail is withdrawn by the next change.
        server.mails().await;
        doctor.answers(&server, "all").await;
        let at_once = server.book(&patient, &doctor.id, MONDAY, "11:45").await;
        assert_eq!(at_once.body["data"]["token"], "8");
        let path = format!("/user/api/appointment/reschedule/{waiting}");
        let slot = json!({"date": MONDAY, "time": "11:00"});
        let moved = server.ask("PATCH", &path, &patient.token, Some(slot)).await;
        assert_eq!((&moved.body["data"]["status"], &moved.body["data"]["token"]), (&json!("Checked"), &json!("5")));
        server.mails().await;
        doctor.answers(&server, "each").await;
        let slot = json!({"date": MONDAY, "time": "11:15"});
        let asked_again = server.ask("PATCH", &path, &patient.token, Some(slot)).await;
        assert_eq!(asked_again.body["data"]["token"], json!(null), "{}", asked_again.text);
        let told = |token: &str| format!("Token: {token}\n");
        let mails: Vec<String> = server.mails().await.iter().filter_map(|mail| mail.text("text/plain")).collect();
        for token in ["3", "8", "5"] {
            assert!(mails.iter().any(|mail| mail.contains(&told(token))), "{token}: {mails:?}");
        }
        assert!(!mails.iter().any(|mail| mail.contains(&told("6"))));
    })
    .await;
}

#[tokio::test]
async fn a_token_stays_when_the_hours_change_and_no_two_of_a_day_are_the_same() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let first = approved(&server, &patient, &doctor, MONDAY, "10:30").await;
        // From half past ten on.
        server.set_start(&doctor.id, 630).await;
        let third = approved(&server, &patient, &doctor, MONDAY, "11:00").await;
        assert_eq!(own(&server, &patient, &first).await["token"], "3");
        assert_eq!(own(&server, &patient, &third).await["token"], "3-2");
    })
    .await;
}

#[tokio::test]
async fn a_doctor_marks_arrivals_and_undoes_a_wrong_tap() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let ids = four(&server, &doctor).await;
        approved(&server, &server.patient(5).await, &doctor, MONDAY, "10:00").await;
        assert_eq!(server.book(&server.patient(6).await, &doctor.id, TODAY, "11:00").await.status, 200);
        let day = doctor.today(&server).await;
        assert_eq!(each(&day, "token"), ["1", "2", "3", "4"], "neither tomorrow's nor who was not approved");
        assert_eq!(each(&day, "attendance"), [&json!(null); 4]);
        assert_eq!(day["free"], json!(["11:15", "11:30", "11:45"]));
        doctor.says(&server, &ids[1], "arrived").await;
        doctor.says(&server, &ids[0], "called").await;
        doctor.says(&server, &ids[1], "called").await;
        server.clock.advance(SignedDuration::from_mins(90));
        doctor.says(&server, &ids[2], "absent").await;
        let marks = |day: &Value| ids.iter().map(|id| mark_of(day, id)).collect::<Vec<_>>();
        let day = doctor.today(&server).await;
        assert_eq!(
            marks(&day),
            [json!("done"), json!("called"), json!("absent"), json!(null)],
            "one is with the doctor"
        );
        for (id, mark) in [(&ids[2], ""), (&ids[1], "arrived")] {
            doctor.says(&server, id, mark).await;
        }
        let day = doctor.today(&server).await;
        assert_eq!(marks(&day), [json!("done"), json!("arrived"), json!(null), json!(null)]);
        doctor.mark(&server, &ids[0], Some("asleep")).await.assert_problem(422, "invalid_fields");
    })
    .await;
}

#[tokio::test]
async fn visits_of_other_doctors_and_days_cannot_be_marked() {
    with_server(async |server| {
        let (patient, doctor, other) =
            (server.patient(1).await, Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        let today = approved(&server, &patient, &doctor, TODAY, "10:00").await;
        let tomorrow = approved(&server, &patient, &doctor, MONDAY, "10:00").await;
        let asked = server.booked(&patient, &doctor.id, TODAY, "10:15").await;
        other.mark(&server, &today, Some("absent")).await.assert_problem(403, "forbidden");
        doctor.mark(&server, "nobody", Some("absent")).await.assert_problem(404, "not_found");
        for id in [&tomorrow, &asked] {
            doctor.mark(&server, id, Some("absent")).await.assert_problem(409, "not_changeable");
        }
        assert_eq!(doctor.walk_in(&server, "Binu", None).await.status, 201);
        let walk_in = doctor.today(&server).await["comers"][0]["_id"].as_str().unwrap().to_owned();
        other.mark(&server, &walk_in, Some("absent")).await.assert_problem(404, "not_found");
        server.clock.advance(SignedDuration::from_hours(24));
        for id in [&today, &walk_in] {
            doctor.mark(&server, id, Some("absent")).await.assert_problem(409, "not_changeable");
        }
        doctor.says(&server, &tomorrow, "arrived").await;
    })
    .await;
}

#[tokio::test]
async fn waiting_patients_get_one_mail_for_each_change_of_the_delay() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let ids = four(&server, &doctor).await;
        approved(&server, &server.patient(5).await, &doctor, MONDAY, "10:00").await;
        assert_eq!(doctor.walk_in(&server, "Binu", Some("11:00")).await.status, 201);
        doctor.says(&server, &ids[0], "called").await;
        doctor.says(&server, &ids[1], "arrived").await;
        doctor.says(&server, &ids[2], "done").await;
        let late = async || {
            let mails = server.mails().await;
            let subjects = mails.iter().map(|mail| (mail.header("to").to_owned(), mail.header("subject").to_owned()));
            let mut told: Vec<_> =
                subjects.filter(|(_, subject)| subject.contains("late") || subject.contains("on time")).collect();
            told.sort();
            told.into_iter()
                .map(|(to, subject)| format!("{to} {}", subject.split(':').next().unwrap()))
                .collect::<Vec<_>>()
        };
        for _ in 0..2 {
            let told = doctor.is_late(&server, 20).await;
            assert_eq!((told.status, &told.body["data"]["late"]), (200, &json!(20)), "{}", told.text);
        }
        let told = late().await;
        assert_eq!(told.len(), 2, "who waits, once: {told:?}");
        assert!(told.iter().all(|mail| mail.contains("The doctor is about 20 minutes late")), "{told:?}");
        assert!(told[0].contains("patient1") && told[1].contains("patient3"), "{told:?}");
        let mail = server.mails().await.into_iter().rfind(|mail| mail.header("subject").contains("late")).unwrap();
        assert!(mail.text("text/plain").unwrap().contains("/visit#"));
        assert_eq!(doctor.is_late(&server, 0).await.status, 200);
        assert_eq!(late().await.len(), 4);
        for minutes in 1..11 {
            assert_eq!(doctor.is_late(&server, minutes).await.status, 200, "{minutes}");
        }
        doctor.is_late(&server, 45).await.assert_problem(409, "limit_reached");
        doctor.is_late(&server, 241).await.assert_problem(422, "invalid_fields");
        server.clock.advance(SignedDuration::from_hours(24));
        assert_eq!(doctor.today(&server).await["late"], 0, "another day");
    })
    .await;
}

//! The doctor's calls: when the number is shown and to whom, the tries, and what the patient chooses after the last one.

use serde_json::{Value, json};

use super::{MONDAY, Practice, TODAY, consent};
use crate::harness::with_server;
use crate::proofs::sums;

#[tokio::test]
async fn the_number_is_shown_from_a_quarter_before_the_visit_until_its_session_ends() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.approved(&patient, TODAY, "12:30").await;
        let number = server.own_booking(&patient, &id).await["contact_number"].clone();
        for (time, is_shown) in [("12:14", false), ("12:15", true), ("12:59", true), ("13:00", false)] {
            practice.at(time);
            let entry = practice.entry(&practice.token, &id).await;
            assert_eq!(
                (&entry["contact_number"], &entry["token"], &entry["mode"]),
                (&json!(""), &json!(""), &json!("phone"))
            );
            let call = &entry["call"];
            let expected = if is_shown { number.clone() } else { Value::Null };
            assert_eq!(
                (&call["canCall"], &call["number"], &call["state"]),
                (&json!(is_shown), &expected, &json!("waiting"))
            );
            assert_eq!(call["patient"], json!({"age": 34, "location": "Kollam", "adultName": null}));
            if !is_shown {
                practice.note(&practice.token, &id, "reached", None).await.assert_problem(409, "not_changeable");
            }
        }
        // No list, no search and no mail of the doctor has it.
        for path in ["upcoming", "all", "previous"] {
            let list = practice.ask("GET", &format!("doctor/appointment/{path}/{{doctor}}"), None).await;
            if list.status == 200 {
                assert!(!list.text.contains(number.as_str().unwrap()), "{path}: {}", list.text);
            }
        }
        let part = &number.as_str().unwrap()[..6];
        let found = practice.ask("GET", &format!("doctor/appointment/upcoming/{{doctor}}?q={part}"), None).await;
        assert_eq!(found.body["data"], json!([]), "nobody finds it digit by digit");
        let known = practice.ask("GET", &format!("doctor/desk/patients/{{doctor}}?q={part}"), None).await;
        assert_eq!(known.body["data"], json!([]), "{}", known.text);
        for mail in server.mails().await.iter().filter(|mail| !mail.header("to").contains(&patient.email)) {
            assert!(!mail.text("text/plain").unwrap().contains(part), "{}", mail.header("subject"));
        }
    })
    .await;
}

#[tokio::test]
async fn desk_staff_see_visits_by_phone_and_call_only_if_the_doctor_lets_them() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.approved(&patient, TODAY, "12:30").await;
        practice.at("12:30");
        let seen = practice.entry(&practice.assistant_token, &id).await["call"].clone();
        assert_eq!(
            (&seen["canCall"], &seen["number"], &seen["state"]),
            (&json!(false), &Value::Null, &json!("waiting"))
        );
        practice.note(&practice.assistant_token, &id, "reached", None).await.assert_problem(403, "forbidden");
        let setting = json!({"deskMayCall": true});
        let saved = practice.ask("PUT", "doctor/schedule/{doctor}", Some(setting)).await;
        assert_eq!(
            (saved.status, &saved.body["data"]["schedule"]["deskMayCall"]),
            (200, &json!(true)),
            "{}",
            saved.text
        );
        let seen = practice.entry(&practice.assistant_token, &id).await["call"].clone();
        assert_eq!((&seen["canCall"], seen["number"].is_string()), (&json!(true), true));
        let noted = practice.note(&practice.assistant_token, &id, "reached", Some(0)).await;
        assert_eq!(noted.status, 200, "{}", noted.text);
        let call = practice.entry(&practice.token, &id).await["call"].clone();
        assert_eq!((&call["state"], &call["tries"][0]["by"]), (&json!("reached"), &json!("desk")));
        // What is not given stays.
        let saved = practice.ask("PUT", "doctor/schedule/{doctor}", Some(json!({"noticeMinutes": 30}))).await;
        assert_eq!(saved.body["data"]["schedule"]["deskMayCall"], true);
        let done = json!({"attendance": "done"});
        let marked = practice.at_desk("PATCH", &format!("doctor/today/{{doctor}}/attendance/{id}"), Some(done)).await;
        assert_eq!(marked.status, 200, "{}", marked.text);
        let call = practice.entry(&practice.token, &id).await["call"].clone();
        assert_eq!((&call["state"], &call["canCall"]), (&json!("done"), &json!(false)));
    })
    .await;
}

#[tokio::test]
async fn after_three_calls_the_patient_moves_the_visit_free_of_charge_or_cancels_it() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let (asha, beena, chitra) = (server.patient(1).await, server.patient(2).await, server.patient(3).await);
        let third = practice.approved(&chitra, TODAY, "12:15").await;
        let id = practice.approved(&asha, TODAY, "12:30").await;
        let other = practice.approved(&beena, TODAY, "12:45").await;
        practice.at("12:35");
        for tries in 0..3 {
            let noted = practice.note(&practice.token, &id, "not_reached", Some(tries)).await;
            assert_eq!(noted.status, 200, "{}", noted.text);
            // The answer was lost: noted again it counts once.
            assert_eq!(practice.note(&practice.token, &id, "not_reached", Some(tries)).await.status, 200);
            let entry = practice.entry(&practice.token, &id).await;
            assert_eq!(
                (&entry["call"]["state"], &entry["call"]["triesLeft"], &entry["attendance"]),
                (&json!("not_reached"), &json!(2 - tries), &if tries == 2 { json!("absent") } else { Value::Null })
            );
            let own = server.own_booking(&asha, &id).await;
            assert_eq!(
                (&own["phone"]["missedCalls"], &own["phone"]["choice"]),
                (&json!(tries + 1), &json!(tries == 2))
            );
            assert_eq!(own["changeable"], tries == 2, "its time has come");
        }
        practice.note(&practice.token, &id, "not_reached", Some(3)).await.assert_problem(409, "not_changeable");
        practice.note(&practice.token, &id, "reached", Some(1)).await.assert_problem(409, "not_changeable");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        // Her time is dearer by now: a visit that is moved free of charge keeps its fee, and nobody has to approve it again.
        let dearer = super::WEEKDAYS
            .map(|weekday| json!({"weekday": weekday, "from": "12:00", "to": "13:00", "fee": 400, "mode": "phone"}));
        let saved = practice.ask("PUT", "doctor/sessions/{doctor}", Some(json!({"sessions": dearer}))).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        let path = format!("/user/api/appointment/reschedule/{id}");
        let to = json!({"date": MONDAY, "time": "12:00"});
        let moved = server.ask("PATCH", &path, &asha.token, Some(to)).await;
        assert_eq!(
            (
                moved.status,
                &moved.body["data"]["status"],
                &moved.body["data"]["fee"],
                &moved.body["data"]["attendance"]
            ),
            (200, &json!("Checked"), &json!(199), &Value::Null),
            "{}",
            moved.text
        );
        let own = server.own_booking(&asha, &id).await;
        assert_eq!((&own["phone"]["missedCalls"], &own["phone"]["choice"]), (&json!(0), &json!(false)));
        practice.at("12:45");
        for _ in 0..3 {
            practice.note(&practice.token, &other, "not_reached", None).await;
        }
        let cancelled = server.ask("PATCH", &format!("/user/api/appointment/cancel/{other}"), &beena.token, None).await;
        assert_eq!(
            (cancelled.status, &cancelled.body["data"]["status"]),
            (200, &json!("Cancelled")),
            "{}",
            cancelled.text
        );
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        // Who chooses nothing for a week has chosen.
        for _ in 0..3 {
            assert_eq!(practice.note(&practice.token, &third, "not_reached", None).await.status, 200);
        }
        server.clock.advance(jiff::SignedDuration::from_hours(7 * 24 + 1));
        let chitra = chitra.again(&server).await;
        assert_eq!(server.own_booking(&chitra, &third).await["phone"]["choice"], false);
        let late = server.ask("PATCH", &format!("/user/api/appointment/cancel/{third}"), &chitra.token, None).await;
        late.assert_problem(409, "not_changeable");
    })
    .await;
}

#[tokio::test]
async fn a_patient_who_calls_back_after_the_third_try_can_be_marked_as_done() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.approved(&patient, TODAY, "12:30").await;
        practice.at("12:35");
        for _ in 0..3 {
            practice.note(&practice.token, &id, "not_reached", None).await;
        }
        let done = Some(json!({"attendance": "done"}));
        let marked = practice.ask("PATCH", &format!("doctor/today/{{doctor}}/attendance/{id}"), done).await;
        assert_eq!(marked.status, 200, "{}", marked.text);
        assert_eq!(server.own_booking(&patient, &id).await["phone"]["choice"], false);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        // Calls are of visits by phone, of this doctor, that are approved.
        let at_clinic = server.booked(&patient, &practice.doctor, MONDAY, "10:15").await;
        practice.note(&practice.token, &at_clinic, "reached", None).await.assert_problem(404, "not_found");
        let pending = practice.book(&patient, (TODAY, "12:45"), consent()).await.id();
        practice.note(&practice.token, &pending, "reached", None).await.assert_problem(409, "not_changeable");
        assert_eq!(practice.note(&practice.token, &pending, "perhaps", None).await.bad_fields(), ["outcome"]);
    })
    .await;
}

#[tokio::test]
async fn the_last_call_in_vain_counts_once_the_visits_time_has_come() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.approved(&patient, TODAY, "12:45").await;
        practice.at("12:31");
        for tries in 0..2 {
            assert_eq!(practice.note(&practice.token, &id, "not_reached", Some(tries)).await.status, 200);
        }
        let early = practice.note(&practice.token, &id, "not_reached", Some(2)).await;
        early.assert_problem(409, "not_changeable");
        assert!(early.body["message"].as_str().unwrap().contains("12:45"), "{}", early.text);
        let own = server.own_booking(&patient, &id).await;
        assert_eq!((&own["phone"]["choice"], &own["attendance"]), (&json!(false), &Value::Null), "it is still to come");
        practice.at("12:45");
        assert_eq!(practice.note(&practice.token, &id, "not_reached", Some(2)).await.status, 200);
        assert_eq!(server.own_booking(&patient, &id).await["phone"]["choice"], true);
    })
    .await;
}

#[tokio::test]
async fn a_visit_by_phone_is_absent_by_its_calls_alone_and_stays_so_when_done_is_taken_back() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.approved(&patient, TODAY, "12:30").await;
        practice.at("12:35");
        let mark = async |attendance: Value| {
            let body = Some(json!({"attendance": attendance}));
            practice.ask("PATCH", &format!("doctor/today/{{doctor}}/attendance/{id}"), body).await
        };
        // Otherwise the patient would not be asked what to do.
        mark(json!("absent")).await.assert_problem(409, "not_changeable");
        for _ in 0..3 {
            practice.note(&practice.token, &id, "not_reached", None).await;
        }
        for attendance in [json!("done"), Value::Null, json!("done"), json!("absent"), Value::Null] {
            let marked = mark(attendance.clone()).await;
            assert_eq!(marked.status, 200, "{}", marked.text);
            let is_done = attendance == "done";
            let own = server.own_booking(&patient, &id).await;
            let expected = if is_done { json!("done") } else { json!("absent") };
            assert_eq!((&own["attendance"], &own["phone"]["choice"]), (&expected, &json!(!is_done)), "{attendance}");
            assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        }
    })
    .await;
}

#[tokio::test]
async fn two_who_note_the_same_call_at_once_note_it_once() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.approved(&patient, TODAY, "12:30").await;
        practice.at("12:30");
        let path = format!("/user/api/doctor/today/{}/calls/{id}", practice.doctor);
        let body = json!({"outcome": "not_reached", "tries": 0});
        let calls = (0..5).map(|_| server.ask("POST", &path, &practice.token, Some(body.clone())));
        for answer in futures::future::join_all(calls).await {
            assert_eq!(answer.status, 200, "{}", answer.text);
        }
        assert_eq!(practice.entry(&practice.token, &id).await["call"]["tries"].as_array().unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn what_a_patient_said_is_in_the_export_and_goes_with_the_account() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.approved(&patient, TODAY, "12:30").await;
        practice.at("12:30");
        practice.note(&practice.token, &id, "not_reached", None).await;
        let data = server.ask("GET", &format!("/user/api/user/data/{}", patient.id), &patient.token, None).await;
        assert!(data.text.contains("Kollam") && data.text.contains(r#""purpose":"phone""#), "{}", data.text);
        let body = json!({"password": crate::harness::people::PASSWORD});
        let path = format!("/user/api/user/profile/{}", patient.id);
        let deleted = server.ask("DELETE", &path, &patient.token, Some(body)).await;
        assert_eq!(deleted.status, 200, "{}", deleted.text);
        let left = "SELECT count(*) FROM phone_consultations WHERE patient_age IS NOT NULL OR patient_location <> ''
                      OR adult_name IS NOT NULL";
        let calls = "SELECT count(*) FROM phone_calls";
        for sql in [left, calls] {
            assert_eq!(server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap(), 0, "{sql}");
        }
    })
    .await;
}

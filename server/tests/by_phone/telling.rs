//! What mails, messages and calendars say of a visit by phone: who calls, with which number, and no place.

use jiff::SignedDuration;
use serde_json::json;

use super::{MONDAY, Practice, TODAY, TUESDAY, consent};
use crate::harness::{Answer, do_job, with_server};
use crate::phone::with_provider;

#[tokio::test]
async fn a_confirmation_names_the_doctor_with_the_registration_number_and_no_place() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.approved(&patient, MONDAY, "12:30").await;
        let mails = server.mails().await;
        let mail = mails.iter().find(|mail| mail.header("subject").contains("confirmed")).unwrap();
        let text = mail.text("text/plain").unwrap();
        let sql = format!("SELECT doctor_id FROM doctors WHERE id = '{}'", practice.doctor);
        let number: String = server.app.db.read(async |tx| tx.first(&sql, &[]).await).await.unwrap().unwrap();
        assert!(text.contains("The doctor calls you then") && text.contains(&number), "{text}");
        assert!(text.contains("by phone") && !text.contains("Address"), "{text}");
        let calendar = mail.text("text/calendar").unwrap();
        assert!(!calendar.contains("LOCATION") && calendar.contains("by phone"), "{calendar}");
        let path = format!("/user/api/appointment/{id}/calendar");
        let file = server.ask("GET", &path, &patient.token, None).await.text;
        assert!(!file.contains("LOCATION"), "{file}");
        let card = server.own_booking(&patient, &id).await;
        assert_eq!(card["doctorId"]["registrationNumber"], json!(number));
        // The evening before.
        server.clock.advance(SignedDuration::from_hours(9));
        do_job(&server.app, "reminders").await;
        let mails = server.mails().await;
        let reminder = mails.iter().find(|mail| !mail.header("list-unsubscribe").is_empty()).unwrap();
        assert!(
            reminder.header("subject").starts_with("Dr. Doctor Number1 calls you tomorrow"),
            "{}",
            reminder.header("subject")
        );
        let text = reminder.text("text/plain").unwrap();
        assert!(!text.contains("maps") && !text.contains("/visit#"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn a_new_time_of_a_session_by_phone_is_proposed_without_an_address() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        practice.approved(&patient, MONDAY, "12:15").await;
        let (date, time, reason) = (TUESDAY, "12:00", "The doctor is in surgery.");
        let body = json!({"sessionDate": MONDAY, "sessionTime": time, "date": date, "time": time, "reason": reason});
        let moved = practice.ask("POST", "doctor/sessionmoves/{doctor}", Some(body)).await;
        assert_eq!(moved.status, 201, "{}", moved.text);
        let mails = server.mails().await;
        let mail = mails.iter().find(|mail| mail.header("subject").contains("another time")).unwrap();
        let text = mail.text("text/plain").unwrap();
        assert!(text.contains("Registration number") && text.contains("by phone"), "{text}");
        assert!(!text.contains("Address"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn messages_say_that_the_doctor_calls_and_that_nobody_answered() {
    with_provider(async |server, receiver| {
        let practice = Practice::new(&server).await;
        let patient = server.reachable(1, "sms", &receiver).await;
        let id = practice.approved(&patient, TODAY, "12:30").await;
        server.hand_over().await;
        let came = receiver.came().pop().unwrap();
        let place = came.body["variables"][3].as_str().unwrap();
        assert!(came.body["kind"] == "approved" && place.starts_with("phone, Reg. "), "{}", came.body);
        practice.at("10:31");
        do_job(&server.app, "reminders").await;
        server.hand_over().await;
        let came = receiver.came().pop().unwrap();
        assert_eq!((&came.body["kind"], &came.body["variables"][3]), (&json!("soon"), &json!("the doctor calls you")));
        practice.at("12:30");
        for _ in 0..3 {
            assert_eq!(practice.note(&practice.token, &id, "not_reached", None).await.status, 200);
            server.hand_over().await;
        }
        let kinds: Vec<String> =
            receiver.came().iter().rev().take(3).map(|came| came.body["kind"].as_str().unwrap().to_owned()).collect();
        assert_eq!(kinds, ["missedcall", "notreached", "notreached"]);
        let last = receiver.came().pop().unwrap();
        assert_eq!(last.body["variables"][0], "Dr. Doctor Number1");
        assert!(last.body["variables"][2].as_str().unwrap().starts_with("care.example/v#"), "{}", last.body);
        let mails = server.mails().await;
        let told = mails.iter().filter(|mail| mail.header("subject").contains("reach you")).count();
        assert_eq!(told, 3, "and by mail each time");
    })
    .await;
}

#[tokio::test]
async fn nobody_is_sent_to_an_address_for_a_visit_by_phone() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.approved(&patient, MONDAY, "12:15").await;
        let body = json!({
            "sessionDate": MONDAY, "sessionTime": "12:00", "date": TUESDAY, "time": "12:00", "reason": "The doctor is in surgery."
        });
        let moved = practice.ask("POST", "doctor/sessionmoves/{doctor}", Some(body)).await;
        assert_eq!(moved.status, 201, "{}", moved.text);
        let path = format!("/user/api/user/moves/{}", patient.id);
        let own = server.ask("GET", &path, &patient.token, None).await.body["data"][0].clone();
        assert_eq!((&own["_id"], &own["mode"]), (&json!(id), &json!("phone")));
        let path = format!("doctor/sessionmoves/{{doctor}}/{}", moved.id());
        assert_eq!(practice.ask("DELETE", &path, None).await.status, 200);
        // The clinic moves.
        let profile = format!("/user/api/doctor/profile/{}", practice.doctor);
        let form = reqwest::multipart::Form::new().text("consultation_Address", "Another Road 9");
        let saved = Answer::read(server.request("PUT", &profile).bearer_auth(&practice.token).multipart(form)).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        for _ in 0..2 {
            do_job(&server.app, "clinic moves").await;
            server.clock.advance(SignedDuration::from_mins(11));
        }
        do_job(&server.app, "clinic moves").await;
        let mails = server.mails().await;
        let told: Vec<_> = mails.iter().filter(|mail| mail.header("to").contains(&patient.email)).collect();
        for wanted in ["May the doctor call you at another time?", "Your appointment stays at its time"] {
            assert!(told.iter().any(|mail| mail.header("subject").starts_with(wanted)), "{wanted}");
        }
        for mail in told {
            let text = mail.text("text/plain").unwrap();
            assert!(!text.contains("Address") && !text.contains("Please come"), "{text}");
        }
    })
    .await;
}

#[tokio::test]
async fn who_asked_for_a_call_and_got_no_answer_is_offered_times_by_phone() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let booked = practice.book(&patient, (MONDAY, "12:15"), consent()).await;
        assert_eq!(booked.status, 200, "{}", booked.text);
        server.clock.advance(SignedDuration::from_hours(24));
        do_job(&server.app, "unanswered").await;
        let mails = server.mails().await;
        let of_patient = mails.iter().filter(|mail| mail.header("to").contains(&patient.email));
        let ended = of_patient.into_iter().find(|mail| mail.header("subject").contains("not answered in time"));
        let text = ended.unwrap().text("text/plain").unwrap();
        let (_, times) = text.split_once("The doctor's next free times:").unwrap_or_else(|| panic!("{text}"));
        assert!(times.contains("12:00 pm") && !times.contains("10:00 am"), "{text}");
    })
    .await;
}

//! Booking by phone: who the patient is and that they agree, and what desks and waiting lists do not give away.

use serde_json::{Value, json};

use super::{MONDAY, Practice, TODAY, TUESDAY, consent};
use crate::harness::with_server;

#[tokio::test]
async fn a_slot_by_phone_needs_consent_and_who_the_patient_is() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let book = async |more: Value| practice.book(&patient, (MONDAY, "12:15"), more).await;
        let all = ["phoneConsent", "patientAge", "patientLocation"];
        assert_eq!(book(json!({})).await.bad_fields(), all);
        assert_eq!(book(json!({"phoneConsent": false})).await.bad_fields(), all);
        let wrong = json!({"phoneConsent": true, "patientAge": "old", "patientLocation": "K"});
        assert_eq!(book(wrong).await.bad_fields(), ["patientAge", "patientLocation"]);
        let mut minor = consent();
        minor["patientAge"] = json!("12");
        assert_eq!(book(minor.clone()).await.bad_fields(), ["adultName"]);
        minor["adultName"] = json!("Meera Nair");
        let booked = book(minor.clone()).await;
        assert_eq!(booked.status, 200, "{}", booked.text);
        let visit = &booked.body["data"];
        assert_eq!(
            (&visit["mode"], &visit["fee"], &visit["place"], &visit["token"], &visit["phone"]["adultName"]),
            (&json!("phone"), &json!(199), &Value::Null, &Value::Null, &json!("Meera Nair"))
        );
        assert!(booked.body["message"].as_str().unwrap().contains("by phone"), "{}", booked.text);
        assert_eq!(book(minor).await.id(), booked.id(), "the same form sent again");
        // A visit at the clinic is asked none of it, and keeps none.
        let at_clinic = practice.book(&patient, (MONDAY, "10:15"), consent()).await;
        assert_eq!(
            (at_clinic.status, &at_clinic.body["data"]["mode"], &at_clinic.body["data"]["phone"]),
            (200, &json!("clinic"), &Value::Null)
        );
        let counted = async |sql: &'static str| server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap();
        assert_eq!(counted("SELECT count(*) FROM phone_consultations").await, 1);
        // The ledger has the consent once, with the version of the notice.
        let notice = server.app.config.notices.privacy.clone();
        let agreed: doccare::platform::db::Result<Vec<(String, String)>> = server
            .app
            .db
            .read(async |tx| tx.all("SELECT subject_id, notice FROM consents WHERE purpose = 'phone'", &[]).await)
            .await;
        assert_eq!(agreed.unwrap(), [(patient.id.clone(), notice)]);
    })
    .await;
}

#[tokio::test]
async fn a_visit_is_moved_to_slots_of_its_own_kind_only() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let by_phone = practice.approved(&patient, MONDAY, "12:15").await;
        let at_clinic = server.booked(&patient, &practice.doctor, MONDAY, "10:15").await;
        let to = async |id: &str, time: &str| {
            let path = format!("/user/api/appointment/reschedule/{id}");
            server.ask("PATCH", &path, &patient.token, Some(json!({"date": MONDAY, "time": time}))).await
        };
        assert_eq!(to(&by_phone, "10:30").await.bad_fields(), ["time"]);
        assert_eq!(to(&at_clinic, "12:30").await.bad_fields(), ["time"]);
        assert_eq!(to(&by_phone, "12:30").await.status, 200);
        assert_eq!(server.own_booking(&patient, &by_phone).await["phone"]["location"], "Kollam");
        server.approve(&practice.token, &by_phone).await;
        let moved = async |time: &str| {
            let body = json!({"date": MONDAY, "time": time, "reason": "I am late."});
            practice.at_desk("PATCH", &format!("doctor/appointment/move/{by_phone}"), Some(body)).await
        };
        assert_eq!(moved("10:30").await.bad_fields(), ["time"]);
        assert_eq!(moved("12:45").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn desks_walk_ins_and_waiting_lists_have_no_slots_by_phone() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let body = json!({"name": "Rema", "phoneNumber": "9847012345", "date": MONDAY, "time": "12:15"});
        let refused = practice.at_desk("POST", "doctor/desk/bookings/{doctor}", Some(body)).await;
        assert_eq!(refused.bad_fields(), ["time"]);
        let week = practice.at_desk("GET", "doctor/desk/slots/{doctor}", None).await.body;
        let times: Vec<&Value> =
            week["data"][1]["slots"].as_array().unwrap().iter().map(|slot| &slot["time"]).collect();
        assert_eq!(times, ["10:00", "10:15", "10:30", "10:45"]);
        let today = practice.ask("GET", "doctor/today/{doctor}", None).await.body["data"].clone();
        assert_eq!(today["free"], json!(["10:00", "10:15", "10:30", "10:45"]));
        let open: Vec<&Value> = today["sessions"].as_array().unwrap().iter().map(|session| &session["open"]).collect();
        assert_eq!((open, &today["sessions"][1]["mode"]), (vec![&json!(true), &json!(false)], &json!("phone")));
        let walk_in = async |more: Value| {
            let mut body = json!({"name": "Rema", "phoneNumber": "9847012345"});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            practice.ask("POST", "doctor/today/{doctor}/walkins", Some(body)).await
        };
        assert_eq!(walk_in(json!({"time": "12:15"})).await.bad_fields(), ["time"]);
        assert_eq!(walk_in(json!({"session": "12:00"})).await.bad_fields(), ["session"]);
        let patient = server.patient(1).await;
        for time in ["10:00", "10:15", "10:30", "10:45"] {
            let other = server.patient(10 + time[3..].parse::<usize>().unwrap()).await;
            assert_eq!(practice.book(&other, (MONDAY, time), json!({})).await.status, 200);
        }
        // Nothing is free at the clinic, and what is free by phone is not waited for.
        let has_waitlist = async |mode: &str| {
            let path = format!("/user/api/doctor/{}/alternatives?date={MONDAY}{mode}", practice.doctor);
            server.get(&path).await.body["data"]["hasWaitlist"].clone()
        };
        assert_eq!((has_waitlist("").await, has_waitlist("&mode=phone").await), (json!(true), json!(false)));
        let join = async |from: &str, to: &str| {
            let path = format!("/user/api/doctor/{}/waitlist/{}", practice.doctor, patient.id);
            let body = json!({"date": MONDAY, "from": from, "to": to});
            server.ask("POST", &path, &patient.token, Some(body)).await
        };
        assert_eq!(join("12:00", "13:00").await.status, 422);
        let joined = join("09:00", "19:00").await;
        assert!([200, 201].contains(&joined.status), "{}", joined.text);
        server.catch_up().await;
        let path = format!("/user/api/doctor/{}/slots?date={MONDAY}", practice.doctor);
        assert_eq!(server.get(&path).await.body["data"].as_array().unwrap().len(), 4, "by phone they stay free");
        // After the clinic's session nobody waits for one by phone.
        practice.at("12:10");
        assert_eq!(walk_in(json!({})).await.bad_fields(), ["session"]);
    })
    .await;
}

#[tokio::test]
async fn a_day_whose_only_sessions_are_by_phone_offers_no_waiting_list_when_it_is_full() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let session = json!({"weekday": "Monday", "from": "12:00", "to": "12:30", "fee": 199, "mode": "phone"});
        let saved = practice.ask("PUT", "doctor/sessions/{doctor}", Some(json!({"sessions": [session]}))).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        let patient = server.patient(1).await;
        for time in ["12:00", "12:15"] {
            assert_eq!(practice.book(&patient, (MONDAY, time), consent()).await.status, 200);
        }
        server.catch_up().await;
        let of_doctor = format!("/user/api/doctor/{}", practice.doctor);
        let day = server.get(&format!("{of_doctor}/slots?date={MONDAY}")).await.body;
        assert_eq!((&day["data"], &day["whyNot"]["reason"]), (&json!([]), &json!("full")), "{day}");
        let instead = server.get(&format!("{of_doctor}/alternatives?date={MONDAY}")).await.body["data"].clone();
        assert_eq!(instead["hasWaitlist"], json!(false), "{instead}");
        let body = json!({"date": MONDAY});
        let other = server.patient(2).await;
        let refused = server.ask("POST", &format!("{of_doctor}/waitlist/{}", other.id), &other.token, Some(body)).await;
        assert_eq!(refused.status, 422, "{}", refused.text);
    })
    .await;
}

#[tokio::test]
async fn a_visit_by_phone_has_no_token_and_stands_on_no_screen_and_at_no_door() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let by_phone = practice.approved(&patient, TODAY, "12:15").await;
        let screen = server.pair_screen(&practice.doctor, &practice.token).await;
        practice.at("12:20");
        let shown = server.ask("GET", "/user/api/screen", &screen, None).await.body["data"].clone();
        assert_eq!((&shown["queue"]["waiting"], &shown["queue"]["serving"]), (&json!([]), &Value::Null));
        let booking = server.own_booking(&patient, &by_phone).await;
        assert_eq!((&booking["token"], &booking["queuePage"]), (&Value::Null, &Value::Null));
        let page = server.app.keys.encrypt("visit page", "", by_phone.as_bytes());
        let visit = server.ask("GET", "/user/api/visit", &page, None).await.body["data"].clone();
        assert_eq!(
            (&visit["mode"], &visit["queue"], &visit["token"], &visit["consultation_Address"]),
            (&json!("phone"), &Value::Null, &Value::Null, &json!(""))
        );
        let today = practice.ask("GET", "doctor/today/{doctor}", None).await.body["data"].clone();
        let code = today["door"]["code"].as_str().unwrap().to_owned();
        let body = json!({"code": code, "phoneNumber": booking["contact_number"], "device": "0123456789abcdef0123456789abcdef"});
        let arrived = server.post(&format!("/user/api/door/{}/arrival", practice.doctor), body).await;
        assert_eq!((arrived.status, &arrived.body["data"]["visits"]), (200, &json!([])), "{}", arrived.text);
        for mark in ["arrived", "called"] {
            let path = format!("doctor/today/{{doctor}}/attendance/{by_phone}");
            let marked = practice.ask("PATCH", &path, Some(json!({"attendance": mark}))).await;
            marked.assert_problem(409, "not_changeable");
        }
    })
    .await;
}

#[tokio::test]
async fn a_session_by_phone_that_stays_after_all_tells_that_the_doctor_calls() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        practice.approved(&patient, MONDAY, "12:15").await;
        let body = json!({"sessionDate": MONDAY, "sessionTime": "12:00", "date": TUESDAY, "time": "12:00", "reason": "The doctor is in surgery."});
        let moved = practice.ask("POST", "doctor/sessionmoves/{doctor}", Some(body)).await;
        assert_eq!(moved.status, 201, "{}", moved.text);
        server.mails().await;
        let withdrawn = practice.ask("DELETE", &format!("doctor/sessionmoves/{{doctor}}/{}", moved.id()), None).await;
        assert_eq!(withdrawn.status, 200, "{}", withdrawn.text);
        let mails = server.mails().await;
        let mail = mails.iter().find(|mail| mail.header("subject").starts_with("Your appointment stays")).unwrap();
        let text = mail.text("text/plain").unwrap();
        assert!(text.contains("The doctor calls you at the time below") && !text.contains("Please come"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn a_session_by_phone_moves_to_slots_by_phone_which_are_reserved_meanwhile() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let patient = server.patient(1).await;
        let id = practice.approved(&patient, MONDAY, "12:15").await;
        let to = async |time: &str| {
            let reason = "The doctor is in surgery.";
            let body =
                json!({"sessionDate": MONDAY, "sessionTime": "12:00", "date": TUESDAY, "time": time, "reason": reason});
            practice.ask("POST", "doctor/sessionmoves/{doctor}", Some(body)).await
        };
        assert_eq!(to("10:00").await.bad_fields(), ["time"], "at the clinic");
        // The desk chooses among the slots by phone.
        let slots =
            practice.at_desk("GET", "doctor/desk/slots/{doctor}?mode=phone", None).await.body["data"][2].clone();
        let times: Vec<&Value> = slots["slots"].as_array().unwrap().iter().map(|slot| &slot["time"]).collect();
        assert_eq!(times, ["12:00", "12:15", "12:30", "12:45"]);
        let moved = to("12:00").await;
        assert_eq!(moved.status, 201, "{}", moved.text);
        server.catch_up().await;
        for query in ["", "&mode=phone"] {
            let path = format!("/user/api/doctor/{}/slots?date={TUESDAY}{query}", practice.doctor);
            let free = server.get(&path).await.body["data"].clone();
            let times: Vec<&Value> = free.as_array().unwrap().iter().map(|slot| &slot["time"]).collect();
            assert!(!times.contains(&&json!("12:00")) && times.contains(&&json!("12:15")), "{query}: {free}");
        }
        let other = server.patient(2).await;
        let refused = practice.book(&other, (TUESDAY, "12:00"), consent()).await;
        refused.assert_problem(409, "slot_taken");
        // Nobody has to call yet, so the number is not shown.
        let listed = practice.ask("GET", "doctor/sessionmoves/{doctor}", None).await.body["data"][0]["visits"].clone();
        assert_eq!((&listed[0]["toCall"], &listed[0]["contact_number"]), (&json!(false), &json!("")), "{listed}");
        // The proposal has no place: the doctor calls.
        let path = format!("/user/api/user/moves/{}", patient.id);
        let proposed = server.ask("GET", &path, &patient.token, None).await.body["data"][0].clone();
        assert_eq!((&proposed["mode"], &proposed["place"]), (&json!("phone"), &Value::Null), "{proposed}");
        let mails = server.mails().await;
        let mail = mails.iter().find(|mail| mail.header("subject").starts_with("May the doctor call you")).unwrap();
        let text = mail.text("text/plain").unwrap();
        assert!(text.contains("by phone") && !text.contains("Address"), "{text}");
        let path = format!("{path}/{id}");
        let declined = server.ask("DELETE", &path, &patient.token, None).await;
        assert_eq!(declined.status, 200, "{}", declined.text);
        let listed = practice.ask("GET", "doctor/sessionmoves/{doctor}", None).await.body["data"][0]["visits"].clone();
        assert_eq!(listed[0]["toCall"], json!(true), "{listed}");
        assert_ne!(listed[0]["contact_number"], json!(""), "{listed}");
        let accepted = practice.ask("POST", &format!("doctor/appointment/proposal/{id}"), None).await;
        assert_eq!(accepted.status, 200, "{}", accepted.text);
        let own = server.own_booking(&patient, &id).await;
        assert_eq!((&own["mode"], &own["time"], &own["token"]), (&json!("phone"), &json!("12:00"), &Value::Null));
    })
    .await;
}

#[tokio::test]
async fn the_number_of_a_visit_by_phone_whose_session_moves_is_shown_while_it_is_to_be_called_to_who_may_call() {
    with_server(async |server| {
        let practice = Practice::new(&server).await;
        let (patient, other) = (server.patient(1).await, server.patient(2).await);
        practice.approved(&patient, MONDAY, "12:15").await;
        practice.approved(&other, MONDAY, "12:30").await;
        let body = json!({
            "sessionDate": MONDAY, "sessionTime": "12:00", "date": TUESDAY, "time": "12:00", "reason": "The doctor is in surgery."
        });
        let moved = practice.ask("POST", "doctor/sessionmoves/{doctor}", Some(body)).await;
        assert_eq!(moved.status, 201, "{}", moved.text);
        let numbers = async |token: &str| {
            let listed = practice.ask_as(token, "GET", "doctor/sessionmoves/{doctor}", None).await;
            let visits = listed.body["data"][0]["visits"].as_array().unwrap_or_else(|| panic!("{}", listed.text)).clone();
            let shown = visits.iter().map(|visit| (visit["toCall"] == true, visit["contact_number"] != ""));
            assert!(visits.iter().all(|visit| visit["mode"] == "phone"), "{}", listed.text);
            shown.collect::<Vec<_>>()
        };
        let waiting = [(false, false), (false, false)];
        assert!(moved.body["data"]["visits"].as_array().unwrap().iter().all(|visit| visit["contact_number"] == ""));
        assert_eq!(numbers(&practice.token).await, waiting, "nobody has to be called");
        let listed = server.ask("GET", &format!("/user/api/user/moves/{}", patient.id), &patient.token, None).await;
        let id = listed.body["data"][0]["_id"].as_str().unwrap().to_owned();
        let declined = format!("/user/api/user/moves/{}/{id}", patient.id);
        assert_eq!(server.ask("DELETE", &declined, &patient.token, None).await.status, 200);
        assert_eq!(numbers(&practice.token).await, [(true, true), (false, false)]);
        assert_eq!(numbers(&practice.assistant_token).await, [(true, false), (false, false)], "the doctor calls");
        let setting = json!({"deskMayCall": true});
        assert_eq!(practice.ask("PUT", "doctor/schedule/{doctor}", Some(setting)).await.status, 200);
        assert_eq!(numbers(&practice.assistant_token).await, [(true, true), (false, false)]);
    })
    .await;
}

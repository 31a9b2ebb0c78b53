//! The door code: who is shown it, how long it counts, and the doctor's setting.

use jiff::SignedDuration;
use serde_json::json;

use super::{Phone, at_hospital, booked, code, give_tokens, other_than, today};
use crate::harness::people::Doctor;
use crate::harness::with_server;

#[tokio::test]
async fn a_code_counts_for_this_and_the_last_minute_and_is_refused_with_a_clear_text_after_that() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        booked(&server, &patient, &doctor, ("10:00", "9847000001")).await;
        let phone = Phone::at(&server, &doctor.id, 1);
        let old = code(&server, &doctor).await;
        server.clock.advance(SignedDuration::from_secs(119));
        // The test began on a full minute: a hundred and nineteen seconds later is the last second of the next one.
        let taken = phone.arrive(&old, "9847000001").await;
        assert_eq!((taken.status, taken.body["data"]["visits"].as_array().unwrap().len()), (200, 1), "{}", taken.text);
        server.clock.advance(SignedDuration::from_secs(1));
        let refused = phone.arrive(&old, "9847000001").await;
        assert_eq!(refused.bad_fields(), ["code"]);
        assert!(refused.body["message"].as_str().unwrap().contains("it changes every minute"), "{}", refused.text);
        let fresh = code(&server, &doctor).await;
        assert_eq!(phone.arrive(&fresh, "9847000001").await.status, 200);
        assert_eq!(phone.arrive(&other_than(&fresh), "9847000001").await.bad_fields(), ["code"]);
    })
    .await;
}

#[tokio::test]
async fn today_and_the_screen_show_the_code_of_their_place_and_a_visits_page_shows_none() {
    with_server(async |server| {
        let (here, elsewhere) = (at_hospital(&server, 1, None).await, Doctor::of(&server, 2).await);
        let (day, other) = (today(&server, &here).await, today(&server, &elsewhere).await);
        assert_eq!((&day["door"]["place"], &other["door"]["place"]), (&json!(here.hospital), &json!(elsewhere.id)));
        assert_ne!(day["door"]["code"], other["door"]["code"]);
        let screen = server.pair_screen(&here.id, &here.token).await;
        let shown = server.with_link("GET", "/user/api/screen", &screen, None).await;
        assert_eq!(shown.body["data"]["door"], day["door"], "{}", shown.text);
        let mut stream = server.request("GET", "/user/api/screen/events").bearer_auth(&screen).send().await.unwrap();
        let told = loop {
            let chunk = stream.chunk().await.unwrap().unwrap();
            let text = String::from_utf8(chunk.to_vec()).unwrap();
            if text.contains("event: queue") {
                break text;
            }
        };
        let code = day["door"]["code"].as_str().unwrap();
        assert!(told.contains(&format!(r#""code":"{code}""#)), "{told}");
        // Another desk of the same place is shown the same one.
        let colleague = at_hospital(&server, 3, Some(&here.hospital)).await;
        assert_eq!(today(&server, &colleague).await["door"]["code"], day["door"]["code"]);
        let (patient, number) = (server.patient(1).await, "9847000001");
        booked(&server, &patient, &here, ("10:00", number)).await;
        let there = Phone::at(&server, &here.hospital, 1).arrive(code, number).await;
        let page = super::page(&server, &there.body["data"]["visits"][0]).await;
        assert_eq!(page.status, 200, "{}", page.text);
        assert!(!page.text.contains("\"door\"") && !page.text.contains(&format!("\"{code}\"")), "{}", page.text);
    })
    .await;
}

/// A doctor names a hospital by themselves; only its confirmation makes it theirs.
#[tokio::test]
async fn a_doctor_whom_a_hospital_has_not_confirmed_is_not_shown_its_code() {
    with_server(async |server| {
        let doctor = at_hospital(&server, 1, None).await;
        let at_door = today(&server, &doctor).await["door"].clone();
        server.unconfirm(&doctor.id).await;
        let after = today(&server, &doctor).await["door"].clone();
        assert_eq!((&at_door["place"], &after["place"]), (&json!(doctor.hospital), &json!(doctor.id)));
        assert_ne!(at_door["code"], after["code"]);
    })
    .await;
}

#[tokio::test]
async fn the_setting_is_off_at_first_and_takes_whole_numbers() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let read = doctor.ask(&server, "GET", "door/{id}", None).await;
        assert_eq!(read.body["data"], json!({"tokens": 0}));
        for wrong in [json!(-1), json!(201), json!("many"), json!(1.5)] {
            let refused = doctor.ask(&server, "PUT", "door/{id}", Some(json!({"tokens": wrong}))).await;
            assert_eq!(refused.bad_fields(), ["tokens"], "{wrong}");
        }
        give_tokens(&server, &doctor, 200).await;
        // Saving another setting leaves it as it is.
        let answering = json!({"answeredBy": "known"});
        assert_eq!(doctor.ask(&server, "PUT", "answering/{id}", Some(answering)).await.status, 200);
        assert_eq!(doctor.ask(&server, "GET", "door/{id}", None).await.body["data"]["tokens"], 200);
    })
    .await;
}

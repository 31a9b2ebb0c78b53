//! "I have none": tokens of walk-ins at the door, for whom they are given, and how many.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Phone, at_hospital, code, give_tokens, link_of, page, today};
use crate::harness::people::Doctor;
use crate::harness::{do_job, with_server};

const NUMBER: &str = "9847000001";

#[tokio::test]
async fn a_token_is_taken_where_the_doctor_lets_that_and_its_live_page_opens() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let (phone, code) = (Phone::at(&server, &doctor.id, 1), code(&server, &doctor).await);
        phone.take(&code, &doctor.id, "Binu", NUMBER).await.assert_problem(409, "not_changeable");
        give_tokens(&server, &doctor, 10).await;
        let door = server.get(&format!("/user/api/door/{}", doctor.id)).await;
        assert_eq!(door.body["data"]["doctors"][0]["_id"], doctor.id.as_str(), "{}", door.text);
        let taken = phone.take(&code, &doctor.id, "Binu", NUMBER).await;
        assert_eq!((taken.status, &taken.body["message"]), (201, &json!("Your token is W1.")), "{}", taken.text);
        // The same form again, as after a lost answer.
        let again = phone.take(&code, &doctor.id, "Binu", NUMBER).await;
        assert_eq!((&again.body["data"]["token"], &again.body["data"]["time"]), (&json!("W1"), &json!(null)));
        let day = today(&server, &doctor).await;
        let comer = &day["comers"][0];
        assert_eq!(
            (&comer["patient_name"], &comer["atDoor"], &comer["attendance"]),
            (&json!("Binu"), &json!(true), &json!("arrived"))
        );
        assert_eq!(day["comers"].as_array().unwrap().len(), 1);
        let live = page(&server, &taken.body["data"]).await;
        let data = &live.body["data"];
        assert_eq!(
            (&data["token"], &data["time"], &data["status"]),
            (&json!("W1"), &json!(null), &json!("Checked")),
            "{}",
            live.text
        );
        assert_eq!(data["queue"]["waiting"][0]["token"], "W1");
        assert!(!live.text.contains("Binu") && !live.text.contains(NUMBER), "{}", live.text);
        // It is told of the queue as other pages are.
        let stream = server.request("GET", "/user/api/visit/events").bearer_auth(link_of(&taken.body["data"]));
        assert_eq!(stream.send().await.unwrap().status(), 200);
    })
    .await;
}

#[tokio::test]
async fn the_live_page_goes_on_when_the_desk_gives_a_time_and_ends_when_it_removes_the_token() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        give_tokens(&server, &doctor, 10).await;
        let code = code(&server, &doctor).await;
        let first = Phone::at(&server, &doctor.id, 1).take(&code, &doctor.id, "Binu", NUMBER).await;
        let second = Phone::at(&server, &doctor.id, 2).take(&code, &doctor.id, "Chandran", "9847000002").await;
        let form = json!({"name": "Binu", "phoneNumber": NUMBER, "time": "10:30"});
        assert_eq!(doctor.ask(&server, "POST", "today/{id}/walkins", Some(form)).await.status, 201);
        let live = page(&server, &first.body["data"]).await;
        assert_eq!(
            (&live.body["data"]["token"], &live.body["data"]["time"]),
            (&json!("W1"), &json!("10:30")),
            "{}",
            live.text
        );
        let day = today(&server, &doctor).await;
        let waiting = day["comers"].as_array().unwrap().iter().find(|comer| comer["token"] == "W2").unwrap();
        let path = format!("today/{{id}}/walkins/{}", waiting["_id"].as_str().unwrap());
        assert_eq!(doctor.ask(&server, "DELETE", &path, None).await.status, 200);
        page(&server, &second.body["data"]).await.assert_problem(410, "link_ended");
        // A day later it ends too.
        let third = Phone::at(&server, &doctor.id, 3).take(&code, &doctor.id, "Devi", "9847000003").await;
        server.clock.advance(SignedDuration::from_hours(24));
        page(&server, &third.body["data"]).await.assert_problem(410, "link_ended");
    })
    .await;
}

#[tokio::test]
async fn a_phone_a_number_and_a_session_have_so_many_tokens() {
    with_server(async |server| {
        let doctor = at_hospital(&server, 1, None).await;
        let (hospital, doctor) = (doctor.hospital, doctor.doctor);
        let other = at_hospital(&server, 2, Some(&hospital)).await.doctor;
        for doctor in [&doctor, &other] {
            give_tokens(&server, doctor, 4).await;
        }
        let code = code(&server, &doctor).await;
        let take = async |phone: usize, doctor: &str, number: usize, name: &str| {
            let phone = Phone::at(&server, &hospital, phone);
            phone.take(&code, doctor, name, &format!("98470{number:05}")).await
        };
        // Three of one phone in a day, whatever numbers it gives and whichever doctor it is for.
        for (number, doctor) in [(1, &doctor.id), (2, &doctor.id), (3, &other.id)] {
            assert_eq!(take(1, doctor, number, "Binu").await.status, 201);
        }
        let refused = take(1, &other.id, 4, "Binu").await;
        refused.assert_problem(409, "limit_reached");
        assert!(refused.body["message"].as_str().unwrap().starts_with("This phone"), "{}", refused.text);
        // Three of one number, whatever phones and names.
        for (phone, name) in [(2, "Amma"), (3, "Achan")] {
            assert_eq!(take(phone, &doctor.id, 3, name).await.status, 201);
        }
        let refused = take(4, &other.id, 3, "Mon").await;
        refused.assert_problem(409, "limit_reached");
        assert!(refused.body["message"].as_str().unwrap().contains("this number"), "{}", refused.text);
        // Four of a session.
        let refused = take(5, &doctor.id, 5, "Devi").await;
        refused.assert_problem(409, "limit_reached");
        assert!(refused.body["message"].as_str().unwrap().starts_with("All tokens"), "{}", refused.text);
        assert_eq!(take(5, &other.id, 5, "Devi").await.status, 201, "the other doctor's session has some left");
        // The desk is not bound by it.
        let form = json!({"name": "Eapen", "phoneNumber": "9847000003"});
        assert_eq!(doctor.ask(&server, "POST", "today/{id}/walkins", Some(form)).await.status, 201);
        // Who the phones are is not stored, and cannot be linked to the day after.
        let stored: doccare::platform::db::Result<Vec<String>> = server
            .app
            .db
            .read(async |tx| tx.all("SELECT door_device FROM walk_ins WHERE door_device IS NOT NULL", &[]).await)
            .await;
        assert!(stored.unwrap().iter().all(|digest| digest.len() == 64 && !digest.contains("0b6a54c2")));
        server.clock.advance(SignedDuration::from_hours(91 * 24));
        do_job(&server.app, "old walk-ins").await;
        let left = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM walk_ins", &[]).await).await;
        assert_eq!(left.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn only_who_sits_there_now_gives_tokens() {
    with_server(async |server| {
        let here = at_hospital(&server, 1, None).await;
        let clinic = Doctor::of(&server, 2).await;
        for doctor in [&here.doctor, &clinic] {
            give_tokens(&server, doctor, 10).await;
        }
        let listed = async |place: &str| {
            let door = server.get(&format!("/user/api/door/{place}")).await;
            let rows = door.body["data"]["doctors"].as_array().unwrap_or_else(|| panic!("{}", door.text)).clone();
            rows.iter().map(|row| row["_id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let take = async |place: &str, of: &Doctor, doctor: &str| {
            let code = code(&server, of).await;
            Phone::at(&server, place, 1).take(&code, doctor, "Binu", NUMBER).await
        };
        assert_eq!(
            (listed(&here.hospital).await, listed(&clinic.id).await),
            (vec![here.id.clone()], vec![clinic.id.clone()])
        );
        // The doctor sits at the hospital today, and not at the own clinic; a doctor of another place is none of this one.
        assert!(listed(&here.id).await.is_empty());
        take(&here.hospital, &here, &clinic.id).await.assert_problem(409, "not_changeable");
        assert_eq!(take(&clinic.id, &clinic, "nobody").await.status, 409);
        // From an hour before the session until it ends; late by half an hour, it goes on for that long.
        for (minutes, is_open) in [(-1, false), (0, true), (179, true), (180, false)] {
            server.clock.advance(SignedDuration::from_mins(minutes));
            assert_eq!(listed(&clinic.id).await.len(), usize::from(is_open), "{minutes}");
            server.clock.advance(SignedDuration::from_mins(-minutes));
        }
        let late = clinic.ask(&server, "PUT", "today/{id}/late", Some(json!({"minutes": 30}))).await;
        assert_eq!(late.status, 200, "{}", late.text);
        server.clock.advance(SignedDuration::from_mins(190));
        assert_eq!(listed(&clinic.id).await.len(), 1);
        server.clock.advance(SignedDuration::from_mins(-190));
        // On leave, unconfirmed or suspended.
        let leave =
            clinic.ask(&server, "POST", "leave/{id}", Some(json!({"from": "2026-11-15", "bookings": "keep"}))).await;
        assert_eq!(leave.status, 200, "{}", leave.text);
        assert!(listed(&clinic.id).await.is_empty());
        take(&clinic.id, &clinic, &clinic.id).await.assert_problem(409, "not_changeable");
        let fresh = code(&server, &here).await;
        server.unconfirm(&here.id).await;
        assert!(listed(&here.hospital).await.is_empty());
        let phone = Phone::at(&server, &here.hospital, 1);
        phone.take(&fresh, &here.id, "Binu", NUMBER).await.assert_problem(409, "not_changeable");
        let (admin, path) = (server.admin_token().await, format!("/admin/api/doctors/{}/suspend", clinic.id));
        assert_eq!(server.ask("POST", &path, &admin, Some(json!({"reason": "Fees"}))).await.status, 200);
        server.get(&format!("/user/api/door/{}", clinic.id)).await.assert_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn the_poster_leads_to_the_door_and_a_place_that_is_not_listed_has_none() {
    with_server(async |server| {
        let here = at_hospital(&server, 1, None).await;
        let poster = server.get(&format!("/user/api/door/{}/poster", here.hospital)).await;
        let data = &poster.body["data"];
        assert_eq!(data["link"], format!("https://care.example/door/{}", here.hospital), "{}", poster.text);
        assert_eq!((&data["door"]["hospital"], &data["door"]["nameMl"]), (&json!(true), &json!("സിറ്റി ആശുപത്രി")));
        assert!(data["path"].as_str().unwrap().starts_with('M') && data["size"].as_i64().unwrap() > 20);
        let clinic = server.get(&format!("/user/api/door/{}", here.id)).await;
        assert_eq!(
            (&clinic.body["data"]["hospital"], &clinic.body["data"]["name"]),
            (&json!(false), &json!("Doctor Number1"))
        );
        server.execute(&format!("UPDATE facilities SET listed_at = NULL WHERE id = '{}'", here.hospital)).await;
        for path in ["", "/poster"] {
            server.get(&format!("/user/api/door/{}{path}", here.hospital)).await.assert_problem(404, "not_found");
        }
    })
    .await;
}

/// A token and an arrival are of the day's own order: nobody of another queue.
#[tokio::test]
async fn tokens_of_the_door_and_of_the_desk_are_of_one_count() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        give_tokens(&server, &doctor, 10).await;
        let code = code(&server, &doctor).await;
        let desk = async |name: &str| {
            let form = json!({"name": name, "phoneNumber": "9847000009"});
            doctor.ask(&server, "POST", "today/{id}/walkins", Some(form)).await.body["data"]["added"]["token"].clone()
        };
        let door = async |phone: usize| -> Value {
            let number = format!("98470000{phone:02}");
            let taken = Phone::at(&server, &doctor.id, phone).take(&code, &doctor.id, "Binu", &number).await;
            taken.body["data"]["token"].clone()
        };
        assert_eq!([desk("Amma").await, door(1).await, desk("Achan").await, door(2).await], ["W1", "W2", "W3", "W4"]);
    })
    .await;
}

/// Somebody at one place who knows a name and a number would get the live page of who waits for the doctor at another.
#[tokio::test]
async fn the_code_of_one_place_shows_no_token_of_another_place_of_the_same_doctor() {
    with_server(async |server| {
        let first = at_hospital(&server, 1, None).await;
        give_tokens(&server, &first, 10).await;
        // The doctor's own clinic has a door too. Its code is shown while no session is elsewhere.
        server.unconfirm(&first.id).await;
        let own = code(&server, &first).await;
        server.confirm_at(&first.id, &first.hospital).await;
        let there = code(&server, &first).await;
        let taken = Phone::at(&server, &first.hospital, 1).take(&there, &first.id, "Binu", NUMBER).await;
        assert_eq!(taken.status, 201, "{}", taken.text);
        let elsewhere = Phone::at(&server, &first.id, 2).take(&own, &first.id, "Binu", NUMBER).await;
        elsewhere.assert_problem(409, "not_changeable");
        // Where it was taken it is shown again.
        let again = Phone::at(&server, &first.hospital, 2).take(&there, &first.id, "Binu", NUMBER).await;
        assert_eq!(again.body["data"]["token"], taken.body["data"]["token"], "{}", again.text);
    })
    .await;
}

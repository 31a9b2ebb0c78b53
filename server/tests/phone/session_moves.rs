//! What phones are told of a session that moves.

use serde_json::{Value, json};

use super::{MONDAY, confirmed, kinds, with_provider};
use crate::harness::TestServer;

const TUESDAY: &str = "2026-11-17";

async fn move_session(server: &TestServer, doctor: &str, token: &str) -> String {
    server.tick();
    let form = json!({
        "sessionDate": MONDAY, "sessionTime": "10:00", "date": TUESDAY, "time": "10:30", "reason": "The doctor is in surgery."
    });
    let moved = server.ask("POST", &format!("/user/api/doctor/sessionmoves/{doctor}"), token, Some(form)).await;
    assert_eq!(moved.status, 201, "{}", moved.text);
    moved.id()
}

#[tokio::test]
async fn an_account_without_an_address_accepts_by_the_link_in_its_message() {
    with_provider(async |server, receiver| {
        let (patient, doctor) = (server.without_address(1, &receiver).await, server.doctor(1).await);
        confirmed(&server, &patient, &doctor, "10:00").await;
        server.hand_over().await;
        let token = server.sign_in_doctor(&doctor).await;
        move_session(&server, &doctor, &token).await;
        server.hand_over().await;
        let came = receiver.came().pop().unwrap().body;
        assert_eq!(came["kind"], "proposedmovelink");
        let variables: Vec<&str> = came["variables"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(variables[..5], ["Dr. Doctor Number1", "Mon 16 Nov", "10:00 am", "Tue 17 Nov", "10:30 am"]);
        let code = variables[5].split_once('#').unwrap().1;
        let opened = server.ask("POST", "/user/api/messagelink", code, None).await;
        let page = opened.body["data"]["page"].as_str().unwrap_or_else(|| panic!("{}", opened.text)).to_owned();
        let link = page.strip_prefix("/move#").unwrap_or_else(|| panic!("{page}"));
        let accepted = server.ask("POST", "/user/api/visitmove/accept", link, None).await;
        assert_eq!((accepted.status, &accepted.body["data"]["state"]), (200, &json!("accepted")), "{}", accepted.text);
        server.hand_over().await;
        assert_eq!(kinds(&receiver).pop().as_deref(), Some("movedlink"));
    })
    .await;
}

#[tokio::test]
async fn a_caller_of_the_desk_is_told_without_a_link_and_listed_for_a_call_at_once() {
    with_provider(async |server, receiver| {
        let doctor = server.doctor(1).await;
        let token = server.sign_in_doctor(&doctor).await;
        let body =
            json!({"name": "Rema Devi", "phoneNumber": "9800000001", "date": MONDAY, "time": "10:00", "lang": "en"});
        let path = format!("/user/api/doctor/desk/bookings/{doctor}");
        assert_eq!(server.ask("POST", &path, &token, Some(body)).await.status, 201);
        let id = move_session(&server, &doctor, &token).await;
        server.hand_over().await;
        let came = receiver.came().pop().unwrap().body;
        assert_eq!((&came["kind"], &came["to"]), (&json!("proposedmove"), &json!("+919800000001")));
        let path = format!("/user/api/doctor/sessionmoves/{doctor}");
        let listed = server.ask("GET", &path, &token, None).await;
        let one = &listed.body["data"][0]["visits"][0];
        assert_eq!((&one["state"], &one["toCall"]), (&json!("open"), &json!(true)), "{}", listed.text);
        // Taken back: the number is told that the visit stays.
        server.tick();
        assert_eq!(server.ask("DELETE", &format!("{path}/{id}"), &token, None).await.status, 200);
        server.hand_over().await;
        let came = receiver.came().pop().unwrap().body;
        assert_eq!((&came["kind"], &came["variables"][1]), (&json!("booked"), &json!("Mon 16 Nov")));
    })
    .await;
}

//! Screens of waiting rooms: paired by a code; several of them are independent.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Doctor, follow, four, page, told};
use crate::harness::{Answer, TestServer, with_limits, with_server};

impl Doctor {
    async fn pair(&self, server: &TestServer, code: &str) -> Answer {
        self.ask(server, "POST", "today/{id}/screens", Some(json!({"code": code}))).await
    }
}

/// The code and the token of an unpaired screen.
async fn offer(server: &TestServer) -> (String, String) {
    let made = server.post("/user/api/screen/pairing", json!({})).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let text = |name: &str| made.body["data"][name].as_str().unwrap().to_owned();
    assert!(text("path").starts_with('M') && made.body["data"]["size"].as_i64().unwrap() > 20, "{}", made.text);
    (text("code"), text("token"))
}

async fn state(server: &TestServer, token: &str) -> Answer {
    server.with_link("GET", "/user/api/screen/pairing", token, None).await
}

async fn look(server: &TestServer, token: &str) -> Answer {
    server.with_link("GET", "/user/api/screen", token, None).await
}

fn numbers(day: &Value) -> Vec<i64> {
    day["screens"].as_array().unwrap().iter().map(|screen| screen["number"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn a_screen_that_was_paired_by_its_code_shows_the_queue() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        four(&server, &doctor).await;
        let (code, token) = offer(&server).await;
        assert_eq!(state(&server, &token).await.body["data"], json!({"paired": false}));
        look(&server, &token).await.assert_problem(410, "link_ended");
        let typed = format!(" {} {} ", &code[..3], &code[3..]);
        let paired = doctor.pair(&server, &typed).await;
        assert_eq!(paired.status, 201, "{}", paired.text);
        assert_eq!(numbers(&paired.body["data"]), [1]);
        assert_eq!(state(&server, &token).await.body["data"], json!({"paired": true}));
        let shown = look(&server, &token).await;
        assert_eq!(shown.body["data"]["number"], 1, "{}", shown.text);
        assert_eq!(shown.body["data"]["queue"]["waiting"].as_array().unwrap().len(), 4);
        assert!(!shown.text.contains("Asha") && !shown.text.contains("9876543210"), "{}", shown.text);
        page(&server, &token).await.assert_problem(410, "link_ended");
        // Neither the token nor the code is stored.
        let stored: doccare::platform::db::Result<Vec<String>> =
            server.app.db.read(async |tx| tx.all("SELECT token_digest FROM screens", &[]).await).await;
        assert!(!stored.unwrap().contains(&token));
        let (code, _) = offer(&server).await;
        let stored: doccare::platform::db::Result<Vec<String>> =
            server.app.db.read(async |tx| tx.all("SELECT code_digest FROM screen_pairings", &[]).await).await;
        assert!(stored.unwrap().iter().all(|digest| !digest.contains(&code)));
    })
    .await;
}

#[tokio::test]
async fn no_screen_ends_another() {
    with_server(async |server| {
        let (doctor, other) = (Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        four(&server, &doctor).await;
        let (first, second) = (doctor.screen(&server).await, doctor.screen(&server).await);
        let others = other.screen(&server).await;
        let mut streams = Vec::new();
        for token in [&first, &second] {
            let mut stream = follow(&server, "/user/api/screen/events", token).await;
            assert!(told(&mut stream).await.is_some());
            streams.push(stream);
        }
        let day = doctor.today(&server).await;
        assert_eq!(numbers(&day), [1, 2]);
        let path = format!("today/{}/screens/{}", doctor.id, day["screens"][0]["_id"].as_str().unwrap());
        // For another doctor it does not exist.
        let foreign = path.replace(&doctor.id, &other.id);
        other.ask(&server, "DELETE", &foreign, None).await.assert_problem(404, "not_found");
        let removed = doctor.ask(&server, "DELETE", &path, None).await;
        assert_eq!((removed.status, numbers(&removed.body["data"])), (200, vec![2]), "{}", removed.text);
        assert!(told(&mut streams[0]).await.is_none(), "the removed screen ends");
        look(&server, &first).await.assert_problem(410, "link_ended");
        state(&server, &first).await.assert_problem(410, "link_ended");
        let statuses = (look(&server, &second).await.status, look(&server, &others).await.status);
        assert_eq!(statuses, (200, 200));
        doctor.ask(&server, "DELETE", &path, None).await.assert_problem(404, "not_found");
        // The other screen still gets the events of the day.
        let walk_in = doctor.walk_in(&server, "Binu", None).await;
        assert_eq!(walk_in.status, 201, "{}", walk_in.text);
        assert!(told(&mut streams[1]).await.is_some());
        assert_eq!(numbers(&doctor.today(&server).await), [2]);
        doctor.screen(&server).await;
        assert_eq!(numbers(&doctor.today(&server).await), [1, 2], "a free number is given again");
    })
    .await;
}

#[tokio::test]
async fn a_code_works_once_and_for_ten_minutes() {
    with_server(async |server| {
        let (doctor, other) = (Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        let (code, token) = offer(&server).await;
        assert_eq!(doctor.pair(&server, &code).await.status, 201);
        assert_eq!(other.pair(&server, &code).await.bad_fields(), ["code"], "it is used up");
        assert_eq!(look(&server, &token).await.status, 200);
        let (late, token) = offer(&server).await;
        server.clock.advance(SignedDuration::from_mins(10));
        assert_eq!(doctor.pair(&server, &late).await.bad_fields(), ["code"], "it has expired");
        state(&server, &token).await.assert_problem(410, "link_ended");
        for wrong in ["", "12345", "1234567", "12345a"] {
            assert_eq!(doctor.pair(&server, wrong).await.bad_fields(), ["code"], "{wrong}");
        }
        for _ in 1..10 {
            doctor.screen(&server).await;
        }
        let (code, token) = offer(&server).await;
        doctor.pair(&server, &code).await.assert_problem(409, "limit_reached");
        assert_eq!(state(&server, &token).await.body["data"]["paired"], false, "the code was not used up");
    })
    .await;
}

#[tokio::test]
async fn codes_cannot_be_guessed() {
    with_limits(async |server| {
        let (doctor, other) = (Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        let (code, _) = offer(&server).await;
        let wrong = if code == "000000" { "000001" } else { "000000" };
        for _ in 0..20 {
            assert_eq!(doctor.pair(&server, wrong).await.bad_fields(), ["code"]);
        }
        doctor.pair(&server, &code).await.assert_problem(429, "too_many_tries");
        assert_eq!(other.pair(&server, &code).await.status, 201, "counted for each account");
    })
    .await;
}

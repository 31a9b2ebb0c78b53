//! For how long a donor who said yes is asked by no other request.

use doccare::blood;
use jiff::SignedDuration;
use serde_json::json;

use crate::harness::{TestServer, with_server};

const CLOSE: &str = "/user/api/bloodrequest/close";
const LATE: &str = "2026-12-10";

async fn answer(server: &TestServer, what: &str) {
    let question = server.question_to(1).await;
    let answered = server.with_link("POST", &format!("/user/api/bloodanswer/{what}"), &question, None).await;
    assert_eq!(answered.status, 200, "{}", answered.text);
}

/// How often the only donor was asked.
async fn times_asked(server: &TestServer) -> usize {
    server.asked().await.len()
}

#[tokio::test]
async fn a_donor_who_accepted_can_be_asked_again_once_the_request_is_closed() {
    for (end, body, wait) in [
        ("not needed", json!({}), SignedDuration::ZERO),
        ("closed by an administrator", json!({}), SignedDuration::ZERO),
        // Who gave has a day to say so.
        ("fulfilled", json!({"fulfilled": true}), SignedDuration::from_hours(24)),
    ] {
        with_server(async |server| {
            println!("{end}");
            server.donor(1, json!({})).await;
            let link = server.open_request(1, json!({"Needed_by": LATE})).await;
            answer(&server, "accept").await;
            if end == "closed by an administrator" {
                let admin = server.admin_token().await;
                let list = server.ask("GET", "/admin/api/blood/requests", &admin, None).await;
                let id = list.body["data"][0]["_id"].as_str().unwrap();
                let close = format!("/admin/api/blood/requests/{id}/close");
                assert_eq!(server.ask("POST", &close, &admin, None).await.status, 200);
            } else {
                let closed = server.with_link("POST", CLOSE, &link, Some(body.clone())).await;
                assert_eq!(closed.status, 200, "{}", closed.text);
            }
            if wait > SignedDuration::ZERO {
                server.open_request(2, json!({})).await;
                assert_eq!(times_asked(&server).await, 1, "the donor may have given");
                server.clock.advance(wait);
            }
            server.open_request(3, json!({"Patient_name": "Another"})).await;
            blood::advance(&server.app).await.unwrap();
            assert!(times_asked(&server).await >= 2, "{end}");
        })
        .await;
    }
}

#[tokio::test]
async fn a_donor_with_another_acceptance_stays_in_cooldown() {
    for end in ["close", "decline"] {
        with_server(async |server| {
            println!("{end}");
            server.donor(1, json!({})).await;
            let first = server.open_request(1, json!({"Needed_by": "2026-11-20"})).await;
            let first_question = server.question_to(1).await;
            server.clock.advance(SignedDuration::from_hours(25));
            server.open_request(2, json!({"Needed_by": LATE})).await;
            assert_eq!(times_asked(&server).await, 2);
            answer(&server, "accept").await;
            let accept = "/user/api/bloodanswer/accept";
            assert_eq!(server.with_link("POST", accept, &first_question, None).await.status, 200);
            let ended = match end {
                "close" => server.with_link("POST", CLOSE, &first, None).await,
                _ => server.with_link("POST", "/user/api/bloodanswer/decline", &first_question, None).await,
            };
            assert_eq!(ended.status, 200, "{}", ended.text);
            server.clock.advance(SignedDuration::from_hours(3 * 24));
            server.open_request(3, json!({"Needed_by": LATE})).await;
            assert_eq!(times_asked(&server).await, 2, "the other request still counts on the donor");
        })
        .await;
    }
}

//! Validity of mailed links: until a newer one was used, for 180 days, or until the donor ends all others.

use jiff::SignedDuration;
use serde_json::json;

use crate::harness::{TestServer, with_server};

const DONOR: &str = "/user/api/blooddonor";

async fn fresh_link(server: &TestServer) -> String {
    server.clock.advance(SignedDuration::from_millis(1));
    assert_eq!(server.post("/user/api/blooddonor/link", json!({"Email": "donor1@example.org"})).await.status, 200);
    server.link_in_mail("donor1@example.org", "/blooddonor#").await
}

async fn status(server: &TestServer, link: &str) -> u16 {
    server.with_link("GET", DONOR, link, None).await.status
}

#[tokio::test]
async fn a_link_works_until_a_newer_one_was_used() {
    with_server(async |server| {
        let first = server.donor(1, json!({})).await;
        let second = fresh_link(&server).await;
        let third = fresh_link(&server).await;
        assert_eq!(status(&server, &first).await, 200, "the newer ones were sent, not used");
        assert_eq!(status(&server, &second).await, 200);
        server.with_link("GET", DONOR, &first, None).await.assert_problem(410, "link_ended");
        assert_eq!((status(&server, &third).await, status(&server, &second).await), (200, 410));
        assert_eq!(status(&server, &third).await, 200, "again and again");
    })
    .await;
}

#[tokio::test]
async fn a_requesters_and_an_asked_donors_links_end_in_the_same_way() {
    with_server(async |server| {
        server.donor(1, json!({})).await;
        let request = server.open_request(1, json!({})).await;
        let question = server.accepted_by(1).await;
        let (newer_request, newer_question) =
            (server.link_in_mail("requester1@example.org", "/bloodrequest/own#").await, server.question_to(1).await);
        for (path, older, newer) in [
            ("/user/api/bloodrequest", &request, &newer_request),
            ("/user/api/bloodanswer", &question, &newer_question),
        ] {
            assert_ne!(older, newer);
            assert_eq!(server.with_link("GET", path, older, None).await.status, 200);
            assert_eq!(server.with_link("GET", path, newer, None).await.status, 200);
            server.with_link("GET", path, older, None).await.assert_problem(410, "link_ended");
        }
    })
    .await;
}

#[tokio::test]
async fn a_link_ends_after_180_days() {
    with_server(async |server| {
        let link = server.donor(1, json!({})).await;
        server.clock.advance(SignedDuration::from_hours(24 * 180 - 1));
        assert_eq!(status(&server, &link).await, 200);
        server.clock.advance(SignedDuration::from_hours(1));
        assert_eq!(status(&server, &link).await, 410);
        doccare::blood::forget_old(&server.app).await.unwrap();
        let left = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM blood_links", &[]).await);
        let left: doccare::platform::db::Result<i64> = left.await;
        assert_eq!(left.unwrap(), 0, "and is forgotten");
        let fresh = fresh_link(&server).await;
        assert_eq!(status(&server, &fresh).await, 200);
    })
    .await;
}

#[tokio::test]
async fn a_donor_can_end_all_other_links() {
    with_server(async |server| {
        let own = server.donor(1, json!({})).await;
        let newer = fresh_link(&server).await;
        server.open_request(1, json!({})).await;
        let question = server.question_to(1).await;
        server.donor(2, json!({})).await;
        let others = server.link_in_mail("donor2@example.org", "/blooddonor#").await;
        let ended = server.with_link("DELETE", &format!("{DONOR}/links"), &own, None).await;
        assert_eq!(ended.status, 200, "{}", ended.text);
        assert_eq!((status(&server, &own).await, status(&server, &newer).await), (200, 410));
        server.with_link("GET", "/user/api/bloodanswer", &question, None).await.assert_problem(410, "link_ended");
        assert_eq!(status(&server, &others).await, 200, "of this donor alone");
    })
    .await;
}

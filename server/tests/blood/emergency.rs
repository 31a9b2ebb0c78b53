//! A request for blood is never refused: unusual ones are held for review, the answer is the same for all, and an administrator can lift
//! every hold and every block.

use doccare::blood;
use doccare::platform::db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{REQUEST, by_admin, care_hospital, row_of};
use crate::harness::blood::merged;
use crate::harness::{Answer, TestServer, with_limits, with_server};

const CONFIRM: &str = "/user/api/bloodrequest/confirm";
const CLOSE: &str = "/user/api/bloodrequest/close";

/// The address of the `number`-th requester opens a request for a patient of the given name.
async fn open_for(server: &TestServer, number: usize, patient: &str) -> String {
    server.open_request(number, json!({"Patient_name": patient})).await
}

#[tokio::test]
async fn the_request_form_does_not_reveal_what_is_known_of_an_address_or_number() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let post = async |number: usize, changed: Value| {
            server.clock.advance(SignedDuration::from_millis(1));
            let answer = server.post(REQUEST, merged(TestServer::request_form(number), changed)).await;
            (answer.status, answer.body)
        };
        let unknown = post(9, json!({})).await;
        assert_eq!(unknown.0, 201);
        open_for(&server, 1, "Patient 1").await;
        assert_eq!(post(1, json!({})).await, unknown, "the same request is running");
        assert!(server.was_told("requester1@example.org", "Your blood request is already open").await);
        let link = server.link_in_mail("requester1@example.org", "/bloodrequest/own#").await;
        let page = server.with_link("GET", REQUEST, &link, None).await;
        assert_eq!(page.body["data"]["status"], "Open", "the mail leads to the request that runs: {}", page.text);

        open_for(&server, 1, "Second").await;
        open_for(&server, 1, "Third").await;
        assert_eq!(post(1, json!({"Patient_name": "Fourth"})).await, unknown, "three are running");
        assert_eq!(by_admin(&server, &admin, "Patient 1", "block").await.status, 200);
        assert_eq!(post(1, json!({"Patient_name": "Fifth"})).await, unknown, "the address is blocked");
        assert_eq!(post(2, json!({"Phone_number": "9600000001"})).await, unknown, "so was its number");
        let number = 3;
        for patient in ["A", "B", "C", "D", "E"] {
            let link = open_for(&server, number, patient).await;
            assert_eq!(server.with_link("POST", CLOSE, &link, None).await.status, 200);
        }
        assert_eq!(post(number, json!({})).await, unknown, "five were opened and closed today");
    })
    .await;
}

#[tokio::test]
async fn a_fourth_running_request_of_one_address_is_held_for_review_and_then_goes_on() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for patient in ["First", "Second", "Third"] {
            open_for(&server, 1, patient).await;
        }
        server.donor(1, json!({})).await;
        let link = server.request_blood(1, json!({"Patient_name": "Fourth"})).await;
        let confirmed = server.with_link("POST", CONFIRM, &link, None).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.text);
        assert!(confirmed.body["message"].as_str().unwrap().contains("half an hour"), "{}", confirmed.text);
        assert!(confirmed.body["data"]["heldUntil"].is_string(), "{}", confirmed.text);
        assert!(server.was_told("requester1@example.org", "is being reviewed").await, "the person hears of it");
        let held = row_of(&server, &admin, "Fourth").await;
        assert_eq!((&held["look"], &held["heldFor"]), (&json!("waits"), &json!("address")));
        assert!(server.asked().await.is_empty());
        let waiting = server.ask("GET", "/admin/api/notifications", &admin, None).await;
        assert_eq!(waiting.body["data"]["heldRequests"], 1);
        assert_eq!(by_admin(&server, &admin, "Fourth", "look").await.status, 200);
        assert_eq!(server.asked().await, ["donor1"], "an administrator lifts it");
        assert!(server.was_told("requester1@example.org", "We are asking donors").await);

        let link = server.request_blood(1, json!({"Patient_name": "Fifth"})).await;
        assert_eq!(server.with_link("POST", CONFIRM, &link, None).await.status, 200);
        server.donor(2, json!({})).await;
        server.clock.advance(SignedDuration::from_mins(30));
        blood::advance(&server.app).await.unwrap();
        assert!(server.asked().await.contains(&"donor2".to_owned()), "nobody looked, and blood is needed");
    })
    .await;
}

#[tokio::test]
async fn closed_or_reviewed_requests_do_not_hold_others() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for patient in ["A", "B", "C", "D", "E", "F"] {
            let link = open_for(&server, 1, patient).await;
            assert_eq!(server.with_link("POST", CLOSE, &link, None).await.status, 200);
        }
        for patient in ["G", "H", "I"] {
            open_for(&server, 1, patient).await;
            assert_eq!(row_of(&server, &admin, patient).await["heldFor"], Value::Null, "{patient}");
            assert_eq!(by_admin(&server, &admin, patient, "look").await.status, 200);
        }
        open_for(&server, 1, "J").await;
        assert_eq!(row_of(&server, &admin, "J").await["heldFor"], Value::Null, "the three before were reviewed");
    })
    .await;
}

/// Opens a request from a network, alternating between two districts so that the limit of a district holds none.
async fn open_from(server: &TestServer, number: usize, network: &str) -> (String, Answer) {
    let request = server.request("POST", REQUEST).header("x-forwarded-for", network);
    let changed = json!({"District": if number.is_multiple_of(2) { "Kollam" } else { "Kannur" }});
    let form = merged(TestServer::request_form(number), changed);
    assert_eq!(Answer::read(request.json(&form)).await.status, 201);
    server.clock.advance(SignedDuration::from_secs(10));
    let link = server.link_in_mail(&format!("requester{number}@example.org"), "/bloodrequest/own#").await;
    let confirm = server.request("POST", CONFIRM).header("x-forwarded-for", network);
    let confirmed = Answer::read(confirm.bearer_auth(&link)).await;
    (link, confirmed)
}

#[tokio::test]
async fn many_requests_from_a_hospitals_network_are_held_and_never_refused() {
    with_limits(async |server| {
        let admin = server.admin_token().await;
        for number in 1..=10 {
            let (link, opened) = open_from(&server, number, "10.1.1.1").await;
            assert_eq!(opened.status, 200, "{}", opened.text);
            let close = server.request("POST", CLOSE).header("x-forwarded-for", "10.1.1.1").bearer_auth(link);
            assert_eq!(Answer::read(close).await.status, 200);
        }
        for number in 11..=22 {
            let (_, opened) = open_from(&server, number, "10.1.1.1").await;
            assert_eq!(opened.status, 200, "{number}: {}", opened.text);
            let expected = if number <= 15 { Value::Null } else { json!("network") };
            let row = row_of(&server, &admin, &format!("Patient {number}")).await;
            assert_eq!(row["heldFor"], expected, "{number}: only those that run count");
        }
        for number in 11..=22 {
            assert_eq!(by_admin(&server, &admin, &format!("Patient {number}"), "look").await.status, 200);
        }
        let (_, opened) = open_from(&server, 23, "10.1.1.1").await;
        assert_eq!(opened.status, 200);
        let row = row_of(&server, &admin, "Patient 23").await;
        assert_eq!(row["heldFor"], Value::Null, "an administrator has reviewed the others");
        assert_eq!(open_from(&server, 24, "10.1.1.2").await.1.status, 200);
        server.clock.advance(SignedDuration::from_hours(25));
        blood::forget_old(&server.app).await.unwrap();
        let kept = "SELECT count(*) FROM blood_requests WHERE network IS NOT NULL";
        let kept: db::Result<i64> = server.app.db.read(async |tx| tx.count(kept, &[]).await).await;
        assert_eq!(kept.unwrap(), 0, "a network is kept for as long as it is counted");
    })
    .await;
}

#[tokio::test]
async fn a_block_applies_to_the_confirmed_address_and_not_to_the_typed_number() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        server.donor(1, json!({})).await;
        server.donor(2, json!({})).await;
        server.donor(3, json!({})).await;
        // An attacker enters the number of the second requester.
        let victims = json!({"Phone_number": "9600000002"});
        server.open_request(1, merged(victims.clone(), json!({"District": "Kollam"}))).await;
        let own = server.open_request(2, json!({"Patient_name": "Genuine", "Needed_by": "2026-11-16"})).await;
        let blocked = by_admin(&server, &admin, "Patient 1", "block").await;
        assert_eq!(blocked.body["data"]["blocked"], true, "{}", blocked.text);
        let page = server.with_link("GET", REQUEST, &own, None).await;
        assert_eq!(page.body["data"]["status"], "Open", "the genuine request goes on");
        let row = row_of(&server, &admin, "Genuine").await;
        assert_eq!(row["blocked"], false);
        open_for(&server, 2, "Genuine again").await;
        assert_eq!(row_of(&server, &admin, "Genuine again").await["heldFor"], Value::Null);
    })
    .await;
}

#[tokio::test]
async fn a_blocked_address_is_held_until_an_administrator_lifts_the_hold_or_the_block() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let (hospital, token) = care_hospital(&server, &admin).await;
        open_for(&server, 1, "Abused").await;
        assert_eq!(by_admin(&server, &admin, "Abused", "block").await.status, 200);
        for number in 1..=3 {
            server.donor(number, json!({})).await;
        }
        let mut links = Vec::new();
        for patient in ["Held", "Held too"] {
            let link = server.request_blood(1, json!({"Patient_name": patient})).await;
            let confirmed = server.with_link("POST", CONFIRM, &link, None).await;
            assert_eq!(confirmed.status, 200, "{}", confirmed.text);
            assert!(confirmed.body["message"].as_str().unwrap().contains("administrator"), "{}", confirmed.text);
            let data = &confirmed.body["data"];
            assert_eq!(
                (&data["held"], &data["heldUntil"], &data["nextWaveAt"]),
                (&json!(true), &Value::Null, &Value::Null)
            );
            links.push(link);
        }
        server.clock.advance(SignedDuration::from_hours(2));
        blood::advance(&server.app).await.unwrap();
        let admin = server.admin_token_again().await;
        assert!(server.asked().await.is_empty(), "it does not go on by itself");
        let row = row_of(&server, &admin, "Held").await;
        assert_eq!(
            (&row["look"], &row["heldFor"], &row["blocked"]),
            (&json!("waits"), &json!("blocked"), &json!(true))
        );
        let path = format!("/user/api/worker/bloodrequests/{hospital}");
        assert_eq!(server.ask("GET", &path, &token, None).await.body["data"], json!([]), "nor by the hospital's word");
        let id = row["_id"].as_str().unwrap();
        let word = server.ask("PATCH", &format!("{path}/confirm/{id}"), &token, None).await;
        word.assert_problem(404, "not_found");

        assert_eq!(by_admin(&server, &admin, "Held", "look").await.body["data"]["blocked"], true);
        assert_eq!(server.asked().await, ["donor1", "donor2", "donor3"], "this one, by its review");
        server.accepted_by(1).await;
        let page = server.with_link("GET", REQUEST, &links[0], None).await;
        assert!(page.text.contains("9700000001"), "and then donors are shown: {}", page.text);
        for number in 4..=6 {
            server.donor(number, json!({})).await;
        }
        assert_eq!(by_admin(&server, &admin, "Held too", "unblock").await.body["data"]["blocked"], false);
        assert_eq!(server.asked().await.len(), 6, "and the other, because the block is lifted");
        assert!(server.was_told("requester1@example.org", "We are asking donors").await);
        open_for(&server, 1, "Afterwards").await;
        assert_ne!(row_of(&server, &admin, "Afterwards").await["heldFor"], "blocked");
    })
    .await;
}

#[tokio::test]
async fn an_unconfirmed_address_cannot_be_blocked() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        server.request_blood(1, json!({})).await;
        by_admin(&server, &admin, "Patient 1", "block").await.assert_problem(409, "not_changeable");
        assert_eq!(row_of(&server, &admin, "Patient 1").await["blocked"], false);
    })
    .await;
}

/// Asks as many donors as the requests of an address may ask in a day, by a single request.
async fn ask_many(server: &TestServer) {
    for number in 0..200 {
        let sql = format!(
            "INSERT INTO donor_invitations (id, request_id, donor_id, wave, blood_group, district, asked_at, status)
             SELECT 'a{number}', id, 'gone{number}', 1, 'O-', 'Kozhikode', 1, 'asked' FROM blood_requests"
        );
        server.execute(&sql).await;
    }
}

#[tokio::test]
async fn a_request_that_reaches_the_daily_limit_of_donors_waits_for_a_review() {
    with_server(async |server| {
        server.admin_token().await;
        server.open_request(1, json!({})).await;
        ask_many(&server).await;
        server.donor(1, json!({})).await;
        open_for(&server, 1, "Second").await;
        assert!(server.asked().await.is_empty());
        for _ in 0..3 {
            let admin = server.admin_token_again().await;
            let row = row_of(&server, &admin, "Second").await;
            assert_eq!((&row["look"], &row["heldFor"]), (&json!("waits"), &json!("donor_limit")));
            server.clock.advance(SignedDuration::from_mins(31));
            blood::advance(&server.app).await.unwrap();
        }
        let admin = server.admin_token_again().await;
        let mails = server.mails().await;
        let told = mails.iter().filter(|mail| mail.header("subject").contains("is being reviewed")).count();
        assert_eq!(told, 1, "the person hears of it once");
        assert_eq!(by_admin(&server, &admin, "Second", "look").await.status, 200);
        assert_eq!(server.asked().await, ["donor1"]);
    })
    .await;
}

/// Donors whom a reviewed request has asked are not counted against the next request from the same address or network.
#[tokio::test]
async fn a_reviewed_request_uses_up_no_donors_of_the_day() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        server.open_request(1, json!({})).await;
        ask_many(&server).await;
        assert_eq!(by_admin(&server, &admin, "Patient 1", "look").await.status, 200);
        server.donor(1, json!({})).await;
        open_for(&server, 1, "Second").await;
        assert_eq!(server.asked().await, ["donor1"]);
        assert_eq!(row_of(&server, &admin, "Second").await["heldFor"], Value::Null);
    })
    .await;
}

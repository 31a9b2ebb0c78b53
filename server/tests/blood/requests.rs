//! Requests: confirmed by link, answered, ended, limited, and what the administrator does about them.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::blood::merged;
use crate::harness::{TestServer, with_server};

const REQUEST: &str = "/user/api/bloodrequest";
const ANSWER: &str = "/user/api/bloodanswer";

#[tokio::test]
async fn every_wrong_field_is_named_and_no_number_hides_in_a_text() {
    with_server(async |server| {
        for (field, value) in [
            ("Patient_name", json!("")),
            ("Blood_group", json!("Select blood group")),
            ("Units", json!(0)),
            ("Units", json!(11)),
            ("Hospital", json!("")),
            ("Hospital", json!("Call 98460 12345")),
            ("District", json!("Chennai")),
            ("Needed_by", json!("2026-11-14")),
            ("Needed_by", json!("2026-12-16")),
            ("Contact_name", json!("")),
            ("Phone_number", json!("123")),
            ("Email", json!("x")),
            ("Reason", json!("write to me@example.org")),
            ("Reason", json!("Pay at example . com")),
            ("Hospital", json!("Care Hospital, see hxxp care")),
            ("Hospital", json!("care．hospital")),
        ] {
            let answer = server.post(REQUEST, merged(TestServer::request_form(1), json!({field: value}))).await;
            answer.assert_problem(422, "invalid_fields");
            assert_eq!(answer.bad_fields(), [field], "{}", answer.text);
        }
        let edge = json!({"Needed_by": "Dec 15, 2026", "Units": "10", "Reason": ""});
        assert_eq!(server.post(REQUEST, merged(TestServer::request_form(1), edge)).await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_sent_before_the_requester_confirms_and_then_without_who_asks() {
    with_server(async |server| {
        for number in 1..=4 {
            server.donor(number, json!({})).await;
        }
        let link = server.request_blood(1, json!({})).await;
        assert_eq!(server.with_link("GET", REQUEST, &link, None).await.body["data"]["status"], "Unconfirmed");
        assert!(server.asked().await.is_empty());
        server.with_link("POST", &format!("{REQUEST}/confirm"), &link, None).await;
        let opened = server.with_link("GET", REQUEST, &link, None).await;
        assert_eq!((&opened.body["data"]["status"], &opened.body["data"]["asked"]), (&json!("Open"), &json!(3)));
        assert_eq!(server.asked().await.len(), 3, "three for one unit, not all four");
        server.with_link("POST", &format!("{REQUEST}/confirm"), &link, None).await;
        assert_eq!(server.asked().await.len(), 3, "a second confirmation changes nothing");
        for mail in server.mails().await.iter().filter(|mail| mail.header("to").starts_with("donor")) {
            let text = mail.text("text/plain").unwrap() + &mail.text("text/html").unwrap();
            for secret in ["9600000001", "requester1@", "Requester 1", "Patient 1"] {
                assert!(!text.contains(secret), "{secret}: {text}");
            }
        }
        let question = server.question_to(1).await;
        let page = server.with_link("GET", ANSWER, &question, None).await;
        assert_eq!((&page.body["data"]["status"], &page.body["data"]["contact"]), (&json!("asked"), &Value::Null));
        assert!(!page.text.contains("9600000001") && !page.text.contains("Patient 1"));
    })
    .await;
}

#[tokio::test]
async fn an_unconfirmed_request_is_forgotten_after_a_day() {
    with_server(async |server| {
        let link = server.request_blood(1, json!({})).await;
        server.clock.advance(SignedDuration::from_hours(24));
        server.with_link("POST", &format!("{REQUEST}/confirm"), &link, None).await.assert_problem(410, "link_ended");
        server.with_link("GET", REQUEST, &link, None).await.assert_problem(410, "link_ended");
        assert_eq!(doccare::blood::forget_old(&server.app).await.unwrap(), 1);
        assert_eq!(doccare::blood::forget_old(&server.app).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn only_an_accepted_pair_sees_each_others_numbers_and_each_reveal_is_recorded() {
    with_server(async |server| {
        for number in 1..=3 {
            server.donor(number, json!({})).await;
        }
        let link = server.open_request(1, json!({"Units": 2})).await;
        let question = server.question_to(2).await;
        let yes = server.with_link("POST", &format!("{ANSWER}/accept"), &question, None).await;
        let data = &yes.body["data"];
        assert_eq!(
            (&data["status"], &data["contact"]["Phone_number"], &data["contact"]["Patient_name"]),
            (&json!("accepted"), &json!("9600000001"), &json!("Patient 1"))
        );
        server.with_link("POST", &format!("{ANSWER}/accept"), &question, None).await;
        let own = server.with_link("GET", REQUEST, &link, None).await;
        let accepted = own.body["data"]["accepted"].as_array().unwrap();
        assert_eq!(accepted.len(), 1);
        assert_eq!((&accepted[0]["Name"], &accepted[0]["Phone_number"]), (&json!("Donor 2"), &json!("9700000002")));
        assert!(!own.text.contains("9700000001") && !own.text.contains("9700000003"));
        let to_requester = server.mails().await;
        let told = to_requester.iter().rfind(|mail| mail.header("to") == "requester1@example.org").unwrap();
        let told = told.text("text/plain").unwrap() + &told.text("text/html").unwrap();
        assert!(!told.contains("9700000002") && !told.contains("Donor 2"), "a mail cannot be taken back: {told}");
        let reveals = server.app.db.read(async |tx| {
            let sql = "SELECT seen_by FROM contact_disclosures ORDER BY seen_by";
            tx.query(sql, &[], |row| row.get::<String>(0)).await
        });
        assert_eq!(reveals.await.unwrap(), ["donor", "requester"], "once each, however often they say yes");

        let back = server.with_link("POST", &format!("{ANSWER}/decline"), &question, None).await;
        assert_eq!((&back.body["data"]["status"], &back.body["data"]["contact"]), (&json!("declined"), &Value::Null));
        let own = server.with_link("GET", REQUEST, &link, None).await;
        assert!(!own.text.contains("9700000002"), "a yes that was taken back hides the number again");
    })
    .await;
}

#[tokio::test]
async fn of_donors_who_accept_the_last_unit_at_once_all_but_one_are_told_that_enough_have_accepted() {
    with_server(async |server| {
        for number in 1..=3 {
            server.donor(number, json!({})).await;
        }
        let link = server.open_request(1, json!({})).await;
        let questions = [server.question_to(1).await, server.question_to(2).await, server.question_to(3).await];
        let race = questions.iter().map(|link| server.with_link("POST", "/user/api/bloodanswer/accept", link, None));
        let answers = futures::future::join_all(race).await;
        let (won, lost): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
        assert_eq!((won.len(), lost.len()), (1, 2));
        for answer in lost {
            answer.assert_problem(409, "no_longer_needed");
            assert!(answer.body["message"].as_str().unwrap().starts_with("Thank you!"), "{}", answer.text);
        }
        let own = server.with_link("GET", REQUEST, &link, None).await;
        assert_eq!(own.body["data"]["status"], "Matched");
        assert_eq!(own.body["data"]["accepted"].as_array().unwrap().len(), 1);
        let mut seen = Vec::new();
        for link in &questions {
            let page = server.with_link("GET", ANSWER, link, None).await;
            seen.push(page.body["data"]["status"].as_str().unwrap().to_owned());
        }
        seen.sort();
        assert_eq!(seen, ["accepted", "full", "full"]);
    })
    .await;
}

#[tokio::test]
async fn a_fulfilled_request_thanks_its_donors_and_a_closed_one_frees_them() {
    with_server(async |server| {
        server.donor(1, json!({})).await;
        let link = server.open_request(1, json!({})).await;
        let question = server.accepted_by(1).await;
        let closed =
            server.with_link("POST", &format!("{REQUEST}/close"), &link, Some(json!({"fulfilled": true}))).await;
        assert_eq!(closed.body["data"]["status"], "Fulfilled");
        server.with_link("POST", &format!("{REQUEST}/close"), &link, None).await.assert_problem(409, "not_changeable");
        let page = server.with_link("GET", ANSWER, &question, None).await;
        assert_eq!((&page.body["data"]["status"], &page.body["data"]["contact"]), (&json!("ended"), &Value::Null));
        assert!(server.was_told("donor1@example.org", "Thank you: the patient has the blood").await);
        let own = server.link_in_mail("donor1@example.org", "/blooddonor#").await;
        let given = server.with_link("POST", "/user/api/blooddonor/donation", &own, None).await;
        assert_eq!(given.body["data"]["status"], "resting");
        server
            .with_link("POST", &format!("{ANSWER}/accept"), &question, None)
            .await
            .assert_problem(409, "no_longer_needed");
    })
    .await;
}

#[tokio::test]
async fn the_same_request_is_opened_once_by_one_address() {
    with_server(async |server| {
        let first = server.request_blood(1, json!({})).await;
        let second = server.request_blood(1, json!({})).await;
        assert_eq!(server.with_link("POST", &format!("{REQUEST}/confirm"), &second, None).await.status, 200);
        // Opening a newer link ends the one before it only for the same request.
        let again = server.with_link("POST", &format!("{REQUEST}/confirm"), &first, None).await;
        again.assert_problem(409, "already_registered");
        let other = json!({"Email": "another@example.org"});
        let other = server.post(REQUEST, merged(TestServer::request_form(1), other)).await;
        assert_eq!(other.status, 201, "another address proves itself");
    })
    .await;
}

#[tokio::test]
async fn wrong_contact_is_reported_once_by_each_and_only_about_an_accepted_pair() {
    with_server(async |server| {
        server.donor(1, json!({})).await;
        server.donor(2, json!({})).await;
        let link = server.open_request(1, json!({"Units": 2})).await;
        let question = server.accepted_by(1).await;
        let own = server.with_link("GET", REQUEST, &link, None).await;
        let ask_id = own.body["data"]["accepted"][0]["_id"].as_str().unwrap().to_owned();
        let report = json!({"donor": ask_id, "reason": "A wrong number"});
        for _ in 0..2 {
            let told = server.with_link("POST", &format!("{REQUEST}/report"), &link, Some(report.clone())).await;
            assert_eq!(told.body["data"]["accepted"][0]["reported"], true);
        }
        let nobody = server
            .with_link("POST", &format!("{REQUEST}/report"), &link, Some(json!({"donor": "x", "reason": "?"})))
            .await;
        nobody.assert_problem(404, "not_found");
        let silent =
            server.with_link("POST", &format!("{ANSWER}/report"), &question, Some(json!({"reason": " "}))).await;
        assert_eq!(silent.bad_fields(), ["reason"]);
        let told = server
            .with_link("POST", &format!("{ANSWER}/report"), &question, Some(json!({"reason": "Calls at night"})))
            .await;
        assert_eq!(told.body["data"]["reported"], true);
        let admin = server.admin_token().await;
        let list = server.ask("GET", "/admin/api/blood/requests", &admin, None).await;
        assert_eq!(list.body["data"][0]["reports"], 2);
    })
    .await;
}

#[tokio::test]
async fn the_administrator_sees_waves_and_answers_closes_extends_and_blocks() {
    with_server(async |server| {
        for number in 1..=2 {
            server.donor(number, json!({})).await;
        }
        let link = server.open_request(1, json!({})).await;
        server.open_request(2, json!({"District": "Kollam"})).await;
        server.accepted_by(2).await;
        let admin = server.admin_token().await;
        let list = async |status: &str| {
            let page = server.ask("GET", &format!("/admin/api/blood/requests?status={status}"), &admin, None).await;
            (page.body["total"].as_i64().unwrap(), page.body["data"][0].clone())
        };
        let (total, matched) = list("matched").await;
        assert_eq!((total, list("Open").await.0, list("").await.0, list("nonsense").await.0), (1, 1, 2, 0));
        assert_eq!((&matched["asked"], &matched["accepted"], &matched["waves"]), (&json!(2), &json!(1), &json!(1)));
        let id = matched["_id"].as_str().unwrap().to_owned();
        let path = format!("/admin/api/blood/requests/{id}");
        let detail = server.ask("GET", &path, &admin, None).await;
        let answers = detail.body["data"]["waves"][0]["answers"].as_array().unwrap().clone();
        let yes = answers.iter().find(|answer| answer["status"] == "accepted").unwrap();
        assert_eq!((&yes["Name"], &yes["Phone_number"]), (&json!("Donor 2"), &json!("9700000002")));
        assert_eq!(yes["reveals"], json!([]), "the requester has not looked yet");
        server.with_link("GET", REQUEST, &link, None).await;
        let detail = server.ask("GET", &path, &admin, None).await;
        let answers = detail.body["data"]["waves"][0]["answers"].as_array().unwrap().clone();
        let yes = answers.iter().find(|answer| answer["status"] == "accepted").unwrap();
        assert_eq!(
            (&yes["reveals"][0]["Phone_number"], &yes["reveals"][0]["times"]),
            (&json!("9700000002"), &json!(1))
        );
        server.ask("GET", "/admin/api/blood/requests/x", &admin, None).await.assert_problem(404, "not_found");

        let deed =
            async |what: &str, body: Value| server.ask("POST", &format!("{path}/{what}"), &admin, Some(body)).await;
        assert_eq!(deed("extend", json!({"Needed_by": "2026-11-14"})).await.bad_fields(), ["Needed_by"]);
        let more = deed("extend", json!({"Needed_by": "2026-11-25"})).await;
        assert_eq!(
            (&more.body["data"]["Needed_by"], &more.body["data"]["status"]),
            (&json!("2026-11-25"), &json!("Matched"))
        );
        let closed = deed("close", json!({"reason": "Asked twice"})).await;
        assert_eq!(closed.body["data"]["status"], "Closed");
        deed("close", json!({})).await.assert_problem(409, "not_changeable");
        let mails = server.mails().await;
        let told = mails.iter().find(|mail| mail.header("subject") == "Your blood request was closed").unwrap();
        assert!(told.text("text/plain").unwrap().contains("Asked twice"));

        assert_eq!(deed("block", json!({"reason": "Sells blood"})).await.body["data"]["blocked"], true);
        assert_eq!(server.with_link("GET", REQUEST, &link, None).await.status, 200);
        assert_eq!(deed("unblock", json!({})).await.body["data"]["blocked"], false);
        assert_eq!(server.post(REQUEST, TestServer::request_form(1)).await.status, 201);
        let deeds = server.app.db.read(async |tx| {
            let sql = "SELECT l.action, w.reason FROM audit_log l JOIN audit_details w ON w.id = l.id
                       WHERE l.subject_kind = 'bloodrequest' ORDER BY l.id";
            tx.query(sql, &[], |row| Ok((row.get::<String>(0)?, row.get::<Option<String>>(1)?))).await
        });
        let mut deeds = deeds.await.unwrap();
        deeds.sort();
        let told = |text: &str| Some(text.to_owned());
        assert_eq!(
            deeds,
            [
                ("block".into(), told("Sells blood")),
                ("close".into(), told("Asked twice")),
                ("extend".into(), told("2026-11-25")),
                ("unblock".into(), None)
            ]
        );
    })
    .await;
}

#[tokio::test]
async fn blocking_ends_every_request_of_an_address_also_unconfirmed_ones() {
    with_server(async |server| {
        server.open_request(1, json!({})).await;
        let waiting =
            server.request_blood(1, json!({"Patient_name": "Another", "Email": "requester1@example.org"})).await;
        let admin = server.admin_token().await;
        let list = server.ask("GET", "/admin/api/blood/requests?status=open", &admin, None).await;
        let id = list.body["data"][0]["_id"].as_str().unwrap().to_owned();
        server.ask("POST", &format!("/admin/api/blood/requests/{id}/block"), &admin, None).await;
        let closed = server.ask("GET", "/admin/api/blood/requests?status=closed", &admin, None).await;
        assert_eq!(closed.body["total"], 2);
        let confirm = server.with_link("POST", &format!("{REQUEST}/confirm"), &waiting, None).await;
        confirm.assert_problem(409, "not_changeable");
        assert!(server.asked().await.is_empty());
    })
    .await;
}

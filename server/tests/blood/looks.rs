//! Reviews: which requests need one, who reviews them, limits of one requester, and warnings to the administrator.

use std::time::Duration;

use doccare::blood;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{REQUEST, by_admin, care_hospital, row_of};
use crate::harness::{TestServer, with_server};
use crate::workers;

#[tokio::test]
async fn a_request_asks_other_districts_after_a_review_or_half_an_hour() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        server.donor(1, json!({})).await;
        for number in 2..=4 {
            server.donor(number, json!({"District": "Kannur"})).await;
        }
        let link = server.open_request(1, json!({})).await;
        assert_eq!(server.asked().await, ["donor1"], "the own district at once");
        let held = row_of(&server, &admin, "Patient 1").await;
        assert_eq!((&held["look"], &held["heldFor"]), (&json!("waits"), &json!("beyond")));
        let waiting = server.ask("GET", "/admin/api/notifications", &admin, None).await;
        assert_eq!(waiting.body["data"]["heldRequests"], 1);
        let own = server.with_link("GET", REQUEST, &link, None).await;
        assert!(own.body["data"]["heldUntil"].is_string(), "{}", own.text);
        server.clock.advance(SignedDuration::from_mins(29));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await, ["donor1"]);
        server.clock.advance(SignedDuration::from_mins(1));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await, ["donor1", "donor2", "donor3", "donor4"], "nobody looked");
        let admin = server.admin_token_again().await;
        assert_eq!(row_of(&server, &admin, "Patient 1").await["look"], "missed", "which stays to be seen");
        assert_eq!(server.with_link("GET", REQUEST, &link, None).await.body["data"]["heldUntil"], Value::Null);
    })
    .await;
}

#[tokio::test]
async fn after_the_administrators_look_a_request_goes_on_at_once() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        server.donor(1, json!({"District": "Kannur"})).await;
        server.open_request(1, json!({})).await;
        assert!(server.asked().await.is_empty());
        let looked = by_admin(&server, &admin, "Patient 1", "look").await;
        assert_eq!(looked.body["data"]["look"], "done", "{}", looked.text);
        assert_eq!(server.asked().await, ["donor1"]);
        let deeds = server.ask("GET", "/admin/api/audit?subject=bloodrequest", &admin, None).await;
        assert_eq!(deeds.body["data"][0]["action"], "look", "{}", deeds.text);
        server.donor(2, json!({})).await;
        assert_eq!(by_admin(&server, &admin, "Patient 1", "look").await.status, 200);
        assert_eq!(server.asked().await, ["donor1"], "pressed twice it is one wave");
        let deeds = server.ask("GET", "/admin/api/audit?subject=bloodrequest", &admin, None).await;
        assert_eq!(deeds.body["total"], 1, "and one deed: {}", deeds.text);
    })
    .await;
}

#[tokio::test]
async fn a_request_without_donors_in_other_districts_is_not_held() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        server.donor(1, json!({})).await;
        server.donor(2, json!({"District": "Ernakulam"})).await;
        server.open_request(1, json!({})).await;
        assert_eq!(row_of(&server, &admin, "Patient 1").await["look"], "not_needed");
        by_admin(&server, &admin, "Patient 1", "look").await;
        let closed = server.open_request(2, json!({})).await;
        server.with_link("POST", &format!("{REQUEST}/close"), &closed, None).await;
        by_admin(&server, &admin, "Patient 2", "look").await.assert_problem(409, "not_changeable");
    })
    .await;
}

#[tokio::test]
async fn a_hospital_of_the_directory_looks_at_the_requests_that_name_it() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let (hospital, token) = care_hospital(&server, &admin).await;
        server.donor(1, json!({"District": "Kannur"})).await;
        let own = server.open_request(1, json!({"Hospital": "care  HOSPITAL"})).await;
        let other = server.open_request(2, json!({"Hospital": "Another Hospital"})).await;
        for (link, known) in [(&own, true), (&other, false)] {
            let page = server.with_link("GET", REQUEST, link, None).await;
            assert_eq!(page.body["data"]["inDirectory"], known, "{}", page.text);
        }
        let mails = server.mails().await;
        let told: Vec<_> = mails.iter().filter(|mail| mail.header("to") == "care@example.org").collect();
        let told = told.iter().find(|mail| mail.header("subject").contains("names your hospital")).unwrap();
        let text = told.text("text/plain").unwrap();
        assert!(text.contains("/business/bloodrequests") && !text.contains("Patient 1"), "{text}");
        let path = format!("/user/api/worker/bloodrequests/{hospital}");
        let list = server.ask("GET", &path, &token, None).await;
        let rows = list.body["data"].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{}", list.text);
        assert_eq!((&rows[0]["Patient_name"], &rows[0]["look"]), (&json!("Patient 1"), &json!("waits")));
        let id = rows[0]["_id"].as_str().unwrap().to_owned();
        let others = row_of(&server, &admin, "Patient 2").await["_id"].as_str().unwrap().to_owned();
        let confirm = async |id: &str| server.ask("PATCH", &format!("{path}/confirm/{id}"), &token, None).await;
        confirm(&others).await.assert_problem(404, "not_found");
        assert!(server.asked().await.is_empty());
        assert_eq!(confirm(&id).await.status, 200);
        assert_eq!(server.asked().await, ["donor1"]);
        assert_eq!(row_of(&server, &admin, "Patient 1").await["look"], "done");
        assert_eq!(confirm(&id).await.status, 200, "again, nothing happens");
        let look = format!("/admin/api/blood/requests/{id}/look");
        assert_eq!(server.ask("POST", &look, &admin, None).await.status, 200);
        let close = server.with_link("POST", &format!("{REQUEST}/close"), &own, None).await;
        assert_eq!(close.status, 200, "{}", close.text);
        let confirmed = server.with_link("POST", &format!("{REQUEST}/confirm"), &own, None).await;
        for late in [confirm(&id).await, server.ask("POST", &look, &admin, None).await, confirmed] {
            late.assert_problem(409, "not_changeable");
            assert_eq!(late.body["message"], "This request has already ended.");
        }

        let mails = server.mails().await;
        let question = mails
            .iter()
            .find(|mail| mail.header("to") == "donor1@example.org" && mail.header("subject").contains("is needed"));
        assert!(!question.unwrap().text("text/plain").unwrap().contains("not on our list"));
        let requester = mails.iter().find(|mail| mail.header("to") == "requester2@example.org").unwrap();
        assert!(requester.text("text/plain").unwrap().contains("Another Hospital, Kozhikode (not on our list)"));
        let changed = [("License_number", Some("KL-20-78")), ("Phone_Number", Some("9447012346"))];
        let pharmacy = workers::approved_facility(&server, &admin, &changed).await;
        let stranger = server.ask("GET", &format!("/user/api/worker/bloodrequests/{pharmacy}"), &token, None).await;
        stranger.assert_problem(403, "forbidden");
    })
    .await;
}

#[tokio::test]
async fn a_hospitals_page_gets_events_of_its_requests_and_lists_the_most_urgent_first() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let (hospital, token) = care_hospital(&server, &admin).await;
        let events = format!("/user/api/worker/events/{hospital}");
        let mut stream = server.request("GET", &events).bearer_auth(&token).send().await.unwrap();
        assert!(stream.chunk().await.unwrap().unwrap().starts_with(b": open"));
        server.open_request(1, json!({"Hospital": "Another Hospital"})).await;
        let silent = tokio::time::timeout(Duration::from_millis(300), stream.chunk()).await;
        assert!(silent.is_err(), "a request that names another hospital was heard");
        let today = server.clock.india().date();
        for (number, days) in [(2, 5), (3, 1), (4, 3)] {
            let day = today.saturating_add(jiff::Span::new().days(days)).to_string();
            server.open_request(number, json!({"Hospital": "Care Hospital", "Needed_by": day})).await;
        }
        let heard = tokio::time::timeout(Duration::from_secs(5), stream.chunk()).await.unwrap().unwrap().unwrap();
        assert!(heard.starts_with(b"event: news"), "{heard:?}");
        let patients = async |path: &str, token: &str| {
            let list = server.ask("GET", path, token, None).await;
            let rows = list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text)).clone();
            rows.iter().map(|row| row["Patient_name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let own = patients(&format!("/user/api/worker/bloodrequests/{hospital}"), &token).await;
        assert_eq!(own, ["Patient 3", "Patient 4", "Patient 2"]);
        let open = patients("/admin/api/blood/requests?status=open", &admin).await;
        let named: Vec<&String> = open.iter().filter(|name| *name != "Patient 1").collect();
        assert_eq!(named, ["Patient 3", "Patient 4", "Patient 2"]);
        let all = patients("/admin/api/blood/requests", &admin).await;
        assert_eq!(all, ["Patient 4", "Patient 3", "Patient 2", "Patient 1"], "all of them the newest first");
    })
    .await;
}

#[tokio::test]
async fn requests_under_a_victims_number_do_not_delay_the_victim() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        server.donor(1, json!({})).await;
        server.donor(2, json!({"District": "Kannur"})).await;
        for number in 1..=3 {
            server.open_request(number, json!({"Phone_number": "9611111111", "District": "Kollam"})).await;
        }
        server.open_request(4, json!({"Phone_number": "9611111111"})).await;
        assert_eq!(server.asked().await, ["donor1"], "its own district is asked at once");
        let row = row_of(&server, &admin, "Patient 4").await;
        assert_eq!((&row["look"], &row["heldFor"]), (&json!("waits"), &json!("number")), "and somebody should look");
        server.clock.advance(SignedDuration::from_mins(30));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(
            server.asked().await,
            ["donor1", "donor2"],
            "half an hour later at the latest beyond the district too"
        );
    })
    .await;
}

#[tokio::test]
async fn many_requests_at_once_for_one_district_wait() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for number in 1..=10 {
            server.open_request(number, json!({})).await;
        }
        server.donor(1, json!({})).await;
        server.donor(2, json!({"District": "Kannur"})).await;
        server.open_request(11, json!({})).await;
        assert_eq!(server.asked().await, ["donor1"], "the own district at once");
        assert_eq!(row_of(&server, &admin, "Patient 10").await["heldFor"], Value::Null);
        assert_eq!(row_of(&server, &admin, "Patient 11").await["heldFor"], "district");
        server.open_request(12, json!({"District": "Kollam"})).await;
        assert_eq!(row_of(&server, &admin, "Patient 12").await["heldFor"], Value::Null);
        server.clock.advance(SignedDuration::from_mins(30));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await, ["donor1", "donor2"], "it waits once, not for each reason");
    })
    .await;
}

#[tokio::test]
async fn a_request_that_was_answered_or_ended_in_time_was_not_missed() {
    with_server(async |server| {
        server.donor(1, json!({})).await;
        server.donor(2, json!({"District": "Kannur"})).await;
        server.open_request(1, json!({})).await;
        server.accepted_by(1).await;
        let closed = server.open_request(2, json!({})).await;
        let admin = server.admin_token().await;
        assert_eq!(row_of(&server, &admin, "Patient 2").await["look"], "waits");
        server.with_link("POST", &format!("{REQUEST}/close"), &closed, None).await;
        server.clock.advance(SignedDuration::from_mins(31));
        blood::advance(&server.app).await.unwrap();
        let admin = server.admin_token_again().await;
        for (number, status) in [(1, "Matched"), (2, "Closed")] {
            let row = row_of(&server, &admin, &format!("Patient {number}")).await;
            assert_eq!((&row["status"], &row["look"]), (&json!(status), &json!("not_needed")), "{row}");
        }
        assert_eq!(server.asked().await, ["donor1"]);
    })
    .await;
}

#[tokio::test]
async fn a_hospital_of_the_directory_may_be_named_however_it_is_spelled() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let changed = [
            ("category", Some("Hospital")),
            ("Hospital_name", Some("St.Mary's Hospital")),
            ("District", Some("Kozhikode")),
            ("Email", Some("mary@example.org")),
        ];
        workers::approved_facility(&server, &admin, &changed).await;
        let ask = async |hospital: &str, district: &str| {
            let changed = json!({"Hospital": hospital, "District": district});
            server.post(REQUEST, crate::harness::blood::merged(TestServer::request_form(1), changed)).await
        };
        assert_eq!(ask("St.Joseph's Hospital", "Kozhikode").await.bad_fields(), ["Hospital"]);
        assert_eq!(ask("St.Mary's Hospital", "Kollam").await.bad_fields(), ["Hospital"], "there is none of that name");
        assert_eq!(ask("St.Mary's Hospital", "nowhere").await.bad_fields(), ["District", "Hospital"]);
        assert_eq!(ask("St.Mary's  hospital", "Kozhikode").await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn all_requests_of_one_address_share_the_donors_of_a_day_until_somebody_looks() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        server.open_request(1, json!({})).await;
        for number in 0..200 {
            let sql = format!(
                "INSERT INTO donor_invitations (id, request_id, donor_id, wave, blood_group, district, asked_at, status)
                 SELECT 'a{number}', id, 'gone{number}', 1, 'O-', 'Kozhikode', 1, 'asked' FROM blood_requests"
            );
            server.execute(&sql).await;
        }
        server.donor(1, json!({})).await;
        server.open_request(1, json!({"Patient_name": "Patient 2"})).await;
        assert!(server.asked().await.is_empty());
        server.open_request(3, json!({"Hospital": "Somebody else's"})).await;
        assert_eq!(server.asked().await, ["donor1"], "others are not theirs");
        server.donor(2, json!({})).await;
        by_admin(&server, &admin, "Patient 2", "look").await;
        assert_eq!(server.asked().await, ["donor1", "donor2"]);
    })
    .await;
}

#[tokio::test]
async fn donors_of_an_abusive_request_can_be_asked_by_others_once_it_is_closed() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        server.donor(1, json!({})).await;
        server.open_request(1, json!({})).await;
        server.open_request(2, json!({})).await;
        assert_eq!(server.asked().await, ["donor1"]);
        let id = row_of(&server, &admin, "Patient 1").await["_id"].as_str().unwrap().to_owned();
        server.ask("POST", &format!("/admin/api/blood/requests/{id}/block"), &admin, None).await;
        server.clock.advance(SignedDuration::from_hours(6));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await, ["donor1", "donor1"]);
    })
    .await;
}

#[tokio::test]
async fn the_administrator_is_warned_when_registrations_or_requests_jump() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let jumps = async |admin: &str| {
            let answer = server.ask("GET", "/admin/api/notifications", admin, None).await;
            answer.body["data"]["jumps"].clone()
        };
        for number in 0..19 {
            assert_eq!(server.post("/user/api/bloodregister", TestServer::donor_form(number)).await.status, 201);
            assert_eq!(server.post(REQUEST, TestServer::request_form(number)).await.status, 201);
        }
        assert_eq!(jumps(&admin).await, json!({"bloodRequests": null, "donors": null}));
        assert_eq!(server.post("/user/api/bloodregister", TestServer::donor_form(19)).await.status, 201);
        assert_eq!(jumps(&admin).await, json!({"bloodRequests": null, "donors": 20}));
        assert_eq!(server.post(REQUEST, TestServer::request_form(19)).await.status, 201);
        assert_eq!(jumps(&admin).await, json!({"bloodRequests": 20, "donors": 20}));
        blood::surge_alert::watch(&server.app).await.unwrap();
        server.clock.advance(SignedDuration::from_hours(2));
        let admin = server.admin_token_again().await;
        assert_eq!(jumps(&admin).await, json!({"bloodRequests": null, "donors": null}), "until it is quiet again");
    })
    .await;
}

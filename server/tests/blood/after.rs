//! After a request ends its requester sees nothing of the donors. Earlier disclosures are recorded, and the donors can read them.

use doccare::blood;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::{Answer, TestServer, with_server};

const REQUEST: &str = "/user/api/bloodrequest";
const ANSWER: &str = "/user/api/bloodanswer";
const REVEALS: &str = "/user/api/blooddonor/reveals";
const NUMBER: &str = "9700000001";

/// A donor who accepted the request of a requester who has seen the contact.
struct Pair {
    own: String,
    request: String,
    question: String,
}

async fn pair(server: &TestServer) -> Pair {
    let own = server.donor(1, json!({})).await;
    let request = server.open_request(1, json!({})).await;
    let question = server.accepted_by(1).await;
    let page = server.with_link("GET", REQUEST, &request, None).await;
    assert!(page.text.contains(NUMBER) && page.text.contains("Donor 1"), "{}", page.text);
    assert_eq!(page.header("cache-control"), "no-store", "no browser keeps what it showed");
    Pair { own, request, question }
}

async fn reveals(server: &TestServer, own: &str) -> Vec<Value> {
    let page = server.with_link("GET", REVEALS, own, None).await;
    assert_eq!(page.status, 200, "{}", page.text);
    page.body["data"].as_array().unwrap().clone()
}

#[track_caller]
fn assert_nobody_in(answer: &Answer) {
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(!answer.text.contains(NUMBER) && !answer.text.contains("Donor 1"), "{}", answer.text);
}

/// The request's id, from the administrator's list.
async fn request_id(server: &TestServer, admin: &str) -> String {
    let list = server.ask("GET", "/admin/api/blood/requests", admin, None).await;
    list.body["data"][0]["_id"].as_str().unwrap().to_owned()
}

async fn by_admin(server: &TestServer, deed: &str, body: Value) -> Answer {
    let admin = server.admin_token().await;
    let id = request_id(server, &admin).await;
    server.ask("POST", &format!("/admin/api/blood/requests/{id}/{deed}"), &admin, Some(body)).await
}

#[tokio::test]
async fn after_the_end_of_a_request_its_donors_are_hidden_whoever_ended_it() {
    for end in ["fulfilled", "not needed", "closed by admin", "blocked", "expired", "its day has passed"] {
        with_server(async |server| {
            println!("{end}");
            let Pair { own, request, question } = pair(&server).await;
            let close = format!("{REQUEST}/close");
            match end {
                "fulfilled" => {
                    let told = json!({"fulfilled": true});
                    assert_nobody_in(&server.with_link("POST", &close, &request, Some(told)).await);
                }
                "not needed" => assert_nobody_in(&server.with_link("POST", &close, &request, None).await),
                "closed by admin" => assert_eq!(by_admin(&server, "close", json!({})).await.status, 200),
                "blocked" => assert_eq!(by_admin(&server, "block", json!({})).await.status, 200),
                _ => server.clock.advance(SignedDuration::from_hours(4 * 24)),
            }
            if end == "expired" {
                blood::advance(&server.app).await.unwrap();
            }
            let page = server.with_link("GET", REQUEST, &request, None).await;
            assert_nobody_in(&page);
            let data = &page.body["data"];
            assert_eq!(data["accepted"], json!([]));
            assert_eq!(
                (&data["former"][0]["withdrawn"], &data["former"][0]["Blood_group"]),
                (&json!(false), &json!("O-"))
            );
            let answer = server.with_link("GET", ANSWER, &question, None).await;
            assert_eq!(
                (&answer.body["data"]["status"], &answer.body["data"]["contact"], &answer.body["data"]["saidYes"]),
                (&json!("ended"), &Value::Null, &json!(true))
            );
            assert!(answer.body["data"]["lastSeenAt"].is_string(), "{}", answer.text);
            assert_eq!(reveals(&server, &own).await[0]["lasts"], false);
        })
        .await;
    }
}

#[tokio::test]
async fn a_withdrawal_hides_the_donor_and_notifies_the_requester_without_the_name() {
    with_server(async |server| {
        let Pair { request, question, .. } = pair(&server).await;
        let back = server.with_link("POST", &format!("{ANSWER}/decline"), &question, None).await;
        assert_eq!((&back.body["data"]["status"], &back.body["data"]["saidYes"]), (&json!("declined"), &json!(false)));
        assert!(back.body["data"]["lastSeenAt"].is_string(), "{}", back.text);
        let page = server.with_link("GET", REQUEST, &request, None).await;
        assert_nobody_in(&page);
        let former = page.body["data"]["former"][0].clone();
        assert_eq!((&former["withdrawn"], &former["Blood_group"]), (&json!(true), &json!("O-")));
        let mails = server.mails().await;
        let told = mails.iter().find(|mail| mail.header("subject") == "A donor cannot come after all").unwrap();
        assert_eq!(told.header("to"), "requester1@example.org");
        assert!(told.text("text/plain").unwrap().contains("The O- donor who said yes on Sun 15 Nov, 9:00 am"));

        // A donor who took money and then withdrew can still be reported.
        let report = json!({"donor": former["_id"], "reason": "Asked for money"});
        let told = server.with_link("POST", &format!("{REQUEST}/report"), &request, Some(report)).await;
        assert_eq!(told.body["data"]["former"][0]["reported"], true, "{}", told.text);
        assert_nobody_in(&told);

        // The donor changes their mind once more, and accepts.
        server.with_link("POST", &format!("{ANSWER}/accept"), &question, None).await;
        let page = server.with_link("GET", REQUEST, &request, None).await;
        assert_eq!(
            (&page.body["data"]["accepted"][0]["Name"], &page.body["data"]["former"]),
            (&json!("Donor 1"), &json!([]))
        );
    })
    .await;
}

#[tokio::test]
async fn withdrawing_the_consent_withdraws_acceptances() {
    with_server(async |server| {
        let Pair { own, request, .. } = pair(&server).await;
        let saved = server.with_link("PUT", "/user/api/blooddonor", &own, Some(json!({"consent": false}))).await;
        assert_eq!(saved.body["data"]["status"], "no_consent");
        let page = server.with_link("GET", REQUEST, &request, None).await;
        assert_nobody_in(&page);
        assert_eq!(
            (&page.body["data"]["status"], &page.body["data"]["former"][0]["withdrawn"]),
            (&json!("Open"), &json!(true))
        );
        assert!(server.was_told("requester1@example.org", "A donor cannot come after all").await);
        assert_eq!(reveals(&server, &own).await[0]["what"]["Name"], "Donor 1");
    })
    .await;
}

#[tokio::test]
async fn an_acceptance_can_be_withdrawn_after_the_end_of_the_request() {
    with_server(async |server| {
        let Pair { request, question, .. } = pair(&server).await;
        server.clock.advance(SignedDuration::from_hours(4 * 24));
        blood::advance(&server.app).await.unwrap();
        let before = server.mails().await.len();
        let back = server.with_link("POST", &format!("{ANSWER}/decline"), &question, None).await;
        assert_eq!((&back.body["data"]["status"], &back.body["data"]["saidYes"]), (&json!("ended"), &json!(false)));
        assert_eq!(server.mails().await.len(), before, "nobody waits for this donor any more");
        let page = server.with_link("GET", REQUEST, &request, None).await;
        assert_eq!(page.body["data"]["former"][0]["withdrawn"], true);

        // Also if the administrator reopens it.
        let more = by_admin(&server, "extend", json!({"Needed_by": "2026-11-25"})).await;
        assert_eq!(more.body["data"]["status"], "Open", "{}", more.text);
        assert_nobody_in(&server.with_link("GET", REQUEST, &request, None).await);
        server.clock.advance(SignedDuration::from_hours(24 * 400));
        blood::advance(&server.app).await.unwrap();
        blood::forget_old(&server.app).await.unwrap();
        server.with_link("POST", &format!("{ANSWER}/decline"), &question, None).await.assert_problem(410, "link_ended");
    })
    .await;
}

#[tokio::test]
async fn donors_of_a_reopened_request_get_a_mail_that_they_are_visible_again() {
    with_server(async |server| {
        let Pair { request, .. } = pair(&server).await;
        server.clock.advance(SignedDuration::from_hours(4 * 24));
        blood::advance(&server.app).await.unwrap();
        assert_nobody_in(&server.with_link("GET", REQUEST, &request, None).await);
        let more = by_admin(&server, "extend", json!({"Needed_by": "2026-11-25"})).await;
        assert_eq!(more.body["data"]["status"], "Matched");
        assert!(server.was_told("donor1@example.org", "The blood is still needed").await);
        let question = server.question_to(1).await;
        assert!(server.with_link("GET", REQUEST, &request, None).await.text.contains(NUMBER));
        server.with_link("POST", &format!("{ANSWER}/decline"), &question, None).await;
        assert_nobody_in(&server.with_link("GET", REQUEST, &request, None).await);
    })
    .await;
}

#[tokio::test]
async fn a_blocked_requesters_request_cannot_be_opened_again() {
    with_server(async |server| {
        let Pair { request, .. } = pair(&server).await;
        server.clock.advance(SignedDuration::from_hours(4 * 24));
        blood::advance(&server.app).await.unwrap();
        let admin = server.admin_token().await;
        let path = format!("/admin/api/blood/requests/{}", request_id(&server, &admin).await);
        let deed =
            async |what: &str, body: Value| server.ask("POST", &format!("{path}/{what}"), &admin, Some(body)).await;
        assert_eq!(deed("block", json!({})).await.body["data"]["status"], "Expired");
        deed("extend", json!({"Needed_by": "2026-11-25"})).await.assert_problem(409, "not_changeable");
        assert_nobody_in(&server.with_link("GET", REQUEST, &request, None).await);
        deed("unblock", json!({})).await;
        assert_eq!(deed("extend", json!({"Needed_by": "2026-11-25"})).await.status, 200);
        assert!(server.with_link("GET", REQUEST, &request, None).await.text.contains(NUMBER));
    })
    .await;
}

#[tokio::test]
async fn disclosures_are_recorded_and_the_donor_sees_them_without_the_requester() {
    with_server(async |server| {
        let own = server.donor(1, json!({})).await;
        let request = server.open_request(1, json!({})).await;
        server.accepted_by(1).await;
        assert_eq!(reveals(&server, &own).await, Vec::<Value>::new(), "the mail of the yes shows nobody");
        let look = async || {
            let page = server.with_link("GET", REQUEST, &request, None).await;
            page.body["data"]["accepted"][0]["Phone_number"].clone()
        };
        for _ in 0..3 {
            look().await;
        }
        server.clock.advance(SignedDuration::from_hours(5));
        look().await;
        let seen = reveals(&server, &own).await;
        assert_eq!(seen.len(), 1);
        assert_eq!(
            seen[0]["request"],
            json!({"Blood_group": "AB+", "Hospital": "Care Hospital", "District": "Kozhikode", "State": "Kerala", "Needed_by": "2026-11-18"})
        );
        assert_eq!(seen[0]["what"], json!({"Name": "Donor 1", "phoneHint": "97••••••01"}));
        assert_eq!((&seen[0]["times"], &seen[0]["lasts"]), (&json!(2), &json!(true)), "an open page is one look");
        let (first, last) = (seen[0]["firstAt"].as_str().unwrap(), seen[0]["lastAt"].as_str().unwrap());
        assert!(first.starts_with("2026-11-15T09:00:00") && last.starts_with("2026-11-15T14:00:00"), "{first} {last}");

        // A changed number is visible while the acceptance is valid, and is recorded as another disclosure.
        let change = json!({"Phone_number": "9811111122", "Name": "Donor One"});
        assert_eq!(server.with_link("PUT", "/user/api/blooddonor", &own, Some(change)).await.status, 200);
        let seen = reveals(&server, &own).await;
        assert_eq!((seen.len(), &seen[0]["lasts"]), (1, &json!(false)), "nobody has seen the new one yet");
        assert_eq!(look().await, "9811111122", "with the name as it is now");
        let seen = reveals(&server, &own).await;
        let hints: Vec<_> = seen.iter().map(|one| (one["what"]["phoneHint"].clone(), one["lasts"].clone())).collect();
        assert_eq!(hints, [(json!("98••••••22"), json!(true)), (json!("97••••••01"), json!(false))]);

        let page = server.with_link("GET", REVEALS, &own, None).await.text;
        for secret in ["Requester 1", "Patient 1", "9600000001", "requester1@", NUMBER, "9811111122", "Surgery"] {
            assert!(!page.contains(secret), "{secret}: {page}");
        }
        let admin = server.admin_token().await;
        let id = request_id(&server, &admin).await;
        let detail = server.ask("GET", &format!("/admin/api/blood/requests/{id}"), &admin, None).await;
        let reveals = &detail.body["data"]["waves"][0]["answers"][0]["reveals"];
        assert_eq!((&reveals[0]["Phone_number"], &reveals[0]["times"]), (&json!(NUMBER), &json!(2)));
        assert_eq!(reveals[1]["Phone_number"], "9811111122");
        let by_side = server.app.db.read(async |tx| {
            let sql = "SELECT seen_by, name, phone, times FROM contact_disclosures ORDER BY seen_by, id";
            let row = |row: &doccare::platform::db::Row<'_>| {
                Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?, row.get::<i64>(3)?))
            };
            tx.query(sql, &[], row).await
        });
        let text = String::from;
        assert_eq!(
            by_side.await.unwrap(),
            [
                (text("donor"), text("Requester 1"), text("9600000001"), 1),
                (text("requester"), text("Donor 1"), text(NUMBER), 2),
                (text("requester"), text("Donor One"), text("9811111122"), 1),
            ]
        );
    })
    .await;
}

/// All recorded disclosures of names and numbers.
async fn recorded(server: &TestServer) -> Vec<(String, Option<String>)> {
    let rows = server.app.db.read(async |tx| {
        let sql = "SELECT seen_by, COALESCE(name, phone) FROM contact_disclosures ORDER BY seen_by, id";
        tx.query(sql, &[], |row| Ok((row.get(0)?, row.get(1)?))).await
    });
    rows.await.unwrap()
}

#[tokio::test]
async fn erasing_a_donor_keeps_that_a_disclosure_was_made_without_its_data() {
    with_server(async |server| {
        let Pair { own, request, .. } = pair(&server).await;
        assert_eq!(server.with_link("DELETE", "/user/api/blooddonor", &own, None).await.status, 200);
        server.with_link("GET", REVEALS, &own, None).await.assert_problem(410, "link_ended");
        assert_nobody_in(&server.with_link("GET", REQUEST, &request, None).await);
        let left = recorded(&server).await;
        assert_eq!(left, [("donor".into(), Some("Requester 1".into())), ("requester".into(), None)]);
        let admin = server.admin_token().await;
        let id = request_id(&server, &admin).await;
        let detail = server.ask("GET", &format!("/admin/api/blood/requests/{id}"), &admin, None).await;
        assert_nobody_in(&detail);
        let answer = &detail.body["data"]["waves"][0]["answers"][0];
        assert_eq!(
            (&answer["status"], &answer["reveals"][0]["times"], &answer["reveals"][0]["Phone_number"]),
            (&json!("withdrawn"), &json!(1), &Value::Null)
        );
    })
    .await;
}

#[tokio::test]
async fn deleting_an_old_request_erases_the_requester_and_keeps_the_donors_dates() {
    with_server(async |server| {
        let Pair { own, request, .. } = pair(&server).await;
        server.with_link("POST", &format!("{REQUEST}/close"), &request, None).await;
        server.clock.advance(SignedDuration::from_hours(24 * 400));
        assert_eq!(blood::forget_old(&server.app).await.unwrap(), 1);
        server.with_link("GET", REVEALS, &own, None).await.assert_problem(410, "link_ended");
        server.post("/user/api/blooddonor/link", json!({"Email": "donor1@example.org"})).await;
        let own = server.link_in_mail("donor1@example.org", "/blooddonor#").await;
        let seen = reveals(&server, &own).await;
        assert_eq!(
            (&seen[0]["request"], &seen[0]["what"]["phoneHint"], &seen[0]["lasts"]),
            (&Value::Null, &json!("97••••••01"), &json!(false))
        );
        assert!(seen[0]["firstAt"].as_str().unwrap().starts_with("2026-11-15"));
        let left = recorded(&server).await;
        assert_eq!(left, [("donor".into(), None), ("requester".into(), Some("Donor 1".into()))]);
    })
    .await;
}

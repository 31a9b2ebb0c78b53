//! An end, a block, an erasure or a yes taken back that meets a reading or a yes at the same moment. On PostgreSQL a
//! neighbour's unit is held open in the middle; SQLite has one writer, so there one simply comes after the other.

use std::sync::atomic::{AtomicBool, Ordering};

use doccare::platform::db::{self, Lock};
use serde_json::json;
use tokio::sync::oneshot;

use crate::harness::blood::merged;
use crate::harness::{TestServer, with_server};

const REQUEST: &str = "/user/api/bloodrequest";
const ANSWER: &str = "/user/api/bloodanswer";
const NUMBER: &str = "9700000001";

async fn one_id(server: &TestServer, table: &str) -> String {
    let sql = format!("SELECT id FROM {table}");
    let found = server.app.db.read(async |tx| tx.find(&sql, &[], |row| row.get::<String>(0)).await);
    found.await.map_err(|error: db::Error| error).unwrap().unwrap()
}

#[tokio::test]
async fn reading_a_request_while_it_ends_discloses_nothing() {
    for last in [
        "UPDATE blood_requests SET status = 'Closed'",
        "UPDATE donor_invitations SET status = 'declined'",
        "INSERT INTO blocked_contacts (contact, at) VALUES ('email:requester1@example.org', 1)",
    ] {
        with_server(async |server| {
            server.donor(1, json!({})).await;
            let link = server.open_request(1, json!({})).await;
            server.accepted_by(1).await;
            let request_id = one_id(&server, "blood_requests").await;
            let ending = server
                .hold(Some(Lock::BloodRequest(request_id.leak())), Some("donors IN ACCESS EXCLUSIVE"), last)
                .await;
            let page = server.meet(ending, server.with_link("GET", REQUEST, &link, None)).await;
            assert_eq!(page.status, 200);
            assert!(!page.text.contains(NUMBER) && !page.text.contains("Donor 1"), "{last}: {}", page.text);
        })
        .await;
    }
}

#[tokio::test]
async fn a_donor_who_is_erased_while_accepting_is_not_counted() {
    with_server(async |server| {
        let own = server.donor(1, json!({})).await;
        let link = server.open_request(1, json!({})).await;
        let question = server.question_to(1).await;
        // A yes writes mails near its end: there it waits, unfinished.
        let mails = server.hold(None, Some("mail_queue IN ACCESS EXCLUSIVE"), "").await;
        let (accept, never) = (format!("{ANSWER}/accept"), AtomicBool::new(false));
        let erased = AtomicBool::new(false);
        let erase = async {
            server.until_waiting(1, &never).await;
            let gone = server.with_link("DELETE", "/user/api/blooddonor", &own, None).await;
            erased.store(true, Ordering::SeqCst);
            gone
        };
        let go_on = async {
            server.until_waiting(2, &erased).await;
            mails.go_on().await;
        };
        let (_, gone, ()) = tokio::join!(server.with_link("POST", &accept, &question, None), erase, go_on);
        assert_eq!(gone.status, 200, "{}", gone.text);
        let page = server.with_link("GET", REQUEST, &link, None).await;
        assert_eq!((&page.body["data"]["status"], &page.body["data"]["accepted"]), (&json!("Open"), &json!([])));
    })
    .await;
}

#[tokio::test]
async fn accepting_concurrently_with_a_block_discloses_nothing() {
    with_server(async |server| {
        server.donor(1, json!({})).await;
        let first = server.open_request(1, json!({"Patient_name": "Another", "District": "Kollam"})).await;
        server.with_link("POST", &format!("{REQUEST}/close"), &first, None).await;
        let form = merged(TestServer::request_form(1), json!({"Patient_name": "Second"}));
        assert_eq!(server.post(REQUEST, form).await.status, 201);
        let second = server.link_in_mail("requester1@example.org", "/bloodrequest/own#").await;
        server.with_link("POST", &format!("{REQUEST}/confirm"), &second, None).await;
        let question = server.question_to(1).await;
        let admin = server.admin_token().await;
        let closed = server.ask("GET", "/admin/api/blood/requests?status=closed", &admin, None).await;
        let id = closed.body["data"][0]["_id"].as_str().unwrap().to_owned();
        let block = format!("/admin/api/blood/requests/{id}/block");

        // The block ends the second request, and waits with its mail, unfinished; then comes the yes.
        let mails = server.hold(None, Some("mail_queue IN ACCESS EXCLUSIVE"), "").await;
        let never = AtomicBool::new(false);
        let accept = async {
            server.until_waiting(1, &never).await;
            server.with_link("POST", &format!("{ANSWER}/accept"), &question, None).await
        };
        let go_on = async {
            server.until_waiting(2, &never).await;
            mails.go_on().await;
        };
        let (blocked, yes, ()) = if server.app.db.is_multi_instance() {
            tokio::join!(server.ask("POST", &block, &admin, None), accept, go_on)
        } else {
            go_on.await;
            (server.ask("POST", &block, &admin, None).await, accept.await, ())
        };
        assert_eq!(blocked.status, 200, "{}", blocked.text);
        yes.assert_problem(409, "no_longer_needed");
        let page = server.with_link("GET", REQUEST, &second, None).await;
        assert_eq!(page.body["data"]["status"], "Closed");
        assert!(!page.text.contains(NUMBER), "{}", page.text);
    })
    .await;
}

#[tokio::test]
async fn a_donor_who_registers_again_while_they_are_erased_is_a_new_donor() {
    with_server(async |server| {
        let own = server.donor(1, json!({})).await;
        // The erasure ends the donor's links near its end: there it waits, unfinished.
        let links = server.hold(None, Some("blood_links IN EXCLUSIVE"), "").await;
        let never = AtomicBool::new(false);
        let erase = server.with_link("DELETE", "/user/api/blooddonor", &own, None);
        let register = async {
            server.until_waiting(1, &never).await;
            server.post("/user/api/bloodregister", TestServer::donor_form(1)).await
        };
        let go_on = async {
            server.until_waiting(2, &never).await;
            links.go_on().await;
        };
        let (erased, registered, ()) = if server.app.db.is_multi_instance() {
            tokio::join!(erase, register, go_on)
        } else {
            (erase.await, register.await, go_on.await)
        };
        assert_eq!((erased.status, registered.status), (200, 201), "{} {}", erased.text, registered.text);
        let again = server.link_in_mail("donor1@example.org", "/blooddonor#").await;
        let page = server.with_link("GET", "/user/api/blooddonor", &again, None).await;
        assert_eq!((page.status, &page.body["data"]["Name"]), (200, &json!("Donor 1")), "{}", page.text);
    })
    .await;
}

#[tokio::test]
async fn changing_the_name_does_not_restore_a_consent_that_was_withdrawn_meanwhile() {
    with_server(async |server| {
        let own = server.donor(1, json!({})).await;
        let id = one_id(&server, "donors").await;
        let last = format!("UPDATE donors SET consented_at = NULL WHERE id = '{id}'");
        let held = server.hold(Some(Lock::Donor(id.leak())), None, &last).await;
        let saved = AtomicBool::new(false);
        let save = async {
            let answer = server.with_link("PUT", "/user/api/blooddonor", &own, Some(json!({"Name": "Anu Das"}))).await;
            saved.store(true, Ordering::SeqCst);
            answer
        };
        let go_on = async {
            server.until_waiting(1, &saved).await;
            held.go_on().await;
        };
        let (answer, ()) = tokio::join!(save, go_on);
        let data = &answer.body["data"];
        assert_eq!((&data["Name"], &data["status"]), (&json!("Anu Das"), &json!("no_consent")), "{}", answer.text);
    })
    .await;
}

#[tokio::test]
async fn a_donor_who_withdraws_before_the_wave_is_not_asked() {
    with_server(async |server| {
        server.donor(1, json!({})).await;
        // The chosen donor is read, and the write waits.
        let held = server.hold(None, Some("donors IN SHARE"), "UPDATE donors SET consented_at = NULL").await;
        let asked = AtomicBool::new(false);
        let ask = async {
            server.open_request(1, json!({})).await;
            asked.store(true, Ordering::SeqCst);
        };
        let go_on = async {
            server.until_waiting(1, &asked).await;
            held.go_on().await;
        };
        tokio::join!(ask, go_on);
        assert_eq!(server.asked().await, [""; 0]);
    })
    .await;
}

/// Rows of other tables are taken before the lock of the audit log, never behind it: a neighbour who has the rows and waits for the
/// lock would wait for ever.
#[tokio::test]
async fn an_erasure_that_waits_for_a_row_does_not_hold_the_audit_log() {
    for table in ["blood_links", "donors"] {
        with_server(async |server| {
            let link = server.donor(1, json!({})).await;
            let (go_on, told) = oneshot::channel();
            let (held, is_held) = oneshot::channel();
            let (app, in_rows) = (server.app.clone(), server.app.db.is_multi_instance());
            let neighbour = tokio::spawn(async move {
                let unit = async move |tx: &mut db::Tx<'_>| {
                    if in_rows {
                        tx.execute(&format!("LOCK TABLE {table} IN EXCLUSIVE MODE"), &[]).await?;
                        let _ = held.send(());
                        let _ = told.await;
                    } else {
                        let _ = held.send(());
                    }
                    tx.lock(Lock::AuditSeals).await?;
                    tx.query("SELECT 1", &[], |_| Ok(())).await.map(drop)
                };
                app.db.write::<_, db::Error, _>(unit).await
            });
            is_held.await.unwrap();
            let done = AtomicBool::new(false);
            let erasing = async {
                if table == "donors" {
                    let erased = server.with_link("DELETE", "/user/api/blooddonor", &link, None).await;
                    assert_eq!(erased.status, 200, "{}", erased.text);
                } else {
                    doccare::blood::forget_old(&server.app).await.unwrap();
                }
                done.store(true, Ordering::SeqCst);
            };
            let letting = async {
                server.until_waiting(1, &done).await;
                let _ = go_on.send(());
                neighbour.await.unwrap().unwrap();
            };
            tokio::join!(erasing, letting);
        })
        .await;
    }
}

//! People without an account: donors, requesters, and senders of contact messages.

use doccare::admin::erasure::ErasureSubject;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{NAME, NUMBER, Planted, REASON, erase_as_operator, fine, later};
use crate::harness::blood::merged;
use crate::harness::{TestServer, with_server};
use crate::record::refusals::Log;
use crate::record::seal;

const DONOR: &str = "donor1@example.org";
const REQUESTER: &str = "requester1@example.org";

/// A donor and a requester who saw each other's contact, and reported each other. Returns both links.
async fn planted_pair(server: &TestServer, donor: Value, request: Value) -> (String, String) {
    let donor_link = server.donor(1, donor).await;
    let request_link = server.open_request(1, request).await;
    let question = server.question_to(1).await;
    fine(server.with_link("POST", "/user/api/bloodanswer/accept", &question, None).await);
    let seen = fine(server.with_link("GET", "/user/api/bloodrequest", &request_link, None).await);
    let ask = seen.body["data"]["donors"][0]["_id"].clone();
    let complaint = json!({"donor": ask, "reason": REASON});
    server.with_link("POST", "/user/api/bloodrequest/report", &request_link, Some(complaint)).await;
    fine(server.with_link("POST", "/user/api/bloodanswer/report", &question, Some(json!({"reason": REASON}))).await);
    (donor_link, request_link)
}

async fn id_in(server: &TestServer, table: &str) -> String {
    let sql = format!("SELECT id FROM {table} LIMIT 1");
    server.app.db.read(async |tx| tx.first::<String>(&sql, &[]).await).await.unwrap().unwrap()
}

#[tokio::test]
async fn an_erased_donor_is_nowhere_any_more() {
    with_server(async |server| {
        for by_operator in [false, true] {
            let (log, _guard) = Log::capture();
            let planted = Planted::of(DONOR);
            let form = json!({"Name": NAME, "Phone_number": NUMBER});
            let (donor, request) = planted_pair(&server, form.clone(), json!({})).await;
            // Another registration of the same person, and another address.
            let again = merged(TestServer::donor_form(1), merged(form, json!({"Gender": "Female"})));
            fine(server.post("/user/api/bloodregister", again).await);
            let admin = if by_operator { server.admin_token_again().await } else { server.admin_token().await };
            let id = id_in(&server, "donors").await;
            // No administrator's page stores a reason about a donor, but another program may have.
            for sql in [
                format!(
                    "INSERT INTO audit_log (id, at, actor_id, actor_role, action, subject_kind, subject_id, digest)
                     VALUES ('0199-donor{by_operator}', {}, '', 'admin', 'old', 'donor', '{id}', 'x')",
                    server.clock.now_millis()
                ),
                format!(
                    "INSERT INTO audit_details (id, salt, subject_name, subject_key, reason)
                     VALUES ('0199-donor{by_operator}', '', '{NAME}', '', '{REASON}')"
                ),
            ] {
                server.execute(&sql).await;
            }
            let tables = [
                "donors",
                "blood_links",
                "contact_disclosures",
                "contact_reports",
                "audit_details",
                "mail_queue",
                "search_words",
            ];
            planted.assert_everywhere(&server, &tables).await;
            server.mails().await;
            seal(&server).await;
            let erased_at = if by_operator {
                erase_as_operator(&server, ErasureSubject::Donor, &id).await
            } else {
                let at = later(&server);
                fine(server.with_link("DELETE", "/user/api/blooddonor", &donor, None).await);
                at
            };
            planted.assert_gone(&server, &log, erased_at).await;
            fine(server.with_link("POST", "/user/api/bloodrequest/close", &request, None).await);
            server.ask("POST", "/admin/api/logout", &admin, None).await;
        }
    })
    .await;
}

#[tokio::test]
async fn an_erased_requester_is_nowhere_any_more() {
    with_server(async |server| {
        let (log, _guard) = Log::capture();
        let planted = Planted::of(REQUESTER);
        let form = json!({"Contact_name": NAME, "Patient_name": NAME, "Phone_number": NUMBER, "Reason": REASON});
        planted_pair(&server, json!({}), form).await;
        let (admin, id) = (server.admin_token().await, id_in(&server, "blood_requests").await);
        let path = format!("/admin/api/blood/requests/{id}/extend");
        server.ask("POST", &path, &admin, Some(json!({"Needed_by": "2026-11-19"}))).await;
        let path = format!("/admin/api/blood/requests/{id}/close");
        fine(server.ask("POST", &path, &admin, Some(json!({"reason": REASON}))).await);
        let tables =
            ["blood_requests", "blood_links", "contact_disclosures", "contact_reports", "audit_details", "mail_queue"];
        planted.assert_everywhere(&server, &tables).await;
        server.mails().await;
        let erased_at = erase_as_operator(&server, ErasureSubject::Requester, &id).await;
        planted.assert_gone(&server, &log, erased_at).await;
    })
    .await;
}

#[tokio::test]
async fn an_erased_writer_is_nowhere_any_more_and_old_messages_go_by_themselves() {
    with_server(async |server| {
        for by_operator in [true, false] {
            let (log, _guard) = Log::capture();
            let email = "zubaida.writer@example.org";
            let planted = Planted::of(email);
            let form = json!({"name": NAME, "email": email, "phone": NUMBER, "message": REASON});
            fine(server.post("/user/api/contact", form).await);
            let admin = if by_operator { server.admin_token().await } else { server.admin_token_again().await };
            let id = id_in(&server, "contact_messages").await;
            let path = format!("/admin/api/messages/{id}/answer");
            fine(server.ask("POST", &path, &admin, Some(json!({"text": format!("About: {REASON}")}))).await);
            planted
                .assert_everywhere(&server, &["contact_messages", "contact_replies", "audit_details", "mail_queue"])
                .await;
            let erased_at = if by_operator {
                server.mails().await;
                erase_as_operator(&server, ErasureSubject::Writer, &id).await
            } else {
                server.mails().await;
                server.clock.advance(SignedDuration::from_hours(366 * 24));
                doccare::contact::forget_old(&server.app).await.unwrap();
                server.app.mailer.forget_old_files(server.clock.now()).await.unwrap();
                later(&server)
            };
            planted.assert_gone(&server, &log, erased_at).await;
        }
    })
    .await;
}

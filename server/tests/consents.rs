//! Who agreed to what, under which notice, and how that ended.

use doccare::admin::erasure::{ErasureSubject, erase};
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::people::PASSWORD;
use crate::harness::{TestServer, do_job, on_both_engines, with_server};

/// What is noted of somebody: to what, under which notice, and how it ended.
async fn noted(server: &TestServer, subject: &str) -> Vec<(String, String, String)> {
    let sql = "SELECT purpose, notice, COALESCE(ended_by, '') FROM consents WHERE subject_id = $1 ORDER BY id";
    server.app.db.read(async |tx| tx.all(sql, &[&subject]).await).await.unwrap()
}

fn row(purpose: &str, notice: &str, ended: &str) -> (String, String, String) {
    (purpose.into(), notice.into(), ended.into())
}

async fn register(server: &TestServer, number: usize) -> (String, String) {
    let email = format!("anu{number}@example.org");
    let form =
        json!({"username": "Anu Das", "email": email, "phone_number": format!("93{number:08}"), "password": PASSWORD});
    assert_eq!(server.post("/user/api/register", form).await.status, 201);
    let entered = server.post("/user/api/login", json!({"email": email, "password": PASSWORD})).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&entered.body["data"]["_id"]), text(&entered.body["token"]))
}

#[tokio::test]
async fn registration_records_consent_to_the_current_notice_and_the_data_export_shows_it() {
    on_both_engines(async |url| {
        let server = TestServer::start_with(url, |config| config.notices.privacy = "2026-11".into()).await;
        let (id, token) = register(&server, 1).await;
        let data = server.ask("GET", &format!("/user/api/user/data/{id}"), &token, None).await;
        let given_at = "2026-11-15T09:00:00+05:30";
        let expected = json!([{"purpose": "account", "notice": "2026-11", "givenAt": given_at, "endedAt": null}]);
        assert_eq!(data.body["data"]["consents"], expected, "{}", data.text);
        let path = format!("/user/api/user/profile/{id}");
        let deleted = server.ask("DELETE", &path, &token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(deleted.status, 200, "{}", deleted.text);
        assert_eq!(noted(&server, &id).await, [row("account", "2026-11", "erased")]);
        server.clock.advance(SignedDuration::from_hours(364 * 24));
        do_job(&server.app, "ended consents").await;
        assert_eq!(noted(&server, &id).await.len(), 1, "for a year it can be shown that they agreed");
        server.clock.advance(SignedDuration::from_hours(2 * 24));
        do_job(&server.app, "ended consents").await;
        assert_eq!(noted(&server, &id).await, []);
    })
    .await;
}

#[tokio::test]
async fn a_donors_consent_is_recorded_at_confirmation_and_withdrawn_by_the_same_field() {
    with_server(async |server| {
        let link = server.unconfirmed_donor(1, json!({})).await;
        let id: Option<String> =
            server.app.db.read(async |tx| tx.first("SELECT id FROM donors", &[]).await).await.unwrap();
        let id = id.unwrap();
        assert_eq!(noted(&server, &id).await, [], "anybody can type an address");
        server.confirm_donor(&link).await;
        server.confirm_donor(&link).await;
        assert_eq!(noted(&server, &id).await, [row("donor", "1", "")], "twice is once");
        let agree = async |word: bool| {
            server.clock.advance(SignedDuration::from_mins(1));
            let saved = server.with_link("PUT", "/user/api/blooddonor", &link, Some(json!({"consent": word}))).await;
            assert_eq!(saved.status, 200, "{}", saved.text);
        };
        agree(false).await;
        assert_eq!(noted(&server, &id).await, [row("donor", "1", "withdrawn")]);
        agree(true).await;
        assert_eq!(noted(&server, &id).await, [row("donor", "1", "withdrawn"), row("donor", "1", "")]);
        assert!(erase(&server.app, ErasureSubject::Donor, id.clone()).await.unwrap());
        assert_eq!(noted(&server, &id).await, [row("donor", "1", "withdrawn"), row("donor", "1", "erased")]);
    })
    .await;
}

#[tokio::test]
async fn a_rejected_applicants_consent_ends_with_the_rejection() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let id = server.unlisted_doctor(2, |_| {}).await;
        server
            .execute(&format!(
                "INSERT INTO consents (id, subject_id, purpose, notice, given_at) VALUES ('one', '{id}', 'account', '1', 1)"
            ))
            .await;
        let path = format!("/admin/api/workers/Doctor/rejected/{id}");
        assert_eq!(server.ask("DELETE", &path, &admin, Some(json!({"reason": "Unknown"}))).await.status, 200);
        assert_eq!(noted(&server, &id).await, [row("account", "1", "erased")]);
    })
    .await;
}

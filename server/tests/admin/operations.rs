//! The operator's page: queues, failures, backups, the disk, seals, and deletions.

use doccare::migrations::STEPS;
use doccare::platform::backup::schedule::Plan;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{column, get, walk};
use crate::harness::{ADMIN, TestServer, do_job, on_both_engines, with_limits, with_server};

async fn state(server: &TestServer, admin: &str) -> Value {
    let answer = get(server, admin, "operations").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"].clone()
}

fn job<'a>(state: &'a Value, name: &str) -> &'a Value {
    let jobs = state["retention"].as_array().unwrap();
    jobs.iter().find(|job| job["job"] == name).unwrap_or_else(|| panic!("no {name} in {state}"))
}

#[tokio::test]
async fn the_page_shows_versions_waiting_mails_and_free_disk_space() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let before = state(&server, &admin).await;
        let engine = if server.app.db.is_multi_instance() { "PostgreSQL " } else { "SQLite 3." };
        assert!(before["engine"].as_str().unwrap().starts_with(engine), "{before}");
        assert_eq!(
            (&before["version"], &before["schema"]),
            (&json!(env!("CARGO_PKG_VERSION")), &json!(STEPS.last().unwrap().name))
        );
        assert_eq!(before["startedAt"], "2026-11-15T09:00:00+05:30");
        assert_eq!((&before["backups"], &before["phoneMessages"]), (&Value::Null, &Value::Null));
        let (free, total) =
            (before["disk"]["freeBytes"].as_u64().unwrap(), before["disk"]["totalBytes"].as_u64().unwrap());
        assert!(free <= total && total > 0);
        let asked = json!({"role": "user", "email": server.patient(1).await.email});
        assert_eq!(server.post("/user/api/password/forgot", asked).await.status, 200);
        server.clock.advance(SignedDuration::from_mins(3));
        let mails = state(&server, &admin).await["mails"].clone();
        assert!(mails["waiting"].as_i64().unwrap() >= 1, "{mails}");
        assert_eq!(mails["since"], "2026-11-15T09:00:00+05:30");
        server.mails().await;
        assert_eq!(state(&server, &admin).await["mails"], json!({"waiting": 0, "since": null}));
    })
    .await;
}

/// A mail that no server accepted, failed by the real job.
async fn fail_a_mail(server: &TestServer) -> String {
    let asked = json!({"role": "user", "email": server.patient(1).await.email});
    assert_eq!(server.post("/user/api/password/forgot", asked).await.status, 200);
    // Not a valid address: a mail server refuses it for good.
    server.execute("UPDATE mail_queue SET recipient = 'nobody @ all'").await;
    do_job(&server.app, "mails").await;
    let admin = server.admin_token_again().await;
    let (rows, total) = walk(server, &admin, "operations/failed", 1).await;
    assert_eq!(total, 1, "{rows:?}");
    assert!(rows[0]["retryable"] == true && rows[0]["reason"].as_str().unwrap().starts_with("refused"), "{rows:?}");
    rows[0]["_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_failed_mail_is_stored_encrypted_and_retried_unchanged() {
    with_server(async |server| {
        server.make_admin().await;
        let id = fail_a_mail(&server).await;
        let stored: Option<(Option<String>, String)> =
            server.app.db.read(async |tx| tx.first("SELECT content, kept FROM mail_queue", &[]).await).await.unwrap();
        let (content, kept) = stored.unwrap();
        assert!(content.is_none() && !kept.contains("resetpassword"), "{kept}");
        let (admin, path) = (server.admin_token_again().await, format!("/admin/api/operations/failed/{id}/retry"));
        server.execute("UPDATE mail_queue SET recipient = 'asha@example.org'").await;
        assert_eq!(server.ask("POST", &path, &admin, None).await.status, 200);
        server.ask("POST", &path, &admin, None).await.assert_problem(404, "not_found");
        let mails = server.mails().await;
        let again = mails.iter().find(|mail| mail.header("to") == "asha@example.org").expect("it went");
        assert!(again.text("text/plain").is_some_and(|text| text.contains("resetpassword")), "with all that it said");
        assert_eq!(get(&server, &admin, "operations/failed").await.body["total"], 0);
        let log = get(&server, &admin, "audit?action=retry").await;
        assert_eq!(
            (&log.body["data"][0]["subject"]["kind"], &log.body["data"][0]["subject"]["_id"]),
            (&json!("mail"), &json!(id))
        );
    })
    .await;
}

#[tokio::test]
async fn a_failed_mails_content_is_deleted_after_a_week_and_the_mail_can_be_dropped() {
    with_server(async |server| {
        server.make_admin().await;
        let id = fail_a_mail(&server).await;
        server.clock.advance(SignedDuration::from_hours(7 * 24 + 1));
        do_job(&server.app, "failed mails").await;
        let admin = server.admin_token_again().await;
        let path = format!("/admin/api/operations/failed/{id}");
        server.ask("POST", &format!("{path}/retry"), &admin, None).await.assert_problem(409, "not_changeable");
        assert_eq!(column(&get(&server, &admin, "operations/failed").await, "recipient"), ["nobody @ all"]);
        assert_eq!(server.ask("DELETE", &path, &admin, None).await.status, 200);
        server.ask("DELETE", &path, &admin, None).await.assert_problem(404, "not_found");
        let log = get(&server, &admin, "audit?action=drop").await;
        let row = &log.body["data"][0];
        assert_eq!((&row["subject"]["_id"], &row["subject"]["name"]), (&json!(id), &json!("")), "no address stays");
        assert!(row["reason"].as_str().unwrap().starts_with("refused"));
    })
    .await;
}

#[tokio::test]
async fn the_waiting_time_of_a_retried_mail_begins_at_the_retry() {
    with_server(async |server| {
        server.make_admin().await;
        let id = fail_a_mail(&server).await;
        server.clock.advance(SignedDuration::from_hours(5 * 24));
        let (admin, path) = (server.admin_token_again().await, format!("/admin/api/operations/failed/{id}/retry"));
        assert_eq!(server.ask("POST", &path, &admin, None).await.status, 200);
        server.clock.advance(SignedDuration::from_mins(1));
        let mails = state(&server, &admin).await["mails"].clone();
        assert_eq!(mails, json!({"waiting": 1, "since": "2026-11-20T09:00:00+05:30"}));
    })
    .await;
}

#[tokio::test]
async fn the_last_deletion_of_each_job_is_shown_until_the_next_one() {
    with_server(async |server| {
        server.make_admin().await;
        let id = fail_a_mail(&server).await;
        server.clock.advance(SignedDuration::from_hours(31 * 24));
        let admin = server.admin_token_again().await;
        let before = state(&server, &admin).await;
        assert_eq!(
            (&job(&before, "failed mails")["ranAt"], &job(&before, "failed mails")["deleted"]),
            (&Value::Null, &json!(0)),
            "{id}"
        );
        do_job(&server.app, "failed mails").await;
        let ran = job(&state(&server, &admin).await, "failed mails").clone();
        assert_eq!((&ran["deleted"], &ran["deletedAt"]), (&json!(1), &ran["ranAt"]));
        server.clock.advance(SignedDuration::from_hours(24));
        do_job(&server.app, "failed mails").await;
        let admin = server.admin_token_again().await;
        let later = job(&state(&server, &admin).await, "failed mails").clone();
        assert_eq!((&later["deleted"], &later["deletedAt"]), (&json!(1), &ran["deletedAt"]));
        assert_ne!(later["ranAt"], ran["ranAt"]);
    })
    .await;
}

#[tokio::test]
async fn a_broken_seal_is_reported_the_next_day() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        do_job(&server.app, "seals").await;
        do_job(&server.app, "audit check").await;
        let good = state(&server, &admin).await["seals"].clone();
        assert!(good["number"] == 1 && good["sealedUntil"].is_string() && good["checkedAt"].is_string(), "{good}");
        assert_eq!(good["problem"], Value::Null);
        server.execute("UPDATE audit_log SET action = 'nothing' WHERE seal = 1").await;
        do_job(&server.app, "audit check").await;
        let bad = state(&server, &admin).await["seals"].clone();
        assert!(bad["problem"].as_str().unwrap().starts_with("batch 1"), "{bad}");
    })
    .await;
}

#[tokio::test]
async fn the_age_of_the_last_backup_and_the_reason_of_a_failure_are_shown() {
    on_both_engines(async |url| {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan { every: SignedDuration::from_hours(24), keep: 3, folder: folder.path().join("backups") };
        let server = TestServer::start_with(url, |config| config.backups = Some(plan)).await;
        let admin = server.admin_token().await;
        let none = state(&server, &admin).await["backups"].clone();
        assert_eq!(none, json!({"everyMinutes": 1440, "keep": 3, "lastAt": null, "problem": null}));
        do_job(&server.app, "backups").await;
        let made = state(&server, &admin).await["backups"].clone();
        assert_eq!((&made["lastAt"], &made["problem"]), (&json!("2026-11-15T09:00:00+05:30"), &Value::Null));
        std::fs::remove_dir_all(folder.path().join("backups")).unwrap();
        std::fs::write(folder.path().join("backups"), "no folder").unwrap();
        server.clock.advance(SignedDuration::from_hours(25));
        do_job(&server.app, "backups").await;
        let admin = server.admin_token_again().await;
        let failed = state(&server, &admin).await["backups"].clone();
        assert_eq!(failed["lastAt"], made["lastAt"], "the last good one");
        assert!(failed["problem"].as_str().unwrap().contains("backups"), "{failed}");
    })
    .await;
}

/// The waiting time of a mail that is due later begins at its due time.
#[tokio::test]
async fn no_time_of_the_page_lies_in_the_future() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let asked = json!({"role": "user", "email": server.patient(1).await.email});
        assert_eq!(server.post("/user/api/password/forgot", asked).await.status, 200);
        let later = (server.clock.now() + SignedDuration::from_mins(40)).as_millisecond();
        server.execute(&format!("UPDATE mail_queue SET due_at = {later}")).await;
        assert_eq!(state(&server, &admin).await["mails"], json!({"waiting": 0, "since": null}));
        server.clock.advance(SignedDuration::from_mins(45));
        // The session of an administrator ends after half an hour without use.
        let admin = server.admin_token_again().await;
        assert_eq!(
            state(&server, &admin).await["mails"],
            json!({"waiting": 1, "since": "2026-11-15T09:40:00+05:30"}),
            "late since it was due"
        );
    })
    .await;
}

#[tokio::test]
async fn the_page_shows_that_mails_are_written_to_files_and_sends_a_test_mail() {
    with_limits(async |server| {
        let admin = server.admin_token().await;
        assert_eq!(state(&server, &admin).await["mailsGoTo"], "files");
        let sent = server.ask("POST", "/admin/api/operations/testmail", &admin, None).await;
        assert_eq!(sent.status, 200, "{}", sent.text);
        assert!(sent.body["message"].as_str().unwrap().contains(ADMIN.0), "{}", sent.text);
        let mails = server.mails().await;
        let test = mails.iter().find(|mail| mail.header("subject").contains("Test email")).expect("a test mail");
        assert_eq!(test.header("to"), ADMIN.0);
        let log = get(&server, &admin, "audit?action=test_mail").await;
        assert_eq!(log.body["total"], 1, "{}", log.text);
        // Repeated test mails to a mailbox are limited.
        for _ in 0..4 {
            server.ask("POST", "/admin/api/operations/testmail", &admin, None).await;
        }
        let refused = server.ask("POST", "/admin/api/operations/testmail", &admin, None).await;
        refused.assert_problem(429, "too_many_tries");
    })
    .await;
}

#[tokio::test]
async fn a_backup_is_made_at_once_when_the_administrator_asks_for_one() {
    on_both_engines(async |url| {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan { every: SignedDuration::from_hours(24), keep: 3, folder: folder.path().join("backups") };
        let server = TestServer::start_with(url, |config| config.backups = Some(plan)).await;
        do_job(&server.app, "backups").await;
        server.clock.advance(SignedDuration::from_mins(30));
        let admin = server.admin_token().await;
        do_job(&server.app, "backups").await;
        let files = || std::fs::read_dir(folder.path().join("backups")).unwrap().count();
        assert_eq!(files(), 1, "none is due");
        let asked = server.ask("POST", "/admin/api/operations/backup", &admin, None).await;
        assert_eq!(asked.status, 200, "{}", asked.text);
        do_job(&server.app, "backups").await;
        assert_eq!(files(), 2);
        assert_eq!(state(&server, &admin).await["backups"]["lastAt"], "2026-11-15T09:30:00+05:30");
        let log = get(&server, &admin, "audit?action=back_up").await;
        assert_eq!(log.body["total"], 1, "{}", log.text);
    })
    .await;
}

#[tokio::test]
async fn without_backups_in_the_settings_none_is_made() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let refused = server.ask("POST", "/admin/api/operations/backup", &admin, None).await;
        refused.assert_problem(409, "not_changeable");
        assert!(refused.body["message"].as_str().unwrap().contains("DOCCARE_BACKUP_EVERY"), "{}", refused.text);
    })
    .await;
}

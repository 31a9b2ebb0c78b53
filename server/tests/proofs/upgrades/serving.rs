//! The program serves migrated rows: people log in, sessions stay valid, lists show everything, queued mails are sent.

use doccare::migrations::STEPS;
use doccare::platform::db::{self, Db};
use serde_json::json;

use super::{PASSWORD, fill};
use crate::harness::{TestServer, do_job, on_empty_databases};

const ASHA: &str = "01900000-0000-7000-8000-000000000001";

#[tokio::test]
async fn stored_rows_are_served() {
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        fill(&db, STEPS.len()).await;
        db.close().await;
        check_served(&TestServer::start(url).await).await;
    })
    .await;
}

async fn check_served(server: &TestServer) {
    // An old session and all passwords stay valid.
    let token = "a".repeat(64);
    let own = server.ask("GET", &format!("/user/api/previous/booking/{ASHA}"), &token, None).await;
    assert_eq!(own.status, 200, "{}", own.text);
    assert!(own.body["data"].as_array().unwrap().len() >= 5, "{}", own.text);
    let login = json!({"email": "asha@example.org", "password": PASSWORD});
    assert_eq!(server.post("/user/api/login", login).await.status, 200);
    let login = json!({"email": "admin@example.org", "password": PASSWORD});
    let admin = server.post("/admin/api/login", login).await;
    let admin = admin.body["token"].as_str().unwrap();
    do_job(&server.app, "seals").await;
    for (path, shown) in [
        ("/admin/api/userdata?q=asha", "Asha@Example.org"),
        ("/admin/api/doctors/view/data?q=tcmc", "Dr. Two"),
        ("/admin/api/workers/Doctor/pendingrequest", "Dr. New"),
        ("/admin/api/bookings?q=binu", "Binu"),
        ("/admin/api/audit?q=somebody", "Wrote\\non two lines."),
        ("/admin/api/messages", "നന്ദി 🙏"),
        ("/admin/api/blood/donors", "Chandran"),
        ("/admin/api/blood/requests", "Eapen"),
        ("/user/api/finddoctors", "Dr. One"),
    ] {
        let answer = server.ask("GET", path, admin, None).await;
        assert!(answer.status == 200 && answer.text.contains(shown), "{path}: {} {}", answer.status, answer.text);
    }
    // Queued mails are sent.
    let mails = server.mails().await;
    assert!(mails.iter().any(|mail| mail.header("subject") == "Your visit"), "{} mails", mails.len());
    let waiting: db::Result<i64> = server
        .app
        .db
        .read(async |tx| tx.count("SELECT count(*) FROM mail_queue WHERE failed_at IS NULL", &[]).await)
        .await;
    assert_eq!(waiting.unwrap(), 0);
}

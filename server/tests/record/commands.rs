//! The program itself: it seals while it runs, `doccare audit verify` verifies, and `doccare erase` erases.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::{http_client, postgres};
use crate::process::{Server, run};

const ADMIN: [(&str, &str); 2] =
    [("DOCCARE_ADMIN_EMAIL", "first@example.org"), ("DOCCARE_ADMIN_PASSWORD", "a long password")];

/// The command's exit status, and its output.
fn verify(data: &Path, settings: &[(&str, &str)], more: &[&str]) -> (Option<i32>, String) {
    let ran = run(data, &[&["audit", "verify"], more].concat(), settings);
    (ran.status.code(), [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat())
}

async fn change(data: &Path, postgres_url: Option<&str>, sql: &str) {
    if let Some(url) = postgres_url {
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        assert_eq!(client.execute(sql, &[]).await.unwrap(), 1);
    } else {
        let database = rusqlite::Connection::open(data.join("doccare.db")).unwrap();
        assert_eq!(database.execute(sql, []).unwrap(), 1);
    }
}

async fn on_one_engine(postgres_url: Option<String>) {
    let data = tempfile::tempdir().unwrap();
    let mut settings = ADMIN.to_vec();
    settings.extend(postgres_url.as_deref().map(|url| ("DOCCARE_DATABASE_URL", url)));
    let server = Server::start(data.path(), &settings);
    let form = json!({"username": "Zubaidaplant", "email": "z@example.org", "phone_number": "9812345607",
                      "password": "a good password"});
    let register = http_client().post(format!("{}/user/api/register", server.url)).json(&form);
    assert_eq!(register.send().await.unwrap().status(), 201);
    let login = json!({"email": "z@example.org", "password": "a good password"});
    let login = http_client().post(format!("{}/user/api/login", server.url)).json(&login).send().await.unwrap();
    let login: Value = serde_json::from_str(&login.text().await.unwrap()).unwrap();
    let user = login["data"]["_id"].as_str().unwrap();

    let begun = Instant::now();
    while !verify(data.path(), &settings, &[]).1.contains("The last seal is") {
        assert!(begun.elapsed() < Duration::from_secs(20), "nothing was sealed");
    }
    let erased = run(data.path(), &["erase", "--yes", "user", user], &settings);
    assert!(erased.status.success(), "{}", String::from_utf8_lossy(&erased.stderr));
    assert_eq!(run(data.path(), &["erase", "--yes", "donor", "nobody"], &settings).status.code(), Some(1));
    server.terminate();
    let (ended_well, log) = server.ended();
    assert!(ended_well);
    let sealed: Value =
        serde_json::from_str(log.lines().find(|line| line.contains("sealed the audit")).unwrap()).unwrap();
    let seal = sealed["seal"].as_str().unwrap();
    let (code, said) = verify(data.path(), &settings, &["--expect", seal]);
    assert_eq!(code, Some(0), "{said}");

    let (code, said) = verify(data.path(), &settings, &["--expect", "a seal of nowhere"]);
    assert_eq!((code, said.contains("is gone")), (Some(1), true), "{said}");
    change(data.path(), postgres_url.as_deref(), "UPDATE audit_log SET action = 'nothing' WHERE action = 'create'")
        .await;
    let (code, said) = verify(data.path(), &settings, &[]);
    assert_eq!(
        (code, said.contains("batch 1 of the audit log is broken: a row or the seal was changed")),
        (Some(1), true),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_seals_by_itself_and_its_commands_verify_and_erase() {
    on_one_engine(None).await;
    on_one_engine(Some(postgres::fresh_database_url().await)).await;
}

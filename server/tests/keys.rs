//! The program's key: where it comes from, and that all instances have to use the same one.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use doccare::platform::clock::Clock;
use doccare::platform::db::Db;
use doccare::platform::keys::{KeySource, Keys};
use doccare::startup;

use crate::harness::{TestServer, on_both_engines, postgres};
use crate::process::{Server, run};

/// A command that starts the program and ends.
fn start(data: &Path, settings: &[(&str, &str)]) -> Output {
    run(data, &["--log", "warn", "admin", "create", "one@example.org"], settings)
}

/// Whether the start was refused by one line, and that line.
fn refused(output: &Output) -> (bool, String) {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (!output.status.success() && said.lines().count() == 1, said)
}

fn key(digit: &str) -> Keys {
    Keys::load(&KeySource::Given(digit.repeat(64).parse().unwrap())).unwrap()
}

#[test]
fn the_first_start_makes_a_key_that_only_its_owner_reads_and_one_that_others_can_read_stops_the_next() {
    let data = tempfile::tempdir().unwrap();
    assert!(start(data.path(), &[]).status.success());
    let file = data.path().join("key");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
    let (one_line, said) = refused(&start(data.path(), &[]));
    assert!(one_line && said.contains("DOCCARE_KEY_FILE") && said.contains("chmod 600"), "{said}");
}

/// What is copied of an SQLite installation is its database, so that must not contain the key.
#[test]
fn the_database_does_not_hold_the_key() {
    let data = tempfile::tempdir().unwrap();
    assert!(start(data.path(), &[]).status.success());
    let key = std::fs::read_to_string(data.path().join("key")).unwrap();
    let database = std::fs::read(data.path().join("doccare.db")).unwrap();
    let holds = |text: &str| database.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds("one@example.org") && !holds(key.trim()));
}

#[tokio::test]
async fn an_instance_with_another_key_does_not_start_until_the_old_one_is_said_to_be_lost() {
    let postgres = postgres::fresh_database_url().await;
    for database in [None, Some(("DOCCARE_DATABASE_URL", postgres.as_str()))] {
        let (first, second) = ("a".repeat(64), "b".repeat(64));
        let both = format!("{second},{first}");
        let data = tempfile::tempdir().unwrap();
        let with = |key| database.into_iter().chain([("DOCCARE_KEY", key)]).collect::<Vec<_>>();
        Server::start(data.path(), &with(&first)).terminate();
        let (one_line, said) = refused(&start(data.path(), &with(&second)));
        assert!(one_line && said.contains("DOCCARE_KEY") && said.contains("doccare key lost"), "{said}");
        // An instance with both keys writes with the new one, and an instance with the old one alone cannot read that.
        Server::start(data.path(), &with(&both)).terminate();
        assert!(refused(&start(data.path(), &with(&first))).0);
        Server::start(data.path(), &with(&second)).terminate();
        // The key is lost.
        let third = "c".repeat(64);
        assert!(refused(&start(data.path(), &with(&third))).0);
        let told = run(data.path(), &["key", "lost"], &with(&third));
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
        Server::start(data.path(), &with(&third)).terminate();
        assert!(refused(&start(data.path(), &with(&second))).0);
    }
}

#[tokio::test]
async fn no_new_key_is_created_for_a_database_that_was_used_with_another() {
    let postgres = postgres::fresh_database_url().await;
    for database in [None, Some(("DOCCARE_DATABASE_URL", postgres.as_str()))] {
        let data = tempfile::tempdir().unwrap();
        let settings: Vec<_> = database.into_iter().collect();
        Server::start(data.path(), &settings).terminate();
        let (file, kept) = (data.path().join("key"), data.path().join("kept"));
        // The database was copied here from elsewhere.
        std::fs::rename(&file, &kept).unwrap();
        for command in [&["serve"][..], &["admin", "create", "two@example.org"], &["demo"]] {
            let (one_line, said) = refused(&run(data.path(), &[&["--log", "error"], command].concat(), &settings));
            assert!(one_line && said.contains("DOCCARE_KEY_FILE") && said.contains("put it back"), "{said}");
            assert!(said.contains("doccare key lost") && !file.exists(), "{said}");
        }
        std::fs::rename(&kept, &file).unwrap();
        Server::start(data.path(), &settings).terminate();
        // A new one is created only after `doccare key lost`.
        std::fs::remove_file(&file).unwrap();
        assert!(run(data.path(), &["key", "lost"], &settings).status.success());
        Server::start(data.path(), &settings).terminate();
    }
}

#[test]
fn a_renewed_key_file_opens_the_same_database() {
    let data = tempfile::tempdir().unwrap();
    assert!(start(data.path(), &[]).status.success());
    let older = std::fs::read_to_string(data.path().join("key")).unwrap();
    assert!(run(data.path(), &["key", "renew"], &[]).status.success());
    let renewed = std::fs::read_to_string(data.path().join("key")).unwrap();
    assert!(renewed.ends_with(&older) && renewed.lines().count() == 2);
    Server::start(data.path(), &[]).terminate();
    // A key in the settings is renewed there.
    let given = [("DOCCARE_KEY", older.trim())];
    let (one_line, said) = refused(&run(data.path(), &["key", "renew"], &given));
    assert!(one_line && said.contains("openssl rand -hex 32"), "{said}");
}

#[tokio::test]
async fn of_two_first_starts_at_once_with_different_keys_one_is_refused() {
    on_both_engines(async |url| {
        drop(TestServer::start(url.clone()).await);
        let (one, other) = (Db::open(&url).unwrap(), Db::open(&url).unwrap());
        one.write(async |tx| tx.execute("DELETE FROM encryption_keys", &[]).await).await.unwrap();
        let (a, b) = (key("a"), key("b"));
        let now = Clock::System.now();
        let outcomes = tokio::join!(startup::note_key(&one, &a, now), startup::note_key(&other, &b, now));
        assert!(outcomes.0.is_ok() != outcomes.1.is_ok(), "{outcomes:?}");
    })
    .await;
}

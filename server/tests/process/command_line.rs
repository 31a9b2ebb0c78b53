//! The command line: closed pipes, `erase`, error messages, help.

use std::io::{BufRead, BufReader, Read};
use std::process::{Output, Stdio};

use super::{Server, doccare, login, register, run, text};
use crate::harness::database_url;

/// Like `doccare … | head -1`: reads a line and closes the pipe.
fn first_line(args: &[&str]) -> (String, Output) {
    let data = tempfile::tempdir().unwrap();
    let mut child = doccare(data.path(), args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (line, child.wait_with_output().unwrap())
}

#[test]
fn a_closed_pipe_ends_a_command_without_a_panic() {
    for args in [&["openapi"][..], &["data-map"], &["configuration"], &["--help"]] {
        let (line, output) = first_line(args);
        let said = text(&output.stderr);
        assert!(!line.is_empty() && said.is_empty(), "{args:?}: {said}");
        assert!(output.status.success(), "{args:?}: {}", output.status);
    }
}

#[test]
fn the_page_of_settings_is_up_to_date() {
    let data = tempfile::tempdir().unwrap();
    let page = text(&run(data.path(), &["configuration"], &[]).stdout);
    let is_current = include_str!("../../../docs/CONFIGURATION.md") == page;
    assert!(is_current, "stale: run `make generate` and commit docs/CONFIGURATION.md");
}

#[tokio::test]
async fn erase_names_the_person_and_needs_a_confirmation() {
    let data = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", data.path().join("doccare.db").display());
    let server = Server::start(data.path(), &[("DOCCARE_RATE_LIMITS", "off")]);
    assert_eq!(register(&server.url, 1).await, 201);
    drop(server);
    let db = doccare::platform::db::Db::open(&database.parse().unwrap()).unwrap();
    let id: Option<String> = db.read(async |tx| tx.first("SELECT id FROM accounts", &[]).await).await.unwrap();
    db.close().await;
    let id = id.unwrap();

    // Without a terminal there is no confirmation: nothing is erased without the flag.
    let refused = run(data.path(), &["erase", "user", &id], &[]);
    let said = text(&refused.stderr);
    assert!(!refused.status.success(), "{said}");
    for part in ["Person", "person1@example.org", "--yes"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let erased = run(data.path(), &["erase", "--yes", "user", &id], &[]);
    let said = text(&erased.stdout);
    assert!(erased.status.success() && said.contains("Person"), "{said} {}", text(&erased.stderr));
    let unknown = run(data.path(), &["erase", "--yes", "donor", "nobody"], &[]);
    assert_eq!(unknown.status.code(), Some(1));
}

#[tokio::test]
async fn errors_name_the_host_the_path_and_the_user() {
    let data = tempfile::tempdir().unwrap();
    let said = |settings: &[(&str, &str)]| {
        let output = run(data.path(), &["admin", "create", "one@example.org"], settings);
        assert!(!output.status.success());
        let said = text(&output.stderr);
        assert!(!said.contains("s3cret"), "{said}");
        said
    };
    let nowhere = said(&[("DOCCARE_DATABASE_URL", "postgres://care:s3cret@127.0.0.1:1/clinic")]);
    for part in ["127.0.0.1:1", "care", "clinic", "Connection refused"] {
        assert!(nowhere.contains(part), "{part}: {nowhere}");
    }
    let database = database_url("PostgreSQL", data.path()).await;
    let (_, host) = database.split_once('@').expect("a host");
    let stranger = format!("postgres://stranger:s3cret@{host}");
    let refused = said(&[("DOCCARE_DATABASE_URL", &stranger)]);
    let socket = host.split('/').next().unwrap().replace("%2F", "/");
    assert!(refused.contains("stranger") && refused.contains(&socket), "{refused}");
    // A file where a folder is expected.
    let file = data.path().join("file");
    std::fs::write(&file, "").unwrap();
    let in_file = file.join("data").display().to_string();
    let wrong = said(&[("DOCCARE_DATA_DIR", &in_file)]);
    assert!(wrong.contains(&in_file) && wrong.contains("user "), "{wrong}");
    let key = said(&[("DOCCARE_KEY_FILE", &in_file)]);
    assert!(key.contains(&in_file) && key.contains("user "), "{key}");
}

#[tokio::test]
async fn a_start_without_an_administrator_logs_how_to_create_one() {
    const LOUD: &str = "THERE IS NO ADMINISTRATOR";
    let data = tempfile::tempdir().unwrap();
    let log_of = async || {
        let server = Server::start(data.path(), &[]);
        assert_eq!(login(&server.url, "nobody@example.org", "wrong password").await, 401);
        server.terminate();
        server.ended().1
    };
    let log = log_of().await;
    assert!(log.contains(LOUD) && log.contains("doccare admin create"), "{log}");
    assert!(run(data.path(), &["admin", "create", "one@example.org"], &[]).status.success());
    assert!(!log_of().await.contains(LOUD));
}

#[test]
fn the_help_of_a_command_shows_its_own_flags_first() {
    let data = tempfile::tempdir().unwrap();
    for (args, own) in [
        (&["demo", "--help"][..], "--doctors"),
        (&["audit", "verify", "--help"], "--expect"),
        (&["check", "--help"], "--json"),
        (&["erase", "--help"], "--yes"),
    ] {
        let help = text(&run(data.path(), args, &[]).stdout);
        let at = |flag: &str| help.find(flag).unwrap_or_else(|| panic!("{flag} is not in {help}"));
        assert!(at(own) < at("--listen") && at("--help") < at("--listen"), "{args:?}: {help}");
        assert!(at("Settings") < at("--listen"), "{args:?}: {help}");
    }
    let mut whole = String::new();
    let mut child = doccare(data.path(), &["--help"]).stdout(Stdio::piped()).spawn().unwrap();
    child.stdout.take().unwrap().read_to_string(&mut whole).unwrap();
    assert!(child.wait().unwrap().success() && whole.contains("Settings"), "{whole}");
}

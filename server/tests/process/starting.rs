//! Errors that prevent the start, and the log lines of the start.

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{ADMIN, Server, login, run, text};
use crate::harness::database_url;

#[test]
fn a_wrong_setting_stops_the_start_with_one_line_that_names_it() {
    let data = tempfile::tempdir().unwrap();
    for (name, value) in [
        ("DOCCARE_LISTEN", "localhost"),
        ("DOCCARE_DATABASE_URL", "mysql://localhost/care"),
        ("DOCCARE_DATABASE_URL", "data.db"),
        ("DOCCARE_DATABASE_URL", "postgres://nobody:s3cret@127.0.0.1:1/none"),
        ("DOCCARE_ADMIN_EMAIL", "alone@example.org"),
        ("DOCCARE_PUBLIC_URL", "care"),
        ("DOCCARE_TRUSTED_PROXIES", "127.0.0.1,10.0.0.0/40"),
        ("DOCCARE_RATE_LIMITS", "perhaps"),
        ("DOCCARE_LOAD_SHEDDING", "perhaps"),
        ("DOCCARE_LISTEN", "0.0.0.0:0"),
        ("DOCCARE_SMTP_URL", "smtp://u:s3cret@mail.example"),
        ("DOCCARE_DATABASE_URL", "postgres://u:s3cret@db.example/care"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.example:4318"),
        ("DOCCARE_ADMIN_PASSWORD_FILE", "/proc/nowhere"),
        ("DOCCARE_DATA_DIR", "/proc/nowhere"),
    ] {
        let output = run(data.path(), &["serve"], &[(name, value)]);
        let said = text(&output.stderr);
        let expected = if name == "DOCCARE_ADMIN_EMAIL" { "DOCCARE_ADMIN_PASSWORD" } else { name };
        assert!(!output.status.success(), "{name}={value}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(expected) && !said.contains("s3cret"), "{said}");
    }
    for (email, password, named) in [("x", "long enough", "ADMIN_EMAIL"), ("a@b.in", "short", "ADMIN_PASSWORD")] {
        let settings = [("DOCCARE_ADMIN_EMAIL", email), ("DOCCARE_ADMIN_PASSWORD", password)];
        let said = text(&run(data.path(), &["serve"], &settings).stderr);
        assert!(said.contains(named) && said.lines().count() == 1, "{said}");
    }
}

/// Plain HTTP only if a setting says so; the other commands do not listen.
#[test]
fn it_serves_other_machines_in_clear_only_when_told_to() {
    let data = tempfile::tempdir().unwrap();
    let everywhere = ("DOCCARE_LISTEN", "0.0.0.0:0");
    let said = text(&run(data.path(), &["serve"], &[everywhere]).stderr);
    assert!(said.contains("DOCCARE_TLS_CERT") && said.contains("DOCCARE_PUBLIC_URL"), "the cure is named: {said}");
    assert!(run(data.path(), &["admin", "create", "one@example.org"], &[everywhere]).status.success());
    for allowed in [("DOCCARE_PLAIN_HTTP", "on"), ("DOCCARE_PUBLIC_URL", "https://care.example")] {
        Server::start(data.path(), &[everywhere, allowed]).terminate();
    }
}

#[test]
#[ignore = "its times need an idle machine: `make field`"]
fn it_starts_within_a_second() {
    let data = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let server = Server::start(data.path(), &ADMIN);
    let took = start.elapsed();
    server.terminate();
    assert!(took < Duration::from_secs(1), "{took:?}");
}

#[tokio::test]
async fn a_data_dir_that_others_can_read_is_loud_in_the_log() {
    let data = tempfile::tempdir().unwrap();
    for (mode, is_loud) in [(0o700, false), (0o755, true)] {
        std::fs::set_permissions(data.path(), PermissionsExt::from_mode(mode)).unwrap();
        let server = Server::start(data.path(), &[]);
        assert_eq!(login(&server.url, "nobody@example.org", "wrong password").await, 401);
        server.terminate();
        let (_, log) = server.ended();
        assert_eq!(log.contains("OTHERS ON THIS MACHINE CAN READ THE DATA DIR"), is_loud, "{log}");
    }
}

/// Records of the `log` crate name source files of the machine that compiled them, and tokio-postgres logs each NOTICE.
#[tokio::test]
async fn the_log_has_neither_source_files_nor_notices_of_the_database() {
    let data = tempfile::tempdir().unwrap();
    let database = database_url("PostgreSQL", data.path()).await;
    let settings = [("DOCCARE_DATABASE_URL", database.as_str()), ("DOCCARE_LOG", "debug")];
    for attempt in 1..=2 {
        let output = run(data.path(), &["admin", "create", &format!("admin{attempt}@example.org")], &settings);
        let log = text(&output.stderr);
        assert!(output.status.success(), "{log}");
        for unwanted in ["log.file", "log.line", "NOTICE"] {
            assert!(!log.contains(unwanted), "{unwanted}: {log}");
        }
    }
}

#[test]
fn openapi_prints_the_description() {
    let data = tempfile::tempdir().unwrap();
    let printed: Value = serde_json::from_slice(&run(data.path(), &["openapi"], &[]).stdout).unwrap();
    assert_eq!(printed["info"]["title"], "Doc Care");
}

//! `doccare check`: the real program tells what is wrong, each with its cure, and changes nothing.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use doccare::platform::db::Db;
use serde_json::Value;
use tempfile::TempDir;

use crate::harness::postgres;
use crate::process::{Server, run};
use crate::smtp::{Mood, Smtp};

type Settings<'a> = &'a [(&'a str, &'a str)];

/// What a run found, by check, and whether it ended well.
struct Report {
    ended_well: bool,
    said: Value,
}

impl Report {
    fn of(&self, check: &str) -> &Value {
        let findings = self.said["findings"].as_array().unwrap();
        findings.iter().find(|one| one["check"] == check).unwrap_or_else(|| panic!("no {check}: {}", self.said))
    }

    /// Asserts what was found of one thing; whatever is not fine has a cure.
    #[track_caller]
    fn assert(&self, check: &str, state: &str, says: &str) {
        let found = self.of(check);
        assert_eq!(found["state"], state, "{found}");
        let all = format!("{} {}", found["says"], found["cure"]);
        assert!(all.contains(says), "{found}");
        assert_eq!(found["cure"].is_string(), state != "ok", "{found}");
        assert_eq!(self.ended_well, !self.said.to_string().contains("\"wrong\""), "{}", self.said);
    }
}

fn check(data: &Path, settings: Settings<'_>) -> Report {
    let output = run(data, &["check", "--json"], settings);
    let said = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    Report { ended_well: output.status.success(), said }
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn private_folder() -> TempDir {
    tempfile::Builder::new().permissions(Permissions::from_mode(0o700)).tempdir().unwrap()
}

/// Starts the product once, so that there is everything to look at, and ends it.
fn serve_once(data: &Path, settings: Settings<'_>) {
    let server = Server::start(data, settings);
    server.terminate();
    let (ended, log) = server.ended();
    assert!(ended, "{log}");
}

#[test]
fn before_the_first_start_nothing_is_made_and_nothing_is_wrong() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("not/there");
    let report = check(&data, &[]);
    for (name, says) in [("database", "first start"), ("key", "first start"), ("data dir", "first start")] {
        report.assert(name, "ok", says);
    }
    report.assert("mail", "warning", "DOCCARE_SMTP_URL");
    report.assert("backups", "warning", "DOCCARE_BACKUP_EVERY");
    report.assert("public url", "warning", "DOCCARE_PUBLIC_URL");
    report.assert("administrators", "warning", "doccare admin create");
    assert!(report.ended_well && !data.parent().unwrap().exists(), "it only looks");
    let plain = run(&data, &["check"], &[]);
    let said = String::from_utf8(plain.stdout).unwrap();
    assert!(said.contains("ok       settings") && said.contains("cure: set DOCCARE_SMTP_URL"), "{said}");
}

#[test]
fn a_wrong_setting_is_named_and_hides_the_rest() {
    let data = tempfile::tempdir().unwrap();
    for (name, value) in
        [("DOCCARE_LISTEN", "localhost"), ("DOCCARE_PUBLIC_URL", "care"), ("DOCCARE_BACKUP_EVERY", "often")]
    {
        let report = check(data.path(), &[(name, value)]);
        report.assert("settings", "wrong", name);
        assert_eq!(report.said["findings"].as_array().unwrap().len(), 1);
    }
    let report = check(data.path(), &[("DOCCARE_LISTEN", "0.0.0.0:0")]);
    report.assert("way in", "wrong", "DOCCARE_TLS_CERT");
    report.assert("settings", "ok", "");
}

#[tokio::test]
async fn a_database_that_was_served_fits_and_stays_as_it_is() {
    let postgres = postgres::fresh_database_url().await;
    for database in [None, Some(("DOCCARE_DATABASE_URL", postgres.as_str()))] {
        let data = private_folder();
        let settings: Vec<_> = database.into_iter().collect();
        serve_once(data.path(), &settings);
        let before = names_in(data.path());
        let report = check(data.path(), &settings);
        let kind = if database.is_some() { "PostgreSQL" } else { "SQLite" };
        report.assert("database", "ok", kind);
        for name in ["clock", "key", "data dir", "photos", "listen"] {
            report.assert(name, "ok", "");
        }
        assert_eq!(names_in(data.path()), before);
        // While it is served.
        let server = Server::start(data.path(), &settings);
        let listens = server.url.trim_start_matches("http://");
        let busy: Vec<_> = settings.iter().copied().chain([("DOCCARE_LISTEN", listens)]).collect();
        let report = check(data.path(), &busy);
        report.assert("listen", "warning", "already");
        let busy: Vec<_> = settings.iter().copied().chain([("DOCCARE_METRICS_LISTEN", listens)]).collect();
        check(data.path(), &busy).assert("metrics", "warning", "already");
        report.assert("database", "ok", kind);
    }
}

async fn change(address: &str, sql: &'static str) {
    let db = Db::open(&address.parse().unwrap()).unwrap();
    db.write(async move |tx| tx.execute(sql, &[]).await).await.unwrap();
    db.close().await;
}

#[tokio::test]
async fn a_database_of_another_version_key_or_time_is_reported() {
    let home = tempfile::tempdir().unwrap();
    let sqlite = format!("sqlite://{}", home.path().join("care.db").display());
    for address in [sqlite, postgres::fresh_database_url().await] {
        let data = tempfile::tempdir().unwrap();
        let settings = [("DOCCARE_DATABASE_URL", address.as_str())];
        serve_once(data.path(), &settings);
        for (sql, name, state, says) in [
            ("UPDATE installation_state SET clock_trusted_at = 1000", "clock", "wrong", "doccare trust-clock"),
            ("UPDATE installation_state SET clock_trusted_at = 4000000000000", "clock", "wrong", "set the clock"),
            ("UPDATE encryption_keys SET id = '0123456789abcdef'", "key", "wrong", "DOCCARE_KEY_FILE"),
            (
                "DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)",
                "database",
                "warning",
                "doccare backup",
            ),
            (
                "UPDATE schema_migrations SET name = '0001_other' WHERE name = (SELECT min(name) FROM schema_migrations)",
                "database",
                "wrong",
                "another version",
            ),
        ] {
            change(&address, sql).await;
            check(data.path(), &settings).assert(name, state, says);
        }
    }
}

#[test]
fn a_database_that_does_not_answer_or_is_none_is_reported_without_its_password() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("letter.db");
    std::fs::write(&file, "Dear Sir or Madam, this is no database. ".repeat(50)).unwrap();
    let letter = format!("sqlite://{}", file.display());
    for (url, cure) in
        [("postgres://nobody:s3cret@127.0.0.1:1/none", "PostgreSQL runs at"), (letter.as_str(), "a file of ours")]
    {
        let report = check(data.path(), &[("DOCCARE_DATABASE_URL", url)]);
        report.assert("database", "wrong", cure);
        assert!(!report.ended_well && !report.said.to_string().contains("s3cret"));
    }
}

#[test]
fn keys_folders_and_certificates_are_looked_at() {
    let data = tempfile::tempdir().unwrap();
    serve_once(data.path(), &[]);
    let set = |name: &str, mode| {
        std::fs::set_permissions(data.path().join(name), PermissionsExt::from_mode(mode)).unwrap();
    };
    set("key", 0o644);
    check(data.path(), &[]).assert("key", "wrong", "chmod 600");
    set("key", 0o600);
    set("", 0o755);
    check(data.path(), &[]).assert("data dir", "warning", "chmod 700");
    set("", 0o700);
    std::fs::rename(data.path().join("key"), data.path().join("key.away")).unwrap();
    check(data.path(), &[]).assert("key", "wrong", "put it back");
    assert!(!data.path().join("key").exists(), "none is made beside a database that has another");
    std::fs::rename(data.path().join("key.away"), data.path().join("key")).unwrap();
    // A file has the folder's name, so not even root can write there.
    std::fs::remove_dir_all(data.path().join("photos")).unwrap();
    std::fs::write(data.path().join("photos"), "in the way").unwrap();
    check(data.path(), &[]).assert("photos", "wrong", "DOCCARE_PHOTOS_URL");
    let file = data.path().join("doccare.db");
    let backups = [("DOCCARE_BACKUP_EVERY", "24h"), ("DOCCARE_BACKUP_DIR", file.to_str().unwrap())];
    check(data.path(), &backups).assert("backups", "wrong", "DOCCARE_BACKUP_DIR");
    check(data.path(), &backups[..1]).assert("backups", "warning", "the same disk");
    let full = Path::new("/proc/nowhere");
    check(full, &[]).assert("data dir", "wrong", "DOCCARE_DATA_DIR");
}

/// A certificate for `localhost` and its key, valid for so many days; negative: expired.
fn make_certificate(folder: &Path, name: &str, days: &str) -> (String, String) {
    let file = |end: &str| folder.join(format!("{name}.{end}")).to_str().unwrap().to_owned();
    let (certificate, key, request, names) = (file("pem"), file("key"), file("csr"), file("names"));
    std::fs::write(&names, "subjectAltName=DNS:localhost").unwrap();
    let ask =
        ["req", "-new", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-subj", "/CN=localhost"];
    let sign = ["x509", "-req", "-days", days, "-in", &request, "-signkey", &key, "-extfile", &names];
    for (args, files) in [(&ask[..], ["-keyout", &key, "-out", &request]), (&sign[..], ["-out", &certificate, "", ""])]
    {
        let files = files.into_iter().filter(|file| !file.is_empty());
        let made = Command::new("openssl").args(args).args(files).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
    (certificate, key)
}

#[test]
fn certificates_must_fit_their_key_and_the_address_and_not_have_ended() {
    let data = tempfile::tempdir().unwrap();
    let (long, short, other) = (
        make_certificate(data.path(), "long", "400"),
        make_certificate(data.path(), "short", "5"),
        make_certificate(data.path(), "other", "400"),
    );
    let here = ("DOCCARE_PUBLIC_URL", "https://localhost:8443");
    let with = |certificate: &str, key: &str, url| {
        check(data.path(), &[("DOCCARE_TLS_CERT", certificate), ("DOCCARE_TLS_KEY", key), url])
    };
    with(&long.0, &long.1, here).assert("tls", "ok", "localhost");
    with(&short.0, &short.1, here).assert("tls", "warning", "certbot renew");
    with(&long.0, &other.1, here).assert("tls", "wrong", "DOCCARE_TLS_KEY");
    with(&long.0, &long.1, ("DOCCARE_PUBLIC_URL", "https://care.example")).assert("tls", "wrong", "not made out to");
    with("/nowhere", &long.1, here).assert("tls", "wrong", "DOCCARE_TLS_CERT");
    let (ended, key) = make_certificate(data.path(), "ended", "-1");
    with(&ended, &key, here).assert("tls", "wrong", "ended at");
}

#[tokio::test]
async fn the_mail_server_is_asked_and_gets_no_mail() {
    let data = tempfile::tempdir().unwrap();
    let smtp = Smtp::start(Mood::Takes).await;
    let from = ("DOCCARE_MAIL_FROM", "care@care.example");
    let ask = async |url: String, from| {
        let folder = data.path().to_owned();
        tokio::task::spawn_blocking(move || check(&folder, &[("DOCCARE_SMTP_URL", &url), from])).await.unwrap()
    };
    ask(smtp.url.clone(), from).await.assert("mail", "ok", "Nothing was sent");
    let nobody = ("DOCCARE_MAIL_FROM", "doccare@localhost.localdomain");
    ask(smtp.url.clone(), nobody).await.assert("mail", "warning", "DOCCARE_MAIL_FROM");
    smtp.become_one_that(Mood::SendsAway("554 go away"));
    ask(smtp.url.clone(), from).await.assert("mail", "wrong", "it said 554");
    let plain = ask(smtp.url.replace("smtp://", "smtps://u:s3cret@"), from).await;
    plain.assert("mail", "wrong", "the mail server");
    assert!(!plain.said.to_string().contains("s3cret"), "{}", plain.said);
    ask("smtp://127.0.0.1:1".into(), from).await.assert("mail", "wrong", "DOCCARE_SMTP_URL");
    ask("nonsense".into(), from).await.assert("mail", "wrong", "DOCCARE_SMTP_URL");
    assert!(smtp.mails().is_empty());
}

/// The demo's logins are published: `check` says who can use them.
#[tokio::test]
async fn a_database_with_demo_data_says_who_can_use_its_logins() {
    let postgres = postgres::fresh_database_url().await;
    for database in [None, Some(("DOCCARE_DATABASE_URL", postgres.as_str()))] {
        let data = private_folder();
        let settings: Vec<_> = database.into_iter().collect();
        serve_once(data.path(), &settings);
        check(data.path(), &settings).assert("demo data", "ok", "none");
        let small = ["demo", "--doctors", "1", "--users", "1", "--bookings", "0", "--donors", "0"];
        let filled = run(data.path(), &small, &settings);
        assert!(filled.status.success(), "{}", String::from_utf8_lossy(&filled.stderr));
        check(data.path(), &settings).assert("demo data", "ok", "this machine alone");
        let with = |more: &[(&'static str, &'static str)]| -> Vec<(&str, &str)> {
            settings.iter().chain(more).copied().collect()
        };
        let public = ("DOCCARE_PUBLIC_URL", "https://care.example");
        check(data.path(), &with(&[public])).assert("demo data", "warning", "are refused");
        check(data.path(), &with(&[public, ("DOCCARE_DEMO", "on")])).assert(
            "demo data",
            "warning",
            "everybody who reaches",
        );
    }
}

//! Statements of `docs/SECURITY.md` about the sources and the packages, checked against them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::harness::sources::shipped_files;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The shipped files that contain any of these words outside their unit tests. Paths of the server are relative to `server/src`.
fn files_with(words: &[&str]) -> BTreeSet<String> {
    let has_one = |path: &&std::path::PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        words.iter().any(|word| code.contains(word))
    };
    let name = |path: &std::path::PathBuf| {
        let path = path.strip_prefix(root()).unwrap();
        path.strip_prefix("server/src").unwrap_or(path).to_string_lossy().into_owned()
    };
    shipped_files().iter().filter(has_one).map(name).collect()
}

fn set<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.map(String::from).into()
}

#[test]
fn only_the_database_mail_photos_messages_push_traces_and_the_health_check_reach_out() {
    let clients = ["TcpStream::connect", "tokio_postgres::", "AsyncSmtpTransport", "AmazonS3Builder", "reqwest::"];
    let expected = [
        "platform/db/error.rs",
        "platform/db/connection.rs",
        "platform/db/postgres.rs",
        "platform/db/tx.rs",
        "platform/db/url.rs",
        "platform/mail/mod.rs",
        "platform/ssrf_guard.rs",
        "platform/phone_messages/settings.rs",
        "platform/phone_messages/client.rs",
        "platform/push/client.rs",
        "platform/push/services.rs",
        "platform/photos/location.rs",
        "platform/traces.rs",
        "program/commands/healthcheck.rs",
    ];
    assert_eq!(files_with(&clients), set(expected));
}

#[test]
fn the_log_is_started_in_one_place_and_nothing_else_is_printed() {
    assert_eq!(files_with(&["tracing_subscriber"]), set(["platform/logging.rs"]));
    let mut printing = files_with(&["println!", "eprintln!", "print!", "dbg!"]);
    // The commands' answers on a terminal.
    printing.retain(|file| !file.starts_with("program/commands/"));
    assert_eq!(printing, set(["program/main.rs"]));
}

#[test]
fn no_code_of_ours_is_unsafe() {
    assert!(read("Cargo.toml").contains("\n[workspace.lints.rust]\nunsafe_code = \"forbid\"\n"));
    for crate_ in ["Cargo.toml", "server/Cargo.toml", "demo/Cargo.toml"] {
        assert!(read(crate_).contains("\n[lints]\nworkspace = true\n"), "{crate_}");
    }
    assert_eq!(files_with(&["unsafe {", "unsafe fn", "allow(unsafe_code"]), set([]));
}

/// `md-5` is used by the database driver, for servers configured for it, and by the bucket's client, for checksums of uploads.
#[test]
fn no_package_of_a_broken_hash_or_cipher_is_compiled_but_the_one_that_is_known() {
    let lock = read("Cargo.lock");
    let names: BTreeSet<&str> =
        lock.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).collect();
    assert!(names.contains("argon2") && names.contains("sha2"), "the list is read");
    let broken =
        ["md2", "md4", "md-5", "md5", "sha1", "sha-1", "sha1_smol", "des", "rc2", "rc4", "blowfish", "openssl"];
    let compiled: Vec<&str> = broken.into_iter().filter(|name| names.contains(name)).collect();
    assert_eq!(compiled, ["md-5"]);
}

#[test]
fn weak_packages_have_a_time_to_be_replaced_and_none_is_excepted() {
    let times = read("SECURITY.md");
    let (_, times) = times.split_once("## How soon weak packages are replaced").unwrap();
    assert!(times.contains("3 days") && times.contains("30 days") && times.contains("quarter"));
    let makefile = read("Makefile");
    let (_, audit) = makefile.split_once("\naudit:").unwrap();
    let (audit, _) = audit.split_once("\n\n").unwrap();
    assert!(audit.contains("cargo-audit audit") && audit.contains("--deny warnings"), "Rust's packages: {audit}");
    assert!(audit.contains("npm audit --package-lock-only; "), "npm's: {audit}");
    assert!(!audit.contains("--ignore") && !read("deny.toml").contains("[advisories]"));
    assert!(!root().join(".cargo/audit.toml").exists(), "an exception is written down with its end");
}

/// Install scripts of packages would run with the rights of the build, on a developer's machine and in the image.
#[test]
fn packages_run_no_install_scripts_wherever_they_are_installed() {
    assert!(read("web/.npmrc").lines().any(|line| line == "ignore-scripts=true"));
    let image = read("Dockerfile");
    let (before, _) = image.split_once("npm ci").unwrap();
    assert!(before.lines().any(|line| line.starts_with("COPY ") && line.contains("web/.npmrc")), "{before}");
    assert_eq!(image.matches("npm ci").count(), 1);
}

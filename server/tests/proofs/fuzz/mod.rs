//! Unexpected input: schemathesis reads the API's description and sends input that it allows and input that it does not, as every role. No
//! answer may be a 5xx, have a status that is not described for its call, or another shape than is described.
//!
//! It reaches deeper code with real ids and realistic values, which it mixes with its own.

mod words;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use doccare::platform::clock::{Clock, india};
use jiff::ToSpan;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::report;
use crate::eml::Eml;
use crate::harness::blood::merged;
use crate::harness::{TestServer, database_url, http_client, until};
use crate::process::{self, Server};

const PACKAGE: &str = "schemathesis==4.32.5";
const HOOKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/server/tests/proofs/fuzz/hooks.py");
const DESCRIPTION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web/src/api/openapi.json");
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,\
                      response_schema_conformance,unsupported_method";
/// On each engine.
const LEAST_REQUESTS: u64 = 20_000;
/// For each call as each role, besides the cases derived from the description alone.
const EXAMPLES: &str = "20";

/// Calls excluded for some roles, because they would end its session or link for all later calls, or never end.
const LEFT_OUT: [(&str, &[&str], &str); 3] = [
    ("a logout ends the session", &["user_logout", "admin_logout"], "patient doctor hospital pharmacy admin"),
    ("a donor who erases themselves has no link any more", &["erase_donor"], "donor"),
    ("a stream of events has no end", &["events", "hospital_events", "admin_events"], "doctor hospital admin"),
];

/// A caller: its role and its credentials.
struct Role {
    name: &'static str,
    /// Empty without an account.
    id: String,
    token: Option<String>,
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "tens of thousands of requests; `make soak PROOF=soak_fuzz`"]
async fn soak_fuzz_sqlite() {
    soak("SQLite", "fuzz-sqlite").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "tens of thousands of requests; `make soak PROOF=soak_fuzz`"]
async fn soak_fuzz_postgres() {
    soak("PostgreSQL", "fuzz-postgres").await;
}

async fn soak(engine: &str, part: &str) {
    let (roles, answers) = fuzz(&install(), engine).await;
    let sum = |class: u16| answers.iter().filter(|(status, _)| *status / 100 == class).map(|(_, count)| count).sum();
    let (all, of): (u64, [u64; 3]) = (answers.values().sum(), [sum(2), sum(4), sum(5)]);
    assert!(all >= LEAST_REQUESTS, "only {all} requests on {engine}");
    let head = "| | requests | 2xx | 4xx | 5xx | roles |\n|---|---|---|---|---|---|";
    report::write(part, &format!("{head}\n| {engine} | {all} | {} | {} | {} | {roles} |", of[0], of[1], of[2]));
}

/// A virtual environment outside the sources, created once.
fn install() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemathesis");
    let python = folder.join("bin/python");
    if !python.exists() {
        succeed(Command::new("python3").args(["-m", "venv"]).arg(&folder));
    }
    succeed(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]));
    folder.join("bin/schemathesis")
}

fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", text(&output));
    output
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Sends everything as every role to the real program with the demo's data. Returns the number of roles, and of answers by status.
async fn fuzz(schemathesis: &Path, engine: &str) -> (usize, BTreeMap<u16, u64>) {
    let data = TempDir::new().unwrap();
    let url = database_url(engine, data.path()).await;
    let settings = [
        ("DOCCARE_DATABASE_URL", url.as_str()),
        ("DOCCARE_RATE_LIMITS", "off"),
        // Refusals are not logged: the output would fill the pipe.
        ("DOCCARE_LOG", "warn,doccare=info,doccare::platform=warn"),
    ];
    let demo = process::run(data.path(), &["demo"], &settings);
    assert!(demo.status.success(), "{}", text(&demo));
    let server = Server::start(data.path(), &settings);
    let roles = roles(&server.url, data.path(), &text(&demo)).await;
    let config = data.path().join("schemathesis.toml");
    fs::write(&config, words::settings(&server.url, &roles).await).unwrap();
    let mut answers = BTreeMap::new();
    for role in &roles {
        let counted = data.path().join("answers.json");
        let output = run_as(schemathesis, role, &server.url, &config, &counted).await;
        assert!(output.status.success(), "as {}:\n{}", role.name, text(&output));
        let counted: BTreeMap<u16, u64> = serde_json::from_slice(&fs::read(&counted).unwrap()).unwrap();
        println!("as {}: {counted:?}", role.name);
        for (status, count) in counted {
            *answers.entry(status).or_default() += count;
        }
    }
    server.terminate();
    let (ended_well, log) = server.ended();
    assert!(ended_well && !log.contains("panicked"), "{log}");
    (roles.len(), answers)
}

async fn run_as(schemathesis: &Path, role: &Role, url: &str, config: &Path, counted: &Path) -> Output {
    let mut command = Command::new(schemathesis);
    command.env("SCHEMATHESIS_HOOKS", HOOKS).env("FUZZ_ANSWERS", counted).current_dir(counted.parent().unwrap());
    command.arg("--config-file").arg(config).args(["run", DESCRIPTION, "--url", url]);
    command.args(["--phases", "examples,coverage,fuzzing", "--max-examples", EXAMPLES, "--checks", CHECKS]);
    command.args(["--suppress-health-check", "all", "--warnings", "off", "--no-color", "--continue-on-failure"]);
    for (_, calls, _) in LEFT_OUT.iter().filter(|(_, _, names)| names.split(' ').any(|name| name == role.name)) {
        command.args(calls.iter().flat_map(|call| ["--exclude-operation-id", call]));
    }
    if let Some(token) = &role.token {
        command.args(["--header", &format!("Authorization: Bearer {token}")]);
    }
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

/// All roles, the administrator last, because it blocks and suspends the others.
async fn roles(url: &str, data: &Path, demo: &str) -> Vec<Role> {
    let mut roles = vec![Role { name: "nobody", id: String::new(), token: None }];
    for (name, path) in [
        ("patient", "/user/api/login"),
        ("doctor", "/user/api/doctor/login"),
        ("hospital", "/user/api/hospital/login"),
        ("pharmacy", "/user/api/pharmacy/login"),
        ("admin", "/admin/api/login"),
    ] {
        let line = demo.lines().find(|line| line.trim().to_lowercase().starts_with(name)).expect("a login");
        let words: Vec<&str> = line.split_whitespace().rev().collect();
        let login = post(url, path, json!({"email": words[1], "password": words[0]})).await;
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        roles.push(Role { name, id: text(&login["data"]["_id"]), token: Some(text(&login["token"])) });
    }
    roles.splice(5..5, by_link(url, data).await);
    roles
}

/// A donor, a requester, and a donor who is asked, with their mailed links.
async fn by_link(url: &str, data: &Path) -> Vec<Role> {
    // A rare group in a small district, so that the donor is in the first wave.
    let rare = json!({"Blood_group": "O-", "District": "Wayanad"});
    let mut request = merged(TestServer::request_form(1), rare.clone());
    request["Needed_by"] = json!(day(3));
    post(url, "/user/api/bloodregister", merged(TestServer::donor_form(1), rare)).await;
    let donor = mailed(data, "donor1@example.org", "/blooddonor#").await;
    let confirm = async |path: &str, link: &str| {
        let answer = http_client().post(format!("{url}{path}")).bearer_auth(link).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
    };
    confirm("/user/api/blooddonor/confirm", &donor).await;
    post(url, "/user/api/bloodrequest", request).await;
    let requester = mailed(data, "requester1@example.org", "/bloodrequest/own#").await;
    confirm("/user/api/bloodrequest/confirm", &requester).await;
    let asked = mailed(data, "donor1@example.org", "/bloodanswer#").await;
    let role = |name, link| Role { name, id: String::new(), token: Some(link) };
    vec![role("asked donor", asked), role("requester", requester), role("donor", donor)]
}

/// The token in the mail to an address, once the program has sent it.
async fn mailed(data: &Path, to: &str, page: &str) -> String {
    until(&format!("a mail to {to} with {page}"), async || {
        let mails = Eml::arrived_in(data);
        let mut texts = mails.iter().filter(|mail| mail.header("to") == to).filter_map(|mail| mail.text("text/plain"));
        let token = texts.find_map(|text| Some(text.split_once(page)?.1.lines().next()?.to_owned()));
        token.ok_or(mails.len())
    })
    .await
}

async fn post(url: &str, path: &str, body: Value) -> Value {
    let answer = http_client().post(format!("{url}{path}")).json(&body).send().await.unwrap();
    assert!(answer.status().is_success(), "{path}: {}", answer.status());
    answer.json().await.unwrap()
}

/// A day from today on, in India.
fn day(ahead: i64) -> String {
    let today = Clock::System.now().to_zoned(india()).date();
    today.checked_add(ahead.days()).unwrap().to_string()
}

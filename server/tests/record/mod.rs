//! The audit log: its contents, that changes of it are detected, and that an erasure reaches everything.

mod commands;
mod erasure;
mod kinds;
pub mod planted;
pub mod refusals;
mod seals;
mod tampering;

use doccare::platform::audit::seals::{SealOutcome, VerifyOptions, VerifyReport, seal_next, verify};
use doccare::platform::db;
use serde_json::Value;

use crate::harness::{Answer, TestServer};

/// Seals new rows, as the job does.
async fn seal(server: &TestServer) -> SealOutcome {
    let (keys, now) = (server.app.keys.clone(), server.clock.now());
    let sealed: db::Result<SealOutcome> = server.app.db.write(async move |tx| seal_next(tx, &keys, now).await).await;
    sealed.unwrap()
}

/// The result of `doccare audit verify`.
async fn check(server: &TestServer, expected: Option<String>) -> VerifyReport {
    check_knowing(server, VerifyOptions { seal: expected, ..VerifyOptions::default() }).await
}

async fn check_knowing(server: &TestServer, known: VerifyOptions) -> VerifyReport {
    let (keys, now) = (server.app.keys.clone(), server.clock.now());
    let checked: db::Result<VerifyReport> =
        server.app.db.report(async move |tx| verify(tx, &keys, &known, now).await).await;
    checked.unwrap()
}

/// The rows of the log of one action, the newest first.
pub async fn rows_of(server: &TestServer, admin: &str, action: &str) -> Vec<Value> {
    let log = server.ask("GET", &format!("/admin/api/audit?action={action}"), admin, None).await;
    log.body["data"].as_array().unwrap_or_else(|| panic!("{}", log.text)).clone()
}

/// The same call from a chosen address; the test itself is a trusted proxy.
async fn from_afar(server: &TestServer, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
    Answer::to(server.request(method, path).header("x-forwarded-for", "198.51.100.7"), token, body).await
}

const AFAR: &str = "198.51.100.0/24";

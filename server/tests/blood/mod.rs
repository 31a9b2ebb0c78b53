//! Blood: donors, requests, matching, privacy, data left after the end, abuse by strangers, and speed with many donors.

mod after;
mod confirming;
mod donors;
mod emergency;
mod links;
mod looks;
mod matching;
mod privacy;
mod races;
mod requests;
mod rested;
mod scale;

use jiff::SignedDuration;
use serde_json::Value;

use crate::harness::{Answer, TestServer};
use crate::workers;

const REQUEST: &str = "/user/api/bloodrequest";

/// The row of a patient in the administrator's list.
async fn row_of(server: &TestServer, admin: &str, patient: &str) -> Value {
    let list = server.ask("GET", "/admin/api/blood/requests", admin, None).await;
    let rows = list.body["data"].as_array().unwrap().clone();
    rows.into_iter().find(|row| row["Patient_name"] == patient).unwrap_or_else(|| panic!("{}", list.text))
}

/// An administrator's action on the request for a patient.
async fn by_admin(server: &TestServer, admin: &str, patient: &str, action: &str) -> Answer {
    let id = row_of(server, admin, patient).await["_id"].as_str().unwrap().to_owned();
    server.clock.advance(SignedDuration::from_millis(1));
    let answer = server.ask("POST", &format!("/admin/api/blood/requests/{id}/{action}"), admin, None).await;
    server.catch_up().await;
    answer
}

/// The id and the token of a hospital of the directory.
async fn care_hospital(server: &TestServer, admin: &str) -> (String, String) {
    let hospital = [
        ("category", Some("Hospital")),
        ("Hospital_name", Some("Care Hospital")),
        ("District", Some("Kozhikode")),
        ("Email", Some("care@example.org")),
    ];
    let id = workers::approved_facility(server, admin, &hospital).await;
    (id, workers::token(server, "hospital", "care@example.org").await)
}

//! Calls every operation of the API description, without and with a login, with input that no client of ours would send. The harness checks
//! each answer against the description; this test asserts that no invalid input is accepted.

use reqwest::multipart::Form;
use serde_json::{Value, json};

use crate::harness::blood::merged;
use crate::harness::described::API;
use crate::harness::{ADMIN, Answer, TestServer, with_server};
use crate::hostile::{Cast, encoded};
use crate::workers;

/// Parameters, and the headers that can replace them.
const IN_HEADERS: [(&str, &str); 2] = [("q", "x-search"), ("cursor", "x-cursor")];

/// An unknown id.
const UNKNOWN: &str = "01932a00-0000-7000-8000-000000000000";

struct Call<'a> {
    method: &'a str,
    path: &'a str,
    described: &'static Value,
}

impl Call<'_> {
    /// The path with ids in it: the caller's own if the call is for its owner only.
    fn filled(&self, cast: &Cast) -> String {
        self.path
            .replace("{userId}", &cast.patient.id)
            .replace("{workerId}", &cast.hospital)
            .replace("{docId}", &cast.doctor)
            .replace("{category}", "Doctor")
            .replace("{id}", UNKNOWN)
            .replace("{leaveId}", UNKNOWN)
            .replace("{sessionId}", UNKNOWN)
    }

    fn content(&self, kind: &str) -> &Value {
        &self.described["requestBody"]["content"][kind]["schema"]
    }

    /// The names of the JSON body's fields.
    fn fields(&self) -> Vec<&'static str> {
        let schema = self.content("application/json");
        let parts = schema["oneOf"].as_array().map_or(std::slice::from_ref(schema), Vec::as_slice);
        let references = parts.iter().filter_map(|part| part["$ref"].as_str());
        let schemas = references.filter_map(|reference| API.pointer(reference.trim_start_matches('#')));
        let properties = schemas.filter_map(|schema| schema["properties"].as_object());
        properties.flat_map(|properties| properties.keys().map(String::as_str)).collect()
    }

    /// The names of possible query parameters.
    fn parameters(&self) -> Vec<&'static str> {
        let all = self.described["parameters"].as_array().into_iter().flatten();
        all.filter(|one| one["in"] == "query").filter_map(|one| one["name"].as_str()).collect()
    }

    fn takes(&self, parameter: &str) -> bool {
        self.parameters().contains(&parameter)
    }
}

/// Every call. Those that end a session or an entry are last, so that the others can still be made.
fn calls() -> Vec<Call<'static>> {
    let paths = API["paths"].as_object().unwrap().iter();
    let mut calls: Vec<Call> = paths
        .flat_map(|(path, calls)| {
            calls.as_object().unwrap().iter().map(move |(method, described)| Call { method, path, described })
        })
        .collect();
    calls.sort_by_key(ends);
    calls
}

/// Whether a call ends a session or an entry.
fn ends(call: &Call) -> bool {
    call.path.ends_with("/logout") || (call.method == "delete" && !call.path.contains('{'))
}

async fn send(server: &TestServer, method: &str, path: &str, token: &str, kind: &str, body: String) -> Answer {
    let request = server.request(&method.to_uppercase(), path).header("content-type", kind).body(body);
    Answer::read(if token.is_empty() { request } else { request.bearer_auth(token) }).await
}

fn is_let_in(answer: &Answer) -> bool {
    ![401, 403, 410].contains(&answer.status)
}

#[tokio::test]
async fn no_call_takes_what_it_should_not_or_returns_what_it_does_not_describe() {
    with_server(async |server| {
        let cast = Cast::meet(&server).await;
        let (request, question) = (server.open_request(2, json!({})).await, server.question_to(1).await);
        let Cast { patient, doctor_token, admin, hospital_token, donor, .. } = &cast;
        let callers = ["", "made-up", &patient.token, doctor_token, hospital_token, admin, donor, &request, &question];
        let mut let_in = 0;
        for call in calls() {
            let path = call.filled(&cast);
            let mut entered = None;
            for token in callers {
                // An event stream that is allowed does not end, so it is not read.
                if call.path.contains("/events")
                    && [admin, doctor_token, hospital_token].iter().any(|open| *open == token)
                {
                    continue;
                }
                let answer = send(&server, call.method, &path, token, "application/json", "{}".into()).await;
                assert!(answer.status < 500, "{} {path}: {}", call.method, answer.text);
                if is_let_in(&answer) {
                    entered = entered.or(Some(token));
                }
            }
            // Without a provider of messages or mails there are no reports.
            let is_report = ["/api/messages/reports", "/api/mails/bounces"].contains(&call.path);
            let Some(token) = entered.filter(|_| !is_report) else { continue };
            let_in += 1;
            try_bodies(&server, &call, &path, token).await;
            try_addresses(&server, &call, &path, token).await;
        }
        assert!(let_in > 90, "only {let_in} calls let somebody in");
    })
    .await;
}

async fn try_bodies(server: &TestServer, call: &Call<'_>, path: &str, token: &str) {
    let place = format!("{} {path}", call.method);
    if call.described["requestBody"].is_null() {
        return;
    }
    let refused = async |kind: &str, body: String, statuses: &[u16]| {
        let answer = send(server, call.method, path, token, kind, body).await;
        assert!(statuses.contains(&answer.status), "{place} as {kind}: {} {}", answer.status, answer.text);
        answer
    };
    refused("text/plain", "name=Asha".into(), &[415]).await;
    if !call.content("text/csv").is_null() {
        refused("application/json", "{}".into(), &[415]).await;
        for body in ["", "one line", "a\0\nb", "name,town\n1,2,3"] {
            let status = if path.ends_with("/preview") && body.contains("town") { 200 } else { 422 };
            refused("text/csv", body.into(), &[status]).await;
        }
        refused("text/csv", "x".repeat(1024 * 1024 + 1), &[413]).await;
        return;
    }
    if call.content("application/json").is_null() {
        refused("application/json", "{}".into(), &[415]).await;
        refused("multipart/form-data; boundary=x", "--y".into(), &[400]).await;
        let form = Form::new().text("startTime", "x".repeat(5_000));
        let request = server.request(&call.method.to_uppercase(), path).bearer_auth(token).multipart(form);
        assert_eq!(Answer::read(request).await.status, 413, "{place}");
        return;
    }
    for body in ["{", "[]", "null", "1", r#"{"a": "\u0000"}"#] {
        refused("application/json", body.into(), &[400]).await;
    }
    // The table of an import is sent as JSON.
    let too_long = if call.path == "/admin/api/imports" { 3 * 1024 * 1024 } else { 70_000 };
    refused("application/json", format!(r#"{{"a": "{}"}}"#, "x".repeat(too_long)), &[413]).await;
    for field in call.fields() {
        for wrong in [json!([1]), json!({"a": 1})] {
            let answer = refused("application/json", json!({ field: wrong }).to_string(), &[422]).await;
            assert!(answer.bad_fields().contains(&field), "{place} {field}: {}", answer.text);
        }
    }
}

async fn try_addresses(server: &TestServer, call: &Call<'_>, path: &str, token: &str) {
    let ask = async |path: &str| send(server, call.method, path, token, "application/json", "{}".into()).await;
    if call.path.contains('{') {
        let unreadable = call.path.split('/').map(|part| if part.starts_with('{') { "%ff" } else { part });
        let answer = ask(&unreadable.collect::<Vec<_>>().join("/")).await;
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.text);
    }
    ask(&format!("{path}?a=%00")).await.assert_problem(400, "invalid_request");
    for (parameter, wrong) in [
        ("limit", &["0", "-1", "1001", "x", "1.5", "9223372036854775808"][..]),
        ("cursor", &["x", "1.x", "%F0%9F%98%80", "1731641400000"]),
        ("days", &["0", "8", "x"]),
        ("date", &["x", "2026-02-30"]),
        ("sort", &["x"]),
        ("from", &["x"]),
        ("to", &["x"]),
    ] {
        for value in wrong.iter().filter(|_| call.takes(parameter)) {
            let answer = ask(&format!("{path}?{parameter}={value}")).await;
            answer.assert_problem(422, "invalid_fields");
            let named = answer.bad_fields().contains(&parameter) || parameter == "to";
            assert!(named, "{path}?{parameter}={value}: {}", answer.text);
        }
    }
    for (parameter, header) in IN_HEADERS {
        for unreadable in ["%FF", "a%00", "%E0%B4"].into_iter().filter(|_| call.takes(parameter)) {
            let request =
                server.request(&call.method.to_uppercase(), path).bearer_auth(token).header(header, unreadable);
            Answer::read(request.json(&json!({}))).await.assert_problem(400, "invalid_request");
        }
    }
}

/// The number of rows in an answer: of a list, of a CSV file, or of all hits of a search.
fn found(answer: &Answer) -> usize {
    match &answer.body["data"] {
        Value::Array(rows) => rows.len(),
        Value::Object(kinds) => kinds.values().filter_map(Value::as_array).map(Vec::len).sum(),
        _ => answer.text.lines().count() - 1,
    }
}

#[tokio::test]
async fn every_search_may_come_in_a_header_and_finds_the_same() {
    with_server(async |server| {
        let cast = Cast::meet(&server).await;
        let (mut searches, mut successes) = (0, 0);
        for call in calls().into_iter().filter(|call| call.takes("q")) {
            let path = format!("{}?category=Hospital", call.filled(&cast));
            let token = owner(call.path, &cast);
            let ask = async |path: &str, header: Option<&str>| {
                let mut request = server.request(&call.method.to_uppercase(), path).bearer_auth(token);
                // Exports require the password.
                if call.method != "get" {
                    request = request.json(&json!({"current_password": ADMIN.1}));
                }
                if let Some(header) = header {
                    request = request.header("x-search", header);
                }
                let answer = Answer::read(request).await;
                assert_eq!(answer.status, 200, "{path}: {}", answer.text);
                answer
            };
            searches += 1;
            for text in ["patient 1", "doctor number", "donor 1", "jeevan", "asha", "98000", "zzzz", "ആശ & +%", ""]
            {
                let by_address = ask(&format!("{path}&q={}", encoded(text)), None).await;
                let by_header = ask(&path, Some(&encoded(text))).await;
                assert_eq!(by_header.text, by_address.text, "{path} {text}");
                successes += usize::from(!text.is_empty() && found(&by_header) > 0);
            }
            assert_eq!(found(&ask(&format!("{path}&q=a"), Some("zzzz")).await), 0, "{path}: the header counts");
        }
        assert!(searches >= 15 && successes >= 10, "{successes} successes of {searches} searches");
    })
    .await;
}

/// Who may make a call: the account whose id the path names, a hospital if it names a doctor too; otherwise the administrator.
fn owner<'a>(path: &str, cast: &'a Cast) -> &'a str {
    let Cast { patient, doctor_token, hospital_token, admin, .. } = cast;
    let owners = [("{workerId}", hospital_token), ("{docId}", doctor_token), ("{userId}", &patient.token)];
    owners.into_iter().find(|(name, _)| path.contains(name)).map_or(admin, |(_, token)| token)
}

/// The number of accounts, and of those that may log in.
async fn accounts(server: &TestServer) -> (i64, i64) {
    let count = async |which: &str| {
        let sql = format!("SELECT count(*) FROM accounts {which}");
        server.app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap()
    };
    (count("").await, count("WHERE state = 'active'").await)
}

/// Input for SQL injection, if a statement were concatenated: it would find or change too many rows. As text it matches no row.
const SQL: [&str; 4] = [
    "' OR 'kadal'='kadal",
    "x'); DELETE FROM accounts; --",
    "\" OR 7357=7357 /*",
    "1; UPDATE accounts SET state='blocked'",
];

#[tokio::test]
async fn quotes_and_comments_of_sql_are_only_text_in_every_parameter_and_path() {
    with_server(async |server| {
        let cast = Cast::meet(&server).await;
        let before = accounts(&server).await;
        let (mut parameters, mut parts, mut searches) = (0, 0, 0);
        for call in calls().iter().filter(|call| !call.path.contains("/events") && !ends(call)) {
            let token = owner(call.path, &cast);
            let ask = async |address: &str| {
                let answer = send(&server, call.method, address, token, "application/json", "{}".into()).await;
                assert!(answer.status < 500, "{} {address}: {}", call.method, answer.text);
                answer
            };
            for sql in SQL.map(encoded) {
                // One at a time, because one error would hide the others.
                for parameter in call.parameters() {
                    let answer = ask(&format!("{}?{parameter}={sql}", call.filled(&cast))).await;
                    parameters += 1;
                    if parameter == "q" && answer.status == 200 {
                        assert_eq!(found(&answer), 0, "{} {sql}: {}", call.path, answer.text);
                        searches += 1;
                    }
                }
                for part in call.path.split('/').filter(|part| part.starts_with('{')) {
                    let path = call.path.replace(part, &sql);
                    ask(&Call { path: &path, ..*call }.filled(&cast)).await;
                    parts += 1;
                }
            }
        }
        assert!(parameters > 300 && parts > 200 && searches > 40, "{parameters}, {parts}, {searches}");
        assert_eq!(accounts(&server).await, before);
    })
    .await;
}

/// Valid forms, each with a free text, and where that is stored.
fn forms(
    cast: &Cast,
    blocked: &str,
    number: usize,
    text: &str,
) -> Vec<(&'static str, String, String, Value, &'static str)> {
    let (email, phone) = (format!("sql{number}@example.org"), format!("981230000{number}"));
    let (patient, doctor, minute) = (&cast.patient, &cast.doctor, 15 * number);
    let contact = json!({"name": text, "email": email, "message": text});
    let donor = merged(TestServer::donor_form(50 + number), json!({"Name": text}));
    let new = json!({"username": text, "email": email, "phone_number": phone, "password": "three boats at noon"});
    let visit = json!({"name": text, "phoneNumber": phone, "date": "2026-11-18", "time": format!("11:{minute:02}")});
    let block = format!("/admin/api/blockandunblock/{blocked}");
    let book = format!("/user/api/doctor/{doctor}/appointment/booking/{}", patient.id);
    vec![
        ("POST", "/user/api/register".into(), String::new(), new, "users WHERE username"),
        ("POST", book, patient.token.clone(), visit, "appointments WHERE patient_name"),
        ("POST", "/user/api/contact".into(), String::new(), contact.clone(), "contact_messages WHERE name"),
        ("POST", "/user/api/contact".into(), String::new(), contact, "contact_messages WHERE message"),
        ("POST", "/user/api/bloodregister".into(), String::new(), donor, "donors WHERE name"),
        ("PATCH", block.clone(), cast.admin.clone(), json!({"reason": text}), "audit_details WHERE reason"),
        ("PATCH", block, cast.admin.clone(), json!({}), ""),
    ]
}

#[tokio::test]
async fn quotes_and_comments_of_sql_are_stored_as_they_are_typed() {
    with_server(async |server| {
        let (cast, blocked) = (Cast::meet(&server).await, server.patient(2).await.id);
        for (number, sql) in SQL.into_iter().enumerate() {
            let before = accounts(&server).await;
            for (method, path, token, form, place) in forms(&cast, &blocked, number, sql) {
                let kind = "application/json";
                let answer = send(&server, method, &path, &token, kind, form.to_string()).await;
                assert!(answer.status < 300, "{method} {path} {sql}: {} {}", answer.status, answer.text);
                if !place.is_empty() {
                    let count = format!("SELECT count(*) FROM {place} = $1");
                    let stored = server.app.db.read(async |tx| tx.count(&count, &[&sql]).await).await.unwrap();
                    assert!(stored > 0, "{place}: {sql}");
                }
            }
            let license = format!("SQL-{number}");
            let (email, phone) = (format!("doctor-sql{number}@example.org"), format!("982230000{number}"));
            let fields = [
                ("full_Name", Some(sql)),
                ("consultation_Address", Some(sql)),
                ("doctor_ID", Some(license.as_str())),
                ("email", Some(email.as_str())),
                ("phone_Number", Some(phone.as_str())),
            ];
            let applied = workers::apply(&server, &fields).await;
            assert_eq!(applied.status, 201, "{}", applied.text);
            let count = "SELECT count(*) FROM doctors WHERE full_name = $1 AND consultation_address = $1";
            assert_eq!(server.app.db.read(async |tx| tx.count(count, &[&sql]).await).await.unwrap(), 1);
            // The new user may log in, the doctor is pending, and no other account changed.
            assert_eq!(accounts(&server).await, (before.0 + 2, before.1 + 1), "{sql}");
        }
    })
    .await;
}

//! No donor's number or address reaches anybody but the administrator and, on the page and while it lasts, the requester
//! of an accepted pair: planted ones are searched for in every answer of every route as every role, in every mail and
//! in every log line.

use std::time::Duration;

use doccare::identity::{self, Role};
use doccare::router;
use serde_json::{Value, json};

use crate::eml::Eml;
use crate::harness::blood::merged;
use crate::harness::stored::account;
use crate::harness::{Answer, TestServer, http_client, with_server};
use crate::process::Server;

/// What is planted with three donors: asked, accepted, and never asked.
const MARKS: [(&str, &str); 3] = [
    ("9711111117", "planted1@example.org"),
    ("9722222227", "planted2@example.org"),
    ("9733333337", "planted3@example.org"),
];

fn marks_in(text: &str) -> Vec<&'static str> {
    let text = text.to_lowercase();
    MARKS.into_iter().flat_map(|(phone, email)| [phone, email]).filter(|mark| text.contains(mark)).collect()
}

async fn worker(server: &TestServer, role: Role, number: usize) -> String {
    let account = account(role, &format!("worker{number}@example.org"), None);
    let now = server.clock.now();
    let made = server.app.db.write(async move |tx| {
        let id = identity::insert_account(tx, account, now).await?.unwrap();
        identity::activate(tx, &id).await?;
        Ok::<_, doccare::platform::db::Error>(id)
    });
    server.sign_in(&made.await.unwrap(), role).await
}

/// Every operation of the API with every id of interest in its path.
fn calls(ids: &[String]) -> Vec<(String, String)> {
    let description = serde_json::to_value(router::openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, operations) in description["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys().filter(|method| *method != "parameters") {
            let filled = |id: &str| {
                let parts = path.split('/').map(|part| match part {
                    "{category}" => "Doctor".to_owned(),
                    part if part.starts_with('{') => id.to_owned(),
                    part => part.to_owned(),
                });
                parts.collect::<Vec<_>>().join("/")
            };
            if path.contains('{') {
                calls.extend(ids.iter().map(|id| (method.to_uppercase(), filled(id))));
            } else {
                calls.push((method.to_uppercase(), path.clone()));
            }
        }
    }
    calls
}

#[tokio::test]
async fn planted_numbers_are_seen_by_the_administrator_and_the_accepted_pair_alone() {
    with_server(async |server| {
        let mut own_links = Vec::new();
        for (number, (phone, email)) in MARKS.into_iter().enumerate() {
            let form = json!({"Phone_number": phone, "Email": email});
            let registered = merged(TestServer::donor_form(number), form);
            assert_eq!(server.post("/user/api/bloodregister", registered).await.status, 201);
            server.clock.advance(jiff::SignedDuration::from_millis(1));
            own_links.push(server.link_in_mail(email, "/blooddonor#").await);
            server.confirm_donor(&own_links[number]).await;
        }
        server.with_link("POST", "/user/api/blooddonor/pause", &own_links[2], None).await;
        let request = server.open_request(1, json!({"Units": 2})).await;
        let asked = server.link_in_mail(MARKS[0].1, "/bloodanswer#").await;
        let accepted = server.link_in_mail(MARKS[1].1, "/bloodanswer#").await;
        let yes = server.with_link("POST", "/user/api/bloodanswer/accept", &accepted, None).await;
        assert_eq!(yes.status, 200);
        let stranger = server.open_request(2, json!({"District": "Kollam"})).await;

        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let doctor_token = server.sign_in_doctor(&doctor).await;
        let hospital = worker(&server, Role::Hospital, 1).await;
        let pharmacy = worker(&server, Role::Pharmacy, 2).await;
        let admin = server.admin_token().await;
        let mut ids = server
            .app
            .db
            .read(async |tx| {
                let sql =
                    "SELECT id FROM donors UNION SELECT id FROM blood_requests UNION SELECT id FROM donor_invitations";
                tx.query(sql, &[], |row| row.get::<String>(0)).await
            })
            .await
            .unwrap();
        ids.extend([patient.id.clone(), doctor.clone()]);
        let roles: [(&str, &str); 9] = [
            ("nobody", ""),
            ("patient", &patient.token),
            ("doctor", &doctor_token),
            ("hospital", &hospital),
            ("pharmacy", &pharmacy),
            ("a donor's own link", &own_links[0]),
            ("a donor who was asked", &asked),
            ("another requester", &stranger),
            ("an accepted donor", &accepted),
        ];
        let mut counted = 0;
        for (method, path) in calls(&ids) {
            for (role, token) in roles {
                // What takes a body gets one that is plausible nowhere in particular.
                let body = (method != "GET").then(|| json!({"q": "planted", "reason": "x"}));
                // These would end what is searched for.
                if method == "DELETE" && path.starts_with("/user/api/blooddonor")
                    || path.ends_with("/decline")
                    || path.ends_with("/accept")
                    || path.contains("/events/")
                {
                    continue;
                }
                let answer = ask(&server, &method, &path, token, body).await;
                assert_ne!(answer.status / 100, 5, "{role}: {method} {path}: {}", answer.text);
                assert_eq!(marks_in(&answer.text), Vec::<&str>::new(), "{role}: {method} {path}");
                counted += 1;
            }
        }
        assert!(counted > 800, "{counted}");

        // The requester sees the accepted donor's number, and nothing of the other two.
        let own = server.with_link("GET", "/user/api/bloodrequest", &request, None).await;
        assert_eq!(marks_in(&own.text), [MARKS[1].0]);
        // Once it is over not even that, whatever the requester asks for.
        server.with_link("POST", "/user/api/bloodrequest/close", &request, None).await;
        for (method, path) in calls(&ids).into_iter().filter(|(_, path)| !path.contains("/events/")) {
            let body = (method != "GET").then(|| json!({"reason": "x"}));
            let answer = ask(&server, &method, &path, &request, body).await;
            assert_eq!(marks_in(&answer.text), Vec::<&str>::new(), "after the end: {method} {path}");
        }
        for path in ["/admin/api/blood/donors", "/admin/api/blood/donors?q=planted"] {
            assert_eq!(
                marks_in(&server.ask("GET", path, &admin, None).await.text).len(),
                6,
                "the administrator sees all"
            );
        }
        for mail in server.mails().await {
            let said = format!(
                "{} {} {}",
                mail.header("subject"),
                mail.text("text/plain").unwrap(),
                mail.text("text/html").unwrap()
            );
            assert_eq!(marks_in(&said), Vec::<&str>::new(), "to {}: {said}", mail.header("to"));
        }
    })
    .await;
}

#[tokio::test]
async fn no_log_line_of_the_running_program_holds_a_planted_number() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[("DOCCARE_LOG", "info,doccare=trace")]);
    let client = http_client();
    let post = async |path: &str, token: &str, body: Value| {
        let request = client.post(format!("{}{path}", server.url)).bearer_auth(token).json(&body);
        Answer::read(request).await
    };
    let link = async |to: &str, page: &str| {
        for _ in 0..200 {
            let mails = if data.path().join("mails").exists() { Eml::arrived_in(data.path()) } else { Vec::new() };
            let mut texts =
                mails.iter().filter(|mail| mail.header("to") == to).filter_map(|mail| mail.text("text/plain"));
            let token = |text: String| Some(text.split_once(page)?.1.lines().next()?.to_owned());
            if let Some(token) = texts.find_map(token) {
                return token;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("no link {page} to {to}")
    };
    let (phone, email) = MARKS[0];
    let planted = merged(TestServer::donor_form(1), json!({"Phone_number": phone, "Email": email}));
    assert_eq!(post("/user/api/bloodregister", "", planted.clone()).await.status, 201);
    assert_eq!(post("/user/api/bloodregister", "", merged(planted, json!({"Age": "x"}))).await.status, 422);
    let donor = link(email, "/blooddonor#").await;
    assert_eq!(post("/user/api/blooddonor/confirm", &donor, json!({})).await.status, 200);
    let today = doccare::platform::clock::Clock::System.india().date().to_string();
    let request = merged(TestServer::request_form(1), json!({"Needed_by": today}));
    assert_eq!(post("/user/api/bloodrequest", "", request).await.status, 201);
    let own = link("requester1@example.org", "/bloodrequest/own#").await;
    assert_eq!(post("/user/api/bloodrequest/confirm", &own, json!({})).await.status, 200);
    let question = link(email, "/bloodanswer#").await;
    assert_eq!(post("/user/api/bloodanswer/accept", &question, json!({})).await.status, 200);
    server.terminate();
    let (ended, log) = server.ended();
    assert!(ended && log.contains("stopping"), "{log}");
    let told: Vec<&str> = log.lines().filter(|line| !marks_in(line).is_empty() || line.contains(&question)).collect();
    assert!(told.is_empty(), "{told:#?}");
}

async fn ask(server: &TestServer, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
    Answer::to(server.request(method, path), token, body).await
}

//! Bounced mails: reported by the provider or read from a folder, accepted only for mails that we sent, and their effect on the address.

mod folder;
mod refusals;

use std::path::Path;

use doccare::platform::config::Config;
use doccare::platform::phone_messages::{SIGNATURE, SharedSecret, sign};
use jiff::SignedDuration;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{ADMIN, Answer, TestServer, do_job, on_both_engines, with_server};
use crate::record::planted::tables_with;

const SECRET: &str = "what mails are reported with, 32 signs";
const PATH: &str = "/api/mails/bounces";
const CHANGE: &str = "/user/api/email/change";

pub fn take_reports(config: &mut Config) {
    config.bounces_secret = Some(SharedSecret::parse(SECRET.into()).unwrap());
}

async fn with_reports<F: AsyncFn(TestServer, &Path)>(test: F) {
    on_both_engines(async |url| {
        let folder = TempDir::new().unwrap();
        let server = TestServer::start_with(url, |config| {
            take_reports(config);
            config.bounces_dir = Some(folder.path().to_owned());
        })
        .await;
        test(server, folder.path()).await;
    })
    .await;
}

async fn report_signed(server: &TestServer, body: String, signature: &str) -> Answer {
    let request = server.request("POST", PATH).header("content-type", "application/json");
    Answer::read(request.header(SIGNATURE, signature).body(body)).await
}

/// Reports as the provider.
async fn report(server: &TestServer, bounces: Value) {
    let body = json!({"bounces": bounces}).to_string();
    let signature = sign(SECRET, server.clock.now(), body.as_bytes());
    let answer = report_signed(server, body, &signature).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

/// How many mails went to an address.
async fn mails_to(server: &TestServer, address: &str) -> usize {
    server.clock.advance(SignedDuration::from_millis(1));
    server.mails().await.iter().filter(|mail| mail.header("to") == address).count()
}

/// The Message-ID of the latest mail to an address.
async fn latest_to(server: &TestServer, address: &str) -> String {
    server.clock.advance(SignedDuration::from_millis(1));
    let mails = server.mails().await;
    let latest = mails.iter().rev().find(|mail| mail.header("to") == address).expect("a mail");
    latest.header("message-id").to_owned()
}

async fn unreached(server: &TestServer, patient: &Patient) -> Value {
    let answer = server.ask("GET", CHANGE, &patient.token, None).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"]["unreached"].clone()
}

async fn forgot(server: &TestServer, patient: &Patient) {
    let asked = server.post("/user/api/password/forgot", json!({"role": "user", "email": patient.email})).await;
    assert_eq!(asked.status, 200, "{}", asked.text);
}

async fn kept(server: &TestServer) -> Vec<(String, i64, bool)> {
    let sql = "SELECT address, soft, undeliverable_since IS NOT NULL FROM bounced_addresses ORDER BY address";
    server.app.db.read(async |tx| tx.all(sql, &[]).await).await.unwrap()
}

/// A patient with a mail about a visit, and a doctor.
async fn mailed(server: &TestServer) -> (Patient, String, String) {
    let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
    server.booked(&patient, &doctor, "2026-11-16", "10:30").await;
    let id = latest_to(server, &patient.email).await;
    (patient, doctor, id)
}

/// The latest mail to a patient comes back for good, and they show that the next one arrives.
pub async fn come_back_and_arrive(server: &TestServer, patient: &Patient) {
    let id = latest_to(server, &patient.email).await;
    report(server, json!([{"id": id, "to": patient.email, "status": "5.1.1"}])).await;
    assert_eq!(unreached(server, patient).await, patient.email);
    let sent = server.ask("POST", CHANGE, &patient.token, None).await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    let link = server.link_in_mail(&patient.email, "/confirmemail#").await;
    let confirmed = Answer::read(server.request("POST", "/user/api/email/confirm").bearer_auth(&link)).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.text);
    do_job(&server.app, "old bounces").await;
    assert_eq!(unreached(server, patient).await, Value::Null);
}

#[tokio::test]
async fn an_address_that_is_not_reached_gets_no_mails_until_its_owner_shows_that_they_arrive() {
    with_reports(async |server, _| {
        let (patient, doctor, id) = mailed(&server).await;
        assert_eq!(unreached(&server, &patient).await, Value::Null);
        server.ask("POST", CHANGE, &patient.token, None).await.assert_problem(404, "not_found");
        let hard = json!([{"id": id, "to": patient.email.to_uppercase(), "status": "5.1.1"}]);
        report(&server, hard.clone()).await;
        assert_eq!(unreached(&server, &patient).await, patient.email);

        let before = mails_to(&server, &patient.email).await;
        server.booked(&patient, &doctor, "2026-11-16", "11:00").await;
        assert_eq!(mails_to(&server, &patient.email).await, before);
        let given_up = "SELECT count(*) FROM mail_queue WHERE failed_at IS NOT NULL AND content IS NULL";
        assert_eq!(server.app.db.read(async |tx| tx.count(given_up, &[]).await).await.unwrap(), 1);
        // A mail that the user requested is sent: the mailbox may exist again.
        forgot(&server, &patient).await;
        assert_eq!(mails_to(&server, &patient.email).await, before + 1);

        let sent = server.ask("POST", CHANGE, &patient.token, None).await;
        assert_eq!(sent.status, 200, "{}", sent.text);
        let link = server.link_in_mail(&patient.email, "/confirmemail#").await;
        let look = Answer::read(server.request("GET", "/user/api/email/confirm").bearer_auth(&link)).await;
        assert_eq!(look.body["data"]["own"], true, "{}", look.text);
        let confirm = async || Answer::read(server.request("POST", "/user/api/email/confirm").bearer_auth(&link)).await;
        let confirmed = confirm().await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.text);
        assert_eq!((confirm().await.text, unreached(&server, &patient).await), (confirmed.text, Value::Null));

        // The session stays, mails are sent again, and a bounce of an older mail has no effect.
        report(&server, hard).await;
        server.booked(&patient, &doctor, "2026-11-16", "11:30").await;
        assert_eq!(mails_to(&server, &patient.email).await, before + 3);
        assert_eq!(unreached(&server, &patient).await, Value::Null);
        let newer = latest_to(&server, &patient.email).await;
        report(&server, json!([{"id": newer, "to": patient.email, "status": "5.1.1"}])).await;
        assert_eq!(unreached(&server, &patient).await, patient.email);
    })
    .await;
}

#[tokio::test]
async fn administrators_are_asked_too_and_show_that_mails_arrive() {
    with_reports(async |server, _| {
        let (admin, address) = (server.admin_token().await, ADMIN.0.to_lowercase());
        let told = async || server.ask("GET", CHANGE, &admin, None).await.body["data"]["unreached"].clone();
        assert_eq!(told().await, Value::Null);
        let asked = server.post("/user/api/password/forgot", json!({"role": "admin", "email": ADMIN.0})).await;
        assert_eq!(asked.status, 200, "{}", asked.text);
        server.clock.advance(SignedDuration::from_millis(1));
        let mails = server.mails().await;
        let mail = mails.iter().find(|mail| mail.header("to").to_lowercase() == address).expect("a mail");
        report(&server, json!([{"id": mail.header("message-id"), "to": address, "status": "5.1.1"}])).await;
        assert_eq!(told().await.as_str().map(str::to_lowercase), Some(address));
        let sent = server.ask("POST", CHANGE, &admin, None).await;
        assert_eq!(sent.status, 200, "{}", sent.text);
        let link = server.link_in_mail(mail.header("to"), "/confirmemail#").await;
        let confirmed = Answer::read(server.request("POST", "/user/api/email/confirm").bearer_auth(&link)).await;
        assert_eq!((confirmed.status, &confirmed.body["data"]["role"]), (200, &json!("admin")), "{}", confirmed.text);
        assert_eq!(told().await, Value::Null, "in the same session");
    })
    .await;
}

#[tokio::test]
async fn a_link_to_another_password_shows_that_mails_arrive_and_another_address_ends_it_too() {
    with_reports(async |server, _| {
        let (patient, _, id) = mailed(&server).await;
        let hard = json!([{"id": id, "to": patient.email, "status": "5.0.0"}]);
        report(&server, hard.clone()).await;
        let path = format!("/user/api/user/profile/{}", patient.id);
        let changed = json!({"email": "new@example.org", "current_password": PASSWORD});
        let answer = server.ask("PUT", &path, &patient.token, Some(changed)).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let link = server.link_in_mail("new@example.org", "/confirmemail#").await;
        let confirmed = Answer::read(server.request("POST", "/user/api/email/confirm").bearer_auth(&link)).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.text);
        assert_eq!(unreached(&server, &patient).await, Value::Null);

        let other = server.patient(2).await;
        forgot(&server, &other).await;
        let id = latest_to(&server, &other.email).await;
        report(&server, json!([{"id": id, "to": other.email, "status": "5.1.1"}])).await;
        assert_eq!(unreached(&server, &other).await, other.email);
        let link = server.link_in_mail(&other.email, "/resetpassword#").await;
        let chosen = json!({"token": link, "password": "another long password"});
        let reset = server.post("/user/api/password/reset", chosen).await;
        assert_eq!(reset.status, 200, "{}", reset.text);
        assert!(kept(&server).await.contains(&(other.email.clone(), 0, false)));
    })
    .await;
}

#[tokio::test]
async fn soft_returns_are_only_counted_and_each_mail_once() {
    with_reports(async |server, _| {
        let (patient, doctor, id) = mailed(&server).await;
        let told = |id: &str, status: &str| json!([{"id": id, "to": patient.email, "status": status}]);
        for status in ["4.4.1", "4.4.1", "5.2.2", "5.7.1", "nonsense"] {
            report(&server, told(&id, status)).await;
            assert_eq!(kept(&server).await, [(patient.email.clone(), 1, false)], "{status}");
        }
        server.booked(&patient, &doctor, "2026-11-16", "11:00").await;
        let second = latest_to(&server, &patient.email).await;
        assert_ne!(second, id);
        report(&server, told(&second, "4.2.2")).await;
        assert_eq!(kept(&server).await, [(patient.email.clone(), 2, false)]);
        assert_eq!(unreached(&server, &patient).await, Value::Null);
        // The same mail, at last.
        report(&server, told(&second, "5.1.1")).await;
        assert_eq!(kept(&server).await, [(patient.email.clone(), 2, true)]);
        server.clock.advance(SignedDuration::from_hours(24 * 366));
        do_job(&server.app, "old bounces").await;
        assert_eq!(kept(&server).await, []);
    })
    .await;
}

#[tokio::test]
async fn what_is_made_up_changes_nothing() {
    with_reports(async |server, _| {
        let (patient, _, id) = mailed(&server).await;
        let other = server.patient(2).await;
        let body = json!({"bounces": [{"id": id, "to": patient.email, "status": "5.1.1"}]}).to_string();
        let now = server.clock.now();
        let good = sign(SECRET, now, body.as_bytes());
        let old = sign(SECRET, now - SignedDuration::from_secs(301), body.as_bytes());
        let foreign = sign("another secret of 32 characters..", now, body.as_bytes());
        for signature in ["", "t=1,v1=00", &foreign, &old] {
            report_signed(&server, body.clone(), signature).await.assert_problem(401, "unauthenticated");
        }
        report_signed(&server, body.replace("5.1.1", "5.1.2"), &good).await.assert_problem(401, "unauthenticated");
        let many = json!({"bounces": vec![json!({"id": id, "to": "x", "status": "4.0.0"}); 101]}).to_string();
        for wrong in ["[]", "{}", r#"{"bounces": [{"id": "x"}]}"#, "not json", &many] {
            let signature = sign(SECRET, now, wrong.as_bytes());
            report_signed(&server, wrong.into(), &signature).await.assert_problem(400, "invalid_request");
        }
        // Well signed, and not of this mail.
        let plain = format!("<{}@care.example>", &id[1..37]);
        for (id, to) in
            [(&id, &other.email), (&plain, &patient.email), (&"x".into(), &patient.email), (&"\0".into(), &"\0".into())]
        {
            report(&server, json!([{"id": id, "to": to, "status": "5.1.1"}])).await;
        }
        server.clock.advance(SignedDuration::from_hours(24 * 7));
        report(&server, json!([{"id": id, "to": patient.email, "status": "5.1.1"}])).await;
        assert_eq!(kept(&server).await, []);
    })
    .await;
    with_server(async |server| {
        server.post(PATH, json!({"bounces": []})).await.assert_problem(404, "not_found");
        do_job(&server.app, "bounces").await;
    })
    .await;
}

#[tokio::test]
async fn a_link_that_was_opened_is_known_before_any_return() {
    with_reports(async |server, _| {
        let (patient, _, id) = mailed(&server).await;
        forgot(&server, &patient).await;
        let link = server.link_in_mail(&patient.email, "/resetpassword#").await;
        server.clock.advance(SignedDuration::from_millis(1));
        let chosen = json!({"token": link, "password": "another long password"});
        let reset = server.post("/user/api/password/reset", chosen).await;
        assert_eq!(reset.status, 200, "{}", reset.text);
        report(&server, json!([{"id": id, "to": patient.email, "status": "5.1.1"}])).await;
        assert_eq!(kept(&server).await, [(patient.email.clone(), 0, false)]);
        server.clock.advance(SignedDuration::from_hours(24 * 31));
        do_job(&server.app, "old bounces").await;
        assert_eq!(kept(&server).await, []);
    })
    .await;
}

#[tokio::test]
async fn a_link_that_was_opened_is_known_for_a_month_however_old_the_last_return_is() {
    with_reports(async |server, _| {
        let (patient, _, id) = mailed(&server).await;
        report(&server, json!([{"id": id, "to": patient.email, "status": "4.2.2"}])).await;
        assert_eq!(kept(&server).await, [(patient.email.clone(), 1, false)]);
        server.clock.advance(SignedDuration::from_hours(24 * 40));
        forgot(&server, &patient).await;
        let link = server.link_in_mail(&patient.email, "/resetpassword#").await;
        let chosen = json!({"token": link, "password": "another long password"});
        assert_eq!(server.post("/user/api/password/reset", chosen).await.status, 200);
        for days in [0, 29] {
            server.clock.advance(SignedDuration::from_hours(24 * days));
            do_job(&server.app, "old bounces").await;
            assert_eq!(kept(&server).await, [(patient.email.clone(), 0, false)], "after {days} days");
        }
        server.clock.advance(SignedDuration::from_hours(24 * 2));
        do_job(&server.app, "old bounces").await;
        assert_eq!(kept(&server).await, []);
    })
    .await;
}

#[tokio::test]
async fn bounces_of_an_unused_address_are_deleted() {
    with_reports(async |server, _| {
        let (patient, _, id) = mailed(&server).await;
        let told = json!([{"id": id, "to": patient.email, "status": "5.1.1"}]);
        report(&server, told.clone()).await;
        assert!(tables_with(&server, &patient.email).await.contains("bounced_addresses"));
        let path = format!("/user/api/user/profile/{}", patient.id);
        assert_eq!(server.ask("DELETE", &path, &patient.token, Some(json!({"password": PASSWORD}))).await.status, 200);
        assert_eq!(kept(&server).await, []);
        report(&server, told).await;
        assert_eq!(kept(&server).await, []);
        // A return that an erasure crossed.
        let left =
            "INSERT INTO bounced_addresses (address, last_mail_id, soft, bounced_at) VALUES ('gone@example.org', 'x', 1, ";
        server.execute(&format!("{left}{})", server.clock.now_millis())).await;
        do_job(&server.app, "old bounces").await;
        assert_eq!(kept(&server).await, []);
    })
    .await;
}

#[tokio::test]
async fn a_donor_is_asked_again_once_a_link_of_theirs_was_used() {
    with_reports(async |server, _| {
        let address = "donor1@example.org";
        server.donor(1, json!({})).await;
        let id = latest_to(&server, address).await;
        report(&server, json!([{"id": id, "to": address, "status": "5.1.1"}])).await;
        let before = mails_to(&server, address).await;
        server.open_request(1, json!({})).await;
        assert_eq!(mails_to(&server, address).await, before, "nobody is asked there");
        let asked = server.post("/user/api/blooddonor/link", json!({"Email": address})).await;
        assert_eq!(asked.status, 200, "{}", asked.text);
        let link = server.link_in_mail(address, "/blooddonor#").await;
        assert_eq!(server.with_link("GET", "/user/api/blooddonor", &link, None).await.status, 200);
        // A requester of blood has opened a link too.
        assert!(kept(&server).await.contains(&(address.to_owned(), 0, false)));
    })
    .await;
}

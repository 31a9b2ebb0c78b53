//! Applicants confirm their address, and the owner of an address reports an application by someone else.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{PASSWORD, apply, apply_as_facility};
use crate::admin::administrators;
use crate::harness::{ADMIN, Answer, TestServer, with_server};
use crate::logins;
use crate::record::rows_of;

const MEERA: &str = "meera@example.org";
const JEEVAN: &str = "jeevan@example.org";
const REPORT: &str = "/user/api/application/report";

async fn is_confirmed(server: &TestServer, admin: &str, category: &str) -> Value {
    let path = format!("/admin/api/workers/{category}/pendingrequest");
    let pending = server.ask("GET", &path, admin, None).await;
    assert_eq!(pending.body["total"], 1, "{}", pending.text);
    pending.body["data"][0]["emailConfirmed"].clone()
}

async fn approve(server: &TestServer, admin: &str, category: &str, id: &str) {
    // The contract's call: no body.
    let path = format!("/admin/api/workers/{category}/approved/{id}");
    let approved = server.ask("PATCH", &path, admin, None).await;
    assert_eq!(approved.status, 200, "{}", approved.text);
}

async fn log_in(server: &TestServer, email: &str, password: &str) -> Answer {
    server.post("/user/api/doctor/login", json!({"email": email, "password": password})).await
}

/// An approved doctor: the id, and the token of the link in the mail about it.
async fn approved_doctor(server: &TestServer, admin: &str) -> (String, String) {
    let id = apply(server, &[]).await.id();
    server.clock.advance(SignedDuration::from_millis(1));
    approve(server, admin, "Doctor", &id).await;
    (id, server.link_in_mail(MEERA, "/application/report#").await)
}

async fn is_listed(server: &TestServer, id: &str) -> bool {
    server.get(&format!("/user/api/doctor/{id}")).await.status == 200
}

async fn mails_about_reports(server: &TestServer) -> Vec<String> {
    let mails = server.mails().await;
    let about = mails.iter().filter(|mail| mail.header("subject") == "An approved application was reported");
    let mut to: Vec<String> = about.map(|mail| mail.header("to").to_lowercase()).collect();
    to.sort();
    to
}

#[tokio::test]
async fn an_applicant_confirms_the_address_by_the_link_in_the_first_mail() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        // Mails are sent there all the same, because the applicant requested this one.
        server.mark_unreached(JEEVAN).await;
        assert_eq!(apply(&server, &[]).await.status, 201);
        assert_eq!(apply_as_facility(&server, &[]).await.status, 201);
        for (category, email, role) in [("Doctor", MEERA, "doctor"), ("Pharmacy", JEEVAN, "pharmacy")] {
            let link = server.link_in_mail(email, "/confirmemail#").await;
            let ask = async |method| server.with_link(method, "/user/api/email/confirm", &link, None).await;
            let look = ask("GET").await;
            let expected = json!({"email": email, "role": role, "own": true, "application": true, "confirmed": false});
            assert_eq!(look.body["data"], expected, "{}", look.text);
            assert_eq!(is_confirmed(&server, &admin, category).await, false, "looking changes nothing");
            let confirmed = ask("POST").await;
            assert_eq!(confirmed.status, 200, "{}", confirmed.text);
            assert_eq!(is_confirmed(&server, &admin, category).await, true);
            assert_eq!(ask("POST").await.text, confirmed.text, "once more, the same");
        }
        for wrong in ["", "made-up"] {
            let refused = server.with_link("POST", "/user/api/email/confirm", wrong, None).await;
            refused.assert_problem(410, "link_ended");
        }
    })
    .await;
}

#[tokio::test]
async fn an_applicant_with_an_unconfirmed_address_can_be_approved_and_log_in() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let id = apply(&server, &[]).await.id();
        assert_eq!(is_confirmed(&server, &admin, "Doctor").await, false);
        let link = server.link_in_mail(MEERA, "/confirmemail#").await;
        approve(&server, &admin, "Doctor", &id).await;
        let login = log_in(&server, MEERA, PASSWORD).await;
        assert_eq!(login.status, 200, "{}", login.text);
        let token = login.body["token"].as_str().unwrap();
        let waiting = server.ask("GET", "/user/api/email/change", token, None).await;
        assert_eq!(waiting.body["data"], json!({"email": null, "unreached": null}), "no new address waits");
        // The link of the first mail works for a month, also after the approval.
        server.clock.advance(SignedDuration::from_hours(29 * 24));
        let confirm = async || server.with_link("POST", "/user/api/email/confirm", &link, None).await;
        assert_eq!(confirm().await.status, 200);
        let profile = server.ask("GET", &format!("/user/api/doctor/profile/{id}"), token, None).await;
        assert_eq!(profile.body["data"]["emailConfirmed"], true, "{}", profile.text);
        server.clock.advance(SignedDuration::from_hours(2 * 24));
        confirm().await.assert_problem(410, "link_ended");
    })
    .await;
}

#[tokio::test]
async fn the_link_to_a_rejected_applicant_ends() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let id = apply(&server, &[]).await.id();
        let link = server.link_in_mail(MEERA, "/confirmemail#").await;
        let path = format!("/admin/api/workers/Doctor/rejected/{id}");
        assert_eq!(server.ask("DELETE", &path, &admin, None).await.status, 200);
        let refused = server.with_link("POST", "/user/api/email/confirm", &link, None).await;
        refused.assert_problem(410, "link_ended");
    })
    .await;
}

#[tokio::test]
async fn the_owner_of_an_address_who_did_not_apply_suspends_the_entry_at_once() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        administrators::make(&server, "second@example.org").await;
        server.mark_unreached(MEERA).await;
        let (id, link) = approved_doctor(&server, &admin).await;
        let impostor = log_in(&server, MEERA, PASSWORD).await.body["token"].as_str().unwrap().to_owned();
        let ask = async |method, link: &str| server.with_link(method, REPORT, link, None).await;
        let look = ask("GET", &link).await;
        assert_eq!(
            look.body["data"],
            json!({"name": "Meera Nair", "role": "doctor", "reported": false}),
            "{}",
            look.text
        );
        assert!(is_listed(&server, &id).await, "looking changes nothing");
        for wrong in ["", "made-up", &link[1..], &impostor] {
            ask("POST", wrong).await.assert_problem(410, "link_ended");
        }
        assert!(is_listed(&server, &id).await);

        let reported = ask("POST", &link).await;
        assert_eq!((reported.status, &reported.body["data"]["reported"]), (200, &json!(true)), "{}", reported.text);
        assert!(!is_listed(&server, &id).await);
        let profile = format!("/user/api/doctor/profile/{id}");
        server.ask("GET", &profile, &impostor, None).await.assert_problem(401, "unauthenticated");
        assert_eq!(log_in(&server, MEERA, PASSWORD).await.status, 403);
        let told = [ADMIN.0.to_lowercase(), "second@example.org".into()];
        assert_eq!(mails_about_reports(&server).await, told);
        let [row] = &rows_of(&server, &admin, "impersonation").await[..] else { panic!("one row") };
        assert_eq!((&row["subject"]["_id"], &row["subject"]["name"]), (&json!(id), &json!("Meera Nair")), "{row}");

        // The link suspends once: after an administrator restored the entry, it has no effect.
        assert_eq!(ask("POST", &link).await.text, reported.text);
        let restored = server.ask("POST", &format!("/admin/api/doctors/{id}/restore"), &admin, None).await;
        assert_eq!(restored.status, 200, "{}", restored.text);
        assert_eq!(ask("POST", &link).await.status, 200);
        assert!(is_listed(&server, &id).await);
        assert_eq!(mails_about_reports(&server).await, told);
    })
    .await;
}

#[tokio::test]
async fn an_applicant_cannot_end_the_link_that_reports_the_application() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let (id, link) = approved_doctor(&server, &admin).await;
        let token = log_in(&server, MEERA, PASSWORD).await.body["token"].as_str().unwrap().to_owned();
        let form =
            reqwest::multipart::Form::new().text("email", "impostor@example.org").text("current_password", PASSWORD);
        let path = format!("/user/api/doctor/profile/{id}");
        let changed = Answer::read(server.request("PUT", &path).bearer_auth(&token).multipart(form)).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        let own = server.link_in_mail("impostor@example.org", "/confirmemail#").await;
        assert_eq!(server.with_link("POST", "/user/api/email/confirm", &own, None).await.status, 200);
        let reset = logins::reset_link(&server, doccare::identity::Role::Doctor, "impostor@example.org").await;
        assert_eq!(logins::reset(&server, &reset, "three boats at noon").await.status, 200);
        assert_eq!(server.with_link("POST", REPORT, &link, None).await.status, 200);
        assert!(!is_listed(&server, &id).await);
    })
    .await;
}

#[tokio::test]
async fn a_pharmacy_can_be_reported_and_the_report_link_expires_after_thirty_days() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let id = apply_as_facility(&server, &[]).await.id();
        approve(&server, &admin, "Pharmacy", &id).await;
        let link = server.link_in_mail(JEEVAN, "/application/report#").await;
        assert_eq!(server.get("/user/api/pharmacies").await.body["total"], 1);
        server.clock.advance(SignedDuration::from_hours(29 * 24));
        let reported = server.with_link("POST", REPORT, &link, None).await;
        assert_eq!(reported.status, 200, "{}", reported.text);
        assert_eq!(server.get("/user/api/pharmacies").await.body["total"], 0);

        let (doctor, link) = approved_doctor(&server, &server.admin_token_again().await).await;
        server.clock.advance(SignedDuration::from_hours(31 * 24));
        for method in ["GET", "POST"] {
            server.with_link(method, REPORT, &link, None).await.assert_problem(410, "link_ended");
        }
        assert!(is_listed(&server, &doctor).await);
        crate::harness::do_job(&server.app, "ended logins").await;
        let left = "SELECT count(*) FROM impersonation_links";
        assert_eq!(server.app.db.read(async |tx| tx.count(left, &[]).await).await.unwrap(), 0);
    })
    .await;
}

//! A mail server that says at once that it knows no such recipient.

use doccare::platform::config::SecretUrl;
use jiff::SignedDuration;
use serde_json::Value;

use super::{CHANGE, forgot, unreached};
use crate::harness::{Answer, TestServer, do_job, on_both_engines};
use crate::smtp::{Mood, Smtp};

async fn with_refusals<F: AsyncFn(TestServer, Smtp)>(test: F) {
    on_both_engines(async |url| {
        let smtp = Smtp::start(Mood::Refuses("550 5.1.1 no such user")).await;
        let there = SecretUrl(smtp.url.clone());
        test(TestServer::start_with(url, |config| config.smtp_url = Some(there)).await, smtp).await;
    })
    .await;
}

#[tokio::test]
async fn an_address_unknown_to_the_mail_server_is_marked_at_once() {
    with_refusals(async |server, smtp| {
        let patient = server.patient(1).await;
        forgot(&server, &patient).await;
        do_job(&server.app, "mails").await;
        assert_eq!(unreached(&server, &patient).await, patient.email);
        // What is about the login goes all the same, and once its link was opened all else does too.
        smtp.become_one_that(Mood::Takes);
        server.clock.advance(SignedDuration::from_mins(1));
        assert_eq!(server.ask("POST", CHANGE, &patient.token, None).await.status, 200);
        do_job(&server.app, "mails").await;
        let mails = smtp.mails();
        let text = mails.last().expect("a mail").text("text/plain").expect("words");
        let link = text.split("/confirmemail#").nth(1).expect("a link").split_whitespace().next().unwrap().to_owned();
        let confirmed = Answer::read(server.request("POST", "/user/api/email/confirm").bearer_auth(&link)).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.text);
        assert_eq!(unreached(&server, &patient).await, Value::Null);
    })
    .await;
}

#[tokio::test]
async fn a_mail_that_marked_its_address_can_be_tried_again() {
    with_refusals(async |server, smtp| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        server.booked(&patient, &doctor, "2026-11-16", "10:30").await;
        do_job(&server.app, "mails").await;
        assert_eq!(unreached(&server, &patient).await, patient.email);
        smtp.become_one_that(Mood::Takes);
        let (admin, failed) = (server.admin_token().await, "/admin/api/operations/failed");
        let listed = server.ask("GET", failed, &admin, None).await;
        let rows = listed.body["data"].as_array().unwrap().iter();
        let mine = rows.filter(|row| row["recipient"] == patient.email).map(|row| row["_id"].as_str().unwrap());
        for id in mine {
            let retried = server.ask("POST", &format!("{failed}/{id}/retry"), &admin, None).await;
            assert_eq!(retried.status, 200, "{}", retried.text);
        }
        do_job(&server.app, "mails").await;
        assert!(smtp.mails().iter().any(|mail| mail.header("to").contains(&patient.email)), "it went");
        assert_eq!(unreached(&server, &patient).await, Value::Null);
    })
    .await;
}

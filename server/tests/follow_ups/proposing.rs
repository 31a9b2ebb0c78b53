//! Proposals: their content, only once, in the user's language.

use doccare::platform::lang::Lang;
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::json;

use super::{Practice, TODAY, approved, begin};
use crate::harness::people::booking_form;
use crate::harness::{TestServer, do_job, on_both_engines, with_server};

#[tokio::test]
async fn several_instances_propose_once() {
    on_both_engines(async |url| {
        let servers = join_all((0..3).map(|_| TestServer::start(url.clone()))).await;
        let (patient, doctor) = (servers[0].patient(1).await, servers[0].doctor(1).await);
        let token = servers[0].sign_in_doctor(&doctor).await;
        for time in ["10:00", "10:15", "10:30", "10:45"] {
            approved(&servers[0], &patient, &doctor, &token, booking_form(TODAY, time)).await;
        }
        for server in &servers {
            server.clock.advance(SignedDuration::from_hours(3));
        }
        let list = servers[0].ask("GET", &format!("/user/api/doctor/followups/{doctor}"), &token, None).await;
        for visit in list.body["data"].as_array().unwrap() {
            let path = format!("/user/api/doctor/followup/{}", visit["_id"].as_str().unwrap());
            assert_eq!(servers[0].ask("PUT", &path, &token, Some(json!({"days": 2}))).await.status, 200);
        }
        // The queued mails about the approvals are sent first.
        servers[0].mails().await;
        // Each run by itself, as if there were no lease.
        for turn in join_all(servers.iter().map(|server| doccare::follow_ups::propose(&server.app))).await {
            turn.unwrap();
        }
        let waiting = "SELECT count(*) FROM mail_queue WHERE about IS NOT NULL";
        assert_eq!(servers[0].app.db.read(async |tx| tx.count(waiting, &[]).await).await.unwrap(), 4);
    })
    .await;
}

#[tokio::test]
async fn a_day_without_anything_free_gives_way_to_the_nearest_after_it_and_a_fortnight_is_the_end() {
    with_server(async |server| {
        let practice = begin(server).await;
        let server = &practice.server;
        practice.leave("2026-11-17", "2026-11-18").await;
        practice.marked(2, false).await;
        let mails = practice.mails().await;
        assert_eq!(mails.len(), 1);
        let text = mails[0].text("text/plain").unwrap();
        assert!(text.contains("around Tue 17 Nov") && text.contains("Nothing is free on that day."), "{text}");
        assert_eq!(practice.offered().await[0], "2026-11-19 10:00");
        practice.take("2026-11-16", "10:00").await.assert_problem(422, "invalid_fields");
        practice.take("2026-11-17", "10:00").await.assert_problem(422, "invalid_fields");
        assert_eq!(practice.take("2026-11-19", "10:15").await.status, 200);

        // If the doctor is away for long there is no proposal, and then the follow-up ends.
        let second =
            approved(server, &practice.patient, &practice.doctor, &practice.token, booking_form(TODAY, "11:00")).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let away = Practice { visit: second, ..practice };
        away.leave("2026-11-20", "2026-12-31").await;
        away.marked(7, true).await;
        for _ in 0..3 {
            away.server.clock.advance(SignedDuration::from_hours(7 * 24));
            assert_eq!(away.mails().await.len(), 1);
        }
        assert_eq!(away.seen().await["state"], "waiting", "until the 6th");
        away.server.clock.advance(SignedDuration::from_hours(24));
        assert_eq!((away.seen().await["state"].clone(), away.mails().await.len()), (json!("over"), 1));
        let marked = away.mark(json!({"days": 60})).await;
        assert_eq!(marked.status, 200, "the doctor may ask anew: {}", marked.text);
    })
    .await;
}

#[tokio::test]
async fn malayalam_users_get_the_proposal_in_malayalam() {
    with_server(async |server| {
        let practice = begin(server).await;
        let (lang, id) = (Lang::Ml.code(), &practice.patient.id);
        practice.server.set_language(id, lang).await;
        practice.marked(3, true).await;
        do_job(&practice.server.app, "follow-ups").await;
        let mails = practice.server.mails().await;
        let subjects: Vec<&str> = mails.iter().map(|mail| mail.header("subject")).collect();
        assert!(subjects.iter().any(|subject| subject.starts_with("അടുത്ത സന്ദർശനത്തിന്")), "{subjects:?}");
    })
    .await;
}

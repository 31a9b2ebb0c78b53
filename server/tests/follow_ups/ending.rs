//! How a proposal ends without a visit.

use doccare::admin::erasure::{ErasureSubject, erase};
use doccare::identity::Role;
use jiff::SignedDuration;
use serde_json::json;

use super::{Practice, TODAY, approved, begin};
use crate::harness::people::{PASSWORD, booking_form};
use crate::harness::{do_job, with_server};

#[tokio::test]
async fn no_thank_you_ends_it_and_takes_back_a_mail_that_waits() {
    with_server(async |server| {
        let practice = begin(server).await;
        practice.marked(3, true).await;
        // Enqueued, but not sent yet.
        do_job(&practice.server.app, "follow-ups").await;
        assert_eq!(practice.proposals().await.len(), 1);
        let other = practice.server.patient(2).await;
        let path = format!("/user/api/user/followups/{}/{}", other.id, practice.visit);
        practice.server.ask("DELETE", &path, &other.token, None).await.assert_problem(404, "not_found");
        assert_eq!(practice.decline().await.status, 200);
        assert_eq!(practice.decline().await.status, 200, "sent again");
        assert!(practice.mails().await.is_empty());
        assert!(practice.proposals().await.is_empty());
        assert_eq!(practice.seen().await["state"], "declined");
        practice.take("2026-11-18", "10:00").await.assert_problem(409, "not_changeable");
    })
    .await;
}

#[tokio::test]
async fn an_unanswered_proposal_ends_after_a_fortnight() {
    with_server(async |server| {
        let practice = begin(server).await;
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 1);
        practice.server.clock.advance(SignedDuration::from_hours(17 * 24));
        assert_eq!(practice.proposals().await.len(), 1, "the fourteenth day after it");
        practice.server.clock.advance(SignedDuration::from_hours(24));
        assert!(practice.proposals().await.is_empty());
        assert_eq!(practice.seen().await["state"], "over");
        practice.take("2026-12-03", "11:45").await.assert_problem(409, "not_changeable");
    })
    .await;
}

#[tokio::test]
async fn while_a_doctor_is_suspended_or_a_patient_blocked_nothing_is_proposed() {
    with_server(async |server| {
        let practice = begin(server).await;
        let (server, admin) = (&practice.server, practice.server.admin_token().await);
        let as_admin = async |method: &str, path: String| {
            let body = Some(json!({"reason": "It was asked for."}));
            assert_eq!(server.ask(method, &path, &admin, body).await.status, 200, "{path}");
        };
        practice.marked(3, true).await;
        as_admin("POST", format!("/admin/api/doctors/{}/suspend", practice.doctor)).await;
        assert!(practice.mails().await.is_empty());
        as_admin("POST", format!("/admin/api/doctors/{}/restore", practice.doctor)).await;
        as_admin("PATCH", format!("/admin/api/blockandunblock/{}", practice.patient.id)).await;
        assert!(practice.mails().await.is_empty());
        as_admin("PATCH", format!("/admin/api/blockandunblock/{}", practice.patient.id)).await;
        assert_eq!(practice.mails().await.len(), 1);

        let login = json!({"email": practice.patient.email, "password": PASSWORD});
        let token = server.post("/user/api/login", login).await.body["token"].as_str().unwrap().to_owned();
        let path = format!("/user/api/user/followups/{}", practice.patient.id);
        let shown = async || server.ask("GET", &path, &token, None).await.body["data"].as_array().unwrap().len();
        assert_eq!(shown().await, 1);
        as_admin("POST", format!("/admin/api/doctors/{}/suspend", practice.doctor)).await;
        assert_eq!(shown().await, 0);
        let one = format!("{path}/{}", practice.visit);
        let slot = json!({"date": "2026-11-18", "time": "10:00"});
        server.ask("POST", &one, &token, Some(slot)).await.assert_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn follow_ups_are_in_the_export_and_erased_with_the_account() {
    with_server(async |server| {
        let practice = begin(server).await;
        let server = &practice.server;
        practice.marked(30, true).await;
        let path = format!("/user/api/user/data/{}", practice.patient.id);
        let data = server.ask("GET", &path, &practice.patient.token, None).await;
        let own = &data.body["data"]["followUps"][0];
        assert_eq!(
            (&own["visit"]["_id"], &own["followUp"]["days"]),
            (&json!(practice.visit), &json!(30)),
            "{}",
            data.text
        );
        let profile = format!("/user/api/user/profile/{}", practice.patient.id);
        let gone = server.ask("DELETE", &profile, &practice.patient.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!((gone.status, practice.rows().await), (200, 0), "{}", gone.text);
        practice.mark(json!({"days": 30})).await.assert_problem(409, "not_changeable");

        let patient = server.patient(2).await;
        let visit = approved(server, &patient, &practice.doctor, &practice.token, booking_form(TODAY, "11:00")).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let practice = Practice { patient, visit, ..practice };
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 1);
        let doctor = ErasureSubject::Account(Role::Doctor);
        assert!(erase(&practice.server.app, doctor, practice.doctor.clone()).await.unwrap());
        assert_eq!((practice.proposals().await.len(), practice.rows().await), (0, 0));
    })
    .await;
}

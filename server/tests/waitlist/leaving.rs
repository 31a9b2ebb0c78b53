//! How an entry ends: the patient leaves, or it is removed.

use jiff::SignedDuration;
use serde_json::json;

use super::{ENDED, MONDAY, OFFER, free_times, full, job, mails_to, offered_time, two_waiting, waiting, waits};
use crate::eml::Eml;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::with_server;

/// The token of the link in an offer.
fn link_in(mail: &Eml) -> String {
    let text = mail.text("text/plain").expect("a text");
    let (_, rest) = text.split_once("/waitlist#").unwrap_or_else(|| panic!("{text}"));
    rest.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn the_link_shows_a_page_and_leaves_the_list_and_opening_it_does_nothing() {
    with_server(async |server| {
        let (full, first, second) = two_waiting(&server).await;
        full.free(&server, "10:00").await;
        job(&server).await;
        let link = link_in(&mails_to(&server, &first, OFFER).await[0]);
        for _ in 0..2 {
            assert_eq!(server.get("/waitlist").await.status, 200, "what scanners open");
            let shown = server.ask("GET", "/user/api/waitlist/link", &link, None).await;
            assert_eq!((shown.status, &shown.body["data"]["offer"]["time"]), (200, &json!("10:00")), "{}", shown.text);
            assert!(!shown.text.contains(&first.email) && !shown.text.contains(&first.id));
        }
        for wrong in ["", "made-up", &first.token, &link[1..]] {
            for (method, path) in [("GET", "/user/api/waitlist/link"), ("POST", "/user/api/waitlist/leave")] {
                server.ask(method, path, wrong, None).await.assert_problem(410, "link_ended");
            }
        }
        assert_eq!(waits(&server, &first).await.len(), 1);
        for _ in 0..2 {
            assert_eq!(server.ask("POST", "/user/api/waitlist/leave", &link, None).await.status, 200);
        }
        server.ask("GET", "/user/api/waitlist/link", &link, None).await.assert_problem(410, "link_ended");
        assert!(waits(&server, &first).await.is_empty());
        assert!(free_times(&server, &full.doctor).await.is_empty(), "it is the next one's");
        job(&server).await;
        assert_eq!(offered_time(&server, &second).await.as_deref(), Some("10:00"));

        let own = waits(&server, &second).await[0]["_id"].as_str().unwrap().to_owned();
        let path = |patient: &Patient| format!("/user/api/user/waitlist/{}/{own}", patient.id);
        server.ask("DELETE", &path(&first), &first.token, None).await.assert_problem(404, "not_found");
        server.ask("DELETE", &path(&second), &first.token, None).await.assert_problem(403, "forbidden");
        assert_eq!(server.ask("DELETE", &path(&second), &second.token, None).await.status, 200);
        server.ask("DELETE", &path(&second), &second.token, None).await.assert_problem(404, "not_found");
        assert_eq!(free_times(&server, &full.doctor).await, ["10:00"]);
    })
    .await;
}

#[tokio::test]
async fn a_mail_that_still_waits_is_taken_back_when_the_slot_is_taken_or_left() {
    with_server(async |server| {
        let (full, first, second) = two_waiting(&server).await;
        full.free(&server, "10:00").await;
        job(&server).await;
        assert_eq!(server.book(&first, &full.doctor, MONDAY, "10:00").await.status, 200);
        full.free(&server, "10:15").await;
        job(&server).await;
        let own = waits(&server, &second).await[0]["_id"].as_str().unwrap().to_owned();
        let path = format!("/user/api/user/waitlist/{}/{own}", second.id);
        assert_eq!(server.ask("DELETE", &path, &second.token, None).await.status, 200);
        for patient in [&first, &second] {
            assert!(mails_to(&server, patient, OFFER).await.is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn entries_of_a_suspended_doctor_end_with_a_mail_and_past_ones_without() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let mut doctors = Vec::new();
        for number in 1..=2 {
            let full = full(&server, number).await;
            doctors.push((waiting(&server, number, &full.doctor).await, full));
        }
        let [(of_suspended, suspended), (in_vain, _)] = &doctors[..] else { panic!() };
        let path = format!("/admin/api/doctors/{}/suspend", suspended.doctor);
        assert_eq!(server.ask("POST", &path, &admin, None).await.status, 200);
        job(&server).await;
        assert_eq!(mails_to(&server, of_suspended, ENDED).await.len(), 1);
        assert!(waits(&server, of_suspended).await.is_empty());
        assert_eq!(waits(&server, in_vain).await.len(), 1);
        server.clock.advance(SignedDuration::from_hours(40));
        job(&server).await;
        job(&server).await;
        assert!(waits(&server, in_vain).await.is_empty());
        assert!(mails_to(&server, in_vain, ENDED).await.is_empty());
        let waited =
            server.app.db.read(async |tx| tx.count("SELECT count(*) FROM doctors WHERE has_waitlist", &[]).await);
        assert_eq!(waited.await.unwrap(), 0, "from now on nobody asks for lines");
    })
    .await;
}

#[tokio::test]
async fn entries_are_in_the_export_and_erased_with_the_account() {
    with_server(async |server| {
        let (full, first, second) = two_waiting(&server).await;
        let third = waiting(&server, 3, &full.doctor).await;
        full.free(&server, "10:00").await;
        job(&server).await;
        let data = server.ask("GET", &format!("/user/api/user/data/{}", first.id), &first.token, None).await;
        assert_eq!(data.body["data"]["waitlist"][0]["offer"]["time"], "10:00", "{}", data.text);
        let profile = format!("/user/api/user/profile/{}", first.id);
        let gone = server.ask("DELETE", &profile, &first.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(gone.status, 200, "{}", gone.text);
        job(&server).await;
        assert_eq!(offered_time(&server, &second).await.as_deref(), Some("10:00"));
        let admin = server.admin_token().await;
        let block = format!("/admin/api/blockandunblock/{}", second.id);
        assert_eq!(server.ask("PATCH", &block, &admin, None).await.status, 200);
        job(&server).await;
        assert_eq!(offered_time(&server, &third).await.as_deref(), Some("10:00"));
        let rows = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM waitlist_entries", &[]).await);
        assert_eq!(rows.await.unwrap(), 1);
    })
    .await;
}

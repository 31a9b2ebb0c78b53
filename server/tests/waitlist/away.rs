//! Entries of a day on which the doctor is away: they stay, get no offers, and end with their day.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{
    AWAY, ENDED, Full, HALF_AN_HOUR, MONDAY, OFFER, free_times, full, job, mails_to, offered_time, two_waiting,
    wait_for, waiting, waits,
};
use crate::harness::{TestServer, with_server};

/// Adds leave and returns its id.
async fn go_on_leave(server: &TestServer, full: &Full, mut leave: Value) -> String {
    leave["from"] = json!(MONDAY);
    let token = server.sign_in_doctor(&full.doctor).await;
    let path = format!("/user/api/doctor/leave/{}", full.doctor);
    let added = server.ask("POST", &path, &token, Some(leave)).await;
    assert_eq!(added.status, 200, "{}", added.text);
    added.id()
}

async fn come_back(server: &TestServer, full: &Full, leave: &str) {
    let token = server.sign_in_doctor(&full.doctor).await;
    let path = format!("/user/api/doctor/leave/{}/{leave}", full.doctor);
    assert_eq!(server.ask("DELETE", &path, &token, None).await.status, 200);
}

#[tokio::test]
async fn leave_by_mistake_keeps_the_waitlist_and_its_order() {
    with_server(async |server| {
        let (full, first, second) = two_waiting(&server).await;
        let leave = go_on_leave(&server, &full, json!({})).await;
        full.free(&server, "10:00").await;
        for _ in 0..3 {
            job(&server).await;
        }
        for patient in [&first, &second] {
            assert_eq!(waits(&server, patient).await.len(), 1, "they keep their place");
            assert_eq!(mails_to(&server, patient, AWAY).await.len(), 1, "they are told, once");
            assert!(mails_to(&server, patient, ENDED).await.is_empty());
            assert_eq!(offered_time(&server, patient).await, None);
        }
        assert_eq!(waits(&server, &first).await[0]["away"], true);
        come_back(&server, &full, &leave).await;
        assert!(free_times(&server, &full.doctor).await.is_empty(), "it is the first one's from the first moment");
        job(&server).await;
        assert_eq!(waits(&server, &first).await[0]["away"], false);
        assert_eq!(offered_time(&server, &first).await.as_deref(), Some("10:00"));
        assert_eq!(mails_to(&server, &first, OFFER).await.len(), 1);
        assert_eq!(offered_time(&server, &second).await, None);
    })
    .await;
}

#[tokio::test]
async fn an_offer_outlives_leave_that_is_taken_back_in_time_and_does_not_count_otherwise() {
    with_server(async |server| {
        let (full, first, second) = two_waiting(&server).await;
        full.offer(&server, "10:00", &first).await;
        let leave = go_on_leave(&server, &full, json!({})).await;
        job(&server).await;
        let refused = server.book(&first, &full.doctor, MONDAY, "10:00").await;
        assert_eq!(refused.status, 422, "nobody books during leave: {}", refused.text);
        come_back(&server, &full, &leave).await;
        job(&server).await;
        assert_eq!(offered_time(&server, &first).await.as_deref(), Some("10:00"), "still theirs");

        // The hold expires during leave: afterwards the slot goes to the next entry, and nothing counts as passed.
        let leave = go_on_leave(&server, &full, json!({})).await;
        server.clock.advance(HALF_AN_HOUR);
        job(&server).await;
        let passed = "SELECT count(*) FROM waitlist_holds WHERE passed AND held_until > 0";
        let passed = server.app.db.read(async |tx| tx.count(passed, &[]).await).await.unwrap();
        assert_eq!(passed, 0, "nobody could take it");
        come_back(&server, &full, &leave).await;
        job(&server).await;
        assert_eq!(offered_time(&server, &second).await.as_deref(), Some("10:00"));
        assert_eq!(waits(&server, &first).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn entries_stay_during_leave_of_their_hours() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let (early, late) = (server.patient(1).await, server.patient(2).await);
        for (patient, from, to) in [(&early, "10:00", "11:00"), (&late, "11:00", "12:00")] {
            let body = json!({"date": MONDAY, "from": from, "to": to});
            assert_eq!(wait_for(&server, patient, &full.doctor, body).await.status, 201);
        }
        let leave = go_on_leave(&server, &full, json!({"startTime": "10:00", "endTime": "11:00"})).await;
        job(&server).await;
        let away = [&early, &late].map(async |patient| waits(&server, patient).await[0]["away"].clone());
        assert_eq!(futures::future::join_all(away).await, [json!(true), json!(false)]);
        assert_eq!(mails_to(&server, &early, AWAY).await.len(), 1);
        assert!(mails_to(&server, &late, AWAY).await.is_empty());
        come_back(&server, &full, &leave).await;
        full.offer(&server, "10:00", &early).await;
    })
    .await;
}

#[tokio::test]
async fn entries_of_a_day_of_leave_end_with_the_day_without_another_mail() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let patient = waiting(&server, 1, &full.doctor).await;
        go_on_leave(&server, &full, json!({})).await;
        job(&server).await;
        server.clock.advance(SignedDuration::from_hours(40));
        job(&server).await;
        job(&server).await;
        assert!(waits(&server, &patient).await.is_empty());
        assert!(mails_to(&server, &patient, ENDED).await.is_empty());
        assert_eq!(mails_to(&server, &patient, AWAY).await.len(), 1);
    })
    .await;
}

//! The order of the waiting list: entries that let offers expire, want more hours, join again, or reach the booking limit.

use jiff::SignedDuration;
use serde_json::json;

use super::{
    ENDED, Full, HALF_AN_HOUR, MONDAY, OFFER, free_times, full, job, mails_to, offered_time, two_waiting, wait_for,
    waiting, waits,
};
use crate::harness::people::Patient;
use crate::harness::stored::{approved_visit, visit};
use crate::harness::{TestServer, with_server};

/// A slot is freed, offered, and the offer expires.
async fn lets_pass(server: &TestServer, full: &Full, patient: &Patient, time: &str) {
    full.offer(server, time, patient).await;
    server.clock.advance(HALF_AN_HOUR);
    job(server).await;
}

async fn cancel(server: &TestServer, patient: &Patient, visit: &str) {
    let path = format!("/user/api/appointment/cancel/{visit}");
    assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
}

#[tokio::test]
async fn an_entry_ends_with_a_mail_after_three_expired_offers() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let (patient, stranger) = (waiting(&server, 1, &full.doctor).await, server.patient(2).await);
        for time in ["10:00", "10:15"] {
            lets_pass(&server, &full, &patient, time).await;
            assert_eq!(waits(&server, &patient).await.len(), 1, "they wait on");
        }
        lets_pass(&server, &full, &patient, "10:30").await;
        assert!(waits(&server, &patient).await.is_empty());
        let ended = mails_to(&server, &patient, ENDED).await;
        assert_eq!(ended.len(), 1);
        assert!(ended[0].text("text/plain").unwrap().contains("We held three times for you"));

        // A patient who joins again is last, and does not get the same offer again.
        let mut taken = Vec::new();
        for time in ["10:00", "10:15", "10:30"] {
            taken.push(server.booked(&stranger, &full.doctor, MONDAY, time).await);
        }
        let again = wait_for(&server, &patient, &full.doctor, json!({"date": MONDAY})).await;
        assert_eq!(again.status, 201, "{}", again.text);
        let path = format!("/user/api/appointment/cancel/{}", taken[0]);
        assert_eq!(server.ask("PATCH", &path, &stranger.token, None).await.status, 200);
        job(&server).await;
        assert_eq!(offered_time(&server, &patient).await, None);
        assert_eq!(free_times(&server, &full.doctor).await, ["10:00"]);
        full.offer(&server, "10:45", &patient).await;
    })
    .await;
}

#[tokio::test]
async fn leaving_and_coming_back_holds_no_slot_a_second_time() {
    with_server(async |server| {
        let (full, first, second) = two_waiting(&server).await;
        full.offer(&server, "10:00", &first).await;
        let id = waits(&server, &first).await[0]["_id"].as_str().unwrap().to_owned();
        let path = format!("/user/api/user/waitlist/{}/{id}", first.id);
        assert_eq!(server.ask("DELETE", &path, &first.token, None).await.status, 200);
        job(&server).await;
        assert_eq!(wait_for(&server, &first, &full.doctor, json!({"date": MONDAY})).await.status, 201);
        assert_eq!(waits(&server, &first).await[0]["place"], 2);
        server.clock.advance(HALF_AN_HOUR);
        job(&server).await;
        assert_eq!((offered_time(&server, &first).await, offered_time(&server, &second).await), (None, None));
        assert_eq!(free_times(&server, &full.doctor).await, ["10:00"], "it is everybody's now");
    })
    .await;
}

#[tokio::test]
async fn more_hours_move_an_entry_to_the_end_and_fewer_keep_its_place() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let (first, second) = (server.patient(1).await, server.patient(2).await);
        let wants = async |patient: &Patient, from: &str, to: &str| {
            let body = json!({"date": MONDAY, "from": from, "to": to});
            let waits = wait_for(&server, patient, &full.doctor, body).await;
            assert_eq!(waits.status, 201, "{}", waits.text);
            waits.body["data"]["place"].as_i64().unwrap()
        };
        assert_eq!((wants(&first, "10:00", "11:00").await, wants(&second, "10:00", "12:00").await), (1, 2));
        assert_eq!(wants(&first, "10:00", "10:30").await, 1, "fewer");
        assert_eq!(wants(&first, "10:00", "10:30").await, 1, "the same");
        assert_eq!(wants(&first, "10:00", "10:45").await, 2, "more");
        full.offer(&server, "10:00", &second).await;
        assert_eq!(offered_time(&server, &first).await, None);
    })
    .await;
}

#[tokio::test]
async fn a_slot_lost_during_its_hold_is_not_offered_to_the_same_entry_again() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let patient = waiting(&server, 1, &full.doctor).await;
        full.offer(&server, "10:00", &patient).await;
        // Like an older program, which does not know of holds.
        let starts_at = "2026-11-16T04:30:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond();
        let owner = &full.visits[0].0;
        server.store_visits(vec![approved_visit("elsewhere", &full.doctor, &owner.id, starts_at)]).await;
        job(&server).await;
        assert_eq!(offered_time(&server, &patient).await, None);
        cancel(&server, owner, "elsewhere").await;
        job(&server).await;
        assert_eq!(offered_time(&server, &patient).await, None, "not that one again");
        assert_eq!(free_times(&server, &full.doctor).await, ["10:00"]);
        assert_eq!(mails_to(&server, &patient, OFFER).await.len(), 0, "the mail had not gone, and was taken back");
        full.free(&server, "10:15").await;
        job(&server).await;
        assert_eq!(offered_time(&server, &patient).await.as_deref(), Some("10:15"), "they wait on");
    })
    .await;
}

#[tokio::test]
async fn entries_at_the_booking_limit_are_passed_over_and_stay() {
    with_server(async |server| {
        let (full, first, second) = two_waiting(&server).await;
        let other = server.doctor(2).await;
        let begin = server.clock.now() + SignedDuration::from_hours(48);
        let requests = (0..20).map(|number| visit(&other, &first.id, begin + SignedDuration::from_mins(15 * number)));
        let requests: Vec<_> = requests.collect();
        let asked: Vec<String> = requests.iter().map(|request| request.id.clone()).collect();
        server.store_visits(requests).await;
        full.free(&server, "10:00").await;
        job(&server).await;
        assert_eq!(offered_time(&server, &first).await, None);
        assert_eq!(
            offered_time(&server, &second).await.as_deref(),
            Some("10:00"),
            "at once, and not only the next time"
        );
        assert!(mails_to(&server, &first, OFFER).await.is_empty());
        assert_eq!(waits(&server, &first).await[0]["place"], 1);
        cancel(&server, &first, &asked[0]).await;
        server.clock.advance(SignedDuration::from_mins(1));
        full.offer(&server, "10:15", &first).await;
    })
    .await;
}

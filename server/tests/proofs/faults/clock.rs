//! A clock that jumps: an hour or a day ahead, back again, and further back than the program was started.

use jiff::SignedDuration;
use serde_json::json;

use super::count;
use crate::harness::people::Patient;
use crate::harness::{Answer, TestServer, do_jobs, on_both_engines};

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The first day with a free slot, as patients see it.
async fn first_day(server: &TestServer, doctor: &str) -> String {
    let days = server.get(&format!("/user/api/doctor/{doctor}/availability")).await;
    let days = days.body["data"].as_array().unwrap().clone();
    days[0]["day"].as_str().unwrap().to_owned()
}

async fn try_to_sign_in(server: &TestServer, patient: &Patient) -> Answer {
    server.post("/user/api/login", json!({"email": patient.email, "password": "a wrong password"})).await
}

#[tokio::test]
async fn whatever_the_clock_does_people_book_and_are_told_of_it_once() {
    on_both_engines(async |url| {
        let server = TestServer::start_with(url, |config| config.rate_limits = true).await;
        let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
        let mut expected = 0;
        // Where the clock goes, in days, what today is then, and a day that can be booked.
        for (days, today, day) in [
            (0, "2026-11-15", "2026-11-16"),
            (1, "2026-11-16", "2026-11-17"),
            (-1, "2026-11-15", "2026-11-18"),
            (-2, "2026-11-13", "2026-11-14"),
            (9, "2026-11-22", "2026-11-23"),
            (-7, "2026-11-15", "2026-11-19"),
        ] {
            server.clock.advance(DAY * days);
            assert_eq!(first_day(&server, &doctor).await, today, "the week begins today");
            let answer = server.book(&patient, &doctor, day, "10:00").await;
            assert_eq!(answer.status, 200, "{days} days, {day}: {}", answer.text);
            expected += 2;
            // The mails of a day that was too early are sent all the same.
            do_jobs(&server.app).await;
            assert_eq!(count(&server.app, "mails").await, 0, "{days} days");
            assert_eq!(server.mails().await.len(), expected, "each went once");
        }
        server.assert_none_overlap(&doctor).await;
    })
    .await;
}

/// Mails that were queued while the clock was ahead do not wait until it is that late again.
#[tokio::test]
async fn what_was_queued_or_claimed_while_the_clock_was_ahead_goes_when_it_is_right_again() {
    on_both_engines(async |url| {
        let server = TestServer::start(url).await;
        let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
        server.clock.advance(DAY);
        assert_eq!(server.book(&patient, &doctor, "2026-11-18", "10:00").await.status, 200);
        // An instance went down with a mail in its hands, and with a job.
        server.execute("UPDATE mails SET leased_until = due_at + 180000 WHERE id = (SELECT min(id) FROM mails)").await;
        if server.app.db.has_neighbours() {
            let lease = format!("VALUES ('waves', 'gone', {})", server.clock.now_millis() + 60_000);
            server.execute(&format!("INSERT INTO job_leases (job, instance, until) {lease}")).await;
        }
        server.clock.advance(-DAY);
        do_jobs(&server.app).await;
        assert_eq!((count(&server.app, "mails").await, server.mails().await.len()), (0, 2));
        assert_eq!(count(&server.app, "job_leases").await, 0, "the job was taken over");
    })
    .await;
}

/// Whoever was refused while the clock was ahead is not locked out until it is that late again.
#[tokio::test]
async fn a_limit_lasts_no_longer_because_the_clock_went_back() {
    on_both_engines(async |url| {
        let server = TestServer::start_with(url, |config| config.rate_limits = true).await;
        let patient = server.patient(1).await;
        server.clock.advance(DAY);
        let mut statuses = Vec::new();
        while statuses.last() != Some(&429) {
            assert!(statuses.len() < 1000, "nobody is ever refused: {statuses:?}");
            statuses.push(try_to_sign_in(&server, &patient).await.status);
        }
        server.clock.advance(-DAY);
        assert_eq!(try_to_sign_in(&server, &patient).await.status, 401, "a day before, nothing was tried");
    })
    .await;
}

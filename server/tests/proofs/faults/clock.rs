//! A clock that jumps: an hour, a day or a year ahead, back again, and to before the program's start.

use doccare::identity::passwords::Cost;
use doccare::jobs;
use doccare::platform::background::Runner;
use doccare::platform::clock::Clock;
use doccare::platform::clock_guard;
use jiff::SignedDuration;
use serde_json::json;

use super::count;
use crate::harness::people::Patient;
use crate::harness::{ADMIN, Answer, TestServer, do_jobs, on_both_engines};
use crate::process::run;
use crate::record::refusals::Log;

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
async fn with_a_wrong_clock_bookings_work_and_are_mailed_once() {
    on_both_engines(async |url| {
        let server = TestServer::start_with(url, |config| config.rate_limits = true).await;
        let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
        let mut expected = 0;
        // How far the clock jumps in days, what today is then, and a day that can be booked.
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
            // No request reaches its deadline meanwhile, which would send mails too.
            server.execute("UPDATE appointments SET answer_due_at = starts_at + 2592000000").await;
            // The mails of a day that was too early are sent all the same.
            do_jobs(&server.app).await;
            assert_eq!(count(&server.app, "mail_queue").await, 0, "{days} days");
            assert_eq!(server.mails().await.len(), expected, "each went once");
        }
        server.assert_none_overlap(&doctor).await;
    })
    .await;
}

/// Mails that were queued while the clock was ahead do not wait until it reaches that time again.
#[tokio::test]
async fn mails_queued_or_claimed_while_the_clock_was_ahead_are_sent_after_its_correction() {
    on_both_engines(async |url| {
        let server = TestServer::start(url).await;
        let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
        server.clock.advance(DAY);
        assert_eq!(server.book(&patient, &doctor, "2026-11-18", "10:00").await.status, 200);
        // An instance died while it was sending a mail and running a job.
        server
            .execute("UPDATE mail_queue SET leased_until = due_at + 180000 WHERE id = (SELECT min(id) FROM mail_queue)")
            .await;
        if server.app.db.is_multi_instance() {
            let lease = format!("VALUES ('waves', 'gone', {})", server.clock.now_millis() + 60_000);
            server.execute(&format!("INSERT INTO job_leases (job, instance, until) {lease}")).await;
        }
        server.clock.advance(-DAY);
        do_jobs(&server.app).await;
        assert_eq!((count(&server.app, "mail_queue").await, server.mails().await.len()), (0, 2));
        assert_eq!(count(&server.app, "job_leases WHERE job = 'waves'").await, 0, "the job was taken over");
    })
    .await;
}

/// A client that was refused while the clock was ahead is not locked out until the clock reaches that time again.
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

/// One run of every job, or of one, with a clock that may be wrong.
async fn turn(server: &TestServer, name: Option<&str>) {
    let runner = Runner::new(server.app.db.clone(), server.clock.clone(), server.app.stop.clone());
    for job in jobs::ALL.iter().filter(|job| name.is_none_or(|name| name == job.name)) {
        runner.run_once(job, &server.app).await.unwrap_or_else(|error| panic!("{}: {error}", job.name));
    }
}

/// Rows that would be deleted if they were old: a session, a failed mail, the audit log, a closed message.
async fn leave_traces(server: &TestServer) {
    let now = server.clock.now_millis();
    server.patient(1).await;
    let admin = server.admin_token().await;
    let letter = json!({"name": "Biju", "email": "biju@example.org", "phone": "98765 43210", "message": "Can I come on Sunday?"});
    assert_eq!(server.post("/user/api/contact", letter).await.status, 201);
    let own = json!({"current_password": ADMIN.1});
    assert_eq!(server.ask("POST", "/admin/api/users/export", &admin, Some(own)).await.status, 200);
    server
        .execute(&format!(
            "INSERT INTO mail_queue (id, recipient, due_at, tries, failed_at) VALUES ('x', 'x@example.org', 1, 1, {now})"
        ))
        .await;
    server.execute("UPDATE contact_messages SET status = 'closed'").await;
}

const AGEING: [&str; 4] = ["sessions", "mail_queue WHERE failed_at IS NOT NULL", "audit_log", "contact_messages"];

async fn traces(server: &TestServer) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in AGEING {
        counts.push(count(&server.app, table).await);
    }
    counts
}

#[tokio::test]
async fn an_operator_can_trust_a_clock_that_jumped() {
    on_both_engines(async |url| {
        let server = TestServer::start(url).await;
        leave_traces(&server).await;
        turn(&server, Some("clock")).await;
        server.clock.advance(DAY * 800);
        turn(&server, None).await;
        assert!(traces(&server).await.iter().all(|count| *count > 0));
        clock_guard::trust(&server.app.db, server.clock.now()).await.unwrap();
        turn(&server, None).await;
        let after = traces(&server).await;
        assert_eq!((after[0], after[1], after[3]), (0, 0, 0), "{after:?}");
    })
    .await;
}

#[tokio::test]
async fn a_restored_database_that_is_first_started_under_a_wrong_clock_loses_nothing() {
    on_both_engines(async |url| {
        let server = TestServer::start(url.clone()).await;
        leave_traces(&server).await;
        let before = traces(&server).await;
        // Data of the running installation is not in a backup.
        server.execute("DELETE FROM installation_state").await;
        let wrong = Clock::set_to(server.clock.now() + DAY * 800);
        let restored = TestServer::start_by(wrong, Cost::Low, url, |_| {}).await;
        turn(&restored, None).await;
        turn(&restored, None).await;
        assert_eq!(traces(&restored).await, before);
    })
    .await;
}

#[test]
fn trust_clock_makes_the_program_trust_its_clock() {
    let data = tempfile::tempdir().unwrap();
    let told = run(data.path(), &["trust-clock"], &[]);
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    assert!(String::from_utf8_lossy(&told.stdout).starts_with("It is 20"));
}

#[tokio::test]
async fn after_a_clock_jump_by_years_nothing_is_deleted_until_the_clock_is_trusted() {
    on_both_engines(async |url| {
        let server = TestServer::start(url).await;
        leave_traces(&server).await;
        turn(&server, None).await;
        let before = traces(&server).await;
        assert!(before.iter().all(|count| *count > 0), "{before:?}");
        let years = DAY * 800;
        server.clock.advance(years);
        let (log, guard) = Log::capture();
        turn(&server, None).await;
        turn(&server, None).await;
        drop(guard);
        assert!(
            log.text().contains("THE CLOCK JUMPED FAR AHEAD") && log.text().contains("trust-clock"),
            "{}",
            log.text()
        );
        assert_eq!(traces(&server).await, before, "the wrong clock deleted nothing");
        // The clock is right again, which needs no report.
        server.clock.advance(-years);
        let (log, guard) = Log::capture();
        turn(&server, None).await;
        drop(guard);
        assert!(!log.text().contains("JUMPED"), "{}", log.text());
        // Two years pass while the machine is off: after three days its clock is trusted.
        server.clock.advance(years);
        for _ in 0..72 {
            turn(&server, Some("clock")).await;
            server.clock.advance(SignedDuration::from_hours(1));
        }
        server.clock.advance(-SignedDuration::from_mins(1));
        turn(&server, None).await;
        assert_eq!(traces(&server).await, before);
        server.clock.advance(SignedDuration::from_mins(1));
        turn(&server, None).await;
        let after = traces(&server).await;
        assert_eq!((after[0], after[1], after[3]), (0, 0, 0), "what is old goes: {after:?}");
    })
    .await;
}

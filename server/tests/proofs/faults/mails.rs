//! A mail server that hangs, refuses temporarily or accepts a mail without a reply, and a folder that takes none.

use doccare::platform::config::SecretUrl;
use doccare::platform::outbox;
use jiff::SignedDuration;

use super::count;
use crate::harness::people::Patient;
use crate::harness::{TestServer, on_both_engines, with_server};
use crate::smtp::{Mood, Smtp};

/// Each sends a mail to the patient and one to the doctor.
const OF_A_BOOKING: usize = 2;

async fn with_smtp<F: AsyncFn(&TestServer, &Smtp)>(mood: Mood, test: F) {
    on_both_engines(async |url| {
        let smtp = Smtp::start(mood).await;
        let server = TestServer::start_with(url, |config| {
            config.smtp_url = Some(SecretUrl(smtp.url.clone()));
        })
        .await;
        test(&server, &smtp).await;
    })
    .await;
}

async fn book(server: &TestServer, patient: &Patient, doctor: &str, times: &[&str]) {
    for time in times {
        assert_eq!(server.book(patient, doctor, "2026-11-16", time).await.status, 200);
    }
}

/// Queued mails are sent when they are due: each once.
async fn assert_arrive_once(server: &TestServer, smtp: &Smtp, expected: usize) {
    smtp.become_one_that(Mood::Takes);
    server.clock.advance(SignedDuration::from_mins(3));
    outbox::drain(&server.app.db, &server.app.mailer, &server.clock).await.unwrap();
    let mut ids = smtp.message_ids();
    ids.sort();
    ids.dedup();
    assert_eq!((ids.len(), smtp.mails().len(), count(&server.app, "mail_queue").await), (expected, expected, 0));
}

#[tokio::test]
async fn no_request_waits_for_a_hanging_mail_server() {
    with_smtp(Mood::Sulks, async |server, smtp| {
        let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
        book(server, &patient, &doctor, &["10:00"]).await;
        let app = server.app.clone();
        let hangs = tokio::spawn(async move { outbox::step(&app.db, &app.mailer, &app.clock).await });
        smtp.connection().await;
        book(server, &patient, &doctor, &["10:15", "10:30"]).await;
        assert_eq!(server.get("/user/api/finddoctors").await.status, 200);
        let waiting = usize::try_from(count(&server.app, "mail_queue").await).unwrap();
        assert_eq!(waiting, 3 * OF_A_BOOKING, "each was queued once");
        // The instance is stopped while it waits.
        hangs.abort();
        assert_arrive_once(server, smtp, 3 * OF_A_BOOKING).await;
    })
    .await;
}

#[tokio::test]
async fn after_temporary_failures_each_mail_is_delivered_once() {
    for mood in [Mood::Refuses("451 4.7.1 greylisted"), Mood::SendsAway("421 too much to do")] {
        with_smtp(mood, async |server, smtp| {
            let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
            book(server, &patient, &doctor, &["10:00", "10:15"]).await;
            for _ in 0..3 {
                outbox::drain(&server.app.db, &server.app.mailer, &server.clock).await.unwrap();
            }
            assert_eq!((smtp.mails().len(), count(&server.app, "mail_queue").await), (0, 4));
            assert_arrive_once(server, smtp, 2 * OF_A_BOOKING).await;
        })
        .await;
    }
}

#[tokio::test]
async fn a_folder_that_takes_no_mails_gets_them_later() {
    with_server(async |server| {
        let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
        let folder = server.app.config.data_dir.join("mails");
        std::fs::remove_dir(&folder).unwrap();
        std::fs::write(&folder, "no folder").unwrap();
        book(&server, &patient, &doctor, &["10:00"]).await;
        outbox::drain(&server.app.db, &server.app.mailer, &server.clock).await.unwrap();
        assert_eq!(count(&server.app, "mail_queue").await, 2);
        std::fs::remove_file(&folder).unwrap();
        std::fs::create_dir(&folder).unwrap();
        server.clock.advance(SignedDuration::from_mins(1));
        assert_eq!((server.mails().await.len(), count(&server.app, "mail_queue").await), (2, 0));
    })
    .await;
}

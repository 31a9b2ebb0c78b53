//! The digest mails to doctors about pending requests.

use doccare::appointments;
use futures::future::join;
use jiff::SignedDuration;
use serde_json::json;

use super::answers::{answers, wait};
use super::{Doctor, booked, says};
use crate::eml::Eml;
use crate::harness::{TestServer, do_job, on_both_engines, with_server};

/// A digest links to all requests; the mail about a request, to that one.
fn is_digest(mail: &Eml) -> bool {
    says(mail, "/doctor/appointments") && !says(mail, "?request=")
}

#[tokio::test]
async fn a_doctor_gets_one_digest_in_the_evening_and_one_in_the_morning() {
    on_both_engines(async |url| {
        let (server, other) = TestServer::start_two(url).await;
        let patient = server.patient(1).await;
        let (busy, quiet, silent) =
            (Doctor::of(&server, 1).await, Doctor::of(&server, 2).await, Doctor::of(&server, 3).await);
        answers(&server, &silent, json!({"digests": false})).await;
        server.set_language(&quiet.id, "ml").await;
        for (number, time) in ["11:30", "11:45"].into_iter().enumerate() {
            let more = server.patient(number + 10).await;
            booked(&server, &more, &busy, "2026-11-21", time).await;
        }
        for time in ["10:00", "10:15", "10:30", "10:45"] {
            booked(&server, &patient, &busy, "2026-11-20", time).await;
        }
        booked(&server, &patient, &silent, "2026-11-20", "11:00").await;
        // Both instances at once, without a lease.
        let digests = async || {
            let beside = other.as_ref().map_or(&server.app, |other| &other.app);
            let (here, there) = join(appointments::send_digests(&server.app), appointments::send_digests(beside)).await;
            here.unwrap();
            there.unwrap();
            server.mails().await.into_iter().filter(is_digest).collect::<Vec<_>>()
        };
        let no_mail = digests().await;
        assert_eq!(no_mail.len(), 0, "it is nine in the morning");
        wait(&server, 10);
        let evening = digests().await;
        assert_eq!(evening.len(), 1, "nothing waits for one, and one wants no mail");
        assert_eq!(evening[0].header("subject"), "6 requests are waiting for your answer");
        assert!(evening[0].header("to").contains("doctor1@example.org"));
        let text = evening[0].text("text/plain").unwrap();
        assert!(
            text.contains("https://care.example/doctor/appointments") && text.contains("These are the next ones"),
            "{text}"
        );
        assert_eq!(text.matches("Asha Nair").count(), 5, "the nearest: {text}");

        // A request after that hour is in the next digest, and a clock that goes back sends no digest twice.
        booked(&server, &patient, &quiet, "2026-11-21", "11:15").await;
        server.clock.advance(SignedDuration::from_mins(30));
        assert_eq!(digests().await.len(), 1);
        for hours in [-1, -12, 13] {
            wait(&server, hours);
            assert_eq!(digests().await.len(), 1, "{hours} hours");
        }
        wait(&server, 12);
        let morning = digests().await;
        let mut told: Vec<&str> = morning.iter().map(|mail| mail.header("to")).collect();
        told.sort_unstable();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(morning.iter().any(|mail| says(mail, "1 അഭ്യർത്ഥന നിങ്ങളുടെ മറുപടിക്കായി")), "in the doctor's language");
        // A suspended doctor cannot answer.
        server.execute("UPDATE doctors SET listed_at = NULL").await;
        wait(&server, 12);
        assert_eq!(digests().await.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn a_digest_recorded_by_a_wrong_clock_does_not_prevent_the_next() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        booked(&server, &patient, &doctor, "2026-11-20", "10:00").await;
        let next_year = server.clock.now_millis() + 365 * 86_400_000;
        server
            .execute(&format!("INSERT INTO doctor_digests (doctor_id, due_at) VALUES ('{}', {next_year})", doctor.id))
            .await;
        wait(&server, 10);
        do_job(&server.app, "digests").await;
        do_job(&server.app, "digests").await;
        let mails = server.mails().await;
        assert_eq!(mails.iter().filter(|mail| is_digest(mail)).count(), 1);
    })
    .await;
}

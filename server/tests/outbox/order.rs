//! Each mail once, and one person's mails one after the other.

use std::collections::HashSet;

use doccare::platform::db::Error;
use doccare::platform::mail::Mail;
use doccare::platform::outbox;
use jiff::SignedDuration;

use super::{about, mail, waiting, with_post};
use crate::smtp::{Mood, Smtp};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_workers_send_each_of_two_hundred_mails_exactly_once() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Takes).await;
        post.enqueue((0..200).map(|n| about(&format!("mail {n}"))).collect()).await;
        let workers: Vec<_> = (0..8)
            .map(|_| {
                let (db, clock, mailer) = (post.db.clone(), post.clock.clone(), post.by(&smtp));
                tokio::spawn(async move {
                    while !waiting(&db).await.is_empty() {
                        let step = outbox::step(&db, &mailer, &clock).await;
                        // A worker that cannot claim any now tries again.
                        assert!(matches!(step, Ok(_) | Err(Error::Busy)), "{step:?}");
                    }
                })
            })
            .collect();
        for worker in workers {
            worker.await.unwrap();
        }
        let ids = smtp.message_ids();
        assert_eq!((ids.len(), ids.iter().collect::<HashSet<_>>().len()), (200, 200));
    })
    .await;
}

/// A mail to Asha about one appointment.
fn of_visit(visit: &str, subject: &str) -> Mail {
    Mail { to: "asha@b.in".into(), about: Some(visit.into()), ..about(subject) }
}

fn subjects(smtp: &Smtp) -> Vec<String> {
    smtp.mails().iter().map(|mail| mail.header("subject").to_owned()).collect()
}

#[tokio::test]
async fn mails_about_one_appointment_keep_their_order_and_delay_no_other() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Takes).await;
        let mailer = post.by(&smtp);
        let to_beena = Mail { to: "beena@b.in".into(), ..about("to Beena") };
        for mail in [of_visit("v1", "booked"), of_visit("v1", "away"), of_visit("v2", "another"), to_beena] {
            post.enqueue(vec![mail]).await;
            post.pass(SignedDuration::from_millis(1));
        }
        let step = async || outbox::step(&post.db, &mailer, &post.clock).await.unwrap();
        smtp.become_one_that(Mood::Refuses("451 later"));
        assert_eq!(step().await, 2, "one to each recipient");
        smtp.become_one_that(Mood::Takes);
        post.drain(&mailer).await;
        assert_eq!(subjects(&smtp), ["another"], "the second mail about v1 waits for the first");
        post.pass(SignedDuration::from_mins(1));
        post.drain(&mailer).await;
        let sent = subjects(&smtp);
        let of_v1: Vec<&str> = sent.iter().map(String::as_str).filter(|one| ["booked", "away"].contains(one)).collect();
        assert_eq!((of_v1, sent.len()), (vec!["booked", "away"], 4));
    })
    .await;
}

#[tokio::test]
async fn a_new_mail_about_an_appointment_retries_the_postponed_one_at_once() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Refuses("451 later")).await;
        let mailer = post.by(&smtp);
        post.enqueue(vec![of_visit("v1", "booked")]).await;
        for _ in 0..8 {
            post.drain(&mailer).await;
            post.pass(SignedDuration::from_hours(3));
        }
        post.drain(&mailer).await;
        smtp.become_one_that(Mood::Takes);
        post.pass(SignedDuration::from_secs(1));
        post.enqueue(vec![of_visit("v1", "away")]).await;
        post.drain(&mailer).await;
        assert_eq!(subjects(&smtp), ["booked", "away"]);
    })
    .await;
}

#[tokio::test]
async fn a_mail_withdrawn_while_it_is_sent_is_not_retried_and_does_not_block_the_next() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Sulks).await;
        post.enqueue(vec![of_visit("v1", "booked")]).await;
        let (db, clock, mailer) = (post.db.clone(), post.clock.clone(), post.by(&smtp));
        let sending = tokio::spawn(async move { outbox::step(&db, &mailer, &clock).await });
        smtp.connection().await;
        post.pass(SignedDuration::from_millis(1));
        let now = post.clock.now();
        let replaced: Result<(), Error> = post
            .db
            .write(async move |tx| {
                outbox::withdraw(tx, &["v1".into()]).await?;
                outbox::enqueue(tx, &of_visit("v1", "cancelled"), now).await
            })
            .await;
        replaced.unwrap();
        let other = Smtp::start(Mood::Takes).await;
        assert_eq!(post.drain(&post.by(&other)).await, 0, "the first one is still on its way");
        // Its worker died; another takes over when the lease has expired.
        sending.abort();
        post.pass(SignedDuration::from_mins(4));
        post.drain(&post.by(&other)).await;
        assert_eq!(subjects(&other), ["cancelled"]);
        assert!(post.rows().await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_long_queue_to_one_recipient_stays_in_order_and_delays_no_other() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Takes).await;
        let mailer = post.by(&smtp);
        // More than one claim reads.
        for hour in 10..22 {
            let hers = Mail { to: "asha@b.in".into(), ..about(&format!("at {hour}")) };
            post.enqueue(vec![hers; 50]).await;
            post.pass(SignedDuration::from_millis(1));
        }
        post.enqueue(vec![Mail { to: "beena@b.in".into(), ..about("last") }]).await;
        let mut steps = 0;
        while outbox::step(&post.db, &mailer, &post.clock).await.unwrap() > 0 {
            steps += 1;
        }
        assert_eq!(steps, 13, "fifty at a time");
        let mails = smtp.mails();
        let subjects: Vec<_> = mails.iter().map(|mail| mail.header("subject").to_owned()).collect();
        let expected: Vec<_> = (0..600).map(|n| format!("at {}", 10 + n / 50)).chain(["last".into()]).collect();
        assert_eq!(subjects, expected);
    })
    .await;
}

#[tokio::test]
async fn mails_behind_one_in_delivery_are_left_to_its_worker() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Sulks).await;
        post.enqueue(vec![mail()]).await;
        let (db, clock, mailer) = (post.db.clone(), post.clock.clone(), post.by(&smtp));
        let sending = tokio::spawn(async move { outbox::step(&db, &mailer, &clock).await });
        smtp.connection().await;
        post.pass(SignedDuration::from_millis(1));
        post.enqueue(vec![mail()]).await;
        assert_eq!(outbox::step(&post.db, &post.by(&smtp), &post.clock).await.unwrap(), 0);
        sending.abort();
    })
    .await;
}

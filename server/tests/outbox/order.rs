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
                        // Whoever cannot claim any now comes again.
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

#[tokio::test]
async fn mails_to_one_person_go_one_after_the_other_and_one_that_waits_holds_nothing_up() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Takes).await;
        let mailer = post.by(&smtp);
        for (to, subject) in
            [("asha@b.in", "booked"), ("asha@b.in", "moved"), ("asha@b.in", "cancelled"), ("beena@b.in", "booked")]
        {
            post.enqueue(vec![Mail { to: to.into(), ..about(subject) }]).await;
            post.pass(SignedDuration::from_millis(1));
        }
        let step = async || outbox::step(&post.db, &mailer, &post.clock).await.unwrap();
        smtp.become_one_that(Mood::Refuses("451 later"));
        assert_eq!(step().await, 2, "one to each; the rest of hers is left");
        smtp.become_one_that(Mood::Takes);
        assert_eq!([step().await, step().await], [2, 0], "the others, in their order");
        post.pass(SignedDuration::from_mins(1));
        assert_eq!(step().await, 2, "what had to wait");
        let mails = smtp.mails();
        let subjects: Vec<_> = mails.iter().map(|mail| mail.header("subject")).collect();
        assert_eq!(subjects[..2], ["moved", "cancelled"]);
    })
    .await;
}

#[tokio::test]
async fn a_long_queue_to_one_person_goes_in_its_order_and_keeps_nobody_elses_mail() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Takes).await;
        let mailer = post.by(&smtp);
        // More than one look sees.
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
async fn what_waits_behind_a_mail_on_its_way_is_left_to_whoever_sends_that() {
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

//! Mail servers that are down or refuse, temporarily or for good, and workers that die.

use doccare::platform::clock::Clock;
use doccare::platform::db::Result;
use doccare::platform::mail::Mailer;
use doccare::platform::outbox::{self, count_backlog};
use jiff::SignedDuration;
use tokio::net::TcpSocket;

use super::{FROM, entry, mail, with_post};
use crate::smtp::{Mood, Smtp};

#[tokio::test]
async fn a_mail_waits_for_a_server_that_is_down_and_then_goes() {
    with_post(async |post| {
        // Bound and not listening: no other process gets the port, and connections are refused.
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let url = format!("smtp://{}", socket.local_addr().unwrap());
        let mailer = Mailer::open(Some(&url), FROM, post.data.path()).unwrap();
        post.enqueue(vec![mail()]).await;
        let begun = post.clock.now_millis();
        for (tries, minutes) in [(1, 1), (2, 2), (3, 4)] {
            assert_eq!(post.drain(&mailer).await, 1);
            assert_eq!(post.rows().await[0].tries, tries);
            let waiting =
                post.db.read(async |tx| count_backlog::<Mailer>(tx, post.clock.now_millis()).await).await.unwrap();
            assert_eq!((waiting.count, waiting.since), (1, Some(begun)), "however often it was tried");
            post.pass(SignedDuration::from_secs(60 * minutes - 1));
            assert_eq!(post.drain(&mailer).await, 0, "not yet due");
            post.pass(SignedDuration::from_secs(1));
        }
        let smtp = Smtp::listen(socket.listen(8).unwrap(), Mood::Takes);
        assert_eq!(post.drain(&mailer).await, 1);
        assert_eq!((post.rows().await.len(), smtp.mails().len()), (0, 1));
        assert_eq!(smtp.mails()[0].header("subject"), mail().content.subject);
    })
    .await;
}

#[tokio::test]
async fn temporary_smtp_failures_are_retried_for_two_days() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Refuses("451 later, asha@example.org")).await;
        let mailer = post.by(&smtp);
        post.enqueue(vec![mail(), mail()]).await;
        let mut tries = 0;
        while post.rows().await.iter().any(|row| !row.failed) {
            tries += post.drain(&mailer).await;
            post.pass(SignedDuration::from_hours(6));
        }
        assert_eq!(tries, 2 * 17);
        smtp.become_one_that(Mood::Takes);
        assert_eq!(post.drain(&mailer).await, 0, "given up");
        post.pass(SignedDuration::from_hours(24));
        assert_eq!(outbox::forget_failed(&post.db, &post.clock).await.unwrap(), 0, "the operator may still look");
        post.pass(SignedDuration::from_hours(30 * 24));
        assert_eq!(outbox::forget_failed(&post.db, &post.clock).await.unwrap(), 2);
        post.enqueue(vec![mail()]).await;
        assert_eq!((post.drain(&mailer).await, smtp.mails().len()), (1, 1));
    })
    .await;
}

#[tokio::test]
async fn a_server_that_says_never_is_not_asked_again_unless_it_is_our_login_that_it_dislikes() {
    with_post(async |post| {
        for (mood, failed) in [
            (Mood::Refuses("550 no such user: asha@example.org"), true),
            (Mood::Refuses("530 sign in first"), false),
            (Mood::SendsAway("421 closing"), false),
        ] {
            let smtp = Smtp::start(mood).await;
            post.enqueue(vec![mail()]).await;
            assert_eq!(post.drain(&post.by(&smtp)).await, 1);
            let rows = post.rows().await;
            assert_eq!((rows[0].failed, rows[0].tries), (failed, 1));
            post.pass(SignedDuration::from_mins(1));
            smtp.become_one_that(Mood::Takes);
            assert_eq!(post.drain(&post.by(&smtp)).await, usize::from(!failed));
            assert_eq!(smtp.mails().len(), usize::from(!failed));
            let forgotten: Result<u64> =
                post.db.write(async |tx| tx.execute("DELETE FROM mail_queue", &[]).await).await;
            assert_eq!(forgotten.unwrap(), u64::from(failed));
        }
    })
    .await;
}

#[tokio::test]
async fn only_an_unknown_recipient_marks_the_address() {
    with_post(async |post| {
        let unreached =
            "SELECT count(*) FROM bounced_addresses WHERE address = 'asha@example.org' AND undeliverable_since IS NOT NULL";
        for (line, marked) in [
            ("550 relay not permitted", 0),
            ("554 5.7.1 relay access denied", 0),
            ("552 5.2.2 mailbox full", 0),
            ("550 5.1.8 sender address rejected", 0),
            ("550 5.1.1 <asha@example.org>: no such user", 1),
        ] {
            let smtp = Smtp::start(Mood::Refuses(line)).await;
            // Ids sort by the millisecond, so the clock has to advance.
            post.pass(SignedDuration::from_millis(1));
            post.enqueue(vec![mail()]).await;
            assert_eq!(post.drain(&post.by(&smtp)).await, 1, "{line}");
            assert_eq!(post.db.read(async |tx| tx.count(unreached, &[]).await).await.unwrap(), marked, "{line}");
        }
        let sql = "SELECT failure FROM mail_queue ORDER BY id DESC LIMIT 1";
        let why: Option<String> = post.db.read(async |tx| tx.first(sql, &[]).await).await.unwrap();
        assert_eq!(why.as_deref(), Some("refused: the server said 550 5.1.1"), "and nothing of whom");
        // From now on no server is asked to take a mail to this address.
        let smtp = Smtp::start(Mood::Takes).await;
        post.enqueue(vec![mail()]).await;
        assert_eq!((post.drain(&post.by(&smtp)).await, smtp.mails().len()), (1, 0));
        post.enqueue(vec![mail().sent_anyway()]).await;
        assert_eq!((post.drain(&post.by(&smtp)).await, smtp.mails().len()), (1, 1));
    })
    .await;
}

#[tokio::test]
async fn after_a_lost_reply_the_mail_is_sent_again_with_the_same_message_id() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::HangsUp).await;
        let mailer = post.by(&smtp);
        post.enqueue(vec![mail()]).await;
        assert_eq!(post.drain(&mailer).await, 1);
        assert_eq!(post.rows().await[0].tries, 1);
        smtp.become_one_that(Mood::Takes);
        post.pass(SignedDuration::from_mins(1));
        assert_eq!(post.drain(&mailer).await, 1);
        let ids = smtp.message_ids();
        assert_eq!((ids.len(), &ids[0]), (2, &ids[1]));
        assert!(post.rows().await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_mail_claimed_by_a_dead_worker_is_sent_by_the_next() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Sulks).await;
        post.enqueue(vec![mail()]).await;
        let (db, clock, mailer) = (post.db.clone(), post.clock.clone(), post.by(&smtp));
        let doomed = tokio::spawn(async move { outbox::step(&db, &mailer, &clock).await });
        smtp.connection().await;
        doomed.abort();
        smtp.become_one_that(Mood::Takes);
        assert_eq!(post.drain(&post.by(&smtp)).await, 0, "still leased");
        post.pass(SignedDuration::from_mins(3));
        assert_eq!((post.drain(&post.by(&smtp)).await, smtp.mails().len()), (1, 1));
    })
    .await;
}

#[tokio::test]
async fn a_mail_that_another_instance_sends_is_left_to_it_although_its_clock_is_ahead() {
    with_post(async |post| {
        let smtp = Smtp::start(Mood::Sulks).await;
        let ahead = Clock::set_to(post.clock.now() + SignedDuration::from_mins(1));
        post.enqueue(vec![mail()]).await;
        let (db, mailer, clock) = (post.db.clone(), post.by(&smtp), ahead.clone());
        let sending = tokio::spawn(async move { outbox::step(&db, &mailer, &clock).await });
        smtp.connection().await;
        assert_eq!(outbox::repair_due_times(&post.db, &post.clock).await.unwrap(), 0);
        assert_eq!(post.drain(&post.by(&smtp)).await, 0, "it is on its way");
        sending.abort();
        ahead.advance(SignedDuration::from_hours(-24));
        assert_eq!(outbox::repair_due_times(&post.db, &ahead).await.unwrap(), 1, "no clock is that far ahead");
    })
    .await;
}

#[tokio::test]
async fn what_a_mail_said_is_gone_once_it_will_never_go() {
    with_post(async |post| {
        post.enqueue(vec![mail().with_event(entry())]).await;
        let smtp = Smtp::start(Mood::Refuses("550 no such user")).await;
        assert_eq!(post.drain(&post.by(&smtp)).await, 1);
        let sql = "SELECT recipient, content, failure FROM mail_queue WHERE failed_at IS NOT NULL";
        let left: Result<Vec<[Option<String>; 3]>> =
            post.db.read(async |tx| tx.query(sql, &[], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?])).await).await;
        let why = Some("refused: the server said 550".to_owned());
        assert_eq!(left.unwrap(), [[Some(mail().to), None, why]]);
    })
    .await;
}

//! Mails: written with what they tell of, sent once, and never lost.

use std::collections::HashSet;

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::db::{Db, Error, Result};
use doccare::platform::lang::Lang;
use doccare::platform::mail::{Entry, Letter, Mail, Mailer, SendError, Standing};
use doccare::platform::outbox;
use jiff::SignedDuration;
use tempfile::TempDir;
use tokio::net::TcpSocket;

use crate::eml::Eml;
use crate::harness::{self, NOW, on_both_engines};
use crate::smtp::{Mood, Smtp};

const FROM: &str = "Doc Care <care@doccare.example>";

/// A database with an outbox and a clock of its own; nothing sends but the test.
struct Post {
    db: Db,
    clock: Clock,
    data: TempDir,
}

impl Post {
    async fn enqueue(&self, mails: Vec<Mail>) {
        let now = self.clock.now();
        let written: Result<()> = self
            .db
            .write(async move |tx| {
                for mail in &mails {
                    outbox::enqueue(tx, mail, now).await?;
                }
                Ok(())
            })
            .await;
        written.unwrap();
    }

    fn by(&self, smtp: &Smtp) -> Mailer {
        Mailer::open(Some(&smtp.url), FROM, self.data.path()).unwrap()
    }

    async fn drain(&self, mailer: &Mailer) -> usize {
        outbox::drain(&self.db, mailer, &self.clock).await.unwrap()
    }

    fn pass(&self, time: SignedDuration) {
        self.clock.advance(time);
    }

    async fn rows(&self) -> Vec<Waiting> {
        waiting(&self.db).await
    }
}

#[derive(Debug)]
struct Waiting {
    id: String,
    tries: i64,
    failed: bool,
}

async fn waiting(db: &Db) -> Vec<Waiting> {
    let rows: Result<Vec<Waiting>> = db
        .read(async |tx| {
            tx.query("SELECT id, tries, failed_at FROM mails ORDER BY id", &[], |row| {
                Ok(Waiting { id: row.get(0)?, tries: row.get(1)?, failed: row.get::<Option<i64>>(2)?.is_some() })
            })
            .await
        })
        .await;
    rows.unwrap()
}

async fn with_post<F: AsyncFn(Post)>(test: F) {
    on_both_engines(async |url| {
        let data = TempDir::new().unwrap();
        let clock = Clock::set_to(NOW.parse().unwrap());
        let app = App::build(harness::config(url, data.path()), clock.clone(), Cost::Low).await.unwrap();
        test(Post { db: app.db.clone(), clock, data }).await;
        app.db.close().await;
    })
    .await;
}

fn letter() -> Letter {
    Letter {
        lang: Lang::Ml,
        title: "ബുക്കിംഗ് സ്ഥിരീകരിച്ചു".into(),
        paragraphs: vec!["നമസ്കാരം ആശ, നിങ്ങളുടെ സന്ദർശനം <ഉറപ്പായി>.".into()],
        facts: vec![("ഡോക്ടർ".into(), "Dr. Meera Nair".into())],
        action: Some(("കാണുക".into(), "https://care.example/user/bookings".into())),
        links: Vec::new(),
        footer: "നിങ്ങൾ ബുക്ക് ചെയ്തതിനാലാണ് ഈ മെയിൽ.".into(),
    }
}

fn mail() -> Mail {
    letter().into_mail("asha@example.org", "ബുക്കിംഗ്: ഡോ. മീര നായർ, നവംബർ 16, രാവിലെ 10:15")
}

fn about(subject: &str) -> Mail {
    letter().into_mail(mail().to, subject)
}

fn entry() -> Entry {
    let start = NOW.parse().unwrap();
    Entry {
        uid: "0190".into(),
        sequence: 0,
        standing: Standing::Tentative,
        start,
        end: start + SignedDuration::from_mins(15),
        summary: "ഡോക്ടർ".into(),
        location: "Kochi".into(),
        organizer: "care@doccare.example".into(),
        attendee: "asha@example.org".into(),
        written: start,
    }
}

#[tokio::test]
async fn a_unit_that_fails_sends_no_mail() {
    with_post(async |post| {
        let now = post.clock.now();
        let undone: Result<()> = post
            .db
            .write(async move |tx| {
                outbox::enqueue(tx, &mail(), now).await?;
                Err(Error::Conflict("told".into()))
            })
            .await;
        assert!(undone.is_err());
        let mailer = Mailer::open(None, FROM, post.data.path()).unwrap();
        assert_eq!((post.drain(&mailer).await, post.rows().await.len()), (0, 0));
        assert!(Eml::all_in(post.data.path()).is_empty());
    })
    .await;
}

#[tokio::test]
async fn without_a_mail_server_mails_are_files_in_words_that_survive() {
    with_post(async |post| {
        let mailer = Mailer::open(None, FROM, post.data.path()).unwrap();
        post.enqueue(vec![mail(), mail().with_entry(entry())]).await;
        let ids: HashSet<String> =
            post.rows().await.iter().map(|row| format!("<{}@doccare.example>", row.id)).collect();
        assert_eq!(post.drain(&mailer).await, 2);
        assert!(post.rows().await.is_empty(), "nothing personal lingers");

        let files = Eml::all_in(post.data.path());
        assert_eq!(files.iter().map(|file| file.header("message-id").to_owned()).collect::<HashSet<_>>(), ids);
        let finished = mail().content.body.finish();
        for file in &files {
            assert_eq!(file.header("subject"), mail().content.subject);
            assert_eq!(file.header("from"), "\"Doc Care\" <care@doccare.example>");
            assert_eq!(file.header("to"), "asha@example.org");
            assert_eq!(file.header("date"), "Sun, 15 Nov 2026 03:30:00 +0000");
            assert_eq!(file.header("auto-submitted"), "auto-generated");
            assert_eq!(file.text("text/plain").unwrap(), finished.text.trim_end());
            assert_eq!(file.text("text/html").unwrap(), finished.html.trim_end());
        }
        let (with, without): (Vec<_>, Vec<_>) =
            files.iter().partition(|file| file.header("content-type").starts_with("multipart/mixed"));
        let kinds = |file: &Eml| -> Vec<String> {
            file.parts().iter().map(|part| part.header("content-type").replace("; ", ";")).collect()
        };
        assert_eq!(kinds(without[0]), ["text/plain;charset=utf-8", "text/html;charset=utf-8"]);
        assert_eq!(kinds(with[0])[2..], ["text/calendar;charset=utf-8;method=REQUEST", "application/ics"]);
        for kind in ["text/calendar", "application/ics"] {
            assert_eq!(with[0].text(kind).unwrap(), entry().to_ics().replace("\r\n", "\n").trim_end());
        }
        let attached = with[0].parts().pop().unwrap();
        assert_eq!(attached.header("content-disposition"), "attachment; filename=\"visit.ics\"");
    })
    .await;
}

#[tokio::test]
async fn nothing_that_a_person_types_becomes_a_header_or_a_recipient() {
    let data = TempDir::new().unwrap();
    let mailer = Mailer::open(None, FROM, data.path()).unwrap();
    let now = NOW.parse().unwrap();
    let subject = "Visit\r\nBcc: thief@example.org\r\n\r\n<b>body</b>\u{0}";
    let sent = mailer.send("one", &about(subject), now).await;
    assert_eq!(sent, Ok(()));
    let [file] = &Eml::all_in(data.path())[..] else { panic!("one mail") };
    assert_eq!(file.header("bcc"), "");
    assert_eq!(
        file.header("subject").split_whitespace().collect::<Vec<_>>().join(" "),
        "Visit Bcc: thief@example.org <b>body</b>"
    );
    for to in ["", "asha", "a@b.in, c@d.in", "Asha <a@b.in>", "a@b.in\r\nBcc: c@d.in", "a@b.in>\r\nDATA", "a b@c.in"] {
        let refused = mailer.send("two", &Mail { to: to.into(), ..mail() }, now).await;
        assert!(matches!(refused, Err(SendError::Permanent(_))), "{to:?}: {refused:?}");
    }
    assert_eq!(Eml::all_in(data.path()).len(), 1);
}

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

#[tokio::test]
async fn a_mail_waits_for_a_server_that_is_down_and_then_goes() {
    with_post(async |post| {
        // Bound and not listening: nobody else gets the port, and connections are refused.
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let url = format!("smtp://{}", socket.local_addr().unwrap());
        let mailer = Mailer::open(Some(&url), FROM, post.data.path()).unwrap();
        post.enqueue(vec![mail()]).await;
        for (tries, minutes) in [(1, 1), (2, 2), (3, 4)] {
            assert_eq!(post.drain(&mailer).await, 1);
            assert_eq!(post.rows().await[0].tries, tries);
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
async fn a_server_that_says_later_is_asked_again_for_two_days() {
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
            let forgotten: Result<u64> = post.db.write(async |tx| tx.execute("DELETE FROM mails", &[]).await).await;
            assert_eq!(forgotten.unwrap(), u64::from(failed));
        }
    })
    .await;
}

#[tokio::test]
async fn an_answer_that_is_lost_means_the_same_mail_again_under_the_same_name() {
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
async fn a_mail_of_a_worker_that_died_is_taken_up_by_the_next() {
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
        assert_eq!(outbox::take_back_times(&post.db, &post.clock).await.unwrap(), 0);
        assert_eq!(post.drain(&post.by(&smtp)).await, 0, "it is on its way");
        sending.abort();
        ahead.advance(SignedDuration::from_hours(-24));
        assert_eq!(outbox::take_back_times(&post.db, &ahead).await.unwrap(), 1, "no clock is that far ahead");
    })
    .await;
}

#[tokio::test]
async fn what_a_mail_said_is_gone_once_it_will_never_go() {
    with_post(async |post| {
        post.enqueue(vec![mail().with_entry(entry())]).await;
        let smtp = Smtp::start(Mood::Refuses("550 no such user")).await;
        assert_eq!(post.drain(&post.by(&smtp)).await, 1);
        let sql = "SELECT recipient, content, failure FROM mails WHERE failed_at IS NOT NULL";
        let left: Result<Vec<[Option<String>; 3]>> =
            post.db.read(async |tx| tx.query(sql, &[], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?])).await).await;
        let why = Some("refused: the server said 550".to_owned());
        assert_eq!(left.unwrap(), [[Some(mail().to), None, why]]);
    })
    .await;
}

#[tokio::test]
async fn finished_mails_of_an_older_program_go_under_the_names_that_they_had() {
    with_post(async |post| {
        let old: Result<u64> = post
            .db
            .write(async |tx| {
                tx.execute(
                    "INSERT INTO outbox (id, recipient, subject, body_text, body_html, calendar, calendar_method,
                                         created_at, due_at, tries, leased_until)
                     VALUES ('1', 'asha@example.org', 'Visit', 'words', '<p>words</p>', 'BEGIN', 'CANCEL', 0, 0, 2, 0),
                            ('2', 'asha@example.org', 'Plain', 'more', '<p>more</p>', NULL, NULL, 0, 0, 0, 0),
                            ('3', 'asha@example.org', 'Sent by it', 'x', 'x', NULL, NULL, 0, 0, 0, 9000000000000)",
                    &[],
                )
                .await
            })
            .await;
        assert_eq!(old.unwrap(), 3);
        assert_eq!(outbox::take_over(&post.db, &post.clock).await.unwrap(), 2);
        assert_eq!(outbox::take_over(&post.db, &post.clock).await.unwrap(), 0, "the third is in its hands");
        assert_eq!(post.rows().await.iter().map(|row| row.tries).collect::<Vec<_>>(), [2, 0]);

        let mailer = Mailer::open(None, FROM, post.data.path()).unwrap();
        assert_eq!(post.drain(&mailer).await, 2);
        let mut files = Eml::all_in(post.data.path());
        files.sort_by_key(|file| file.header("message-id").to_owned());
        assert_eq!(files[0].header("message-id"), "<1@doccare.example>");
        assert_eq!((files[0].header("subject"), files[0].text("text/calendar").as_deref()), ("Visit", Some("BEGIN")));
        assert_eq!(files[0].text("text/plain").as_deref(), Some("words"));
        assert_eq!(files[1].text("text/html").as_deref(), Some("<p>more</p>"));
    })
    .await;
}

//! Mails: written in the transaction of their event, sent once, and never lost.

mod failing;
mod order;
mod writing;

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::db::{Db, Result};
use doccare::platform::lang::Lang;
use doccare::platform::mail::{CalendarEvent, EventStatus, Letter, Mail, Mailer};
use doccare::platform::outbox;
use jiff::SignedDuration;
use tempfile::TempDir;

use crate::harness::{self, NOW, on_both_engines};
use crate::smtp::Smtp;

const FROM: &str = "Doc Care <care@doccare.example>";

/// A database with an outbox and a test clock; only the test sends.
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
            tx.query("SELECT id, tries, failed_at FROM mail_queue ORDER BY id", &[], |row| {
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
        title: "ബുക്കിങ് സ്ഥിരീകരിച്ചു".into(),
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

fn entry() -> CalendarEvent {
    let start = NOW.parse().unwrap();
    CalendarEvent {
        uid: "0190".into(),
        sequence: 0,
        status: EventStatus::Tentative,
        start,
        end: start + SignedDuration::from_mins(15),
        summary: "ഡോക്ടർ".into(),
        location: "Kochi".into(),
        organizer: "care@doccare.example".into(),
        attendee: "asha@example.org".into(),
        written: start,
    }
}

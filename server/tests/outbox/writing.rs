//! Mails: written in the transaction of their event, as files without a mail server, and without user input in their headers.

use std::collections::HashSet;

use doccare::platform::db::{Error, Result};
use doccare::platform::mail::{Mail, Mailer, SendError};
use doccare::platform::outbox;
use tempfile::TempDir;

use super::{FROM, about, entry, mail, with_post};
use crate::eml::Eml;
use crate::harness::NOW;

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
        post.enqueue(vec![mail(), mail().with_event(entry())]).await;
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

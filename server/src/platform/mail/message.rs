//! The MIME message: text, HTML and, for a visit, its calendar event.

use std::time::SystemTime;

use jiff::Timestamp;
use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart, SinglePart};

use super::{Finished, Mail, SendError};

/// The same mark gives the same Message-ID, so that a mail sent twice is recognised.
pub(super) fn build(from: &Mailbox, mark: &str, mail: &Mail, now: Timestamp) -> Result<Message, SendError> {
    // A bare address: user text cannot add a recipient or a header.
    let to: Address = mail.to.parse().map_err(|_| SendError::Permanent("not an address".into()))?;
    let subject: String = mail.content.subject.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let message = Message::builder()
        .from(from.clone())
        .to(to.into())
        .subject(subject)
        .date(SystemTime::from(now))
        .message_id(Some(format!("<{mark}@{}>", from.email.domain())))
        .raw_header(header("Auto-Submitted", "auto-generated".into()));
    let message = match &mail.content.stop {
        None => message,
        Some(url) => message
            .raw_header(header("List-Unsubscribe", format!("<{url}>")))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into())),
    };
    let Finished { text, html, calendar } = mail.content.body.finish();
    let words = MultiPart::alternative().singlepart(SinglePart::plain(text)).singlepart(SinglePart::html(html));
    let body = match calendar {
        None => words,
        Some((method, ics)) => with_calendar(words, &method, ics),
    };
    message.multipart(body).map_err(|error| SendError::Permanent(error.to_string()))
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// Both as an alternative and as an attachment, because mail programs differ.
fn with_calendar(words: MultiPart, method: &str, ics: String) -> MultiPart {
    let kind = |text: &str| ContentType::parse(text).expect("a content type of ours");
    let inside = kind(&format!("text/calendar; charset=utf-8; method={method}"));
    let words = words.singlepart(SinglePart::builder().header(inside).body(ics.clone()));
    let attached = Attachment::new("visit.ics".into()).body(ics, kind("application/ics"));
    MultiPart::mixed().multipart(words).singlepart(attached)
}

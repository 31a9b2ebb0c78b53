//! The mail with the answer to a visitor.

use super::ContactMessage;
use super::model::MessageBody;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};

pub fn answer(message: &ContactMessage, body: &MessageBody) -> Mail {
    let (title, written, footer) = match message.lang {
        En => (
            "Our answer to your message",
            "You wrote:",
            "You receive this email because someone wrote to Doc Care with this address.",
        ),
        Ml => (
            "നിങ്ങളുടെ സന്ദേശത്തിനുള്ള മറുപടി",
            "നിങ്ങൾ എഴുതിയത്:",
            "ഈ വിലാസം ഉപയോഗിച്ച് Doc Care-ലേക്ക് എഴുതിയതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).map(String::from).collect::<Vec<_>>();
    let quoted = lines(&message.body).into_iter().map(|line| format!("> {line}"));
    let paragraphs = lines(body.as_str()).into_iter().chain([written.to_owned()]).chain(quoted).collect();
    let letter = Letter {
        lang: message.lang,
        title: title.into(),
        paragraphs,
        facts: Vec::new(),
        action: None,
        links: Vec::new(),
        footer: footer.into(),
    };
    letter.into_mail(message.email.clone(), title)
}

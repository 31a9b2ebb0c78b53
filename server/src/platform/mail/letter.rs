//! The content of a mail, rendered as HTML and as plain text.

use std::fmt::Write;

use askama::Template;
use serde::{Deserialize, Serialize};

use super::{Body, Mail, MailContent};
use crate::platform::lang::Lang;

/// Features build these in their `mails.rs`. Every value is plain text; the template escapes it.
#[derive(Debug, Clone, PartialEq, Eq, Template, Serialize, Deserialize)]
#[template(path = "mail.html", config = "askama.toml", whitespace = "suppress")]
pub struct Letter {
    pub lang: Lang,
    pub title: String,
    pub paragraphs: Vec<String>,
    /// Label and value: doctor, day, time.
    pub facts: Vec<(String, String)>,
    /// Label and address of the one button. An address that begins with `/` is a page of this site; the mailer completes it.
    pub action: Option<(String, String)>,
    /// Labels and addresses of further links.
    #[serde(default)]
    pub links: Vec<(String, String)>,
    /// Why this person receives this mail.
    pub footer: String,
}

impl Letter {
    pub fn into_mail(self, to: impl Into<String>, subject: impl Into<String>) -> Mail {
        let (subject, body) = (subject.into(), Body::Letter(self, None));
        let content = MailContent { subject, body, stop: None, until: None, anyway: false };
        Mail { to: to.into(), content, about: None }
    }

    pub(super) fn complete_addresses(&mut self, site: &str) {
        for (_, address) in self.action.iter_mut().chain(&mut self.links) {
            if address.starts_with('/') {
                address.insert_str(0, site);
            }
        }
    }

    pub(super) fn html(&self) -> String {
        self.render().expect("texts and links render")
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{}\n\n", self.title);
        for paragraph in &self.paragraphs {
            let _ = write!(text, "{paragraph}\n\n");
        }
        for (label, value) in &self.facts {
            let _ = writeln!(text, "{label}: {value}");
        }
        if !self.facts.is_empty() {
            text.push('\n');
        }
        if let Some((label, url)) = &self.action {
            let _ = write!(text, "{label}:\n{url}\n\n");
        }
        for (label, url) in &self.links {
            let _ = write!(text, "{label}:\n{url}\n\n");
        }
        // The signature separator of mail programs.
        let _ = write!(text, "-- \nDoc Care\n{}\n", self.footer);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter() -> Letter {
        Letter {
            lang: Lang::Ml,
            title: "ബുക്കിങ് സ്ഥിരീകരിച്ചു".into(),
            paragraphs: vec!["Hello <b>Asha</b> & co.".into()],
            facts: vec![("Doctor".into(), "\"Dr\" <script>".into())],
            action: Some(("See it".into(), "https://care.example/?a=1&b=\"2\"".into())),
            links: vec![("Directions".into(), "https://maps.example/?q=\"x\"".into())],
            footer: "You receive this email because you booked.".into(),
        }
    }

    #[test]
    fn nothing_that_a_person_typed_is_html() {
        let html = letter().html();
        assert!(html.contains("lang=\"ml\"") && html.contains("ബുക്കിങ്"), "{html}");
        assert!(
            !html.contains("<b>") && !html.contains("<script") && !html.contains("b=\"2") && !html.contains("q=\"x"),
            "{html}"
        );
        assert!(html.contains("Hello &#60;b&#62;Asha"), "{html}");
    }

    #[test]
    fn plain_text_and_html_have_the_same_content() {
        let text = letter().text();
        let expected = "ബുക്കിങ് സ്ഥിരീകരിച്ചു\n\nHello <b>Asha</b> & co.\n\nDoctor: \"Dr\" <script>\n\n\
            See it:\nhttps://care.example/?a=1&b=\"2\"\n\nDirections:\nhttps://maps.example/?q=\"x\"\n\n-- \nDoc Care\nYou receive this email because you booked.\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn missing_parts_leave_no_empty_box() {
        let html = Letter { facts: Vec::new(), action: None, links: Vec::new(), ..letter() }.html();
        assert!(!html.contains("<dl") && !html.contains("<a "), "{html}");
    }
}

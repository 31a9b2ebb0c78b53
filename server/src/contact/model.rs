//! Contact messages and their status. Pure.

use serde::Serialize;

use super::texts;
use crate::identity::Email;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::db::FromColumn;
use crate::platform::lang::{Lang, Text};

/// The text of a message, with its line breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageBody(String);

impl MessageBody {
    const MAX_LENGTH: usize = 4000;

    pub fn parse(text: &str) -> Result<Self, Text> {
        let text = text.replace("\r\n", "\n").trim().to_owned();
        match text.chars().count() {
            0 => Err(texts::TEXT_MISSING),
            n if n > Self::MAX_LENGTH => Err(texts::TEXT_LONG),
            _ if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') => Err(texts::TEXT_MISSING),
            _ => Ok(Self(text)),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

pub struct NewMessage {
    pub name: PersonName,
    pub email: Email,
    pub phone: Option<Mobile>,
    pub body: MessageBody,
    /// The language of the answer.
    pub lang: Lang,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageStatus {
    Open,
    Answered,
    Closed,
}

impl MessageStatus {
    pub const ALL: [Self; 3] = [Self::Open, Self::Answered, Self::Closed];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Answered => "answered",
            Self::Closed => "closed",
        }
    }
}

impl FromColumn for MessageStatus {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_bodies_keep_line_breaks_and_have_a_maximum_length() {
        assert_eq!(
            MessageBody::parse(" Hello\r\n\r\nthere ").map(|body| body.0).ok().as_deref(),
            Some("Hello\n\nthere")
        );
        for bad in ["", " \n ", "bell\u{7}", &"x".repeat(4001)] {
            assert!(MessageBody::parse(bad).is_err());
        }
    }
}

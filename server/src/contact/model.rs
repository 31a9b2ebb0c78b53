//! What a visitor writes, and what becomes of it. Pure.

use serde::Serialize;

use super::texts;
use crate::identity::Email;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::lang::{Lang, Text};
use crate::platform::stored::FromStored;

/// What somebody writes: lines are kept, because people write in paragraphs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words(String);

impl Words {
    const LONGEST: usize = 4000;

    pub fn parse(text: &str) -> Result<Self, Text> {
        let text = text.replace("\r\n", "\n").trim().to_owned();
        match text.chars().count() {
            0 => Err(texts::TEXT_MISSING),
            n if n > Self::LONGEST => Err(texts::TEXT_LONG),
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
    pub words: Words,
    /// In which they are answered.
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

impl FromStored for MessageStatus {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_lines_and_end_somewhere() {
        assert_eq!(Words::parse(" Hello\r\n\r\nthere ").map(|words| words.0).ok().as_deref(), Some("Hello\n\nthere"));
        for bad in ["", " \n ", "bell\u{7}", &"x".repeat(4001)] {
            assert!(Words::parse(bad).is_err());
        }
    }
}

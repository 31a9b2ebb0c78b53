//! What patients say about a visit when they book it: why they come, and whether for the first time. Patients, doctors and desks see it; it
//! must not appear in mails, messages, logs or the audit log.

use crate::appointments::texts;
use crate::platform::db::FromColumn;
use crate::platform::input::one_line;
use crate::platform::lang::Text;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VisitNote {
    pub reason: Option<VisitReason>,
    pub visit_type: Option<VisitType>,
}

/// Why the patient comes: a short line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisitReason(String);

impl VisitReason {
    pub const MAX_LENGTH: usize = 100;

    /// `None` for a text without visible characters.
    pub fn parse(text: &str) -> Result<Option<Self>, Text> {
        let line = one_line(text);
        match line.chars().count() {
            0 => Ok(None),
            n if n > Self::MAX_LENGTH => Err(texts::VISIT_REASON_LONG),
            _ if line.chars().any(char::is_control) => Err(texts::VISIT_REASON_WRONG),
            _ => Ok(Some(Self(line))),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromColumn for VisitReason {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Some(Self(text))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VisitType {
    /// The patient has not been to this doctor before.
    First,
    /// The patient comes again.
    Review,
}

impl VisitType {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Review => "review",
        }
    }

    pub fn parse(text: &str) -> Result<Self, Text> {
        Self::from_column(text.trim().to_owned()).ok_or(texts::VISIT_TYPE_WRONG)
    }
}

impl FromColumn for VisitType {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        [Self::First, Self::Review].into_iter().find(|known| known.as_str() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_line_of_at_most_a_hundred_characters() {
        let read = |text: &str| VisitReason::parse(text).map(|reason| reason.map(|VisitReason(line)| line));
        assert_eq!(read("  Cough\n for two weeks "), Ok(Some("Cough for two weeks".into())));
        assert_eq!(read(" \u{200b} "), Ok(None));
        assert_eq!(read(&"അ".repeat(100)), Ok(Some("അ".repeat(100))));
        assert_eq!(read(&"a".repeat(101)), Err(texts::VISIT_REASON_LONG));
        assert_eq!(read("a\u{7}b"), Err(texts::VISIT_REASON_WRONG));
    }

    #[test]
    fn a_visit_is_a_first_one_or_a_review() {
        for (text, visit_type) in [
            ("first", Ok(VisitType::First)),
            (" review ", Ok(VisitType::Review)),
            ("second", Err(texts::VISIT_TYPE_WRONG)),
        ] {
            assert_eq!(VisitType::parse(text), visit_type, "{text}");
        }
    }
}

//! The doctor's choice. What follows from it for a booking is in `booking/answering`.

use crate::platform::stored::FromStored;

/// As many as nobody sees in a day.
pub const MOST_AT_ONCE: i64 = 96;

/// Who answers a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnsweredBy {
    /// The doctor answers each.
    Each,
    /// The program approves patients whom the doctor has seen.
    Known,
    /// The program approves everybody, up to a number of visits a day.
    All,
}

impl AnsweredBy {
    const EVERY: [Self; 3] = [Self::Each, Self::Known, Self::All];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Each => "each",
            Self::Known => "known",
            Self::All => "all",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::EVERY.into_iter().find(|choice| choice.as_str() == text.trim())
    }
}

impl FromStored for AnsweredBy {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answering {
    pub by: AnsweredBy,
    /// With [`AnsweredBy::All`]: once a day has so many approved visits, the doctor answers again.
    pub at_once_a_day: i64,
    /// Whether a mail says in the evening and in the morning what waits.
    pub digests: bool,
}

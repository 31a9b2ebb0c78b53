//! How a doctor's booking requests are approved: each by the doctor, or some of them automatically. `appointments` applies it.

use crate::platform::db::FromColumn;

/// More than a day's slots.
pub const MAX_AUTO_APPROVALS_PER_DAY: i64 = 96;

/// How requests are approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApprovalMode {
    Each,
    /// Patients whom the doctor has seen before are approved automatically.
    Known,
    /// All patients are approved automatically, up to a number of visits a day.
    All,
}

impl ApprovalMode {
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

impl FromColumn for ApprovalMode {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalPolicy {
    pub by: ApprovalMode,
    /// With [`ApprovalMode::All`]: once a session has so many approved visits, whoever approved them, the doctor decides again.
    pub at_once_a_day: i64,
    /// Whether a digest is mailed in the evening and in the morning.
    pub digests: bool,
}

//! The kinds of reminders, and the visits that each is due for.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The evening before.
    Evening,
    /// The evening before, in place of both reminders of a visit that begins so early that two hours before it is night.
    Early,
    /// Two hours before.
    Soon,
}

impl Kind {
    /// The `reminder_stage` of a visit after this reminder (`migrations/0004_appointments.sql`).
    pub fn number(self) -> i64 {
        match self {
            Self::Evening => 1,
            Self::Early | Self::Soon => 2,
        }
    }
}

/// A reminder that is due now for visits that begin from the first instant up to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    pub kind: Kind,
    pub from: i64,
    pub to: i64,
}

//! Which reminder, and of which visits.

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
    /// How far a visit was reminded of once this was told (`migrations/0004_appointments.sql`).
    pub fn number(self) -> i64 {
        match self {
            Self::Evening => 1,
            Self::Early | Self::Soon => 2,
        }
    }
}

/// Of which visits to remind now: those that begin from the first instant up to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    pub kind: Kind,
    pub from: i64,
    pub to: i64,
}

//! What a doctor sees of changes that others made at the desk, and how much is waiting there.

use crate::directory::desk::DeskPermission;

/// The numbers of a day, within the caller's scope.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Patients of today, with a slot or without.
    pub today: i64,
    /// Of them those who wait in the clinic.
    pub arrived: i64,
    /// Requests that wait for an answer.
    pub pending: i64,
}

/// A doctor for whom desk staff act, with how much there is to do.
pub struct Served {
    pub right: DeskPermission,
    pub counts: Counts,
}

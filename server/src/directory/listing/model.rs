//! Where workers are listed, and what the administrator has said of one.

use crate::identity::Role;

/// Where a worker is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    Doctors,
    /// Hospitals and pharmacies.
    Facilities,
}

impl Listing {
    /// Where workers of a role are listed.
    pub fn of(role: Role) -> Self {
        if role == Role::Doctor { Self::Doctors } else { Self::Facilities }
    }
}

/// A doctor, hospital or pharmacy, as far as deciding about one needs it.
#[derive(Debug, Clone)]
pub struct Worker {
    pub role: Role,
    pub name: String,
}

/// What an administrator knows of a worker beyond the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Approval {
    /// `None` while the application waits.
    pub approved_at: Option<i64>,
    pub suspended: bool,
}

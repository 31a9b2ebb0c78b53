//! What a user tells about somebody whom they book for.

use jiff::Timestamp;

use crate::identity::person::{Mobile, PersonName};

/// One user may save this many.
pub const MAX_PEOPLE_PER_USER: usize = 20;

/// What is told of a person. Doctors see the name and the number in the booking; nothing else is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    pub name: PersonName,
    pub phone: Mobile,
    /// When the user confirmed to be the guardian, if the person is under 18.
    pub guardian_at: Option<Timestamp>,
}

//! Desk permissions: the doctors whom desk staff act for, and what they see. Pure.

use crate::directory::workplaces::Workplace;

/// The part of a doctor's days that is visible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeskScope {
    Everything,
    /// Only what happens at this hospital.
    Hospital(String),
}

impl DeskScope {
    /// The hospital that the scope is limited to, for SQL; none without a limit.
    pub fn limit(&self) -> Option<&str> {
        match self {
            Self::Everything => None,
            Self::Hospital(id) => Some(id),
        }
    }

    /// Whether something at a hospital, or at the doctor's own clinic, is visible.
    pub fn shows(&self, hospital_id: Option<&str>) -> bool {
        match self {
            Self::Everything => true,
            Self::Hospital(id) => hospital_id == Some(id),
        }
    }
}

#[derive(Debug, Clone)]
pub struct DeskPermission {
    pub doctor_id: String,
    pub full_name: String,
    pub name_ml: Option<String>,
    pub specialization: String,
    /// The id of a photo in the store.
    pub image: Option<String>,
    /// The hospital that employs them; none for an assistant of the doctor.
    pub hospital: Option<Workplace>,
}

impl DeskPermission {
    pub fn sight(&self) -> DeskScope {
        self.hospital.as_ref().map_or(DeskScope::Everything, |place| DeskScope::Hospital(place.id.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hospitals_desk_sees_its_own_place_alone() {
        let (all, one) = (DeskScope::Everything, DeskScope::Hospital("h".into()));
        for (place, seen) in [(None, false), (Some("h"), true), (Some("other"), false)] {
            assert_eq!((all.shows(place), one.shows(place)), (true, seen), "{place:?}");
        }
    }
}

//! For whom somebody at a desk acts, and how much of it they see.

use crate::directory::places::Place;

/// What of a doctor's days somebody sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    Everything,
    /// What happens at this hospital, and nothing else.
    Hospital(String),
}

impl Sight {
    /// The hospital at which the sight ends, as SQL is asked for it; none where it has no end.
    pub fn limit(&self) -> Option<&str> {
        match self {
            Self::Everything => None,
            Self::Hospital(id) => Some(id),
        }
    }

    /// Whether something at a hospital, or at the doctor's own clinic, is seen.
    pub fn shows(&self, hospital_id: Option<&str>) -> bool {
        match self {
            Self::Everything => true,
            Self::Hospital(id) => hospital_id == Some(id),
        }
    }
}

/// That somebody may act in a doctor's place.
#[derive(Debug, Clone)]
pub struct Right {
    pub doctor_id: String,
    pub full_name: String,
    /// In Malayalam, if the doctor told it.
    pub name_ml: Option<String>,
    pub specialization: String,
    /// The id of a photo in the store.
    pub image: Option<String>,
    /// The hospital that employs them; none for an assistant of the doctor's.
    pub hospital: Option<Place>,
}

impl Right {
    pub fn sight(&self) -> Sight {
        self.hospital.as_ref().map_or(Sight::Everything, |place| Sight::Hospital(place.id.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hospitals_desk_sees_its_own_place_alone() {
        let (all, one) = (Sight::Everything, Sight::Hospital("h".into()));
        for (place, seen) in [(None, false), (Some("h"), true), (Some("other"), false)] {
            assert_eq!((all.shows(place), one.shows(place)), (true, seen), "{place:?}");
        }
    }
}

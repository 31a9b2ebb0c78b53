//! A doctor, and what they are looked for by.

use jiff::civil::Date;

use crate::directory::answering::Answering;
use crate::directory::schedule::Schedule;
use crate::identity::Email;
use crate::identity::person::{Gender, Mobile, PersonName};
use crate::platform::search;
use crate::reference::{places, specialities};

/// A doctor as a patient may see them.
#[derive(Debug, Clone)]
pub struct Doctor {
    pub id: String,
    pub doctor_id: String,
    pub full_name: String,
    pub gender: Gender,
    pub specialization: String,
    pub experience: i64,
    pub fee: i64,
    pub address: String,
    pub state: String,
    pub district: String,
    pub pincode: String,
    /// The id of a photo in the store.
    pub image: Option<String>,
    pub schedule: Schedule,
    pub answering: Answering,
    /// The hospital that the doctor names.
    pub hospital: Option<NamedHospital>,
    /// Whether somebody may be waiting for a slot (`booking/waitlist`).
    pub waited: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedHospital {
    pub id: String,
    pub name: String,
    /// Whether the hospital has said that this is true.
    pub confirmed: bool,
    /// Whether the hospital is one that everybody may see: not while it is suspended.
    pub listed: bool,
}

impl NamedHospital {
    /// Whether patients see it beside the doctor.
    pub fn is_shown(&self) -> bool {
        self.confirmed && self.listed
    }
}

impl Doctor {
    /// `Dr. Asha Nair (ENT)`
    pub fn title(&self) -> String {
        format!("Dr. {} ({})", self.full_name, self.specialization)
    }

    pub fn full_address(&self) -> String {
        format!("{}, {}, {} {}", self.address, self.district, self.state, self.pincode)
    }
}

/// A doctor as they see themselves, and as the administrator does.
#[derive(Debug, Clone)]
pub struct Profile {
    pub doctor: Doctor,
    pub dob: Date,
    pub email: Email,
    pub phone: Mobile,
    pub applied_at: i64,
}

/// What a doctor's registration brings.
#[derive(Debug, Clone)]
pub struct NewDoctor {
    pub doctor_id: String,
    pub full_name: PersonName,
    pub gender: Gender,
    pub dob: Date,
    pub specialization: &'static str,
    pub experience: i64,
    pub fee: i64,
    pub address: String,
    pub state: &'static str,
    pub district: &'static str,
    pub pincode: String,
    pub image: Option<String>,
    pub schedule: Schedule,
}

/// What a patient looks for. A filter that names nothing we know finds nobody.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DoctorFilter {
    /// One of these; any when there are none.
    pub districts: Vec<String>,
    pub specialization: Option<String>,
    /// Beginnings of words of the name; all must fit.
    pub words: Vec<search::Range>,
    pub gender: Option<Gender>,
    pub max_fee: Option<i64>,
}

impl DoctorFilter {
    /// Any spelling that we know of a place or speciality will do, and of a place its beginning.
    pub fn parse(district: Option<String>, specialization: Option<String>, name: Option<String>) -> Self {
        Self {
            districts: districts_begun(district),
            specialization: specialization
                .map(|text| specialities::find(&text).map_or(text, |found| found.title.clone())),
            words: search::beginnings(&name.unwrap_or_default()),
            gender: None,
            max_fee: None,
        }
    }
}

/// The districts that a filter means, none when it means all. One that we do not know is nobody's.
pub fn districts_begun(text: Option<String>) -> Vec<String> {
    let Some(text) = text else { return Vec::new() };
    let known = places::districts_begun(&text);
    if known.is_empty() { vec![text] } else { known.into_iter().map(String::from).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_knows_the_spellings_that_people_type() {
        let filter =
            DoctorFilter::parse(Some("calicut".into()), Some("ophthalmology".into()), Some("Dr. Asha N".into()));
        let districts = |text: &str| DoctorFilter::parse(Some(text.into()), None, None).districts;
        assert_eq!(filter.districts, ["Kozhikode"]);
        assert_eq!(filter.specialization.as_deref(), Some("Opthalmology"));
        assert_eq!(filter.words.iter().map(|word| word.from.as_str()).collect::<Vec<_>>(), ["asha", "n"]);
        assert_eq!(districts("കോഴിക്കോട്"), ["Kozhikode"]);
        assert_eq!(districts("kas"), ["Kasaragod", "Kasganj", "Varanasi"]);
        assert_eq!(DoctorFilter::parse(None, None, None), DoctorFilter::default());
        assert_eq!(districts("Atlantis"), ["Atlantis"]);
    }
}

//! A hospital or a pharmacy.

use jiff::Timestamp;

pub use crate::directory::model::Category;
use crate::directory::profile_changes::{ChangedFields, ProfileChangeRequest};
use crate::directory::schedule::{DayTime, DaysOff};
use crate::identity::Email;
use crate::identity::person::{Mobile, PersonName};

/// A row of `facilities` with its account's address and number.
#[derive(Debug, Clone)]
pub struct Facility {
    pub id: String,
    pub category: Category,
    pub license_number: String,
    pub name: PersonName,
    /// In Malayalam, if given; so is the address.
    pub name_ml: Option<String>,
    pub email: Email,
    pub phone: Mobile,
    pub address: String,
    pub address_ml: Option<String>,
    pub city: String,
    pub state: String,
    pub district: String,
    pub pincode: String,
    /// The id of a photo in the store.
    pub image: Option<String>,
    /// Opening hours; `None` if unknown. A closing before the opening is on the next day, and midnight to midnight is 24 hours.
    pub hours: Option<(DayTime, DayTime)>,
    pub days_off: DaysOff,
    pub applied_at: i64,
    /// Whether the owner confirmed the address by a mailed link.
    pub is_email_confirmed: bool,
}

/// The profile of a hospital or pharmacy as its owner sees it, with a pending change.
#[derive(Debug, Clone)]
pub struct OwnFacility {
    pub facility: Facility,
    pub waiting: Option<ProfileChangeRequest>,
}

impl OwnFacility {
    /// Requests another name, licence number or district ([`ProfileChangeRequest::merge`]).
    pub fn ask_for(&mut self, asked: ChangedFields, now: Timestamp) {
        let facility = &self.facility;
        let current = ChangedFields {
            name: Some(facility.name.clone()),
            name_ml: facility.name_ml.clone(),
            license_number: Some(facility.license_number.clone()),
            location: Some((facility.state.clone(), facility.district.clone())),
        };
        self.waiting = ProfileChangeRequest::merge(self.waiting.take(), &current, asked, now);
    }
}

#[derive(Debug, Clone, Copy)]
pub enum EmploymentDecision {
    Confirmed,
    Denied,
}

/// Data of a new hospital or pharmacy.
#[derive(Debug, Clone)]
pub struct NewFacility {
    pub category: Category,
    pub license_number: String,
    pub name: PersonName,
    pub address: String,
    pub city: String,
    pub state: &'static str,
    pub district: &'static str,
    pub pincode: String,
    pub image: Option<String>,
    pub hours: Option<(DayTime, DayTime)>,
    pub days_off: DaysOff,
}

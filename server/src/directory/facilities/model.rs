//! A hospital or a pharmacy.

use jiff::Timestamp;
use serde::Serialize;

use crate::directory::schedule::{DayTime, DaysOff};
use crate::identity::person::{Mobile, PersonName};
use crate::identity::{Email, Role};
use crate::platform::ids::new_id;
use crate::platform::stored::FromStored;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Category {
    Hospital,
    Pharmacy,
}

impl Category {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hospital => "Hospital",
            Self::Pharmacy => "Pharmacy",
        }
    }

    pub fn role(self) -> Role {
        match self {
            Self::Hospital => Role::Hospital,
            Self::Pharmacy => Role::Pharmacy,
        }
    }

    /// In any case of letters.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        [Self::Hospital, Self::Pharmacy].into_iter().find(|category| category.as_str().eq_ignore_ascii_case(text))
    }
}

impl FromStored for Category {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}

/// A row of `facilities` with its account's address and number.
#[derive(Debug, Clone)]
pub struct Facility {
    pub id: String,
    pub category: Category,
    pub license_number: String,
    pub name: PersonName,
    /// In Malayalam, if it is told; so is the address.
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
    /// From opening to closing; `None` until they are told.
    pub hours: Option<(DayTime, DayTime)>,
    pub days_off: DaysOff,
    pub applied_at: i64,
    /// Whether the owner confirmed the address by a mailed link.
    pub is_email_confirmed: bool,
}

/// A hospital or pharmacy as it sees itself: with what it asked for.
#[derive(Debug, Clone)]
pub struct OwnFacility {
    pub facility: Facility,
    pub waiting: Option<Waiting>,
}

/// Another name or licence number, which counts once the administrator has approved it.
#[derive(Debug, Clone)]
pub struct Waiting {
    /// Another one whenever something else is asked for.
    pub id: String,
    /// `None` stays as it is.
    pub name: Option<PersonName>,
    /// `None` stays as it is.
    pub license_number: Option<String>,
    pub asked_at: i64,
}

impl OwnFacility {
    /// Asks for another name or licence number. What it has already, or waits for already, changes nothing: a form that
    /// sends all its fields asks for nothing new.
    pub fn ask_for(&mut self, name: Option<PersonName>, license_number: Option<String>, now: Timestamp) {
        let (waiting_name, waiting_number) =
            self.waiting.as_ref().map(|it| (it.name.clone(), it.license_number.clone())).unwrap_or_default();
        let name = name.filter(|name| *name != self.facility.name && Some(name) != waiting_name.as_ref());
        let number = license_number
            .filter(|number| *number != self.facility.license_number && Some(number) != waiting_number.as_ref());
        if name.is_some() || number.is_some() {
            self.waiting = Some(Waiting {
                id: new_id(now),
                name: name.or(waiting_name),
                license_number: number.or(waiting_number),
                asked_at: now.as_millisecond(),
            });
        }
    }
}

/// What a hospital says of a doctor who names it.
#[derive(Debug, Clone, Copy)]
pub enum Word {
    Confirmed,
    Denied,
}

/// What a registration brings.
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

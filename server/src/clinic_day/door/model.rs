//! The door of a place: its visitors, and the visits and doctors that it shows. Pure.

use jiff::civil::Date;

use super::texts;
use crate::clinic_day::door_codes::DoorCode;
use crate::clinic_day::model::WalkInPatient;
use crate::directory::facilities::Facility;
use crate::directory::{DayTime, Doctor};
use crate::platform::keys::Keys;
use crate::platform::lang::Text;
use crate::scheduling::Slot;

/// A place with a door page.
pub enum Place {
    Hospital(Box<Facility>),
    /// A doctor's own clinic; it has the doctor's id.
    Clinic(Box<Doctor>),
}

/// A random name that the page stores in a phone's browser. It tells phones apart without identifying their owners.
#[derive(Debug, Clone)]
pub struct Device(String);

/// The purpose of the key's digest: the name of a phone for a day.
const PURPOSE: &str = "door device";

impl Device {
    const LENGTHS: std::ops::RangeInclusive<usize> = 16..=64;

    pub fn parse(text: &str) -> Result<Self, Text> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_valid = Self::LENGTHS.contains(&text.len()) && text.chars().all(is_name);
        is_valid.then(|| Self(text.to_owned())).ok_or(texts::DEVICE_WRONG)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The stored digest. It differs each day, so that two days of one phone cannot be linked.
    pub fn digest(&self, keys: &Keys, day: Date) -> String {
        keys.seal(keys.id(), PURPOSE, format!("{day} {}", self.0).as_bytes()).digest
    }
}

/// A phone at a door, as the request describes it.
pub struct Visitor {
    pub place_id: String,
    pub code: DoorCode,
    pub device: Device,
    /// As rate limits name it.
    pub network: String,
}

/// A walk-in who wants a token.
pub struct TokenWish {
    pub doctor_id: String,
    pub patient: WalkInPatient,
}

/// A doctor who sits at a place now and gives tokens at the door, with the session.
pub struct SittingDoctor {
    pub doctor: Doctor,
    pub from: DayTime,
    pub to: DayTime,
}

/// A visit of a patient at the door.
pub struct VisitAtDoor {
    /// Of the visit or the walk-in; the link of its live page is made from it.
    pub id: String,
    pub doctor: Doctor,
    pub token: String,
    /// `None` for a walk-in.
    pub slot: Option<Slot>,
    /// False while it is too early to mark it.
    pub has_arrived: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::keys::KeySource;

    #[test]
    fn a_device_has_another_digest_each_day_and_its_name_is_bounded() {
        let keys = Keys::load(&KeySource::Given("a".repeat(64).parse().unwrap())).unwrap();
        let device = Device::parse("0b6a54c2-0d1c-4a55-9c9e-5a1f8a0c4d11").map_err(|_| ()).unwrap();
        let digest = |day: &str| device.digest(&keys, day.parse().unwrap());
        assert_eq!(digest("2026-11-15"), digest("2026-11-15"));
        assert_ne!(digest("2026-11-15"), digest("2026-11-16"));
        assert!(!digest("2026-11-15").contains("0b6a54c2"));
        for wrong in ["", "short", &"a".repeat(65), "0123456789abcdef;--", "ഗഗഗഗഗഗഗഗഗഗഗഗഗഗഗഗ"]
        {
            assert!(Device::parse(wrong).is_err(), "{wrong}");
        }
    }
}

//! A slot, and a slot with its place and fee.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::directory::{DayTime, Doctor, Offer, VisitMode};
use crate::platform::clock::{self, india};
use crate::platform::db::FromColumn;

/// A quarter of an hour at a clinic, by India's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    pub day: Date,
    pub time: DayTime,
}

impl Slot {
    pub const MINUTES: i64 = 15;
    pub const MILLIS: i64 = Self::MINUTES * 60_000;

    pub fn starts_at(self) -> Timestamp {
        clock::instant(self.day.to_datetime(self.time.time()))
    }

    /// The slot that starts at UTC milliseconds, as they are stored.
    pub fn from_millis(millis: i64) -> Option<Self> {
        let local = Timestamp::from_millisecond(millis).ok()?.to_zoned(india());
        let minutes = i64::from(local.hour()) * 60 + i64::from(local.minute());
        Some(Self { day: local.date(), time: DayTime::from_minutes(minutes)? })
    }

    /// `2026-11-16T09:15:00+05:30`, for programs.
    pub fn rfc3339(self) -> String {
        format!("{}T{}:00+05:30", self.day, self.time)
    }
}

impl FromColumn for Slot {
    type Raw = i64;

    fn from_column(millis: i64) -> Option<Self> {
        Self::from_millis(millis)
    }
}

/// A slot with where it is and what it costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedSlot {
    pub slot: Slot,
    /// `None` is the doctor's own clinic.
    pub hospital_id: Option<String>,
    pub fee: i64,
    pub mode: VisitMode,
}

impl OfferedSlot {
    pub fn of(slot: Slot, doctor: &Doctor) -> Self {
        let Offer { place, fee, mode } = doctor.offer_at(slot.day, slot.time);
        Self { slot, hospital_id: place.map(|place| place.id.clone()), fee, mode }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_the_same_instant_whatever_the_machines_zone() {
        let slot = Slot { day: Date::constant(2026, 11, 16), time: DayTime::from_minutes(555).unwrap() };
        assert_eq!(slot.starts_at().to_string(), "2026-11-16T03:45:00Z");
        assert_eq!(Slot::from_millis(slot.starts_at().as_millisecond()), Some(slot));
        assert_eq!(slot.rfc3339().parse::<Timestamp>().unwrap(), slot.starts_at());
    }
}

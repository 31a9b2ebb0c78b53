//! The keys by which a search compares doctors, and its filters of doctors and of their slots.

use std::collections::HashMap;

use crate::directory::VisitMode;
use crate::identity::person::Gender;
use crate::platform::search;
use crate::scheduling::slots::{Minutes, WHOLE_DAY};

/// Which of a doctor's free slots are wanted.
#[derive(Clone)]
pub struct SlotFilter<'a> {
    pub minutes: Minutes,
    /// Any when there are none.
    pub districts: &'a [&'a str],
    pub mode: Option<VisitMode>,
}

impl SlotFilter<'_> {
    pub const ANY: SlotFilter<'static> = SlotFilter { minutes: WHOLE_DAY, districts: &[], mode: None };
}

/// The filter columns, in a compact array: most doctors are skipped without touching the rest of their data.
pub struct SearchKeys {
    pub district: u16,
    /// The district of the hospital where the doctor has sessions too, or [`NameKeys::NO_KEY`].
    pub other_district: u16,
    pub speciality: u16,
    pub gender: Gender,
    /// The lowest fee of visits at a place.
    pub fee: i64,
    /// Whether there are sessions at a place.
    pub has_clinic: bool,
    /// The lowest fee of visits by phone; `None` for a doctor without bookable sessions by phone.
    pub phone_fee: Option<i64>,
}

impl SearchKeys {
    pub fn districts(&self) -> [u16; 2] {
        [self.district, self.other_district]
    }

    /// The lowest fee of visits of a mode, or of all; `None` for a doctor without bookable sessions of that mode.
    pub fn fee_of(&self, mode: Option<VisitMode>) -> Option<i64> {
        match mode {
            None => Some(self.phone_fee.map_or(self.fee, |fee| fee.min(self.fee))),
            Some(VisitMode::Clinic) => self.has_clinic.then_some(self.fee),
            Some(VisitMode::Phone) => self.phone_fee,
        }
    }
}

/// A short number for each name.
#[derive(Default)]
pub struct NameKeys(HashMap<String, u16>);

impl NameKeys {
    /// No name has this number.
    pub const NO_KEY: u16 = u16::MAX;

    pub fn find(&self, name: &str) -> u16 {
        self.0.get(name).copied().unwrap_or(Self::NO_KEY)
    }

    pub fn add(&mut self, name: &str) -> u16 {
        let next = u16::try_from(self.0.len()).unwrap_or(Self::NO_KEY);
        *self.0.entry(name.to_owned()).or_insert(next)
    }
}

/// A [`crate::directory::DoctorFilter`] with the keys of its names.
pub struct KeyFilter<'a> {
    /// Any when there are none, and none of `more_districts`.
    pub districts: Vec<u16>,
    /// The districts whose doctors are listed last.
    pub more_districts: Vec<u16>,
    /// Both by name.
    pub district_names: Vec<&'a str>,
    pub speciality: Option<u16>,
    pub gender: Option<Gender>,
    pub max_fee: Option<i64>,
    pub mode: Option<VisitMode>,
    pub words: &'a [search::Range],
}

impl KeyFilter<'_> {
    /// Whether any district will do.
    pub fn is_everywhere(&self) -> bool {
        self.district_names.is_empty()
    }

    pub fn is_everybody(&self) -> bool {
        let Self { districts: _, more_districts: _, district_names: _, speciality, gender, max_fee, mode, words } =
            self;
        self.is_everywhere()
            && speciality.is_none()
            && gender.is_none()
            && max_fee.is_none()
            && mode.is_none()
            && words.is_empty()
    }
}

//! A visit by phone: the details that its patient gave when booking, and the outcome of the doctor's calls.

use crate::appointments::texts;
use crate::identity::person::PersonName;
use crate::platform::input::{one_line, parse_number};
use crate::platform::lang::Text;

/// After so many calls that did not reach the patient, the patient chooses: to move the visit, or to cancel it.
pub const MAX_MISSED_CALLS: i64 = 3;
/// Younger patients need an adult with them.
const ADULT_AGE: i64 = 18;
const MAX_AGE: i64 = 120;

/// A row of `phone_consultations`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneConsultation {
    pub visit_id: String,
    /// `None` once the patient is erased.
    pub age: Option<i64>,
    /// Empty once the patient is erased.
    pub location: String,
    /// Who is there with a minor.
    pub adult_name: Option<String>,
    pub missed_calls: i64,
    pub reached_at: Option<i64>,
}

impl PhoneConsultation {
    /// Whether all calls were made and none reached the patient.
    pub fn is_missed(&self) -> bool {
        self.missed_calls >= MAX_MISSED_CALLS && self.reached_at.is_none()
    }
}

/// An age in whole years.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Age(i64);

impl Age {
    pub fn parse(text: &str) -> Result<Self, Text> {
        parse_number(text.trim(), MAX_AGE).map(Self).ok_or(texts::AGE_WRONG)
    }

    pub fn years(self) -> i64 {
        self.0
    }

    pub fn is_minor(self) -> bool {
        self.0 < ADULT_AGE
    }
}

/// Where the patient will be: a district, or a short line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatientLocation(String);

impl PatientLocation {
    pub const MIN_LENGTH: usize = 2;
    pub const MAX_LENGTH: usize = 100;

    pub fn parse(text: &str) -> Result<Self, Text> {
        let line = one_line(text);
        let is_allowed = (Self::MIN_LENGTH..=Self::MAX_LENGTH).contains(&line.chars().count());
        if is_allowed && !line.chars().any(char::is_control) { Ok(Self(line)) } else { Err(texts::LOCATION_WRONG) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The details that a patient gives when booking a visit by phone; a visit at a place needs none of them.
#[derive(Debug, Clone, Default)]
pub struct PhoneDetails {
    /// That the patient, or the adult of a minor, agrees to be consulted by phone.
    pub has_consent: bool,
    pub age: Option<Age>,
    pub location: Option<PatientLocation>,
    pub adult_name: Option<PersonName>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_whole_years_and_minors_are_below_eighteen() {
        for (text, years) in
            [("0", Some(0)), (" 17 ", Some(17)), ("120", Some(120)), ("121", None), ("-1", None), ("x", None)]
        {
            assert_eq!(Age::parse(text).ok().map(Age::years), years, "{text}");
        }
        assert!(Age(17).is_minor() && !Age(18).is_minor());
    }

    #[test]
    fn a_location_is_one_line_of_two_to_a_hundred_characters() {
        let read = |text: &str| PatientLocation::parse(text).map(|PatientLocation(line)| line);
        assert_eq!(read("  Kollam,\n Kerala "), Ok("Kollam, Kerala".into()));
        for wrong in ["", "K", " \u{200b} ", "a\u{7}b", &"a".repeat(101)] {
            assert_eq!(read(wrong), Err(texts::LOCATION_WRONG), "{wrong:?}");
        }
    }
}

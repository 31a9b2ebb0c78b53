//! What a user tells about somebody whom they book for.

use jiff::Timestamp;

use crate::booking::texts;
use crate::identity::person::{Gender, Mobile, PersonName};
use crate::platform::lang::Text;

/// One user may save this many.
pub const MOST: usize = 20;
/// Whoever is younger has a guardian.
const OF_AGE: i64 = 18;
/// Nobody lives longer.
const OLDEST: i64 = 130;

/// What is told of a person: name and number, and as much of the rest as the user wishes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    pub name: PersonName,
    pub phone: Mobile,
    pub birth_year: Option<i64>,
    pub gender: Option<Gender>,
    /// When the user confirmed to be the guardian, if the person is under 18.
    pub guardian_at: Option<Timestamp>,
}

/// A year that somebody alive can be born in.
pub fn parse_birth_year(text: &str, this_year: i64) -> Result<i64, Text> {
    let year = text.trim().parse().ok().filter(|year| (this_year - OLDEST..=this_year).contains(year));
    year.ok_or(texts::BIRTH_YEAR_WRONG)
}

/// Whether the year alone says that somebody is under 18, whatever their birthday.
pub fn is_minor(birth_year: i64, this_year: i64) -> bool {
    this_year - birth_year < OF_AGE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_birth_year_is_one_that_people_alive_have() {
        for (text, year) in
            [("1958", Some(1958)), (" 2026 ", Some(2026)), ("1896", Some(1896)), ("1895", None), ("2027", None)]
        {
            assert_eq!(parse_birth_year(text, 2026).ok(), year, "{text}");
        }
        for text in ["", "58", "1958-01-01", "nineteen", "-1958"] {
            assert!(parse_birth_year(text, 2026).is_err(), "{text}");
        }
    }

    #[test]
    fn a_minor_is_who_cannot_have_turned_eighteen() {
        for (year, minor) in [(2026, true), (2009, true), (2008, false), (1958, false)] {
            assert_eq!(is_minor(year, 2026), minor, "{year}");
        }
    }
}

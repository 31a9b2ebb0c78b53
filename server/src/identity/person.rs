//! Names, mobile numbers, dates of birth and places of people, parsed into types that hold only valid values. Pure.

use jiff::civil::Date;
use serde::Serialize;

use crate::identity::texts;
use crate::platform::db::FromColumn;
use crate::platform::format::parse_iso_date;
use crate::platform::input::one_line;
use crate::platform::lang::Text;
use crate::reference::regions;

/// A name as it is written on cards: one line, single spaces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PersonName(String);

impl PersonName {
    const MAX_LENGTH: usize = 100;

    pub fn parse(text: &str) -> Result<Self, Text> {
        let name = one_line(text);
        match name.chars().count() {
            0 => Err(texts::NAME_MISSING),
            n if n > Self::MAX_LENGTH => Err(texts::NAME_LONG),
            _ if name.chars().any(char::is_control) => Err(texts::NAME_MISSING),
            _ => Ok(Self(name)),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromColumn for PersonName {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Some(Self(text))
    }
}

/// An Indian mobile number: its ten digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mobile(String);

impl Mobile {
    /// With or without +91 or 0, spaces and hyphens, as people write it.
    pub fn parse(text: &str) -> Result<Self, Text> {
        let plain: String = text.chars().filter(|c| !c.is_whitespace() && !"-()".contains(*c)).collect();
        if plain.is_empty() {
            return Err(texts::MOBILE_MISSING);
        }
        let number = match plain.len() {
            13 => plain.strip_prefix("+91"),
            12 => plain.strip_prefix("91"),
            11 => plain.strip_prefix('0'),
            _ => None,
        };
        let number = number.unwrap_or(&plain);
        let good = number.len() == 10 && number.bytes().all(|b| b.is_ascii_digit()) && number.as_bytes()[0] >= b'6';
        if good { Ok(Self(number.to_owned())) } else { Err(texts::MOBILE_WRONG) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromColumn for Mobile {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Some(Self(text))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Gender {
    Male,
    Female,
}

impl Gender {
    pub fn parse(text: &str) -> Result<Self, Text> {
        let text = text.trim();
        [Self::Male, Self::Female]
            .into_iter()
            .find(|gender| gender.as_str().eq_ignore_ascii_case(text))
            .ok_or(texts::GENDER_WRONG)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Male => "Male",
            Self::Female => "Female",
        }
    }
}

impl FromColumn for Gender {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        [Self::Male, Self::Female].into_iter().find(|gender| gender.as_str() == text)
    }
}

/// A date of birth, `YYYY-MM-DD`: in the past, and not further back than people live.
pub fn parse_birth_date(text: &str, today: Date) -> Result<Date, Text> {
    let date = parse_iso_date(text).ok_or(texts::BIRTH_DATE_UNREADABLE)?;
    if date < today && today.year() - date.year() <= 130 { Ok(date) } else { Err(texts::BIRTH_DATE_WRONG) }
}

/// The date of birth of a worker: at least 18 years ago.
pub fn parse_adult_birth_date(text: &str, today: Date) -> Result<Date, Text> {
    let date = parse_birth_date(text, today)?;
    let adult = date.checked_add(jiff::Span::new().years(18)).is_ok_and(|birthday| birthday <= today);
    if adult { Ok(date) } else { Err(texts::TOO_YOUNG) }
}

/// Six digits, the first not 0.
pub fn parse_pincode(text: &str) -> Result<String, Text> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let good = text.len() == 6 && text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if good { Ok(text) } else { Err(texts::PINCODE_WRONG) }
}

/// A state by any of its spellings, as its name of today.
pub fn parse_state(text: &str) -> Result<&'static str, Text> {
    regions::find_state(text).map(|state| state.name.as_str()).ok_or(texts::STATE_WRONG)
}

/// A district of a state, as its name of today.
pub fn parse_district(state: &str, text: &str) -> Result<&'static str, Text> {
    let state = regions::find_state(state).ok_or(texts::STATE_FIRST)?;
    state.find_district(text).map(|district| district.name.as_str()).ok_or(texts::DISTRICT_WRONG)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_mobile_number_is_read_with_usual_prefixes_and_separators(
            number in "[6-9][0-9]{9}",
            before in prop_oneof![Just("+91"), Just("91"), Just("0"), Just("")],
            signs in proptest::collection::vec("[ ()-]?", 13),
        ) {
            let digits = format!("{before}{number}");
            let text: String = digits.chars().zip(&signs).flat_map(|(digit, sign)| [sign.clone(), digit.to_string()]).collect();
            let read = Mobile::parse(&text).map(|mobile| mobile.0);
            prop_assert_eq!(read.ok(), Some(number), "{}", text);
        }

        #[test]
        fn nothing_but_an_indian_mobile_number_is_one(text in prop_oneof![any::<String>(), "[+]?[0-9 ()-]{8,16}"]) {
            let Ok(mobile) = Mobile::parse(&text) else { return Ok(()) };
            let plain = text.replace(|c: char| c.is_whitespace() || "()-".contains(c), "");
            let number = &mobile.0;
            prop_assert!(number.len() == 10 && number.bytes().all(|b| b.is_ascii_digit()) && number.as_str() >= "6");
            prop_assert!(["", "0", "91", "+91"].iter().any(|before| format!("{before}{number}") == plain), "{text:?}");
        }

        #[test]
        fn a_parsed_name_is_one_line_and_parses_to_itself(text in any::<String>()) {
            let Ok(name) = PersonName::parse(&text) else { return Ok(()) };
            prop_assert!((1..=100).contains(&name.0.chars().count()) && !name.0.contains(char::is_control));
            prop_assert_eq!(PersonName::parse(&name.0).ok(), Some(name));
        }

        #[test]
        fn nothing_but_a_day_in_the_past_is_a_birth_date(
            text in prop_oneof![any::<String>(), "(18|19|20)[0-9]{2}-[01][0-9]-[0-3][0-9](T[0-9:]{5}|Z|)"],
        ) {
            let today: Date = "2026-11-15".parse().unwrap();
            if let Ok(date) = parse_birth_date(&text, today) {
                prop_assert!(date.to_string() == text.trim() && date < today, "{text:?}");
                prop_assert_eq!(parse_adult_birth_date(&text, today).is_ok(), date <= "2008-11-15".parse::<Date>().unwrap());
            }
        }

        #[test]
        fn nothing_but_six_digits_is_a_pin_code(text in prop_oneof![any::<String>(), "[0-9 ]{4,8}"]) {
            let plain = text.replace(char::is_whitespace, "");
            let good = plain.len() == 6 && plain.bytes().all(|b| b.is_ascii_digit()) && !plain.starts_with('0');
            prop_assert_eq!(parse_pincode(&text).ok(), good.then_some(plain));
        }

        #[test]
        fn a_district_that_is_read_is_one_of_its_state(state in 0..regions::states().len(), text in any::<String>()) {
            let state = &regions::states()[state];
            if let Ok(name) = parse_district(&state.name, &text) {
                prop_assert!(state.districts.iter().any(|district| district.name == name));
            }
        }
    }

    #[test]
    fn a_mobile_is_its_ten_digits_however_it_is_written() {
        for text in ["9876543210", "+91 98765 43210", "09876543210", "919876543210", "+91-98765-43210", " 98765 43210 "]
        {
            assert_eq!(Mobile::parse(text).map(|mobile| mobile.0).ok().as_deref(), Some("9876543210"), "{text}");
        }
        for text in
            ["", "12345", "5876543210", "98765432101", "+1 9876543210", "+9876543210", "98765abcde", "९८७६५४३२१०"]
        {
            assert!(Mobile::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn names_are_one_line_of_at_most_a_hundred_characters() {
        assert_eq!(PersonName::parse("  ആശ \n നായർ ").map(|name| name.0).ok().as_deref(), Some("ആശ നായർ"));
        for bad in ["", " \t ", "a\u{7}b", &"x".repeat(101)] {
            assert!(PersonName::parse(bad).is_err());
        }
    }

    #[test]
    fn a_birth_date_is_a_real_day_in_the_past() {
        let today = "2026-11-15".parse().unwrap();
        for (text, good) in [
            ("2000-02-29", true),
            ("2026-11-14", true),
            ("2026-11-15", false),
            ("2001-02-29", false),
            ("1890-01-01", false),
            ("01/02/2000", false),
            ("", false),
        ] {
            assert_eq!(parse_birth_date(text, today).is_ok(), good, "{text}");
        }
    }

    #[test]
    fn pin_codes_have_six_digits_and_no_leading_zero() {
        for (text, good) in
            [("673001", true), ("673 001", true), ("073001", false), ("67300", false), ("67300a", false)]
        {
            assert_eq!(parse_pincode(text).is_ok(), good, "{text}");
        }
    }

    #[test]
    fn a_district_belongs_to_its_state_and_placeholders_are_refused() {
        assert_eq!(parse_state("kerala").ok(), Some("Kerala"));
        assert_eq!(parse_district("Kerala", "Calicut").ok(), Some("Kozhikode"));
        assert!(parse_district("Kerala", "Chennai").is_err());
        assert!(parse_district("", "Kozhikode").is_err());
        assert!(parse_state("Select state").is_err());
        assert!(Gender::parse("Select gender").is_err());
    }
}

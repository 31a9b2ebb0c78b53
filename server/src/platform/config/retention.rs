//! Retention of personal data after its last use: `DOCCARE_RETENTION`.

use std::str::FromStr;

use jiff::SignedDuration;

use super::{WrongSetting, wrong};
use crate::platform::lang::Lang;

const DAYS_PER_YEAR: i64 = 365;
/// The audit log holds ids for a year: data anonymised sooner could be re-identified by it.
const MIN_DAYS: i64 = DAYS_PER_YEAR;
const MAX_DAYS: i64 = 30 * DAYS_PER_YEAR;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    days: i64,
}

/// India's rules of 2025 set three years for services with accounts.
impl Default for Retention {
    fn default() -> Self {
        Self { days: 3 * DAYS_PER_YEAR }
    }
}

impl Retention {
    pub fn days(self) -> i64 {
        self.days
    }

    pub fn duration(self) -> SignedDuration {
        SignedDuration::from_hours(24 * self.days)
    }

    /// Such as `3 years`.
    pub fn in_words(self, lang: Lang) -> String {
        let years = self.days / DAYS_PER_YEAR;
        match (lang, self.days % DAYS_PER_YEAR) {
            (Lang::En, 0) if years == 1 => "a year".into(),
            (Lang::En, 0) => format!("{years} years"),
            (Lang::En, _) => format!("{} days", self.days),
            (Lang::Ml, 0) if years == 1 => "ഒരു വർഷം".into(),
            (Lang::Ml, 0) => format!("{years} വർഷം"),
            (Lang::Ml, _) => format!("{} ദിവസം", self.days),
        }
    }
}

impl FromStr for Retention {
    type Err = WrongSetting;

    fn from_str(text: &str) -> Result<Self, WrongSetting> {
        let days = |number: &str, each: i64| number.parse::<u16>().ok().map(|number| i64::from(number) * each);
        let days = match text.split_at_checked(text.len().saturating_sub(1)) {
            Some((number, "y")) => days(number, DAYS_PER_YEAR),
            Some((number, "d")) => days(number, 1),
            _ => None,
        };
        let days = days.filter(|days| (MIN_DAYS..=MAX_DAYS).contains(days));
        let expected = || format!("{text:?} is not a period such as 3y or 1095d (1y to 30y)");
        Ok(Self { days: days.ok_or_else(|| wrong("DOCCARE_RETENTION", expected()))? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_given_in_years_or_days() {
        let days = |text: &str| text.parse::<Retention>().map(Retention::days).ok();
        assert_eq!(Retention::default().days(), 1095);
        for (text, expected) in [
            ("3y", Some(1095)),
            ("1y", Some(365)),
            ("400d", Some(400)),
            ("30y", Some(10950)),
            ("364d", None),
            ("31y", None),
            ("3", None),
            ("y", None),
            ("", None),
            ("-3y", None),
            ("3വ", None),
            ("99999y", None),
        ] {
            assert_eq!(days(text), expected, "{text}");
        }
    }

    #[test]
    fn a_period_of_whole_years_is_displayed_in_years() {
        let words = |text: &str| text.parse::<Retention>().unwrap().in_words(Lang::En);
        assert_eq!(
            (words("3y"), words("1095d"), words("1y"), words("400d")),
            ("3 years".into(), "3 years".into(), "a year".into(), "400 days".into())
        );
    }
}

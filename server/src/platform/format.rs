//! Dates, times and amounts: as the API writes them, and as people in Kerala read them.

use std::fmt::Display;

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use serde::{Serialize, Serializer};

use super::clock::india;
use super::db::FromColumn;
use super::input::parse_number;
use super::lang::Lang;

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MONTHS_ML: [&str; 12] =
    ["ജനുവരി", "ഫെബ്രുവരി", "മാർച്ച്", "ഏപ്രിൽ", "മേയ്", "ജൂൺ", "ജൂലൈ", "ഓഗസ്റ്റ്", "സെപ്റ്റംബർ", "ഒക്ടോബർ", "നവംബർ", "ഡിസംബർ"];
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const WEEKDAYS_ML: [&str; 7] = ["തിങ്കൾ", "ചൊവ്വ", "ബുധൻ", "വ്യാഴം", "വെള്ളി", "ശനി", "ഞായർ"];

/// `Jan 5, 2024`, the spec's form.
pub fn spec_date(date: Date) -> String {
    format!("{} {}, {}", month(&MONTHS, date), date.day(), date.year())
}

fn month(names: &[&'static str; 12], date: Date) -> &'static str {
    usize::try_from(date.month() - 1).ok().and_then(|index| names.get(index).copied()).unwrap_or_default()
}

/// The spec's form or `2024-01-05`.
pub fn parse_date(text: &str) -> Option<Date> {
    parse_iso_date(text).or_else(|| {
        let (month_day, year) = text.split_once(',')?;
        let (name, day) = month_day.trim().split_once(' ')?;
        let month = MONTHS.iter().position(|month| month.eq_ignore_ascii_case(name.trim()))?;
        let (year, day) = (parse_number(year.trim(), 9999)?, parse_number(day.trim(), 31)?);
        Date::new(i16::try_from(year).ok()?, i8::try_from(month + 1).ok()?, i8::try_from(day).ok()?).ok()
    })
}

/// Exactly `2024-01-05`: jiff would also take a time or a zone behind it.
pub fn parse_iso_date(text: &str) -> Option<Date> {
    let text = text.trim();
    text.parse().ok().filter(|date: &Date| date.to_string() == text)
}

/// An instant for programs, in India's zone, so that its first ten characters are the right day.
pub fn rfc3339(millis: i64) -> String {
    let at = Timestamp::from_millisecond(millis).map(|at| at.to_zoned(india()));
    at.map_or_else(|_| String::new(), |at| at.strftime("%Y-%m-%dT%H:%M:%S%.f%:z").to_string())
}

/// An instant of the database that a list shows as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instant(i64);

impl Instant {
    pub fn of(millis: i64) -> Self {
        Self(millis)
    }

    /// `2024-01-05`, by India's clock.
    pub fn day(self) -> String {
        rfc3339(self.0).chars().take(10).collect()
    }
}

impl FromColumn for Instant {
    type Raw = i64;

    fn from_column(millis: i64) -> Option<Self> {
        Some(Self(millis))
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&rfc3339(self.0))
    }
}

/// For `#[serde(serialize_with = "as_text")]`.
pub fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// A day for people: `Fri 5 Jan`, `ജനുവരി 5 വെള്ളി`. Without the year: emails and messages are about days that are near.
pub fn day(date: Date, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{} {} {}", weekday(&WEEKDAYS, date), date.day(), month(&MONTHS, date)),
        Lang::Ml => format!("{} {} {}", month(&MONTHS_ML, date), date.day(), weekday(&WEEKDAYS_ML, date)),
    }
}

/// `Fri`, `വെള്ളി`.
pub fn short_weekday(date: Date, lang: Lang) -> &'static str {
    match lang {
        Lang::En => weekday(&WEEKDAYS, date),
        Lang::Ml => weekday(&WEEKDAYS_ML, date),
    }
}

fn weekday(names: &[&'static str; 7], date: Date) -> &'static str {
    let index = date.weekday().to_monday_zero_offset();
    usize::try_from(index).ok().and_then(|index| names.get(index).copied()).unwrap_or_default()
}

/// A time for people: `9:15 am`, `രാവിലെ 9:15`.
pub fn time(time: Time, lang: Lang) -> String {
    let hour = (time.hour() + 11) % 12 + 1;
    let minute = time.minute();
    match lang {
        Lang::En => format!("{hour}:{minute:02} {}", if time.hour() < 12 { "am" } else { "pm" }),
        Lang::Ml => {
            let part = match time.hour() {
                3..=5 => "പുലർച്ചെ",
                6..=11 => "രാവിലെ",
                12..=15 => "ഉച്ചയ്ക്ക്",
                16..=18 => "വൈകിട്ട്",
                _ => "രാത്രി",
            };
            format!("{part} {hour}:{minute:02}")
        }
    }
}

/// Rupees, grouped the Indian way: `₹1,00,000`.
pub fn rupees(amount: i64) -> String {
    let digits = amount.unsigned_abs().to_string();
    let (head, tail) = digits.split_at(digits.len().saturating_sub(3));
    let mut groups: Vec<&str> = head.as_bytes().rchunks(2).filter_map(|pair| std::str::from_utf8(pair).ok()).collect();
    groups.reverse();
    groups.push(tail);
    format!("{}₹{}", if amount < 0 { "-" } else { "" }, groups.join(","))
}

/// Of a name, in place of a photo: the first letters of the first and the last word.
pub fn initials(name: &str) -> String {
    let words = || name.split(|letter: char| letter.is_whitespace() || letter == '.').filter(|word| !word.is_empty());
    let last = words().next_back().filter(|_| words().count() > 1);
    words().next().into_iter().chain(last).filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_date() -> impl Strategy<Value = Date> {
        (0_i16..=9999, 1_i8..=12, 1_i8..=31)
            .prop_filter_map("a day", |(year, month, day)| Date::new(year, month, day).ok())
    }

    proptest! {
        #[test]
        fn a_date_is_read_back_in_both_forms(date in any_date(), before in "[ \t]{0,2}", after in "[ \t]{0,2}") {
            for text in [spec_date(date), date.to_string()] {
                prop_assert_eq!(parse_date(&format!("{before}{text}{after}")), Some(date));
            }
            prop_assert_eq!(parse_iso_date(&spec_date(date)), None);
        }

        #[test]
        fn nothing_but_the_two_forms_is_a_date(
            text in prop_oneof![
                any::<String>(),
                "[0-9+-]{4}-[0-9+-]{2}-[0-9+-]{2}(T[0-9:]{5}|Z|)",
                "[JFMASOND][a-z]{2} [+-]?[0-9]{1,3}[ ,]{1,3}[+-]?[0-9]{1,5}",
            ],
        ) {
            let Some(date) = parse_date(&text) else { return Ok(()) };
            let words: Vec<String> = text.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
            let spec: Vec<String> = spec_date(date).split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
            let without_zeros = |word: &String| word.trim_start_matches('0').to_owned();
            let is_spec = words.len() == 3 && words.iter().map(without_zeros).eq(spec.iter().map(without_zeros));
            prop_assert!(text.trim() == date.to_string() || is_spec, "{text:?} is {date}");
        }
    }

    #[test]
    fn an_instant_begins_with_the_day_that_it_is_in_india() {
        let millis = "2026-11-15T20:15:00.25Z".parse::<Timestamp>().unwrap().as_millisecond();
        assert_eq!(rfc3339(millis), "2026-11-16T01:45:00.25+05:30");
        assert_eq!(rfc3339(millis - 250), "2026-11-16T01:45:00+05:30");
        assert_eq!(rfc3339(i64::MAX), "");
    }

    #[test]
    fn both_forms_of_a_date_are_read_and_nothing_else() {
        let expected = Date::new(2024, 1, 5).ok();
        for text in ["Jan 5, 2024", "jan 05, 2024", " Jan  5 , 2024 ", "2024-01-05"] {
            assert_eq!(parse_date(text), expected, "{text}");
        }
        for text in [
            "",
            "5 Jan 2024",
            "Jan 32, 2024",
            "Foo 5, 2024",
            "2024-13-05",
            "2024-02-30",
            "05-01-2024",
            "2024-01-05T10:00",
            "ജനു 5, 2024",
        ] {
            assert_eq!(parse_date(text), None, "{text}");
        }
        assert_eq!(parse_date("Feb 29, 2028").map(spec_date).as_deref(), Some("Feb 29, 2028"));
    }

    #[test]
    fn days_read_as_people_say_them() {
        let date = Date::new(2026, 11, 18).unwrap();
        assert_eq!((day(date, Lang::En).as_str(), day(date, Lang::Ml).as_str()), ("Wed 18 Nov", "നവംബർ 18 ബുധൻ"));
    }

    #[test]
    fn times_read_as_people_say_them() {
        for (hour, minute, en, ml) in [
            (0, 0, "12:00 am", "രാത്രി 12:00"),
            (2, 59, "2:59 am", "രാത്രി 2:59"),
            (4, 5, "4:05 am", "പുലർച്ചെ 4:05"),
            (6, 0, "6:00 am", "രാവിലെ 6:00"),
            (9, 15, "9:15 am", "രാവിലെ 9:15"),
            (12, 0, "12:00 pm", "ഉച്ചയ്ക്ക് 12:00"),
            (17, 45, "5:45 pm", "വൈകിട്ട് 5:45"),
            (23, 59, "11:59 pm", "രാത്രി 11:59"),
        ] {
            let at = Time::new(hour, minute, 0, 0).unwrap();
            assert_eq!((time(at, Lang::En).as_str(), time(at, Lang::Ml).as_str()), (en, ml));
        }
    }

    #[test]
    fn initials_are_those_of_the_app() {
        for (name, letters) in
            [("Anjali Menon", "AM"), ("K. P. Ramesh Nair", "KN"), ("suresh", "S"), ("അഞ്ജലി മേനോൻ", "അമ"), ("", "")]
        {
            assert_eq!(initials(name), letters);
        }
    }

    #[test]
    fn amounts_are_grouped_the_indian_way() {
        for (amount, text) in
            [(0, "₹0"), (999, "₹999"), (1000, "₹1,000"), (100_000, "₹1,00,000"), (1_234_567, "₹12,34,567")]
        {
            assert_eq!(rupees(amount), text);
        }
    }
}

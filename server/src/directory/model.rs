//! A doctor, their hours, and what they are looked for by.

use jiff::civil::{Date, Time};

use super::texts;
use crate::identity::person::{Gender, PersonName};
use crate::platform::lang::Text;
use crate::platform::search;
use crate::reference::{places, specialities};

/// A time of day to the minute, as clinics write it: `09:15`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DayTime(i16);

impl DayTime {
    pub const MINUTES_A_DAY: i16 = 24 * 60;

    pub fn from_minutes(minutes: i64) -> Option<Self> {
        i16::try_from(minutes).ok().filter(|minutes| (0..Self::MINUTES_A_DAY).contains(minutes)).map(Self)
    }

    /// `09:15`, `9:15` or `9:15 AM`.
    pub fn parse(text: &str) -> Result<Self, Text> {
        Self::read(text).ok_or(texts::time_wrong)
    }

    fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_uppercase();
        let (clock, half) = match (text.strip_suffix("AM"), text.strip_suffix("PM")) {
            (Some(clock), _) => (clock.trim(), Some(0)),
            (_, Some(clock)) => (clock.trim(), Some(12)),
            _ => (text.as_str(), None),
        };
        let (hour, minute) = clock.split_once(':')?;
        let digits =
            |part: &str, longest| (1..=longest).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(hour, 2) || minute.len() != 2 || !digits(minute, 2) {
            return None;
        }
        let (hour, minute): (i64, i64) = (hour.parse().ok()?, minute.parse().ok()?);
        let hour = match half {
            None => hour,
            Some(half) => (1..=12).contains(&hour).then_some(hour % 12 + half)?,
        };
        if minute < 60 { Self::from_minutes(hour * 60 + minute) } else { None }
    }

    pub fn minutes(self) -> i64 {
        self.0.into()
    }

    pub fn time(self) -> Time {
        let (hour, minute) = (self.0 / 60, self.0 % 60);
        Time::constant(i8::try_from(hour).unwrap_or(0), i8::try_from(minute).unwrap_or(0), 0, 0)
    }
}

impl std::fmt::Display for DayTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// When a doctor works: every day from `start` up to, not including, `end`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    pub start: DayTime,
    pub end: DayTime,
}

/// A doctor as a patient may see them.
#[derive(Debug, Clone)]
pub struct Doctor {
    pub id: String,
    pub doctor_id: String,
    pub full_name: String,
    pub gender: Gender,
    pub specialization: String,
    pub experience: i64,
    pub fee: i64,
    pub address: String,
    pub state: String,
    pub district: String,
    pub pincode: String,
    /// The id of a photo in the store.
    pub image: Option<String>,
    pub schedule: Schedule,
}

impl Doctor {
    /// `Dr. Asha Nair (ENT)`
    pub fn title(&self) -> String {
        format!("Dr. {} ({})", self.full_name, self.specialization)
    }

    pub fn full_address(&self) -> String {
        format!("{}, {}, {} {}", self.address, self.district, self.state, self.pincode)
    }
}

/// What a doctor's registration brings.
#[derive(Debug, Clone)]
pub struct NewDoctor {
    pub doctor_id: String,
    pub full_name: PersonName,
    pub gender: Gender,
    pub dob: Date,
    pub specialization: &'static str,
    pub experience: i64,
    pub fee: i64,
    pub address: String,
    pub state: &'static str,
    pub district: &'static str,
    pub pincode: String,
    pub image: Option<String>,
    pub schedule: Schedule,
}

/// What a patient looks for. A filter that names nothing we know finds nobody.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    pub district: Option<String>,
    pub specialization: Option<String>,
    /// Beginnings of words of the name, each with its range's end; all must fit.
    pub words: Vec<(String, String)>,
}

impl Filter {
    /// A name of many words is found by the first few.
    const WORDS: usize = 4;

    /// `null` and the empty text are no filter; any spelling that we know of a place or speciality will do.
    pub fn parse(district: Option<&str>, specialization: Option<&str>, name: Option<&str>) -> Self {
        let given =
            |text: Option<&str>| text.map(str::trim).filter(|t| !t.is_empty() && *t != "null").map(String::from);
        Self {
            district: given(district).map(|text| find_district(&text).map_or(text, String::from)),
            specialization: given(specialization)
                .map(|text| specialities::find(&text).map_or(text, |found| found.title.clone())),
            words: search::words(&given(name).unwrap_or_default())
                .into_iter()
                .take(Self::WORDS)
                .map(|word| (word.clone(), search::end_of(&word)))
                .collect(),
        }
    }
}

/// Kerala's districts come first: most who search are there.
fn find_district(text: &str) -> Option<&'static str> {
    places::states().iter().find_map(|state| state.find_district(text)).map(|district| district.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_both_clocks() {
        for (text, minutes) in [
            ("00:00", 0),
            ("9:15", 555),
            ("09:15", 555),
            ("23:59", 1439),
            ("9:15 AM", 555),
            ("12:00 am", 0),
            ("12:30PM", 750),
            ("5:45 pm", 1065),
        ] {
            assert_eq!(DayTime::parse(text).map(DayTime::minutes).ok(), Some(minutes), "{text}");
        }
        for text in ["", "24:00", "9", "9:5", "9:60", "13:00 PM", "0:15 AM", "-1:00", "09:15:00", "nine", "+9:15"] {
            assert!(DayTime::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_shown_with_two_digits() {
        assert_eq!(DayTime::parse("9:05").map(|time| time.to_string()).ok().as_deref(), Some("09:05"));
    }

    #[test]
    fn a_filter_knows_the_spellings_that_people_type() {
        let filter = Filter::parse(Some("calicut"), Some("ophthalmology"), Some("Dr. Asha N"));
        assert_eq!(filter.district.as_deref(), Some("Kozhikode"));
        assert_eq!(filter.specialization.as_deref(), Some("Opthalmology"));
        assert_eq!(filter.words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>(), ["asha", "n"]);
        assert_eq!(Filter::parse(Some("കോഴിക്കോട്"), None, None).district.as_deref(), Some("Kozhikode"));
        assert_eq!(Filter::parse(Some("null"), Some(""), Some(" ")), Filter::default());
        assert_eq!(Filter::parse(Some("Atlantis"), None, None).district.as_deref(), Some("Atlantis"));
    }
}

//! Government holidays in Kerala. They only suggest when a clinic may be shut: a doctor's own
//! calendar decides.

use std::sync::LazyLock;

use jiff::civil::{Date, Weekday};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

static HOLIDAYS: LazyLock<Vec<Holiday>> =
    LazyLock::new(|| serde_json::from_str(include_str!("holidays.json")).expect("holidays.json is checked by a test"));

/// A day that the government's yearly order names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Holiday {
    #[schema(value_type = String, example = "2026-12-25")]
    pub date: Date,
    pub name: String,
    /// The Malayalam name.
    pub ml: String,
    /// Whether it depends on the sighting of the moon and may still move by a day.
    #[serde(default)]
    pub moon: bool,
}

/// The listed holidays in order of date. Only years whose order has been published are in the data.
pub fn all() -> &'static [Holiday] {
    &HOLIDAYS
}

/// Whether government offices in Kerala are shut on `date`: a listed holiday, a Sunday or the second
/// Saturday of a month.
pub fn is_government_holiday(date: Date) -> bool {
    match date.weekday() {
        Weekday::Sunday => true,
        Weekday::Saturday if (8..=14).contains(&date.day()) => true,
        _ => all().iter().any(|holiday| holiday.date == date),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn the_listed_days_are_sorted_distinct_and_named_in_both_languages() {
        assert_eq!(all().len(), 19);
        assert!(all().is_sorted_by(|a, b| a.date < b.date));
        for holiday in all() {
            assert!(!holiday.name.is_empty() && !holiday.ml.is_empty(), "{}", holiday.date);
        }
    }

    #[test]
    fn only_the_days_of_the_lunar_calendar_may_move() {
        let moving: Vec<_> = all().iter().filter(|h| h.moon).map(|h| h.date).collect();
        assert_eq!(moving, [date(2026, 3, 20), date(2026, 5, 27), date(2026, 6, 25)]);
    }

    #[test]
    fn offices_are_shut_on_listed_days_sundays_and_second_saturdays() {
        for (day, shut) in [
            (date(2026, 1, 26), true),   // Republic Day, a Monday
            (date(2026, 8, 26), true),   // Thiruvonam
            (date(2026, 12, 25), true),  // Christmas
            (date(2026, 11, 15), true),  // a Sunday
            (date(2026, 11, 7), false),  // first Saturday
            (date(2026, 11, 14), true),  // second Saturday, at its latest
            (date(2026, 8, 8), true),    // second Saturday, at its earliest
            (date(2026, 11, 21), false), // third Saturday
            (date(2026, 11, 16), false), // a plain Monday
            (date(2027, 1, 31), true),   // a Sunday beyond the listed year
        ] {
            assert_eq!(is_government_holiday(day), shut, "{day}");
        }
    }

    #[test]
    fn a_holiday_reads_back_as_it_was_written() {
        let json = serde_json::to_string(&all()[1]).unwrap();
        assert!(json.starts_with(r#"{"date":"2026-01-26","name":"Republic Day""#), "{json}");
        assert_eq!(serde_json::from_str::<Holiday>(&json).unwrap(), all()[1]);
    }
}

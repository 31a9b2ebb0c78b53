//! The only place that reads the current time, and the only one that names India's time zone.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::civil::{Date, DateTime};
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp, Zoned};

/// Handed to everything that needs the time, so that tests and the demo can set it.
#[derive(Debug, Clone)]
pub enum Clock {
    System,
    /// Fixed at these UTC milliseconds until it is advanced.
    Set(Arc<AtomicI64>),
}

impl Clock {
    pub fn set_to(instant: Timestamp) -> Self {
        Self::Set(Arc::new(AtomicI64::new(instant.as_millisecond())))
    }

    #[expect(clippy::disallowed_methods, reason = "the one place that may ask")]
    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => Timestamp::now(),
            Self::Set(millis) => {
                Timestamp::from_millisecond(millis.load(Ordering::Relaxed)).expect("only real instants are stored")
            }
        }
    }

    /// Whether it is the machine's clock, not one that a test or the demo set.
    pub fn is_system(&self) -> bool {
        matches!(self, Self::System)
    }

    /// Instants are stored as UTC milliseconds.
    pub fn now_millis(&self) -> i64 {
        self.now().as_millisecond()
    }

    /// Advances a set clock; does nothing to the system's.
    pub fn advance(&self, by: SignedDuration) {
        if let Self::Set(millis) = self {
            millis.fetch_add(self::millis(by), Ordering::Relaxed);
        }
    }

    /// The wall clock of every clinic, whatever the machine's zone is.
    pub fn india(&self) -> Zoned {
        self.now().to_zoned(india())
    }
}

/// A span as instants are stored.
pub fn millis(span: SignedDuration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// UTC+5:30, unchanged since 1945, so no time zone database is needed.
pub fn india() -> TimeZone {
    TimeZone::fixed(Offset::UTC.saturating_add(SignedDuration::from_mins(5 * 60 + 30)))
}

/// The instant of a local time in India. A typed date outside the range of instants (up to the year 9999) becomes the nearest one.
pub fn instant(local: DateTime) -> Timestamp {
    let beyond = if local.year() < 0 { Timestamp::MIN } else { Timestamp::MAX };
    local.to_zoned(india()).map_or(beyond, |at| at.timestamp())
}

/// The start of a day in India.
pub fn midnight(day: Date) -> Timestamp {
    instant(day.at(0, 0, 0, 0))
}

pub const HOUR_MILLIS: i64 = 3_600_000;
pub const DAY_MILLIS: i64 = 24 * HOUR_MILLIS;
/// India's clock is this far ahead of UTC.
pub const INDIA_OFFSET_MILLIS: i64 = 5 * HOUR_MILLIS + HOUR_MILLIS / 2;

/// From midnight to midnight in India, as UTC milliseconds.
pub fn day_bounds(day: Date) -> (i64, i64) {
    let next = day.tomorrow().map_or(Timestamp::MAX, midnight);
    (midnight(day).as_millisecond(), next.as_millisecond())
}

/// The number of a day, counted from 1970 by India's clock.
pub fn day_number(day: Date) -> i64 {
    day_number_at(day_bounds(day).0)
}

/// The number of the day in which an instant lies, in UTC milliseconds.
pub fn day_number_at(at: i64) -> i64 {
    (at + INDIA_OFFSET_MILLIS).div_euclid(DAY_MILLIS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_that_can_be_typed_has_an_instant() {
        assert_eq!(midnight(Date::constant(2026, 11, 16)).to_string(), "2026-11-15T18:30:00Z");
        assert_eq!(instant(Date::MAX.at(23, 0, 0, 0)), Timestamp::MAX);
        assert_eq!(midnight(Date::MIN), Timestamp::MIN);
    }

    #[test]
    fn a_day_is_indias_day() {
        let of = |text: &str| day_number_at(text.parse::<Timestamp>().unwrap().as_millisecond());
        assert_eq!((of("1970-01-01T12:00:00Z"), day_number(Date::constant(1970, 1, 2))), (0, 1));
        assert_eq!(of("2026-11-15T18:15:00Z") + 1, of("2026-11-15T18:30:00Z"), "midnight in India");
    }

    #[test]
    fn india_is_utc_plus_5_30_whatever_the_machines_zone() {
        let clock = Clock::set_to("2026-11-15T20:00:00Z".parse().unwrap());
        assert_eq!(clock.india().to_string(), "2026-11-16T01:30:00+05:30[+05:30]");
        clock.advance(SignedDuration::from_mins(15));
        assert_eq!(clock.now().to_string(), "2026-11-15T20:15:00Z");
    }
}

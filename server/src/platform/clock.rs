//! The only place that asks what time it is, and the only one that names India's zone.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::civil::{Date, DateTime};
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp, Zoned};

/// Handed to everything that needs the time, so that tests and the demo can set it.
#[derive(Debug, Clone)]
pub enum Clock {
    System,
    /// Stands still at UTC milliseconds until it is moved.
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

    /// Moves a set clock on; the system's cannot be moved.
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

/// Five and a half hours ahead of UTC, without a change since 1945: no table of zones is needed, nor a search in one.
pub fn india() -> TimeZone {
    TimeZone::fixed(Offset::UTC.saturating_add(SignedDuration::from_mins(5 * 60 + 30)))
}

/// When it is that day and time in India. Any day can be typed; what lies before the first instant or after the last (which
/// is in the year 9999) counts as that one.
pub fn instant(local: DateTime) -> Timestamp {
    let beyond = if local.year() < 0 { Timestamp::MIN } else { Timestamp::MAX };
    local.to_zoned(india()).map_or(beyond, |at| at.timestamp())
}

/// When a day begins in India.
pub fn midnight(day: Date) -> Timestamp {
    instant(day.at(0, 0, 0, 0))
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
    fn india_is_five_and_a_half_hours_ahead_whatever_the_machine_says() {
        let clock = Clock::set_to("2026-11-15T20:00:00Z".parse().unwrap());
        assert_eq!(clock.india().to_string(), "2026-11-16T01:30:00+05:30[+05:30]");
        clock.advance(SignedDuration::from_mins(15));
        assert_eq!(clock.now().to_string(), "2026-11-15T20:15:00Z");
    }
}

//! Which visits it is time to remind of.

use jiff::{SignedDuration, Span, Zoned};

use super::model::{Due, Kind};
use crate::platform::clock::{midnight, millis};

/// The evening in which people are told of the next day.
const EVENING: std::ops::Range<i8> = 18..21;
/// Whoever comes soon is told so long before,
const SOON: SignedDuration = SignedDuration::from_hours(2);
/// but not when they are on their way already.
const TOO_SOON: SignedDuration = SignedDuration::from_mins(30);

pub fn due(now: &Zoned) -> Vec<Due> {
    let at = now.timestamp().as_millisecond();
    let mut due = vec![Due { kind: Kind::Soon, from: at + millis(TOO_SOON), to: at + millis(SOON) }];
    if let Ok(tomorrow) = now.date().tomorrow()
        && EVENING.contains(&now.hour())
    {
        let (from, to) = (midnight(tomorrow), midnight(tomorrow.saturating_add(Span::new().days(1))));
        due.push(Due { kind: Kind::Evening, from: from.as_millisecond(), to: to.as_millisecond() });
    }
    due
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::platform::clock::Clock;

    fn due_at(instant: &str) -> Vec<Due> {
        due(&Clock::set_to(instant.parse().unwrap()).india())
    }

    fn millis_of(instant: &str) -> i64 {
        instant.parse::<Timestamp>().unwrap().as_millisecond()
    }

    #[test]
    fn who_comes_tomorrow_is_told_from_six_to_nine_in_the_evening() {
        for (instant, is_evening) in [
            ("2026-11-16T12:29:59Z", false),
            ("2026-11-16T12:30:00Z", true),
            ("2026-11-16T15:29:59Z", true),
            ("2026-11-16T15:30:00Z", false),
        ] {
            let evening = due_at(instant).into_iter().find(|due| due.kind == Kind::Evening);
            let tomorrow = Due {
                kind: Kind::Evening,
                from: millis_of("2026-11-16T18:30:00Z"),
                to: millis_of("2026-11-17T18:30:00Z"),
            };
            assert_eq!(evening, is_evening.then_some(tomorrow), "{instant}");
        }
    }

    #[test]
    fn who_comes_soon_is_told_two_hours_before_and_not_within_the_last_half_hour() {
        let soon =
            Due { kind: Kind::Soon, from: millis_of("2026-11-16T04:30:00Z"), to: millis_of("2026-11-16T06:00:00Z") };
        assert_eq!(due_at("2026-11-16T04:00:00Z"), [soon]);
    }
}

//! When the message after a missed visit is sent (pure).

use jiff::{Span, Zoned};

use crate::platform::clock::midnight;

/// The hours in which it is sent: not at night, when a mail could wake the patient.
const HOURS: std::ops::Range<i8> = 8..20;
/// The messages are about visits of so many days before today, not about older ones that were left during a long pause of the program.
const DAYS: i64 = 2;

/// The beginning and the end of the days whose missed visits are due for a message now, in UTC milliseconds. Today is not among them: its
/// marks can still be taken back.
pub fn due(now: &Zoned) -> Option<(i64, i64)> {
    let today = now.date();
    let first = today.saturating_sub(Span::new().days(DAYS));
    HOURS.contains(&now.hour()).then(|| (midnight(first).as_millisecond(), midnight(today).as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::clock::Clock;

    #[test]
    fn visits_of_the_two_days_before_are_written_about_from_eight_in_the_morning_to_eight_in_the_evening() {
        let due_at = |instant: &str| due(&Clock::set_to(instant.parse().unwrap()).india());
        let millis = |instant: &str| instant.parse::<jiff::Timestamp>().unwrap().as_millisecond();
        let days = Some((millis("2026-11-14T00:00:00+05:30"), millis("2026-11-16T00:00:00+05:30")));
        for (instant, expected) in [
            ("2026-11-16T00:00:00+05:30", None),
            ("2026-11-16T07:59:59+05:30", None),
            ("2026-11-16T08:00:00+05:30", days),
            ("2026-11-16T19:59:59+05:30", days),
            ("2026-11-16T20:00:00+05:30", None),
        ] {
            assert_eq!(due_at(instant), expected, "{instant}");
        }
    }
}

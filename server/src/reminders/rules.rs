//! Which reminders are due (pure).

use jiff::{SignedDuration, Span, Zoned};

use super::model::{Due, Kind};
use crate::platform::clock::{midnight, millis};
use crate::platform::phone_messages::night;

/// The hours in which reminders of the next day are sent.
const EVENING_HOURS: std::ops::Range<i8> = 18..21;
/// The second reminder is sent this long before the visit,
const LEAD_TIME: SignedDuration = SignedDuration::from_hours(2);
/// but not later than this before it: then patients are on their way.
const MIN_LEAD_TIME: SignedDuration = SignedDuration::from_mins(30);

pub fn due(now: &Zoned) -> Vec<Due> {
    let at = now.timestamp().as_millisecond();
    let mut due = vec![Due { kind: Kind::Soon, from: at + millis(MIN_LEAD_TIME), to: at + millis(LEAD_TIME) }];
    if let Ok(tomorrow) = now.date().tomorrow()
        && EVENING_HOURS.contains(&now.hour())
    {
        let (from, to) = (midnight(tomorrow), midnight(tomorrow.saturating_add(Span::new().days(1))));
        // The two-hour reminder of these visits would come at night, when phones get no messages.
        let early = night::morning_of(tomorrow) + LEAD_TIME;
        let (from, early, to) = (from.as_millisecond(), early.as_millisecond(), to.as_millisecond());
        due.push(Due { kind: Kind::Early, from, to: early });
        due.push(Due { kind: Kind::Evening, from: early, to });
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
    fn evening_reminders_are_sent_from_six_to_nine() {
        for (instant, is_evening) in [
            ("2026-11-16T12:29:59Z", false),
            ("2026-11-16T12:30:00Z", true),
            ("2026-11-16T15:29:59Z", true),
            ("2026-11-16T15:30:00Z", false),
        ] {
            let evening: Vec<Due> = due_at(instant).into_iter().filter(|due| due.kind != Kind::Soon).collect();
            let (midnight, end) = (millis_of("2026-11-16T18:30:00Z"), millis_of("2026-11-17T18:30:00Z"));
            // Half past eight.
            let early = millis_of("2026-11-17T03:00:00Z");
            let tomorrow = [
                Due { kind: Kind::Early, from: midnight, to: early },
                Due { kind: Kind::Evening, from: early, to: end },
            ];
            assert_eq!(evening, if is_evening { tomorrow.to_vec() } else { Vec::new() }, "{instant}");
        }
    }

    #[test]
    fn reminders_are_sent_two_hours_before_but_not_in_the_last_half_hour() {
        let soon =
            Due { kind: Kind::Soon, from: millis_of("2026-11-16T04:30:00Z"), to: millis_of("2026-11-16T06:00:00Z") };
        assert_eq!(due_at("2026-11-16T04:00:00Z"), [soon]);
    }
}

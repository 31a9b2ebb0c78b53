//! When digests are sent, and what counts as unanswered of late. Pure.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, Zoned};

use crate::platform::clock::{india, instant};

/// The hours of digests, by India's clock.
const HOURS: [i8; 2] = [7, 19];
/// One that could not be sent for so long is not worth a mail any more.
const LATEST: SignedDuration = SignedDuration::from_hours(2);
/// A request waits this long at most.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(24);
/// From this hour of the evening until that of the morning no request ends: patients sleep, and doctors cannot answer.
const QUIET_FROM_HOUR: i8 = 21;
const QUIET_UNTIL_HOUR: i8 = 8;
/// How long the administrator's list counts a request that nobody answered.
const COUNTED: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A request that ends later than this after its slot began ends without a mail: it hung from before the program ended any, or
/// the program was not running.
const TOLD_WITHIN: SignedDuration = SignedDuration::from_hours(24);

/// Until when a request of `requested` for a slot waits: halfway to the slot, [`MAX_WAIT`] at most, not at night, and never beyond the
/// start of the slot. It is a whole minute, because people are told hours and minutes.
pub fn answer_by(requested: Timestamp, starts_at: Timestamp) -> Timestamp {
    let wait = (starts_at.duration_since(requested) / 2).min(MAX_WAIT);
    let end = requested.checked_add(wait).unwrap_or(starts_at).to_zoned(india());
    let morning = |day: Date| instant(day.at(QUIET_UNTIL_HOUR, 0, 0, 0));
    let end = match end.hour() {
        QUIET_FROM_HOUR.. => end.date().tomorrow().map_or(starts_at, morning),
        ..QUIET_UNTIL_HOUR => morning(end.date()),
        _ => end.timestamp(),
    };
    let end = end.min(starts_at).as_millisecond();
    let minute = Timestamp::from_millisecond(end - end.rem_euclid(60_000)).unwrap_or(starts_at);
    // A request of the last minute waits until its slot begins.
    if minute > requested { minute } else { starts_at }
}

/// The digest that is due now, named by its time.
pub fn due_digest(now: &Zoned) -> Option<Timestamp> {
    let at = |hour: i8| instant(now.date().at(hour, 0, 0, 0));
    let due = HOURS.into_iter().map(at).rfind(|due| *due <= now.timestamp())?;
    (now.timestamp().duration_since(due) < LATEST).then_some(due)
}

/// Requests whose slots began after this are counted.
pub fn counted_after(now: Timestamp) -> i64 {
    now.checked_sub(COUNTED).unwrap_or(Timestamp::MIN).as_millisecond()
}

/// Whether people still want to know of a request whose slot began then.
pub fn is_worth_a_mail(began: Timestamp, now: Timestamp) -> bool {
    now.duration_since(began) < TOLD_WITHIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_waits_half_the_time_to_its_slot_and_never_ends_at_night() {
        for (requested, starts_at, end) in [
            // Half of two hours.
            ("2026-11-15T03:30:00Z", "2026-11-15T05:30:00Z", "2026-11-15T04:30:00Z"),
            // A day at most.
            ("2026-11-15T03:30:00Z", "2026-11-20T04:30:00Z", "2026-11-16T03:30:00Z"),
            // 21:30 and 03:00 are at night: at eight.
            ("2026-11-15T03:30:00Z", "2026-11-16T04:30:00Z", "2026-11-16T02:30:00Z"),
            ("2026-11-15T14:30:00Z", "2026-11-16T04:30:00Z", "2026-11-16T02:30:00Z"),
            // An early clinic begins before eight.
            ("2026-11-15T14:30:00Z", "2026-11-16T01:30:00Z", "2026-11-16T01:30:00Z"),
            // An evening clinic begins after nine.
            ("2026-11-15T15:20:00Z", "2026-11-15T16:15:00Z", "2026-11-15T16:15:00Z"),
            // Exactly nine in the evening, and exactly eight in the morning.
            ("2026-11-15T14:30:00Z", "2026-11-15T16:30:00Z", "2026-11-15T16:30:00Z"),
            ("2026-11-16T02:00:00Z", "2026-11-16T03:00:00Z", "2026-11-16T02:30:00Z"),
        ] {
            let at = |text: &str| text.parse::<Timestamp>().unwrap();
            assert_eq!(answer_by(at(requested), at(starts_at)), at(end), "{requested} {starts_at}");
        }
    }

    #[test]
    fn digests_are_due_at_seven_and_at_nineteen_in_india_and_for_two_hours() {
        for (now, due) in [
            ("2026-11-16T01:29:59Z", None),
            ("2026-11-16T01:30:00Z", Some("2026-11-16T01:30:00Z")),
            ("2026-11-16T03:29:59Z", Some("2026-11-16T01:30:00Z")),
            ("2026-11-16T03:30:00Z", None),
            ("2026-11-16T13:29:59Z", None),
            ("2026-11-16T13:30:00Z", Some("2026-11-16T13:30:00Z")),
            ("2026-11-16T18:31:00Z", None),
        ] {
            let at = now.parse::<Timestamp>().unwrap().to_zoned(india());
            assert_eq!(due_digest(&at), due.map(|due| due.parse().unwrap()), "{now}");
        }
    }
}

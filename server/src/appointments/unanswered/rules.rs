//! When digests are sent, and which unanswered requests count (pure).

use jiff::{SignedDuration, Timestamp, Zoned};

use crate::platform::clock::instant;

/// The hours of digests, by India's clock.
const DIGEST_HOURS: [i8; 2] = [7, 19];
/// A digest that could not be sent within this time is skipped.
const MAX_DIGEST_DELAY: SignedDuration = SignedDuration::from_hours(2);
/// How long the administrator's list counts an unanswered request.
const COUNTED_PERIOD: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A request that ends later than this after its slot began ends without a mail: the program was not running in time.
const MAX_NOTICE_DELAY: SignedDuration = SignedDuration::from_hours(24);

/// The time of the digest that is due now, if one is.
pub fn due_digest(now: &Zoned) -> Option<Timestamp> {
    let at = |hour: i8| instant(now.date().at(hour, 0, 0, 0));
    let due = DIGEST_HOURS.into_iter().map(at).rfind(|due| *due <= now.timestamp())?;
    (now.timestamp().duration_since(due) < MAX_DIGEST_DELAY).then_some(due)
}

/// Requests whose slots began after this are counted.
pub fn counted_after(now: Timestamp) -> i64 {
    now.checked_sub(COUNTED_PERIOD).unwrap_or(Timestamp::MIN).as_millisecond()
}

/// Whether people still want to know of a request whose slot began then.
pub fn is_worth_a_mail(began: Timestamp, now: Timestamp) -> bool {
    now.duration_since(began) < MAX_NOTICE_DELAY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::clock::india;

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

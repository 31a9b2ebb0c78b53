//! Limits of a user's appointments, and the deadline of a request. Pure.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use crate::platform::clock::{india, instant};

/// Pending appointments of one user whose slots have not begun, with all doctors.
pub const MAX_PENDING_PER_USER: i64 = 20;
/// Active appointments of one user with one doctor on one day: a family can come together, but no one can block a clinic.
pub const MAX_PER_DOCTOR_AND_DAY: i64 = 4;
pub const MAX_BOOKINGS_PER_HOUR: i64 = 30;
/// An appointment can be moved until it was changed this often, including the doctor's answers: each change mails two people.
pub const MAX_CHANGES_PER_APPOINTMENT: i64 = 30;
/// A request waits this long at most.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(24);
/// From this hour of the evening until that of the morning no request ends: patients sleep, and doctors cannot answer.
const QUIET_FROM_HOUR: i8 = 21;
const QUIET_UNTIL_HOUR: i8 = 8;

/// The deadline of a request made at `requested` for a slot: halfway to the slot, at most [`MAX_WAIT`], not at night, and never after the
/// start of the slot. Rounded down to a minute, because mails and pages show hours and minutes.
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
}

//! Which visits can be marked, when a proposal is due, and what it offers (pure).

use jiff::civil::Date;
use jiff::{SignedDuration, Span, Timestamp, Zoned};

use crate::appointments::proposals::{LATER_DAYS, is_offered};
use crate::directory::{DayTime, Schedule};
use crate::platform::clock::{DAY_MILLIS, HOUR_MILLIS, midnight, millis};
use crate::scheduling::Slot;
use crate::scheduling::rules::{BOOKABLE_DAYS, OpenDay};

/// A follow-up is at most a year after the visit.
pub const MAX_DAYS: i64 = 365;
/// How long after a visit a follow-up can be noted.
const MARKABLE_PERIOD: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A day becomes bookable at midnight. The proposal for it is sent at this hour of the same day instead.
const PROPOSAL_HOUR: i64 = 8;
/// The number of slots in a proposal.
const MAX_OFFERED_SLOTS: usize = 3;

/// The period in which visits that can be marked begin; its end is not included.
pub fn markable(now: Timestamp) -> (i64, i64) {
    let now = now.as_millisecond();
    (now - millis(MARKABLE_PERIOD), now + 1)
}

/// The day that is `days` after a visit; `None` if it is past.
pub fn day_after(visit: Date, days: i64, today: Date) -> Option<Date> {
    visit.checked_add(Span::new().days(days)).ok().filter(|day| *day >= today)
}

/// The period of follow-ups that are proposed now: their days begin after its start, and at its end at the latest.
pub fn due(now: &Zoned) -> (i64, i64) {
    let earliest = now.date().saturating_sub(Span::new().days(LATER_DAYS + 1));
    let latest = now.timestamp().as_millisecond() + (BOOKABLE_DAYS - 1) * DAY_MILLIS - PROPOSAL_HOUR * HOUR_MILLIS;
    (midnight(earliest).as_millisecond(), latest)
}

/// Up to three free slots: of the wanted day first, then of the days after it.
pub fn offer(
    schedule: &Schedule,
    days: &[OpenDay],
    wanted: Date,
    list_free: impl Fn(OpenDay) -> Vec<Slot>,
) -> Vec<Slot> {
    let mut offered = Vec::with_capacity(MAX_OFFERED_SLOTS);
    for open in days.iter().filter(|open| is_offered(open.day, wanted)) {
        let bounds = schedule.bounds_on(open.day).unwrap_or((schedule.start, schedule.end));
        offered.extend(choose(&list_free(*open), bounds, MAX_OFFERED_SLOTS - offered.len()));
        if offered.len() == MAX_OFFERED_SLOTS {
            break;
        }
    }
    offered
}

/// The first free slot of each third of the doctor's day, then the earliest of the others. So the choice is spread over the day, and stays the
/// same as long as its slots are free.
fn choose(free: &[Slot], (start, end): (DayTime, DayTime), max: usize) -> Vec<Slot> {
    let (start, end) = (start.minutes(), end.minutes());
    let part_of = |slot: &Slot| (slot.time.minutes() - start) * 3 / (end - start).max(1);
    let mut chosen: Vec<Slot> =
        (0..3).filter_map(|part| free.iter().find(|slot| part_of(slot) == part)).copied().take(max).collect();
    for slot in free {
        if chosen.len() < max && !chosen.contains(slot) {
            chosen.push(*slot);
        }
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appointments::proposals::{FollowUp, State, state_of};
    use crate::directory::{DaysOff, Leave};
    use crate::scheduling::rules::open_days;
    use crate::scheduling::rules::tests::now;
    use crate::scheduling::slots::{Taken, WHOLE_DAY, free_clinic_slots};

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn offered(schedule: &Schedule, taken: &[&str], wanted: &str) -> Vec<String> {
        let now = now("2026-11-15T03:30:00Z");
        let taken: Taken = taken.iter().map(|start| start.parse::<Timestamp>().unwrap().as_millisecond()).collect();
        let slots = offer(schedule, &open_days(&now), date(wanted), |open| {
            free_clinic_slots(schedule, open, &taken, WHOLE_DAY).collect()
        });
        slots.iter().map(|slot| format!("{} {}", slot.day, slot.time)).collect()
    }

    #[test]
    fn a_proposal_is_due_at_eight_on_the_day_on_which_its_day_can_be_booked_and_for_a_fortnight_after() {
        let is_due = |instant: &str, day: &str| {
            let (after, to) = due(&now(instant));
            let day = midnight(date(day)).as_millisecond();
            after < day && day <= to
        };
        // 7:59 and 8:00 in India on the 15th: the 21st is the seventh day.
        assert!(!is_due("2026-11-15T02:29:59Z", "2026-11-21"));
        assert!(is_due("2026-11-15T02:30:00Z", "2026-11-21"));
        assert!(!is_due("2026-11-15T02:30:00Z", "2026-11-22"));
        assert!(is_due("2026-11-15T02:30:00Z", "2026-11-15"));
        assert!(is_due("2026-11-15T02:30:00Z", "2026-11-01"));
        assert!(!is_due("2026-11-15T02:30:00Z", "2026-10-31"));
    }

    #[test]
    fn three_slots_are_spread_over_the_day_and_taken_ones_are_replaced() {
        let schedule = Schedule::example(600, 780);
        assert_eq!(offered(&schedule, &[], "2026-11-17"), ["2026-11-17 10:00", "2026-11-17 11:00", "2026-11-17 12:00"]);
        // 11:00 is taken.
        assert_eq!(
            offered(&schedule, &["2026-11-17T05:30:00Z"], "2026-11-17"),
            ["2026-11-17 10:00", "2026-11-17 11:15", "2026-11-17 12:00"]
        );
        let short = Schedule::example(600, 630);
        assert_eq!(offered(&short, &[], "2026-11-17"), ["2026-11-17 10:00", "2026-11-17 10:15", "2026-11-18 10:00"]);
    }

    #[test]
    fn a_day_without_anything_free_gives_way_to_the_next_that_has_some() {
        let mut schedule = Schedule::example(600, 780);
        // The 17th is a Tuesday.
        schedule.days_off = DaysOff::parse("Tuesday").map_err(|_| ()).unwrap();
        let (first, last) = (date("2026-11-18"), date("2026-11-19"));
        let leave = Leave { id: "l".into(), first, last, hours: None, note: String::new() };
        schedule.leave = vec![leave];
        assert_eq!(offered(&schedule, &[], "2026-11-17")[0], "2026-11-20 10:00");
        // What lies beyond the week is proposed when it can be booked.
        assert!(offered(&schedule, &[], "2026-11-22").is_empty());
        // A day that is over by a fortnight is not made up for.
        assert!(offered(&schedule, &[], "2026-10-31").is_empty());
        assert_eq!(offered(&schedule, &[], "2026-11-01")[0], "2026-11-15 10:00");
    }

    #[test]
    fn a_day_that_is_over_cannot_be_asked_for() {
        let today = date("2026-11-15");
        assert_eq!(day_after(date("2026-11-14"), 1, today), Some(today));
        assert_eq!(day_after(date("2026-11-01"), 7, today), None);
        assert_eq!(day_after(date("2026-11-14"), 365, today), Some(date("2027-11-14")));
    }

    #[test]
    fn the_state_follows_from_the_row_and_the_day() {
        let day = midnight(date("2026-11-01")).as_millisecond();
        let waiting = FollowUp {
            visit_id: "v".into(),
            days: 7,
            due_at: day,
            without_fee: true,
            proposed_at: None,
            declined_at: None,
            booked_id: None,
        };
        let proposed = FollowUp { proposed_at: Some(1), ..waiting.clone() };
        let declined = FollowUp { declined_at: Some(2), ..proposed.clone() };
        let booked = FollowUp { booked_id: Some("b".into()), ..proposed.clone() };
        for (follow_up, today, state) in [
            (&waiting, "2026-11-15", State::Waiting),
            (&waiting, "2026-11-16", State::Over),
            (&proposed, "2026-11-15", State::Proposed),
            (&proposed, "2026-11-16", State::Over),
            (&declined, "2026-11-16", State::Declined),
            (&booked, "2026-11-16", State::Booked),
        ] {
            assert_eq!(state_of(follow_up, date(today)), state, "{follow_up:?} {today}");
        }
    }
}

//! What there is to do about a waitlist: offers, ends of entries and of holds. Pure.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, Zoned};

use crate::directory::Schedule;
use crate::platform::clock::{india, instant, millis};
use crate::scheduling::Slot;
use crate::scheduling::availability_index::DoctorAvailability;
use crate::scheduling::reservations::{
    EntryWithHolds, MIN_BOOKABLE_TIME, Reservation, SlotHold, Waitlist, reservations,
};
use crate::scheduling::rules::OpenDay;
use crate::scheduling::slots::{Minutes, Taken, WHOLE_DAY, free_clinic_slots, has_clinic_slots};

/// A slot is held for this long, or for a quarter of the time that is left, whichever is shorter.
const MAX_HOLD_TIME: SignedDuration = SignedDuration::from_mins(30);
/// No hold runs out from this hour of the evening…
const QUIET_FROM_HOUR: i8 = 21;
/// …up to this one of the morning.
const QUIET_UNTIL_HOUR: i8 = 8;

/// Until when a slot is held that is offered now and can be booked up to `bookable_until`; `None` when that is too soon. Over night it
/// is held until the morning, but no longer than half an hour before: from then on it is anybody's.
pub fn held_until(bookable_until: i64, now: i64) -> Option<i64> {
    let left = bookable_until - now;
    if left < millis(MIN_BOOKABLE_TIME) {
        return None;
    }
    let end = now + (left / 4).min(millis(MAX_HOLD_TIME));
    let latest = bookable_until - millis(MIN_BOOKABLE_TIME);
    Some(morning_after(end).map_or(end, |morning| morning.min(latest).max(end)))
}

/// When the night ends in which that instant lies, if it does.
fn morning_after(at: i64) -> Option<i64> {
    let local = Timestamp::from_millisecond(at).ok()?.to_zoned(india());
    let day = match local.hour() {
        hour if hour < QUIET_UNTIL_HOUR => local.date(),
        hour if hour >= QUIET_FROM_HOUR => local.date().tomorrow().ok()?,
        _ => return None,
    };
    Some(instant(day.at(QUIET_UNTIL_HOUR, 0, 0, 0)).as_millisecond())
}

/// Why an entry ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// The day is over.
    Over,
    /// The doctor does not work on that day any more, or cannot be booked at all.
    Away,
    /// The doctor does not work at the hours that they wait for any more.
    NoHours,
    /// They let too many slots pass.
    Passed,
}

#[derive(Debug, Clone, Copy)]
pub struct Offer<'a> {
    pub slot: Slot,
    pub by: &'a EntryWithHolds,
    pub until: i64,
}

/// What there is to do about a line.
#[derive(Debug, Default)]
pub struct WaitlistPlan<'a> {
    pub ended: Vec<(&'a EntryWithHolds, EndReason)>,
    /// The entries to notify that the doctor is on leave at their hours.
    pub on_leave: Vec<&'a EntryWithHolds>,
    /// Holds that ran out.
    pub passed: Vec<&'a SlotHold>,
    /// Holds of slots that cannot be booked any more.
    pub void: Vec<&'a SlotHold>,
    pub offers: Vec<Offer<'a>>,
}

impl WaitlistPlan<'_> {
    fn is_empty(&self) -> bool {
        self.ended.is_empty()
            && self.on_leave.is_empty()
            && self.passed.is_empty()
            && self.void.is_empty()
            && self.offers.is_empty()
    }
}

/// What the doctor's schedule has at the hours that an entry asks for: work, leave or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WaitedHours {
    Worked,
    /// No offers during leave. Leave can be cancelled, so the patients keep their place and get no offers meanwhile.
    OnLeave,
    None,
}

impl WaitedHours {
    fn of(schedule: &Schedule, day: Date, within: Minutes) -> Self {
        if has_clinic_slots(schedule, day, within.clone()) {
            return Self::Worked;
        }
        let without_leave = Schedule { leave: Vec::new(), ..schedule.clone() };
        if has_clinic_slots(&without_leave, day, within) { Self::OnLeave } else { Self::None }
    }
}

/// Whether the doctor would work within these minutes of a day but for leave.
pub fn is_on_leave(schedule: &Schedule, day: Date, within: Minutes) -> bool {
    WaitedHours::of(schedule, day, within) == WaitedHours::OnLeave
}

pub fn plan<'a>(line: &'a Waitlist, schedule: &Schedule, taken: &Taken, now: &Zoned) -> WaitlistPlan<'a> {
    let (mut plan, at) = (WaitlistPlan::default(), now.timestamp().as_millisecond());
    for day in line.days() {
        if day < now.date() {
            plan.ended.extend(line.of(day).map(|waiting| (waiting, EndReason::Over)));
            continue;
        }
        // A day that is too far ahead was near by a clock that was wrong.
        let Ok(open) = OpenDay::new(day, now) else { continue };
        let is_off = schedule.sessions_on(day).next().is_none();
        let free: Vec<Slot> = free_clinic_slots(schedule, open, taken, WHOLE_DAY).collect();
        let reservations = reservations(line, &free, schedule.notice, at);
        for waiting in line.of(day) {
            let hours = WaitedHours::of(schedule, day, waiting.entry.hours());
            for hold in waiting.holds.iter().filter(|hold| !hold.passed) {
                let is_reserved = || {
                    reservations
                        .iter()
                        .any(|reservation| reservation.hold.is_some_and(|reserved| reserved.id == hold.id))
                };
                match (hold.is_live(at), hours) {
                    // It could not be taken, so it does not count as passed.
                    (false, WaitedHours::OnLeave) => plan.void.push(hold),
                    (false, _) => plan.passed.push(hold),
                    // It is theirs again if the leave is taken back in time.
                    (true, WaitedHours::OnLeave) => {}
                    (true, _) if !is_reserved() => plan.void.push(hold),
                    (true, _) => {}
                }
            }
            let ended = match hours {
                WaitedHours::Worked => waiting.is_out(at).then_some(EndReason::Passed),
                WaitedHours::OnLeave => None,
                WaitedHours::None => Some(if is_off { EndReason::Away } else { EndReason::NoHours }),
            };
            plan.ended.extend(ended.map(|why| (waiting, why)));
            if hours == WaitedHours::OnLeave && !waiting.entry.away_told {
                plan.on_leave.push(waiting);
            }
        }
        for Reservation { slot, by, .. } in reservations.into_iter().filter(|reservation| reservation.hold.is_none()) {
            let until = held_until(slot.starts_at().as_millisecond() - schedule.notice.millis(), at);
            plan.offers.extend(until.map(|until| Offer { slot, by, until }));
        }
    }
    plan
}

/// Whether nothing is to be done for a doctor's waiting list: no offer, no notice, no removal.
pub fn is_settled(found: &DoctorAvailability, now: &Zoned) -> bool {
    if found.waitlist.is_empty() {
        return !found.doctor.waited;
    }
    plan(&found.waitlist, &found.doctor.schedule, &found.taken, now).is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::directory::{DayTime, Notice};
    use crate::platform::clock::Clock;
    use crate::scheduling::reservations::{VOID, WaitlistEntry};

    const MINUTE: i64 = 60_000;

    fn at(instant: &str) -> i64 {
        instant.parse::<Timestamp>().unwrap().as_millisecond()
    }

    fn slot(minutes: i64) -> Slot {
        Slot { day: "2026-11-16".parse().unwrap(), time: DayTime::from_minutes(minutes).unwrap() }
    }

    fn start(minutes: i64) -> i64 {
        slot(minutes).starts_at().as_millisecond()
    }

    fn entry(id: &str, from: i64, to: i64) -> WaitlistEntry {
        WaitlistEntry {
            id: id.into(),
            user_id: format!("user {id}"),
            day: slot(0).day,
            from,
            to,
            since: 1,
            away_told: false,
        }
    }

    fn hold(minutes: i64, until: i64) -> SlotHold {
        SlotHold { id: format!("hold {minutes}"), starts_at: start(minutes), until, passed: false }
    }

    #[test]
    fn a_hold_lasts_half_an_hour_or_a_quarter_of_the_remaining_time_and_through_the_night() {
        for (now, starts, until) in [
            // 10:00 in India, for the next day: half an hour.
            ("2026-11-15T04:30:00Z", "2026-11-16T05:00:00Z", Some("2026-11-15T05:00:00Z")),
            // An hour before it begins: a quarter of an hour.
            ("2026-11-15T04:30:00Z", "2026-11-15T05:30:00Z", Some("2026-11-15T04:45:00Z")),
            ("2026-11-15T04:30:00Z", "2026-11-15T05:00:00Z", Some("2026-11-15T04:37:30Z")),
            ("2026-11-15T04:30:01Z", "2026-11-15T05:00:00Z", None),
            ("2026-11-15T05:00:00Z", "2026-11-15T04:30:00Z", None),
            // 20:29:59 ends before nine, 20:30 does not, and 2:00 does not either: until eight.
            ("2026-11-15T14:59:59Z", "2026-11-16T08:00:00Z", Some("2026-11-15T15:29:59Z")),
            ("2026-11-15T15:00:00Z", "2026-11-16T08:00:00Z", Some("2026-11-16T02:30:00Z")),
            ("2026-11-15T20:30:00Z", "2026-11-16T08:00:00Z", Some("2026-11-16T02:30:00Z")),
            // 7:50 runs out at 8:20.
            ("2026-11-16T02:20:00Z", "2026-11-16T08:00:00Z", Some("2026-11-16T02:50:00Z")),
            // A slot of 8:15 is anybody's from 7:45 on.
            ("2026-11-15T16:00:00Z", "2026-11-16T02:45:00Z", Some("2026-11-16T02:15:00Z")),
        ] {
            assert_eq!(held_until(at(starts), at(now)), until.map(at), "{now} {starts}");
        }
    }

    #[test]
    fn a_free_slot_is_reserved_for_the_first_entry_that_wants_it() {
        let mut line = Waitlist::default();
        for (id, from, to) in [("a", 660, 720), ("b", 600, 720), ("c", 600, 720)] {
            line.add(entry(id, from, to), None);
        }
        let now = at("2026-11-15T04:30:00Z");
        let whose = |line: &Waitlist, free: &[i64], now: i64| -> Vec<(i64, String)> {
            let free: Vec<Slot> = free.iter().map(|minutes| slot(*minutes)).collect();
            let mut whose: Vec<_> = reservations(line, &free, Notice::NONE, now)
                .iter()
                .map(|reservation| (reservation.slot.time.minutes(), reservation.by.entry.id.clone()))
                .collect();
            whose.sort();
            whose
        };
        let named = |reservations: &[(i64, &str)]| -> Vec<(i64, String)> {
            reservations.iter().map(|(minutes, id)| (*minutes, (*id).to_owned())).collect()
        };
        assert_eq!(whose(&line, &[600], now), named(&[(600, "b")]), "the first wants later hours");
        // Each has one at a time; what is left is anybody's.
        assert_eq!(whose(&line, &[600, 615, 660, 675], now), named(&[(600, "b"), (615, "c"), (660, "a")]));
        // Less than half an hour before, it is anybody's.
        assert!(whose(&line, &[600], start(600) - 30 * MINUTE + 1).is_empty());

        let mut held = Waitlist::default();
        held.add(entry("a", 600, 720), Some(hold(615, now + MINUTE)));
        held.add(entry("b", 600, 720), None);
        assert_eq!(whose(&held, &[600, 615], now), named(&[(600, "b"), (615, "a")]), "who holds one gets no other");
        // It expired, whether the job has noted it or not: it is reserved for the next entry, and the first one gets another offer.
        assert_eq!(whose(&held, &[615], now + MINUTE), named(&[(615, "b")]));
        assert_eq!(whose(&held, &[600, 615], now + MINUTE), named(&[(600, "a"), (615, "b")]));
    }

    #[test]
    fn nothing_is_offered_that_the_doctors_notice_forbids_to_book() {
        let mut schedule = Schedule::example(600, 720);
        schedule.notice = Notice::parse("1440").unwrap();
        let mut line = Waitlist::default();
        line.add(entry("a", 600, 720), None);
        let offered = |instant: &str| -> Vec<(i64, i64)> {
            let (now, taken) = (Clock::set_to(instant.parse().unwrap()).india(), Taken::default());
            let plan = plan(&line, &schedule, &taken, &now);
            plan.offers.iter().map(|offer| (offer.slot.time.minutes(), offer.until)).collect()
        };
        // 9:00 in India of the day before: the slot of 10:00 can be booked for one more hour, and is held for a quarter of that.
        assert_eq!(offered("2026-11-15T03:30:00Z"), [(600, at("2026-11-15T03:45:00Z"))]);
        // 9:31: there is less than half an hour left for 10:00, but not for 10:15.
        assert_eq!(offered("2026-11-15T04:01:00Z")[0].0, 615);
        assert!(
            offered("2026-11-15T06:16:00Z").is_empty(),
            "the last slot can be booked until 11:45 of the day before"
        );
    }

    proptest! {
        #[test]
        fn no_slot_has_two_reservations_and_no_entry_has_two(
            waiting in prop::collection::vec((0_i64..8, 1_i64..9, prop::option::of((0_i64..8, -2_i64..3, any::<bool>()))), 0..8),
            free in prop::collection::btree_set(0_i64..8, 0..8),
        ) {
            let (mut line, now) = (Waitlist::default(), start(600) - 120 * MINUTE);
            let mut held = std::collections::BTreeSet::new();
            for (number, (from, length, one)) in waiting.iter().enumerate() {
                // The database holds no slot twice.
                let one = one.filter(|(place, _, passed)| *passed || held.insert(*place));
                let hold = one.map(|(place, minutes, passed)| SlotHold {
                    id: format!("hold {number}"), starts_at: start(600 + 15 * place), until: now + minutes * MINUTE, passed,
                });
                line.add(entry(&number.to_string(), 600 + 15 * from, 600 + 15 * (from + length)), hold);
            }
            let free: Vec<Slot> = free.iter().map(|place| slot(600 + 15 * place)).collect();
            let reservations = reservations(&line, &free, Notice::NONE, now);
            for (number, reservation) in reservations.iter().enumerate() {
                prop_assert!(free.contains(&reservation.slot));
                for other in &reservations[number + 1..] {
                    prop_assert!(reservation.slot != other.slot && reservation.by.entry.id != other.by.entry.id);
                }
                if reservation.hold.is_none() {
                    prop_assert!(reservation.by.entry.wants(reservation.slot));
                    prop_assert!(!reservation.by.was_offered(reservation.slot.starts_at().as_millisecond()));
                }
            }
            // No entry that could have a slot is left out while a slot is unreserved.
            for slot in free.iter().filter(|slot| reservations.iter().all(|reservation| reservation.slot != **slot)) {
                for by in line.entries().filter(|by| by.entry.wants(*slot)) {
                    let has_one = reservations.iter().any(|reservation| reservation.by.entry.id == by.entry.id);
                    prop_assert!(has_one || by.was_offered(slot.starts_at().as_millisecond()));
                }
            }
        }
    }

    #[test]
    fn an_entry_ends_after_three_passed_offers_but_void_ones_do_not_count() {
        let now = at("2026-11-15T04:30:00Z");
        let schedule = Schedule::example(600, 720);
        for (since, untils, is_out) in [
            (1, [now - 3, now - 2, now], true),
            (1, [now - 3, now - 2, now + 1], false),
            (1, [now - 3, now - 2, VOID], false),
            // They got a new place after the first of them.
            (now - 3, [now - 3, now - 2, now], false),
        ] {
            let mut line = Waitlist::default();
            for (place, until) in untils.into_iter().enumerate() {
                let minutes = 600 + 15 * i64::try_from(place).unwrap();
                let passed = until == VOID;
                line.add(
                    WaitlistEntry { since, ..entry("a", 600, 720) },
                    Some(SlotHold { passed, ..hold(minutes, until) }),
                );
            }
            let others: Taken = [600, 615, 630].map(start).into_iter().filter(|_| !is_out).collect();
            let to_do =
                plan(&line, &schedule, &others, &Clock::set_to("2026-11-15T04:30:00Z".parse().unwrap()).india());
            let ended: Vec<EndReason> = to_do.ended.iter().map(|(_, why)| *why).collect();
            assert_eq!(ended, if is_out { vec![EndReason::Passed] } else { Vec::new() }, "{untils:?}");
            assert!(!is_out || to_do.offers.is_empty(), "nothing more is offered: {to_do:?}");
        }
    }

    #[test]
    fn ended_entries_and_expired_holds_are_planned_once() {
        let schedule = Schedule::example(600, 630);
        let now = |instant: &str| Clock::set_to(instant.parse().unwrap()).india();
        let early = now("2026-11-15T04:30:00Z");
        let at_once = early.timestamp().as_millisecond();
        let mut line = Waitlist::default();
        line.add(entry("a", 600, 720), Some(hold(600, at_once)));
        line.add(entry("b", 600, 720), None);
        let taken: Taken = [start(615)].into_iter().collect();
        let to_do = plan(&line, &schedule, &taken, &early);
        assert_eq!((to_do.passed.len(), to_do.void.len(), to_do.ended.len()), (1, 0, 0));
        let offers: Vec<_> = to_do.offers.iter().map(|offer| (offer.slot, offer.by.entry.id.as_str())).collect();
        assert_eq!(offers, [(slot(600), "b")]);
        // Somebody has the slot that was held.
        let all: Taken = [start(600), start(615)].into_iter().collect();
        let mut kept = Waitlist::default();
        kept.add(entry("a", 600, 720), Some(hold(600, at_once + 1)));
        assert!(plan(&kept, &schedule, &taken, &early).is_empty());
        assert_eq!(plan(&kept, &schedule, &all, &early).void.len(), 1);
        let over = plan(&kept, &schedule, &taken, &now("2026-11-16T18:30:00Z")).ended;
        assert_eq!(over.iter().map(|(_, why)| *why).collect::<Vec<_>>(), [EndReason::Over]);
    }
}

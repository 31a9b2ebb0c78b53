//! Whose a free slot is while people wait: one rule, by which slots are listed, booked, offered and passed on. Pure.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, Zoned};

use super::model::{Hold, InLine, Line};
use crate::booking::model::Slot;
use crate::booking::rules::OpenDay;
use crate::booking::slots::{Minutes, Taken, WHOLE_DAY, free_slots, has_slots};
use crate::directory::{Notice, Schedule};
use crate::platform::clock::{india, instant, millis};

/// A slot that can be booked for less time than this is not offered: it is free for everybody.
const MIN_LEFT: SignedDuration = SignedDuration::from_mins(30);
/// A slot is held for this long, or for a quarter of the time that is left, whichever is shorter.
const LONGEST: SignedDuration = SignedDuration::from_mins(30);
/// No hold runs out from this hour of the evening…
const EVENING: i8 = 21;
/// …up to this one of the morning.
const MORNING: i8 = 8;

/// Until when a slot is held that is offered now and can be booked up to `bookable_until`; `None` when that is too soon. Over night it
/// is held until the morning, but no longer than half an hour before: from then on it is anybody's.
pub fn held_until(bookable_until: i64, now: i64) -> Option<i64> {
    let left = bookable_until - now;
    if left < millis(MIN_LEFT) {
        return None;
    }
    let end = now + (left / 4).min(millis(LONGEST));
    let latest = bookable_until - millis(MIN_LEFT);
    Some(morning_after(end).map_or(end, |morning| morning.min(latest).max(end)))
}

/// When the night ends in which that instant lies, if it does.
fn morning_after(at: i64) -> Option<i64> {
    let local = Timestamp::from_millisecond(at).ok()?.to_zoned(india());
    let day = match local.hour() {
        hour if hour < MORNING => local.date(),
        hour if hour >= EVENING => local.date().tomorrow().ok()?,
        _ => return None,
    };
    Some(instant(day.at(MORNING, 0, 0, 0)).as_millisecond())
}

/// A free slot that is somebody's.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    pub slot: Slot,
    pub by: &'a InLine,
    /// `None` when it has yet to be offered: it is the next one's all the same.
    pub hold: Option<&'a Hold>,
}

/// Which of the free slots of a day are somebody's, and whose. What is held stays with whom it is held for; each other one is for the
/// first in line who wants it, has not been offered it, has nothing else, and did not let too many pass. What ran out counts as passed,
/// whether that was noted or not. The rest is anybody's. What begins sooner than the doctor's notice allows is not offered.
pub fn claims<'a>(line: &'a Line, free: &[Slot], notice: Notice, now: i64) -> Vec<Claim<'a>> {
    let held = |slot: &Slot| {
        let starts_at = slot.starts_at().as_millisecond();
        line.everybody().find_map(|by| {
            let hold = by.holds.iter().find(|hold| hold.starts_at == starts_at && hold.is_live(now))?;
            Some(Claim { slot: *slot, by, hold: Some(hold) })
        })
    };
    let mut claims: Vec<Claim<'_>> = free.iter().filter_map(held).collect();
    for slot in free {
        let starts_at = slot.starts_at().as_millisecond();
        if starts_at - notice.millis() - now < millis(MIN_LEFT) || claims.iter().any(|claim| claim.slot == *slot) {
            continue;
        }
        let has_one = |by: &InLine| claims.iter().any(|claim| claim.by.entry.id == by.entry.id);
        let may_have = |by: &&InLine| by.entry.wants(*slot) && !by.was_offered(starts_at) && !by.is_out(now);
        let next = line.everybody().find(|by| may_have(by) && !has_one(by));
        claims.extend(next.map(|by| Claim { slot: *slot, by, hold: None }));
    }
    claims
}

/// Why somebody is no longer in line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
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
    pub by: &'a InLine,
    pub until: i64,
}

/// What there is to do about a line.
#[derive(Debug, Default)]
pub struct Plan<'a> {
    pub ended: Vec<(&'a InLine, End)>,
    /// Who is to be told that the doctor is on leave at the hours that they wait for.
    pub on_leave: Vec<&'a InLine>,
    /// Holds that ran out.
    pub passed: Vec<&'a Hold>,
    /// Holds of slots that nobody can have any more.
    pub void: Vec<&'a Hold>,
    pub offers: Vec<Offer<'a>>,
}

impl Plan<'_> {
    fn is_empty(&self) -> bool {
        self.ended.is_empty()
            && self.on_leave.is_empty()
            && self.passed.is_empty()
            && self.void.is_empty()
            && self.offers.is_empty()
    }
}

/// What the doctor's week has at the hours that somebody waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hours {
    Worked,
    /// None while leave stands. Leave can be taken back, so they keep their place and are offered nothing.
    OnLeave,
    None,
}

impl Hours {
    fn of(schedule: &Schedule, day: Date, within: Minutes) -> Self {
        if has_slots(schedule, day, within.clone()) {
            return Self::Worked;
        }
        let without_leave = Schedule { leave: Vec::new(), ..schedule.clone() };
        if has_slots(&without_leave, day, within) { Self::OnLeave } else { Self::None }
    }
}

/// Whether the doctor would work within these minutes of a day but for leave.
pub fn is_on_leave(schedule: &Schedule, day: Date, within: Minutes) -> bool {
    Hours::of(schedule, day, within) == Hours::OnLeave
}

pub fn plan<'a>(line: &'a Line, schedule: &Schedule, taken: &Taken, now: &Zoned) -> Plan<'a> {
    let (mut plan, at) = (Plan::default(), now.timestamp().as_millisecond());
    for day in line.days() {
        if day < now.date() {
            plan.ended.extend(line.of(day).map(|waiting| (waiting, End::Over)));
            continue;
        }
        // A day that is too far ahead was near by a clock that was wrong.
        let Ok(open) = OpenDay::new(day, now) else { continue };
        let is_off = schedule.sessions_on(day).next().is_none();
        let free: Vec<Slot> = free_slots(schedule, open, taken, WHOLE_DAY).collect();
        let claims = claims(line, &free, schedule.notice, at);
        for waiting in line.of(day) {
            let hours = Hours::of(schedule, day, waiting.entry.hours());
            for hold in waiting.holds.iter().filter(|hold| !hold.passed) {
                let is_claimed = || claims.iter().any(|claim| claim.hold.is_some_and(|claimed| claimed.id == hold.id));
                match (hold.is_live(at), hours) {
                    // It could not be taken, so it does not count as passed.
                    (false, Hours::OnLeave) => plan.void.push(hold),
                    (false, _) => plan.passed.push(hold),
                    // It is theirs again if the leave is taken back in time.
                    (true, Hours::OnLeave) => {}
                    (true, _) if !is_claimed() => plan.void.push(hold),
                    (true, _) => {}
                }
            }
            let ended = match hours {
                Hours::Worked => waiting.is_out(at).then_some(End::Passed),
                Hours::OnLeave => None,
                Hours::None => Some(if is_off { End::Away } else { End::NoHours }),
            };
            plan.ended.extend(ended.map(|why| (waiting, why)));
            if hours == Hours::OnLeave && !waiting.entry.away_told {
                plan.on_leave.push(waiting);
            }
        }
        for Claim { slot, by, .. } in claims.into_iter().filter(|claim| claim.hold.is_none()) {
            let until = held_until(slot.starts_at().as_millisecond() - schedule.notice.millis(), at);
            plan.offers.extend(until.map(|until| Offer { slot, by, until }));
        }
    }
    plan
}

/// Whether there is nothing to do about a line.
pub fn is_settled(line: &Line, schedule: &Schedule, taken: &Taken, now: &Zoned) -> bool {
    plan(line, schedule, taken, now).is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::model::{Entry, NEVER};
    use super::*;
    use crate::directory::DayTime;
    use crate::platform::clock::Clock;

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

    fn entry(id: &str, from: i64, to: i64) -> Entry {
        Entry { id: id.into(), user_id: format!("user {id}"), day: slot(0).day, from, to, since: 1, away_told: false }
    }

    fn hold(minutes: i64, until: i64) -> Hold {
        Hold { id: format!("hold {minutes}"), starts_at: start(minutes), until, passed: false }
    }

    #[test]
    fn a_slot_is_held_for_half_an_hour_or_a_quarter_of_what_is_left_and_through_the_night() {
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
    fn a_free_slot_is_the_first_ones_in_line_who_wants_it() {
        let mut line = Line::default();
        for (id, from, to) in [("a", 660, 720), ("b", 600, 720), ("c", 600, 720)] {
            line.add(entry(id, from, to), None);
        }
        let now = at("2026-11-15T04:30:00Z");
        let whose = |line: &Line, free: &[i64], now: i64| -> Vec<(i64, String)> {
            let free: Vec<Slot> = free.iter().map(|minutes| slot(*minutes)).collect();
            let mut whose: Vec<_> = claims(line, &free, Notice::NONE, now)
                .iter()
                .map(|claim| (claim.slot.time.minutes(), claim.by.entry.id.clone()))
                .collect();
            whose.sort();
            whose
        };
        let named = |claims: &[(i64, &str)]| -> Vec<(i64, String)> {
            claims.iter().map(|(minutes, id)| (*minutes, (*id).to_owned())).collect()
        };
        assert_eq!(whose(&line, &[600], now), named(&[(600, "b")]), "the first wants later hours");
        // Each has one at a time; what is left is anybody's.
        assert_eq!(whose(&line, &[600, 615, 660, 675], now), named(&[(600, "b"), (615, "c"), (660, "a")]));
        // Less than half an hour before, it is anybody's.
        assert!(whose(&line, &[600], start(600) - 30 * MINUTE + 1).is_empty());

        let mut held = Line::default();
        held.add(entry("a", 600, 720), Some(hold(615, now + MINUTE)));
        held.add(entry("b", 600, 720), None);
        assert_eq!(whose(&held, &[600, 615], now), named(&[(600, "b"), (615, "a")]), "who holds one gets no other");
        // It ran out, whether anybody noted it or not: the next one's, and the first in line is offered something else.
        assert_eq!(whose(&held, &[615], now + MINUTE), named(&[(615, "b")]));
        assert_eq!(whose(&held, &[600, 615], now + MINUTE), named(&[(600, "a"), (615, "b")]));
    }

    #[test]
    fn nothing_is_offered_that_the_doctors_notice_forbids_to_book() {
        let mut schedule = Schedule::example(600, 720);
        schedule.notice = Notice::parse("1440").unwrap();
        let mut line = Line::default();
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
        fn no_slot_is_two_peoples_and_nobody_has_two(
            waiting in prop::collection::vec((0_i64..8, 1_i64..9, prop::option::of((0_i64..8, -2_i64..3, any::<bool>()))), 0..8),
            free in prop::collection::btree_set(0_i64..8, 0..8),
        ) {
            let (mut line, now) = (Line::default(), start(600) - 120 * MINUTE);
            let mut held = std::collections::BTreeSet::new();
            for (number, (from, length, one)) in waiting.iter().enumerate() {
                // The database holds no slot twice.
                let one = one.filter(|(place, _, passed)| *passed || held.insert(*place));
                let hold = one.map(|(place, minutes, passed)| Hold {
                    id: format!("hold {number}"), starts_at: start(600 + 15 * place), until: now + minutes * MINUTE, passed,
                });
                line.add(entry(&number.to_string(), 600 + 15 * from, 600 + 15 * (from + length)), hold);
            }
            let free: Vec<Slot> = free.iter().map(|place| slot(600 + 15 * place)).collect();
            let claims = claims(&line, &free, Notice::NONE, now);
            for (number, claim) in claims.iter().enumerate() {
                prop_assert!(free.contains(&claim.slot));
                for other in &claims[number + 1..] {
                    prop_assert!(claim.slot != other.slot && claim.by.entry.id != other.by.entry.id);
                }
                if claim.hold.is_none() {
                    prop_assert!(claim.by.entry.wants(claim.slot));
                    prop_assert!(!claim.by.was_offered(claim.slot.starts_at().as_millisecond()));
                }
            }
            // Nobody who could have a slot goes without while it is anybody's.
            for slot in free.iter().filter(|slot| claims.iter().all(|claim| claim.slot != **slot)) {
                for by in line.everybody().filter(|by| by.entry.wants(*slot)) {
                    let has_one = claims.iter().any(|claim| claim.by.entry.id == by.entry.id);
                    prop_assert!(has_one || by.was_offered(slot.starts_at().as_millisecond()));
                }
            }
        }
    }

    #[test]
    fn who_let_three_pass_is_out_and_what_nobody_could_take_does_not_count() {
        let now = at("2026-11-15T04:30:00Z");
        let schedule = Schedule::example(600, 720);
        for (since, untils, is_out) in [
            (1, [now - 3, now - 2, now], true),
            (1, [now - 3, now - 2, now + 1], false),
            (1, [now - 3, now - 2, NEVER], false),
            // They got a new place after the first of them.
            (now - 3, [now - 3, now - 2, now], false),
        ] {
            let mut line = Line::default();
            for (place, until) in untils.into_iter().enumerate() {
                let minutes = 600 + 15 * i64::try_from(place).unwrap();
                let passed = until == NEVER;
                line.add(Entry { since, ..entry("a", 600, 720) }, Some(Hold { passed, ..hold(minutes, until) }));
            }
            let others: Taken = [600, 615, 630].map(start).into_iter().filter(|_| !is_out).collect();
            let to_do =
                plan(&line, &schedule, &others, &Clock::set_to("2026-11-15T04:30:00Z".parse().unwrap()).india());
            let ended: Vec<End> = to_do.ended.iter().map(|(_, why)| *why).collect();
            assert_eq!(ended, if is_out { vec![End::Passed] } else { Vec::new() }, "{untils:?}");
            assert!(!is_out || to_do.offers.is_empty(), "nothing more is offered: {to_do:?}");
        }
    }

    #[test]
    fn what_is_over_away_or_run_out_is_planned_once() {
        let schedule = Schedule::example(600, 630);
        let now = |instant: &str| Clock::set_to(instant.parse().unwrap()).india();
        let early = now("2026-11-15T04:30:00Z");
        let at_once = early.timestamp().as_millisecond();
        let mut line = Line::default();
        line.add(entry("a", 600, 720), Some(hold(600, at_once)));
        line.add(entry("b", 600, 720), None);
        let taken: Taken = [start(615)].into_iter().collect();
        let to_do = plan(&line, &schedule, &taken, &early);
        assert_eq!((to_do.passed.len(), to_do.void.len(), to_do.ended.len()), (1, 0, 0));
        let offers: Vec<_> = to_do.offers.iter().map(|offer| (offer.slot, offer.by.entry.id.as_str())).collect();
        assert_eq!(offers, [(slot(600), "b")]);
        // Somebody has the slot that was held.
        let all: Taken = [start(600), start(615)].into_iter().collect();
        let mut kept = Line::default();
        kept.add(entry("a", 600, 720), Some(hold(600, at_once + 1)));
        assert!(is_settled(&kept, &schedule, &taken, &early));
        assert_eq!(plan(&kept, &schedule, &all, &early).void.len(), 1);
        let over = plan(&kept, &schedule, &taken, &now("2026-11-16T18:30:00Z")).ended;
        assert_eq!(over.iter().map(|(_, why)| *why).collect::<Vec<_>>(), [End::Over]);
    }
}

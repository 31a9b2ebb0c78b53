//! What is bookable: one set of rules, used by the list of free slots and by the booking itself.

use std::ops::Range;

use jiff::civil::Date;
use jiff::{Span, Zoned};

use super::model::Slot;
use crate::directory::{Away, DayTime, Schedule};
use crate::platform::clock::midnight;

/// Today and the next six days.
pub const BOOKABLE_DAYS: i64 = 7;
/// One user may hold this many pending bookings of future slots in all…
pub const MOST_PENDING: i64 = 20;
/// …and this many active ones with one doctor on one day: a family can come together, but no one can block a clinic.
pub const MOST_WITH_DOCTOR_A_DAY: i64 = 4;
/// One user may book this often in an hour…
pub const MOST_AN_HOUR: i64 = 30;
/// …and move a booking until it was changed this often, the doctor's answers included: each time two people get a mail.
pub const MOST_CHANGES: i64 = 30;

/// Why a slot cannot be booked, whoever else wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Past,
    TooFarAhead,
    DayOff,
    /// Leave up to this day, which is included.
    Leave {
        until: Date,
    },
    /// Too early, too late, or in the break.
    OutsideHours,
    OffGrid,
}

impl From<Away> for Refusal {
    fn from(away: Away) -> Self {
        match away {
            Away::DayOff => Self::DayOff,
            Away::Leave { until } => Self::Leave { until },
        }
    }
}

/// Why a day has no free slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoneFree {
    /// None of its times can be booked by anybody.
    Closed(Refusal),
    /// Others have what is left of it.
    Full,
    /// Others have what is left of it, or it is held for those who wait.
    Held,
}

/// A day for which slots are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenDay {
    pub day: Date,
    /// When it begins, as UTC milliseconds.
    midnight: i64,
    /// Only slots that begin after this minute of the day have not begun.
    after: i64,
    /// When it was opened, as UTC milliseconds.
    pub now: i64,
}

impl OpenDay {
    pub fn new(day: Date, now: &Zoned) -> Result<Self, Refusal> {
        let today = now.date();
        if day < today {
            return Err(Refusal::Past);
        }
        if today.checked_add(Span::new().days(BOOKABLE_DAYS)).is_ok_and(|end| day >= end) {
            return Err(Refusal::TooFarAhead);
        }
        let minutes = i64::from(now.hour()) * 60 + i64::from(now.minute());
        let after = if day == today { minutes } else { -1 };
        let now = now.timestamp().as_millisecond();
        Ok(Self { day, midnight: midnight(day).as_millisecond(), after, now })
    }

    /// As UTC milliseconds.
    pub fn starts_at(self, time: DayTime) -> i64 {
        self.midnight + time.minutes() * 60_000
    }
}

/// Today and the days after it for which slots are offered.
pub fn open_days(now: &Zoned) -> Vec<OpenDay> {
    let days = (0..BOOKABLE_DAYS).filter_map(|days| now.date().checked_add(Span::new().days(days)).ok());
    days.filter_map(|day| OpenDay::new(day, now).ok()).collect()
}

pub fn check_bookable(schedule: &Schedule, slot: Slot, now: &Zoned) -> Result<(), Refusal> {
    let open = OpenDay::new(slot.day, now)?;
    if let Some(away) = schedule.away(slot.day) {
        return Err(away.into());
    }
    check_time(schedule, slot.time, open)
}

/// What is true of the whole day has been asked before.
fn check_time(schedule: &Schedule, time: DayTime, open: OpenDay) -> Result<(), Refusal> {
    if !schedule.works_at(time, Slot::MINUTES) {
        Err(Refusal::OutsideHours)
    } else if (time.minutes() - schedule.start.minutes()) % Slot::MINUTES != 0 {
        Err(Refusal::OffGrid)
    } else if time.minutes() <= open.after {
        Err(Refusal::Past)
    } else {
        Ok(())
    }
}

/// Whether the doctor is there for the whole of a slot.
pub fn is_worked(schedule: &Schedule, slot: Slot) -> bool {
    schedule.works_on(slot.day) && schedule.works_at(slot.time, Slot::MINUTES)
}

/// When a doctor is taken: the starts of the active visits, as UTC milliseconds.
#[derive(Debug, Default)]
pub struct Taken(Vec<i64>);

impl FromIterator<i64> for Taken {
    fn from_iter<I: IntoIterator<Item = i64>>(starts: I) -> Self {
        let mut starts: Vec<i64> = starts.into_iter().collect();
        starts.sort_unstable();
        Self(starts)
    }
}

impl Taken {
    /// Whether any part of the slot that starts then is taken; it need not be by a visit that begins with it.
    fn meets(&self, start: i64) -> bool {
        let Range { start, end } = start - Slot::MILLIS + 1..start + Slot::MILLIS;
        let next = self.0.partition_point(|taken| *taken < start);
        self.0.get(next).is_some_and(|taken| *taken < end)
    }
}

/// Minutes of a day, from the first up to, not including, the second.
pub type Minutes = Range<i64>;
pub const WHOLE_DAY: Minutes = 0..24 * 60;

/// When slots can begin: every quarter of an hour from the start of the doctor's day, as far as they lie within these minutes.
fn grid(schedule: &Schedule, within: Minutes) -> impl Iterator<Item = DayTime> {
    let (start, end) = (schedule.start.minutes(), schedule.end.minutes());
    let quarters = ((within.start - start).max(0) + Slot::MINUTES - 1) / Slot::MINUTES;
    let times = (quarters..).map(move |quarter| start + quarter * Slot::MINUTES);
    times.take_while(move |minutes| *minutes < end.min(within.end)).filter_map(DayTime::from_minutes)
}

/// The free slots of a day that begin within these minutes, in order.
pub fn free_slots(schedule: &Schedule, open: OpenDay, taken: &Taken, within: Minutes) -> impl Iterator<Item = Slot> {
    let worked = if schedule.works_on(open.day) { within.start.max(open.after + 1)..within.end } else { 0..0 };
    grid(schedule, worked)
        .filter(move |time| is_free(schedule, *time, open, taken))
        .map(move |time| Slot { day: open.day, time })
}

fn is_free(schedule: &Schedule, time: DayTime, open: OpenDay, taken: &Taken) -> bool {
    check_time(schedule, time, open).is_ok() && !taken.meets(open.starts_at(time))
}

/// Why a day has no free slot, where it has none.
pub fn why_none(schedule: &Schedule, open: OpenDay) -> NoneFree {
    if let Some(away) = schedule.away(open.day) {
        return NoneFree::Closed(away.into());
    }
    let worked = grid(schedule, WHOLE_DAY).filter(|time| schedule.works_at(*time, Slot::MINUTES));
    match worked.last() {
        None => NoneFree::Closed(Refusal::OutsideHours),
        Some(last) if last.minutes() <= open.after => NoneFree::Closed(Refusal::Past),
        Some(_) => NoneFree::Full,
    }
}

/// The other slots of a day, for whatever reason they cannot be booked.
pub fn closed_slots(schedule: &Schedule, day: Date, taken: &Taken, now: &Zoned) -> impl Iterator<Item = Slot> {
    let open = OpenDay::new(day, now).ok().filter(|_| schedule.works_on(day));
    let is_free = move |time| open.is_some_and(|open| is_free(schedule, time, open, taken));
    grid(schedule, WHOLE_DAY).filter(move |time| !is_free(*time)).map(move |time| Slot { day, time })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::directory::{DaysOff, Leave};
    use crate::platform::clock::Clock;

    fn at(minutes: i64) -> DayTime {
        DayTime::from_minutes(minutes).unwrap()
    }

    fn schedule(start: i64, end: i64) -> Schedule {
        Schedule::daily(at(start), at(end))
    }

    fn now(text: &str) -> Zoned {
        Clock::set_to(text.parse().unwrap()).india()
    }

    /// The free slots of a day, if it is open at all.
    fn free(schedule: &Schedule, day: Date, taken: &Taken, now: &Zoned) -> Vec<Slot> {
        OpenDay::new(day, now).map_or(Vec::new(), |open| free_slots(schedule, open, taken, WHOLE_DAY).collect())
    }

    fn times(schedule: &Schedule, day: &str, now: &Zoned) -> Vec<String> {
        let free = free(schedule, day.parse().unwrap(), &Taken::default(), now);
        free.iter().map(|slot| slot.time.to_string()).collect()
    }

    #[test]
    fn slots_run_from_the_start_up_to_and_not_including_the_end() {
        let now = now("2026-11-15T03:30:00Z");
        assert_eq!(times(&schedule(600, 660), "2026-11-16", &now), ["10:00", "10:15", "10:30", "10:45"]);
        assert_eq!(times(&schedule(610, 650), "2026-11-16", &now), ["10:10", "10:25", "10:40"]);
        assert!(times(&schedule(600, 600), "2026-11-16", &now).is_empty());
        assert_eq!(times(&schedule(1425, 1439), "2026-11-16", &now), ["23:45"]);
    }

    #[test]
    fn todays_past_is_neither_shown_nor_bookable() {
        // 10:15 in India to the second: the slot of 10:15 has started.
        let now = now("2026-11-15T04:45:00Z");
        assert_eq!(times(&schedule(600, 660), "2026-11-15", &now), ["10:30", "10:45"]);
        let started = Slot { day: now.date(), time: at(615) };
        assert_eq!(check_bookable(&schedule(600, 660), started, &now), Err(Refusal::Past));
    }

    #[test]
    fn each_refusal_has_its_reason() {
        let (hours, now) = (schedule(600, 660), now("2026-11-15T03:30:00Z"));
        for (day, minutes, expected) in [
            ("2026-11-15", 600, Ok(())),
            ("2026-11-21", 645, Ok(())),
            ("2026-11-14", 600, Err(Refusal::Past)),
            ("2026-11-22", 600, Err(Refusal::TooFarAhead)),
            ("2026-11-16", 585, Err(Refusal::OutsideHours)),
            ("2026-11-16", 660, Err(Refusal::OutsideHours)),
            ("2026-11-16", 607, Err(Refusal::OffGrid)),
        ] {
            let slot = Slot { day: day.parse().unwrap(), time: at(minutes) };
            assert_eq!(check_bookable(&hours, slot, &now), expected, "{day} {minutes}");
        }
    }

    #[test]
    fn breaks_days_off_and_leave_are_not_bookable() {
        let now = now("2026-11-15T03:30:00Z");
        let mut hours = schedule(600, 720);
        hours.rest = Some((at(640), at(665)));
        // The slot of 10:30 would run into the break, that of 11:00 begins in it.
        assert_eq!(times(&hours, "2026-11-16", &now), ["10:00", "10:15", "11:15", "11:30", "11:45"]);
        hours.days_off = DaysOff::parse("Tuesday").map_err(|_| ()).unwrap();
        let (first, last) = ("2026-11-19".parse().unwrap(), "2026-11-20".parse().unwrap());
        hours.leave.push(Leave { id: String::new(), first, last, note: String::new() });
        for (day, free) in [("16", 5), ("17", 0), ("18", 5), ("19", 0), ("20", 0), ("21", 5)] {
            assert_eq!(times(&hours, &format!("2026-11-{day}"), &now).len(), free, "{day}");
        }
        let away = Slot { day: "2026-11-17".parse().unwrap(), time: at(600) };
        assert_eq!(check_bookable(&hours, away, &now), Err(Refusal::DayOff));
        let on_leave = Slot { day: first, time: at(600) };
        assert_eq!(check_bookable(&hours, on_leave, &now), Err(Refusal::Leave { until: last }));
        let resting = Slot { day: "2026-11-16".parse().unwrap(), time: at(645) };
        assert_eq!(check_bookable(&hours, resting, &now), Err(Refusal::OutsideHours));
    }

    #[test]
    fn a_day_without_a_free_slot_says_why() {
        let now = now("2026-11-15T05:30:00Z"); // 11:00 in India, on a Sunday
        let why = |hours: &Schedule, day: &str| why_none(hours, OpenDay::new(day.parse().unwrap(), &now).unwrap());
        let mut hours = schedule(600, 660);
        assert_eq!(why(&hours, "2026-11-15"), NoneFree::Closed(Refusal::Past));
        assert_eq!(why(&hours, "2026-11-16"), NoneFree::Full);
        // The last slot of today has not begun: then somebody has it.
        assert_eq!(why(&schedule(600, 680), "2026-11-15"), NoneFree::Full);
        assert_eq!(why(&schedule(600, 600), "2026-11-16"), NoneFree::Closed(Refusal::OutsideHours));
        hours.rest = Some((at(600), at(660)));
        assert_eq!(why(&hours, "2026-11-16"), NoneFree::Closed(Refusal::OutsideHours));
        hours.days_off = DaysOff::parse("Sunday").map_err(|_| ()).unwrap();
        assert_eq!(why(&hours, "2026-11-15"), NoneFree::Closed(Refusal::DayOff));
    }

    #[test]
    fn a_slot_is_free_only_when_no_part_of_it_is_taken() {
        let (now, day) = (now("2026-11-15T03:30:00Z"), "2026-11-16".parse().unwrap());
        // 10:15 was booked while the day began at 10:00; now it begins at 10:10. Midnight meets nobody's evening.
        let start = |day, time| Slot { day, time: at(time) }.starts_at().as_millisecond();
        let taken: Taken = [start(day, 615), start(day, 0)].into_iter().collect();
        let names = |slots: Vec<Slot>| slots.iter().map(|slot| slot.time.to_string()).collect::<Vec<_>>();
        let moved = schedule(610, 660);
        assert_eq!(names(free(&moved, day, &taken, &now)), ["10:40", "10:55"]);
        assert_eq!(names(closed_slots(&moved, day, &taken, &now).collect()), ["10:10", "10:25"]);
        let kept = schedule(600, 660);
        assert_eq!(names(closed_slots(&kept, day, &taken, &now).collect()), ["10:15"]);
        let evening = "2026-11-15".parse().unwrap();
        assert!(taken.meets(start(evening, 1430)), "23:50 runs into midnight");
        assert!(!taken.meets(start(evening, 1425)));
    }

    #[test]
    fn the_week_crosses_leap_days_and_the_end_of_the_year() {
        let days = |text| open_days(&now(text)).iter().map(|open| open.day.to_string()).collect::<Vec<_>>();
        assert_eq!(days("2028-02-26T12:00:00Z")[3], "2028-02-29");
        assert_eq!(days("2028-02-26T12:00:00Z")[4], "2028-03-01");
        assert_eq!(days("2026-12-29T12:00:00Z")[6], "2027-01-04");
        // 19:00 UTC is the next day in India.
        assert_eq!(days("2026-12-31T19:00:00Z")[0], "2027-01-01");
    }

    proptest! {
        #[test]
        fn every_free_slot_is_bookable_and_every_bookable_slot_is_free(
            start in 0_i64..1440,
            end in 0_i64..1440,
            seconds in 0_i64..4_000_000_000,
            ahead in -2_i64..9,
            minute in 0_i64..1440,
            rest in proptest::option::of((0_i64..1440, 0_i64..1440)),
            days_off in 0_i64..128,
            taken in proptest::collection::hash_set(0_i64..1440, 0..40),
        ) {
            let now = jiff::Timestamp::from_second(seconds).unwrap().to_zoned(crate::platform::clock::india());
            let mut hours = schedule(start, end);
            hours.rest = rest.map(|(from, to)| (at(from), at(to)));
            hours.days_off = DaysOff::from_bits(days_off);
            let day = now.date().checked_add(Span::new().days(ahead)).unwrap();
            let times = taken;
            let start_of = |minutes| Slot { day, time: at(minutes) }.starts_at().as_millisecond();
            let taken: Taken = times.iter().map(|minutes| start_of(*minutes)).collect();
            let free = free(&hours, day, &taken, &now);
            let closed: Vec<Slot> = closed_slots(&hours, day, &taken, &now).collect();
            prop_assert!(closed.iter().all(|slot| !free.contains(slot)));
            let quarters = (end - start + Slot::MINUTES - 1).max(0) / Slot::MINUTES;
            prop_assert_eq!(closed.len() + free.len(), usize::try_from(quarters).unwrap());
            for slot in &free {
                prop_assert!(check_bookable(&hours, *slot, &now).is_ok());
                prop_assert!(slot.starts_at() > now.timestamp());
                prop_assert!(times.iter().all(|minutes| (minutes - slot.time.minutes()).abs() >= Slot::MINUTES));
                prop_assert_eq!((slot.time.minutes() - start) % Slot::MINUTES, 0);
                prop_assert!(slot.time >= hours.start && slot.time < hours.end);
                prop_assert!(!hours.days_off.contains(slot.day.weekday()));
                prop_assert!(hours.rest.is_none_or(|(from, to)| slot.time >= to || slot.time.minutes() + Slot::MINUTES <= from.minutes()));
                prop_assert_eq!(Slot::from_millis(slot.starts_at().as_millisecond()), Some(*slot));
            }
            prop_assert!(free.is_sorted() && free.windows(2).all(|pair| pair[0] != pair[1]));
            let any = Slot { day, time: at(minute) };
            let bookable = check_bookable(&hours, any, &now).is_ok() && !taken.meets(start_of(minute));
            prop_assert_eq!(bookable, free.contains(&any));
            prop_assert!((0..BOOKABLE_DAYS).contains(&ahead) || free.is_empty());
            if let Ok(open) = OpenDay::new(day, &now) {
                let within = minute.min(start)..minute.max(end);
                let narrowed: Vec<Slot> = free_slots(&hours, open, &taken, within.clone()).collect();
                let expected: Vec<Slot> = free.iter().filter(|slot| within.contains(&slot.time.minutes())).copied().collect();
                prop_assert_eq!(narrowed, expected);
            }
        }
    }
}

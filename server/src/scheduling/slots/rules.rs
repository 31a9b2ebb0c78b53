//! The slots of a day: which are free, which are not, and why there are none.

use std::ops::Range;

use jiff::Zoned;
use jiff::civil::Date;

use crate::directory::{DayTime, Schedule, VisitMode};
use crate::scheduling::Slot;
use crate::scheduling::rules::{OpenDay, Refusal};

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

/// The starts of a doctor's active visits, as UTC milliseconds, sorted.
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
    /// Whether a visit overlaps the slot that starts then. After a change of hours it may start at another minute.
    fn meets(&self, start: i64) -> bool {
        let Range { start, end } = start - Slot::MILLIS + 1..start + Slot::MILLIS;
        let next = self.0.partition_point(|taken| *taken < start);
        self.0.get(next).is_some_and(|taken| *taken < end)
    }
}

/// Minutes of a day, from the first up to, not including, the second.
pub type Minutes = Range<i64>;
pub const WHOLE_DAY: Minutes = 0..24 * 60;

/// Every quarter of an hour from the first time up to, not including, the second, as far as it lies within these minutes.
fn grid(from: DayTime, to: DayTime, within: Minutes) -> impl Iterator<Item = DayTime> {
    let (start, end) = (from.minutes(), to.minutes());
    let quarters = ((within.start - start).max(0) + Slot::MINUTES - 1) / Slot::MINUTES;
    let times = (quarters..).map(move |quarter| start + quarter * Slot::MINUTES);
    times.take_while(move |minutes| *minutes < end.min(within.end)).filter_map(DayTime::from_minutes)
}

/// The starts of a day's slots within these minutes, of one mode or of both, without breaks and hours of leave. The caller checks days off
/// and leave of whole days.
fn worked(schedule: &Schedule, day: Date, within: Minutes, mode: Option<VisitMode>) -> impl Iterator<Item = DayTime> {
    let sessions = schedule.sessions_on(day).filter(move |session| mode.is_none_or(|mode| session.mode == mode));
    let times = sessions.flat_map(move |session| grid(session.from, session.to, within.clone()));
    times.filter(move |time| schedule.pause_at(day, *time, Slot::MINUTES).is_none())
}

/// Whether the day has slots at a place within these minutes, free or taken, past or to come.
pub fn has_clinic_slots(schedule: &Schedule, day: Date, within: Minutes) -> bool {
    schedule.works_on(day) && worked(schedule, day, within, Some(VisitMode::Clinic)).next().is_some()
}

/// The free slots at a place. Desks and waiting lists have no others, because a visit by phone needs the consent of its patient.
pub fn free_clinic_slots(
    schedule: &Schedule,
    open: OpenDay,
    taken: &Taken,
    within: Minutes,
) -> impl Iterator<Item = Slot> {
    free_slots(schedule, open, taken, within, Some(VisitMode::Clinic))
}

/// The free slots of a day, of one mode or of both, that begin within these minutes, in order.
pub fn free_slots(
    schedule: &Schedule,
    open: OpenDay,
    taken: &Taken,
    within: Minutes,
    mode: Option<VisitMode>,
) -> impl Iterator<Item = Slot> {
    let within = if schedule.works_on(open.day) {
        within.start.max(open.first_minute(schedule.notice))..within.end
    } else {
        0..0
    };
    worked(schedule, open.day, within, mode)
        .filter(move |time| !taken.meets(open.starts_at(*time)))
        .map(move |time| Slot { day: open.day, time })
}

/// Why a day has no free slot, of one mode or of both, where it has none.
pub fn why_none(schedule: &Schedule, open: OpenDay, mode: Option<VisitMode>) -> NoneFree {
    if let Some(away) = schedule.away(open.day) {
        return NoneFree::Closed(away.into());
    }
    match worked(schedule, open.day, WHOLE_DAY, mode).max() {
        Some(last) if last.minutes() <= open.after => NoneFree::Closed(Refusal::Past),
        Some(last) if last.minutes() < open.first_minute(schedule.notice) => {
            NoneFree::Closed(Refusal::TooSoon { notice: schedule.notice })
        }
        Some(_) => NoneFree::Full,
        None => {
            let mut sessions = schedule.sessions_on(open.day);
            let pause = sessions.find_map(|session| schedule.pause_at(open.day, session.from, Slot::MINUTES));
            NoneFree::Closed(pause.map_or(Refusal::OutsideHours, Refusal::from))
        }
    }
}

/// Every full quarter of an hour (09:00, 09:15, …) from the first time up to, not including, the second.
fn full_quarters(from: DayTime, to: DayTime) -> impl Iterator<Item = DayTime> {
    let first = (from.minutes() + Slot::MINUTES - 1) / Slot::MINUTES;
    let minutes = (first..).map(|quarter| quarter * Slot::MINUTES);
    minutes.take_while(move |minutes| *minutes < to.minutes()).filter_map(DayTime::from_minutes)
}

/// The times of a day that cannot be booked at a place, for whatever reason, in order. Slots by phone are among them: they need more than a
/// client of this list asks for. A client that knows nothing of sessions takes the doctor's first start and last end for the hours of every
/// day: so these are named too. One that counts in full quarters of an hour offers 09:00 where the hours begin at 08:50 and the slots are
/// 08:50, 09:05, …: so full quarters are named as well.
pub fn closed_slots(schedule: &Schedule, day: Date, taken: &Taken, now: &Zoned) -> Vec<Slot> {
    let open = OpenDay::new(day, now).ok();
    let free: Vec<DayTime> = open
        .map_or(Vec::new(), |open| free_clinic_slots(schedule, open, taken, WHOLE_DAY).map(|slot| slot.time).collect());
    let times = |(from, to)| grid(from, to, WHOLE_DAY).chain(full_quarters(from, to));
    let hours = [(schedule.start, schedule.end)].into_iter().chain(schedule.bounds_on(day));
    let mut times: Vec<DayTime> = hours.flat_map(times).collect();
    times.sort_unstable();
    times.dedup();
    times.retain(|time| free.binary_search(time).is_err());
    times.into_iter().map(|time| Slot { day, time }).collect()
}

#[cfg(test)]
mod tests {
    use jiff::Span;
    use proptest::prelude::*;

    use super::*;
    use crate::directory::{DaysOff, Leave, Notice, SessionDay, SessionPlan};
    use crate::scheduling::rules::tests::{at, now};
    use crate::scheduling::rules::{BOOKABLE_DAYS, check_bookable, is_worked};

    /// The free slots of a day, if it is open at all.
    fn free(schedule: &Schedule, day: Date, taken: &Taken, now: &Zoned) -> Vec<Slot> {
        OpenDay::new(day, now).map_or(Vec::new(), |open| free_slots(schedule, open, taken, WHOLE_DAY, None).collect())
    }

    fn times(schedule: &Schedule, day: &str, now: &Zoned) -> Vec<String> {
        let free = free(schedule, day.parse().unwrap(), &Taken::default(), now);
        free.iter().map(|slot| slot.time.to_string()).collect()
    }

    #[test]
    fn slots_run_from_the_start_up_to_and_not_including_the_end() {
        let now = now("2026-11-15T03:30:00Z");
        assert_eq!(times(&Schedule::example(600, 660), "2026-11-16", &now), ["10:00", "10:15", "10:30", "10:45"]);
        assert_eq!(times(&Schedule::example(610, 650), "2026-11-16", &now), ["10:10", "10:25", "10:40"]);
        assert!(times(&Schedule::example(600, 600), "2026-11-16", &now).is_empty());
        assert_eq!(times(&Schedule::example(1425, 1439), "2026-11-16", &now), ["23:45"]);
    }

    #[test]
    fn past_slots_of_today_are_neither_listed_nor_bookable() {
        // 10:15 in India to the second: the slot of 10:15 has started.
        let now = now("2026-11-15T04:45:00Z");
        assert_eq!(times(&Schedule::example(600, 660), "2026-11-15", &now), ["10:30", "10:45"]);
        let started = Slot { day: now.date(), time: at(615) };
        assert_eq!(check_bookable(&Schedule::example(600, 660), started, &now), Err(Refusal::Past));
    }

    #[test]
    fn breaks_days_off_and_leave_are_not_bookable() {
        let now = now("2026-11-15T03:30:00Z");
        let mut hours = Schedule::example(600, 720);
        hours.rest = Some((at(640), at(665)));
        // The slot of 10:30 would run into the break, that of 11:00 begins in it.
        assert_eq!(times(&hours, "2026-11-16", &now), ["10:00", "10:15", "11:15", "11:30", "11:45"]);
        hours.days_off = DaysOff::parse("Tuesday").map_err(|_| ()).unwrap();
        let (first, last) = ("2026-11-19".parse().unwrap(), "2026-11-20".parse().unwrap());
        hours.leave.push(Leave { id: String::new(), first, last, hours: None, note: String::new() });
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

    fn planned(on: SessionDay, from: i64, to: i64, hospital: Option<&str>) -> SessionPlan {
        let (hospital_id, is_offered) = (hospital.map(String::from), true);
        SessionPlan {
            id: String::new(),
            on,
            from: at(from),
            to: at(to),
            hospital_id,
            fee: None,
            mode: VisitMode::Clinic,
            is_offered,
        }
    }

    /// Mondays at the hospital from 10:00 to 11:00, and at the clinic from 17:00 to 17:30.
    fn two_sessions() -> Schedule {
        let (monday, mut hours) = (SessionDay::Weekday(jiff::civil::Weekday::Monday), Schedule::example(600, 720));
        hours.set_weekly(vec![planned(monday, 600, 660, Some("h")), planned(monday, 1020, 1050, None)]);
        hours
    }

    #[test]
    fn a_day_of_sessions_has_their_slots_and_names_the_gap_between_them() {
        let (mut hours, now) = (two_sessions(), now("2026-11-15T03:30:00Z"));
        let day = "2026-11-16".parse().unwrap();
        assert_eq!(times(&hours, "2026-11-16", &now), ["10:00", "10:15", "10:30", "10:45", "17:00", "17:15"]);
        let why = |hours: &Schedule, minutes| check_bookable(hours, Slot { day, time: at(minutes) }, &now);
        let gap = Err(Refusal::BetweenSessions { from: at(660), to: at(1020) });
        assert_eq!((why(&hours, 660), why(&hours, 1005), why(&hours, 1050)), (gap, gap, Err(Refusal::OutsideHours)));
        assert_eq!(why(&hours, 607), Err(Refusal::OffGrid));
        // Everything from the first start to the last end is free or named.
        let closed = closed_slots(&hours, day, &Taken::default(), &now);
        assert_eq!((closed.len(), closed[0].time, closed[23].time), (24, at(660), at(1005)));
        let tuesday = closed_slots(&hours, "2026-11-17".parse().unwrap(), &Taken::default(), &now);
        assert_eq!((tuesday.len(), tuesday[0].time), (30, at(600)));
        for (minutes, hospital, worked) in [
            (600, Some("h"), true),
            (600, None, false),
            (1020, None, true),
            (1020, Some("h"), false),
            (700, None, false),
        ] {
            assert_eq!(
                is_worked(&hours, Slot { day, time: at(minutes) }, (hospital, VisitMode::Clinic)),
                worked,
                "{minutes} {hospital:?}"
            );
        }
        let leave = Leave {
            id: String::new(),
            first: day,
            last: day,
            hours: Some((at(630), at(1440 - 1))),
            note: String::new(),
        };
        hours.leave.push(leave);
        assert_eq!(times(&hours, "2026-11-16", &now), ["10:00", "10:15"]);
        assert_eq!(why(&hours, 1020), Err(Refusal::LeaveHours { from: at(630), to: at(1439) }));
        hours.leave[0].hours = Some((at(0), at(1439)));
        let all = why_none(&hours, OpenDay::new(day, &now).unwrap(), None);
        assert_eq!(all, NoneFree::Closed(Refusal::LeaveHours { from: at(0), to: at(1439) }));
    }

    #[test]
    fn a_day_without_a_free_slot_has_a_reason() {
        let now = now("2026-11-15T05:30:00Z"); // 11:00 in India, on a Sunday
        let why =
            |hours: &Schedule, day: &str| why_none(hours, OpenDay::new(day.parse().unwrap(), &now).unwrap(), None);
        let mut hours = Schedule::example(600, 660);
        assert_eq!(why(&hours, "2026-11-15"), NoneFree::Closed(Refusal::Past));
        assert_eq!(why(&hours, "2026-11-16"), NoneFree::Full);
        // The last slot of today has not begun: then somebody has it.
        assert_eq!(why(&Schedule::example(600, 680), "2026-11-15"), NoneFree::Full);
        let without = Schedule::example(600, 600);
        assert_eq!(why(&without, "2026-11-16"), NoneFree::Closed(Refusal::DayOff), "no hours, no session");
        hours.notice = Notice::parse("1440").unwrap();
        let too_soon = NoneFree::Closed(Refusal::TooSoon { notice: hours.notice });
        assert_eq!((why(&hours, "2026-11-16"), why(&hours, "2026-11-17")), (too_soon, NoneFree::Full));
        hours.rest = Some((at(600), at(660)));
        assert_eq!(why(&hours, "2026-11-16"), NoneFree::Closed(Refusal::OutsideHours));
        hours.days_off = DaysOff::parse("Sunday").map_err(|_| ()).unwrap();
        assert_eq!(why(&hours, "2026-11-15"), NoneFree::Closed(Refusal::DayOff));
    }

    #[test]
    fn a_slot_is_free_only_when_no_part_of_it_is_taken() {
        let (now, day) = (now("2026-11-15T03:30:00Z"), "2026-11-16".parse().unwrap());
        // 10:15 was booked while the day began at 10:00; now it begins at 10:10. A visit at midnight overlaps no slot that
        // ends before it.
        let start = |day, time| Slot { day, time: at(time) }.starts_at().as_millisecond();
        let taken: Taken = [start(day, 615), start(day, 0)].into_iter().collect();
        let names = |slots: Vec<Slot>| slots.iter().map(|slot| slot.time.to_string()).collect::<Vec<_>>();
        let moved = Schedule::example(610, 660);
        assert_eq!(names(free(&moved, day, &taken, &now)), ["10:40", "10:55"]);
        assert_eq!(
            names(closed_slots(&moved, day, &taken, &now)),
            ["10:10", "10:15", "10:25", "10:30", "10:45"],
            "full quarters are no starts of its slots"
        );
        let kept = Schedule::example(600, 660);
        assert_eq!(names(closed_slots(&kept, day, &taken, &now)), ["10:15"]);
        let evening = "2026-11-15".parse().unwrap();
        assert!(taken.meets(start(evening, 1430)), "23:50 runs into midnight");
        assert!(!taken.meets(start(evening, 1425)));
    }

    proptest! {
        #[test]
        fn of_sessions_too_every_free_slot_is_bookable_and_every_bookable_slot_is_free(
            sessions in proptest::collection::vec((0_i8..7, 0_i64..90, 1_i64..20, any::<bool>()), 0..12),
            minutes_past in 0_i64..15,
            ahead in 0_i64..7,
            minute in 0_i64..1440,
            away in proptest::option::of((0_i64..1440, 0_i64..1440)),
            taken in proptest::collection::hash_set(0_i64..1440, 0..40),
        ) {
            let now = now("2026-11-15T03:30:00Z");
            let (mut hours, mut weekly) = (Schedule::example(600, 720), Vec::<SessionPlan>::new());
            for (weekday, quarter, length, is_elsewhere) in sessions {
                let on = SessionDay::Weekday(jiff::civil::Weekday::from_monday_zero_offset(weekday).unwrap());
                let (from, to) = (quarter * 15 + minutes_past, (quarter + length) * 15 + minutes_past);
                let session = planned(on, from, to.min(1439), is_elsewhere.then_some("h"));
                if crate::directory::schedule::check_weekly(&weekly, &session).is_ok() {
                    weekly.push(session);
                }
            }
            hours.set_weekly(weekly);
            let day = now.date().checked_add(Span::new().days(ahead)).unwrap();
            let (first, last, note) = (day, day, String::new());
            hours.leave.extend(away.map(|(from, to)| Leave {
                id: String::new(), first, last, hours: Some((at(from), at(to))), note,
            }));
            let start_of = |minutes| Slot { day, time: at(minutes) }.starts_at().as_millisecond();
            let taken: Taken = taken.iter().map(|minutes| start_of(*minutes)).collect();
            let free = free(&hours, day, &taken, &now);
            prop_assert!(free.is_sorted() && free.windows(2).all(|pair| pair[1].time.minutes() - pair[0].time.minutes() >= 15));
            let any = Slot { day, time: at(minute) };
            let bookable = check_bookable(&hours, any, &now).is_ok() && !taken.meets(start_of(minute));
            prop_assert_eq!(bookable, free.contains(&any));
            for slot in &free {
                let place = hours.session_at(day, slot.time).unwrap().hospital_id;
                prop_assert!(check_bookable(&hours, *slot, &now).is_ok() && is_worked(&hours, *slot, (place, VisitMode::Clinic)));
            }
            let closed = closed_slots(&hours, day, &taken, &now);
            prop_assert!(closed.iter().all(|slot| !free.contains(slot)));
            for time in grid(hours.start, hours.end, WHOLE_DAY) {
                let slot = Slot { day, time };
                prop_assert!(free.contains(&slot) || closed.contains(&slot));
            }
        }

        #[test]
        fn every_free_slot_is_bookable_and_every_bookable_slot_is_free(
            start in 0_i64..1440,
            end in 0_i64..1440,
            seconds in 0_i64..4_000_000_000,
            ahead in -2_i64..9,
            minute in 0_i64..1440,
            rest in proptest::option::of((0_i64..1440, 0_i64..1440)),
            days_off in 0_i64..128,
            notice in proptest::sample::select(vec!["0", "30", "120", "1440", "2880"]),
            taken in proptest::collection::hash_set(0_i64..1440, 0..40),
        ) {
            let now = jiff::Timestamp::from_second(seconds).unwrap().to_zoned(crate::platform::clock::india());
            let mut hours = Schedule::example(start, end);
            hours.rest = rest.map(|(from, to)| (at(from), at(to)));
            hours.days_off = DaysOff::from_bits(days_off);
            hours.notice = Notice::parse(notice).unwrap();
            let day = now.date().checked_add(Span::new().days(ahead)).unwrap();
            let times = taken;
            let start_of = |minutes| Slot { day, time: at(minutes) }.starts_at().as_millisecond();
            let taken: Taken = times.iter().map(|minutes| start_of(*minutes)).collect();
            let free = free(&hours, day, &taken, &now);
            let closed: Vec<Slot> = closed_slots(&hours, day, &taken, &now);
            prop_assert!(closed.iter().all(|slot| !free.contains(slot)));
            // Every start of the grid and every full quarter is free or closed, and nothing else is either.
            let is_start = |minutes: &i64| (minutes - start) % Slot::MINUTES == 0 || minutes % Slot::MINUTES == 0;
            let starts = (start..end).filter(is_start).count();
            prop_assert_eq!(closed.len() + free.len(), starts);
            for slot in &free {
                prop_assert!(check_bookable(&hours, *slot, &now).is_ok());
                prop_assert!(slot.starts_at() > now.timestamp());
                let left = slot.starts_at().as_millisecond() - now.timestamp().as_millisecond();
                prop_assert!(left >= hours.notice.millis());
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
                let narrowed: Vec<Slot> = free_slots(&hours, open, &taken, within.clone(), None).collect();
                let expected: Vec<Slot> = free.iter().filter(|slot| within.contains(&slot.time.minutes())).copied().collect();
                prop_assert_eq!(narrowed, expected);
            }
        }
    }
}

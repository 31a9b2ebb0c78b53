//! The queue of a session, with an expected time range for every waiting patient.

use std::ops::RangeInclusive;

use jiff::Zoned;

use crate::appointments::model::Attendance;
use crate::clinic_day::model::{QueueBoard, QueueEntry, QueuePlace};
use crate::clinic_day::rules::waits;
use crate::directory::DayTime;
use crate::scheduling::Slot;

/// The length of a visit in minutes, until today's visits show another one; and the bounds of the measured length.
const DEFAULT_PACE: i64 = Slot::MINUTES;
const PACE_RANGE: RangeInclusive<i64> = 5..=30;
/// The number of intervals between calls needed to measure the length. An interval above the gap was a pause and does not count.
const MIN_SAMPLES: usize = 3;
const MAX_PACE_GAP: i64 = 45;
/// No expected time is more precise than these minutes.
const MIN_UNCERTAINTY: i64 = 5;

/// The queue of one session, which begins at a minute of the day. Patients in the clinic come before those who are still expected.
pub fn board(entries: &[QueueEntry], (session, from): (usize, i64), late: i64, now: &Zoned) -> QueueBoard {
    let is_in_queue = |entry: &&QueueEntry| entry.session == session && entry.phone_visit.is_none();
    let entries: Vec<&QueueEntry> = entries.iter().filter(is_in_queue).collect();
    let (at, minute) = (now.timestamp().as_millisecond(), i64::from(now.hour()) * 60 + i64::from(now.minute()));
    let called = entries.iter().copied().filter(|entry| entry.attendance == Some(Attendance::Called));
    let serving = called.max_by_key(|entry| entry.called_at);
    let pace = pace(&entries);
    let called_before = |called_at: i64| (at - called_at) / 60_000;
    // Before the first patient is called in, no visit begins before the session does.
    let idle = if entries.iter().any(|entry| entry.called_at.is_some()) { minute } else { minute.max(from + late) };
    let free_at = serving.and_then(|entry| entry.called_at).map_or(idle, |called_at| {
        // A visit that takes longer than the others is expected to end at any minute.
        minute + (pace - called_before(called_at)).max(0)
    });
    let mut waiting: Vec<&QueueEntry> =
        entries.into_iter().filter(|entry| waits(entry.attendance, entry.slot, late, at)).collect();
    waiting.sort_by_key(|entry| !is_here(entry));
    let expected = expected_minutes(&waiting, free_at, late, pace);
    let places = waiting.iter().zip(expected).map(|(entry, (expected, before))| {
        // The more people come before, the less is known.
        let uncertainty = MIN_UNCERTAINTY + before * pace / 4;
        QueuePlace {
            token: entry.token.clone(),
            arrived: is_here(entry),
            from: clock((expected - uncertainty).max(minute).div_euclid(5) * 5),
            to: clock((expected + uncertainty + 4).div_euclid(5) * 5),
        }
    });
    QueueBoard { late, serving: serving.map(|entry| entry.token.clone()), waiting: places.collect() }
}

fn is_here(entry: &QueueEntry) -> bool {
    entry.attendance == Some(Attendance::Arrived)
}

/// The expected time of every waiting patient, and the number of patients before each. The rest of the day is simulated from the minute at
/// which the doctor is free: patients whose time has come go in first, in the order of their slots, assuming that expected patients come on
/// time; then those without a slot. No patient goes in before their slot plus the doctor's delay.
fn expected_minutes(waiting: &[&QueueEntry], free_at: i64, late: i64, pace: i64) -> Vec<(i64, i64)> {
    let due = |entry: &QueueEntry| entry.slot.map(|slot| slot.time.minutes() + late);
    let rank = |entry: &QueueEntry| due(entry).map_or((1, 0), |due| (0, due));
    let mut left: Vec<usize> = (0..waiting.len()).collect();
    // Sorting is stable: among equals the order of the queue counts.
    left.sort_by_key(|index| rank(waiting[*index]));
    let (mut expected, mut next, mut before) = (vec![(0, 0); waiting.len()], free_at, 0);
    while !left.is_empty() {
        let is_due = |index: &usize| due(waiting[*index]).is_none_or(|due| due <= next);
        let Some(first) = left.iter().position(is_due) else {
            // Nobody's time has come: the doctor waits for the patient with the earliest time.
            next = left.iter().filter_map(|index| due(waiting[*index])).min().unwrap_or(next);
            continue;
        };
        expected[left.remove(first)] = (next, before);
        (next, before) = (next + pace, before + 1);
    }
    expected
}

/// The minutes that a visit takes today, measured from the times of calling in.
fn pace(entries: &[&QueueEntry]) -> i64 {
    let mut calls: Vec<i64> = entries.iter().filter_map(|entry| entry.called_at).collect();
    calls.sort_unstable();
    let apart = calls.windows(2).map(|pair| (pair[1] - pair[0]) / 60_000).filter(|minutes| *minutes <= MAX_PACE_GAP);
    let apart: Vec<i64> = apart.collect();
    match i64::try_from(apart.len()) {
        Ok(number) if apart.len() >= MIN_SAMPLES => {
            (apart.iter().sum::<i64>() / number).clamp(*PACE_RANGE.start(), *PACE_RANGE.end())
        }
        _ => DEFAULT_PACE,
    }
}

/// A minute of the day as clocks show it; nothing is later than the last.
fn clock(minutes: i64) -> String {
    let last = i64::from(DayTime::MINUTES_A_DAY) - 1;
    DayTime::from_minutes(minutes.clamp(0, last)).map_or_else(String::new, |time| time.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appointments::model::Appointment;
    use crate::clinic_day::model::WalkIn;
    use crate::clinic_day::rules::tests::{entries, visit};
    use crate::scheduling::rules::tests::now;

    /// A visit that was called in then.
    fn called(minutes: i64, attendance: Attendance, at: &str) -> Appointment {
        let called_at = Some(now(at).timestamp().as_millisecond());
        Appointment { called_at, ..visit(minutes, Some(attendance)) }
    }

    fn shown(visits: Vec<Appointment>, late: i64, at: &str) -> QueueBoard {
        board(&entries(visits, Vec::new()), (0, 600), late, &now(at))
    }

    fn tokens(board: &QueueBoard) -> Vec<&str> {
        board.waiting.iter().map(|waiting| waiting.token.as_str()).collect()
    }

    fn times(board: &QueueBoard) -> Vec<String> {
        board.waiting.iter().map(|waiting| format!("{}-{}", waiting.from, waiting.to)).collect()
    }

    #[test]
    fn arrived_patients_come_before_expected_ones() {
        let walk_in = WalkIn {
            id: "w".into(),
            doctor_id: "d".into(),
            day: 0,
            token: "W1".into(),
            name: "Binu".into(),
            phone: "9876543210".into(),
            attendance: Some(Attendance::Arrived),
            called_at: None,
            hospital_id: None,
            session_from: None,
            created_at: 0,
            door_device: None,
        };
        let entries = entries(vec![visit(765, None)], vec![walk_in]);
        let board = board(&entries, (0, 600), 0, &now("2026-11-16T04:00:00Z"));
        assert_eq!(tokens(&board), ["W1", "12"]);
        assert_eq!(times(&board), ["09:55-10:05", "12:35-12:55"], "nobody before the session begins");
        assert_eq!(board.waiting.iter().map(|waiting| waiting.arrived).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn before_the_day_begins_everybody_comes_at_their_time() {
        let day = vec![visit(600, None), visit(615, None), visit(660, None)];
        // 9:00 in India.
        let board = shown(day, 0, "2026-11-16T03:30:00Z");
        assert_eq!(board.serving, None);
        assert_eq!(tokens(&board), ["1", "2", "5"]);
        assert_eq!(times(&board), ["09:55-10:05", "10:05-10:25", "10:45-11:15"]);
    }

    #[test]
    fn a_late_doctor_delays_all_expected_times_and_none_is_in_the_past() {
        let day = vec![visit(600, Some(Attendance::Arrived)), visit(615, None)];
        // 10:10, and the doctor comes at 10:20.
        let board = shown(day, 20, "2026-11-16T04:40:00Z");
        assert_eq!(times(&board), ["10:15-10:25", "10:25-10:45"]);
        // 10:30: still not there.
        let day = vec![visit(600, Some(Attendance::Arrived))];
        assert_eq!(times(&shown(day, 20, "2026-11-16T05:00:00Z")), ["10:30-10:35"]);
    }

    #[test]
    fn finished_and_absent_patients_are_not_expected() {
        let day = vec![
            called(600, Attendance::Done, "2026-11-16T04:30:00Z"),
            called(615, Attendance::Called, "2026-11-16T04:45:00Z"),
            visit(630, Some(Attendance::Absent)),
            visit(645, None),
        ];
        // 10:20: the second is with the doctor for five minutes.
        let board = shown(day, 0, "2026-11-16T04:50:00Z");
        assert_eq!((board.serving.as_deref(), tokens(&board)), (Some("2"), vec!["4"]));
        assert_eq!(times(&board), ["10:40-10:50"]);
    }

    #[test]
    fn unmarked_patients_are_dropped_once_their_time_is_over() {
        let day = || vec![visit(600, None), visit(615, Some(Attendance::Arrived))];
        for (now, late, waiting) in [
            ("2026-11-16T04:44:00Z", 0, vec!["2", "1"]),
            ("2026-11-16T04:45:00Z", 0, vec!["2"]),
            ("2026-11-16T04:45:00Z", 20, vec!["2", "1"]),
            ("2026-11-16T09:45:00Z", 0, vec!["2"]),
        ] {
            assert_eq!(tokens(&shown(day(), late, now)), waiting, "{now} {late}");
        }
    }

    #[test]
    fn the_pace_is_measured_from_the_day_without_pauses() {
        let seen = |minutes, text| called(minutes, Attendance::Done, text);
        let mut day = vec![
            seen(600, "2026-11-16T04:30:00Z"),
            seen(615, "2026-11-16T04:50:00Z"),
            seen(630, "2026-11-16T05:10:00Z"),
        ];
        let pace_of = |day: Vec<Appointment>| pace(&entries(day, Vec::new()).iter().collect::<Vec<_>>());
        assert_eq!(pace_of(day.clone()), 15, "two are too few");
        day.push(seen(645, "2026-11-16T05:30:00Z"));
        day.push(seen(660, "2026-11-16T07:00:00Z"));
        assert_eq!(pace_of(day), 20);
    }

    #[test]
    fn nothing_is_later_than_the_day() {
        assert_eq!((clock(-5), clock(1439), clock(1500)), ("00:00".into(), "23:59".into(), "23:59".into()));
    }

    #[test]
    fn each_session_has_its_own_queue() {
        let mut entries = entries(vec![visit(600, None), visit(615, None), visit(765, None)], Vec::new());
        entries[2].session = 1;
        let now = now("2026-11-16T04:00:00Z");
        assert_eq!(tokens(&board(&entries, (0, 600), 0, &now)), ["1", "2"]);
        assert_eq!(tokens(&board(&entries, (1, 765), 0, &now)), ["12"]);
    }
}

//! The numbers of slots, the order of those who come, and when they will likely be called in.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use jiff::Zoned;
use jiff::civil::Date;

use super::model::{ClinicSession, Comer, DayState, NoShows, QueueBoard, QueuePlace, WalkIn};
use crate::booking::model::{Appointment, Attendance, PatientDetails, Slot};
use crate::booking::rules::{Minutes, WHOLE_DAY};
use crate::directory::{DayTime, Schedule, Session};
use crate::identity::users::NOBODY;

/// A doctor says to be late by this many minutes at most.
pub const LATEST: i64 = 240;
/// So often may that change in a day: each time everybody who waits gets a mail.
pub const MOST_LATE_CHANGES: i64 = 12;
/// More walk-ins come to nobody in a day.
pub const MOST_WALK_INS: i64 = 200;

/// How long a visit takes until today's visits tell something else, in minutes; and what is believed of them.
const USUAL_PACE: i64 = Slot::MINUTES;
const BELIEVED_PACE: RangeInclusive<i64> = 5..=30;
/// So many visits tell a pace. What lies further apart was a pause.
const TELLING: usize = 3;
const PAUSE: i64 = 45;
/// Nobody knows better than to these minutes.
const DOUBT: i64 = 5;

/// The sessions of a doctor's day, in order. On a day that is off there may be visits from before: then it is one session.
pub fn sessions_of(schedule: &Schedule, day: Date) -> Vec<ClinicSession> {
    let own = |session: Session<'_>| ClinicSession {
        from: session.from,
        to: session.to,
        hospital_id: session.hospital_id.map(String::from),
    };
    let planned: Vec<ClinicSession> = schedule.planned_on(day).map(own).collect();
    if planned.is_empty() {
        return vec![ClinicSession { from: schedule.start, to: schedule.end, hospital_id: None }];
    }
    planned
}

/// Leaves the sessions at a hospital alone. On a day without any, what comes there all the same is one session.
pub fn keep_those_at(sessions: &mut Vec<ClinicSession>, hospital: &str) {
    let (first, last) = (sessions[0].from, sessions[sessions.len() - 1].to);
    sessions.retain(|session| session.hospital_id.as_deref() == Some(hospital));
    if sessions.is_empty() {
        sessions.push(ClinicSession { from: first, to: last, hospital_id: Some(hospital.into()) });
    }
}

/// Which of the sessions a slot of that minute belongs to. A slot from before the hours were changed may lie in none: then it is the
/// one before it, or the first.
pub fn session_of(sessions: &[ClinicSession], minute: i64) -> usize {
    sessions.iter().rposition(|session| session.from.minutes() <= minute).unwrap_or(0)
}

/// Which of the sessions is under way at a minute of the day, or comes next; after them all the last. One goes on while somebody is
/// there, until the next begins.
pub fn current(sessions: &[ClinicSession], comers: &[Comer], minute: i64) -> usize {
    let is_there = |comer: &Comer| matches!(comer.attendance, Some(Attendance::Arrived | Attendance::Called));
    let goes_on = |number: usize| {
        let next = sessions.get(number + 1).is_none_or(|next| next.from.minutes() > minute);
        next && comers.iter().any(|comer| comer.session == number && is_there(comer))
    };
    let mut numbers = 0..sessions.len();
    let found = numbers.find(|number| sessions[*number].to.minutes() > minute || goes_on(*number));
    found.unwrap_or(sessions.len().saturating_sub(1))
}

/// The hospital at which a doctor is at a slot; none where that is the doctor's own clinic.
pub fn hospital_at(schedule: &Schedule, slot: Slot) -> Option<&str> {
    schedule.session_at(slot.day, slot.time).and_then(|session| session.hospital_id)
}

/// The number of a slot in its session. A slot from before the hours were changed may lie before them all.
pub fn ordinal(schedule: &Schedule, slot: Slot) -> i64 {
    let sessions = sessions_of(schedule, slot.day);
    let start = sessions[session_of(&sessions, slot.time.minutes())].from;
    ((slot.time.minutes() - start.minutes()).div_euclid(Slot::MINUTES) + 1).max(1)
}

/// The minutes of the day whose slots belong to the same session.
pub fn minutes_of(sessions: &[ClinicSession], session: usize) -> Minutes {
    let start = if session == 0 { WHOLE_DAY.start } else { sessions[session].from.minutes() };
    start..sessions.get(session + 1).map_or(WHOLE_DAY.end, |next| next.from.minutes())
}

/// How many minutes late the doctor is for a session.
pub fn late_for(state: &DayState, sessions: &[ClinicSession], session: usize) -> i64 {
    let ClinicSession { from, to, .. } = &sessions[session];
    let is_said = state.late_from.is_none_or(|minute| (from.minutes()..to.minutes()).contains(&minute));
    if is_said { state.late } else { 0 }
}

/// Who comes, in order: whoever has a slot by their slots, and then who only waits.
pub fn in_order(sessions: &[ClinicSession], visits: Vec<Appointment>, walk_ins: Vec<WalkIn>) -> Vec<Comer> {
    let booked = visits.into_iter().map(|visit| {
        let session = session_of(sessions, visit.slot.time.minutes());
        let since = visit.slot.time.minutes() - sessions[session].from.minutes();
        Comer {
            // An older program approves without a token.
            token: visit.token.unwrap_or_else(|| (since.div_euclid(Slot::MINUTES) + 1).max(1).to_string()),
            id: visit.id,
            name: visit.patient_name,
            phone: visit.contact_number,
            is_walk_in: visit.user_id == NOBODY,
            slot: Some(visit.slot),
            session,
            hospital_id: visit.place.map(|place| place.id),
            attendance: visit.attendance,
            called_at: visit.called_at,
        }
    });
    let waiting = walk_ins.into_iter().map(|walk_in| Comer {
        session: session_of(sessions, walk_in.session_from.unwrap_or(0)),
        id: walk_in.id,
        token: walk_in.token,
        name: walk_in.name,
        phone: walk_in.phone,
        is_walk_in: true,
        slot: None,
        hospital_id: walk_in.hospital_id,
        attendance: walk_in.attendance,
        called_at: walk_in.called_at,
    });
    booked.chain(waiting).collect()
}

/// What a walk-in's form says of somebody who may be in the clinic already.
pub enum Standing<'a> {
    New,
    /// In the queue without a slot, and now there is one.
    Waits(&'a Comer),
    /// Nothing is to be done: it is the same form again.
    Settled,
}

/// A slot of their own, or their place in the queue, is theirs until they were seen; another slot is another visit.
pub fn standing_of<'a>(comers: &'a [Comer], patient: &PatientDetails, slot: Option<Slot>) -> Standing<'a> {
    let is_here = |comer: &&Comer| {
        comer.is_walk_in
            && matches!(comer.attendance, Some(Attendance::Arrived | Attendance::Called))
            && comer.name == patient.name.as_str()
            && comer.phone == patient.phone.as_str()
    };
    let here: Vec<&Comer> = comers.iter().filter(is_here).collect();
    let is_inside = |comer: &Comer| comer.slot.is_none() && comer.attendance == Some(Attendance::Called);
    let is_same = |comer: &Comer| slot.is_none() || comer.slot == slot || is_inside(comer);
    if here.iter().any(|comer| is_same(comer)) {
        return Standing::Settled;
    }
    here.into_iter().find(|comer| comer.slot.is_none()).map_or(Standing::New, Standing::Waits)
}

/// Whether somebody is still to be called in. Whom nobody marked, and whose time is over, is not waited for any more.
pub fn waits(attendance: Option<Attendance>, slot: Option<Slot>, late: i64, now: i64) -> bool {
    match attendance {
        Some(Attendance::Arrived) => true,
        Some(_) => false,
        None => slot.is_none_or(|slot| slot.starts_at().as_millisecond() + late * 60_000 + Slot::MILLIS > now),
    }
}

/// The queue of one session.
pub fn board(comers: &[Comer], session: usize, late: i64, now: &Zoned) -> QueueBoard {
    let comers: Vec<&Comer> = comers.iter().filter(|comer| comer.session == session).collect();
    let (at, minute) = (now.timestamp().as_millisecond(), i64::from(now.hour()) * 60 + i64::from(now.minute()));
    let serving = comers.iter().filter(|comer| comer.attendance == Some(Attendance::Called));
    let serving = serving.max_by_key(|comer| comer.called_at);
    let pace = pace(&comers);
    let called_before = |called_at: i64| (at - called_at) / 60_000;
    let mut next = serving.and_then(|comer| comer.called_at).map_or(minute, |called_at| {
        // Whoever takes longer than the others will be ready any minute.
        minute + (pace - called_before(called_at)).max(0)
    });
    let mut waiting = Vec::new();
    for comer in comers.iter().filter(|comer| waits(comer.attendance, comer.slot, late, at)) {
        let before = i64::try_from(waiting.len()).unwrap_or(0);
        let likely = comer.slot.map_or(next, |slot| next.max(slot.time.minutes() + late));
        next = likely + pace;
        // The more people come before, the less is known.
        let doubt = DOUBT + before * pace / 4;
        waiting.push(QueuePlace {
            token: comer.token.clone(),
            arrived: comer.attendance == Some(Attendance::Arrived),
            from: clock((likely - doubt).max(minute).div_euclid(5) * 5),
            to: clock((likely + doubt + 4).div_euclid(5) * 5),
        });
    }
    QueueBoard { late, serving: serving.map(|comer| comer.token.clone()), waiting }
}

/// How many minutes a visit takes today, by when patients were called in.
fn pace(comers: &[&Comer]) -> i64 {
    let mut calls: Vec<i64> = comers.iter().filter_map(|comer| comer.called_at).collect();
    calls.sort_unstable();
    let apart = calls.windows(2).map(|pair| (pair[1] - pair[0]) / 60_000).filter(|minutes| *minutes <= PAUSE);
    let apart: Vec<i64> = apart.collect();
    match i64::try_from(apart.len()) {
        Ok(number) if apart.len() >= TELLING => {
            (apart.iter().sum::<i64>() / number).clamp(*BELIEVED_PACE.start(), *BELIEVED_PACE.end())
        }
        _ => USUAL_PACE,
    }
}

/// A minute of the day as clocks show it; nothing is later than the last.
fn clock(minutes: i64) -> String {
    let last = i64::from(DayTime::MINUTES_A_DAY) - 1;
    DayTime::from_minutes(minutes.clamp(0, last)).map_or_else(String::new, |time| time.to_string())
}

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// From counts by the hour since 1970 in India: visits, and how many of them nobody came to.
pub fn no_shows(hours: &[(i64, i64, i64)]) -> Vec<NoShows> {
    let mut sums = BTreeMap::<(usize, i64), (i64, i64)>::new();
    for (hour, visits, absent) in hours {
        // 1970 began on a Thursday.
        let weekday = usize::try_from((hour.div_euclid(24) + 3).rem_euclid(7)).unwrap_or(0);
        let sum = sums.entry((weekday, hour.rem_euclid(24))).or_default();
        *sum = (sum.0 + visits, sum.1 + absent);
    }
    let each = sums.into_iter();
    each.map(|((weekday, hour), (visits, absent))| NoShows { weekday: WEEKDAYS[weekday], hour, visits, absent })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::booking::model::Status;
    use crate::platform::clock::Clock;

    fn hours(start: i64, end: i64) -> Schedule {
        let at = |minutes| DayTime::from_minutes(minutes).unwrap();
        Schedule::daily(at(start), at(end))
    }

    fn day() -> Date {
        "2026-11-16".parse().unwrap()
    }

    /// Who comes on a day of the simple form.
    fn comers(start: i64, visits: Vec<Appointment>, walk_ins: Vec<WalkIn>) -> Vec<Comer> {
        in_order(&sessions_of(&hours(start, 780), day()), visits, walk_ins)
    }

    /// A visit of a Monday at a minute of the day.
    fn visit(minutes: i64, attendance: Option<Attendance>, called_at: Option<&str>) -> Appointment {
        let mut visit = Appointment::example("2026-11-16T04:30:00Z", Status::Checked);
        visit.slot.time = DayTime::from_minutes(minutes).unwrap();
        visit.attendance = attendance;
        visit.called_at = called_at.map(|text| text.parse::<jiff::Timestamp>().unwrap().as_millisecond());
        visit
    }

    fn at(text: &str) -> Zoned {
        Clock::set_to(text.parse().unwrap()).india()
    }

    fn shown(visits: Vec<Appointment>, late: i64, now: &str) -> QueueBoard {
        board(&comers(600, visits, Vec::new()), 0, late, &at(now))
    }

    fn tokens(board: &QueueBoard) -> Vec<&str> {
        board.waiting.iter().map(|waiting| waiting.token.as_str()).collect()
    }

    fn times(board: &QueueBoard) -> Vec<String> {
        board.waiting.iter().map(|waiting| format!("{}-{}", waiting.from, waiting.to)).collect()
    }

    #[test]
    fn a_token_is_the_number_of_the_slot_in_its_session() {
        for (start, minutes, number) in
            [(600, 600, 1), (600, 615, 2), (600, 765, 12), (610, 625, 2), (610, 615, 1), (660, 600, 1)]
        {
            let slot = Slot { day: day(), time: DayTime::from_minutes(minutes).unwrap() };
            assert_eq!(ordinal(&hours(start, 780), slot), number, "{start} {minutes}");
        }
    }

    #[test]
    fn a_token_that_was_fixed_stays_when_the_hours_change() {
        let mut fixed = visit(630, None, None);
        fixed.token = Some("7".into());
        let comers = comers(600, vec![fixed, visit(645, None, None)], Vec::new());
        assert_eq!(comers.iter().map(|comer| comer.token.as_str()).collect::<Vec<_>>(), ["7", "4"]);
    }

    #[test]
    fn who_has_a_slot_comes_before_who_only_waits() {
        let walk_in = WalkIn {
            id: "w".into(),
            day: 0,
            token: "W1".into(),
            name: "Binu".into(),
            phone: "9876543210".into(),
            attendance: Some(Attendance::Arrived),
            called_at: None,
            hospital_id: None,
            session_from: None,
            created_at: 0,
        };
        let comers = comers(600, vec![visit(765, None, None)], vec![walk_in]);
        let board = board(&comers, 0, 0, &at("2026-11-16T04:00:00Z"));
        assert_eq!(tokens(&board), ["12", "W1"]);
        assert_eq!(board.waiting.iter().map(|waiting| waiting.arrived).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn before_the_day_begins_everybody_comes_at_their_time() {
        let day = vec![visit(600, None, None), visit(615, None, None), visit(660, None, None)];
        // 9:00 in India.
        let board = shown(day, 0, "2026-11-16T03:30:00Z");
        assert_eq!(board.serving, None);
        assert_eq!(tokens(&board), ["1", "2", "5"]);
        assert_eq!(times(&board), ["09:55-10:05", "10:05-10:25", "10:45-11:15"]);
    }

    #[test]
    fn a_late_doctor_moves_everybody_and_nobody_is_told_the_past() {
        let day = vec![visit(600, Some(Attendance::Arrived), None), visit(615, None, None)];
        // 10:10, and the doctor comes at 10:20.
        let board = shown(day, 20, "2026-11-16T04:40:00Z");
        assert_eq!(times(&board), ["10:15-10:25", "10:25-10:45"]);
        // 10:30: still not there.
        let day = vec![visit(600, Some(Attendance::Arrived), None)];
        assert_eq!(times(&shown(day, 20, "2026-11-16T05:00:00Z")), ["10:30-10:35"]);
    }

    #[test]
    fn who_was_seen_or_did_not_come_is_not_waited_for() {
        let day = vec![
            visit(600, Some(Attendance::Done), Some("2026-11-16T04:30:00Z")),
            visit(615, Some(Attendance::Called), Some("2026-11-16T04:45:00Z")),
            visit(630, Some(Attendance::Absent), None),
            visit(645, None, None),
        ];
        // 10:20: the second is with the doctor for five minutes.
        let board = shown(day, 0, "2026-11-16T04:50:00Z");
        assert_eq!((board.serving.as_deref(), tokens(&board)), (Some("2"), vec!["4"]));
        assert_eq!(times(&board), ["10:40-10:50"]);
    }

    #[test]
    fn whom_nobody_marked_is_forgotten_once_their_time_is_over() {
        let day = || vec![visit(600, None, None), visit(615, Some(Attendance::Arrived), None)];
        for (now, late, waiting) in [
            ("2026-11-16T04:44:00Z", 0, vec!["1", "2"]),
            ("2026-11-16T04:45:00Z", 0, vec!["2"]),
            ("2026-11-16T04:45:00Z", 20, vec!["1", "2"]),
            ("2026-11-16T09:45:00Z", 0, vec!["2"]),
        ] {
            assert_eq!(tokens(&shown(day(), late, now)), waiting, "{now} {late}");
        }
    }

    #[test]
    fn the_day_tells_its_own_pace_and_pauses_do_not_count() {
        let called = |minutes, text| visit(minutes, Some(Attendance::Done), Some(text));
        let mut day = vec![
            called(600, "2026-11-16T04:30:00Z"),
            called(615, "2026-11-16T04:50:00Z"),
            called(630, "2026-11-16T05:10:00Z"),
        ];
        let pace_of = |day: Vec<Appointment>| pace(&comers(600, day, Vec::new()).iter().collect::<Vec<_>>());
        assert_eq!(pace_of(day.clone()), 15, "two are too few");
        day.push(called(645, "2026-11-16T05:30:00Z"));
        day.push(called(660, "2026-11-16T07:00:00Z"));
        assert_eq!(pace_of(day), 20);
    }

    /// From 10:00 to 11:00 at a hospital, and from 17:00 to 18:00 at the clinic.
    fn two_sessions() -> Vec<ClinicSession> {
        let session = |from, to, hospital: Option<&str>| ClinicSession {
            from: DayTime::from_minutes(from).unwrap(),
            to: DayTime::from_minutes(to).unwrap(),
            hospital_id: hospital.map(String::from),
        };
        vec![session(600, 660, Some("h")), session(1020, 1080, None)]
    }

    #[test]
    fn a_hospitals_desk_is_told_how_late_the_doctor_is_there_and_nowhere_else() {
        let late_there = |late_from| {
            let mut sessions = two_sessions();
            keep_those_at(&mut sessions, "h");
            assert_eq!(sessions, two_sessions()[..1]);
            late_for(&DayState { late: 20, late_from, ..DayState::default() }, &sessions, 0)
        };
        assert_eq!((late_there(None), late_there(Some(600)), late_there(Some(1020))), (20, 20, 0));
        let mut sessions = two_sessions();
        keep_those_at(&mut sessions, "elsewhere");
        assert_eq!(sessions.len(), 1, "what comes there all the same is one session");
    }

    #[test]
    fn each_session_has_its_own_queue_and_its_tokens_begin_with_one() {
        let sessions = two_sessions();
        let day = vec![visit(600, None, None), visit(615, None, None), visit(1020, None, None)];
        let comers = in_order(&sessions, day, Vec::new());
        assert_eq!(comers.iter().map(|comer| comer.token.as_str()).collect::<Vec<_>>(), ["1", "2", "1"]);
        let now = at("2026-11-16T04:00:00Z");
        assert_eq!(tokens(&board(&comers, 0, 0, &now)), ["1", "2"]);
        assert_eq!(tokens(&board(&comers, 1, 0, &now)), ["1"]);
        assert_eq!((minutes_of(&sessions, 0), minutes_of(&sessions, 1)), (0..1020, 1020..1440));
        for (minute, session) in [(590, 0), (600, 0), (700, 0), (1020, 1), (1200, 1)] {
            assert_eq!(session_of(&sessions, minute), session, "{minute}");
        }
    }

    #[test]
    fn the_session_under_way_is_shown_or_the_next_and_one_goes_on_while_somebody_waits() {
        let sessions = two_sessions();
        let waits = in_order(&sessions, vec![visit(645, Some(Attendance::Arrived), None)], Vec::new());
        for (minute, empty, waiting) in
            [(500, 0, 0), (659, 0, 0), (660, 1, 0), (1019, 1, 0), (1020, 1, 1), (1200, 1, 1)]
        {
            assert_eq!(current(&sessions, &[], minute), empty, "{minute}");
            assert_eq!(current(&sessions, &waits, minute), waiting, "{minute}");
        }
    }

    #[test]
    fn who_is_late_in_the_morning_is_not_late_in_the_evening() {
        let sessions = two_sessions();
        let late = |late_from| DayState { late: 20, late_changes: 1, late_from };
        assert_eq!([0, 1].map(|session| late_for(&late(Some(600)), &sessions, session)), [20, 0]);
        assert_eq!([0, 1].map(|session| late_for(&late(Some(1020)), &sessions, session)), [0, 20]);
        assert_eq!([0, 1].map(|session| late_for(&late(None), &sessions, session)), [20, 20]);
    }

    #[test]
    fn nothing_is_later_than_the_day() {
        assert_eq!((clock(-5), clock(1439), clock(1500)), ("00:00".into(), "23:59".into(), "23:59".into()));
    }

    #[test]
    fn visits_are_counted_by_weekday_and_hour() {
        let hour = |text: &str| (text.parse::<jiff::Timestamp>().unwrap().as_second() + 19_800).div_euclid(3600);
        // Two Mondays at ten, and the Sunday between them, by India's clock.
        let found = no_shows(&[
            (hour("2026-11-09T04:30:00Z"), 4, 1),
            (hour("2026-11-16T04:30:00Z"), 2, 0),
            (hour("2026-11-14T18:30:00Z"), 1, 1),
        ]);
        let found: Vec<_> = found.iter().map(|one| (one.weekday, one.hour, one.visits, one.absent)).collect();
        assert_eq!(found, [("Monday", 10, 6, 1), ("Sunday", 0, 1, 1)]);
    }
}

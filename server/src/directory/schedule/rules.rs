//! The rules of a doctor's schedule: sessions, breaks and leave at a day and time, and valid weeks. All features use these. Pure.

use jiff::civil::{Date, Weekday};

use super::model::{Away, DayTime, DaysOff, Schedule, Session, SessionDay, SessionPlan};
use super::visit_mode::VisitMode;
use crate::directory::texts;
use crate::platform::lang::Text;

/// Sessions of one day start a multiple of these minutes apart, so that their slots never overlap.
const SESSION_GRID_MINUTES: i64 = 15;

/// Why a doctor is absent during a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    Break,
    /// Leave for these hours.
    Leave {
        from: DayTime,
        to: DayTime,
    },
}

impl Schedule {
    /// The bookable sessions of a day, in order. Leave is checked separately.
    pub fn sessions_on(&self, day: Date) -> impl Iterator<Item = Session<'_>> {
        self.list_on(day, |planned| planned.is_offered)
    }

    /// All sessions of a day, also those that cannot be booked at present: their visits stay.
    pub fn planned_on(&self, day: Date) -> impl Iterator<Item = Session<'_>> {
        self.list_on(day, |_| true)
    }

    fn list_on(&self, day: Date, which: fn(&SessionPlan) -> bool) -> impl Iterator<Item = Session<'_>> {
        let simple = self.simple_on(day);
        let planned = self.sessions.iter().filter(move |planned| planned.on.is(day) && which(planned));
        // Extra sessions may begin before the hours of the simple form or after them.
        let is_early = move |planned: &&SessionPlan| simple.is_some_and(|simple| planned.from < simple.from);
        let early = planned.clone().take_while(is_early).map(SessionPlan::session);
        early.chain(simple).chain(planned.skip_while(is_early).map(SessionPlan::session))
    }

    /// The plain hours, without weekly sessions.
    fn simple_on(&self, day: Date) -> Option<Session<'_>> {
        let has_hours = self.start < self.end && !self.has_weekly();
        let is_worked = has_hours && !self.days_off.contains(day.weekday());
        is_worked.then_some(Session {
            from: self.start,
            to: self.end,
            hospital_id: None,
            fee: None,
            mode: VisitMode::Clinic,
        })
    }

    pub fn has_weekly(&self) -> bool {
        self.sessions.iter().any(SessionPlan::is_weekly)
    }

    /// The weekly sessions, from Monday on.
    pub fn weekly(&self) -> Vec<(Weekday, &SessionPlan)> {
        let weekly = self.sessions.iter().filter_map(|planned| match planned.on {
            SessionDay::Weekday(weekday) => Some((weekday, planned)),
            SessionDay::Day(_) => None,
        });
        let mut weekly: Vec<_> = weekly.collect();
        weekly.sort_by_key(|(weekday, planned)| (weekday.to_monday_zero_offset(), planned.from));
        weekly
    }

    /// The extra sessions from a day on, in order.
    pub fn extra(&self, from: Date) -> Vec<(Date, &SessionPlan)> {
        let extra = self.sessions.iter().filter_map(|planned| match planned.on {
            SessionDay::Day(day) if day >= from => Some((day, planned)),
            _ => None,
        });
        let mut extra: Vec<_> = extra.collect();
        extra.sort_by_key(|(day, planned)| (*day, planned.from));
        extra
    }

    /// Whether a future session is at a hospital that has not confirmed the doctor.
    pub fn needs_attention(&self, today: Date) -> bool {
        let is_over = |planned: &SessionPlan| matches!(planned.on, SessionDay::Day(day) if day < today);
        self.sessions.iter().any(|planned| !planned.is_offered && !is_over(planned))
    }

    /// Whether the weekly sessions differ, so that the week has no single start and end.
    pub fn has_several(&self) -> bool {
        self.has_weekly() && !is_one(&self.weekly())
    }

    pub fn works_on(&self, day: Date) -> bool {
        let is_on_leave = self.leave.iter().any(|leave| leave.hours.is_none() && leave.has(day));
        !is_on_leave && self.sessions_on(day).next().is_some()
    }

    /// Why the doctor does not work on a day, if so. Leave comes before a day off.
    pub fn away(&self, day: Date) -> Option<Away> {
        let on_leave = |day: Date| self.leave.iter().find(|leave| leave.hours.is_none() && leave.has(day));
        let (mut until, mut next) = (None, Some(day));
        while let Some(leave) = next.and_then(on_leave) {
            until = Some(leave.last);
            next = leave.last.tomorrow().ok();
        }
        let is_off = until.is_none() && self.sessions_on(day).next().is_none();
        until.map(|until| Away::Leave { until }).or(is_off.then_some(Away::DayOff))
    }

    /// The session in which a time of a day lies.
    pub fn session_at(&self, day: Date, time: DayTime) -> Option<Session<'_>> {
        self.sessions_on(day).find(|session| session.has(time))
    }

    /// The break or leave that overlaps `minutes` from `time` on within a session.
    pub fn pause_at(&self, day: Date, time: DayTime, minutes: i64) -> Option<Pause> {
        let meets = |hours: (DayTime, DayTime)| meets(hours, time, minutes);
        // An extra session has no break.
        let in_hours = || self.simple_on(day).is_some_and(|session| session.has(time));
        let rest = self.rest.filter(|rest| meets(*rest) && in_hours());
        let leave = || {
            let mut hours = self.leave.iter().filter(|leave| leave.has(day)).filter_map(|leave| leave.hours);
            hours.find(|hours| meets(*hours))
        };
        rest.map(|_| Pause::Break).or_else(|| leave().map(|(from, to)| Pause::Leave { from, to }))
    }

    /// The session with `minutes` from `time` on free of breaks and leave by the hour; whole-day leave is checked separately.
    pub fn worked_at(&self, day: Date, time: DayTime, minutes: i64) -> Option<Session<'_>> {
        self.session_at(day, time).filter(|_| self.pause_at(day, time, minutes).is_none())
    }

    /// The gap between two sessions of a day in which a time lies: from the end of one to the start of the next.
    pub fn gap_at(&self, day: Date, time: DayTime) -> Option<(DayTime, DayTime)> {
        let before = self.sessions_on(day).filter(|session| session.to <= time).map(|session| session.to).max();
        let after = self.sessions_on(day).find(|session| session.from > time).map(|session| session.from);
        before.zip(after)
    }

    /// The start of a day's first session, and the end of its last one.
    pub fn bounds_on(&self, day: Date) -> Option<(DayTime, DayTime)> {
        let first = self.sessions_on(day).next()?.from;
        self.sessions_on(day).map(|session| session.to).max().map(|last| (first, last))
    }

    /// Changes the plain hours, or those of the only session.
    pub fn set_hours(&mut self, start: DayTime, end: DayTime) {
        (self.start, self.end) = (start, end);
        for planned in self.sessions.iter_mut().filter(|planned| planned.is_weekly()) {
            (planned.from, planned.to) = (start, end);
        }
        self.sort();
    }

    /// Replaces the weekly sessions; none means plain hours, with the hours and days off unchanged. One session at the doctor's own clinic
    /// on every working day is stored as plain hours too.
    pub fn set_weekly(&mut self, weekly: Vec<SessionPlan>) {
        self.sessions.retain(|planned| !planned.is_weekly());
        let first = weekly.iter().map(|planned| planned.from).min();
        let last = weekly.iter().map(|planned| planned.to).max();
        if let Some((start, end)) = first.zip(last) {
            let works = |day: Weekday| weekly.iter().any(|planned| planned.on == SessionDay::Weekday(day));
            let off = DaysOff::NAMES.iter().map(|(day, _)| *day).filter(|day| !works(*day));
            (self.start, self.end, self.rest) = (start, end, None);
            self.days_off = off.fold(DaysOff::default(), DaysOff::with);
        }
        self.sessions.extend(weekly);
        let is_simple = {
            let weekly = self.weekly();
            let is_plain = |planned: &SessionPlan| {
                planned.hospital_id.is_none() && planned.fee.is_none() && planned.mode == VisitMode::Clinic
            };
            is_one(&weekly) && weekly.iter().all(|(_, planned)| is_plain(planned))
        };
        if is_simple {
            self.sessions.retain(|planned| !planned.is_weekly());
        }
        self.sort();
    }

    fn sort(&mut self) {
        self.sessions.sort_by_key(|planned| planned.from);
    }

    pub fn check_extra(&self, day: Date, session: Session<'_>) -> Result<(), Text> {
        self.planned_on(day).try_for_each(|other| check_two(session, other))
    }

    /// The first day from `today` on whose extra sessions conflict with the others.
    pub fn first_misfit(&self, today: Date) -> Option<Date> {
        let mut days: Vec<Date> = self.extra(today).into_iter().map(|(day, _)| day).collect();
        days.dedup();
        days.into_iter().find(|day| {
            let sessions: Vec<Session<'_>> = self.planned_on(*day).collect();
            sessions.windows(2).any(|pair| check_two(pair[0], pair[1]).is_err())
        })
    }
}

pub fn meets((from, to): (DayTime, DayTime), time: DayTime, minutes: i64) -> bool {
    time < to && time.minutes() + minutes > from.minutes()
}

/// Whether there is one session a day, the same on every working day.
fn is_one(weekly: &[(Weekday, &SessionPlan)]) -> bool {
    let same = |(day, planned): &(Weekday, &SessionPlan), (other_day, other): &(Weekday, &SessionPlan)| {
        day != other_day && planned.session() == other.session()
    };
    !weekly.is_empty() && weekly.windows(2).all(|pair| same(&pair[0], &pair[1]))
}

/// Two sessions of one day must not overlap, and must start on the same grid.
fn check_two(one: Session<'_>, other: Session<'_>) -> Result<(), Text> {
    if one.from.max(other.from) < one.to.min(other.to) {
        Err(texts::SESSIONS_MEET)
    } else if (one.from.minutes() - other.from.minutes()) % SESSION_GRID_MINUTES != 0 {
        Err(texts::SESSIONS_OFF_RASTER)
    } else {
        Ok(())
    }
}

/// Checks a weekly session against those before it in the list.
pub fn check_weekly(before: &[SessionPlan], session: &SessionPlan) -> Result<(), Text> {
    let mut same_day = before.iter().filter(|other| other.on == session.on);
    same_day.try_for_each(|other| check_two(session.session(), other.session()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::schedule::Leave;

    fn time(minutes: i64) -> DayTime {
        DayTime::from_minutes(minutes).unwrap()
    }

    fn day(d: i8) -> Date {
        Date::constant(2026, 11, d)
    }

    fn leave(first: i8, last: i8, hours: Option<(i64, i64)>) -> Leave {
        let hours = hours.map(|(from, to)| (time(from), time(to)));
        Leave { id: String::new(), first: day(first), last: day(last), hours, note: String::new() }
    }

    fn planned(on: SessionDay, from: i64, to: i64, hospital: Option<&str>) -> SessionPlan {
        SessionPlan {
            id: String::new(),
            on,
            from: time(from),
            to: time(to),
            hospital_id: hospital.map(String::from),
            fee: None,
            mode: VisitMode::Clinic,
            is_offered: true,
        }
    }

    const MONDAY: SessionDay = SessionDay::Weekday(Weekday::Monday);
    const TUESDAY: SessionDay = SessionDay::Weekday(Weekday::Tuesday);

    fn hours(schedule: &Schedule, d: i8) -> Vec<String> {
        let sessions = schedule.sessions_on(day(d));
        sessions.map(|session| format!("{}-{}", session.from, session.to)).collect()
    }

    #[test]
    fn leave_counts_its_first_and_its_last_day() {
        let mut schedule = Schedule::daily(time(600), time(720));
        schedule.leave = vec![leave(17, 18, None)];
        let works: Vec<bool> = (16..20).map(|d| schedule.works_on(day(d))).collect();
        assert_eq!(works, [true, false, false, true]);
    }

    #[test]
    fn leave_by_the_hour_takes_these_hours_of_each_of_its_days() {
        let mut schedule = Schedule::daily(time(600), time(720));
        schedule.leave = vec![leave(17, 18, Some((640, 660)))];
        assert!(schedule.works_on(day(17)) && schedule.away(day(17)).is_none());
        let there = |d, minutes| schedule.worked_at(day(d), time(minutes), 15).is_some();
        // 10:30 runs into it, 10:45 begins in it.
        assert_eq!([600, 615, 630, 645, 660].map(|minutes| there(18, minutes)), [true, true, false, false, true]);
        assert!(there(19, 645));
        let away = Pause::Leave { from: time(640), to: time(660) };
        assert_eq!(schedule.pause_at(day(17), time(645), 15), Some(away));
    }

    #[test]
    fn absence_is_leave_until_its_last_day_or_a_day_off() {
        let mut schedule = Schedule::daily(time(600), time(720));
        // The 22nd is a Sunday; the second leave follows the first without a gap, the third does not.
        schedule.days_off = DaysOff::parse("Sunday").map_err(|_| ()).unwrap();
        schedule.leave = vec![leave(20, 21, None), leave(17, 19, None), leave(24, 25, None)];
        for (d, away) in [
            (16, None),
            (17, Some(Away::Leave { until: day(21) })),
            (21, Some(Away::Leave { until: day(21) })),
            (22, Some(Away::DayOff)),
            (23, None),
            (25, Some(Away::Leave { until: day(25) })),
        ] {
            assert_eq!(schedule.away(day(d)), away, "{d}");
            assert_eq!(schedule.works_on(day(d)), away.is_none(), "{d}");
        }
    }

    #[test]
    fn a_week_of_sessions_has_those_of_its_weekday_and_the_extra_ones_of_the_day() {
        let mut schedule = Schedule::daily(time(600), time(720));
        schedule.set_weekly(vec![
            planned(MONDAY, 1020, 1140, None),
            planned(MONDAY, 540, 660, Some("h")),
            planned(TUESDAY, 1020, 1140, None),
        ]);
        schedule.sessions.push(planned(SessionDay::Day(day(22)), 480, 540, None));
        // The 16th is a Monday, the 22nd a Sunday.
        assert_eq!(hours(&schedule, 16), ["09:00-11:00", "17:00-19:00"]);
        assert_eq!(hours(&schedule, 17), ["17:00-19:00"]);
        assert_eq!(hours(&schedule, 18), [""; 0]);
        assert_eq!(hours(&schedule, 22), ["08:00-09:00"]);
        assert_eq!((schedule.start, schedule.end), (time(540), time(1140)));
        assert_eq!(schedule.days_off.names(), ["Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]);
        assert_eq!(schedule.away(day(18)), Some(Away::DayOff));
        assert_eq!(schedule.away(day(22)), None);
        assert_eq!(schedule.session_at(day(16), time(545)).unwrap().hospital_id, Some("h"));
        assert_eq!(schedule.gap_at(day(16), time(700)), Some((time(660), time(1020))));
        assert_eq!(schedule.gap_at(day(16), time(1200)), None);
        assert_eq!(schedule.bounds_on(day(16)), Some((time(540), time(1140))));
        assert!(schedule.has_several());
        // A hospital that does not confirm the doctor any more.
        schedule.sessions.iter_mut().filter(|one| one.hospital_id.is_some()).for_each(|one| one.is_offered = false);
        assert_eq!(hours(&schedule, 16), ["17:00-19:00"]);
        assert!(schedule.needs_attention(day(16)));
    }

    #[test]
    fn extra_sessions_are_merged_with_plain_hours_in_order() {
        let mut schedule = Schedule::daily(time(600), time(720));
        schedule.sessions = vec![
            planned(SessionDay::Day(day(16)), 540, 570, None),
            planned(SessionDay::Day(day(16)), 1020, 1050, None),
        ];
        assert_eq!(hours(&schedule, 16), ["09:00-09:30", "10:00-12:00", "17:00-17:30"]);
        assert_eq!(hours(&schedule, 17), ["10:00-12:00"]);
        assert!(!schedule.has_weekly() && !schedule.has_several());
        let wish = |from, to| planned(SessionDay::Day(day(16)), from, to, None);
        assert_eq!(schedule.check_extra(day(16), wish(720, 780).session()).map_err(|text| text.en), Ok(()));
        let meets = schedule.check_extra(day(16), wish(705, 780).session());
        assert_eq!(meets.map_err(|text| text.en), Err(texts::SESSIONS_MEET.en));
        let off = schedule.check_extra(day(16), wish(725, 780).session());
        assert_eq!(off.map_err(|text| text.en), Err(texts::SESSIONS_OFF_RASTER.en));
        assert_eq!(schedule.first_misfit(day(1)), None);
        schedule.set_hours(time(605), time(720));
        assert_eq!(schedule.first_misfit(day(1)), Some(day(16)));
        assert_eq!(schedule.first_misfit(day(17)), None, "it is over");
    }

    #[test]
    fn one_session_everywhere_the_same_is_the_simple_form_at_the_own_clinic_and_one_session_elsewhere() {
        let mut schedule = Schedule::daily(time(600), time(720));
        schedule.rest = Some((time(640), time(660)));
        schedule.set_weekly(vec![planned(MONDAY, 540, 660, None), planned(TUESDAY, 540, 660, None)]);
        assert!(schedule.sessions.is_empty() && schedule.rest.is_none());
        assert_eq!((schedule.start, schedule.end, schedule.works_on(day(18))), (time(540), time(660), false));
        schedule.set_weekly(vec![planned(MONDAY, 540, 660, Some("h")), planned(TUESDAY, 540, 660, Some("h"))]);
        assert!(schedule.has_weekly() && !schedule.has_several());
        schedule.set_hours(time(600), time(700));
        assert_eq!(hours(&schedule, 17), ["10:00-11:40"]);
        schedule.set_weekly(Vec::new());
        assert_eq!((hours(&schedule, 16), schedule.works_on(day(18))), (vec!["10:00-11:40".to_owned()], false));
    }
}

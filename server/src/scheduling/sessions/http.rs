//! A doctor's own week over HTTP: what it is, and how changes of it are read.

use jiff::civil::{Date, Weekday};
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::directory::doctors::http::parse_fee;
use crate::directory::schedule::http::check_both;
use crate::directory::schedule::{check_weekly, parse_weekday, weekday_name};
use crate::directory::workplaces::http::VisitPlace;
use crate::directory::{self, DayTime, DaysOff, Notice, Profile, SessionDay, SessionPlan, VisitMode};
use crate::identity::callers::Doctor;
use crate::identity::profiles::http::own;
use crate::platform::http::{Answer, Field, FieldErrors, Problem, Result, optional};
use crate::platform::ids::new_id;
use crate::platform::lang::Text;
use crate::scheduling::http::parse_day;
use crate::scheduling::leave::http::LeaveView;
use crate::scheduling::{Error, texts};

/// A session as its doctor planned it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlannedSession {
    _id: String,
    /// As in `Monday`, of a weekly one
    #[serde(skip_serializing_if = "Option::is_none")]
    weekday: Option<&'static str>,
    /// As in `2024-01-05`, of an extra one
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[schema(value_type = String)]
    from: DayTime,
    #[schema(value_type = String)]
    to: DayTime,
    /// The id of a hospital; `null` is the own clinic
    place: Option<String>,
    /// `null` is the doctor's own fee
    fee: Option<i64>,
    mode: VisitMode,
    /// Not while the hospital does not confirm the doctor: then it has no slots
    offered: bool,
}

impl From<&SessionPlan> for PlannedSession {
    fn from(planned: &SessionPlan) -> Self {
        let (weekday, date) = match planned.on {
            SessionDay::Weekday(weekday) => (Some(weekday_name(weekday)), None),
            SessionDay::Day(day) => (None, Some(day.to_string())),
        };
        Self {
            _id: planned.id.clone(),
            weekday,
            date,
            from: planned.from,
            to: planned.to,
            place: planned.hospital_id.clone(),
            fee: planned.fee,
            mode: planned.mode,
            offered: planned.is_offered,
        }
    }
}

/// When a doctor works.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleView {
    start_time: String,
    end_time: String,
    /// English names of days, from Monday on
    days_off: Vec<&'static str>,
    break_start: Option<String>,
    break_end: Option<String>,
    /// How many minutes before a visit patients must have booked it; 0 is no such limit
    notice_minutes: i64,
    /// What has not ended, the first first
    leave: Vec<LeaveView>,
    /// The week, from Monday on; empty where every day that is not off is from `startTime` to `endTime` at the own clinic
    sessions: Vec<PlannedSession>,
    /// Of today and the days to come, the first first
    extra_sessions: Vec<PlannedSession>,
    /// The hospital where sessions can be: one that has confirmed the doctor
    place: Option<VisitPlace>,
    /// Whether the week has sessions that differ: then the times change with them alone
    several_sessions: bool,
    /// Whether some session is at a hospital that does not confirm the doctor
    needs_attention: bool,
    /// Whether desk staff may call the patients of visits by phone, and see their numbers
    desk_may_call: bool,
}

impl ScheduleView {
    pub fn new(doctor: directory::Doctor, today: Date) -> Self {
        let (place, desk_may_call, schedule) = (doctor.workplace().cloned(), doctor.desk_may_call, doctor.schedule);
        let (break_start, break_end) = schedule.rest.map(|(from, to)| (from.to_string(), to.to_string())).unzip();
        Self {
            start_time: schedule.start.to_string(),
            end_time: schedule.end.to_string(),
            days_off: schedule.days_off.names(),
            break_start,
            break_end,
            notice_minutes: schedule.notice.minutes(),
            sessions: schedule.weekly().into_iter().map(|(_, planned)| planned.into()).collect(),
            extra_sessions: schedule.extra(today).into_iter().map(|(_, planned)| planned.into()).collect(),
            place: place.map(VisitPlace::from),
            several_sessions: schedule.has_several(),
            needs_attention: schedule.needs_attention(today),
            desk_may_call,
            leave: schedule.leave.into_iter().filter(|leave| leave.last >= today).map(LeaveView::from).collect(),
        }
    }
}

/// A doctor's own week and leave.
#[utoipa::path(get, path = "/user/api/doctor/schedule/{docId}")]
pub async fn schedule(caller: Doctor, app: App) -> Result<Answer<ScheduleView>> {
    let profile: Profile = own(&app, &caller).await?;
    let data = ScheduleView::new(profile.doctor, app.clock.india().date());
    Ok(Answer::of(data))
}

/// What is left out stays; empty times take the break away.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleRequest {
    /// English names of days
    #[schema(value_type = Option<Vec<String>>)]
    days_off: Option<Field>,
    break_start: Option<Field>,
    break_end: Option<Field>,
    /// 0, 30, 60, 120, 240, 720, 1440 or 2880: how many minutes before a visit patients must have booked it
    notice_minutes: Option<Field>,
    /// Whether desk staff may call the patients of visits by phone, and see their numbers
    #[schema(value_type = Option<bool>)]
    desk_may_call: Option<Field>,
}

impl ScheduleRequest {
    /// The change that it asks for.
    pub fn parse(self, today: Date) -> Result<impl FnOnce(&mut Profile) -> Result<(), Error> + Send + 'static> {
        let mut errors = FieldErrors::default();
        let days = errors.list(self.days_off).map(|names| Field::new("daysOff", names.join(",")));
        let mut days_off = None;
        errors.change(days, &mut days_off, |text| DaysOff::parse(text).map(Some));
        let is_given = self.break_start.is_some() || self.break_end.is_some();
        let (mut start, mut end) = (None, None);
        errors.change(self.break_start, &mut start, optional(DayTime::parse));
        errors.change(self.break_end, &mut end, optional(DayTime::parse));
        let rest = check_both(&mut errors, (start, end), ("breakEnd", texts::BREAK_INCOMPLETE));
        let mut notice = None;
        errors.change(self.notice_minutes, &mut notice, |text| Notice::parse(text).map(Some));
        let desk_may_call = errors.flag(self.desk_may_call);
        errors.or(move |profile: &mut Profile| {
            profile.doctor.desk_may_call = desk_may_call.unwrap_or(profile.doctor.desk_may_call);
            let schedule = &mut profile.doctor.schedule;
            schedule.notice = notice.unwrap_or(schedule.notice);
            let days_off = days_off.unwrap_or(schedule.days_off);
            let rest = if is_given { rest } else { schedule.rest };
            if (days_off, rest) == (schedule.days_off, schedule.rest) {
                return Ok(());
            }
            if schedule.has_weekly() {
                return Err(Error::SeveralSessions);
            }
            (schedule.days_off, schedule.rest) = (days_off, rest);
            match schedule.first_misfit(today) {
                Some(day) => Err(Error::Fields(Problem::field("daysOff", texts::meets_extra(day)))),
                None => Ok(()),
            }
        })
    }
}

/// Sessions of one week.
const MAX_WEEKLY_SESSIONS: usize = 50;

/// A weekly session.
#[derive(Deserialize, ToSchema)]
pub struct WeeklySession {
    /// As in `Monday`
    weekday: Field,
    /// As in `09:00`
    from: Field,
    /// Not included
    to: Field,
    /// The id of the hospital that has confirmed the doctor; the own clinic without it
    place: Option<Field>,
    /// The doctor's own fee without it
    fee: Option<Field>,
    /// `clinic`, as without it, or `phone`: then it has no place
    mode: Option<Field>,
}

#[derive(Deserialize, ToSchema)]
pub struct SessionsRequest {
    /// All of the week; none for the same hours on every day that is not off
    #[schema(value_type = Vec<WeeklySession>)]
    sessions: Field,
}

/// The fields that weekly and extra sessions share.
struct Times {
    from: Field,
    to: Field,
    place: Option<Field>,
    fee: Option<Field>,
    mode: Option<Field>,
}

impl Times {
    /// A session on these days, under a new id. `row` stands before the names of the fields that get an error of two fields.
    pub fn parse(
        self,
        errors: &mut FieldErrors,
        row: &str,
        (on, now): (Option<SessionDay>, Timestamp),
    ) -> Option<SessionPlan> {
        let (from, until) = (errors.check(self.from, DayTime::parse), errors.check(self.to, DayTime::parse));
        let place = errors.optional(self.place, |text| Ok(text.trim().to_owned()));
        let fee = errors.optional(self.fee, parse_fee);
        let mode = errors.optional(self.mode, VisitMode::parse).map(Option::unwrap_or_default);
        if mode == Some(VisitMode::Phone) && place.as_ref().is_some_and(Option::is_some) {
            errors.add(format!("{row}place"), directory::texts::SESSION_PHONE_PLACE);
        }
        if from.zip(until).is_some_and(|(from, until)| until <= from) {
            errors.add(format!("{row}to"), directory::texts::END_BEFORE_START);
        }
        let (from, to, hospital_id, fee, mode) = (from?, until?, place?, fee?, mode?);
        Some(SessionPlan { id: new_id(now), on: on?, from, to, hospital_id, fee, mode, is_offered: false })
    }
}

impl SessionsRequest {
    pub fn parse(self, now: Timestamp) -> Result<Vec<SessionPlan>> {
        let mut errors = FieldErrors::default();
        let Some(rows) = errors.rows::<WeeklySession>(self.sessions) else { return errors.all(|| None) };
        if rows.len() > MAX_WEEKLY_SESSIONS {
            errors.add("sessions", texts::TOO_MANY_WEEKLY);
        }
        let mut weekly: Vec<SessionPlan> = Vec::new();
        for (number, row) in rows.into_iter().enumerate().take(MAX_WEEKLY_SESSIONS) {
            let WeeklySession { weekday, from, to, place, fee, mode } = row;
            let weekday: Option<Weekday> = errors.check(weekday, parse_weekday);
            let (on, row) = (weekday.map(SessionDay::Weekday), format!("sessions[{number}]."));
            let times = Times { from, to, place, fee, mode };
            let Some(session) = times.parse(&mut errors, &row, (on, now)) else { continue };
            if let Err(text) = check_weekly(&weekly, &session) {
                errors.add(format!("sessions[{number}].from"), text);
            }
            weekly.push(session);
        }
        errors.or(weekly)
    }
}

#[derive(Deserialize, ToSchema)]
pub struct ExtraRequest {
    /// As in `2024-01-05`
    date: Field,
    /// As in `09:00`
    from: Field,
    /// Not included
    to: Field,
    /// The id of the hospital that has confirmed the doctor; the own clinic without it
    place: Option<Field>,
    /// The doctor's own fee without it
    fee: Option<Field>,
    /// `clinic`, as without it, or `phone`: then it has no place
    mode: Option<Field>,
}

impl ExtraRequest {
    /// The session on one day that it asks for.
    pub fn parse(self, now: Timestamp, today: Date) -> Result<(Date, SessionPlan)> {
        let mut errors = FieldErrors::default();
        let Self { date, from, to, place, fee, mode } = self;
        let day = errors.check(date, |text| parse_coming(text, today));
        let on = (day.map(SessionDay::Day), now);
        let session = Times { from, to, place, fee, mode }.parse(&mut errors, "", on);
        errors.all(|| day.zip(session))
    }
}

/// Neither over nor more than a year ahead.
fn parse_coming(text: &str, today: Date) -> Result<Date, Text> {
    let day = parse_day(text)?;
    if day < today {
        Err(texts::SESSION_DAY_PAST)
    } else if day > today.saturating_add(Span::new().years(1)) {
        Err(texts::SESSION_DAY_FAR)
    } else {
        Ok(day)
    }
}

#[derive(Deserialize, ToSchema)]
pub struct CopyRequest {
    /// A day of the week that is copied, as in `2024-01-05`
    from: Field,
    /// A day of the week that it is copied to
    to: Field,
}

impl CopyRequest {
    /// The Mondays of both weeks.
    pub fn parse(self, today: Date) -> Result<(Date, Date)> {
        let mut errors = FieldErrors::default();
        let from = errors.check(self.from, |text| parse_day(text).map(monday));
        let to = errors.check(self.to, |text| {
            let to = monday(parse_coming(text, monday(today))?);
            if from == Some(to) { Err(texts::SAME_WEEK) } else { Ok(to) }
        });
        errors.all(|| from.zip(to))
    }
}

/// The Monday of a day's week.
fn monday(day: Date) -> Date {
    day.saturating_sub(Span::new().days(i64::from(day.weekday().to_monday_zero_offset())))
}

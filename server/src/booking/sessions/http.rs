//! A doctor's sessions over HTTP.

use axum::extract::Path;
use jiff::civil::{Date, Weekday};
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service::{self, Copied};
use crate::app::App;
use crate::booking::http::parse_day;
use crate::booking::schedule::http::{PreviewQuery, SavedSchedule, ScheduleView};
use crate::booking::texts;
use crate::directory::doctors::http::parse_fee;
use crate::directory::schedule::{check_weekly, parse_weekday};
use crate::directory::{self, DayTime, On, Planned};
use crate::identity::callers::Doctor;
use crate::platform::http::{Answer, Body, Created, Field, FieldErrors, Params, Result};
use crate::platform::ids::new_id;
use crate::platform::lang::{Lang, Text};

/// A week has so many sessions at most.
const MOST_WEEKLY: usize = 50;

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
}

#[derive(Deserialize, ToSchema)]
pub struct SessionsRequest {
    /// All of the week; none for the same hours on every day that is not off
    #[schema(value_type = Vec<WeeklySession>)]
    sessions: Field,
}

/// When a session is, wherever it came from.
struct Times {
    from: Field,
    to: Field,
    place: Option<Field>,
    fee: Option<Field>,
}

impl Times {
    /// `to` is the field of the end, at which it is noted that it is not after the beginning.
    fn parse(self, errors: &mut FieldErrors, to: String) -> Option<(DayTime, DayTime, Option<String>, Option<i64>)> {
        let (from, until) = (errors.check(self.from, DayTime::parse), errors.check(self.to, DayTime::parse));
        let place = errors.optional(self.place, |text| Ok(text.trim().to_owned()));
        let fee = errors.optional(self.fee, parse_fee);
        if from.zip(until).is_some_and(|(from, until)| until <= from) {
            errors.add(to, directory::texts::END_BEFORE_START);
        }
        Some((from?, until?, place?, fee?))
    }
}

impl SessionsRequest {
    fn parse(self, now: Timestamp) -> Result<Vec<Planned>> {
        let mut errors = FieldErrors::default();
        let Some(rows) = errors.rows::<WeeklySession>(self.sessions) else { return errors.all(|| None) };
        if rows.len() > MOST_WEEKLY {
            errors.add("sessions", texts::TOO_MANY_WEEKLY);
        }
        let mut weekly: Vec<Planned> = Vec::new();
        for (number, row) in rows.into_iter().enumerate().take(MOST_WEEKLY) {
            let WeeklySession { weekday, from, to, place, fee } = row;
            let weekday: Option<Weekday> = errors.check(weekday, parse_weekday);
            let times = Times { from, to, place, fee }.parse(&mut errors, format!("sessions[{number}].to"));
            let Some((weekday, (from, to, hospital_id, fee))) = weekday.zip(times) else { continue };
            let on = On::Weekday(weekday);
            let session = Planned { id: new_id(now), on, from, to, hospital_id, fee, is_offered: false };
            if let Err(text) = check_weekly(&weekly, &session) {
                errors.add(format!("sessions[{number}].from"), text);
            }
            weekly.push(session);
        }
        errors.or(weekly)
    }
}

/// Give the week these sessions and no others. Existing bookings are never touched; those that would lie outside, or at another
/// place, are named. One session at the own clinic that is the same on every day is the simple form, and is stored as that.
#[utoipa::path(put, path = "/user/api/doctor/sessions/{docId}")]
pub async fn replace_sessions(
    caller: Doctor,
    app: App,
    lang: Lang,
    Params(query): Params<PreviewQuery>,
    Body(request): Body<SessionsRequest>,
) -> Result<Answer<SavedSchedule>> {
    let (weekly, is_preview) = (request.parse(app.clock.now())?, query.is_preview()?);
    let week = service::replace(&app, &caller, weekly, is_preview).await?;
    let data = SavedSchedule::new(week, &app);
    Ok(if is_preview { Answer::of(data) } else { Answer::saying(texts::SCHEDULE_SAVED, lang, data) })
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

/// Add a session on one day, beside those of the week.
#[utoipa::path(post, path = "/user/api/doctor/sessions/{docId}/extra", responses((status = 409)))]
pub async fn add_extra_session(
    caller: Doctor,
    app: App,
    lang: Lang,
    Body(request): Body<ExtraRequest>,
) -> Result<Created<Answer<SavedSchedule>>> {
    let (mut errors, today) = (FieldErrors::default(), app.clock.india().date());
    let ExtraRequest { date, from, to, place, fee } = request;
    let day = errors.check(date, |text| parse_coming(text, today));
    let times = Times { from, to, place, fee }.parse(&mut errors, "to".into());
    let (day, (from, to, hospital_id, fee)) = errors.all(|| day.zip(times))?;
    let extra =
        Planned { id: new_id(app.clock.now()), on: On::Day(day), from, to, hospital_id, fee, is_offered: false };
    let week = service::add_extra(&app, &caller, day, extra).await?;
    Ok(Created(Answer::saying(texts::SESSION_ADDED, lang, SavedSchedule::new(week, &app))))
}

/// Take back a session on one day. Its bookings stay as they are; they are named.
#[utoipa::path(delete, path = "/user/api/doctor/sessions/{docId}/extra/{sessionId}")]
pub async fn remove_extra_session(
    caller: Doctor,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
    Params(query): Params<PreviewQuery>,
) -> Result<Answer<SavedSchedule>> {
    let is_preview = query.is_preview()?;
    let week = service::remove_extra(&app, &caller, id, is_preview).await?;
    let data = SavedSchedule::new(week, &app);
    Ok(if is_preview { Answer::of(data) } else { Answer::saying(texts::SESSION_REMOVED, lang, data) })
}

#[derive(Deserialize, ToSchema)]
pub struct CopyRequest {
    /// A day of the week that is copied, as in `2024-01-05`
    from: Field,
    /// A day of the week that it is copied to
    to: Field,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CopiedSessions {
    schedule: ScheduleView,
    copied: usize,
    /// How many were not copied; the message says why
    skipped: usize,
    why: WhySkipped,
}

/// How many extra sessions were not copied, by the reason.
#[derive(Debug, Serialize, ToSchema)]
pub struct WhySkipped {
    /// Their day is over
    past: usize,
    /// They meet another session of their day, which may be the one that was copied before, or have other quarters of an hour
    unfit: usize,
    /// Their hospital does not confirm the doctor now
    elsewhere: usize,
}

impl From<(directory::Doctor, Copied, Date)> for CopiedSessions {
    fn from((doctor, copied, today): (directory::Doctor, Copied, Date)) -> Self {
        let Copied { past, unfit, elsewhere, .. } = copied;
        Self {
            schedule: ScheduleView::new(doctor, today),
            copied: copied.done,
            skipped: copied.skipped(),
            why: WhySkipped { past, unfit, elsewhere },
        }
    }
}

/// How many were copied, how many were not, and why.
fn told(copied: Copied, lang: Lang) -> String {
    let said = texts::sessions_copied(lang, copied.done, copied.skipped());
    let reasons = [
        (copied.past, texts::SKIPPED_PAST),
        (copied.unfit, texts::SKIPPED_UNFIT),
        (copied.elsewhere, texts::SKIPPED_ELSEWHERE),
    ];
    let reasons = reasons.into_iter().filter(|(number, _)| *number > 0);
    let reasons: Vec<String> = reasons.map(|(number, why)| format!("{} ({number})", why.in_lang(lang))).collect();
    if reasons.is_empty() { said } else { format!("{said} {}.", reasons.join("; ")) }
}

/// The Monday of a day's week.
fn monday(day: Date) -> Date {
    day.saturating_sub(Span::new().days(i64::from(day.weekday().to_monday_zero_offset())))
}

/// Copy the extra sessions of one week, from Monday to Sunday, to another. The weekly ones come again by themselves.
#[utoipa::path(post, path = "/user/api/doctor/sessions/{docId}/copy", responses((status = 409)))]
pub async fn copy_sessions(
    caller: Doctor,
    app: App,
    lang: Lang,
    Body(request): Body<CopyRequest>,
) -> Result<Answer<CopiedSessions>> {
    let (mut errors, today) = (FieldErrors::default(), app.clock.india().date());
    let from = errors.check(request.from, |text| parse_day(text).map(monday));
    let to = errors.check(request.to, |text| {
        let to = monday(parse_coming(text, monday(today))?);
        if from == Some(to) { Err(texts::SAME_WEEK) } else { Ok(to) }
    });
    let (from, to) = errors.all(|| from.zip(to))?;
    let (doctor, copied) = service::copy_week(&app, &caller, from, to).await?;
    Ok(Answer { message: told(copied, lang), data: (doctor, copied, today).into() })
}

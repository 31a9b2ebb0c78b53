//! HTTP handlers of changes of a doctor's week. Each answer lists the affected appointments.

use axum::extract::Path;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, ChangedSchedule};
use crate::app::App;
use crate::appointments::http::DoctorBooking;
use crate::appointments::texts;
use crate::directory;
use crate::identity::callers::Doctor;
use crate::platform::http::{Answer, Body, Created, Field, Params, Result, filter};
use crate::platform::lang::Lang;
use crate::scheduling::sessions::Copied;
use crate::scheduling::sessions::http::{CopyRequest, ExtraRequest, ScheduleRequest, ScheduleView, SessionsRequest};

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
    let week = service::replace_sessions(&app, &caller, weekly, is_preview).await?;
    let data = SavedSchedule::new(week, &app);
    Ok(if is_preview { Answer::of(data) } else { Answer::saying(texts::SCHEDULE_SAVED, lang, data) })
}

/// Add a session on one day, beside those of the week.
#[utoipa::path(post, path = "/user/api/doctor/sessions/{docId}/extra", responses((status = 409)))]
pub async fn add_extra_session(
    caller: Doctor,
    app: App,
    lang: Lang,
    Body(request): Body<ExtraRequest>,
) -> Result<Created<Answer<SavedSchedule>>> {
    let (day, extra) = request.parse(app.clock.now(), app.clock.india().date())?;
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

/// Copy the extra sessions of one week, from Monday to Sunday, to another. The weekly ones come again by themselves.
#[utoipa::path(post, path = "/user/api/doctor/sessions/{docId}/copy", responses((status = 409)))]
pub async fn copy_sessions(
    caller: Doctor,
    app: App,
    lang: Lang,
    Body(request): Body<CopyRequest>,
) -> Result<Answer<CopiedSessions>> {
    let today = app.clock.india().date();
    let (from, to) = request.parse(today)?;
    let (doctor, copied) = service::copy_week(&app, &caller, from, to).await?;
    Ok(Answer { message: copied_message(copied, lang), data: (doctor, copied, today).into() })
}

/// How many were copied, how many were not, and why.
fn copied_message(copied: Copied, lang: Lang) -> String {
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

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// `true`: nothing is saved, and the answer says what would be
    preview: Option<Field>,
}

impl PreviewQuery {
    /// Any other value is an error: a client that only wants a preview must not save because of a typing error.
    pub fn is_preview(self) -> Result<bool> {
        let flag = |text: &str| match text.trim() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(texts::PREVIEW_WRONG),
        };
        Ok(filter(self.preview, flag)?.unwrap_or(false))
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SavedSchedule {
    schedule: ScheduleView,
    /// How many coming bookings the new week leaves outside, or at another place; they stay as they are
    outside: usize,
    /// Those of them that lay inside before, the soonest first
    bookings: Vec<DoctorBooking>,
}

impl SavedSchedule {
    pub fn new(ChangedSchedule { doctor, outside }: ChangedSchedule, app: &App) -> Self {
        Self {
            schedule: ScheduleView::new(doctor, app.clock.india().date()),
            outside: outside.all,
            bookings: outside.stranded.into_iter().map(DoctorBooking::from).collect(),
        }
    }
}

/// Change the days off, the break and the minimum notice. Existing bookings are never touched. A week of sessions has neither days off nor a break.
#[utoipa::path(put, path = "/user/api/doctor/schedule/{docId}", responses((status = 409)))]
pub async fn update_schedule(
    caller: Doctor,
    app: App,
    lang: Lang,
    Params(query): Params<PreviewQuery>,
    Body(request): Body<ScheduleRequest>,
) -> Result<Answer<SavedSchedule>> {
    let (change, is_preview) = (request.parse(app.clock.india().date())?, query.is_preview()?);
    let week = service::save_week(&app, &caller, change, is_preview).await?;
    let data = SavedSchedule::new(week, &app);
    Ok(if is_preview { Answer::of(data) } else { Answer::saying(texts::SCHEDULE_SAVED, lang, data) })
}

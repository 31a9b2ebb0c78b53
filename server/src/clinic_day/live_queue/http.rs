//! HTTP handlers of a visit's page and of a waiting room's screen. The link is the only credential, so nothing here names a patient.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::service::{self, QueueSnapshot};
use crate::app::App;
use crate::appointments::model::Attendance;
use crate::appointments::service::visit_of_page_token;
use crate::clinic_day::door_codes::DoorCodes;
use crate::clinic_day::model::QueueBoard;
use crate::clinic_day::texts;
use crate::directory::VisitMode;
use crate::directory::workplaces::http::VisitPlace;
use crate::identity::callers::bearer;
use crate::platform::format;
use crate::platform::http::describe::{LINK, Schemas, Takes, needs};
use crate::platform::http::{Answer, Code, Problem, Result, events};
use crate::platform::lang::Lang;
use crate::scheduling::Slot;

fn ended() -> Problem {
    Problem::saying(Code::LinkEnded, texts::QUEUE_LINK_ENDED)
}

/// The private link of a visit that was shown, and that is not over.
pub struct VisitLink(service::Visit);

impl FromRequestParts<App> for VisitLink {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let token = bearer(&parts.headers).ok_or_else(ended)?;
        let id = visit_of_page_token(&app.keys, &token).ok_or_else(ended)?;
        service::visit(app, &id).await?.map(Self).ok_or_else(ended)
    }
}

impl Takes for VisitLink {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        needs(operation, LINK);
    }
}

/// The secret link of a waiting room's screen.
pub struct ScreenLink {
    doctor_id: String,
    digest: String,
}

impl FromRequestParts<App> for ScreenLink {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let token = bearer(&parts.headers).ok_or_else(ended)?;
        let doctor_id = service::doctor_of_screen(app, &token).await?.ok_or_else(ended)?;
        Ok(Self { doctor_id, digest: token.digest() })
    }
}

impl Takes for ScreenLink {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        needs(operation, LINK);
    }
}

/// A visit by its private link.
#[derive(Debug, Serialize, ToSchema)]
pub struct VisitView {
    doctor: String,
    doctorId: String,
    mode: VisitMode,
    /// Of the place where the visit is; empty for a visit by phone
    consultation_Address: String,
    /// `null` is the doctor's own clinic
    place: Option<VisitPlace>,
    date: String,
    /// `null` for a walk-in who waits without a time, and so is `startsAt`
    time: Option<String>,
    startsAt: Option<String>,
    /// Pending, Checked, Rejected or Cancelled
    status: &'static str,
    /// Whether it was rejected because the doctor did not answer in time
    unanswered: bool,
    /// Until when it waits for the doctor, while it does
    answerBy: Option<String>,
    /// As the patient is called in, once it is approved
    token: Option<String>,
    /// arrived, called, done or absent, if somebody said so
    attendance: Option<&'static str>,
    /// The queue of its session, on the day of an approved visit
    queue: Option<QueueBoard>,
}

/// A visit by its private link, which works until the end of its day. It names no patient.
#[utoipa::path(get, path = "/user/api/visit")]
pub async fn visit(VisitLink(visit): VisitLink, lang: Lang) -> Result<Answer<VisitView>> {
    let service::Visit {
        doctor,
        place,
        day,
        slot,
        status,
        is_unanswered,
        answer_by,
        token,
        attendance,
        board,
        mode,
        ..
    } = visit;
    Ok(Answer::of(VisitView {
        doctor: doctor.title(lang),
        doctorId: doctor.id.clone(),
        answerBy: answer_by.map(format::rfc3339),
        mode,
        consultation_Address: match mode {
            VisitMode::Clinic => doctor.address_of(place.as_ref(), lang),
            VisitMode::Phone => String::new(),
        },
        place: place.map(VisitPlace::from),
        date: format::spec_date(day),
        time: slot.map(|slot| slot.time.to_string()),
        startsAt: slot.map(Slot::rfc3339),
        status: status.as_str(),
        unanswered: is_unanswered,
        token,
        attendance: attendance.map(Attendance::as_str),
        queue: board,
    }))
}

/// A stream of events named `queue`, each with the whole queue of the visit's session: at once, and whenever it changes. Before the
/// visit's day it is silent, and it ends with that day.
#[utoipa::path(
    get, path = "/user/api/visit/events",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 429))
)]
pub async fn visit_events(VisitLink(visit): VisitLink, app: App) -> Result<Response> {
    let service::Visit { id, doctor, day, minute, mode, .. } = visit;
    follow(&app, &doctor.id, format!("visit {id}"), move |snapshot| match snapshot.day.cmp(&day) {
        Ordering::Less => ControlFlow::Continue(None),
        Ordering::Equal => ControlFlow::Continue(snapshot.board_at(minute).filter(|_| mode == VisitMode::Clinic)),
        Ordering::Greater => ControlFlow::Break(()),
    })
}

/// What a waiting room's screen shows.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScreenView {
    doctor: String,
    /// Of the screen, as the desk's list of screens has it
    number: i64,
    queue: QueueBoard,
    door: DoorCodes,
}

/// The queue of the session under way or the next, for the screen of a waiting room. It names no patient.
#[utoipa::path(get, path = "/user/api/screen")]
pub async fn screen(link: ScreenLink, app: App, lang: Lang) -> Result<Answer<ScreenView>> {
    let shown = service::screen(&app, &link.doctor_id, &link.digest).await?.ok_or_else(ended)?;
    let service::ScreenContent { doctor, number, board, door } = shown;
    Ok(Answer::of(ScreenView { doctor: doctor.title(lang), number, queue: board, door }))
}

/// A stream of events named `queue`, each with the whole queue and the door codes (`door`): at once, and whenever they change. It ends
/// when the screen is removed.
#[utoipa::path(
    get, path = "/user/api/screen/events",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 429))
)]
pub async fn screen_events(link: ScreenLink, app: App) -> Result<Response> {
    let ScreenLink { doctor_id, digest } = link;
    let key = format!("screen {digest}");
    follow(&app, &doctor_id, key, move |snapshot| match snapshot.board_of(&digest) {
        Some(board) => ControlFlow::Continue(Some(board)),
        None => ControlFlow::Break(()),
    })
}

/// The queue of a doctor as `say` tells it. A link has so many streams at a time, and all links together have so many.
fn follow(
    app: &App,
    doctor_id: &str,
    key: String,
    say: impl Fn(&QueueSnapshot) -> ControlFlow<(), Option<Arc<str>>> + Send + Sync + 'static,
) -> Result<Response> {
    let place = app.link_streams.try_acquire(Some(key));
    let place = place.ok_or_else(|| Problem::saying(Code::TooManyTries, texts::TOO_MANY_WATCH))?;
    let snapshot = service::listen(app, doctor_id);
    Ok(events::stream_latest(snapshot, "queue", place, move |snapshot: &Option<QueueSnapshot>| match snapshot {
        None => ControlFlow::Continue(None),
        Some(snapshot) => say(snapshot),
    }))
}

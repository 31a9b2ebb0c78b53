//! Moving an approved visit, over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use jiff::SignedDuration;
use serde::Deserialize;
use utoipa::ToSchema;

use super::service::{self, Move};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::http::NotifiedBooking;
use crate::appointments::model::ExpectedSlot;
use crate::appointments::texts;
use crate::directory::DayTime;
use crate::platform::http::{Answer, Body, Field, FieldErrors, Result};
use crate::platform::input::parse_line;
use crate::platform::lang::Lang;
use crate::platform::rate_limit::Limit;
use crate::scheduling::http::{parse_day, parse_slot};

#[derive(Deserialize, ToSchema)]
pub struct MoveRequest {
    /// The new day, as in `Jan 5, 2024` or `2024-01-05`
    date: Field,
    /// The new time, as in `09:15`
    time: Field,
    /// Why, in a sentence: the patient reads it
    reason: Field,
    /// The day of the visit as the caller saw it
    seenDate: Option<Field>,
    /// The time of the visit as the caller saw it
    seenTime: Option<Field>,
}

/// Each move may be a message, which the operator pays. The same numbers as for visits that are booked at a desk.
const MOVE_LIMIT: Limit = Limit::new("visits moved at a desk", 120, SignedDuration::from_hours(1));
const MOVE_DAY_LIMIT: Limit = Limit::new("visits moved at a desk in a day", 500, SignedDuration::from_hours(24));

/// Move an approved visit that has not started to another free slot. It stays approved, and the patient is notified, with the reason. If it names
/// the day or time that was seen and the visit is at a third one by now, the answer is 409 with the visit as it is in `data`.
#[utoipa::path(patch, path = "/user/api/doctor/appointment/move/{id}", responses((status = 409), (status = 429)))]
pub async fn move_visit(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<MoveRequest>,
) -> Result<Answer<NotifiedBooking>> {
    let mut errors = FieldErrors::default();
    let slot = parse_slot(&mut errors, request.date, request.time);
    let reason = errors.check(request.reason, |text| parse_line(text, texts::MOVE_REASON_MISSING));
    let day = errors.optional(request.seenDate, parse_day);
    let time = errors.optional(request.seenTime, DayTime::parse);
    let to =
        errors.all(|| Some(Move { slot: slot?, reason: reason?, seen: ExpectedSlot { day: day?, time: time? } }))?;
    let account = caller.account_id();
    let limits = [(account, MOVE_LIMIT), (account, MOVE_DAY_LIMIT)];
    app.rate_limiter.take(&limits, app.clock.now_millis()).await?;
    let moved = service::move_visit(&app, &caller, id, to).await?;
    let text = if moved.is_notified { texts::VISIT_MOVED } else { texts::VISIT_MOVED_CALL_PATIENT };
    Ok(Answer::saying(text, lang, NotifiedBooking::from(moved)))
}

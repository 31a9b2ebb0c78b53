//! Moving an approved visit, over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use serde::Deserialize;
use utoipa::ToSchema;

use super::service::{self, Move};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::http::DoctorBooking;
use crate::appointments::texts;
use crate::directory::DayTime;
use crate::platform::http::{Answer, Body, Field, FieldErrors, Result};
use crate::platform::input::parse_line;
use crate::platform::lang::Lang;
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

/// Move an approved visit that has not started to another free slot. It stays approved, and the patient is told, with the reason. If it names
/// the day or time that was seen and the visit is at another one by now, the answer is 409 with the visit as it is in `data`.
#[utoipa::path(patch, path = "/user/api/doctor/appointment/move/{id}", responses((status = 409)))]
pub async fn move_visit(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<MoveRequest>,
) -> Result<Answer<DoctorBooking>> {
    let mut errors = FieldErrors::default();
    let slot = parse_slot(&mut errors, request.date, request.time);
    let reason = errors.check(request.reason, |text| parse_line(text, texts::MOVE_REASON_MISSING));
    let day = errors.optional(request.seenDate, parse_day);
    let time = errors.optional(request.seenTime, DayTime::parse);
    let to = errors.all(|| Some(Move { slot: slot?, reason: reason?, seen: (day?, time?) }))?;
    let moved = service::move_visit(&app, &caller, id, to).await?;
    Ok(Answer::saying(texts::VISIT_MOVED, lang, moved))
}

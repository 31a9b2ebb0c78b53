//! The choice after the last call in vain over HTTP, by a link. Nothing here names the patient.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::http::HeaderMap;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::ChoiceState;
use super::service::{self, Error};
use crate::app::App;
use crate::appointments::http::BookedDoctor;
use crate::appointments::model::WithDoctor;
use crate::appointments::texts;
use crate::identity::callers::bearer;
use crate::platform::format::{rfc3339, spec_date};
use crate::platform::http::{Answer, Body, Code, Field, FieldErrors, Problem, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;
use crate::scheduling::http::parse_slot;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::LinkEnded => Self::saying(Code::LinkEnded, texts::MOVE_LINK_ENDED),
            Error::Appointment(error) => error.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// A visit by phone whose patient the doctor called three times and did not reach.
#[derive(Debug, Serialize, ToSchema)]
pub struct MissedCallView {
    doctorId: BookedDoctor,
    /// Of the visit: as in `Jan 5, 2024`
    date: String,
    time: String,
    startsAt: String,
    /// It stays when the visit is moved
    fee: i64,
    /// open, moved, cancelled, or over (nothing was chosen in time, or the doctor reached the patient after all)
    state: &'static str,
    /// Until when it can be moved or cancelled, while it can
    until: Option<String>,
}

impl MissedCallView {
    fn new(found: &WithDoctor, now: Timestamp) -> Self {
        let visit = &found.appointment;
        Self {
            doctorId: BookedDoctor::of_booking(found),
            date: spec_date(visit.slot.day),
            time: visit.slot.time.to_string(),
            startsAt: visit.slot.rfc3339(),
            fee: visit.fee,
            state: ChoiceState::of(visit, now).as_str(),
            until: visit.choice_until(now).map(rfc3339),
        }
    }
}

fn link_of(headers: &HeaderMap) -> Result<Secret> {
    Ok(bearer(headers).ok_or(Error::LinkEnded)?)
}

async fn by_link(app: &App, token: &Secret) -> Result<MissedCallView> {
    Ok(MissedCallView::new(&service::find(app, token).await?, app.clock.now()))
}

/// The visit of a link that a patient got after the last call in vain; its token comes as the bearer's. Reading it changes nothing.
#[utoipa::path(get, path = "/user/api/missedcall", security(("link" = [])), responses((status = 404)))]
pub async fn linked_missed_call(app: App, headers: HeaderMap) -> Result<Answer<MissedCallView>> {
    Ok(Answer::of(by_link(&app, &link_of(&headers)?).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct MissedCallMove {
    date: Field,
    time: Field,
}

/// Move the visit of a link to another slot by phone of the same doctor, free of charge. Sent again, it answers with the same.
#[utoipa::path(post, path = "/user/api/missedcall/move", security(("link" = [])), responses((status = 404), (status = 409)))]
pub async fn move_by_missed_call(
    app: App,
    lang: Lang,
    headers: HeaderMap,
    Body(request): Body<MissedCallMove>,
) -> Result<Answer<MissedCallView>> {
    let token = link_of(&headers)?;
    let mut errors = FieldErrors::default();
    let slot = parse_slot(&mut errors, request.date, request.time);
    let slot = errors.all(|| slot)?;
    service::move_to(&app, &token, slot).await?;
    Ok(Answer::saying(texts::RESCHEDULED_AND_APPROVED, lang, by_link(&app, &token).await?))
}

/// Cancel the visit of a link. Sent again, it answers with the same.
#[utoipa::path(post, path = "/user/api/missedcall/cancel", security(("link" = [])), responses((status = 404), (status = 409)))]
pub async fn cancel_by_missed_call(app: App, lang: Lang, headers: HeaderMap) -> Result<Answer<MissedCallView>> {
    let token = link_of(&headers)?;
    service::cancel(&app, &token).await?;
    Ok(Answer::saying(texts::CANCELLED, lang, by_link(&app, &token).await?))
}

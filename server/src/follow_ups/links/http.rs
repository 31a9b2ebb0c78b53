//! Links in messages over HTTP. A link is the only credential, so nothing here names a patient.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::service::{self, LinkedFollowUp};
use crate::app::App;
use crate::appointments;
use crate::appointments::http::BookedDoctor;
use crate::appointments::model::Status;
use crate::follow_ups::http::{ProposedSlot, TakeRequest};
use crate::follow_ups::service::Error;
use crate::identity::callers::bearer;
use crate::platform::http::{Answer, Body, FieldErrors, Problem, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;
use crate::scheduling::http::parse_slot;

fn link_of(headers: &HeaderMap) -> Result<Secret> {
    Ok(bearer(headers).ok_or(Error::LinkEnded)?)
}

/// Where the link in a message leads.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageLink {
    /// A page of this site, with a private link behind the `#`
    page: String,
}

/// Open the link in a message to a phone: its code, which comes as the bearer's, becomes the page that the message is about. It changes
/// nothing. 410 once there is no such message any more.
#[utoipa::path(post, path = "/user/api/messagelink", security(("link" = [])))]
pub async fn open_message_link(app: App, headers: HeaderMap) -> Result<Answer<MessageLink>> {
    let page = service::page_of_message(&app, &link_of(&headers)?).await?.ok_or(Error::LinkEnded)?;
    Ok(Answer::of(MessageLink { page }))
}

/// A follow-up by the link in its message. It does not say for whom it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkedFollowUpView {
    doctorId: BookedDoctor,
    /// The day that was asked for, as in `2024-01-05`
    day: String,
    withoutFee: bool,
    /// waiting, proposed, booked, declined, or over (nothing came of it in time)
    state: &'static str,
    /// Up to three that are free now, while it is proposed
    slots: Vec<ProposedSlot>,
    /// The page of the visit that was booked of it, once that is approved
    visitPage: Option<String>,
}

impl From<LinkedFollowUp> for LinkedFollowUpView {
    fn from(LinkedFollowUp { marked, state, proposal, visit_page }: LinkedFollowUp) -> Self {
        let slots = proposal.map_or_else(Vec::new, |proposal| {
            let hospital = proposal.hospital.as_ref();
            proposal.slots.into_iter().map(|slot| ProposedSlot::new(slot, hospital)).collect()
        });
        Self {
            doctorId: BookedDoctor::of(&marked.visit),
            day: marked.follow_up.day().to_string(),
            withoutFee: marked.follow_up.without_fee,
            state: state.as_str(),
            slots,
            visitPage: visit_page,
        }
    }
}

/// What a follow-up's link is about; its token comes as the bearer's. Reading it changes nothing.
#[utoipa::path(get, path = "/user/api/followup", security(("link" = [])))]
pub async fn linked_follow_up(app: App, headers: HeaderMap) -> Result<Answer<LinkedFollowUpView>> {
    Ok(Answer::of(service::find(&app, &link_of(&headers)?).await?))
}

/// Book a slot of a follow-up by its link, for whom the visit before was. Taken again it answers with the same.
#[utoipa::path(post, path = "/user/api/followup/take", security(("link" = [])), responses((status = 409), (status = 422)))]
pub async fn take_linked_follow_up(
    app: App,
    lang: Lang,
    headers: HeaderMap,
    Body(request): Body<TakeRequest>,
) -> Result<Answer<LinkedFollowUpView>> {
    let token = link_of(&headers)?;
    let mut errors = FieldErrors::default();
    let slot = parse_slot(&mut errors, request.date, request.time);
    let slot = errors.all(|| slot)?;
    let booked = service::take(&app, &token, slot).await.map_err(Problem::from)?;
    let is_approved = booked.appointment.status == Status::Checked;
    let text = if is_approved { appointments::texts::BOOKED_AND_APPROVED } else { appointments::texts::BOOKED };
    Ok(Answer::saying(text, lang, service::find(&app, &token).await?))
}

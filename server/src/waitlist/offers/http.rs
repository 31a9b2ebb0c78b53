//! Offers over HTTP, for the holder of the mailed link.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::service::{self, OfferPage, State};
use crate::app::App;
use crate::appointments;
use crate::appointments::http::BookedDoctor;
use crate::appointments::model::Status;
use crate::directory::workplaces::http::VisitPlace;
use crate::directory::{DayTime, Offer};
use crate::identity::callers::bearer;
use crate::platform::format::{rfc3339, spec_date};
use crate::platform::http::{Answer, Result};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;
use crate::waitlist::service::Error;
use crate::waitlist::texts;

fn link_of(headers: &HeaderMap) -> Result<Secret> {
    Ok(bearer(headers).ok_or(Error::OfferEnded)?)
}

/// A slot that became free and is held for somebody. It does not say for whom.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitlistOffer {
    /// With the address and the fee of this slot
    doctorId: BookedDoctor,
    /// Where it is; `null` is the doctor's own clinic
    place: Option<VisitPlace>,
    fee: i64,
    /// As in `Jan 5, 2024`
    date: String,
    /// As in `2024-01-05`
    day: String,
    /// As in `09:15`
    #[schema(value_type = String)]
    time: DayTime,
    startsAt: String,
    /// Until when it can be accepted; `null` once it is answered
    until: Option<String>,
    /// open, accepted, declined, expired, or gone (somebody else has it, or the doctor is not there)
    state: &'static str,
    /// Once it is accepted: Pending or Checked
    status: Option<&'static str>,
}

impl From<OfferPage> for WaitlistOffer {
    fn from(OfferPage { doctor, slot, until, state }: OfferPage) -> Self {
        let Offer { place, fee, .. } = doctor.offer_at(slot.day, slot.time);
        let (state, status) = match state {
            State::Open => ("open", None),
            State::Accepted(status) => ("accepted", Some(status.as_str())),
            State::Declined => ("declined", None),
            State::Expired => ("expired", None),
            State::Gone => ("gone", None),
        };
        Self {
            doctorId: BookedDoctor::offered(&doctor, place, fee),
            place: place.cloned().map(VisitPlace::from),
            fee,
            date: spec_date(slot.day),
            day: slot.day.to_string(),
            time: slot.time,
            startsAt: slot.rfc3339(),
            until: until.map(rfc3339),
            state,
            status,
        }
    }
}

/// What the link in an offer is about; its token comes as the bearer's. Reading it changes nothing.
#[utoipa::path(get, path = "/user/api/waitlist/offer", security(("link" = [])))]
pub async fn waitlist_offer(app: App, headers: HeaderMap) -> Result<Answer<WaitlistOffer>> {
    Ok(Answer::of(service::find(&app, &link_of(&headers)?).await?))
}

/// Book the offered slot for whom it was offered to. Accepted again it answers with the same. 410 once the offer has ended.
#[utoipa::path(post, path = "/user/api/waitlist/accept", security(("link" = [])), responses((status = 409), (status = 422)))]
pub async fn accept_waitlist_offer(app: App, lang: Lang, headers: HeaderMap) -> Result<Answer<WaitlistOffer>> {
    let token = link_of(&headers)?;
    let booked = service::accept(&app, &token).await?;
    let is_approved = booked.appointment.status == Status::Checked;
    let text = if is_approved { appointments::texts::BOOKED_AND_APPROVED } else { appointments::texts::BOOKED };
    Ok(Answer::saying(text, lang, service::find(&app, &token).await?))
}

/// Let the offered slot go to the next. The place in line stays.
#[utoipa::path(post, path = "/user/api/waitlist/decline", security(("link" = [])))]
pub async fn decline_waitlist_offer(app: App, lang: Lang, headers: HeaderMap) -> Result<Answer<WaitlistOffer>> {
    let token = link_of(&headers)?;
    service::decline(&app, &token).await?;
    Ok(Answer::saying(texts::OFFER_DECLINED, lang, service::find(&app, &token).await?))
}

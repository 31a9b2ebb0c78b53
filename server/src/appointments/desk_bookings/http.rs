//! Desk bookings over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use jiff::SignedDuration;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::service::{self, NewDeskBooking};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::http::NotifiedBooking;
use crate::appointments::model::PatientDetails;
use crate::appointments::texts;
use crate::directory::VisitMode;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::http::{Answer, Body, Created, Field, FieldErrors, Params, Result, Rows};
use crate::platform::lang::{Lang, Text};
use crate::platform::rate_limit::Limit;
use crate::scheduling::availability::http::FreeDayView;
use crate::scheduling::http::parse_slot;

/// Each booking may be a message, which the operator pays.
const DESK_BOOKING_LIMIT: Limit = Limit::new("visits booked at a desk", 120, SignedDuration::from_hours(1));
const DESK_BOOKING_DAY_LIMIT: Limit =
    Limit::new("visits booked at a desk in a day", 500, SignedDuration::from_hours(24));
/// For one number, at all desks: booking and cancelling a visit again and again sends two messages each time, perhaps to a stranger.
const DESK_BOOKING_NUMBER_LIMIT: Limit =
    Limit::new("visits booked at desks for a number in a day", 20, SignedDuration::from_hours(24));

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeskSlotsQuery {
    /// `phone`: the slots by phone, to which a session by phone can move; otherwise those at the places
    mode: Option<Field>,
}

/// The free times of today and the next six days, for the doctor and the desk: the minimum notice does not bind them. As far as the caller
/// sees the doctor's places.
#[utoipa::path(get, path = "/user/api/doctor/desk/slots/{docId}")]
pub async fn desk_slots(
    caller: ActingForDoctor,
    app: App,
    Params(query): Params<DeskSlotsQuery>,
) -> Result<Rows<FreeDayView>> {
    let mut errors = FieldErrors::default();
    let mode = errors.filter(query.mode, VisitMode::parse);
    let mode = errors.all(|| mode)?.unwrap_or_default();
    Ok(Rows::of(service::list_free(&app, &caller, mode).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct DeskBookingRequest {
    /// The name of the patient
    name: Field,
    phoneNumber: Field,
    date: Field,
    time: Field,
    /// The language of messages to the number, en or ml; left out, that of the request
    lang: Option<Field>,
}

fn parse_lang(text: &str) -> Result<Lang, Text> {
    let known = Lang::ALL.into_iter().find(|lang| lang.code() == text.trim());
    known.ok_or(texts::DESK_BOOKING_LANG_WRONG)
}

impl DeskBookingRequest {
    fn parse(self, page: Lang) -> Result<NewDeskBooking> {
        let mut errors = FieldErrors::default();
        let name = errors.check(self.name, PersonName::parse);
        let phone = errors.check(self.phoneNumber, Mobile::parse);
        let slot = parse_slot(&mut errors, self.date, self.time);
        let lang = errors.optional(self.lang, parse_lang);
        errors.all(|| {
            let patient = PatientDetails { name: name?, phone: phone? };
            Some(NewDeskBooking { patient, slot: slot?, lang: lang?.unwrap_or(page) })
        })
    }
}

/// Book a visit for somebody who called: it is approved at once and gets its token. The same form sent again answers with the visit that it
/// made. The account that proved the number, now or later, is offered the visit.
#[utoipa::path(post, path = "/user/api/doctor/desk/bookings/{docId}", responses((status = 409), (status = 429)))]
pub async fn book_at_desk(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Body(request): Body<DeskBookingRequest>,
) -> Result<Created<Answer<NotifiedBooking>>> {
    let new = request.parse(lang)?;
    let account = caller.account_id();
    let number = new.patient.phone.as_str();
    let limits =
        [(account, DESK_BOOKING_LIMIT), (account, DESK_BOOKING_DAY_LIMIT), (number, DESK_BOOKING_NUMBER_LIMIT)];
    app.rate_limiter.take(&limits, app.clock.now_millis()).await?;
    let booked = service::book(&app, &caller, new).await?;
    let text = if booked.is_notified { texts::BOOKED_AT_DESK_AND_NOTIFIED } else { texts::BOOKED_AT_DESK };
    Ok(Created(Answer::saying(text, lang, NotifiedBooking::from(booked))))
}

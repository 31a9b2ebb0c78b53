//! HTTP handlers of the waiting list: for signed-in patients, and for holders of a mailed link.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service::Error;
use super::service::{self, NewEntry};
use super::{OwnEntry, texts};
use crate::app::App;
use crate::appointments::http::BookedDoctor;
use crate::directory::DayTime;
use crate::identity::callers::{Patient, bearer};
use crate::platform::format::{rfc3339, spec_date};
use crate::platform::http::{Answer, Body, Code, Created, Done, Field, FieldErrors, Problem, Result, Rows};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;
use crate::platform::photos::http::photo_path;
use crate::scheduling::Slot;
use crate::scheduling::http::parse_day;
use crate::scheduling::slots::WHOLE_DAY;
use crate::scheduling::texts::TO_BEFORE_FROM;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NoEntry => Code::NotFound.into(),
            Error::OfferEnded => Self::saying(Code::LinkEnded, texts::OFFER_ENDED),
            Error::DetailsMissing => Self::saying(Code::NotChangeable, texts::OFFER_DETAILS_MISSING),
            Error::SomethingIsFree => Self::saying(Code::NoLongerNeeded, texts::SOMETHING_IS_FREE),
            Error::TooManyEntries => Self::saying(Code::LimitReached, texts::TOO_MANY_WAITLISTS),
            Error::WaitlistFull => Self::saying(Code::LimitReached, texts::WAITLIST_FULL),
            Error::Appointment(error) => error.into(),
            Error::Scheduling(error) => error.into(),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct WaitRequest {
    /// As in `Jan 5, 2024` or `2024-01-05`
    date: Field,
    /// Only slots from this time on, as in `17:00`
    from: Option<Field>,
    /// Only slots before this time
    to: Option<Field>,
    /// The id of one of the people whom the user books for, if it is for one of them
    person: Option<Field>,
}

impl WaitRequest {
    fn parse(self, doctor_id: String) -> Result<NewEntry> {
        let mut errors = FieldErrors::default();
        let day = errors.check(self.date, parse_day);
        let from = errors.optional(self.from, DayTime::parse);
        let to = errors.optional(self.to, DayTime::parse);
        let person_id = errors.optional(self.person, |text| Ok(text.trim().to_owned()));
        if let (Some(Some(from)), Some(Some(to))) = (from, to)
            && to <= from
        {
            errors.add("to", TO_BEFORE_FROM);
        }
        errors.all(|| {
            let hours = from?.map_or(WHOLE_DAY.start, DayTime::minutes)..to?.map_or(WHOLE_DAY.end, DayTime::minutes);
            Some(NewEntry { doctor_id, day: day?, hours, person_id: person_id? })
        })
    }
}

/// A slot that is held for whoever waits.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeldSlot {
    /// As in `09:15`
    #[schema(value_type = String)]
    time: DayTime,
    startsAt: String,
    /// When it is no longer held
    until: String,
}

/// What somebody waits for.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitView {
    _id: String,
    doctorId: BookedDoctor,
    /// As in `Jan 5, 2024`
    date: String,
    /// As in `2024-01-05`
    day: String,
    /// Only slots from this time on; any when there is none
    #[schema(value_type = Option<String>)]
    from: Option<DayTime>,
    /// Only slots before this time; any when there is none
    #[schema(value_type = Option<String>)]
    to: Option<DayTime>,
    /// Whom of the people the user books for it is for; that person may have been removed since
    person: Option<String>,
    since: String,
    /// How many are in line up to here; the first is 1
    place: i64,
    /// The slot that is held now
    offer: Option<HeldSlot>,
    /// Whether the doctor is on leave at these hours: nothing becomes free unless the leave is taken back
    away: bool,
}

impl WaitView {
    /// While the doctor is on leave nothing that is held can be taken.
    pub fn new((wait, away): (OwnEntry, bool), now: i64) -> Self {
        let held = wait.starts_at.and_then(Slot::from_millis).zip(wait.until.filter(|until| *until > now && !away));
        Self {
            doctorId: doctor_of(&wait),
            date: spec_date(wait.day),
            day: wait.day.to_string(),
            from: DayTime::from_minutes(wait.from).filter(|_| wait.from > WHOLE_DAY.start),
            to: DayTime::from_minutes(wait.to),
            person: wait.person_id,
            since: rfc3339(wait.created_at),
            place: wait.place,
            offer: held.map(|(slot, until)| HeldSlot {
                time: slot.time,
                startsAt: slot.rfc3339(),
                until: rfc3339(until),
            }),
            away,
            _id: wait.id,
        }
    }
}

/// The doctor of an entry, with today's fee.
fn doctor_of(entry: &OwnEntry) -> BookedDoctor {
    BookedDoctor {
        _id: entry.doctor_id.clone(),
        full_Name: entry.full_name.clone(),
        nameMl: entry.name_ml.clone(),
        Image: entry.image.as_deref().map(photo_path),
        consultation_Fee: entry.fee,
        specialization: entry.specialization.clone(),
        consultation_Address: entry.address.clone(),
        addressMl: entry.address_ml.clone(),
        district: entry.district.clone(),
        registrationNumber: None,
    }
}

/// Wait for a slot of a day on which nothing is free, at chosen hours. Sent again for the same day it changes the hours; the place in
/// line stays, unless they are more than before: then it is the last.
#[utoipa::path(post, path = "/user/api/doctor/{id}/waitlist/{userId}", responses((status = 409)))]
pub async fn join_waitlist(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((id, _own)): Path<(String, String)>,
    Body(request): Body<WaitRequest>,
) -> Result<Created<Answer<WaitView>>> {
    let wait = service::join_waitlist(&app, &caller, request.parse(id)?).await?;
    Ok(Created(Answer::saying(texts::WAITLIST_JOINED, lang, WaitView::new((wait, false), app.clock.now_millis()))))
}

/// What a user waits for, the soonest day first.
#[utoipa::path(get, path = "/user/api/user/waitlist/{userId}")]
pub async fn own_waitlist(caller: Patient, app: App) -> Result<Rows<WaitView>> {
    let now = app.clock.now_millis();
    let waits = service::list(&app, &caller).await?;
    Ok(Rows::of(waits.into_iter().map(|wait| WaitView::new(wait, now)).collect::<Vec<_>>()))
}

/// Wait no longer.
#[utoipa::path(delete, path = "/user/api/user/waitlist/{userId}/{id}")]
pub async fn leave_waitlist(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
) -> Result<Done> {
    service::leave(&app, &caller, id).await?;
    Ok(Done::saying(texts::WAITLIST_LEFT, lang))
}

fn link_of(headers: &HeaderMap) -> Result<Secret> {
    bearer(headers).ok_or_else(link_ended)
}

fn link_ended() -> Problem {
    Problem::saying(Code::LinkEnded, texts::WAITLIST_LINK_ENDED)
}

/// What the link in an offer is about; its token comes as the bearer's.
#[utoipa::path(get, path = "/user/api/waitlist/link", security(("link" = [])))]
pub async fn waitlist_link(app: App, headers: HeaderMap) -> Result<Answer<WaitView>> {
    let wait = service::find_by_link(&app, &link_of(&headers)?).await?.ok_or_else(link_ended)?;
    Ok(Answer::of(WaitView::new(wait, app.clock.now_millis())))
}

/// Wait no longer, by the link in an offer.
#[utoipa::path(post, path = "/user/api/waitlist/leave", security(("link" = [])))]
pub async fn leave_waitlist_by_link(app: App, lang: Lang, headers: HeaderMap) -> Result<Done> {
    if !service::leave_by_link(&app, &link_of(&headers)?).await? {
        return Err(link_ended());
    }
    Ok(Done::saying(texts::WAITLIST_LEFT, lang))
}

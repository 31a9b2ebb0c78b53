//! Claims over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use serde::Serialize;
use utoipa::ToSchema;

use super::{rules, service};
use crate::app::App;
use crate::appointments::booking::http::BookingView;
use crate::appointments::http::BookedDoctor;
use crate::appointments::model::WithDoctor;
use crate::appointments::texts;
use crate::directory::workplaces::http::VisitPlace;
use crate::identity::callers::Patient;
use crate::platform::format;
use crate::platform::http::{Answer, Done, Result, Rows};
use crate::platform::lang::Lang;

/// A visit that the desk booked for the user's number.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClaimView {
    _id: String,
    doctorId: BookedDoctor,
    /// The first letters of the patient's name: the number may have been somebody else's
    patient: String,
    /// As in `Jan 5, 2024`
    date: String,
    time: String,
    startsAt: String,
    /// Where it is; `null` is the doctor's own clinic
    place: Option<VisitPlace>,
    fee: i64,
}

impl From<WithDoctor> for ClaimView {
    fn from(row: WithDoctor) -> Self {
        let visit = &row.appointment;
        Self {
            doctorId: BookedDoctor::of_booking(&row),
            _id: visit.id.clone(),
            patient: rules::initials(&visit.patient_name),
            date: format::spec_date(visit.slot.day),
            time: visit.slot.time.to_string(),
            startsAt: visit.slot.rfc3339(),
            place: visit.place.clone().map(VisitPlace::from),
            fee: visit.fee,
        }
    }
}

/// The visits from today on that a doctor or a desk booked for the user's number. None unless the number is proved.
#[utoipa::path(get, path = "/user/api/user/claims/{userId}")]
pub async fn claims(caller: Patient, app: App) -> Result<Rows<ClaimView>> {
    Ok(Rows::of(service::list(&app, &caller).await?))
}

/// Take such a visit to the own bookings. Sent again, it answers with the same booking.
#[utoipa::path(post, path = "/user/api/user/claims/{userId}/{id}", responses((status = 409)))]
pub async fn claim_visit(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
) -> Result<Answer<BookingView>> {
    let claimed = service::claim(&app, &caller, id).await?;
    Ok(Answer::saying(texts::VISIT_CLAIMED, lang, BookingView::new(claimed, &app)))
}

/// Say that such a visit is not the own one. It stays as it is; the desk sees the answer, and nothing more is sent to the number.
#[utoipa::path(delete, path = "/user/api/user/claims/{userId}/{id}")]
pub async fn disclaim_visit(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
) -> Result<Done> {
    service::disclaim(&app, &caller, id).await?;
    Ok(Done::saying(texts::VISIT_DISCLAIMED, lang))
}

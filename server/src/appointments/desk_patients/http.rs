//! The desk's search for patients of earlier visits, over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{KnownPatient, PatientSearch};
use super::service;
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::platform::http::{Field, Params, Result, Rows, given};
use crate::platform::rate_limit::Limit;

/// A desk types a few letters for each caller. With five people an answer, copying all of a doctor's patients would take many days.
const SEARCH_LIMIT: Limit = Limit::new("searches for patients", 200, SignedDuration::from_hours(1));
const SEARCH_DAY_LIMIT: Limit = Limit::new("searches for patients in a day", 600, SignedDuration::from_hours(24));

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PatientQuery {
    /// The beginning of a word of the name, from two letters on, or a part of the number, from four digits on
    q: Option<Field>,
}

/// A patient of earlier visits with the doctor.
#[derive(Debug, Serialize, ToSchema)]
pub struct KnownPatientView {
    name: String,
    phoneNumber: String,
    /// The days of up to three earlier visits, the latest first, as in `2024-01-05`
    visits: Vec<String>,
    /// The day of the next one, if it is booked
    next: Option<String>,
}

impl From<KnownPatient> for KnownPatientView {
    fn from(KnownPatient { name, phone, earlier, next }: KnownPatient) -> Self {
        Self {
            name,
            phoneNumber: phone,
            visits: earlier.iter().map(ToString::to_string).collect(),
            next: next.map(|day| day.to_string()),
        }
    }
}

/// Up to five patients of the doctor who match what is typed, the latest visit first, among those whose visits the caller sees. A text that
/// is too short finds none.
#[utoipa::path(get, path = "/user/api/doctor/desk/patients/{docId}", responses((status = 429)))]
pub async fn find_patients(
    caller: ActingForDoctor,
    app: App,
    Params(query): Params<PatientQuery>,
) -> Result<Rows<KnownPatientView>> {
    let Some(search) = given(query.q).and_then(|text| PatientSearch::parse(&text)) else {
        return Ok(Rows::of(Vec::<KnownPatient>::new()));
    };
    let account = caller.account_id();
    let limits = [(account, SEARCH_LIMIT), (account, SEARCH_DAY_LIMIT)];
    app.rate_limiter.take(&limits, app.clock.now_millis()).await?;
    Ok(Rows::of(service::find(&app, &caller, search).await?))
}

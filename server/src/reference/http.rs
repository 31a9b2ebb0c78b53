//! The reference data as one call, so that the web app bundles none of it.

use axum::http::header;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::holidays::{self, Holiday};
use super::{BloodGroup, Speciality, State, places, specialities};
use crate::app::App;
use crate::platform::http::Answer;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    states: &'static [State],
    specialities: &'static [Speciality],
    blood_groups: [BloodGroup; 8],
}

/// It changes with a release only; an hour keeps a phone from asking on every form.
const CACHE: &str = "public, max-age=3600";

/// States with their districts, specialities and blood groups, in English and Malayalam.
#[utoipa::path(get, path = "/user/api/reference", tag = "reference", responses((status = 200, body = Answer<Reference>)))]
pub async fn reference() -> impl IntoResponse {
    let data = Reference { states: places::states(), specialities: specialities::all(), blood_groups: BloodGroup::ALL };
    ([(header::CACHE_CONTROL, CACHE)], Answer { message: String::new(), data })
}

/// Kerala's government holidays from today on. They only suggest when a clinic may be shut.
#[utoipa::path(get, path = "/user/api/holidays", tag = "reference", responses((status = 200, body = Answer<Vec<Holiday>>)))]
pub async fn holidays(app: App) -> Answer<Vec<&'static Holiday>> {
    let today = app.clock.india().date();
    let data = holidays::all().iter().filter(|holiday| holiday.date >= today).collect();
    Answer { message: String::new(), data }
}

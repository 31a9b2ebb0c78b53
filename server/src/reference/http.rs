//! The reference data as one call, so that the web app bundles none of it.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::holidays::{self, Holiday};
use super::{BloodGroup, Speciality, State, regions, specialities};
use crate::app::App;
use crate::platform::http::{Answer, Cached, Rows};
use crate::platform::lang::Lang;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    states: &'static [State],
    specialities: &'static [Speciality],
    blood_groups: [BloodGroup; 8],
}

/// The names of these districts in Malayalam, for the data of a page. Empty in English, in which the data has them.
pub fn district_names<'a>(districts: impl Iterator<Item = &'a str>, lang: Lang) -> Value {
    let named = districts.filter(|_| lang == Lang::Ml);
    Value::Object(named.map(|name| (name.to_owned(), regions::kerala_name(name, lang).into())).collect())
}

/// It changes with a release only; an hour keeps a phone from asking on every form.
const CACHE: &str = "public, max-age=3600";

/// States with their districts, specialities and blood groups, in English and Malayalam.
#[utoipa::path(get, path = "/user/api/reference")]
pub async fn reference() -> Cached<Answer<Reference>> {
    let data =
        Reference { states: regions::states(), specialities: specialities::all(), blood_groups: BloodGroup::ALL };
    Cached(CACHE, Answer::of(data))
}

/// Kerala's government holidays from today on. They only suggest when a clinic may be shut.
#[utoipa::path(get, path = "/user/api/holidays")]
pub async fn holidays(app: App) -> Rows<Holiday> {
    let today = app.clock.india().date();
    Rows::of(holidays::all().iter().filter(|holiday| holiday.date >= today).cloned())
}

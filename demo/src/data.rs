//! The names and stories of the demo (`data.json`).

use std::sync::LazyLock;

use serde::Deserialize;

use doccare::reference::BloodGroup;

static DATA: LazyLock<Data> =
    LazyLock::new(|| serde_json::from_str(include_str!("data.json")).expect("data.json is checked by a test"));

pub fn data() -> &'static Data {
    &DATA
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    pub doctors: Names,
    pub donors: Names,
    pub patients: Vec<String>,
    pub roads: Vec<String>,
    pub clinics: Vec<String>,
    pub hospitals: Vec<String>,
    pub pharmacies: Vec<String>,
    /// The doctor's reason for a rejection.
    pub rejections: Vec<String>,
    /// Why patients come.
    pub visit_reasons: Vec<String>,
    /// Opening and closing times, in minutes.
    pub hours: Vec<(i64, i64)>,
    /// A PIN code area of each district, south to north.
    pub pincodes: Vec<u32>,
    /// Of a hundred people in Kerala, roughly.
    pub blood_groups: Vec<(BloodGroup, usize)>,
    pub requests: Vec<BloodCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    pub women: Vec<String>,
    pub men: Vec<String>,
    pub families: Vec<String>,
}

/// A request for blood, and its course.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BloodCase {
    /// When it was created, and the days until the day of need.
    pub days_ago: i64,
    pub days_left: i64,
    pub patient: String,
    pub group: BloodGroup,
    pub units: i64,
    pub hospital: String,
    pub district: String,
    pub reason: Option<String>,
    /// So many donors accept, so many decline; no donors are asked for an unconfirmed request.
    pub answers: Option<(usize, usize)>,
    /// Whether the request was fulfilled, if it has ended.
    pub fulfilled: Option<bool>,
}

/// One after the other, then from the first again.
pub fn pick<T>(list: &[T], number: usize) -> &T {
    &list[number % list.len()]
}

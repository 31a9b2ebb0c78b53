//! Public facts: rules of donation, compatibility, and rounded counts of donors.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use serde::Serialize;
use utoipa::ToSchema;

use super::donors;
use super::rules::rules;
use crate::app::App;
use crate::identity::person::Gender;
use crate::platform::http::{Answer, Cached, Result};
use crate::reference::{BloodGroup, regions};

#[derive(Serialize, ToSchema)]
pub struct BloodFacts {
    rules: RulesView,
    /// For each group whose red cells it can receive
    compatibility: Vec<Compatibility>,
    /// Kerala's districts from south to north
    donors: Vec<DistrictCounts>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesView {
    youngest: i64,
    oldest: i64,
    oldest_first_time: i64,
    kilograms: i64,
    days_male: i64,
    days_female: i64,
}

#[derive(Serialize, ToSchema)]
pub struct Compatibility {
    Blood_group: BloodGroup,
    from: Vec<BloodGroup>,
}

#[derive(Serialize, ToSchema)]
pub struct DistrictCounts {
    District: &'static str,
    counts: Vec<GroupCount>,
}

#[derive(Serialize, ToSchema)]
pub struct GroupCount {
    Blood_group: BloodGroup,
    /// At least so many, in steps of five; none when there are too few to say
    count: Option<i64>,
}

/// Counts change slowly; caching for a minute saves queries.
const CACHE: &str = "public, max-age=60";

/// Facts about giving blood, and confirmed donors by district and group as counts in steps. Small counts are not told, and there
/// are no totals: they would betray what is hidden.
#[utoipa::path(get, path = "/user/api/blood/facts")]
pub async fn blood_facts(app: App) -> Result<Cached<Answer<BloodFacts>>> {
    let kerala = regions::kerala();
    let counted = donors::count_by_place(&app, &kerala.name).await?;
    let count = |district: &str, group: BloodGroup| {
        let found = counted.iter().find(|(place, known, _)| place == district && known == group.as_str());
        found.map(|(_, _, count)| *count)
    };
    let of_district = |district: &'static regions::District| DistrictCounts {
        District: &district.name,
        counts: BloodGroup::ALL
            .map(|group| GroupCount { Blood_group: group, count: count(&district.name, group) })
            .into(),
    };
    let facts = BloodFacts {
        rules: RulesView {
            youngest: rules().youngest,
            oldest: rules().oldest,
            oldest_first_time: rules().oldest_first_time,
            kilograms: rules().kilograms,
            days_male: rules().rest_days(Gender::Male),
            days_female: rules().rest_days(Gender::Female),
        },
        compatibility: BloodGroup::ALL
            .map(|group| Compatibility { Blood_group: group, from: group.donors().collect() })
            .into(),
        donors: kerala.districts.iter().map(of_district).collect(),
    };
    Ok(Cached(CACHE, Answer::of(facts)))
}

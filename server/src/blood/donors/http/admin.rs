//! The administrator's list of donors, and its table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use futures::{TryStreamExt, stream};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::blood::donors::model::{Donor, Narrowed};
use crate::blood::donors::service;
use crate::blood::input::parse_group;
use crate::blood::texts;
use crate::identity::callers::Admin;
use crate::platform::format::rfc3339;
use crate::platform::http::fields::{Field, Params, given};
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::Problem;
use crate::platform::lang::Lang;
use crate::platform::{csv, db, search};
use crate::reference::places;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DonorFilter {
    #[serde(rename = "Blood_group")]
    #[param(rename = "Blood_group")]
    blood_group: Option<Field>,
    #[serde(rename = "District")]
    #[param(rename = "District")]
    district: Option<Field>,
    /// Beginnings of words of the name, the number or the e-mail address; all must fit
    q: Option<Field>,
}

impl DonorFilter {
    /// A `+` that nobody escaped comes as a blank, which is trimmed: `A` means `A+` here.
    fn narrowed(self) -> Narrowed {
        let (group, district) = (given(self.blood_group), given(self.district));
        Narrowed {
            group: group.map(|text| match parse_group(&text).or_else(|_| parse_group(&format!("{text}+"))) {
                Ok(group) => group.to_string(),
                Err(_) => text,
            }),
            district: district.map(|text| places::find_district(&text).map_or(text, String::from)),
            words: search::beginnings(&given(self.q).unwrap_or_default()),
        }
    }
}

/// A donor as the administrator sees them.
#[derive(Serialize, ToSchema)]
pub struct ListedDonor {
    _id: String,
    #[serde(rename = "Name")]
    name: String,
    #[serde(rename = "Blood_group")]
    blood_group: &'static str,
    #[serde(rename = "Gender")]
    gender: &'static str,
    #[serde(rename = "Age")]
    age: i64,
    #[serde(rename = "Email")]
    email: String,
    #[serde(rename = "Phone_number")]
    phone_number: String,
    #[serde(rename = "District")]
    district: &'static str,
    #[serde(rename = "State")]
    state: &'static str,
    consent: bool,
    /// ready, paused, resting, `no_consent` or `outside_age`
    status: &'static str,
    #[serde(rename = "lastDonation")]
    last_donation: Option<String>,
    #[serde(rename = "createdAt")]
    created_at: String,
}

impl ListedDonor {
    fn new(donor: Donor, today: Date) -> Self {
        let details = &donor.details;
        Self {
            name: details.name.as_str().into(),
            blood_group: details.group.as_str(),
            gender: details.gender.as_str(),
            age: donor.age(today),
            email: details.email.as_str().into(),
            phone_number: details.phone.as_str().into(),
            district: details.district,
            state: details.state,
            consent: details.consent,
            status: donor.standing(today).as_str(),
            last_donation: donor.last_given.map(|day| day.to_string()),
            created_at: rfc3339(donor.created_at),
            _id: donor.id,
        }
    }
}

/// The donors, the newest first.
#[utoipa::path(
    get, path = "/admin/api/blood/donors", tag = "blood", security(("token" = [])), params(DonorFilter, Paging),
    responses((status = 200, body = Page<ListedDonor>))
)]
pub async fn list_donors(
    _: Admin,
    State(app): State<App>,
    Params(filter): Params<DonorFilter>,
    paging: Paging,
) -> Result<Page<ListedDonor>, Problem> {
    let today = app.clock.india().date();
    let page = service::list(&app, filter.narrowed(), paging.part()).await?;
    Ok(page.map(|donor| ListedDonor::new(donor, today)))
}

/// The donors, or those of a filter, as a table for spreadsheets.
#[utoipa::path(
    get, path = "/admin/api/blood/donors/export", tag = "blood", security(("token" = [])), params(DonorFilter),
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub async fn export_donors(
    _: Admin,
    State(app): State<App>,
    lang: Lang,
    Params(filter): Params<DonorFilter>,
) -> Result<Response, Problem> {
    let today = app.clock.india().date();
    let first = (app, filter.narrowed(), Some(None));
    let pages = stream::try_unfold(first, async |(app, narrowed, cursor): (App, Narrowed, Option<Option<String>>)| {
        let Some(cursor) = cursor else { return Ok(None) };
        let rows = service::export_page(&app, &narrowed, cursor.as_deref()).await?;
        let next = rows.last().map(|donor| Some(donor.id.clone()));
        Ok::<_, db::Error>(Some((rows, (app, narrowed, next))))
    });
    let pages = pages.map_ok(move |rows| rows.into_iter().map(|donor| cells(donor, today)).collect());
    Ok(csv::download("donors.csv", &texts::DONOR_COLUMNS.map(|text| text.in_lang(lang)), pages))
}

fn cells(donor: Donor, today: Date) -> Vec<String> {
    let row = ListedDonor::new(donor, today);
    let texts = [row.blood_group, row.gender, row.district, row.state, row.status].map(String::from);
    let [group, gender, district, state, status] = texts;
    let last = row.last_donation.unwrap_or_default();
    vec![row.name, group, gender, row.age.to_string(), row.phone_number, row.email, district, state, status, last]
}

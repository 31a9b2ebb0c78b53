//! The administrator's list of donors, and its table for spreadsheets.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::response::Response;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::blood::donor_records::model::{Donor, DonorSearch};
use crate::blood::donors::service;
use crate::blood::rules::parse_group;
use crate::blood::texts;
use crate::identity::callers::Admin;
use crate::identity::credentials::http::StepUpRequest;
use crate::platform::format::rfc3339;
use crate::platform::http::{Body, ClientAddress, Field, Page, Paging, Params, Problem, given};
use crate::platform::lang::Lang;
use crate::platform::{csv, search};
use crate::reference::regions;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DonorsQuery {
    Blood_group: Option<Field>,
    District: Option<Field>,
    /// Beginnings of words of the name, the number or the e-mail address; all must fit
    q: Option<Field>,
}

impl DonorsQuery {
    /// An unescaped `+` is read as a blank and trimmed: `A` means `A+` here.
    fn parse(self) -> DonorSearch {
        let (group, district) = (given(self.Blood_group), given(self.District));
        DonorSearch {
            group: group.map(|text| match parse_group(&text).or_else(|_| parse_group(&format!("{text}+"))) {
                Ok(group) => group.to_string(),
                Err(_) => text,
            }),
            district: district.map(|text| regions::find_district(&text).map_or(text, String::from)),
            words: search::beginnings(&given(self.q).unwrap_or_default()),
        }
    }
}

/// A donor as the administrator sees them.
#[derive(Serialize, ToSchema)]
pub struct ListedDonor {
    _id: String,
    Name: String,
    Blood_group: &'static str,
    Gender: &'static str,
    Age: i64,
    Email: String,
    Phone_number: String,
    District: &'static str,
    State: &'static str,
    consent: bool,
    /// ready, paused, resting, `no_consent` or `outside_age`
    status: &'static str,
    lastDonation: Option<String>,
    createdAt: String,
}

impl ListedDonor {
    fn new(donor: Donor, today: Date) -> Self {
        let details = &donor.details;
        Self {
            Name: details.name.as_str().into(),
            Blood_group: details.group.as_str(),
            Gender: details.gender.as_str(),
            Age: donor.age(today),
            Email: details.email.as_str().into(),
            Phone_number: details.phone.as_str().into(),
            District: details.district,
            State: details.state,
            consent: details.consent,
            status: donor.readiness(today).as_str(),
            lastDonation: donor.last_given.map(|day| day.to_string()),
            createdAt: rfc3339(donor.created_at),
            _id: donor.id,
        }
    }
}

/// The donors, the newest first.
#[utoipa::path(get, path = "/admin/api/blood/donors")]
pub async fn list_donors(
    _: Admin,
    app: App,
    Params(filter): Params<DonorsQuery>,
    paging: Paging,
) -> Result<Page<ListedDonor>, Problem> {
    let today = app.clock.india().date();
    let page = service::list(&app, filter.parse(), paging).await?;
    Ok(page.map(|donor| ListedDonor::new(donor, today)))
}

/// The donors, or those of a filter, as a table for spreadsheets. Asks for the own password and second factor.
#[utoipa::path(
    post, path = "/admin/api/blood/donors/export",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 429))
)]
pub async fn export_donors(
    caller: Admin,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Params(filter): Params<DonorsQuery>,
    Body(request): Body<StepUpRequest>,
) -> Result<Response, Problem> {
    request.prove_export(&app, &caller, address, "donors").await?;
    let today = app.clock.india().date();
    let (header, search) = (texts::DONOR_COLUMNS.map(|text| text.in_lang(lang)), filter.parse());
    let read_after = move |after| service::export_page(app.clone(), search.clone(), after);
    Ok(csv::download("donors.csv", &header, read_after, |donor| &donor.id, move |donor| cells(donor, today)))
}

fn cells(donor: Donor, today: Date) -> Vec<String> {
    let row = ListedDonor::new(donor, today);
    let texts = [row.Blood_group, row.Gender, row.District, row.State, row.status].map(String::from);
    let [group, gender, district, state, status] = texts;
    let last = row.lastDonation.unwrap_or_default();
    vec![row.Name, group, gender, row.Age.to_string(), row.Phone_number, row.Email, district, state, status, last]
}

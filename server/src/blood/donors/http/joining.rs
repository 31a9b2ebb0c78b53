//! Registration of donors, and a fresh link for those who lost theirs.

use axum::extract::State;
use axum::http::StatusCode;
use jiff::civil::Date;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::blood::donors::model::Details;
use crate::blood::donors::service;
use crate::blood::input::{parse_age, parse_group};
use crate::blood::rules::years_before;
use crate::blood::texts;
use crate::identity::Email;
use crate::identity::person::{Gender, Mobile, PersonName, parse_district, parse_state};
use crate::platform::http::Done;
use crate::platform::http::body::Body;
use crate::platform::http::input::{FieldErrors, Input};
use crate::platform::http::problem::Problem;
use crate::platform::lang::Lang;

#[derive(Debug, Deserialize, ToSchema)]
pub struct DonorRequest {
    #[serde(default, rename = "Name")]
    #[schema(required)]
    name: Input,
    #[serde(default, rename = "Blood_group")]
    #[schema(required)]
    blood_group: Input,
    /// Male or Female
    #[serde(default, rename = "Gender")]
    #[schema(required)]
    gender: Input,
    /// 18 to 65
    #[serde(default, rename = "Age")]
    #[schema(required)]
    age: Input,
    #[serde(default, rename = "Email")]
    #[schema(required)]
    email: Input,
    #[serde(default, rename = "Phone_number")]
    #[schema(required)]
    phone_number: Input,
    #[serde(default, rename = "District")]
    #[schema(required)]
    district: Input,
    #[serde(default, rename = "State")]
    #[schema(required)]
    state: Input,
    /// To be asked when somebody needs blood; without it the donor is never asked
    consent: Option<bool>,
}

impl DonorRequest {
    fn parse(self, today: Date) -> Result<Details, Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.check("Name", self.name, |text| PersonName::parse(&text));
        let group = errors.check("Blood_group", self.blood_group, |text| parse_group(&text));
        let gender = errors.check("Gender", self.gender, |text| Gender::parse(&text));
        let age = errors.check("Age", self.age, |text| parse_age(&text));
        let email = errors.check("Email", self.email, |text| Email::parse(&text));
        let phone = errors.check("Phone_number", self.phone_number, |text| Mobile::parse(&text));
        let state = errors.check("State", self.state, |text| parse_state(&text));
        let district_of = |text: String| parse_district(state.unwrap_or_default(), &text);
        let district = errors.check("District", self.district, district_of);
        // Every value is there, or the errors say which is not.
        let all = (|| {
            Some(Details {
                name: name?,
                group: group?,
                gender: gender?,
                born: years_before(today, age?),
                email: email?,
                phone: phone?,
                state: state?,
                district: district?,
                consent: self.consent.unwrap_or(false),
            })
        })();
        all.ok_or_else(|| errors.into())
    }
}

/// Register as a blood donor. Somebody who is one already confirms the change through the address on file.
#[utoipa::path(
    post, path = "/user/api/bloodregister", tag = "blood", request_body = DonorRequest,
    responses((status = 201, body = Done))
)]
pub async fn register_donor(
    State(app): State<App>,
    lang: Lang,
    Body(request): Body<DonorRequest>,
) -> Result<(StatusCode, Done), Problem> {
    let details = request.parse(app.clock.india().date())?;
    service::register(&app, details, lang).await?;
    Ok((StatusCode::CREATED, Done { message: texts::DONOR_REGISTERED.in_lang(lang).into() }))
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct LinkRequest {
    #[serde(default, rename = "Email")]
    #[schema(required)]
    email: Input,
}

/// Mail a donor a fresh private link. The answer does not tell whether the address is a donor's.
#[utoipa::path(
    post, path = "/user/api/blooddonor/link", tag = "blood", request_body = LinkRequest,
    responses((status = 200, body = Done))
)]
pub async fn send_donor_link(
    State(app): State<App>,
    lang: Lang,
    Body(request): Body<LinkRequest>,
) -> Result<Done, Problem> {
    let mut errors = FieldErrors::default();
    let email = errors.check("Email", request.email, |text| Email::parse(&text));
    let Some(email) = email else { return Err(errors.into()) };
    service::send_links(&app, email).await?;
    Ok(Done { message: texts::LINK_SENT.in_lang(lang).into() })
}

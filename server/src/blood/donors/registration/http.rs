//! Registration of donors, and new links, over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use jiff::civil::Date;
use serde::Deserialize;
use utoipa::ToSchema;

use super::service;
use crate::app::App;
use crate::blood::donor_records::model::DonorDetails;
use crate::blood::mail_rate_limit::check_mail_rate_limit;
use crate::blood::rules::{parse_age, parse_group, years_before};
use crate::blood::texts;
use crate::identity::Email;
use crate::identity::person::{Gender, Mobile, PersonName, parse_district, parse_state};
use crate::platform::http::{Body, ClientAddress, Created, Done, Field, FieldErrors, Problem};
use crate::platform::lang::Lang;

#[derive(Deserialize, ToSchema)]
pub struct DonorRequest {
    Name: Field,
    Blood_group: Field,
    /// Male or Female
    Gender: Field,
    /// 18 to 65
    Age: Field,
    Email: Field,
    Phone_number: Field,
    District: Field,
    State: Field,
    /// To be asked when somebody needs blood; without it the donor is never asked
    #[schema(value_type = Option<bool>)]
    consent: Option<Field>,
}

impl DonorRequest {
    fn parse(self, today: Date) -> Result<DonorDetails, Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.check(self.Name, PersonName::parse);
        let group = errors.check(self.Blood_group, parse_group);
        let gender = errors.check(self.Gender, Gender::parse);
        let age = errors.check(self.Age, parse_age);
        let email = errors.check(self.Email, Email::parse);
        let phone = errors.check(self.Phone_number, Mobile::parse);
        let state = errors.check(self.State, parse_state);
        let district = errors.check(self.District, |text| parse_district(state.unwrap_or_default(), text));
        let consent = errors.flag(self.consent).unwrap_or(false);
        errors.all(|| {
            Some(DonorDetails {
                name: name?,
                group: group?,
                gender: gender?,
                born: years_before(today, age?),
                email: email?,
                phone: phone?,
                state: state?,
                district: district?,
                consent,
            })
        })
    }
}

/// Register as a blood donor. It counts once the link in the mail was used; what is known already changes only then.
#[utoipa::path(post, path = "/user/api/bloodregister")]
pub async fn register_donor(
    app: App,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<DonorRequest>,
) -> Result<Created<Done>, Problem> {
    let details = request.parse(app.clock.india().date())?;
    check_mail_rate_limit(&app, address, &details.email).await?;
    let message = texts::donor_registered(lang, details.email.as_str());
    service::register(&app, details, lang).await?;
    Ok(Created(Done { message }))
}

#[derive(Deserialize, ToSchema)]
pub struct LinkRequest {
    Email: Field,
}

/// Mail a donor a fresh private link. The answer does not tell whether the address is a donor's.
#[utoipa::path(post, path = "/user/api/blooddonor/link")]
pub async fn send_donor_link(
    app: App,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<LinkRequest>,
) -> Result<Done, Problem> {
    let email = request.Email.read(Email::parse)?;
    check_mail_rate_limit(&app, address, &email).await?;
    service::send_links(&app, email).await?;
    Ok(Done::saying(texts::LINK_SENT, lang))
}

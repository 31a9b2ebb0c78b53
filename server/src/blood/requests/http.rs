//! Submitting requests, and the requester's private page, over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service::{self, Error, OwnRequest, RequestEnd};
use crate::app::App;
use crate::blood::links::ended;
use crate::blood::links::http::{Link, RequestLink};
use crate::blood::mail_rate_limit::check_mail_rate_limit;
use crate::blood::public_text::{is_free_of_contacts, parse_public_line, parse_public_name};
use crate::blood::request_records::model::{Party, RequestDetails, ReviewHold};
use crate::blood::rules::{parse_group, parse_needed_by, parse_units};
use crate::blood::texts;
use crate::identity::Email;
use crate::identity::person::{Mobile, parse_district, parse_state};
use crate::platform::format::rfc3339;
use crate::platform::http::{
    Answer, Body, ClientAddress, Code, Created, Done, Field, FieldErrors, OptionalBody, Problem, Result,
};
use crate::platform::input::parse_line;
use crate::platform::lang::Lang;
use crate::reference::regions;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Gone => ended(),
            Error::Known => Problem::saying(Code::AlreadyRegistered, texts::REQUEST_KNOWN),
            Error::NotChangeable => Problem::saying(Code::NotChangeable, texts::REQUEST_ENDED),
            Error::NoLongerNeeded => Problem::saying(Code::NoLongerNeeded, texts::NO_LONGER_NEEDED),
            Error::NoContact => Code::NotFound.into(),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// Wrong or repeated contact.
#[derive(Deserialize, ToSchema)]
pub struct ReportRequest {
    /// Whom it is about, for a requester: the `_id` of a donor who said yes
    donor: Option<Field>,
    /// What happened
    reason: Field,
}

impl ReportRequest {
    pub fn parse(self) -> Result<(String, String), Problem> {
        let mut errors = FieldErrors::default();
        let donor = errors.optional(self.donor, |text| Ok(text.to_owned()));
        let reason = errors.check(self.reason, |text| parse_line(text, texts::REPORT_MISSING));
        errors.all(|| Some((donor?.unwrap_or_default(), reason?)))
    }
}

#[derive(Deserialize, ToSchema)]
pub struct BloodRequest {
    Patient_name: Field,
    Blood_group: Field,
    /// 1 to 10
    Units: Field,
    Hospital: Field,
    District: Field,
    /// Kerala when absent
    State: Option<Field>,
    /// Today or a day of the next 30
    Needed_by: Field,
    Contact_name: Field,
    Phone_number: Field,
    Email: Field,
    Reason: Option<Field>,
}

impl BloodRequest {
    async fn parse(self, app: &App, today: Date) -> Result<RequestDetails, Problem> {
        let mut errors = FieldErrors::default();
        let patient_name = errors.check(self.Patient_name, parse_public_name);
        let group = errors.check(self.Blood_group, parse_group);
        let units = errors.check(self.Units, parse_units);
        let hospital = errors.check(self.Hospital, |text| parse_line(text, texts::HOSPITAL_MISSING));
        let state = errors.optional(self.State, parse_state).map(|state| state.unwrap_or(&regions::kerala().name));
        let district = errors.check(self.District, |text| parse_district(state.unwrap_or_default(), text));
        // Names of listed hospitals are always accepted.
        if let Some(name) = hospital.as_deref().filter(|name| !is_free_of_contacts(name))
            && !service::is_in_directory(app, state.zip(district), name).await?
        {
            errors.add("Hospital", texts::CONTACT_HIDDEN);
        }
        let needed_by = errors.check(self.Needed_by, |text| parse_needed_by(text, today));
        let contact_name = errors.check(self.Contact_name, parse_public_name);
        let phone = errors.check(self.Phone_number, Mobile::parse);
        let email = errors.check(self.Email, Email::parse);
        let reason = errors.optional(self.Reason, |text| parse_public_line(text, texts::REPORT_MISSING));
        errors.all(|| {
            Some(RequestDetails {
                patient_name: patient_name?,
                group: group?,
                units: units?,
                hospital: hospital?,
                state: state?,
                district: district?,
                needed_by: needed_by?,
                contact_name: contact_name?,
                phone: phone?,
                email: email?,
                reason: reason?,
            })
        })
    }
}

/// Ask for blood. Nobody is asked before the link in the mail was used. The answer is the same whatever is known of the
/// address and the number.
#[utoipa::path(post, path = "/user/api/bloodrequest")]
pub async fn request_blood(
    app: App,
    address: ClientAddress,
    lang: Lang,
    Body(request): Body<BloodRequest>,
) -> Result<Created<Done>, Problem> {
    let details = request.parse(&app, app.clock.india().date()).await?;
    check_mail_rate_limit(&app, address, &details.email).await?;
    service::submit(&app, details, lang).await?;
    Ok(Created(Done::saying(texts::REQUEST_RECEIVED, lang)))
}

/// A donor whose yes stands.
#[derive(Serialize, ToSchema)]
pub struct AcceptedDonor {
    _id: String,
    Name: String,
    Blood_group: &'static str,
    District: &'static str,
    Phone_number: String,
    acceptedAt: Option<String>,
    reported: bool,
}

/// A donor who said yes and is no longer shown.
#[derive(Serialize, ToSchema)]
pub struct FormerDonor {
    _id: String,
    Blood_group: &'static str,
    acceptedAt: Option<String>,
    /// They cannot come; else the request has ended
    withdrawn: bool,
    reported: bool,
}

/// A request on its requester's page.
#[derive(Serialize, ToSchema)]
pub struct RequestView {
    Patient_name: String,
    Blood_group: &'static str,
    Units: i64,
    Hospital: String,
    /// Whether the hospital is one of our directory
    inDirectory: bool,
    District: &'static str,
    State: &'static str,
    Needed_by: String,
    Contact_name: String,
    Reason: Option<String>,
    /// Whether it waits for somebody to look at it before more donors are asked
    held: bool,
    /// When it then goes on by itself; null when it does not wait, or waits for an administrator alone
    heldUntil: Option<String>,
    /// Unconfirmed, Open, Matched, Fulfilled, Closed or Expired
    status: &'static str,
    asked: i64,
    declined: i64,
    nextWaveAt: Option<String>,
    /// The donors whose yes stands, while the request runs
    accepted: Vec<AcceptedDonor>,
    /// Who said yes and is no longer shown
    former: Vec<FormerDonor>,
}

impl From<OwnRequest> for RequestView {
    fn from(own: OwnRequest) -> Self {
        let held = own.request.hold.filter(|_| own.waits_for_look());
        let waits_for_admin = held.is_some_and(|hold| hold.ends_at().is_none());
        let OwnRequest { request, tally, shown, hidden, reports, .. } = own;
        let is_running = request.status.is_running();
        let details = request.details;
        let is_reported = |invitation_id: &str| {
            reports
                .iter()
                .any(|report| report.invitation_id == invitation_id && report.told_by == Party::Requester.as_str())
        };
        let accepted = shown.into_iter().map(|(invitation, donor)| AcceptedDonor {
            Name: donor.details.name.as_str().into(),
            Blood_group: donor.details.group.as_str(),
            District: donor.details.district,
            Phone_number: donor.details.phone.as_str().into(),
            acceptedAt: invitation.accepted_at.map(rfc3339),
            reported: is_reported(&invitation.id),
            _id: invitation.id,
        });
        let former = hidden.into_iter().map(|invitation| FormerDonor {
            Blood_group: invitation.group.as_str(),
            acceptedAt: invitation.accepted_at.map(rfc3339),
            withdrawn: invitation.is_withdrawn() || is_running,
            reported: is_reported(&invitation.id),
            _id: invitation.id,
        });
        Self {
            Patient_name: details.patient_name.as_str().into(),
            Blood_group: details.group.as_str(),
            Units: details.units,
            Hospital: details.hospital,
            inDirectory: request.in_directory,
            District: details.district,
            State: details.state,
            Needed_by: details.needed_by.to_string(),
            Contact_name: details.contact_name.as_str().into(),
            Reason: details.reason,
            held: held.is_some(),
            heldUntil: held.and_then(ReviewHold::ends_at).map(rfc3339),
            status: request.status.as_str(),
            asked: tally.asked,
            declined: tally.declined,
            nextWaveAt: request.next_wave_at.filter(|_| !waits_for_admin).map(rfc3339),
            accepted: accepted.collect(),
            former: former.collect(),
        }
    }
}

/// A requester's own page. Names and numbers of donors are on it while their yes stands and the request runs; what is
/// shown is written down, and the donor can read it.
#[utoipa::path(get, path = "/user/api/bloodrequest")]
pub async fn own_request(Link(link): RequestLink, app: App) -> Result<Answer<RequestView>> {
    Ok(Answer::of(service::find(&app, &link).await?))
}

/// Confirm a request: now donors are asked, unless somebody looks at it first. It is never refused.
#[utoipa::path(post, path = "/user/api/bloodrequest/confirm", responses((status = 409)))]
pub async fn confirm_request(
    Link(link): RequestLink,
    app: App,
    address: ClientAddress,
    lang: Lang,
) -> Result<Answer<RequestView>> {
    let network = app.config.rate_limits.then(|| address.network());
    let own = service::confirm(&app, link, network).await?;
    let text = match own.blocking_hold().map(ReviewHold::ends_at) {
        None => texts::REQUEST_CONFIRMED,
        Some(Some(_)) => texts::REQUEST_HELD,
        Some(None) => texts::REQUEST_WAITS_FOR_ADMIN,
    };
    Ok(Answer::saying(text, lang, own))
}

#[derive(Deserialize, ToSchema)]
pub struct CloseRequest {
    /// Whether there was blood
    #[schema(value_type = Option<bool>)]
    fulfilled: Option<Field>,
}

/// End a request.
#[utoipa::path(post, path = "/user/api/bloodrequest/close", responses((status = 409)))]
pub async fn close_own_request(
    Link(link): RequestLink,
    app: App,
    lang: Lang,
    OptionalBody(request): OptionalBody<CloseRequest>,
) -> Result<Answer<RequestView>> {
    let mut errors = FieldErrors::default();
    let is_fulfilled = errors.flag(request.fulfilled).unwrap_or(false);
    let end = errors.or(if is_fulfilled { RequestEnd::Fulfilled } else { RequestEnd::NotNeeded })?;
    let own = service::close(&app, link, end).await?;
    Ok(Answer::saying(texts::REQUEST_CLOSED, lang, own))
}

/// Tell of a wrong or repeated contact with a donor who said yes.
#[utoipa::path(post, path = "/user/api/bloodrequest/report", responses((status = 404)))]
pub async fn report_donor(
    Link(link): RequestLink,
    app: App,
    lang: Lang,
    Body(request): Body<ReportRequest>,
) -> Result<Answer<RequestView>> {
    let (invitation_id, reason) = request.parse()?;
    let own = service::report(&app, link, invitation_id, reason).await?;
    Ok(Answer::saying(texts::REPORTED, lang, own))
}

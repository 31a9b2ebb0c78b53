//! A donor's private page over HTTP: confirm, view, change, pause, rest and erase.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service::{self, DonorWithChange};
use crate::app::App;
use crate::blood::donor_records::model::{DonorDetails, OPEN_ENDED_PAUSE, PendingChange};
use crate::blood::links::OpenedLink;
use crate::blood::links::http::{DonorLink, Link};
use crate::blood::rules::{
    Readiness, age_on, masked_email, masked_phone, parse_age, parse_day, parse_group, years_before,
};
use crate::blood::texts;
use crate::identity::Email;
use crate::identity::person::{Gender, Mobile, PersonName, parse_district, parse_state};
use crate::platform::http::{Answer, Body, ClientAddress, Done, Field, FieldErrors, OptionalBody, Problem, Result};
use crate::platform::lang::{Lang, Text};

/// What a donor told, without number and address: a link that leaks reveals neither.
#[derive(Serialize, ToSchema)]
pub struct DetailsView {
    Name: String,
    Blood_group: &'static str,
    Gender: &'static str,
    Age: i64,
    District: &'static str,
    State: &'static str,
    emailHint: String,
    phoneHint: String,
}

impl DetailsView {
    fn new(details: &DonorDetails, today: Date) -> Self {
        Self {
            Name: details.name.as_str().into(),
            Blood_group: details.group.as_str(),
            Gender: details.gender.as_str(),
            Age: age_on(details.born, today),
            District: details.district,
            State: details.state,
            emailHint: masked_email(details.email.as_str()),
            phoneHint: masked_phone(details.phone.as_str()),
        }
    }
}

/// A second registration that waits to be confirmed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeView {
    #[serde(flatten)]
    details: DetailsView,
    consent: bool,
    /// What takes it over sends this along: nothing else than what was seen is taken over
    version: String,
    /// Which of `Name`, `Blood_group`, `Gender`, `Age`, `Email`, `District` and `consent` differ
    differs: Vec<&'static str>,
    /// In full when it is another one: two hints can look the same
    new_email: Option<String>,
}

impl ChangeView {
    fn new(change: &PendingChange, before: &DonorDetails, today: Date) -> Self {
        let differs = before.differences(&change.details);
        let is_new = differs.contains(&"Email");
        Self {
            details: DetailsView::new(&change.details, today),
            consent: change.details.consent,
            version: change.version.clone(),
            new_email: is_new.then(|| change.details.email.as_str().into()),
            differs,
        }
    }
}

/// A donor on their private page.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DonorView {
    #[serde(flatten)]
    details: DetailsView,
    consent: bool,
    /// unconfirmed, ready, paused, resting, `no_consent` or `outside_age`
    status: &'static str,
    /// Whether this link was sent to an address that waits to be confirmed
    can_confirm: bool,
    /// Another address, until the link that was sent to it is used
    new_email_hint: Option<String>,
    /// The last day of a pause; none when only the donor ends it
    paused_until: Option<String>,
    last_donation: Option<String>,
    /// While resting
    can_give_from: Option<String>,
    /// A second registration that waits to be confirmed
    change: Option<ChangeView>,
}

impl DonorView {
    fn new((donor, change): &DonorWithChange, link: &OpenedLink, today: Date) -> Self {
        let status = donor.readiness(today);
        let resting = donor.rested_on().filter(|_| status == Readiness::Resting);
        let paused = donor.paused_until.filter(|until| status == Readiness::Paused && *until != OPEN_ENDED_PAUSE);
        Self {
            details: DetailsView::new(&donor.details, today),
            consent: donor.details.consent,
            status: status.as_str(),
            can_confirm: donor.is_confirmed_by(link.mailed_to.as_deref()),
            new_email_hint: donor.new_email.as_ref().map(|email| masked_email(email.as_str())),
            paused_until: paused.map(|day| day.to_string()),
            last_donation: donor.last_given.map(|day| day.to_string()),
            can_give_from: resting.map(|day| day.to_string()),
            change: change.as_ref().map(|change| ChangeView::new(change, &donor.details, today)),
        }
    }
}

fn answer(app: &App, known: &DonorWithChange, link: &OpenedLink, (text, lang): (Text, Lang)) -> Answer<DonorView> {
    Answer::saying(text, lang, DonorView::new(known, link, app.clock.india().date()))
}

/// A donor's own page.
#[utoipa::path(get, path = "/user/api/blooddonor")]
pub async fn own_donor(Link(link): DonorLink, app: App) -> Result<Answer<DonorView>> {
    let known = service::find(&app, &link).await?;
    Ok(Answer::of(DonorView::new(&known, &link, app.clock.india().date())))
}

/// What a donor can change; what is absent or empty stays.
#[derive(Deserialize, ToSchema)]
pub struct DonorChange {
    Name: Option<Field>,
    Blood_group: Option<Field>,
    Gender: Option<Field>,
    Age: Option<Field>,
    Email: Option<Field>,
    Phone_number: Option<Field>,
    District: Option<Field>,
    State: Option<Field>,
    #[schema(value_type = Option<bool>)]
    consent: Option<Field>,
}

impl DonorChange {
    fn apply(self, details: &mut DonorDetails, today: Date) -> Result<(), Problem> {
        let mut errors = FieldErrors::default();
        let given = |input: Option<Field>| input.filter(|input| !input.is_blank());
        errors.change(given(self.Name), &mut details.name, PersonName::parse);
        errors.change(given(self.Blood_group), &mut details.group, parse_group);
        errors.change(given(self.Gender), &mut details.gender, Gender::parse);
        // The same age must not move the date of birth.
        let (born, age) = (details.born, age_on(details.born, today));
        let born_of =
            |text: &str| parse_age(text).map(|told| if told == age { born } else { years_before(today, told) });
        errors.change(given(self.Age), &mut details.born, born_of);
        errors.change(given(self.Email), &mut details.email, Email::parse);
        errors.change(given(self.Phone_number), &mut details.phone, Mobile::parse);
        let state = given(self.State);
        // A new state needs a district of its own.
        let district =
            given(self.District).or_else(|| state.is_some().then(|| Field::new("District", details.district)));
        errors.change(state, &mut details.state, parse_state);
        let state = details.state;
        errors.change(district, &mut details.district, |text| parse_district(state, text));
        details.consent = errors.flag(self.consent).unwrap_or(details.consent);
        errors.or(())
    }
}

/// Change what a donor told, by their private link.
#[utoipa::path(put, path = "/user/api/blooddonor", responses((status = 409), (status = 429)))]
pub async fn update_donor(
    Link(link): DonorLink,
    app: App,
    lang: Lang,
    Body(request): Body<DonorChange>,
) -> Result<Answer<DonorView>> {
    let today = app.clock.india().date();
    let is_address_told = request.Email.as_ref().is_some_and(|email| !email.is_blank());
    let known =
        service::save(&app, link.clone(), is_address_told, move |details| request.apply(details, today)).await?;
    let text = if is_address_told && known.0.new_email.is_some() { texts::ADDRESS_WAITS } else { texts::DONOR_SAVED };
    Ok(answer(&app, &known, &link, (text, lang)))
}

#[derive(Deserialize, ToSchema)]
pub struct PauseRequest {
    /// The last day of the pause; without one it lasts until the donor returns
    until: Option<Field>,
}

/// Stop being asked for a while.
#[utoipa::path(post, path = "/user/api/blooddonor/pause")]
pub async fn pause_donor(
    Link(link): DonorLink,
    app: App,
    lang: Lang,
    OptionalBody(request): OptionalBody<PauseRequest>,
) -> Result<Answer<DonorView>> {
    let today = app.clock.india().date();
    let mut errors = FieldErrors::default();
    let last = today.saturating_add(Span::new().years(5));
    let until = errors.optional(request.until, |text| parse_day(text, today, last, texts::PAUSE_WRONG));
    let known = service::pause(&app, link.clone(), errors.all(|| until)?).await?;
    Ok(answer(&app, &known, &link, (texts::DONOR_PAUSED, lang)))
}

/// Be asked again.
#[utoipa::path(post, path = "/user/api/blooddonor/resume")]
pub async fn resume_donor(Link(link): DonorLink, app: App, lang: Lang) -> Result<Answer<DonorView>> {
    let known = service::resume(&app, link.clone()).await?;
    Ok(answer(&app, &known, &link, (texts::DONOR_RESUMED, lang)))
}

#[derive(Deserialize, ToSchema)]
pub struct DonationRequest {
    /// Today when absent
    date: Option<Field>,
}

/// Report a donation, which starts the rest of 90 days for men and 120 for women.
#[utoipa::path(post, path = "/user/api/blooddonor/donation")]
pub async fn report_donation(
    Link(link): DonorLink,
    app: App,
    lang: Lang,
    OptionalBody(request): OptionalBody<DonationRequest>,
) -> Result<Answer<DonorView>> {
    let today = app.clock.india().date();
    let mut errors = FieldErrors::default();
    let day_of = |text: &str| parse_day(text, years_before(today, 1), today, texts::DONATION_WRONG);
    let day = errors.optional(request.date, day_of);
    let known = service::report_donation(&app, link.clone(), errors.all(|| day)?.unwrap_or(today)).await?;
    Ok(answer(&app, &known, &link, (texts::DONATION_REPORTED, lang)))
}

/// Confirm the address that the link was sent to. A donor is asked only after that.
#[utoipa::path(post, path = "/user/api/blooddonor/confirm", responses((status = 409), (status = 429)))]
pub async fn confirm_donor(Link(link): DonorLink, app: App, lang: Lang) -> Result<Answer<DonorView>> {
    let known = service::confirm(&app, link.clone()).await?;
    Ok(answer(&app, &known, &link, (texts::DONOR_CONFIRMED, lang)))
}

/// End every other link of the donor, wherever it may have got to.
#[utoipa::path(delete, path = "/user/api/blooddonor/links")]
pub async fn end_donor_links(Link(link): DonorLink, app: App, lang: Lang) -> Result<Done, Problem> {
    service::end_other_links(&app, link).await?;
    Ok(Done::saying(texts::OTHER_LINKS_ENDED, lang))
}

#[derive(Deserialize, ToSchema)]
pub struct TakeChangeRequest {
    /// Of the change that was seen
    version: Field,
}

/// Take over what a second registration told, as it was seen.
#[utoipa::path(post, path = "/user/api/blooddonor/change", responses((status = 409), (status = 429)))]
pub async fn take_donor_change(
    Link(link): DonorLink,
    app: App,
    lang: Lang,
    Body(request): Body<TakeChangeRequest>,
) -> Result<Answer<DonorView>> {
    let version = request.version.read(|text| Ok(text.to_owned()))?;
    let known = service::take_change(&app, link.clone(), version).await?;
    Ok(answer(&app, &known, &link, (texts::DONOR_SAVED, lang)))
}

/// Leave everything as it was before a second registration.
#[utoipa::path(delete, path = "/user/api/blooddonor/change")]
pub async fn discard_donor_change(Link(link): DonorLink, app: App, lang: Lang) -> Result<Answer<DonorView>> {
    let known = service::discard_change(&app, link.clone()).await?;
    Ok(answer(&app, &known, &link, (texts::CHANGE_DISCARDED, lang)))
}

/// Remove everything that we know of the donor, at once.
#[utoipa::path(delete, path = "/user/api/blooddonor")]
pub async fn erase_donor(Link(link): DonorLink, app: App, address: ClientAddress, lang: Lang) -> Result<Done, Problem> {
    service::erase(&app, link, address.neighbourhood()).await?;
    Ok(Done::saying(texts::DONOR_ERASED, lang))
}

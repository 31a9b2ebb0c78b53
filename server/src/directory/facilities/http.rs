//! HTTP handlers of hospitals and pharmacies: their own area, and the public lists.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use axum::response::Response;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{Category, EmploymentDecision, Facility, OwnFacility};
use super::service;
use crate::app::App;
use crate::directory::doctors::http::{change_malayalam_name, change_place, parse_malayalam, parse_malayalam_name};
use crate::directory::profile_changes::ChangedFields;
use crate::directory::profile_changes::http::WaitingView;
use crate::directory::schedule::http::check_opening_hours;
use crate::directory::{DayTime, DaysOff, Doctor, texts};
use crate::identity::callers::FacilityStaff;
use crate::identity::person::{Mobile, PersonName, parse_pincode};
use crate::identity::profiles::http::{ProfileUpdate, own, save};
use crate::identity::{Email, Role};
use crate::platform::db::Tx;
use crate::platform::format::rfc3339;
use crate::platform::http::{
    Answer, ClientAddress, Code, Done, Field, FieldErrors, Page, Paging, Params, Photo, PhotoForm, Problem, Result,
    Rows, given, optional,
};
use crate::platform::input::parse_line;
use crate::platform::lang::Lang;
use crate::platform::photos::http::photo_path;
use crate::platform::pubsub::ADMINISTRATION;

/// A hospital or pharmacy with everything, for itself and for the administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct FacilityView {
    #[serde(flatten)]
    place: PlaceView,
    category: &'static str,
    License_number: String,
    Email: String,
    /// Whether the owner confirmed the address by a mailed link
    emailConfirmed: bool,
    /// When it registered
    appliedAt: String,
    // The shared table of all workers names these alike.
    /// The licence number
    doctor_ID: String,
    /// The category
    specialization: &'static str,
    phone_Number: String,
    district: String,
}

impl From<Facility> for FacilityView {
    fn from(facility: Facility) -> Self {
        Self {
            category: facility.category.as_str(),
            specialization: facility.category.as_str(),
            doctor_ID: facility.license_number.clone(),
            License_number: facility.license_number.clone(),
            Email: facility.email.as_str().into(),
            emailConfirmed: facility.is_email_confirmed,
            appliedAt: rfc3339(facility.applied_at),
            phone_Number: facility.phone.as_str().into(),
            district: facility.district.clone(),
            place: facility.into(),
        }
    }
}

/// A hospital's or pharmacy's own profile, with what it asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnFacilityView {
    #[serde(flatten)]
    profile: FacilityView,
    /// A new name, licence number or district that waits for approval; `null` when none does
    waiting: Option<WaitingView>,
}

impl From<OwnFacility> for OwnFacilityView {
    fn from(own: OwnFacility) -> Self {
        Self { profile: own.facility.into(), waiting: own.waiting.map(WaitingView::from) }
    }
}

/// What everybody may know of a pharmacy or hospital.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceView {
    _id: String,
    Hospital_name: String,
    /// In Malayalam, if it is told
    nameMl: Option<String>,
    Phone_Number: String,
    Address: String,
    /// In Malayalam, if it is told
    addressMl: Option<String>,
    City: String,
    District: String,
    State: String,
    Pincode: String,
    Image: Option<String>,
    /// `00:00` to `00:00` is open 24 hours
    startTime: Option<String>,
    /// Earlier than `startTime`: it closes on the next day
    endTime: Option<String>,
    /// English names of the days on which it does not open
    daysOff: Vec<&'static str>,
}

impl From<Facility> for PlaceView {
    fn from(facility: Facility) -> Self {
        Self {
            Image: facility.image.as_deref().map(photo_path),
            startTime: facility.hours.map(|(start, _)| start.to_string()),
            endTime: facility.hours.map(|(_, end)| end.to_string()),
            daysOff: facility.days_off.names(),
            Hospital_name: facility.name.as_str().into(),
            Phone_Number: facility.phone.as_str().into(),
            nameMl: facility.name_ml,
            _id: facility.id,
            Address: facility.address,
            addressMl: facility.address_ml,
            City: facility.city,
            District: facility.district,
            State: facility.state,
            Pincode: facility.pincode,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlaceQuery {
    /// A district in any spelling, or the beginning of its name
    district: Option<Field>,
    /// Beginnings of words of the name; all must fit
    q: Option<Field>,
}

async fn list(app: &App, category: Category, query: PlaceQuery, paging: &Paging) -> Result<Page<Facility>> {
    Ok(service::list_listed(app, category, given(query.district), given(query.q), paging.part()).await?)
}

/// Approved pharmacies, the newest first.
#[utoipa::path(get, path = "/user/api/pharmacies")]
pub async fn pharmacies(app: App, Params(query): Params<PlaceQuery>, paging: Paging) -> Result<Page<PlaceView>> {
    Ok(list(&app, Category::Pharmacy, query, &paging).await?.map(PlaceView::from))
}

/// Approved hospitals, the newest first: a doctor names one of them.
#[utoipa::path(get, path = "/user/api/hospitals")]
pub async fn hospitals(app: App, Params(query): Params<PlaceQuery>, paging: Paging) -> Result<Page<PlaceView>> {
    Ok(list(&app, Category::Hospital, query, &paging).await?.map(PlaceView::from))
}

/// A hospital's or pharmacy's own profile.
#[utoipa::path(get, path = "/user/api/worker/profile/{workerId}")]
pub async fn worker_profile(caller: FacilityStaff, app: App) -> Result<Answer<OwnFacilityView>> {
    let facility: OwnFacility = own(&app, &caller).await?;
    Ok(Answer::of(facility))
}

/// What a profile can change; what is left out stays.
#[derive(Clone, Deserialize, ToSchema)]
pub struct FacilityChange {
    /// Waits for approval
    Hospital_name: Option<Field>,
    /// Waits for approval
    License_number: Option<Field>,
    /// The name in Malayalam, which waits for approval; empty for none
    nameMl: Option<Field>,
    Email: Option<Field>,
    Phone_Number: Option<Field>,
    Address: Option<Field>,
    /// The address in Malayalam; empty for none
    addressMl: Option<Field>,
    City: Option<Field>,
    /// Waits for approval
    District: Option<Field>,
    /// Waits for approval
    State: Option<Field>,
    Pincode: Option<Field>,
    /// Both times empty: not told. Both `00:00`: open 24 hours
    startTime: Option<Field>,
    /// Earlier than `startTime`: it closes on the next day
    endTime: Option<Field>,
    /// English names of days, separated by commas
    daysOff: Option<Field>,
    image: Option<Photo>,
    /// Asked for when the address or the number changes
    current_password: Option<Field>,
    /// Of the own second factor, where one is set up
    code: Option<Field>,
}

impl FacilityChange {
    fn apply(self, own: &mut OwnFacility, now: Timestamp) -> Result<()> {
        let (mut errors, mut asked) = (FieldErrors::default(), ChangedFields::default());
        errors.change(self.Hospital_name, &mut asked.name, |text| PersonName::parse(text).map(Some));
        let number = |text: &str| parse_line(text, texts::LICENSE_MISSING).map(Some);
        errors.change(self.License_number, &mut asked.license_number, number);
        let facility = &mut own.facility;
        asked.name_ml = change_malayalam_name(&mut errors, self.nameMl, &mut facility.name_ml, parse_malayalam_name);
        errors.change(self.addressMl, &mut facility.address_ml, parse_malayalam);
        errors.change(self.Email, &mut facility.email, Email::parse);
        errors.change(self.Phone_Number, &mut facility.phone, Mobile::parse);
        errors.change(self.Address, &mut facility.address, |text| parse_line(text, texts::ADDRESS_MISSING));
        errors.change(self.City, &mut facility.city, |text| parse_line(text, texts::CITY_MISSING));
        errors.change(self.Pincode, &mut facility.pincode, parse_pincode);
        let (mut state, mut district) = (facility.state.clone(), facility.district.clone());
        change_place(&mut errors, (self.State, self.District), (&mut state, &mut district), "District");
        asked.location = Some((state, district));
        errors.change(self.daysOff, &mut facility.days_off, DaysOff::parse);
        let (mut start, mut end) = facility.hours.unzip();
        errors.change(self.startTime, &mut start, optional(DayTime::parse));
        errors.change(self.endTime, &mut end, optional(DayTime::parse));
        // Older hours stay valid until they are changed.
        if (start, end) != facility.hours.unzip() {
            facility.hours = check_opening_hours(&mut errors, (start, end), "endTime");
        }
        own.ask_for(asked, now);
        errors.or(())
    }
}

/// Change the own profile, photo and opening hours. Another name, licence number or district counts once the administrator has
/// approved it. Another address or number needs the password; the address counts once it is confirmed.
#[utoipa::path(put, path = "/user/api/worker/profile/{workerId}", responses((status = 409), (status = 429)))]
pub async fn update_worker_profile(
    caller: FacilityStaff,
    app: App,
    address: ClientAddress,
    lang: Lang,
    PhotoForm(mut form, _place): PhotoForm<FacilityChange>,
) -> Result<Answer<OwnFacilityView>> {
    let (before, now): (OwnFacility, _) = (own(&app, &caller).await?, app.clock.now());
    let (password, code, photo) = (form.current_password.take(), form.code.take(), form.image.take());
    let mut wanted = before.clone();
    form.clone().apply(&mut wanted, now)?;
    let asked = wanted.waiting.filter(|waiting| waiting.is_new(before.waiting.as_ref()));
    let waiting_number = before.waiting.as_ref().and_then(|waiting| waiting.fields.license_number.as_ref());
    let asked_number = asked.as_ref().and_then(|asked| asked.fields.license_number.as_ref());
    if let Some(number) = asked_number.filter(|number| Some(*number) != waiting_number)
        && service::is_license_taken(&app, number, &caller.id).await?
    {
        return Err(Problem::at(Code::AlreadyRegistered, "License_number", texts::LICENSE_TAKEN));
    }
    let sent = ProfileUpdate { password, challenge: None, code, photo, email: "Email", address, lang };
    let change = move |facility: &mut OwnFacility| form.clone().apply(facility, now);
    let conclude = async |_: &mut Tx<'_>, facility| Ok(OwnFacilityView::from(facility));
    let mut saved = Box::pin(save(&app, &caller, &before, sent, change, conclude)).await?;
    if asked.is_some() {
        saved.message = format!("{} {}", saved.message, texts::CHANGE_WAITS.in_lang(lang));
        app.pubsub.publish(ADMINISTRATION);
    }
    Ok(saved)
}

/// A doctor who names the hospital.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnDoctor {
    _id: String,
    full_Name: String,
    specialization: String,
    Image: Option<String>,
    confirmed: bool,
}

impl From<Doctor> for OwnDoctor {
    fn from(doctor: Doctor) -> Self {
        Self {
            confirmed: doctor.hospital.is_some_and(|hospital| hospital.confirmed),
            Image: doctor.image.as_deref().map(photo_path),
            _id: doctor.id,
            full_Name: doctor.full_name,
            specialization: doctor.specialization,
        }
    }
}

/// Fails for pharmacies: only hospitals have doctors and blood requests.
pub fn require_hospital(caller: &FacilityStaff) -> Result<()> {
    if caller.role == Role::Hospital { Ok(()) } else { Err(Code::Forbidden.into()) }
}

/// A stream of events named `news`: the own hospital's doctors or the requests for blood that name it changed, and the page asks
/// again. It ends with the session; an event named `session` says before that it will, and whether any use prolongs it.
#[utoipa::path(
    get, path = "/user/api/worker/events/{workerId}",
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 429))
)]
pub async fn hospital_events(caller: FacilityStaff, app: App) -> Result<Response> {
    require_hospital(&caller)?;
    caller.follow(&app, service::topic(&caller.id), "news")
}

/// The doctors who name the own hospital; those who wait for its word come first.
#[utoipa::path(get, path = "/user/api/worker/doctors/{workerId}")]
pub async fn hospital_doctors(caller: FacilityStaff, app: App) -> Result<Rows<OwnDoctor>> {
    require_hospital(&caller)?;
    let doctors = service::list_doctors(&app, &caller.id).await?;
    Ok(Rows::of(doctors))
}

async fn decide_about_doctor(
    app: &App,
    caller: &FacilityStaff,
    doctor_id: String,
    decision: EmploymentDecision,
) -> Result<()> {
    require_hospital(caller)?;
    let named = service::decide_about_doctor(app, caller, doctor_id, decision).await?;
    if named { Ok(()) } else { Err(Code::NotFound.into()) }
}

/// Say that a doctor works at the own hospital.
#[utoipa::path(patch, path = "/user/api/worker/doctors/{workerId}/confirm/{docId}")]
pub async fn confirm_doctor(
    caller: FacilityStaff,
    app: App,
    lang: Lang,
    Path((_own, doctor_id)): Path<(String, String)>,
) -> Result<Done> {
    decide_about_doctor(&app, &caller, doctor_id, EmploymentDecision::Confirmed).await?;
    Ok(Done::saying(texts::DOCTOR_CONFIRMED, lang))
}

/// Say that a doctor does not work at the own hospital.
#[utoipa::path(delete, path = "/user/api/worker/doctors/{workerId}/{docId}")]
pub async fn remove_doctor(
    caller: FacilityStaff,
    app: App,
    lang: Lang,
    Path((_own, doctor_id)): Path<(String, String)>,
) -> Result<Done> {
    decide_about_doctor(&app, &caller, doctor_id, EmploymentDecision::Denied).await?;
    Ok(Done::saying(texts::DOCTOR_REMOVED, lang))
}

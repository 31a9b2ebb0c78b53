//! Registration of workers, and the administrator's decisions about them.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ProfileView, parse_fee};
use crate::app::App;
use crate::directory::facilities::http::FacilityView;
use crate::directory::facilities::{Category, NewFacility};
use crate::directory::joining::{self, Applicant, Credentials, Decision, DecisionError, Error, Kind};
use crate::directory::model::NewDoctor;
use crate::directory::schedule::{self, DayTime, DaysOff, Schedule};
use crate::directory::texts;
use crate::identity::callers::Admin;
use crate::identity::person::{
    Gender, Mobile, PersonName, parse_adult_birth_date, parse_district, parse_pincode, parse_state,
};
use crate::identity::{Email, NewPassword};
use crate::platform::http::body::OptionalBody;
use crate::platform::http::fields::{Field, FieldErrors, Params, Photo};
use crate::platform::http::form::PhotoForm;
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::http::reason::ReasonRequest;
use crate::platform::http::{Answer, Done};
use crate::platform::input::{parse_line, parse_number};
use crate::platform::lang::{Lang, Text};
use crate::reference::specialities;

/// The fields that refusals name differ between the two forms.
struct TakenFields {
    email: &'static str,
    number: &'static str,
    number_taken: Text,
}

impl TakenFields {
    fn problem(&self, error: Error) -> Problem {
        match error {
            Error::EmailTaken => Problem::at(Code::AlreadyRegistered, self.email, texts::EMAIL_TAKEN),
            Error::NumberTaken => Problem::at(Code::AlreadyRegistered, self.number, self.number_taken),
            Error::Photo(error) => error.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// What a doctor's registration sends.
#[derive(Deserialize, ToSchema)]
pub struct DoctorForm {
    #[serde(rename = "doctor_ID")]
    doctor_id: Field,
    #[serde(rename = "full_Name")]
    full_name: Field,
    email: Field,
    #[serde(rename = "phone_Number")]
    phone_number: Field,
    /// Male or Female
    gender: Field,
    /// `YYYY-MM-DD`
    #[serde(rename = "DOB")]
    dob: Field,
    specialization: Field,
    experience: Field,
    #[serde(rename = "consultation_Fee")]
    consultation_fee: Field,
    #[serde(rename = "consultation_Address")]
    consultation_address: Field,
    district: Field,
    state: Field,
    pincode: Field,
    #[serde(rename = "startTime")]
    start_time: Field,
    #[serde(rename = "endTime")]
    end_time: Field,
    password: Field,
    image: Photo,
}

impl DoctorForm {
    fn parse(self, today: Date, lang: Lang) -> Result<(Credentials, NewDoctor, Bytes), Problem> {
        let mut errors = FieldErrors::default();
        let doctor_id = errors.check(self.doctor_id, |text| parse_line(text, texts::NUMBER_MISSING));
        let full_name = errors.check(self.full_name, PersonName::parse);
        let email = errors.check(self.email, Email::parse);
        let phone = errors.check(self.phone_number, Mobile::parse);
        let gender = errors.check(self.gender, Gender::parse);
        let dob = errors.check(self.dob, |text| parse_adult_birth_date(text, today));
        let specialization = errors.check(self.specialization, |text| {
            specialities::find(text).map(|found| found.title.as_str()).ok_or(texts::SPECIALIZATION_WRONG)
        });
        let years = |text: &str| parse_number(text.trim(), 80).ok_or(texts::EXPERIENCE_WRONG);
        let experience = errors.check(self.experience, years);
        let fee = errors.check(self.consultation_fee, parse_fee);
        let address = errors.check(self.consultation_address, |text| parse_line(text, texts::ADDRESS_MISSING));
        let state = errors.check(self.state, parse_state);
        let district = errors.check(self.district, |text| parse_district(state.unwrap_or_default(), text));
        let pincode = errors.check(self.pincode, parse_pincode);
        let start = errors.check(self.start_time, DayTime::parse);
        let end = errors.check(self.end_time, |text| {
            let end = DayTime::parse(text)?;
            start.map_or(Ok(()), |start| schedule::check_hours(start, end)).map(|()| end)
        });
        let password = errors.check(self.password, NewPassword::parse);
        if self.image.0.is_none() {
            errors.add("image", texts::PHOTO_MISSING);
        }
        errors.all(|| {
            let doctor = NewDoctor {
                doctor_id: doctor_id?,
                full_name: full_name?,
                gender: gender?,
                dob: dob?,
                specialization: specialization?,
                experience: experience?,
                fee: fee?,
                address: address?,
                state: state?,
                district: district?,
                pincode: pincode?,
                image: None,
                schedule: Schedule::daily(start?, end?),
            };
            Some((Credentials { email: email?, phone: phone?, password: password?, lang }, doctor, self.image.0?))
        })
    }
}

#[derive(Serialize, ToSchema)]
pub struct NewWorker {
    _id: String,
}

/// Apply as a doctor. The administrator decides; nobody sees the doctor before.
#[utoipa::path(
    post, path = "/user/api/doctor/register", tag = "directory",
    request_body(content = DoctorForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Answer<NewWorker>), (status = 409))
)]
pub async fn register_doctor(
    State(app): State<App>,
    lang: Lang,
    PhotoForm(form, _place): PhotoForm<DoctorForm>,
) -> Result<(StatusCode, Answer<NewWorker>), Problem> {
    let (credentials, doctor, photo) = form.parse(app.clock.india().date(), lang)?;
    let fields = TakenFields { email: "email", number: "doctor_ID", number_taken: texts::NUMBER_TAKEN };
    let id = joining::apply_as_doctor(&app, credentials, doctor, photo).await.map_err(|error| fields.problem(error))?;
    Ok((StatusCode::CREATED, Answer { message: texts::APPLIED.in_lang(lang).into(), data: NewWorker { _id: id } }))
}

/// What a hospital's or pharmacy's registration sends.
#[derive(Deserialize, ToSchema)]
pub struct FacilityForm {
    #[serde(rename = "License_number")]
    license_number: Field,
    #[serde(rename = "Hospital_name")]
    hospital_name: Field,
    #[serde(rename = "Email")]
    email: Field,
    #[serde(rename = "Phone_Number")]
    phone_number: Field,
    #[serde(rename = "Address")]
    address: Field,
    #[serde(rename = "City")]
    city: Field,
    #[serde(rename = "District")]
    district: Field,
    #[serde(rename = "State")]
    state: Field,
    #[serde(rename = "Pincode")]
    pincode: Field,
    #[serde(rename = "Password")]
    password: Field,
    /// Hospital (the default) or Pharmacy
    category: Option<Field>,
    image: Photo,
}

impl FacilityForm {
    fn parse(self, lang: Lang) -> Result<(Credentials, NewFacility, Bytes), Problem> {
        let mut errors = FieldErrors::default();
        let category_of = |text: &str| Category::parse(text.trim()).ok_or(texts::CATEGORY_WRONG);
        let category = errors.optional(self.category, category_of);
        let license_number = errors.check(self.license_number, |text| parse_line(text, texts::LICENSE_MISSING));
        let name = errors.check(self.hospital_name, PersonName::parse);
        let email = errors.check(self.email, Email::parse);
        let phone = errors.check(self.phone_number, Mobile::parse);
        let address = errors.check(self.address, |text| parse_line(text, texts::ADDRESS_MISSING));
        let city = errors.check(self.city, |text| parse_line(text, texts::CITY_MISSING));
        let state = errors.check(self.state, parse_state);
        let district = errors.check(self.district, |text| parse_district(state.unwrap_or_default(), text));
        let pincode = errors.check(self.pincode, parse_pincode);
        let password = errors.check(self.password, NewPassword::parse);
        if self.image.0.is_none() {
            errors.add("image", texts::PHOTO_MISSING);
        }
        errors.all(|| {
            let facility = NewFacility {
                category: category?.unwrap_or(Category::Hospital),
                license_number: license_number?,
                name: name?,
                address: address?,
                city: city?,
                state: state?,
                district: district?,
                pincode: pincode?,
                image: None,
                hours: None,
                days_off: DaysOff::default(),
            };
            Some((Credentials { email: email?, phone: phone?, password: password?, lang }, facility, self.image.0?))
        })
    }
}

/// Apply as a hospital or, with `category`, as a pharmacy.
#[utoipa::path(
    post, path = "/user/api/hospital/register", tag = "directory",
    request_body(content = FacilityForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Answer<NewWorker>), (status = 409))
)]
pub async fn register_facility(
    State(app): State<App>,
    lang: Lang,
    PhotoForm(form, _place): PhotoForm<FacilityForm>,
) -> Result<(StatusCode, Answer<NewWorker>), Problem> {
    let (credentials, facility, photo) = form.parse(lang)?;
    let fields = TakenFields { email: "Email", number: "License_number", number_taken: texts::LICENSE_TAKEN };
    let applied = joining::apply_as_facility(&app, credentials, facility, photo).await;
    let id = applied.map_err(|error| fields.problem(error))?;
    Ok((StatusCode::CREATED, Answer { message: texts::APPLIED.in_lang(lang).into(), data: NewWorker { _id: id } }))
}

/// Somebody who waits for approval.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum ApplicantView {
    Doctor(Box<ProfileView>),
    Facility(Box<FacilityView>),
}

impl From<Applicant> for ApplicantView {
    fn from(applicant: Applicant) -> Self {
        match applicant {
            Applicant::Doctor(profile) => Self::Doctor(Box::new((*profile).into())),
            Applicant::Facility(facility) => Self::Facility(Box::new((*facility).into())),
        }
    }
}

/// An unknown category is an unknown address.
pub fn kind_of(category: &str) -> Result<Kind, Problem> {
    Kind::parse(category).ok_or_else(|| Code::NotFound.into())
}

impl From<DecisionError> for Problem {
    fn from(error: DecisionError) -> Self {
        match error {
            DecisionError::Unknown => Code::NotFound.into(),
            DecisionError::Decided => Self::saying(Code::NotChangeable, texts::DECIDED),
            DecisionError::SignedOut(ended) => ended.into(),
            DecisionError::Db(error) => error.into(),
        }
    }
}

/// The workers of a category (Doctor, Hospital or Pharmacy) who wait for approval, the newest first.
#[utoipa::path(
    get, path = "/admin/api/workers/{category}/pendingrequest", tag = "directory", security(("token" = [])),
    params(("category" = String, Path), Paging), responses((status = 200, body = Page<ApplicantView>))
)]
pub async fn pending_requests(
    _: Admin,
    State(app): State<App>,
    Path(category): Path<String>,
    paging: Paging,
) -> Result<Page<ApplicantView>, Problem> {
    let page = joining::list_pending(&app, kind_of(&category)?, paging.part()).await?;
    Ok(page.map(ApplicantView::from))
}

/// Let a worker in, once.
#[utoipa::path(
    patch, path = "/admin/api/workers/{category}/approved/{id}", tag = "directory", security(("token" = [])),
    params(("category" = String, Path), ("id" = String, Path)), responses((status = 200, body = Done), (status = 409))
)]
pub async fn approve_worker(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path((category, id)): Path<(String, String)>,
) -> Result<Done, Problem> {
    joining::decide(&app, &caller, kind_of(&category)?, id, Decision::Approve).await?;
    Ok(Done { message: texts::APPROVED.in_lang(lang).into() })
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReasonQuery {
    /// Why, for the applicant and the audit log
    reason: Option<Field>,
}

/// Turn a worker's application down, once. Their address and number are free for a new one.
#[utoipa::path(
    delete, path = "/admin/api/workers/{category}/rejected/{id}", tag = "directory", security(("token" = [])),
    params(("category" = String, Path), ("id" = String, Path), ReasonQuery), request_body = Option<ReasonRequest>,
    responses((status = 200, body = Done), (status = 409))
)]
pub async fn reject_worker(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path((category, id)): Path<(String, String)>,
    Params(query): Params<ReasonQuery>,
    OptionalBody(body): OptionalBody<ReasonRequest>,
) -> Result<Done, Problem> {
    let request = query.reason.map_or(body, ReasonRequest::from);
    let decision = Decision::Reject { reason: request.parse()? };
    joining::decide(&app, &caller, kind_of(&category)?, id, decision).await?;
    Ok(Done { message: texts::REJECTED.in_lang(lang).into() })
}

//! Registration of workers, and the administrator's decisions about them.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ProfileView, parse_fee, parse_line, parse_number};
use crate::app::App;
use crate::directory::facilities::http::FacilityView;
use crate::directory::facilities::{Category, NewFacility};
use crate::directory::joining::{self, Applicant, Credentials, Decision, DecisionError, Error, Kind};
use crate::directory::model::NewDoctor;
use crate::directory::schedule::{self, DayTime, DaysOff, Schedule};
use crate::directory::texts;
use crate::identity::actor::Admin;
use crate::identity::person::{
    Gender, Mobile, PersonName, parse_adult_birth_date, parse_district, parse_pincode, parse_state,
};
use crate::identity::{Email, NewPassword};
use crate::platform::http::body::OptionalBody;
use crate::platform::http::form::Form;
use crate::platform::http::input::{FieldErrors, Input};
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::{Code, Problem, ProblemBody};
use crate::platform::http::{Answer, Done};
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
            Error::EmailTaken => Problem::at(Code::AlreadyRegistered, self.email, texts::email_taken),
            Error::NumberTaken => Problem::at(Code::AlreadyRegistered, self.number, self.number_taken),
            Error::Photo(error) => error.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// What a doctor's registration sends.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `Form` reads it")]
pub struct DoctorForm {
    #[schema(rename = "doctor_ID")]
    doctor_id: String,
    #[schema(rename = "full_Name")]
    full_name: String,
    email: String,
    #[schema(rename = "phone_Number")]
    phone_number: String,
    /// Male or Female
    gender: String,
    /// `YYYY-MM-DD`
    #[schema(rename = "DOB")]
    dob: String,
    specialization: String,
    experience: String,
    #[schema(rename = "consultation_Fee")]
    consultation_fee: String,
    #[schema(rename = "consultation_Address")]
    consultation_address: String,
    district: String,
    state: String,
    pincode: String,
    #[schema(rename = "startTime")]
    start_time: String,
    #[schema(rename = "endTime")]
    end_time: String,
    password: String,
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
}

#[derive(Serialize, ToSchema)]
pub struct NewWorker {
    _id: String,
}

/// Apply as a doctor. The administrator decides; nobody sees the doctor before.
#[utoipa::path(
    post, path = "/user/api/doctor/register", tag = "directory",
    request_body(content = DoctorForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = Answer<NewWorker>),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn register_doctor(
    State(app): State<App>,
    lang: Lang,
    mut form: Form,
) -> Result<(StatusCode, Answer<NewWorker>), Problem> {
    let mut errors = FieldErrors::default();
    let number = |text: String| parse_line(&text, texts::number_missing);
    let doctor_id = errors.check("doctor_ID", form.text("doctor_ID"), number);
    let full_name = errors.check("full_Name", form.text("full_Name"), |text| PersonName::parse(&text));
    let email = errors.check("email", form.text("email"), |text| Email::parse(&text));
    let phone = errors.check("phone_Number", form.text("phone_Number"), |text| Mobile::parse(&text));
    let gender = errors.check("gender", form.text("gender"), |text| Gender::parse(&text));
    let today = app.clock.india().date();
    let dob = errors.check("DOB", form.text("DOB"), |text| parse_adult_birth_date(&text, today));
    let specialization = errors.check("specialization", form.text("specialization"), |text| {
        specialities::find(&text).map(|found| found.title.as_str()).ok_or(texts::specialization_wrong as Text)
    });
    let years = |text: String| parse_number(text.trim(), 80).ok_or(texts::experience_wrong as Text);
    let experience = errors.check("experience", form.text("experience"), years);
    let fee = errors.check("consultation_Fee", form.text("consultation_Fee"), |text| parse_fee(&text));
    let address_of = |text: String| parse_line(&text, texts::address_missing);
    let address = errors.check("consultation_Address", form.text("consultation_Address"), address_of);
    let state = errors.check("state", form.text("state"), |text| parse_state(&text));
    let district_of = |text: String| parse_district(state.unwrap_or_default(), &text);
    let district = errors.check("district", form.text("district"), district_of);
    let pincode = errors.check("pincode", form.text("pincode"), |text| parse_pincode(&text));
    let start = errors.check("startTime", form.text("startTime"), |text| DayTime::parse(&text));
    let end = errors.check("endTime", form.text("endTime"), |text| {
        let end = DayTime::parse(&text)?;
        start.map_or(Ok(()), |start| schedule::check_hours(start, end)).map(|()| end)
    });
    let password = errors.check("password", form.text("password"), NewPassword::parse);
    let photo = photo(&mut errors, &mut form);
    // Every value is there, or the errors say which is not.
    let all = (|| {
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
        Some((Credentials { email: email?, phone: phone?, password: password?, lang }, doctor, photo?))
    })();
    let Some((credentials, doctor, photo)) = all else { return Err(errors.into()) };
    let fields = TakenFields { email: "email", number: "doctor_ID", number_taken: texts::number_taken };
    let id = joining::apply_as_doctor(&app, credentials, doctor, photo).await.map_err(|error| fields.problem(error))?;
    Ok((StatusCode::CREATED, Answer { message: texts::applied(lang).into(), data: NewWorker { _id: id } }))
}

fn photo(errors: &mut FieldErrors, form: &mut Form) -> Option<axum::body::Bytes> {
    let photo = form.image.take();
    if photo.is_none() {
        errors.add("image", texts::photo_missing);
    }
    photo
}

/// What a hospital's or pharmacy's registration sends.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; `Form` reads it")]
pub struct FacilityForm {
    #[schema(rename = "License_number")]
    license_number: String,
    #[schema(rename = "Hospital_name")]
    hospital_name: String,
    #[schema(rename = "Email")]
    email: String,
    #[schema(rename = "Phone_Number")]
    phone_number: String,
    #[schema(rename = "Address")]
    address: String,
    #[schema(rename = "City")]
    city: String,
    #[schema(rename = "District")]
    district: String,
    #[schema(rename = "State")]
    state: String,
    #[schema(rename = "Pincode")]
    pincode: String,
    #[schema(rename = "Password")]
    password: String,
    /// Hospital (the default) or Pharmacy
    category: Option<String>,
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
}

/// Apply as a hospital or, with `category`, as a pharmacy.
#[utoipa::path(
    post, path = "/user/api/hospital/register", tag = "directory",
    request_body(content = FacilityForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = Answer<NewWorker>),
        (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 413, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn register_facility(
    State(app): State<App>,
    lang: Lang,
    mut form: Form,
) -> Result<(StatusCode, Answer<NewWorker>), Problem> {
    let mut errors = FieldErrors::default();
    let category = errors.check("category", form.text("category"), |text| match text.trim() {
        "" => Ok(Category::Hospital),
        text => Category::parse(text).ok_or(texts::category_wrong as Text),
    });
    let license = |text: String| parse_line(&text, texts::license_missing);
    let license_number = errors.check("License_number", form.text("License_number"), license);
    let name = errors.check("Hospital_name", form.text("Hospital_name"), |text| PersonName::parse(&text));
    let email = errors.check("Email", form.text("Email"), |text| Email::parse(&text));
    let phone = errors.check("Phone_Number", form.text("Phone_Number"), |text| Mobile::parse(&text));
    let address = errors.check("Address", form.text("Address"), |text| parse_line(&text, texts::address_missing));
    let city = errors.check("City", form.text("City"), |text| parse_line(&text, texts::city_missing));
    let state = errors.check("State", form.text("State"), |text| parse_state(&text));
    let district_of = |text: String| parse_district(state.unwrap_or_default(), &text);
    let district = errors.check("District", form.text("District"), district_of);
    let pincode = errors.check("Pincode", form.text("Pincode"), |text| parse_pincode(&text));
    let password = errors.check("Password", form.text("Password"), NewPassword::parse);
    let photo = photo(&mut errors, &mut form);
    let all = (|| {
        let facility = NewFacility {
            category: category?,
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
        Some((Credentials { email: email?, phone: phone?, password: password?, lang }, facility, photo?))
    })();
    let Some((credentials, facility, photo)) = all else { return Err(errors.into()) };
    let fields = TakenFields { email: "Email", number: "License_number", number_taken: texts::license_taken };
    let applied = joining::apply_as_facility(&app, credentials, facility, photo).await;
    let id = applied.map_err(|error| fields.problem(error))?;
    Ok((StatusCode::CREATED, Answer { message: texts::applied(lang).into(), data: NewWorker { _id: id } }))
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
            DecisionError::Decided => Self::saying(Code::NotChangeable, texts::decided),
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
    Query(paging): Query<Paging>,
) -> Result<Page<ApplicantView>, Problem> {
    let page = joining::list_pending(&app, kind_of(&category)?, paging.cursor(), paging.limit()).await?;
    Ok(page.map(ApplicantView::from))
}

/// Let a worker in, once.
#[utoipa::path(
    patch, path = "/admin/api/workers/{category}/approved/{id}", tag = "directory", security(("token" = [])),
    params(("category" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = Done), (status = 409, body = ProblemBody, content_type = "application/problem+json"))
)]
pub async fn approve_worker(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path((category, id)): Path<(String, String)>,
) -> Result<Done, Problem> {
    joining::decide(&app, &caller, kind_of(&category)?, id, Decision::Approve).await?;
    Ok(Done { message: texts::approved(lang).into() })
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReasonQuery {
    /// Why, for the applicant and the audit log
    reason: Option<String>,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ReasonRequest {
    /// Why, in a sentence
    #[serde(default)]
    reason: Input,
}

impl ReasonRequest {
    pub fn parse(self) -> Result<Option<String>, Problem> {
        let mut errors = FieldErrors::default();
        let reason = errors.check("reason", self.reason, |text| parse_reason(&text));
        errors.or(reason.flatten())
    }
}

/// An empty reason is none.
pub fn parse_reason(text: &str) -> Result<Option<String>, Text> {
    match text.trim() {
        "" => Ok(None),
        text => parse_line(text, texts::text_long).map(Some),
    }
}

/// Turn a worker's application down, once. Their address and number are free for a new one.
#[utoipa::path(
    delete, path = "/admin/api/workers/{category}/rejected/{id}", tag = "directory", security(("token" = [])),
    params(("category" = String, Path), ("id" = String, Path), ReasonQuery), request_body = Option<ReasonRequest>,
    responses((status = 200, body = Done), (status = 409, body = ProblemBody, content_type = "application/problem+json"))
)]
pub async fn reject_worker(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path((category, id)): Path<(String, String)>,
    Query(query): Query<ReasonQuery>,
    OptionalBody(body): OptionalBody<ReasonRequest>,
) -> Result<Done, Problem> {
    let request = query.reason.map_or(body, |reason| ReasonRequest { reason: reason.into() });
    let decision = Decision::Reject { reason: request.parse()? };
    joining::decide(&app, &caller, kind_of(&category)?, id, decision).await?;
    Ok(Done { message: texts::rejected(lang).into() })
}

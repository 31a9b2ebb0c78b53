//! Applications of workers, and decisions about them, over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{Applicant, Registrant};
use super::service::{self, Application, Error};
use crate::app::App;
use crate::directory::doctors::http::{
    ProfileView, parse_experience, parse_fee, parse_registration_number, parse_specialization,
};
use crate::directory::facilities::http::FacilityView;
use crate::directory::facilities::{Category, NewFacility};
use crate::directory::{DayTime, DaysOff, Decision, NewDoctor, Schedule, WorkerKind, check_hours, texts};
use crate::identity::callers::Admin;
use crate::identity::person::{
    Gender, Mobile, PersonName, parse_adult_birth_date, parse_district, parse_pincode, parse_state,
};
use crate::identity::{Email, NewPassword, Owner};
use crate::platform::http::{
    Answer, Code, Created, Done, Field, FieldErrors, OptionalBody, Page, Paging, Params, Photo, PhotoForm, Problem,
    ReasonRequest, Result,
};
use crate::platform::input::parse_line;
use crate::platform::lang::{Lang, Text};

/// What a doctor's registration sends.
#[derive(Deserialize, ToSchema)]
pub struct DoctorForm {
    doctor_ID: Field,
    full_Name: Field,
    email: Field,
    phone_Number: Field,
    /// Male or Female
    gender: Field,
    /// `YYYY-MM-DD`
    DOB: Field,
    specialization: Field,
    experience: Field,
    consultation_Fee: Field,
    consultation_Address: Field,
    district: Field,
    state: Field,
    pincode: Field,
    startTime: Field,
    endTime: Field,
    password: Field,
    image: Photo,
}

/// The checked fields of an application without password and photo; errors are noted.
pub struct CheckedForm {
    pub email: Option<Email>,
    pub phone: Option<Mobile>,
    pub name: Option<PersonName>,
    pub registrant: Option<Registrant>,
}

impl DoctorForm {
    fn parse(self, today: Date, lang: Lang) -> Result<Application> {
        let mut errors = FieldErrors::default();
        let (told, password, photo) = self.check(today, &mut errors);
        told.with(password, photo, errors, lang)
    }

    /// The checked fields, and the unchecked password and photo.
    pub fn check(self, today: Date, errors: &mut FieldErrors) -> (CheckedForm, Field, Photo) {
        let doctor_id = errors.check(self.doctor_ID, parse_registration_number);
        let full_name = errors.check(self.full_Name, PersonName::parse);
        let email = errors.check(self.email, Email::parse);
        let phone = errors.check(self.phone_Number, Mobile::parse);
        let gender = errors.check(self.gender, Gender::parse);
        let dob = errors.check(self.DOB, |text| parse_adult_birth_date(text, today));
        let specialization = errors.check(self.specialization, parse_specialization);
        let experience = errors.check(self.experience, parse_experience);
        let fee = errors.check(self.consultation_Fee, parse_fee);
        let address = errors.check(self.consultation_Address, |text| parse_line(text, texts::ADDRESS_MISSING));
        let state = errors.check(self.state, parse_state);
        let district = errors.check(self.district, |text| parse_district(state.unwrap_or_default(), text));
        let pincode = errors.check(self.pincode, parse_pincode);
        let start = errors.check(self.startTime, DayTime::parse);
        let end = errors.check(self.endTime, |text| {
            let end = DayTime::parse(text)?;
            start.map_or(Ok(()), |start| check_hours(start, end)).map(|()| end)
        });
        let name = full_name.clone();
        let registrant = || {
            Some(Registrant::Doctor(NewDoctor {
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
            }))
        };
        (CheckedForm { email, phone, name, registrant: registrant() }, self.password, self.image)
    }
}

impl CheckedForm {
    /// Adds password and photo: an application.
    fn with(self, password: Field, photo: Photo, mut errors: FieldErrors, lang: Lang) -> Result<Application> {
        let Self { email, phone, name, registrant } = self;
        let owner = Owner::from_form(name.as_ref(), email.as_ref(), phone.as_ref());
        let password = errors.check(password, |text| NewPassword::parse(text, &owner));
        if photo.0.is_none() {
            errors.add("image", texts::PHOTO_MISSING);
        }
        errors.all(|| {
            let (registrant, photo) = (registrant?, photo.0?);
            Some(Application { email: email?, phone: phone?, password: password?, lang, registrant, photo })
        })
    }
}

#[derive(Serialize, ToSchema)]
pub struct NewWorker {
    _id: String,
}

/// Apply as a doctor. The administrator decides; nobody sees the doctor before.
#[utoipa::path(post, path = "/user/api/doctor/register", responses((status = 409)))]
pub async fn register_doctor(
    app: App,
    lang: Lang,
    PhotoForm(form, _place): PhotoForm<DoctorForm>,
) -> Result<Created<Answer<NewWorker>>> {
    let application = form.parse(app.clock.india().date(), lang)?;
    register(&app, application, "email", ("doctor_ID", texts::NUMBER_TAKEN)).await
}

/// Applies. Field names in errors differ between the two forms.
async fn register(
    app: &App,
    application: Application,
    email: &'static str,
    (number, number_taken): (&'static str, Text),
) -> Result<Created<Answer<NewWorker>>> {
    let message = texts::APPLIED.in_lang(application.lang).into();
    let id = service::apply(app, application).await.map_err(|error| match error {
        Error::EmailTaken => Problem::at(Code::AlreadyRegistered, email, texts::EMAIL_TAKEN),
        Error::NumberTaken => Problem::at(Code::AlreadyRegistered, number, number_taken),
        Error::Photo(error) => error.into(),
        Error::Db(error) => error.into(),
    })?;
    Ok(Created(Answer { message, data: NewWorker { _id: id } }))
}

/// What a hospital's or pharmacy's registration sends.
#[derive(Deserialize, ToSchema)]
pub struct FacilityForm {
    License_number: Field,
    Hospital_name: Field,
    Email: Field,
    Phone_Number: Field,
    Address: Field,
    City: Field,
    District: Field,
    State: Field,
    Pincode: Field,
    Password: Field,
    /// Hospital (the default) or Pharmacy
    category: Option<Field>,
    image: Photo,
}

impl FacilityForm {
    fn parse(self, lang: Lang) -> Result<Application> {
        let mut errors = FieldErrors::default();
        let (told, password, photo) = self.check(&mut errors);
        told.with(password, photo, errors, lang)
    }

    /// The checked fields, and the unchecked password and photo.
    pub fn check(self, errors: &mut FieldErrors) -> (CheckedForm, Field, Photo) {
        let category_of = |text: &str| Category::parse(text.trim()).ok_or(texts::CATEGORY_WRONG);
        let category = errors.optional(self.category, category_of);
        let license_number = errors.check(self.License_number, |text| parse_line(text, texts::LICENSE_MISSING));
        let name = errors.check(self.Hospital_name, PersonName::parse);
        let email = errors.check(self.Email, Email::parse);
        let phone = errors.check(self.Phone_Number, Mobile::parse);
        let address = errors.check(self.Address, |text| parse_line(text, texts::ADDRESS_MISSING));
        let city = errors.check(self.City, |text| parse_line(text, texts::CITY_MISSING));
        let state = errors.check(self.State, parse_state);
        let district = errors.check(self.District, |text| parse_district(state.unwrap_or_default(), text));
        let pincode = errors.check(self.Pincode, parse_pincode);
        let told_name = name.clone();
        let registrant = || {
            Some(Registrant::Facility(NewFacility {
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
            }))
        };
        (CheckedForm { email, phone, name: told_name, registrant: registrant() }, self.Password, self.image)
    }
}

/// Apply as a hospital or, with `category`, as a pharmacy.
#[utoipa::path(post, path = "/user/api/hospital/register", responses((status = 409)))]
pub async fn register_facility(
    app: App,
    lang: Lang,
    PhotoForm(form, _place): PhotoForm<FacilityForm>,
) -> Result<Created<Answer<NewWorker>>> {
    register(&app, form.parse(lang)?, "Email", ("License_number", texts::LICENSE_TAKEN)).await
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

/// An unknown category in a path is a 404.
pub fn kind_of(category: &str) -> Result<WorkerKind> {
    WorkerKind::parse(category).ok_or_else(|| Code::NotFound.into())
}

/// The workers of a category (Doctor, Hospital or Pharmacy) who wait for approval, the newest first.
#[utoipa::path(get, path = "/admin/api/workers/{category}/pendingrequest")]
pub async fn pending_requests(
    _: Admin,
    app: App,
    Path(category): Path<String>,
    paging: Paging,
) -> Result<Page<ApplicantView>> {
    let page = service::list_pending(&app, kind_of(&category)?, paging.part()).await?;
    Ok(page.map(ApplicantView::from))
}

/// Let a worker in, once.
#[utoipa::path(patch, path = "/admin/api/workers/{category}/approved/{id}", responses((status = 409)))]
pub async fn approve_worker(
    caller: Admin,
    app: App,
    lang: Lang,
    Path((category, id)): Path<(String, String)>,
) -> Result<Done> {
    service::decide(&app, &caller, kind_of(&category)?, id, Decision::Approved).await?;
    Ok(Done::saying(texts::APPROVED, lang))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReasonQuery {
    /// Why, for the applicant and the audit log
    reason: Option<Field>,
}

/// Turn a worker's application down, once. Their address and number are free for a new one.
#[utoipa::path(delete, path = "/admin/api/workers/{category}/rejected/{id}", responses((status = 409)))]
pub async fn reject_worker(
    caller: Admin,
    app: App,
    lang: Lang,
    Path((category, id)): Path<(String, String)>,
    Params(query): Params<ReasonQuery>,
    OptionalBody(body): OptionalBody<ReasonRequest>,
) -> Result<Done> {
    let request = query.reason.map_or(body, ReasonRequest::from);
    let verdict = Decision::Rejected { reason: request.parse()? };
    service::decide(&app, &caller, kind_of(&category)?, id, verdict).await?;
    Ok(Done::saying(texts::REJECTED, lang))
}
